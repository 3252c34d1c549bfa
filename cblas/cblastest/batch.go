package cblastest

// This file tests the three forms of many products.

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/cblas"
)

func (s *suite[T]) testBatch(t *testing.T) {
	rng := newRand(t, 2)
	for _, count := range []int{0, 1, 2, 3, 7, 64} {
		for range 12 {
			c := randomProduct[T](rng, 10_000/max(1, count)+40)
			s.checkBatch(t, &c, count, rng)
		}
	}
	s.checkBatch(t, &product[T]{m: 65, n: 65, k: 65, alpha: number[T](1)}, 3, rng)
}

// checkBatch runs GemmBatch on count products of equal sizes, the first two of which share an operand.
func (s *suite[T]) checkBatch(t *testing.T, c *product[T], count int, rng *rand.Rand) {
	t.Helper()
	lda, ldb, ldc := c.ld()
	outs := make([]*operand[T], count)
	as, bs, cs := make([][]T, count), make([][]T, count), make([][]T, count)
	results := make([]*result, count)
	a, b := c.newA(rng), c.newB(rng)
	for i := range count {
		if i > 1 {
			a = c.newA(rng)
		}
		if i != 1 {
			b = c.newB(rng)
		}
		outs[i] = c.newC(rng)
		as[i], bs[i], cs[i] = a.slice(), b.slice(), outs[i].slice()
		results[i] = newResult(outs[i], c.values)
		results[i].gemm(c.m, c.n, c.k, wide1(c.alpha), a.view(c.transA), b.view(c.transB), wide1(c.beta), margin, 1, ldc, epsilon[T]())
	}
	require.NoError(t, s.ops.GemmBatch(c.transA, c.transB, c.m, c.n, c.k, c.alpha, as, lda, bs, ldb, c.beta, cs, ldc), "%+v", *c)
	for i, r := range results {
		outs[i].matches(t, "c", r.want, r.tolerance, *c)
	}
}

// series is a buffer with matrices at offsets.
type series[T cblas.Scalar] struct {
	operand[T]
	offsets []int
	mat     *operand[T]  // one of the matrices, for its shape
	wide    []complex128 // the buffer, once all matrices are drawn
}

// newSeries returns a buffer that holds a matrix like mat at each offset, all drawn or filled like fill does.
func newSeries[T cblas.Scalar](mat *operand[T], ld int, offsets []int, guard T, value func() T) *series[T] {
	s := &series[T]{offsets: offsets, mat: mat}
	for _, o := range offsets {
		if mat.length > 0 {
			s.length = max(s.length, o+mat.length)
		}
	}
	s.data = filled(s.length+2*margin, guard)
	for _, o := range offsets {
		for j := range mat.cols {
			for i := range mat.rows {
				s.data[margin+o+i+j*ld] = value()
			}
		}
	}
	s.wide = wide(s.data)
	return s
}

// view is operand.view of the matrix at one of the offsets.
func (s *series[T]) view(trans cblas.Transpose, i int) view {
	return newView(s.wide, margin+s.offsets[i], s.mat.row, s.mat.col, trans)
}

// multiples returns 0, stride, 2*stride, ...
func multiples(stride, count int) []int {
	s := make([]int, count)
	for i := range s {
		s[i] = i * stride
	}
	return s
}

// checkSeries computes what the products at these offsets give, runs call and compares.
func (c *product[T]) checkSeries(t *testing.T, offA, offB, offC []int, rng *rand.Rand, call func(a, b, out []T) error) {
	t.Helper()
	lda, ldb, ldc := c.ld()
	random := func() T { return draw[T](rng, c.values) }
	old := random
	if c.beta == 0 {
		old = nan[T]
	}
	a := newSeries(c.newA(rng), lda, offA, nan[T](), random)
	b := newSeries(c.newB(rng), ldb, offB, nan[T](), random)
	out := newSeries(c.newC(rng), ldc, offC, sentinel[T](), old)
	beforeA, beforeB := a.snapshot(), b.snapshot()
	r := newResult(&out.operand, c.values)
	for i, o := range offC {
		r.gemm(c.m, c.n, c.k, wide1(c.alpha), a.view(c.transA, i), b.view(c.transB, i), wide1(c.beta), margin+o, 1, ldc, epsilon[T]())
	}
	require.NoError(t, call(a.slice(), b.slice(), out.slice()), "%+v", *c)
	out.matches(t, "c", r.want, r.tolerance, *c)
	a.unchanged(t, "a", beforeA, *c)
	b.unchanged(t, "b", beforeB, *c)
}

