package compiler

import (
	"math"
	"slices"

	"github.com/tenferro/tenferro-go/cblas"
	"github.com/tenferro/tenferro-go/tensor"
)

// This file chooses how one binary contraction runs on operands and a result that lie in memory as they are: which
// labels go inside one call of the provider, in which orientation, and which are loops around it. The table of layouts
// that a matrix product takes without a copy follows TensorOperations.jl's canfuse and TBLIS's classification.

// method is the kind of kernel that a pair runs on.
type method uint8

const (
	byProduct method = iota // the engine's own multiply(-reduce)
	byGemm
	byGemv
	byDot
)

// choice is one way to run a pair.
type choice struct {
	method method
	cost   float64 // predicted nanoseconds
	swap   bool    // A and B have changed places, the result is written transposed

	m, n, k axis   // the axes inside the call, of size 1 where there is none
	inside  [3]int // their positions among the left, right and contracted axes after fusing, -1 where there is none

	transA, transB cblas.Transpose
	lda, ldb, ldc  int
}

// pair is a binary contraction C = Σ A·B over operands with given strides.
type pair struct {
	dtype        tensor.DType
	conjA, conjB bool
	axes         []axis
}

var noAxis = axis{dim: 1}

// grouped holds the fused axes of a pair by class. Its memory is on the caller's stack for tensors of usual rank.
type grouped struct {
	axes  [numClasses][]axis
	space [numClasses][24]axis
}

func (g *grouped) fill(p *pair) {
	for c := range g.axes {
		g.axes[c] = fuse(g.space[c][:0], p.axes, class(c))
	}
}

// loops returns the axes around the call: those of independent results and those that are summed.
func (g *grouped) loops(c *choice) (batched, summed []axis) {
	except := func(axes []axis, i int) []axis {
		if i < 0 {
			return axes
		}
		return slices.Delete(slices.Clone(axes), i, i+1)
	}
	batched = slices.Concat(except(g.axes[left], c.inside[0]), except(g.axes[right], c.inside[1]), g.axes[batch])
	return batched, slices.Clone(except(g.axes[contracted], c.inside[2]))
}

