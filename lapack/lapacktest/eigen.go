package lapacktest

import (
	"fmt"
	"math"
	"math/cmplx"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tenferro/tenferro-go/lapack"
)

// This file tests the eigenvalue routines.

func (s *suite[T, R]) testHermitian(t *testing.T) {
	for _, n := range orders() {
		for _, x := range s.samples(n, n) {
			for _, uplo := range triangles {
				t.Run(fmt.Sprintf("%d/%s/%d", n, x.name, uplo), func(t *testing.T) {
					s.checkHermitian(t, rounded[T](hermitian(x.a)), uplo)
				})
			}
		}
	}
	t.Run("order", func(t *testing.T) {
		a := newDense(3, 3)
		for i, x := range []complex128{2, 3, 1} {
			a.set(i, i, x)
		}
		g, w := put[T](a, 0), vector[R](3)
		require.NoError(t, s.Syevd(true, lapack.Upper, 3, g.data, g.ld, w.data, s.ws))
		require.Equal(t, []float64{1, 2, 3}, reals(t, w))
		for k, row := range []int{2, 0, 1} {
			require.Equal(t, 1.0, cmplx.Abs(g.get(t).at(row, k)))
		}
	})
}

func (s *suite[T, R]) checkHermitian(t *testing.T, a dense, uplo lapack.Uplo) {
	n, size := a.n, fro(a)
	g, w := put[T](a, 2), vector[R](n)
	g.blank(uplo, false)
	require.NoError(t, s.Syevd(true, uplo, n, g.data, g.ld, w.data, s.ws))
	v, d := g.get(t), reals(t, w)
	require.True(t, slices.IsSorted(d), "eigenvalues: %v", d)
	require.LessOrEqual(t, orthogonality(v), s.bound(n, 3))
	require.LessOrEqual(t, fro(sub(mul(a, v), scaleCols(v, d))), s.bound(n, size))

	g, w = put[T](a, 1), vector[R](n)
	g.blank(uplo, false)
	require.NoError(t, s.Syevd(false, uplo, n, g.data, g.ld, w.data, s.ws))
	g.blankIntact(t, uplo, false)
	require.InDeltaSlice(t, d, reals(t, w), s.bound(n, size)+math.SmallestNonzeroFloat64)
}

func (s *suite[T, R]) testGeneral(t *testing.T) {
	for _, n := range orders() {
		for _, x := range s.samples(n, n) {
			t.Run(fmt.Sprintf("%d/%s", n, x.name), func(t *testing.T) {
				for _, left := range []bool{false, true} {
					for _, right := range []bool{false, true} {
						s.checkGeneral(t, x.a, left, right)
					}
				}
			})
		}
	}
}

// eigen is what Geev returns, with vectors in complex form.
type eigen struct {
	w      []complex128
	vl, vr dense
}

// geev runs Geev and unpacks its vectors.
func (s *suite[T, R]) geev(t *testing.T, a dense, left, right bool) eigen {
	t.Helper()
	n := a.n
	g, wr, wi := put[T](a, 2), vector[R](n), vector[R](n)
	cols := func(want bool) int {
		if want {
			return n
		}
		return 0
	}
	vl, vr := room[T](n, cols(left), 1), room[T](n, cols(right), 3)
	require.NoError(t, s.Geev(left, right, n, g.data, g.ld, wr.data, wi.data, vl.data, vl.ld, vr.data, vr.ld, s.ws))
	g.get(t)
	e := eigen{w: make([]complex128, n)}
	re, im := reals(t, wr), reals(t, wi)
	for k := range n {
		e.w[k] = complex(re[k], im[k])
	}
	expand := func(v *guarded[T]) dense {
		d := v.get(t)
		if isComplex[T]() || d.n == 0 {
			return d
		}
		flat := make([]float64, len(d.v))
		for i, x := range d.v {
			flat[i] = real(x)
		}
		z := newDense(n, n)
		require.NoError(t, lapack.ExpandEigenvectors(n, im, flat, n, z.v, n))
		return z
	}
	e.vl, e.vr = expand(vl), expand(vr)
	if !isComplex[T]() {
		for k := 0; k < n; k++ {
			if im[k] != 0 {
				require.Positive(t, im[k], "first of a pair")
				require.Equal(t, cmplx.Conj(e.w[k]), e.w[k+1], "second of a pair")
				k++
			}
		}
	}
	return e
}