func (s *suite[T]) testStrided(t *testing.T) {
	rng := newRand(t, 3)
	for _, count := range []int{0, 1, 2, 5, 64} {
		for range 20 {
			c := randomProduct[T](rng, 10_000/max(1, count)+40)
			s.checkStrided(t, &c, count, rng)
		}
	}
	s.checkStrided(t, &product[T]{m: 65, n: 65, k: 65, alpha: number[T](1)}, 3, rng)
	s.checkStrided(t, &product[T]{m: 4, n: 4, k: 4, alpha: number[T](1)}, 3000, rng)
}

// checkStrided runs GemmStrided, with operands shared (stride 0) or not, and results one after the other or one between
// the columns of the other.
func (s *suite[T]) checkStrided(t *testing.T, c *product[T], count int, rng *rand.Rand) {
	t.Helper()
	if pick(rng, false, false, true) {
		c.padC = max(1, c.m)*max(1, count) - max(1, c.m) + pick(rng, 0, 2) // room for all items between two columns
	}
	lda, ldb, ldc := c.ld()
	strideA := pick(rng, 0, c.newA(rng).length, c.newA(rng).length+3)
	strideB := pick(rng, 0, c.newB(rng).length, c.newB(rng).length+3)
	strideC := c.newC(rng).length + pick(rng, 0, 3)
	if c.padC > 5 {
		strideC = c.m
	}
	c.checkSeries(t, multiples(strideA, count), multiples(strideB, count), multiples(strideC, count), rng, func(a, b, out []T) error {
		return s.ops.GemmStrided(c.transA, c.transB, c.m, c.n, c.k, c.alpha, a, lda, strideA, b, ldb, strideB, c.beta, out, ldc, strideC, count)
	})
}

func (s *suite[T]) testOffsets(t *testing.T) {
	rng := newRand(t, 4)
	for _, count := range []int{0, 1, 2, 5, 40} {
		for range 20 {
			c := randomProduct[T](rng, 10_000/max(1, count)+40)
			lengthC := c.newC(rng).length
			offC := multiples(lengthC+pick(rng, 0, 2), count)
			rng.Shuffle(count, func(i, j int) { offC[i], offC[j] = offC[j], offC[i] })
			s.checkOffsets(t, &c, offC, rng)
		}
	}
	// Results that are updated several times, in a row and by turns: a sum over a block index.
	for _, beta := range []complex128{1, 1, 1, 0, -2} {
		for _, pattern := range [][]int{{0, 0, 0}, {0, 0, 1, 1, 1, 2}, {1, 0, 1, 0, 1, 2, 0}} {
			c := randomProduct[T](rng, 2000)
			c.beta, c.values = number[T](beta), whole
			offC := make([]int, len(pattern))
			for i, block := range pattern {
				offC[i] = block * (c.newC(rng).length + 1)
			}
			s.checkOffsets(t, &c, offC, rng)
		}
	}
	// Enough small products for threads to share, with runs that update one result.
	c := product[T]{m: 8, n: 8, k: 8, alpha: number[T](1), beta: number[T](1)}
	offC := make([]int, 1500)
	for i := range offC {
		offC[i] = i / 7 * 64
	}
	s.checkOffsets(t, &c, offC, rng)
}

// checkOffsets runs GemmOffsets with operands at random offsets, some of them shared.
func (s *suite[T]) checkOffsets(t *testing.T, c *product[T], offC []int, rng *rand.Rand) {
	t.Helper()
	offA, offB := make([]int, len(offC)), make([]int, len(offC))
	lengthA, lengthB := c.newA(rng).length, c.newB(rng).length
	for i := range offC {
		offA[i] = rng.IntN(5) * (lengthA + 2)
		offB[i] = rng.IntN(5) * (lengthB + 1)
	}
	lda, ldb, ldc := c.ld()
	c.checkSeries(t, offA, offB, offC, rng, func(a, b, out []T) error {
		return s.ops.GemmOffsets(c.transA, c.transB, c.m, c.n, c.k, c.alpha, a, lda, offA, b, ldb, offB, c.beta, out, ldc, offC)
	})
}
