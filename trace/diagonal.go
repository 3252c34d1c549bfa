package trace

// Diagonal: the operations that know where the diagonals of a tensor are.

import (
	"fmt"
	"slices"
)

// Diagonal takes the elements whose indices on two axes agree. The axes, Axis1 < Axis2, have one size; the first stays
// as the diagonal, the second vanishes.
type Diagonal struct {
	builtin
	Axis1, Axis2 int
}

// Name returns "diagonal".
func (op Diagonal) Name() string { return "diagonal" }

// Attrs returns the axes: "axes=[0 1]".
func (op Diagonal) Attrs() string { return fmt.Sprintf("axes=[%d %d]", op.Axis1, op.Axis2) }

// Infer gives the operand's type without its second axis.
func (op Diagonal) Infer(in []Type) ([]Type, error) {
	if err := arity(in, 1); err != nil {
		return nil, err
	}
	if err := checkAscending("axes", []int{op.Axis1, op.Axis2}, in[0].Rank()); err != nil {
		return nil, err
	}
	if n, m := in[0].Shape[op.Axis1], in[0].Shape[op.Axis2]; n != m {
		return nil, operandErr(ErrSize, 0, op.Axis2, "size %d, want %d as axis %d has", m, n, op.Axis1)
	}
	return result(in[0].DType, without(in[0].Shape, []int{op.Axis2}))
}

// EmbedDiagonal is the adjoint of Diagonal with the same axes: axis Axis1 of the operand becomes the diagonal of axes
// Axis1 < Axis2 of the result, whose other elements are 0 (false for bool).
type EmbedDiagonal struct {
	builtin
	Axis1, Axis2 int
}

// Name returns "embed_diagonal".
func (op EmbedDiagonal) Name() string { return "embed_diagonal" }

// Attrs returns the axes: "axes=[0 1]".
func (op EmbedDiagonal) Attrs() string { return fmt.Sprintf("axes=[%d %d]", op.Axis1, op.Axis2) }

// Infer gives the operand's type with the size of Axis1 also at Axis2.
func (op EmbedDiagonal) Infer(in []Type) ([]Type, error) {
	if err := arity(in, 1); err != nil {
		return nil, err
	}
	if err := wantRank(in, 0, 1); err != nil {
		return nil, err
	}
	if err := checkAscending("axes", []int{op.Axis1, op.Axis2}, in[0].Rank()+1); err != nil {
		return nil, err
	}
	return result(in[0].DType, slices.Insert(cloneInts(in[0].Shape), op.Axis2, in[0].Shape[op.Axis1]))
}

// Tril keeps the lower triangle of each matrix in axes 0 and 1, the elements (i, j) with j - i ≤ K, and sets the others
// to 0 (false for bool).
type Tril struct {
	builtin
	K int
}

// Name returns "tril".
func (op Tril) Name() string { return "tril" }

// Attrs returns the diagonal: "k=0".
func (op Tril) Attrs() string { return fmt.Sprintf("k=%d", op.K) }

// Infer gives the operand's type, of rank at least 2.
func (op Tril) Infer(in []Type) ([]Type, error) { return triangle(in) }

// Triu keeps the upper triangle of each matrix in axes 0 and 1, the elements (i, j) with j - i ≥ K, and sets the others
// to 0 (false for bool).
type Triu struct {
	builtin
	K int
}

// Name returns "triu".
func (op Triu) Name() string { return "triu" }

// Attrs returns the diagonal: "k=0".
func (op Triu) Attrs() string { return fmt.Sprintf("k=%d", op.K) }

// Infer gives the operand's type, of rank at least 2.
func (op Triu) Infer(in []Type) ([]Type, error) { return triangle(in) }

func triangle(in []Type) ([]Type, error) {
	if err := arity(in, 1); err != nil {
		return nil, err
	}
	if err := wantRank(in, 0, 2); err != nil {
		return nil, err
	}
	return result(in[0].DType, in[0].Shape)
}

// Diagonal returns the elements of x whose indices on two axes agree. The diagonal stands where the earlier of the axes
// was; the later vanishes. Negative axes count from the end.
func (tc *Context) Diagonal(x *Value, axis1, axis2 int) *Value {
	axes := normSet([]int{axis1, axis2}, x.Rank())
	return tc.apply1(Diagonal{Axis1: axes[0], Axis2: axes[1]}, x)
}

// EmbedDiagonal returns zeros with x on the diagonal of two axes of the result, the adjoint of Diagonal with these axes.
// Negative axes count from the end of the result.
func (tc *Context) EmbedDiagonal(x *Value, axis1, axis2 int) *Value {
	axes := normSet([]int{axis1, axis2}, x.Rank()+1)
	return tc.apply1(EmbedDiagonal{Axis1: axes[0], Axis2: axes[1]}, x)
}

// Tril returns x with zeros above the k-th diagonal of each matrix in axes 0 and 1.
func (tc *Context) Tril(x *Value, k int) *Value { return tc.apply1(Tril{K: k}, x) }

// Triu returns x with zeros below the k-th diagonal of each matrix in axes 0 and 1.
func (tc *Context) Triu(x *Value, k int) *Value { return tc.apply1(Triu{K: k}, x) }
