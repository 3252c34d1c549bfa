package linalg

import (
	"fmt"
	"slices"

	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// TensorSolve computes X with Σ A[b…, x…]·X[x…] = B[b…]: the first axes of a are b's, the others X's, and both groups have
// the same number of elements.
func TensorSolve(a, b *tensor.Tensor, opts ...Option) (*tensor.Tensor, error) {
	return composed("tensorsolve", params{}, opts, func(tc *trace.Context, in []*trace.Value) *trace.Value {
		return TraceTensorSolve(tc, in[0], in[1])
	}, a, b)
}

// TraceTensorSolve is TensorSolve in a traced program.
func TraceTensorSolve(tc *trace.Context, a, b *trace.Value) *trace.Value {
	tc.Helper()
	shape, rows := a.Shape(), b.Shape()
	if len(rows) > len(shape) || !slices.Equal(shape[:len(rows)], rows) {
		return tc.Fail(&OperandError{Op: "tensorsolve", Operand: 0, Type: trace.Type{DType: a.DType(), Shape: shape},
			Reason: fmt.Sprintf("its first axes must have operand 1's shape, %v", rows)})
	}
	columns := shape[len(rows):]
	m, n := product(rows), product(columns)
	if m != n {
		return tc.Fail(&OperandError{Op: "tensorsolve", Operand: 0, Type: trace.Type{DType: a.DType(), Shape: shape},
			Reason: fmt.Sprintf("%d equations for %d unknowns", m, n)})
	}
	return tc.Reshape(TraceSolve(tc, tc.Reshape(a, m, n), tc.Reshape(b, m)), columns...)
}

// TensorInv computes the inverse of a tensor as a linear map from its axes from k on to its first k axes: the result has
// those from k on first, and Σ Inv[x…, b…]·A[b…, y…] is 1 where x = y and 0 elsewhere. 0 < k < rank.
func TensorInv(a *tensor.Tensor, k int, opts ...Option) (*tensor.Tensor, error) {
	return composed("tensorinv", params{Rank: k}, opts, func(tc *trace.Context, in []*trace.Value) *trace.Value {
		return TraceTensorInv(tc, in[0], k)
	}, a)
}

// TraceTensorInv is TensorInv in a traced program.
func TraceTensorInv(tc *trace.Context, a *trace.Value, k int) *trace.Value {
	tc.Helper()
	shape := a.Shape()
	if k <= 0 || k >= len(shape) {
		return tc.Fail(&OptionError{Op: "tensorinv", Option: "k", Reason: fmt.Sprintf("%d, must lie within the rank, %d", k, len(shape))})
	}
	m, n := product(shape[:k]), product(shape[k:])
	if m != n {
		return tc.Fail(&OperandError{Op: "tensorinv", Operand: 0, Type: trace.Type{DType: a.DType(), Shape: shape},
			Reason: fmt.Sprintf("%d equations for %d unknowns", m, n)})
	}
	return tc.Reshape(TraceInv(tc, tc.Reshape(a, m, n)), slices.Concat(shape[k:], shape[:k])...)
}
