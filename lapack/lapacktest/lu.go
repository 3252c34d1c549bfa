package lapacktest

import (
	"errors"
	"fmt"
	"math"
	"math/cmplx"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tenferro/tenferro-go/lapack"
)

// This file tests the LU family.

var transposes = []lapack.Transpose{lapack.NoTrans, lapack.Trans, lapack.ConjTrans}

// op returns op(a).
func op(a dense, t lapack.Transpose) dense {
	switch t {
	case lapack.Trans:
		return trans(a)
	case lapack.ConjTrans:
		return adj(a)
	}
	return a
}

func (s *suite[T, R]) testLU(t *testing.T) {
	for _, sh := range shapes() {
		for _, x := range s.samples(sh.m, sh.n) {
			t.Run(fmt.Sprintf("%dx%d/%s", sh.m, sh.n, x.name), func(t *testing.T) { s.checkLU(t, x.a) })
		}
	}
	for _, n := range orders() {
		t.Run(fmt.Sprintf("solve/%d", n), func(t *testing.T) { s.checkLUSolve(t, n) })
	}
}

// checkLU factorises; a singular matrix has to be named and factorised all the same.
func (s *suite[T, R]) checkLU(t *testing.T, a dense) {
	m, n := a.m, a.n
	k := min(m, n)
	g, pivot := put[T](a, 2), make([]int, k)
	err := s.Getrf(m, n, g.data, g.ld, pivot, s.ws)
	f := g.get(t)
	zero := -1
	for i := k - 1; i >= 0; i-- {
		if f.at(i, i) == 0 {
			zero = i
		}
	}
	if zero >= 0 {
		var singular *lapack.SingularError
		require.ErrorAs(t, err, &singular)
		require.ErrorIs(t, err, lapack.ErrSingular)
		require.Equal(t, zero, singular.Index)
	} else {
		require.NoError(t, err)
	}
	l, u := triangle(f, false, true).cut(m, k), triangle(f, true, false).cut(k, n)
	for _, x := range l.v {
		require.LessOrEqual(t, cmplx.Abs(x), math.Sqrt2*(1+10*s.eps), "multiplier")
	}
	product := mul(l, u)
	for i := k - 1; i >= 0; i-- {
		require.True(t, i <= pivot[i] && pivot[i] < m, "pivot %d is %d", i, pivot[i])
		for j := range n {
			x, y := product.at(i, j), product.at(pivot[i], j)
			product.set(i, j, y)
			product.set(pivot[i], j, x)
		}
	}
	require.LessOrEqual(t, fro(sub(a, product)), s.bound(max(m, n), fro(a)))
}

func (s *suite[T, R]) checkLUSolve(t *testing.T, n int) {
	a := rounded[T](s.random(n, n))
	g, pivot := put[T](a, 1), make([]int, n)
	require.NoError(t, s.Getrf(n, n, g.data, g.ld, pivot, s.ws))
	factors := g.get(t)
	for _, nrhs := range []int{0, 1, 4} {
		rhs := rounded[T](s.random(n, nrhs))
		for _, trans := range transposes {
			b := put[T](rhs, 2)
			require.NoError(t, s.Getrs(trans, n, nrhs, g.data, g.ld, pivot, b.data, b.ld, s.ws))
			s.judgeSolution(t, op(a, trans), b.get(t), rhs)
		}
		h, b, p := put[T](a, 3), put[T](rhs, 1), make([]int, n)
		require.NoError(t, s.Gesv(n, nrhs, h.data, h.ld, p, b.data, b.ld, s.ws))
		s.judgeSolution(t, a, b.get(t), rhs)
		require.Equal(t, pivot, p)
		h.get(t)
	}
	require.Equal(t, factors, g.get(t), "factors changed by a solve")
	require.NoError(t, s.Getri(n, g.data, g.ld, pivot, s.ws))
	s.judgeInverse(t, a, g.get(t))
}

// judgeSolution checks a*x = b by the normwise backward error.
func (s *suite[T, R]) judgeSolution(t *testing.T, a, x, b dense) {
	t.Helper()
	require.LessOrEqual(t, fro(sub(mul(a, x), b)), s.bound(a.n, fro(a)*fro(x)+fro(b)))
}

