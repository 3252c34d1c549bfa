package cblastest

// This file tests the product of a matrix with a vector and the rank-1 update.

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/cblas"
)

// increments are those of vectors.
var increments = [...]int{1, 1, 2, 3, -1, -2}

// matvec is one call of Gemv, or of Ger and Gerc.
type matvec[T cblas.Scalar] struct {
	trans       cblas.Transpose
	m, n        int
	alpha, beta T
	pad         int
	incX, incY  int
	values      kind
}

func randomMatvec[T cblas.Scalar](rng *rand.Rand) matvec[T] {
	return matvec[T]{
		trans: pick(rng, transposes[:]...), m: size(rng), n: size(rng),
		alpha: factor[T](rng), beta: factor[T](rng), pad: pick(rng, 0, 0, 1, 5),
		incX: pick(rng, increments[:]...), incY: pick(rng, increments[:]...),
		values: pick(rng, whole, random),
	}
}

// checkGemv runs Gemv and compares.
func (s *suite[T]) checkGemv(t *testing.T, c matvec[T], rng *rand.Rand) {
	t.Helper()
	lda := max(1, c.m) + c.pad
	ny, nx := stored(c.trans, c.m, c.n)
	a := newMatrix(c.m, c.n, lda, nan[T]()).draw(rng, c.values)
	x := newVector(nx, c.incX, nan[T]()).draw(rng, c.values)
	y := newVector(ny, c.incY, sentinel[T]()).draw(rng, c.values)
	if c.beta == 0 {
		y.fill(nan[T]())
	}
	beforeA, beforeX := a.snapshot(), x.snapshot()
	r := newResult(y, c.values)
	r.gemm(ny, 1, nx, wide1(c.alpha), a.view(c.trans), x.view(cblas.NoTrans), wide1(c.beta), y.first, c.incY, 0, epsilon[T]())
	require.NoError(t, s.ops.Gemv(c.trans, c.m, c.n, c.alpha, a.slice(), lda, x.slice(), c.incX, c.beta, y.slice(), c.incY), "%+v", c)
	y.matches(t, "y", r.want, r.tolerance, c)
	a.unchanged(t, "a", beforeA, c)
	x.unchanged(t, "x", beforeX, c)
}

func (s *suite[T]) testGemv(t *testing.T) {
	rng := newRand(t, 5)
	for _, trans := range transposes {
		for i := range 10 * 10 {
			s.checkGemv(t, matvec[T]{trans: trans, m: 1 + i%10, n: 1 + i/10, alpha: number[T](1), beta: number[T](pick[complex128](rng, 0, 1)), incX: 1, incY: 1}, rng)
		}
	}
	for range 400 {
		s.checkGemv(t, randomMatvec[T](rng), rng)
	}
	for _, c := range []matvec[T]{{m: 1, n: 5000}, {m: 5000, n: 1}, {m: 3, n: 3000}, {m: 3000, n: 3}, {m: 250, n: 520}, {m: 2200, n: 60}} {
		for _, c.trans = range transposes {
			c.alpha, c.beta, c.values = factor[T](rng), factor[T](rng), random
			c.incX, c.incY = pick(rng, increments[:]...), pick(rng, increments[:]...)
			s.checkGemv(t, c, rng)
			s.checkGemv(t, matvec[T]{trans: c.trans, m: c.m, n: c.n, alpha: number[T](1), incX: 1, incY: 1}, rng)
		}
	}
	s.checkGemv(t, matvec[T]{m: 900, n: 1100, trans: pick(rng, transposes[:]...), alpha: number[T](1), incX: 1, incY: 1}, rng)
}

// checkGer runs Ger or Gerc and compares.
func (s *suite[T]) checkGer(t *testing.T, conj bool, c matvec[T], rng *rand.Rand) {
	t.Helper()
	lda := max(1, c.m) + c.pad
	a := newMatrix(c.m, c.n, lda, sentinel[T]()).draw(rng, c.values)
	x := newVector(c.m, c.incX, nan[T]()).draw(rng, c.values)
	y := newVector(c.n, c.incY, nan[T]()).draw(rng, c.values)
	beforeX, beforeY := x.snapshot(), y.snapshot()
	r := newResult(a, c.values)
	trans, ger := cblas.Trans, s.ops.Ger
	if conj {
		trans, ger = cblas.ConjTrans, s.ops.Gerc
	}
	r.gemm(c.m, c.n, 1, wide1(c.alpha), x.view(cblas.NoTrans), y.view(trans), 1, a.first, 1, lda, epsilon[T]())
	require.NoError(t, ger(c.m, c.n, c.alpha, x.slice(), c.incX, y.slice(), c.incY, a.slice(), lda), "%+v", c)
	a.matches(t, "a", r.want, r.tolerance, c)
	x.unchanged(t, "x", beforeX, c)
	y.unchanged(t, "y", beforeY, c)
}

func (s *suite[T]) testGer(t *testing.T) {
	rng := newRand(t, 6)
	for _, conj := range []bool{false, true} {
		for range 400 {
			s.checkGer(t, conj, randomMatvec[T](rng), rng)
		}
		s.checkGer(t, conj, matvec[T]{m: 1100, n: 300, alpha: number[T](1), incX: 1, incY: 1}, rng)
		s.checkGer(t, conj, matvec[T]{m: 3, n: 3000, alpha: number[T](2 + 1i), incX: 2, incY: -1, pad: 1}, rng)
	}
}
