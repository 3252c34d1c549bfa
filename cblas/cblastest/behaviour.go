package cblastest

// This file tests accuracy, conjugation, repeatability and concurrency.

import (
	"fmt"
	"math"
	"math/cmplx"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/cblas"
)

// testAccuracy sums many equal numbers: a single float32 accumulator loses digits (numba 2855) and sticks at 2²⁴.
func (s *suite[T]) testAccuracy(t *testing.T) {
	const n = 1_000_000
	x, ones := filled(n, number[T](complex(float64(float32(1)/255), 0))), filled(n, number[T](1))
	got, err := s.ops.Dot(n, x, 1, ones, 1)
	require.NoError(t, err)
	require.InDelta(t, 3921.5688, real(wide1(got)), 0.1, "dot")
	c := []T{nan[T]()}
	require.NoError(t, s.ops.Gemm(cblas.NoTrans, cblas.NoTrans, 1, 1, n, number[T](1), x, 1, ones, n, number[T](0), c, 1))
	require.InDelta(t, 3921.5688, real(wide1(c[0])), 0.1, "gemm")

	if epsilon[T]() > 1e-10 {
		const more = 1<<24 + 8
		ones = filled(more, number[T](1))
		got, err = s.ops.Dot(more, ones, 1, ones, 1)
		require.NoError(t, err)
		require.Equal(t, number[T](more), got)
	}
}

// testConjugation multiplies the cube roots of one with their conjugates, which gives 3, and with themselves, which gives
// 0, by every route.
func (s *suite[T]) testConjugation(t *testing.T) {
	if !isComplex[T]() {
		return
	}
	z := make([]T, 3)
	for k := range z {
		z[k] = number[T](cmplx.Exp(complex(0, 2*math.Pi*float64(k)/3)))
	}
	one, zero := number[T](1), number[T](0)
	three := func(route string, got T) {
		t.Helper()
		require.True(t, same(wide1(got), 3, 4*epsilon[T]()), "%s: %v, want 3", route, got)
	}
	nought := func(route string, got T) {
		t.Helper()
		require.True(t, same(wide1(got), 0, 4*epsilon[T]()), "%s: %v, want 0", route, got)
	}
	got, err := s.ops.Dotc(3, z, 1, z, 1)
	require.NoError(t, err)
	three("dotc", got)
	got, err = s.ops.Dot(3, z, 1, z, 1)
	require.NoError(t, err)
	nought("dot", got)
	c := []T{nan[T]()}
	for _, route := range []struct {
		transA, transB cblas.Transpose
		lda, ldb       int
		conj           bool
	}{
		{cblas.ConjTrans, cblas.NoTrans, 3, 3, true},
		{cblas.NoTrans, cblas.ConjTrans, 1, 1, true},
		{cblas.Trans, cblas.NoTrans, 3, 3, false},
		{cblas.NoTrans, cblas.Trans, 1, 1, false},
		{cblas.ConjTrans, cblas.ConjTrans, 3, 1, false},
	} {
		check := nought
		if route.conj {
			check = three
		}
		name := fmt.Sprintf("gemm %d %d", route.transA, route.transB)
		require.NoError(t, s.ops.Gemm(route.transA, route.transB, 1, 1, 3, one, z, route.lda, z, route.ldb, zero, c, 1))
		check(name, c[0])
		require.NoError(t, s.ops.GemmStrided(route.transA, route.transB, 1, 1, 3, one, z, route.lda, 0, z, route.ldb, 0, zero, c, 1, 1, 1))
		check(name+" strided", c[0])
	}
	require.NoError(t, s.ops.Gemv(cblas.ConjTrans, 3, 1, one, z, 3, z, 1, zero, c, 1))
	three("gemv conjugate transposed", c[0])
	require.NoError(t, s.ops.Gemv(cblas.Trans, 3, 1, one, z, 3, z, 1, zero, c, 1))
	nought("gemv transposed", c[0])
	a := make([]T, 9)
	require.NoError(t, s.ops.Gerc(3, 3, one, z, 1, z, 1, a, 3))
	trace := a[0] + a[4] + a[8]
	three("trace of gerc", trace)
}

// testDeterminism repeats calls on the same memory and expects the same bits.
func (s *suite[T]) testDeterminism(t *testing.T) {
	rng := newRand(t, 10)
	for _, size := range [][3]int{{33, 65, 129}, {257, 130, 300}, {5, 3, 2000}, {1, 300, 400}, {400, 1, 300}} {
		c := product[T]{m: size[0], n: size[1], k: size[2], values: random}
		for _, c.transA = range transposes {
			a, b := c.newA(rng).slice(), c.newB(rng).slice()
			lda, ldb, ldc := c.ld()
			var first []T
			for range 3 {
				out := make([]T, c.m*c.n)
				require.NoError(t, s.ops.Gemm(c.transA, c.transB, c.m, c.n, c.k, number[T](1), a, lda, b, ldb, number[T](0), out, ldc))
				if first == nil {
					first = out
				}
				require.Equal(t, first, out, "%+v", c)
			}
		}
	}
	x := newVector(10_007, 1, nan[T]()).draw(rng, random).slice()
	first, err := s.ops.Dot(len(x), x, 1, x, 1)
	require.NoError(t, err)
	again, err := s.ops.Dot(len(x), x, 1, x, 1)
	require.NoError(t, err)
	require.Equal(t, first, again)
}

// testConcurrency calls from many goroutines at once, on shared operands, and expects what one goroutine gets.
func (s *suite[T]) testConcurrency(t *testing.T) {
	const goroutines, rounds = 24, 4
	rng := newRand(t, 11)
	type job struct {
		product[T]
		a, b, want []T
	}
	var jobs []job
	for _, n := range []int{8, 33, 64, 129, 200} {
		j := job{product: product[T]{m: n, n: n, k: n}}
		j.a, j.b, j.want = j.newA(rng).slice(), j.newB(rng).slice(), make([]T, n*n)
		require.NoError(t, s.ops.Gemm(j.transA, j.transB, n, n, n, number[T](1), j.a, n, j.b, n, number[T](0), j.want, n))
		jobs = append(jobs, j)
	}
	var wait sync.WaitGroup
	faults := make(chan string, goroutines)
	for g := range goroutines {
		wait.Go(func() {
			for r := range rounds * len(jobs) {
				j := jobs[(g+r)%len(jobs)]
				out := filled(j.m*j.n, nan[T]())
				err := s.ops.Gemm(j.transA, j.transB, j.m, j.n, j.k, number[T](1), j.a, j.m, j.b, j.k, number[T](0), out, j.m)
				for i := range out {
					if err == nil && out[i] != j.want[i] {
						err = fmt.Errorf("element %d is %v, want %v", i, out[i], j.want[i])
					}
				}
				if err != nil {
					faults <- fmt.Sprintf("goroutine %d, n = %d: %v", g, j.n, err)
					return
				}
			}
		})
	}
	wait.Wait()
	close(faults)
	for fault := range faults {
		t.Error(fault)
	}
}
