package cblastest

// This file tests the matrix product.

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/cblas"
)

// transposes are the ways to read an operand; for real types the last two are one.
var transposes = [...]cblas.Transpose{cblas.NoTrans, cblas.Trans, cblas.ConjTrans}

// product is one call of a routine of the gemm family.
type product[T cblas.Scalar] struct {
	transA, transB cblas.Transpose
	m, n, k        int
	alpha, beta    T
	padA, padB     int // beyond the least leading dimension
	padC           int
	values         kind
}

// ld returns the leading dimensions.
func (c *product[T]) ld() (a, b, ldc int) {
	rowsA, _ := stored(c.transA, c.m, c.k)
	rowsB, _ := stored(c.transB, c.k, c.n)
	return max(1, rowsA) + c.padA, max(1, rowsB) + c.padB, max(1, c.m) + c.padC
}

// stored returns the shape in memory of an operand that is read as [rows, cols].
func stored(trans cblas.Transpose, rows, cols int) (int, int) {
	if trans != cblas.NoTrans {
		return cols, rows
	}
	return rows, cols
}

// newA returns a matrix for A.
func (c *product[T]) newA(rng *rand.Rand) *operand[T] {
	ld, _, _ := c.ld()
	rows, cols := stored(c.transA, c.m, c.k)
	return newMatrix(rows, cols, ld, nan[T]()).draw(rng, c.values)
}

// newB returns a matrix for B.
func (c *product[T]) newB(rng *rand.Rand) *operand[T] {
	_, ld, _ := c.ld()
	rows, cols := stored(c.transB, c.k, c.n)
	return newMatrix(rows, cols, ld, nan[T]()).draw(rng, c.values)
}

// sentinel guards results: a number, so that a NaN written there shows.
func sentinel[T cblas.Scalar]() T { return number[T](complex(-777.25, 333.5)) }

// newC returns a matrix for C: NaN where it must not be read.
func (c *product[T]) newC(rng *rand.Rand) *operand[T] {
	_, _, ld := c.ld()
	o := newMatrix(c.m, c.n, ld, sentinel[T]())
	if c.beta == 0 {
		return o.fill(nan[T]())
	}
	return o.draw(rng, c.values)
}

// check runs Gemm and compares.
func (c *product[T]) check(t *testing.T, ops cblas.Ops[T], rng *rand.Rand) {
	t.Helper()
	a, b, out := c.newA(rng), c.newB(rng), c.newC(rng)
	lda, ldb, ldc := c.ld()
	beforeA, beforeB := a.snapshot(), b.snapshot()
	r := newResult(out, c.values)
	r.gemm(c.m, c.n, c.k, wide1(c.alpha), a.view(c.transA), b.view(c.transB), wide1(c.beta), out.first, 1, ldc, epsilon[T]())
	err := ops.Gemm(c.transA, c.transB, c.m, c.n, c.k, c.alpha, a.slice(), lda, b.slice(), ldb, c.beta, out.slice(), ldc)
	require.NoError(t, err, "%+v", *c)
	out.matches(t, "c", r.want, r.tolerance, *c)
	a.unchanged(t, "a", beforeA, *c)
	b.unchanged(t, "b", beforeB, *c)
}

// randomProduct returns a product of at most limit multiplications.
func randomProduct[T cblas.Scalar](rng *rand.Rand, limit int) product[T] {
	c := product[T]{
		transA: pick(rng, transposes[:]...), transB: pick(rng, transposes[:]...),
		alpha: factor[T](rng), beta: factor[T](rng),
		padA: pick(rng, 0, 0, 1, 5), padB: pick(rng, 0, 0, 1, 5), padC: pick(rng, 0, 0, 1, 5),
		values: pick(rng, whole, random),
	}
	for {
		c.m, c.n, c.k = size(rng), size(rng), size(rng)
		if c.m*c.n*c.k <= limit {
			return c
		}
	}
}

func (s *suite[T]) testGemm(t *testing.T) {
	rng := newRand(t, 1)
	one, zero := number[T](1), number[T](0)

	// All small sizes and transposes.
	for _, transA := range transposes {
		for _, transB := range transposes {
			for i := range 7 * 7 * 7 {
				c := product[T]{transA: transA, transB: transB, m: 1 + i%7, n: 1 + i/7%7, k: 1 + i/49, alpha: one, beta: pick(rng, zero, one)}
				c.check(t, s.ops, rng)
			}
		}
	}
	// Samples of all else.
	for range 400 {
		c := randomProduct[T](rng, 60_000)
		c.check(t, s.ops, rng)
	}
	// Every size along every axis, next to a long one.
	for _, n := range sizes {
		for _, c := range []product[T]{{m: n, n: 9, k: 65}, {m: 65, n: n, k: 9}, {m: 9, n: 65, k: n}} {
			c.transA, c.transB = pick(rng, transposes[:]...), pick(rng, transposes[:]...)
			c.alpha, c.padC = one, 1
			c.check(t, s.ops, rng)
		}
	}
	// Large enough for blocks and threads; long and thin.
	for _, c := range []product[T]{
		{m: 129, n: 129, k: 129}, {m: 193, n: 65, k: 129, padA: 3}, {m: 16, n: 300, k: 290}, {m: 300, n: 5, k: 520},
		{m: 3, n: 2, k: 5000}, {m: 2000, n: 2, k: 2}, {m: 2, n: 2000, k: 2}, {m: 1, n: 700, k: 300}, {m: 700, n: 1, k: 300},
	} {
		c.transA, c.transB = pick(rng, transposes[:]...), pick(rng, transposes[:]...)
		c.alpha, c.beta = one, pick(rng, zero, one, number[T](-2))
		c.check(t, s.ops, rng)
	}
}
