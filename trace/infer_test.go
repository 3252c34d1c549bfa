package trace_test

import (
	"fmt"
	"reflect"
	goruntime "runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

const (
	f32  = tensor.Float32
	f64  = tensor.Float64
	c64  = tensor.Complex64
	c128 = tensor.Complex128
	i32  = tensor.Int32
	i64  = tensor.Int64
	b8   = tensor.Bool
)

type (
	tctx = *trace.Context
	val  = *trace.Value
)

// accepted are programs of one value, with the type that it must have.
var accepted = []struct {
	want  string
	build func(tc tctx) val
}{
	// leaves
	{"float32[]", func(tc tctx) val { return tc.Input(f32) }},
	{"bool[0 3]", func(tc tctx) val { return tc.Input(b8, 0, 3) }},
	{"int32[2 3]", func(tc tctx) val { return tc.Const(tensor.MustFromRowMajor([]int32{1, 2, 3, 4, 5, 6}, 2, 3)) }},
	{"complex64[3]", func(tc tctx) val { return tc.Full(c64, 2, 3) }},
	{"float64[]", func(tc tctx) val { return tc.Scalar(f64, float32(0.5)) }},
	{"bool[2]", func(tc tctx) val { return tc.Zeros(b8, 2) }},
	{"int64[0]", func(tc tctx) val { return tc.Ones(i64, 0) }},
	{"int64[2 3]", func(tc tctx) val { return tc.Iota(i64, -1, 2, 3) }},
	{"float32[3 3]", func(tc tctx) val { return tc.Eye(f32, 3) }},
	{"bool[0 0]", func(tc tctx) val { return tc.Eye(b8, 0) }},

	// elementwise
	{"int32[2]", func(tc tctx) val { return tc.Neg(tc.Input(i32, 2)) }},
	{"float64[2]", func(tc tctx) val { return tc.Abs(tc.Input(c128, 2)) }},
	{"int64[]", func(tc tctx) val { return tc.Abs(tc.Input(i64)) }},
	{"complex64[2]", func(tc tctx) val { return tc.Sign(tc.Input(c64, 2)) }},
	{"complex64[1 0]", func(tc tctx) val { return tc.Exp(tc.Input(c64, 1, 0)) }},
	{"float32[2]", func(tc tctx) val { return tc.Real(tc.Input(c64, 2)) }},
	{"float64[2]", func(tc tctx) val { return tc.Imag(tc.Input(c128, 2)) }},
	{"float64[2]", func(tc tctx) val { return tc.Imag(tc.Input(f64, 2)) }},
	{"int32[2]", func(tc tctx) val { return tc.Conj(tc.Input(i32, 2)) }},
	{"float64[2 1]", func(tc tctx) val { return tc.Add(tc.Input(f64, 2, 1), tc.Input(f64, 2, 1)) }},
	{"float64[2 3]", func(tc tctx) val { return tc.Mul(tc.Input(f64), tc.Input(f64, 2, 3)) }},
	{"int32[4]", func(tc tctx) val { return tc.Div(tc.Input(i32, 4), tc.Input(i32)) }},
	{"complex64[]", func(tc tctx) val { return tc.Pow(tc.Input(c64), tc.Input(c64)) }},
	{"int64[0]", func(tc tctx) val { return tc.Max(tc.Input(i64, 0), tc.Scalar(i64, 1)) }},
	{"bool[3]", func(tc tctx) val { return tc.Less(tc.Input(f32, 3), tc.Input(f32)) }},
	{"bool[3]", func(tc tctx) val { return tc.Equal(tc.Input(c64, 3), tc.Input(c64, 3)) }},
	{"bool[3]", func(tc tctx) val { return tc.NotEqual(tc.Input(b8, 3), tc.Input(b8, 3)) }},
	{"complex64[2]", func(tc tctx) val { return tc.Where(tc.Input(b8), tc.Input(c64, 2), tc.Input(c64)) }},
	{"bool[5]", func(tc tctx) val { return tc.Where(tc.Input(b8, 5), tc.Input(b8), tc.Input(b8)) }},
	{"float64[2]", func(tc tctx) val { return tc.Clamp(tc.Input(f64, 2), tc.Scalar(f64, 0), tc.Scalar(f64, 1)) }},
	{"bool[2]", func(tc tctx) val { return tc.Cast(tc.Input(c64, 2), b8) }},
	{"bool[2]", func(tc tctx) val { return tc.And(tc.Input(b8, 2), tc.Input(b8)) }},
	{"bool[2]", func(tc tctx) val { return tc.Or(tc.Input(b8), tc.Input(b8, 2)) }},
	{"bool[2]", func(tc tctx) val { return tc.Not(tc.Input(b8, 2)) }},

	// reductions
	{"float64[3]", func(tc tctx) val { return tc.Sum(tc.Input(f64, 2, 3, 4), -1, 0) }},
	{"int32[2 4]", func(tc tctx) val { return tc.Sum(tc.Input(i32, 2, 0, 4), 1) }},
	{"complex64[]", func(tc tctx) val { return tc.Prod(tc.Input(c64, 2, 3)) }},
	{"complex64[2]", func(tc tctx) val { return tc.Mean(tc.Input(c64, 2, 3), 1) }},
	{"float64[0]", func(tc tctx) val { return tc.ReduceMax(tc.Input(f64, 0, 3), 1) }},
	{"int64[]", func(tc tctx) val { return tc.ReduceMin(tc.Input(i64)) }},
	{"int64[3]", func(tc tctx) val { return tc.ArgMax(tc.Input(f32, 2, 3), 0) }},
	{"int64[]", func(tc tctx) val { return tc.ArgMin(tc.Input(f32)) }},

	// layout
	{"float64[4 2 3]", func(tc tctx) val { return tc.Permute(tc.Input(f64, 2, 3, 4), 2, 0, -2) }},
	{"float64[]", func(tc tctx) val { return tc.Permute(tc.Input(f64)) }},
	{"float64[3 2 4]", func(tc tctx) val { return tc.Transpose(tc.Input(f64, 2, 3, 4)) }},
	{"float64[3 2]", func(tc tctx) val { return tc.Reshape(tc.Input(f64, 2, 3), 3, -1) }},
	{"float64[0 7]", func(tc tctx) val { return tc.Reshape(tc.Input(f64, 0, 3), -1, 7) }},
	{"float64[]", func(tc tctx) val { return tc.Reshape(tc.Input(f64, 1, 1)) }},
	{"float64[2 3]", func(tc tctx) val { return tc.Broadcast(tc.Input(f64), []int{2, 3}) }},
	{"float64[2 3]", func(tc tctx) val { return tc.Broadcast(tc.Input(f64, 2), []int{2, 3}) }},
	{"float64[2 3]", func(tc tctx) val { return tc.Broadcast(tc.Input(f64, 3), []int{2, 3}, -1) }},
	{"float64[2 3 4]", func(tc tctx) val { return tc.Broadcast(tc.Input(f64, 1, 4), []int{2, 3, 4}, 0, 2) }},
	{"float64[0]", func(tc tctx) val { return tc.Broadcast(tc.Input(f64, 1), []int{0}) }},
	{"float64[1 2 3 1]", func(tc tctx) val { return tc.ExpandDims(tc.Input(f64, 2, 3), 0, -1) }},
	{"float64[1 3]", func(tc tctx) val { return tc.ExpandDims(tc.Sum(tc.Input(f64, 2, 3), 0), 0) }},
	{"float64[3]", func(tc tctx) val { return tc.Squeeze(tc.Input(f64, 1, 3, 1), 0, -1) }},
	{"float64[2 1]", func(tc tctx) val { return tc.Slice(tc.Input(f64, 5, 6), []int{1, 0}, nil, []int{2, 7}) }},
	{"float64[0]", func(tc tctx) val { return tc.Slice(tc.Input(f64, 5), []int{5}, nil, nil) }},
	{"float64[5 2]", func(tc tctx) val { return tc.SliceAxis(tc.Input(f64, 5, 6), -1, 2, 4) }},
	{"bool[5 6]", func(tc tctx) val { return tc.Reverse(tc.Input(b8, 5, 6), -1) }},
	{"int32[8 2]", func(tc tctx) val {
		return tc.Pad(tc.Input(i32, 3, 0), tc.Scalar(i32, 7), []int{1, 2}, nil, []int{2, 2})
	}},
	{"float64[2 4]", func(tc tctx) val {
		return tc.Concatenate(-1, tc.Input(f64, 2, 3), tc.Input(f64, 2, 0), tc.Input(f64, 2, 1))
	}},
	{"float64[2 3]", func(tc tctx) val { return tc.Stack(-1, tc.Input(f64, 2), tc.Input(f64, 2), tc.Input(f64, 2)) }},
	{"float64[1]", func(tc tctx) val { return tc.Stack(0, tc.Input(f64)) }},
	{"float64[2 3]", func(tc tctx) val { return tc.Split(tc.Input(f64, 2, 5), 1, 2, 0, 3)[2] }},

	// diagonals
	{"float64[3 2]", func(tc tctx) val { return tc.Diagonal(tc.Input(f64, 3, 2, 3), -1, 0) }},
	{"float64[3 2 3]", func(tc tctx) val { return tc.EmbedDiagonal(tc.Input(f64, 3, 2), 0, -1) }},
	{"float64[3 2 2]", func(tc tctx) val { return tc.EmbedDiagonal(tc.Input(f64, 3, 2), 1, 2) }},
	{"bool[3 2 5]", func(tc tctx) val { return tc.Tril(tc.Input(b8, 3, 2, 5), -1) }},
	{"complex64[0 2]", func(tc tctx) val { return tc.Triu(tc.Input(c64, 0, 2), 9) }},

	// indexing
	{"float64[5 7 8]", func(tc tctx) val {
		return tc.Gather(tc.Input(f64, 4, 5, 6), []int{2, 0}, tc.Input(i32, 7, 8), tc.Input(i32))
	}},
	{"float64[5 0]", func(tc tctx) val { return tc.Gather(tc.Input(f64, 0, 5), []int{0}, tc.Input(i64, 0)) }},
	{"complex64[4 5]", func(tc tctx) val {
		return tc.ScatterAdd(tc.Input(c64, 4, 5), tc.Input(c64, 4, 3), []int{1}, tc.Input(i64, 3))
	}},
	{"bool[4]", func(tc tctx) val { return tc.ScatterSet(tc.Input(b8, 4), tc.Input(b8), []int{0}, tc.Input(i64)) }},
	{"float64[4 7 8 6]", func(tc tctx) val { return tc.Take(tc.Input(f64, 4, 5, 6), tc.Input(i64, 7, 8), 1) }},
	{"float64[4 5]", func(tc tctx) val { return tc.Take(tc.Input(f64, 4, 5, 6), tc.Input(i64), -1) }},

	// products
	{"int64[4 2]", func(tc tctx) val {
		return tc.Contract(tc.Input(i64, 2, 3, 3), tc.Input(i64, 3, 4), []int{7, 1, 1}, []int{1, 1 << 40}, []int{1 << 40, 7})
	}},
	{"float64[3]", func(tc tctx) val {
		return tc.Contract(tc.Input(f64, 2), tc.Input(f64, 3), []int{0}, []int{1}, []int{1})
	}},
	{"float64[]", func(tc tctx) val {
		return tc.Contract(tc.Input(f64, 0), tc.Input(f64, 0), []int{0}, []int{0}, nil)
	}},
	{"float64[2 4]", func(tc tctx) val { return tc.MatMul(tc.Input(f64, 2, 3), tc.Input(f64, 3, 4)) }},
	{"float64[2 4 5 6]", func(tc tctx) val { return tc.MatMul(tc.Input(f64, 2, 3, 5, 6), tc.Input(f64, 3, 4, 5, 6)) }},
	{"float64[2 4 5]", func(tc tctx) val { return tc.MatMul(tc.Input(f64, 2, 3), tc.Input(f64, 3, 4, 5)) }},
	{"float64[2 5]", func(tc tctx) val { return tc.MatMul(tc.Input(f64, 2, 3, 5), tc.Input(f64, 3)) }},
	{"float64[4 5]", func(tc tctx) val { return tc.MatMul(tc.Input(f64, 3), tc.Input(f64, 3, 4, 5)) }},
	{"float64[]", func(tc tctx) val { return tc.MatMul(tc.Input(f64, 3), tc.Input(f64, 3)) }},
	{"float64[2 4]", func(tc tctx) val { return tc.MatMul(tc.Input(f64, 2, 0), tc.Input(f64, 0, 4)) }},
	{"float64[2 5]", func(tc tctx) val { return tc.TensorDotN(tc.Input(f64, 2, 3, 4), tc.Input(f64, 3, 4, 5), 2) }},
	{"float64[2 3]", func(tc tctx) val { return tc.TensorDotN(tc.Input(f64, 2), tc.Input(f64, 3), 0) }},
	{"float64[3 5]", func(tc tctx) val {
		return tc.TensorDot(tc.Input(f64, 2, 3, 4), tc.Input(f64, 4, 2, 5), []int{0, -1}, []int{1, 0})
	}},
	{"float64[4 5 9 2]", func(tc tctx) val {
		return tc.DotGeneral(tc.Input(f64, 2, 9, 3, 4), tc.Input(f64, 9, 5, 3, 2), trace.DotDims{
			ContractA: []int{2}, ContractB: []int{2}, BatchA: []int{1, 0}, BatchB: []int{0, 3}})
	}},
}

func TestInference(t *testing.T) {
	for i, c := range accepted {
		tc := trace.New()
		v := c.build(tc)
		g, err := tc.Graph(v)
		require.NoError(t, err, "case %d, want %s", i, c.want)
		require.NoError(t, g.Check())
		require.Equal(t, c.want, v.Type().String(), "case %d:\n%s", i, g)
		require.Equal(t, v.Type(), g.Type(g.Outputs[0]))
	}
}

// refused are programs with a mistake, with its kind and its whole text.
var refused = []struct {
	kind  error
	want  string
	build func(tc tctx) val
}{
	// leaves
	{trace.ErrDType, "input: dtype: invalid is not an element type",
		func(tc tctx) val { return tc.Input(tensor.Invalid, 2) }},
	{trace.ErrSize, "input: shape: size -1 of axis 1 of [2 -1] is negative",
		func(tc tctx) val { return tc.Input(f64, 2, -1) }},
	{trace.ErrOverflow, "input: shape: float64[1099511627776 1099511627776] takes more bytes than an int counts",
		func(tc tctx) val { return tc.Input(f64, 1<<40, 1<<40) }},
	{trace.ErrValue, "const: tensor: the constant is nil",
		func(tc tctx) val { return tc.Const(nil) }},
	{trace.ErrParam, "full: value: 2.5 (float64) does not fit int32",
		func(tc tctx) val { return tc.Scalar(i32, 2.5) }},
	{trace.ErrParam, "full: value: (0+2i) (complex128) does not fit float64",
		func(tc tctx) val { return tc.Scalar(f64, 2i) }},
	{trace.ErrParam, "full: value: 1 (int) does not fit bool",
		func(tc tctx) val { return tc.Scalar(b8, 1) }},
	{trace.ErrParam, "full: value: 1e+300 (float64) does not fit float32",
		func(tc tctx) val { return tc.Scalar(f32, 1e300) }},
	{trace.ErrParam, "full: value: 1 (string) does not fit float32",
		func(tc tctx) val { return tc.Scalar(f32, "1") }},
	{trace.ErrDType, "iota: dtype: bool does not count",
		func(tc tctx) val { return tc.Iota(b8, 0, 2) }},
	{trace.ErrParam, "iota: axis: axis 2 does not exist at rank 2",
		func(tc tctx) val { return tc.Iota(f64, 2, 3, 4) }},
	{trace.ErrOverflow, "iota: shape: int32 does not count to 4294967295",
		func(tc tctx) val { return tc.Iota(i32, 0, 1<<32) }},
	{trace.ErrSize, "eye: shape: size -1 of axis 0 of [-1] is negative",
		func(tc tctx) val { return tc.Eye(f64, -1) }},

	// elementwise
	{trace.ErrDType, "exp: operand 0: dtype int32, want a floating-point or complex one",
		func(tc tctx) val { return tc.Exp(tc.Input(i32)) }},
	{trace.ErrDType, "neg: operand 0: dtype bool, want a numeric one",
		func(tc tctx) val { return tc.Neg(tc.Input(b8)) }},
	{trace.ErrDType, "conj: operand 0: dtype bool, want a complex one",
		func(tc tctx) val { return tc.Conj(tc.Input(b8)) }},
	{trace.ErrDType, "add: operand 1: dtype float32, want float64 as operand 0 has (cast one)",
		func(tc tctx) val { return tc.Add(tc.Input(f64, 2), tc.Input(f32, 2)) }},
	{trace.ErrSize, "add: operand 1, axis 1: size 4, want 3 as operand 0 has",
		func(tc tctx) val { return tc.Add(tc.Input(f64, 2, 3), tc.Input(f64, 2, 4)) }},
	{trace.ErrSize, "add: operand 1, axis 1: size 4, want 1 as operand 0 has",
		func(tc tctx) val { return tc.Add(tc.Input(f64, 2, 1), tc.Input(f64, 2, 4)) }},
	{trace.ErrRank, "sub: operand 1: shape [3], want [2 3] as operand 0 has",
		func(tc tctx) val { return tc.Sub(tc.Input(f64, 2, 3), tc.Input(f64, 3)) }},
	{trace.ErrDType, "max: operand 0: dtype complex64, want a floating-point or integer one",
		func(tc tctx) val { return tc.Max(tc.Input(c64), tc.Input(c64)) }},
	{trace.ErrDType, "lt: operand 0: dtype bool, want a floating-point or integer one",
		func(tc tctx) val { return tc.Less(tc.Input(b8), tc.Input(b8)) }},
	{trace.ErrDType, "where: operand 0: dtype float64, want bool",
		func(tc tctx) val { return tc.Where(tc.Input(f64), tc.Input(f64), tc.Input(f64)) }},
	{trace.ErrSize, "where: operand 1, axis 0: size 3, want 2 as operand 0 has",
		func(tc tctx) val { return tc.Where(tc.Input(b8, 2), tc.Input(f64, 3), tc.Input(f64)) }},
	{trace.ErrDType, "clamp: operand 2: dtype float32, want float64 as operand 0 has (cast one)",
		func(tc tctx) val { return tc.Clamp(tc.Input(f64), tc.Input(f64), tc.Input(f32)) }},
	{trace.ErrDType, "cast: dtype: dtype(99) is not an element type",
		func(tc tctx) val { return tc.Cast(tc.Input(f64), tensor.DType(99)) }},
	{trace.ErrDType, "and: operand 1: dtype float64, want bool",
		func(tc tctx) val { return tc.And(tc.Input(b8), tc.Input(f64)) }},
	{trace.ErrSize, "or: operand 1, axis 0: size 3, want 2 as operand 0 has",
		func(tc tctx) val { return tc.Or(tc.Input(b8, 2), tc.Input(b8, 3)) }},
	{trace.ErrParam, "unary: fn: 99 is not a unary function",
		func(tc tctx) val { return tc.Apply(trace.Unary{Fn: 99}, tc.Input(f64))[0] }},
	{trace.ErrParam, "binary: fn: 0 is not a binary function",
		func(tc tctx) val { return tc.Apply(trace.Binary{}, tc.Input(f64))[0] }},
	{trace.ErrOperands, "add: wrong number of operands: 1, want 2",
		func(tc tctx) val { return tc.Apply(trace.Binary{Fn: trace.Add}, tc.Input(f64))[0] }},

	// reductions
	{trace.ErrDType, "reduce_sum: operand 0: dtype bool, want a numeric one",
		func(tc tctx) val { return tc.Sum(tc.Input(b8, 2)) }},
	{trace.ErrDType, "reduce_mean: operand 0: dtype int64, want a floating-point or complex one",
		func(tc tctx) val { return tc.Mean(tc.Input(i64, 2)) }},
	{trace.ErrParam, "reduce_sum: axes: axis 0 comes twice in [0 0]",
		func(tc tctx) val { return tc.Sum(tc.Input(f64, 2, 3), 0, -2) }},
	{trace.ErrParam, "reduce_sum: axes: axis -3 does not exist at rank 2",
		func(tc tctx) val { return tc.Sum(tc.Input(f64, 2, 3), -3) }},
	{trace.ErrEmpty, "reduce_max: operand 0, axis 1: size 0 leaves nothing to take the reduce_max of",
		func(tc tctx) val { return tc.ReduceMax(tc.Input(f64, 2, 0), 1) }},
	{trace.ErrEmpty, "argmin: operand 0, axis 0: size 0 leaves nothing to take the argmin of",
		func(tc tctx) val { return tc.ArgMin(tc.Input(f64, 0)) }},
	{trace.ErrEmpty, "reduce_mean: operand 0, axis 0: size 0 leaves nothing to take the reduce_mean of",
		func(tc tctx) val { return tc.Mean(tc.Input(f64, 0)) }},

	// layout
	{trace.ErrParam, "permute: axes: [0] names 1 of 2 axes",
		func(tc tctx) val { return tc.Permute(tc.Input(f64, 2, 3), 0) }},
	{trace.ErrParam, "permute: axes: axis 2 does not exist at rank 2",
		func(tc tctx) val { return tc.Permute(tc.Input(f64, 2, 3), 0, 2) }},
	{trace.ErrRank, "transpose: operand 0: rank 1, want at least 2",
		func(tc tctx) val { return tc.Transpose(tc.Input(f64, 2)) }},
	{trace.ErrSize, "reshape: operand 0: no size for -1 gives shape [4 -1] the 6 elements of [2 3]",
		func(tc tctx) val { return tc.Reshape(tc.Input(f64, 2, 3), 4, -1) }},
	{trace.ErrSize, "reshape: shape: size -1 of axis 1 of [1 -1] is negative",
		func(tc tctx) val { return tc.Reshape(tc.Input(f64, 2, 3), -1, -1) }},
	{trace.ErrSize, "reshape: operand 0: no size for -1 gives shape [0 -1] the 0 elements of [0]",
		func(tc tctx) val { return tc.Reshape(tc.Input(f64, 0), 0, -1) }},
	{trace.ErrSize, "reshape: operand 0: shape [2 3] has 6 elements, [5] has 5",
		func(tc tctx) val { return tc.Reshape(tc.Input(f64, 2, 3), 5) }},
	{trace.ErrSize, "broadcast: operand 0, axis 0: size 2, want 1 or 3 as axis 0 of shape [3] has",
		func(tc tctx) val { return tc.Broadcast(tc.Input(f64, 2), []int{3}) }},
	{trace.ErrParam, "broadcast: axes: [1 0] does not ascend",
		func(tc tctx) val { return tc.Broadcast(tc.Input(f64, 2, 3), []int{3, 2}, 1, 0) }},
	{trace.ErrRank, "broadcast: operand 0: rank 2, but axes=[1]",
		func(tc tctx) val { return tc.Broadcast(tc.Input(f64, 2, 3), []int{2, 3}, 1) }},
	{trace.ErrParam, "expand_dims: axes: axis 2 does not exist at rank 2",
		func(tc tctx) val { return tc.ExpandDims(tc.Input(f64, 2), 2) }},
	{trace.ErrSize, "squeeze: operand 0, axis 0: size 2, want 1",
		func(tc tctx) val { return tc.Squeeze(tc.Input(f64, 2, 1), 0) }},
	{trace.ErrParam, "slice: operand 0, axis 0: range 1:6 does not lie in size 5",
		func(tc tctx) val { return tc.Slice(tc.Input(f64, 5), []int{1}, []int{6}, nil) }},
	{trace.ErrParam, "slice: operand 0, axis 0: step -1, want at least 1 (Reverse turns an axis)",
		func(tc tctx) val { return tc.Slice(tc.Input(f64, 5), nil, nil, []int{-1}) }},
	{trace.ErrParam, "slice: start: [0 0] has 2 entries, want one for each of 1 axes",
		func(tc tctx) val { return tc.Slice(tc.Input(f64, 5), []int{0, 0}, nil, nil) }},
	{trace.ErrParam, "slice: operand 0: axis: axis 1 does not exist at rank 1",
		func(tc tctx) val { return tc.SliceAxis(tc.Input(f64, 5), 1, 0, 0) }},
	{trace.ErrParam, "reverse: axes: axis 1 does not exist at rank 1",
		func(tc tctx) val { return tc.Reverse(tc.Input(f64, 5), 1) }},
	{trace.ErrParam, "pad: operand 0, axis 0: low -1, high 0, interior 0: none may be negative",
		func(tc tctx) val { return tc.Pad(tc.Input(f64, 5), tc.Input(f64), []int{-1}, nil, nil) }},
	{trace.ErrRank, "pad: operand 1: shape [1], want a scalar",
		func(tc tctx) val { return tc.Pad(tc.Input(f64, 5), tc.Input(f64, 1), nil, nil, nil) }},
	{trace.ErrOverflow, "pad: operand 0, axis 0: size 5 with low 0, high 0, interior 4611686018427387904 overflows",
		func(tc tctx) val { return tc.Pad(tc.Input(f64, 5), tc.Input(f64), nil, nil, []int{1 << 62}) }},
	{trace.ErrOperands, "concatenate: wrong number of operands: 0, want at least 1",
		func(tc tctx) val { return tc.Concatenate(0) }},
	{trace.ErrParam, "concatenate: axis: axis 0 does not exist at rank 0",
		func(tc tctx) val { return tc.Concatenate(0, tc.Input(f64)) }},
	{trace.ErrSize, "concatenate: operand 1, axis 1: size 4, want 3 as operand 0 has",
		func(tc tctx) val { return tc.Concatenate(0, tc.Input(f64, 2, 3), tc.Input(f64, 2, 4)) }},
	{trace.ErrSize, "stack: operand 1, axis 0: size 3, want 2 as operand 0 has",
		func(tc tctx) val { return tc.Stack(0, tc.Input(f64, 2), tc.Input(f64, 3)) }},
	{trace.ErrParam, "stack: axes: axis 2 does not exist at rank 2",
		func(tc tctx) val { return tc.Stack(2, tc.Input(f64, 2), tc.Input(f64, 2)) }},
	{trace.ErrOperands, "stack: wrong number of operands: 0, want at least 1",
		func(tc tctx) val { return tc.Stack(0) }},
	{trace.ErrSize, "split: operand 0, axis 0: parts [2 2] leave 1 of size 5",
		func(tc tctx) val { return tc.Split(tc.Input(f64, 5), 0, 2, 2)[1] }},
	{trace.ErrSize, "split: operand 0, axis 0: part 1 of size 4 is not in the 3 left of 5",
		func(tc tctx) val { return tc.Split(tc.Input(f64, 5), 0, 2, 4)[1] }},

	// diagonals
	{trace.ErrSize, "diagonal: operand 0, axis 1: size 3, want 2 as axis 0 has",
		func(tc tctx) val { return tc.Diagonal(tc.Input(f64, 2, 3), 0, 1) }},
	{trace.ErrParam, "diagonal: axes: axis 1 comes twice in [1 1]",
		func(tc tctx) val { return tc.Diagonal(tc.Input(f64, 2, 2), 1, 1) }},
	{trace.ErrRank, "embed_diagonal: operand 0: rank 0, want at least 1",
		func(tc tctx) val { return tc.EmbedDiagonal(tc.Input(f64), 0, 1) }},
	{trace.ErrParam, "embed_diagonal: axes: axis 2 does not exist at rank 2",
		func(tc tctx) val { return tc.EmbedDiagonal(tc.Input(f64, 2), 0, 2) }},
	{trace.ErrRank, "tril: operand 0: rank 1, want at least 2",
		func(tc tctx) val { return tc.Tril(tc.Input(f64, 2), 0) }},

	// indexing
	{trace.ErrParam, "gather: axes: none is named",
		func(tc tctx) val { return tc.Gather(tc.Input(f64, 2), nil) }},
	{trace.ErrOperands, "gather: wrong number of operands: 1, want 2",
		func(tc tctx) val { return tc.Gather(tc.Input(f64, 2), []int{0}) }},
	{trace.ErrDType, "gather: operand 1: dtype float64, want int32 or int64",
		func(tc tctx) val { return tc.Gather(tc.Input(f64, 2), []int{0}, tc.Input(f64)) }},
	{trace.ErrSize, "gather: operand 2, axis 0: size 5, want 4 as operand 1 has",
		func(tc tctx) val {
			return tc.Gather(tc.Input(f64, 2, 3), []int{0, 1}, tc.Input(i64, 4), tc.Input(i64, 5))
		}},
	{trace.ErrEmpty, "gather: operand 0, axis 1: size 0 has no element to index",
		func(tc tctx) val { return tc.Gather(tc.Input(f64, 2, 0), []int{1}, tc.Input(i64, 4)) }},
	{trace.ErrDType, "scatter_add: operand 0: dtype bool, want a numeric one",
		func(tc tctx) val { return tc.ScatterAdd(tc.Input(b8, 2), tc.Input(b8), []int{0}, tc.Input(i64)) }},
	{trace.ErrSize, "scatter_set: operand 1: shape [4 2], want [2 4]: the axes that are not indexed, then those of the indices",
		func(tc tctx) val {
			return tc.ScatterSet(tc.Input(f64, 2, 3), tc.Input(f64, 4, 2), []int{1}, tc.Input(i64, 4))
		}},
	{trace.ErrDType, "take: operand 1: dtype float64, want int32 or int64",
		func(tc tctx) val { return tc.Take(tc.Input(f64, 2, 3), tc.Input(f64, 4), 1) }},
	{trace.ErrParam, "take: operand 0: axis: axis 2 does not exist at rank 2",
		func(tc tctx) val { return tc.Take(tc.Input(f64, 2, 3), tc.Input(i64, 4), 2) }},

	// products
	{trace.ErrDType, "matmul: operand 0: dtype bool, want a numeric one",
		func(tc tctx) val { return tc.MatMul(tc.Input(b8, 2, 2), tc.Input(b8, 2, 2)) }},
	{trace.ErrSize, "matmul: operand 1, axis 0: size 4, want 3 as operand 0, axis 1 has (label 1)",
		func(tc tctx) val { return tc.MatMul(tc.Input(f64, 2, 3), tc.Input(f64, 4, 2)) }},
	{trace.ErrRank, "matmul: operand 0: rank 0, want at least 1",
		func(tc tctx) val { return tc.MatMul(tc.Input(f64), tc.Input(f64, 4, 2)) }},
	{trace.ErrRank, "matmul: operand 1: 2 batch axes, want 1 as operand 0 has, or none",
		func(tc tctx) val { return tc.MatMul(tc.Input(f64, 2, 3, 4), tc.Input(f64, 3, 2, 4, 5)) }},
	{trace.ErrParam, "tensordot: n: 2 axes, but the ranks are 1 and 1",
		func(tc tctx) val { return tc.TensorDotN(tc.Input(f64, 2), tc.Input(f64, 2), 2) }},
	{trace.ErrParam, "tensordot: contracted axes: 1 of operand 0, 0 of operand 1",
		func(tc tctx) val { return tc.TensorDot(tc.Input(f64, 2), tc.Input(f64, 2), []int{0}, nil) }},
	{trace.ErrParam, "tensordot: operand 1: axes: axis 1 does not exist at rank 1",
		func(tc tctx) val { return tc.TensorDot(tc.Input(f64, 2), tc.Input(f64, 2), []int{0}, []int{1}) }},
	{trace.ErrParam, "dot_general: batch axes: 1 of operand 0, 0 of operand 1",
		func(tc tctx) val {
			return tc.DotGeneral(tc.Input(f64, 2), tc.Input(f64, 2), trace.DotDims{BatchA: []int{0}})
		}},
	{trace.ErrDType, "contract: operand 1: dtype float32, want float64 as operand 0 has (cast one)",
		func(tc tctx) val { return tc.Contract(tc.Input(f64, 2), tc.Input(f32, 2), []int{0}, []int{0}, nil) }},
	{trace.ErrRank, "contract: operand 0: rank 1, but 2 labels [0 1]",
		func(tc tctx) val { return tc.Contract(tc.Input(f64, 2), tc.Input(f64, 2), []int{0, 1}, []int{0}, nil) }},
	{trace.ErrParam, "contract: out: label 3 of axis 0 is in neither operand",
		func(tc tctx) val {
			return tc.Contract(tc.Input(f64, 2), tc.Input(f64, 2), []int{0}, []int{0}, []int{3})
		}},
	{trace.ErrParam, "contract: out: label 0 comes twice in [0 0]",
		func(tc tctx) val {
			return tc.Contract(tc.Input(f64, 2), tc.Input(f64, 2), []int{0}, []int{0}, []int{0, 0})
		}},
	{trace.ErrSize, "contract: operand 1, axis 0: size 4, want 1 as operand 0, axis 0 has (label 5)",
		func(tc tctx) val { return tc.Contract(tc.Input(f64, 1), tc.Input(f64, 4), []int{5}, []int{5}, nil) }},
}

// lineOf is the line where a function begins.
func lineOf(f any) int {
	pc := reflect.ValueOf(f).Pointer()
	_, line := goruntime.FuncForPC(pc).FileLine(pc)
	return line
}

func TestMistakes(t *testing.T) {
	for _, c := range refused {
		tc := trace.New()
		v := c.build(tc)
		require.False(t, v.OK(), c.want)
		g, err := tc.Graph(v)
		require.Nil(t, g)
		require.ErrorIs(t, err, c.kind)
		var e *trace.Error
		require.ErrorAs(t, err, &e)
		require.Equal(t, e.Site+": "+c.want, err.Error())
		line := lineOf(c.build) // of a function that is written on one line, or has its body on the next
		require.Contains(t, []string{fmt.Sprintf("infer_test.go:%d", line), fmt.Sprintf("infer_test.go:%d", line+1)}, e.Site)
	}
}

// Operations refuse what their fronts never build, and any number of operands but theirs.
func TestBareOperations(t *testing.T) {
	ops := []trace.Op{
		trace.Full{Value: 1.0}, trace.Iota{DType: f64, Shape: []int{1}}, trace.Unary{Fn: trace.Neg}, trace.Cast{To: f64},
		trace.Binary{Fn: trace.Add}, trace.Compare{Fn: trace.Equal}, trace.Where{}, trace.Clamp{}, trace.Permute{},
		trace.Reduce{Fn: trace.ReduceSum}, trace.Reshape{}, trace.Broadcast{}, trace.Slice{}, trace.Reverse{}, trace.Pad{},
		trace.Concatenate{}, trace.Diagonal{Axis2: 1}, trace.EmbedDiagonal{Axis2: 1}, trace.Tril{}, trace.Triu{},
		trace.Gather{Axes: []int{0}}, trace.Scatter{Axes: []int{0}}, trace.Contract{}, trace.Input{Type: trace.Type{DType: f64}},
	}
	five := make([]trace.Type, 5)
	for i := range five {
		five[i] = trace.Type{DType: f64}
	}
	for _, op := range ops {
		require.Empty(t, op.Family())
		_, err := op.Infer(five)
		require.Error(t, err, op.Name())
		if op.Name() != "concatenate" {
			require.ErrorIs(t, err, trace.ErrOperands, op.Name())
		}
	}
	for _, op := range []trace.Op{trace.Const{}, trace.Full{}, trace.Full{Value: 1}, trace.Compare{}, trace.Reduce{}} {
		_, err := op.Infer(nil)
		require.Error(t, err)
	}
	require.Nil(t, trace.Full{Value: "x"}.Scalar())
}