// choose returns the cheapest way to run p where its tensors lie. There always is one.
func (p *pair) choose(cm *CostModel) choice {
	var g grouped
	g.fill(p)
	best := p.product(cm, &g)
	ms, ns, ks := g.axes[left], g.axes[right], g.axes[contracted]
	if !p.dtype.IsScalar() || len(ks) == 0 {
		return best
	}
	total := points(ms) * points(ns) * points(ks) * points(g.axes[batch])
	loops := len(g.axes[batch]) + len(ms) + len(ns) + len(ks) - 1
	for im := -1; im < len(ms); im++ {
		for in := -1; in < len(ns); in++ {
			for ik := range ks {
				alone := loops == btoi(im >= 0)+btoi(in >= 0)
				c, ok := p.call(pick(ms, im), pick(ns, in), ks[ik], alone)
				if !ok {
					continue
				}
				c.inside = [3]int{im, in, ik}
				if c.cost = p.callCost(cm, &c, total); c.cost < best.cost {
					best = c
				}
			}
		}
	}
	return best
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// product is the choice that always works: a loop nest of the engine's own kernel.
func (p *pair) product(cm *CostModel, g *grouped) choice {
	inner := noAxis
	n := 1.0
	for c, axes := range g.axes {
		for _, x := range axes {
			n *= float64(x.dim)
			if class(c) != contracted && (inner.dim == 1 || abs(x.stride[opC]) < abs(inner.stride[opC])) {
				inner = x
			}
		}
	}
	for _, x := range g.axes[contracted] {
		if x.stride[opA] == 1 && x.stride[opB] == 1 && x.dim > inner.dim {
			inner = x
		}
	}
	strided := abs(inner.stride[opA]) > 1 || abs(inner.stride[opB]) > 1 || abs(inner.stride[opC]) > 1 || inner.dim < 8
	if p.dtype.IsComplex() {
		n *= 4
	}
	size := float64(p.dtype.Size())
	bytes := size * (float64(p.elements(opA)) + float64(p.elements(opB)) + float64(p.elements(opC)))
	return choice{method: byProduct, m: noAxis, n: noAxis, k: noAxis, inside: [3]int{-1, -1, -1}, cost: cm.product(n, float64(inner.dim), bytes, strided)}
}

// elements is the number of elements that the pair touches in one of its tensors.
func (p *pair) elements(t int) int {
	n := 1
	for _, x := range p.axes {
		if x.stride[t] != 0 {
			n *= x.dim
		}
	}
	return n
}

func pick(axes []axis, i int) axis {
	if i < 0 {
		return noAxis
	}
	return axes[i]
}

// call tries one assignment of fused axes to the m, n and k of a provider's routine. alone says that no loop is left
// around it: only then may it be a vector routine, since a loop nest of GEMM alone crosses into the provider once.
func (p *pair) call(m, n, k axis, alone bool) (choice, bool) {
	c := choice{m: m, n: n, k: k}
	switch {
	case alone && c.m.dim == 1 && c.n.dim == 1:
		if d, ok := p.dot(c); ok {
			return d, true
		}
	case alone && c.n.dim == 1 && p.gemv(&c, opA, opB, p.conjA, p.conjB):
		return c, true
	case alone && c.m.dim == 1:
		swapped := c
		swapped.m, swapped.n, swapped.swap = c.n, c.m, true
		if p.gemv(&swapped, opB, opA, p.conjB, p.conjA) {
			return swapped, true
		}
	}
	if p.gemm(&c, opA, opB, p.conjA, p.conjB) {
		return c, true
	}
	c.m, c.n, c.swap = c.n, c.m, true
	return c, p.gemm(&c, opB, opA, p.conjB, p.conjA)
}

func (p *pair) dot(c choice) (choice, bool) {
	incX, incY := c.k.stride[opA], c.k.stride[opB]
	if !fits(c.k.dim) || incX <= 0 || incY <= 0 || !fits(incX) || !fits(incY) || (p.conjA && p.conjB) {
		return c, false
	}
	c.method, c.swap = byDot, p.conjB // the routine conjugates its first vector
	return c, true
}

func (p *pair) gemv(c *choice, a, b int, conjA, conjB bool) bool {
	incX, incY := c.k.stride[b], c.m.stride[opC]
	if conjB || incX <= 0 || incY <= 0 || !fits(incX) || !fits(incY) {
		return false
	}
	trans, ld, ok := matrix(c.m.dim, c.k.dim, c.m.stride[a], c.k.stride[a], conjA)
	if !ok || inexact(p.dtype, trans, c.m.dim, c.k.dim) {
		return false
	}
	c.method, c.transA, c.lda = byGemv, trans, ld
	return true
}

// inexact tells the products of few rows and a long sum that a provider runs as a chain of vector additions, with one
// running sum an element: in single precision they lose digits that the engine's own kernel keeps.
func inexact(d tensor.DType, trans cblas.Transpose, m, k int) bool {
	return d.Real() == tensor.Float32 && trans == cblas.NoTrans && m <= 16 && k >= 1024
}

func (p *pair) gemm(c *choice, a, b int, conjA, conjB bool) bool {
	var okA, okB bool
	c.transA, c.lda, okA = matrix(c.m.dim, c.k.dim, c.m.stride[a], c.k.stride[a], conjA)
	c.transB, c.ldb, okB = matrix(c.k.dim, c.n.dim, c.k.stride[b], c.n.stride[b], conjB)
	transC, ldc, okC := matrix(c.m.dim, c.n.dim, c.m.stride[opC], c.n.stride[opC], false)
	if !okA || !okB || !okC || transC != cblas.NoTrans || (c.n.dim == 1 || c.m.dim == 1) && inexact(p.dtype, cblas.NoTrans, c.m.dim*c.n.dim, c.k.dim) {
		return false
	}
	c.method, c.ldc = byGemm, ldc
	return true
}

// matrix says how a rows×cols matrix with the given element strides is handed to BLAS: as it is, or as the transpose of
// what lies in memory. A conjugated operand must be transposed, since BLAS conjugates no other.
func matrix(rows, cols, rowStride, colStride int, conj bool) (t cblas.Transpose, ld int, ok bool) {
	if !fits(rows) || !fits(cols) {
		return 0, 0, false
	}
	if !conj && (rows == 1 || rowStride == 1) && (cols == 1 || colStride >= rows) {
		ld = rows
		if cols > 1 {
			ld = colStride
		}
		return cblas.NoTrans, ld, fits(ld)
	}
	if (cols == 1 || colStride == 1) && (rows == 1 || rowStride >= cols) {
		t, ld = cblas.Trans, cols
		if rows > 1 {
			ld = rowStride
		}
		if conj {
			t = cblas.ConjTrans
		}
		return t, ld, fits(ld)
	}
	return 0, 0, false
}

// fits reports whether a provider with 32-bit integers can be told x.
func fits(x int) bool { return x <= math.MaxInt32 }

// callCost predicts the time of a choice of the provider's for a pair of total index points.
func (p *pair) callCost(cm *CostModel, c *choice, total int) float64 {
	m, n, k := float64(c.m.dim), float64(c.n.dim), float64(c.k.dim)
	mul := 2.0
	if p.dtype.IsComplex() {
		mul = 8
	}
	// Among ways that would take as long otherwise, long columns of C are the better ones, and an A that lies as it is read, much so
	// where there are few rows.
	slow := 1.0
	if c.m.dim < c.n.dim {
		slow += 0.01
	}
	if c.transA != cblas.NoTrans {
		slow += 0.01
		if c.m.dim < 16 {
			slow += 1 / m
		}
	}
	return cm.gemm(m, n, k, float64(total)/(m*n*k), float64(p.dtype.Size()), mul) * slow
}
