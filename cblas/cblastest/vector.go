package cblastest

// This file tests the routines on vectors alone.

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/cblas"
)

// vectorCall is one call of a vector routine.
type vectorCall[T cblas.Scalar] struct {
	n          int
	alpha      T
	incX, incY int
	values     kind
}

// vectorCalls returns calls of all sizes, a long one among them, with samples of the rest.
func vectorCalls[T cblas.Scalar](rng *rand.Rand) []vectorCall[T] {
	var calls []vectorCall[T]
	for n := range 40 {
		calls = append(calls, vectorCall[T]{n: n, alpha: number[T](1), incX: 1, incY: 1})
	}
	for range 200 {
		calls = append(calls, vectorCall[T]{size(rng), factor[T](rng), pick(rng, increments[:]...), pick(rng, increments[:]...), pick(rng, whole, random)})
	}
	for _, inc := range increments {
		calls = append(calls, vectorCall[T]{n: 10_007, alpha: number[T](-2 + 1i), incX: inc, incY: 1, values: random},
			vectorCall[T]{n: 4099, alpha: number[T](1), incX: 1, incY: inc, values: whole})
	}
	return calls
}

func (s *suite[T]) testDot(t *testing.T) {
	rng := newRand(t, 7)
	for _, c := range vectorCalls[T](rng) {
		s.checkDot(t, cblas.Trans, "dot", s.ops.Dot, c, rng)
		s.checkDot(t, cblas.ConjTrans, "dotc", s.ops.Dotc, c, rng)
	}
}

func (s *suite[T]) checkDot(t *testing.T, trans cblas.Transpose, name string, dot func(int, []T, int, []T, int) (T, error), c vectorCall[T], rng *rand.Rand) {
	t.Helper()
	x := newVector(c.n, c.incX, nan[T]()).draw(rng, c.values)
	y := newVector(c.n, c.incY, nan[T]()).draw(rng, c.values)
	beforeX, beforeY := x.snapshot(), y.snapshot()
	var want complex128
	var size float64
	xv, yv := x.view(trans), y.view(cblas.NoTrans)
	for i := range c.n {
		want += xv.at(0, i) * yv.at(i, 0)
		size += magnitude(xv.at(0, i)) * magnitude(yv.at(i, 0))
	}
	got, err := dot(c.n, x.slice(), c.incX, y.slice(), c.incY)
	require.NoError(t, err, "%s %+v", name, c)
	tolerance := 0.0
	if c.values == random {
		tolerance = 2 * epsilon[T]() * float64(c.n+8) * size
	}
	require.True(t, same(wide1(got), want, tolerance), "%s %+v: got %v, want %v", name, c, got, want)
	x.unchanged(t, "x", beforeX, c)
	y.unchanged(t, "y", beforeY, c)
}

func (s *suite[T]) testAxpy(t *testing.T) {
	rng := newRand(t, 8)
	for _, c := range vectorCalls[T](rng) {
		x := newVector(c.n, c.incX, nan[T]()).draw(rng, c.values)
		y := newVector(c.n, c.incY, sentinel[T]()).draw(rng, c.values)
		beforeX := x.snapshot()
		r := newResult(y, c.values)
		r.gemm(c.n, 1, 1, wide1(c.alpha), x.view(cblas.NoTrans), view{data: []complex128{1}}, 1, y.first, c.incY, 0, epsilon[T]())
		require.NoError(t, s.ops.Axpy(c.n, c.alpha, x.slice(), c.incX, y.slice(), c.incY), "%+v", c)
		y.matches(t, "y", r.want, r.tolerance, c)
		x.unchanged(t, "x", beforeX, c)
	}
}

func (s *suite[T]) testScal(t *testing.T) {
	rng := newRand(t, 9)
	for _, c := range vectorCalls[T](rng) {
		x := newVector(c.n, c.incX, sentinel[T]()).draw(rng, c.values)
		r := newResult(x, c.values)
		r.gemm(c.n, 1, 1, wide1(c.alpha), x.view(cblas.NoTrans), view{data: []complex128{1}}, 0, x.first, c.incX, 0, epsilon[T]())
		require.NoError(t, s.ops.Scal(c.n, c.alpha, x.slice(), c.incX), "%+v", c)
		x.matches(t, "x", r.want, r.tolerance, c)
	}
}