// judgeInverse checks a*x = 1.
func (s *suite[T, R]) judgeInverse(t *testing.T, a, x dense) {
	t.Helper()
	require.LessOrEqual(t, fro(sub(mul(a, x), identity(a.n, a.n))), s.bound(a.n, fro(a)*fro(x)))
}

// testSingular checks where the first zero pivot is, and that nothing is solved with it.
func (s *suite[T, R]) testSingular(t *testing.T) {
	const n = 9
	for _, index := range []int{0, 4, n - 1} {
		a := triangle(s.random(n, n), true, false)
		for i := range n {
			a.set(i, i, 2)
		}
		a.set(index, index, 0)
		b := put[T](s.random(n, 2), 1)
		before := b.get(t)
		pivot := make([]int, n)
		check := func(err error, routine string) {
			t.Helper()
			var singular *lapack.SingularError
			require.ErrorAs(t, err, &singular)
			require.True(t, errors.Is(err, lapack.ErrSingular))
			require.Equal(t, lapack.SingularError{Routine: routine, Index: index}, *singular)
		}
		g := put[T](a, 1)
		check(s.Gesv(n, 2, g.data, g.ld, pivot, b.data, b.ld, s.ws), "gesv")
		require.Equal(t, before, b.get(t))
		g = put[T](a, 1)
		check(s.Getrf(n, n, g.data, g.ld, pivot, s.ws), "getrf")
		factors := g.get(t)
		check(s.Getri(n, g.data, g.ld, pivot, s.ws), "getri")
		require.Equal(t, factors, g.get(t))
		rcond, err := s.Gecon(lapack.OneNorm, n, g.data, g.ld, 1, s.ws)
		require.NoError(t, err)
		require.Zero(t, rcond)
		check(s.Trtrs(lapack.Upper, lapack.NoTrans, lapack.NonUnit, n, 2, g.data, g.ld, b.data, b.ld, s.ws), "trtrs")
		check(s.Trtri(lapack.Upper, lapack.NonUnit, n, g.data, g.ld, s.ws), "trtri")
		require.Equal(t, before, b.get(t))
		require.Equal(t, factors, g.get(t))
	}
}

func (s *suite[T, R]) testCondition(t *testing.T) {
	for _, n := range orders() {
		for _, cond := range []float64{1, 10, 0.1 / s.eps, 10 / s.eps} {
			if n < 2 && cond > 1 {
				continue
			}
			for _, scale := range []float64{1, 0x1p-90, 0x1p90} {
				a, _, _ := s.withValues(n, n, geometric(n, 1/cond))
				s.checkCondition(t, rounded[T](times(a, scale)), cond)
			}
		}
	}
}

// checkCondition holds the estimate to the norm of the computed inverse, or where that is not accurate to the condition
// that the matrix was made with.
func (s *suite[T, R]) checkCondition(t *testing.T, a dense, cond float64) {
	t.Helper()
	n := a.n
	g, pivot := put[T](a, 1), make([]int, n)
	if err := s.Getrf(n, n, g.data, g.ld, pivot, s.ws); cond > 0.01/s.eps && errors.Is(err, lapack.ErrSingular) {
		return // by rounding
	} else {
		require.NoError(t, err)
	}
	factors := g.get(t)
	for _, norm := range []lapack.Norm{lapack.OneNorm, lapack.InfNorm} {
		normed := a
		if norm == lapack.InfNorm {
			normed = trans(a)
		}
		anorm := norm1(normed)
		got, err := s.Gecon(norm, n, g.data, g.ld, R(anorm), s.ws)
		require.NoError(t, err)
		require.Equal(t, factors, g.get(t), "factors changed")
		if n == 0 {
			require.EqualValues(t, 1, got)
			continue
		}
		if cond > 0.01/s.eps {
			require.LessOrEqual(t, float64(got), 100*float64(n)/cond)
			continue
		}
		inverse := g.clone()
		require.NoError(t, s.Getri(n, inverse.data, inverse.ld, pivot, s.ws))
		inv := inverse.get(t)
		if norm == lapack.InfNorm {
			inv = trans(inv)
		}
		want := 1 / (anorm * norm1(inv))
		require.GreaterOrEqual(t, float64(got), want*(1-1e-3))
		require.LessOrEqual(t, float64(got), 5*want)
	}
}
