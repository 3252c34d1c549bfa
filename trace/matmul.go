package trace

// MatMul: the products that people know by name, all of them one Contract.

import (
	"fmt"
	"slices"
)

// DotDims says which axes DotGeneral pairs: ContractA[i] with ContractB[i], summed, and BatchA[i] with BatchB[i], kept.
// Negative axes count from the end.
type DotDims struct {
	ContractA, ContractB []int
	BatchA, BatchB       []int
}

// MatMul returns the matrix product of a: [m, k, batch…] and b: [k, n, batch…], which is [m, n, batch…]: batch axes trail
// and agree.
//
// An operand of rank 1 is a vector: [m, k, batch…]·[k] is [m, batch…], [k]·[k, n, batch…] is [n, batch…], and [k]·[k]
// is a scalar. An operand without batch axes serves every batch of the other.
func (tc *Context) MatMul(a, b *Value) *Value {
	const op = "matmul"
	if !tc.ready(op, a, b) {
		return tc.poison1()
	}
	in := []Type{a.typ, b.typ}
	for i := range in {
		if err := wantRank(in, i, 1); err != nil {
			return tc.poisoned(1, op, err)[0]
		}
	}
	if a.Rank() > 2 && b.Rank() > 2 && a.Rank() != b.Rank() {
		return tc.poisoned(1, op, operandErr(ErrRank, 1, -1, "%d batch axes, want %d as operand 0 has, or none",
			b.Rank()-2, a.Rank()-2))[0]
	}
	const m, k, n, batch = 0, 1, 2, 3
	c := Contract{A: []int{m, k}, B: []int{k, n}, Out: []int{m, n}}
	if a.Rank() == 1 {
		c.A, c.Out = []int{k}, c.Out[1:]
	}
	if b.Rank() == 1 {
		c.B, c.Out = []int{k}, c.Out[:len(c.Out)-1]
	}
	c.A = append(c.A, span(batch, batch+a.Rank()-2)...)
	c.B = append(c.B, span(batch, batch+b.Rank()-2)...)
	c.Out = append(c.Out, span(batch, batch+max(a.Rank(), b.Rank())-2)...)
	return tc.as(op, tc.apply1(c, a, b))
}

// TensorDot sums over pairs of axes, axesA[i] of a with axesB[i] of b. The result has the other axes of a, then those
// of b. Negative axes count from the end.
func (tc *Context) TensorDot(a, b *Value, axesA, axesB []int) *Value {
	return tc.dot("tensordot", a, b, DotDims{ContractA: axesA, ContractB: axesB})
}

// TensorDotN sums over the last n axes of a with the first n of b, in order.
func (tc *Context) TensorDotN(a, b *Value, n int) *Value {
	const op = "tensordot"
	if !tc.ready(op, a, b) {
		return tc.poison1()
	}
	if n < 0 || n > a.Rank() || n > b.Rank() {
		return tc.poisoned(1, op, paramErr("n", "%d axes, but the ranks are %d and %d", n, a.Rank(), b.Rank()))[0]
	}
	return tc.dot(op, a, b, DotDims{ContractA: span(a.Rank()-n, a.Rank()), ContractB: span(0, n)})
}

// DotGeneral sums over pairs of axes and keeps pairs as batches. The result has the free axes of a, then those of b,
// then the batch axes in the order of the pairs.
func (tc *Context) DotGeneral(a, b *Value, dims DotDims) *Value {
	return tc.dot("dot_general", a, b, dims)
}

// dot gives axis i of a the label i, pairs of axes one label, and the free axes of b labels behind those of a.
func (tc *Context) dot(op string, a, b *Value, dims DotDims) *Value {
	if !tc.ready(op, a, b) {
		return tc.poison1()
	}
	contractA, contractB := normAxes(dims.ContractA, a.Rank()), normAxes(dims.ContractB, b.Rank())
	batchA, batchB := normAxes(dims.BatchA, a.Rank()), normAxes(dims.BatchB, b.Rank())
	pairedA, pairedB := slices.Concat(contractA, batchA), slices.Concat(contractB, batchB)
	if err := checkPairs(len(contractA), len(contractB), len(batchA), len(batchB)); err != nil {
		return tc.poisoned(1, op, err)[0]
	}
	for i, paired := range [][]int{pairedA, pairedB} {
		rank := []*Value{a, b}[i].Rank()
		if err := checkAxes("axes", paired, rank); err != nil {
			return tc.poisoned(1, op, fmt.Errorf("operand %d: %w", i, err))[0]
		}
	}
	c := Contract{A: span(0, a.Rank()), B: span(a.Rank(), a.Rank()+b.Rank())}
	for i, axis := range pairedB {
		c.B[axis] = pairedA[i]
	}
	c.Out = slices.Concat(without(c.A, pairedA), without(c.B, pairedB), batchA)
	return tc.as(op, tc.apply1(c, a, b))
}

func checkPairs(contractA, contractB, batchA, batchB int) error {
	switch {
	case contractA != contractB:
		return paramErr("contracted axes", "%d of operand 0, %d of operand 1", contractA, contractB)
	case batchA != batchB:
		return paramErr("batch axes", "%d of operand 0, %d of operand 1", batchA, batchB)
	}
	return nil
}