func (s *suite[T, R]) checkGeneral(t *testing.T, a dense, left, right bool) {
	t.Helper()
	n, size := a.n, fro(a)
	e := s.geev(t, a, left, right)
	var sum, trace complex128
	for k := range n {
		sum += e.w[k]
		trace += a.at(k, k)
	}
	require.LessOrEqual(t, cmplx.Abs(sum-trace), s.bound(n, 2*size))
	side := func(v, a dense, w func(complex128) complex128) {
		t.Helper()
		av := mul(a, v)
		for k := range n {
			x, most := v.col(k), 0.0
			for i := range x {
				most = max(most, cmplx.Abs(x[i]))
				av.col(k)[i] -= w(e.w[k]) * x[i]
			}
			require.InDelta(t, 1, fro(dense{n, 1, x}), s.bound(n, 1))
			require.True(t, slices.ContainsFunc(x, func(c complex128) bool {
				return math.Abs(real(c)) >= most*(1-10*s.eps) && math.Abs(imag(c)) <= 10*s.eps
			}), "no largest component of vector %d is real: %v", k, x)
			require.LessOrEqual(t, fro(dense{n, 1, av.col(k)}), s.bound(n, size), "eigenvalue %d", k)
		}
	}
	if right {
		side(e.vr, a, func(x complex128) complex128 { return x })
	}
	if left {
		side(e.vl, adj(a), cmplx.Conj)
	}
}

// testGeneralKnown checks eigenvalues that are known.
func (s *suite[T, R]) testGeneralKnown(t *testing.T) {
	for _, n := range orders() {
		if n == 0 {
			continue
		}
		roots := make([]complex128, n)
		for k := range roots {
			roots[k] = cmplx.Rect(1, 2*math.Pi*float64(k)/float64(n))
		}
		for _, vectors := range []bool{false, true} {
			// The roots of unity are well-conditioned eigenvalues of the cyclic shift.
			s.matchEigenvalues(t, s.geev(t, shift(n, n), vectors, vectors).w, roots, s.bound(n, 1))
			// A triangular matrix shows its eigenvalues, in either triangle.
			for _, upper := range []bool{true, false} {
				a := rounded[T](triangle(s.random(n, n), upper, false))
				want := make([]complex128, n)
				for i := range want {
					want[i] = a.at(i, i)
				}
				s.matchEigenvalues(t, s.geev(t, a, vectors, vectors).w, want, 0)
			}
		}
		// A nilpotent matrix, where the vectors are all parallel.
		a := newDense(n, n)
		for i := 1; i < n; i++ {
			a.set(i, i-1, 1)
		}
		e := s.geev(t, a, true, true)
		for k := range n {
			require.Zero(t, e.w[k])
			require.Equal(t, 1.0, cmplx.Abs(e.vr.at(n-1, k)))
			require.Equal(t, 1.0, cmplx.Abs(e.vl.at(0, k)))
		}
	}
}

// matchEigenvalues finds a different eigenvalue within tol of each wanted one.
func (s *suite[T, R]) matchEigenvalues(t *testing.T, got, want []complex128, tol float64) {
	t.Helper()
	left := slices.Clone(got)
	for _, w := range want {
		best := 0
		for i := range left {
			if cmplx.Abs(left[i]-w) < cmplx.Abs(left[best]-w) {
				best = i
			}
		}
		require.LessOrEqual(t, cmplx.Abs(left[best]-w), tol, "eigenvalue %v of %v", w, got)
		left = slices.Delete(left, best, best+1)
	}
}
