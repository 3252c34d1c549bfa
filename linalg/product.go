package linalg

import (
	"fmt"
	"slices"

	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// MatrixPower computes the n-th power of a: [m, m, batch…]; a negative n takes the inverse first, 0 gives identities.
//
// Method: squaring.
func MatrixPower(a *tensor.Tensor, n int, opts ...Option) (*tensor.Tensor, error) {
	return composed("power", params{Rank: n}, opts, func(tc *trace.Context, in []*trace.Value) *trace.Value {
		return TraceMatrixPower(tc, in[0], n)
	}, a)
}

// TraceMatrixPower is MatrixPower in a traced program.
func TraceMatrixPower(tc *trace.Context, a *trace.Value, n int) *trace.Value {
	tc.Helper()
	t := trace.Type{DType: a.DType(), Shape: a.Shape()}
	s := signature{op: &op{name: "power"}, in: []trace.Type{t}}
	if m, batch := s.square(0); s.err != nil {
		return tc.Fail(s.err)
	} else if n == 0 {
		return tc.Broadcast(tc.Eye(t.DType, m), slices.Concat([]int{m, m}, batch), 0, 1)
	}
	left := uint(n)
	if n < 0 {
		a, left = TraceInv(tc, a), -left // which the smallest integer has too
	}
	var power *trace.Value
	for ; left > 0; left >>= 1 {
		if left&1 == 1 {
			if power == nil {
				power = a
			} else {
				power = tc.MatMul(power, a)
			}
		}
		if left > 1 {
			a = tc.MatMul(a, a)
		}
	}
	return power
}

// Kron computes the Kronecker product of a: [m, n, batch…] and b: [p, q, batch…], as [m·p, n·q, batch…]: element
// (i·p + k, j·q + l) is a[i, j]·b[k, l].
func Kron(a, b *tensor.Tensor, opts ...Option) (*tensor.Tensor, error) {
	return composed("kron", params{}, opts, func(tc *trace.Context, in []*trace.Value) *trace.Value {
		return TraceKron(tc, in[0], in[1])
	}, a, b)
}

// TraceKron is Kron in a traced program.
func TraceKron(tc *trace.Context, a, b *trace.Value) *trace.Value {
	tc.Helper()
	x, y := a.Shape(), b.Shape()
	s := signature{op: &op{name: "kron"}, in: []trace.Type{{DType: a.DType(), Shape: x}, {DType: b.DType(), Shape: y}}}
	m, n, batch := s.matrix(0)
	p, q, other := s.matrix(1)
	if !slices.Equal(batch, other) {
		s.fail(1, "its batch must be operand 0's, %v", batch)
	}
	if s.err != nil {
		return tc.Fail(s.err)
	}
	const i, j, k, l, rest = 0, 1, 2, 3, 4
	left, right, out := []int{i, j}, []int{k, l}, []int{k, i, l, j}
	for axis := range batch {
		left, right, out = append(left, rest+axis), append(right, rest+axis), append(out, rest+axis)
	}
	return tc.Reshape(tc.Contract(a, b, left, right, out), slices.Concat([]int{m * p, n * q}, batch)...)
}

// MultiDot computes the product of two or more matrices in the order of least work. The first may be a vector, taken as a row,
// and the last one, taken as a column; those axes are then missing from the result.
//
// Method: dynamic programming over the intervals of the chain.
func MultiDot(matrices []*tensor.Tensor, opts ...Option) (*tensor.Tensor, error) {
	return composed("multidot", params{}, opts, func(tc *trace.Context, in []*trace.Value) *trace.Value {
		return TraceMultiDot(tc, in...)
	}, matrices...)
}

// TraceMultiDot is MultiDot in a traced program.
func TraceMultiDot(tc *trace.Context, matrices ...*trace.Value) *trace.Value {
	tc.Helper()
	n := len(matrices)
	if n == 0 {
		return tc.Fail(&OperandError{Op: "multidot", Operand: -1, Reason: "no operands"})
	}
	sizes := make([]int, 0, n+1) // matrix i is [sizes[i], sizes[i+1]]
	for i, v := range matrices {
		shape := v.Shape()
		ends := i == 0 || i == n-1
		if len(shape) != 2 && !(len(shape) == 1 && ends && n > 1) {
			return tc.Fail(&OperandError{Op: "multidot", Operand: i, Type: trace.Type{DType: v.DType(), Shape: shape},
				Reason: "a matrix is needed, or a vector at either end"})
		}
		switch {
		case len(shape) == 2:
		case i == 0:
			shape = []int{1, shape[0]}
		default:
			shape = []int{shape[0], 1}
		}
		if i > 0 && shape[0] != sizes[i] {
			return tc.Fail(&OperandError{Op: "multidot", Operand: i, Type: trace.Type{DType: v.DType(), Shape: v.Shape()},
				Reason: fmt.Sprintf("axis 0 has size %d, the last axis of operand %d has %d", shape[0], i-1, sizes[i])})
		}
		if i == 0 {
			sizes = append(sizes, shape[0])
		}
		sizes = append(sizes, shape[1])
	}
	split := chainOrder(sizes)
	var multiply func(from, to int) *trace.Value
	multiply = func(from, to int) *trace.Value {
		if from == to {
			return matrices[from]
		}
		at := split[from][to]
		return tc.MatMul(multiply(from, at), multiply(at+1, to))
	}
	return multiply(0, n-1)
}

// chainOrder returns after which matrix each interval of a chain is best split (Cormen et al., Introduction to Algorithms,
// 15.2).
func chainOrder(sizes []int) [][]int {
	n := len(sizes) - 1
	cost, split := make([][]float64, n), make([][]int, n)
	for i := range n {
		cost[i], split[i] = make([]float64, n), make([]int, n)
	}
	for length := 2; length <= n; length++ {
		for from := 0; from+length <= n; from++ {
			to := from + length - 1
			for at := from; at < to; at++ {
				c := cost[from][at] + cost[at+1][to] + float64(sizes[from])*float64(sizes[at+1])*float64(sizes[to+1])
				if at == from || c < cost[from][to] {
					cost[from][to], split[from][to] = c, at
				}
			}
		}
	}
	return split
}

// composed is a one-shot call of what other operations make up.
func composed(name string, p params, opts []Option, build func(tc *trace.Context, in []*trace.Value) *trace.Value, operands ...*tensor.Tensor) (*tensor.Tensor, error) {
	o, err := parse(name, opts)
	if err != nil {
		return nil, err
	}
	for i, t := range operands {
		if t != nil && !t.DType().IsScalar() {
			return nil, &OperandError{Op: name, Operand: i, Type: trace.Type{DType: t.DType(), Shape: t.Shape()}, Reason: "float32, float64, complex64 or complex128 is needed; cast it first"}
		}
	}
	out, err := o.program(name, p, func(tc *trace.Context, in []*trace.Value) []*trace.Value {
		return []*trace.Value{build(tc, in)}
	}, operands...)
	if err != nil {
		return nil, err
	}
	return out[0], nil
}
