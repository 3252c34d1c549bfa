package tracetest_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
	"github.com/tenferro/tenferro-go/trace/tracetest"
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

var (
	nan = math.NaN()
	inf = math.Inf(1)
)

// eval traces a program without inputs and evaluates it.
func eval(t *testing.T, build func(tc tctx) val) *tensor.Tensor {
	t.Helper()
	tc := trace.New()
	g, err := tc.Graph(build(tc))
	require.NoError(t, err)
	out, err := tracetest.Eval(g, nil)
	require.NoError(t, err)
	return out[0]
}

// rows is a constant matrix, written row by row.
func rows[T tensor.Element](tc tctx, m, n int, data ...T) val {
	return tc.Const(tensor.MustFromRowMajor(data, m, n))
}

// vec is a constant vector.
func vec[T tensor.Element](tc tctx, data ...T) val {
	return tc.Const(tensor.MustFromColMajor(data, len(data)))
}

// same holds a tensor against its elements in column-major order, bit for bit but for NaN, which equals NaN.
func same[T tensor.Element](t *testing.T, got *tensor.Tensor, shape []int, want ...T) {
	t.Helper()
	w, err := tensor.FromColMajor(want, shape...)
	require.NoError(t, err)
	require.NoError(t, tensor.Tolerance{NaN: true}.Compare(got, w), "%v", got)
}

func TestEvalElementwise(t *testing.T) {
	x := []float64{-2, 0, 0.5, inf, nan}
	for name, c := range map[string]struct {
		build func(tc tctx, x val) val
		want  []float64
	}{
		"neg":   {tctx.Neg, []float64{2, 0, -0.5, -inf, nan}},
		"abs":   {tctx.Abs, []float64{2, 0, 0.5, inf, nan}},
		"sign":  {tctx.Sign, []float64{-1, 0, 1, 1, nan}},
		"exp":   {tctx.Exp, []float64{math.Exp(-2), 1, math.Exp(0.5), inf, nan}},
		"log":   {tctx.Log, []float64{nan, -inf, math.Log(0.5), inf, nan}},
		"sqrt":  {tctx.Sqrt, []float64{nan, 0, math.Sqrt(0.5), inf, nan}},
		"rsqrt": {tctx.Rsqrt, []float64{nan, inf, 1 / math.Sqrt(0.5), 0, nan}},
		"sin":   {tctx.Sin, []float64{math.Sin(-2), 0, math.Sin(0.5), nan, nan}},
		"cos":   {tctx.Cos, []float64{math.Cos(-2), 1, math.Cos(0.5), nan, nan}},
		"tanh":  {tctx.Tanh, []float64{math.Tanh(-2), 0, math.Tanh(0.5), 1, nan}},
		"expm1": {tctx.Expm1, []float64{math.Expm1(-2), 0, math.Expm1(0.5), inf, nan}},
		"log1p": {tctx.Log1p, []float64{nan, 0, math.Log1p(0.5), inf, nan}},
		"real":  {tctx.Real, x},
		"imag":  {tctx.Imag, make([]float64, 5)},
		"max":   {func(tc tctx, x val) val { return tc.Max(x, tc.Scalar(f64, 0)) }, []float64{0, 0, 0.5, inf, nan}},
		"min":   {func(tc tctx, x val) val { return tc.Min(tc.Scalar(f64, nan), x) }, []float64{nan, nan, nan, nan, nan}},
		"sub":   {func(tc tctx, x val) val { return tc.Sub(x, x) }, []float64{0, 0, 0, nan, nan}},
		"div":   {func(tc tctx, x val) val { return tc.Div(tc.Scalar(f64, 1), x) }, []float64{-0.5, inf, 2, 0, nan}},
		"pow":   {func(tc tctx, x val) val { return tc.Pow(x, tc.Scalar(f64, 2)) }, []float64{4, 0, 0.25, inf, nan}},
		"clamp": {func(tc tctx, x val) val { return tc.Clamp(x, tc.Scalar(f64, -1), tc.Scalar(f64, 1)) },
			[]float64{-1, 0, 0.5, 1, nan}},
		"crossed": {func(tc tctx, x val) val { return tc.Clamp(x, tc.Scalar(f64, 1), tc.Scalar(f64, -1)) },
			[]float64{-1, -1, -1, -1, nan}},
		"where": {func(tc tctx, x val) val { return tc.Where(tc.Less(x, tc.Scalar(f64, 1)), x, tc.Scalar(f64, 7)) },
			[]float64{-2, 0, 0.5, 7, 7}},
	} {
		t.Run(name, func(t *testing.T) {
			same(t, eval(t, func(tc tctx) val { return c.build(tc, vec(tc, x...)) }), []int{5}, c.want...)
		})
	}
}

func TestEvalComplex(t *testing.T) {
	z := 3 + 4i
	for name, c := range map[string]struct {
		build func(tc tctx, z val) val
		want  complex128
	}{
		"conj": {tctx.Conj, 3 - 4i}, "sign": {tctx.Sign, 0.6 + 0.8i}, "sqrt": {tctx.Sqrt, 2 + 1i},
		"mul":   {func(tc tctx, z val) val { return tc.Mul(z, tc.Conj(z)) }, 25},
		"div":   {func(tc tctx, z val) val { return tc.Div(z, tc.Scalar(c128, 1i)) }, 4 - 3i},
		"expm1": {func(tc tctx, z val) val { return tc.Sub(tc.Add(tc.Expm1(z), tc.Scalar(c128, 1)), tc.Exp(z)) }, 0},
		"log1p": {func(tc tctx, z val) val { return tc.Sub(tc.Log1p(z), tc.Log(tc.Add(z, tc.Scalar(c128, 1)))) }, 0},
		"rsqrt": {func(tc tctx, z val) val { return tc.Mul(tc.Rsqrt(z), tc.Sqrt(z)) }, 1},
		"sin² + cos²": {func(tc tctx, z val) val {
			return tc.Add(tc.Mul(tc.Sin(z), tc.Sin(z)), tc.Mul(tc.Cos(z), tc.Cos(z)))
		}, 1},
		"pow": {func(tc tctx, z val) val { return tc.Pow(z, tc.Scalar(c128, 2)) }, -7 + 24i},
	} {
		got := eval(t, func(tc tctx) val { return c.build(tc, tc.Scalar(c128, z)) })
		require.NoError(t, tensor.AllClose(got, tensor.FromScalar(c.want), 1e-12, 1e-12), name)
	}
	same(t, eval(t, func(tc tctx) val { return tc.Abs(tc.Scalar(c64, z)) }), nil, float32(5))
	same(t, eval(t, func(tc tctx) val { return tc.Real(tc.Scalar(c64, z)) }), nil, float32(3))
	same(t, eval(t, func(tc tctx) val { return tc.Imag(tc.Scalar(c128, z)) }), nil, 4.0)
	same(t, eval(t, func(tc tctx) val { return tc.Sign(tc.Zeros(c64)) }), nil, complex64(0))
	tiny := eval(t, func(tc tctx) val { return tc.Expm1(tc.Scalar(c128, 1e-18+1e-18i)) })
	require.NoError(t, tensor.AllClose(tiny, tensor.FromScalar(1e-18+1e-18i), 1e-12, 0))
	tiny = eval(t, func(tc tctx) val { return tc.Log1p(tc.Scalar(c128, 1e-18+1e-18i)) })
	require.NoError(t, tensor.AllClose(tiny, tensor.FromScalar(1e-18+1e-18i), 1e-12, 0))
}

func TestEvalIntegers(t *testing.T) {
	const low32, low64 = math.MinInt32, math.MinInt64
	two := func(fn func(tc tctx, x, y val) val, x, y []int64) *tensor.Tensor {
		return eval(t, func(tc tctx) val { return fn(tc, vec(tc, x...), vec(tc, y...)) })
	}
	same(t, two(tctx.Div, []int64{7, -7, 7, 5, low64}, []int64{2, 2, -2, 0, -1}), []int{5}, int64(3), -3, -3, 0, low64)
	same(t, two(tctx.Pow, []int64{2, -3, 0, 7, 1, -1, -1, 2, 0}, []int64{10, 3, 0, -1, -5, -5, -4, 64, -1}), []int{9},
		int64(1024), -27, 1, 0, 1, -1, 1, 0, 0)
	same(t, two(tctx.Mul, []int64{1 << 62}, []int64{4}), []int{1}, int64(0))
	one32 := func(fn func(tc tctx, x val) val, x int32) *tensor.Tensor {
		return eval(t, func(tc tctx) val { return fn(tc, tc.Scalar(i32, x)) })
	}
	same(t, one32(tctx.Neg, low32), nil, int32(low32))
	same(t, one32(tctx.Abs, low32), nil, int32(low32))
	same(t, one32(tctx.Sign, -9), nil, int32(-1))
	same(t, one32(func(tc tctx, x val) val { return tc.Add(x, x) }, math.MaxInt32), nil, int32(-2))
	same(t, one32(func(tc tctx, x val) val { return tc.Div(x, tc.Scalar(i32, -1)) }, low32), nil, int32(low32))
	same(t, one32(func(tc tctx, x val) val { return tc.Clamp(x, tc.Scalar(i32, 2), tc.Scalar(i32, 5)) }, 9), nil, int32(5))
	same(t, one32(func(tc tctx, x val) val { return tc.Greater(x, tc.Scalar(i32, 5)) }, 9), nil, true)
	same(t, two(tctx.LessEqual, []int64{1, 2, 3}, []int64{2, 2, 2}), []int{3}, true, true, false)
	same(t, two(tctx.NotEqual, []int64{1, 2}, []int64{2, 2}), []int{2}, true, false)
}

func TestEvalMasks(t *testing.T) {
	mask := func(f func(tc tctx, p, q val) val) *tensor.Tensor {
		return eval(t, func(tc tctx) val { return f(tc, vec(tc, false, false, true, true), vec(tc, false, true, false, true)) })
	}
	same(t, mask(tctx.And), []int{4}, false, false, false, true)
	same(t, mask(tctx.Or), []int{4}, false, true, true, true)
	same(t, mask(func(tc tctx, p, _ val) val { return tc.Not(p) }), []int{4}, true, true, false, false)
	same(t, mask(func(tc tctx, p, q val) val { return tc.And(tc.Scalar(b8, true), q) }), []int{4},
		false, true, false, true)
	nans := eval(t, func(tc tctx) val { x := vec(tc, nan, 1); return tc.Equal(x, x) })
	same(t, nans, []int{2}, false, true)
	nans = eval(t, func(tc tctx) val { x := vec(tc, nan, 1); return tc.GreaterEqual(x, x) })
	same(t, nans, []int{2}, false, true)
}

func TestEvalCast(t *testing.T) {
	from := func(x ...float64) func(to tensor.DType) *tensor.Tensor {
		return func(to tensor.DType) *tensor.Tensor {
			return eval(t, func(tc tctx) val { return tc.Cast(vec(tc, x...), to) })
		}
	}
	hard := from(-1.9, 1e30, -inf, nan)
	same(t, hard(i32), []int{4}, int32(-1), math.MaxInt32, math.MinInt32, 0)
	same(t, hard(i64), []int{4}, int64(-1), math.MaxInt64, math.MinInt64, 0)
	same(t, hard(b8), []int{4}, true, true, true, true)
	same(t, from(0.1)(f32), []int{1}, float32(0.1))
	same(t, from(2)(c64), []int{1}, complex64(2))
	for to, want := range map[tensor.DType]*tensor.Tensor{
		f32: tensor.FromScalar(float32(2)), i32: tensor.FromScalar(int32(2)), b8: tensor.FromScalar(true),
	} {
		require.True(t, tensor.Equal(eval(t, func(tc tctx) val { return tc.Cast(tc.Scalar(c128, 2.0+3i), to) }), want))
	}
	same(t, eval(t, func(tc tctx) val { return tc.Cast(tc.Scalar(i64, int64(1)<<32+5), i32) }), nil, int32(5))
	same(t, eval(t, func(tc tctx) val { return tc.Cast(tc.Scalar(b8, true), c64) }), nil, complex64(1))
	same(t, eval(t, func(tc tctx) val { return tc.Cast(tc.Scalar(b8, true), i32) }), nil, int32(1))
	same(t, eval(t, func(tc tctx) val { return tc.Cast(tc.Scalar(i32, -3), f32) }), nil, float32(-3))
}

func TestEvalReduce(t *testing.T) {
	m := func(f func(tc tctx, x val) val) *tensor.Tensor {
		return eval(t, func(tc tctx) val { return f(tc, rows(tc, 2, 3, 1.0, 5, 3, 5, 2, 4)) })
	}
	same(t, m(func(tc tctx, x val) val { return tc.Sum(x, 0) }), []int{3}, 6.0, 7, 7)
	same(t, m(func(tc tctx, x val) val { return tc.Sum(x, 1) }), []int{2}, 9.0, 11)
	same(t, m(func(tc tctx, x val) val { return tc.Prod(x) }), nil, 600.0)
	same(t, m(func(tc tctx, x val) val { return tc.Mean(x, -1) }), []int{2}, 3.0, 11.0/3)
	same(t, m(func(tc tctx, x val) val { return tc.ReduceMax(x, 0) }), []int{3}, 5.0, 5, 4)
	same(t, m(func(tc tctx, x val) val { return tc.ReduceMin(x, 1) }), []int{2}, 1.0, 2)
	same(t, m(func(tc tctx, x val) val { return tc.ArgMax(x) }), nil,
		int64(1)) // (1, 0), the first 5 in column-major order
	same(t, m(func(tc tctx, x val) val { return tc.ArgMin(x, 1) }), []int{2}, int64(0), 1)
	same(t, m(func(tc tctx, x val) val { return tc.ArgMax(x, 0) }), []int{3}, int64(1), 0, 1)
	v := func(f func(tc tctx, x val, axes ...int) val, x ...float64) *tensor.Tensor {
		return eval(t, func(tc tctx) val { return f(tc, vec(tc, x...)) })
	}
	same(t, v(tctx.ReduceMax, 1, nan, 3), nil, nan)
	same(t, v(tctx.ReduceMin, nan, 1), nil, nan)
	same(t, v(tctx.ArgMax, 9, nan, 3, nan), nil, int64(1))
	same(t, v(tctx.ArgMin, nan, nan), nil, int64(0))
	same(t, v(tctx.Sum), nil, 0.0)
	same(t, v(tctx.Prod), nil, 1.0)
	same(t, v(tctx.Prod, 2, inf), nil, inf)
	same(t, eval(t, func(tc tctx) val { return tc.Prod(tc.Zeros(i32, 2, 0), 1) }), []int{2}, int32(1), 1)
	same(t, eval(t, func(tc tctx) val { return tc.Sum(tc.Full(i32, 1<<30, 4)) }), nil, int32(0))
	same(t, eval(t, func(tc tctx) val { return tc.ArgMax(tc.Scalar(f64, 3)) }), nil, int64(0))
	same(t, eval(t, func(tc tctx) val { return tc.Sum(tc.Full(f32, 0.1, 10)) }), nil, float32(10*float64(float32(0.1))))
}

func TestEvalMoves(t *testing.T) {
	m := func(f func(tc tctx, x val) val) *tensor.Tensor { // 1 2 3 / 4 5 6
		return eval(t, func(tc tctx) val { return f(tc, rows(tc, 2, 3, int32(1), 2, 3, 4, 5, 6)) })
	}
	same(t, m(func(tc tctx, x val) val { return tc.Transpose(x) }), []int{3, 2}, int32(1), 2, 3, 4, 5, 6)
	same(t, m(func(tc tctx, x val) val { return tc.Reshape(x, 3, 2) }), []int{3, 2}, int32(1), 4, 2, 5, 3, 6)
	same(t, m(func(tc tctx, x val) val { return tc.Broadcast(tc.Reshape(x, 6), []int{6, 2}) }), []int{6, 2},
		int32(1), 4, 2, 5, 3, 6, 1, 4, 2, 5, 3, 6)
	same(t, m(func(tc tctx, x val) val { return tc.Broadcast(tc.SliceAxis(x, 1, 2, 3), []int{2, 2}) }), []int{2, 2},
		int32(3), 6, 3, 6)
	same(t, m(func(tc tctx, x val) val { return tc.Slice(x, nil, nil, []int{1, 2}) }), []int{2, 2}, int32(1), 4, 3, 6)
	same(t, m(func(tc tctx, x val) val { return tc.Reverse(x, 1) }), []int{2, 3}, int32(3), 6, 2, 5, 1, 4)
	same(t, m(func(tc tctx, x val) val {
		return tc.Pad(tc.SliceAxis(x, 1, 0, 2), tc.Scalar(i32, 9), []int{1, 0}, []int{0, 1}, []int{0, 1})
	}), []int{3, 4}, int32(9), 1, 4, 9, 9, 9, 9, 2, 5, 9, 9, 9)
	same(t, m(func(tc tctx, x val) val { return tc.Concatenate(1, tc.SliceAxis(x, 1, 2, 3), x) }), []int{2, 4},
		int32(3), 6, 1, 4, 2, 5, 3, 6)
	same(t, m(func(tc tctx, x val) val { return tc.Stack(-1, tc.Sum(x, 1), tc.Sum(x, 1)) }), []int{2, 2},
		int32(6), 15, 6, 15)
	same(t, m(func(tc tctx, x val) val { return tc.Split(x, 1, 1, 2)[1] }), []int{2, 2}, int32(2), 5, 3, 6)
	same(t, m(func(tc tctx, x val) val { return tc.Diagonal(tc.SliceAxis(x, 1, 1, 3), 0, 1) }), []int{2}, int32(2), 6)
	same(t, m(func(tc tctx, x val) val { return tc.EmbedDiagonal(tc.Sum(x, 1), 0, 1) }), []int{2, 2}, int32(6), 0, 0, 15)
	same(t, m(func(tc tctx, x val) val { return tc.Diagonal(tc.EmbedDiagonal(x, 0, 2), 0, 2) }), []int{2, 3},
		int32(1), 4, 2, 5, 3, 6)
	same(t, m(func(tc tctx, x val) val { return tc.Tril(x, 0) }), []int{2, 3}, int32(1), 4, 0, 5, 0, 0)
	same(t, m(func(tc tctx, x val) val { return tc.Triu(x, 1) }), []int{2, 3}, int32(0), 0, 2, 0, 3, 6)
	same(t, eval(t, func(tc tctx) val { return tc.Iota(f32, 1, 2, 3) }), []int{2, 3}, float32(0), 0, 1, 1, 2, 2)
	same(t, eval(t, func(tc tctx) val { return tc.Eye(b8, 2) }), []int{2, 2}, true, false, false, true)
	same(t, eval(t, func(tc tctx) val { return tc.Pad(tc.Zeros(f64, 0), tc.Ones(f64), []int{1}, []int{1}, []int{5}) }), []int{2},
		1.0, 1)
}

func TestEvalIndexing(t *testing.T) {
	m := func(f func(tc tctx, x val) val) *tensor.Tensor { // 1 2 3 / 4 5 6
		return eval(t, func(tc tctx) val { return f(tc, rows(tc, 2, 3, int32(1), 2, 3, 4, 5, 6)) })
	}
	same(t, m(func(tc tctx, x val) val { return tc.Gather(x, []int{1}, vec(tc, int32(2), 0)) }), []int{2, 2},
		int32(3), 6, 1, 4)
	same(t, m(func(tc tctx, x val) val { return tc.Gather(x, []int{0}, vec(tc, int64(1), 1)) }), []int{3, 2},
		int32(4), 5, 6, 4, 5, 6)
	same(t, m(func(tc tctx, x val) val {
		return tc.Gather(x, []int{1, 0}, vec(tc, int64(2), 1), tc.Scalar(i64, 1))
	}), []int{2}, int32(6), 5)
	same(t, m(func(tc tctx, x val) val { return tc.Take(x, vec(tc, int64(1), 0, 1), 0) }), []int{3, 3},
		int32(4), 1, 4, 5, 2, 5, 6, 3, 6)
	same(t, m(func(tc tctx, x val) val {
		return tc.ScatterAdd(x, rows(tc, 2, 3, int32(10), 20, 30, 100, 200, 300), []int{1}, vec(tc, int64(0), 2, 0))
	}), []int{2, 3}, int32(41), 404, 2, 5, 23, 206)
	same(t, m(func(tc tctx, x val) val {
		return tc.ScatterSet(x, rows(tc, 2, 3, int32(10), 20, 30, 100, 200, 300), []int{1}, vec(tc, int64(0), 2, 0))
	}), []int{2, 3}, int32(30), 300, 2, 5, 20, 200)

	for _, c := range []struct {
		build func(tc tctx, x, i val) val
		want  tracetest.IndexError
	}{
		{func(tc tctx, x, i val) val { return tc.Gather(x, []int{1}, i) }, tracetest.IndexError{Axis: 1, Index: 3, Size: 3}},
		{func(tc tctx, x, i val) val { return tc.Take(x, tc.Neg(i), 0) }, tracetest.IndexError{Axis: 0, Index: -3, Size: 2}},
		{func(tc tctx, x, i val) val { return tc.ScatterAdd(x, tc.Zeros(f64, 3), []int{0}, i) },
			tracetest.IndexError{Axis: 0, Index: 3, Size: 2}},
	} {
		tc := trace.New()
		g, err := tc.Graph(c.build(tc, tc.Zeros(f64, 2, 3), tc.Scalar(i64, 3)))
		require.NoError(t, err)
		_, err = tracetest.Eval(g, nil)
		var e *tracetest.IndexError
		require.ErrorAs(t, err, &e)
		require.Equal(t, c.want, *e)
	}
}

func TestEvalContract(t *testing.T) {
	ab := func(f func(tc tctx, a, b val) val) *tensor.Tensor {
		return eval(t, func(tc tctx) val { return f(tc, rows(tc, 2, 2, 1.0, 2, 3, 4), rows(tc, 2, 2, 5.0, 6, 7, 8)) })
	}
	same(t, ab(tctx.MatMul), []int{2, 2}, 19.0, 43, 22, 50)
	same(t, ab(func(tc tctx, a, b val) val { return tc.TensorDotN(a, b, 2) }), nil, 70.0)
	same(t, ab(func(tc tctx, a, b val) val { return tc.TensorDot(a, b, []int{0}, []int{1}) }), []int{2, 2},
		23.0, 34, 31, 46)
	same(t, ab(func(tc tctx, a, b val) val {
		return tc.DotGeneral(a, b, trace.DotDims{ContractA: []int{1}, ContractB: []int{0}, BatchA: []int{0}, BatchB: []int{1}})
	}), []int{2}, 19.0, 50)
	same(t, ab(func(tc tctx, a, b val) val { return tc.Contract(a, b, []int{0, 0}, []int{1, 0}, []int{1}) }), []int{2},
		29.0, 39)
	same(t, ab(func(tc tctx, a, b val) val { return tc.Contract(a, b, []int{0, 1}, []int{2, 3}, []int{3}) }), []int{2},
		120.0, 140)
	same(t, ab(func(tc tctx, a, b val) val { return tc.MatMul(a, tc.Reshape(tc.SliceAxis(b, 1, 0, 1), 2)) }), []int{2},
		19.0, 43)
	same(t, eval(t, func(tc tctx) val { return tc.MatMul(tc.Ones(f32, 2, 0), tc.Ones(f32, 0, 1)) }), []int{2, 1},
		float32(0), 0)
	z := func(conjA, conjB bool) *tensor.Tensor {
		return eval(t, func(tc tctx) val {
			x := vec(tc, 1+2i, 3i)
			return tc.Apply(trace.Contract{A: []int{0}, B: []int{0}, ConjA: conjA, ConjB: conjB}, x, x)[0]
		})
	}
	same(t, z(false, false), nil, -12+4i)
	same(t, z(true, false), nil, complex(14, 0))
	same(t, z(false, true), nil, complex(14, 0))
	same(t, z(true, true), nil, -12-4i)
	same(t, eval(t, func(tc tctx) val { return tc.MatMul(vec(tc, int32(1<<30), 1), vec(tc, int32(4), 5)) }), nil,
		int32(5))
}

// other is an operation that no interpreter of this package knows.
type other struct{}

func (other) Family() string                           { return "other" }
func (other) Name() string                             { return "op" }
func (other) Attrs() string                            { return "" }
func (other) Results() int                             { return 0 }
func (other) Infer([]trace.Type) ([]trace.Type, error) { return nil, nil }

func TestEvalRefuses(t *testing.T) {
	tc := trace.New()
	a := tc.Input(f64, 2)
	g, err := tc.Graph(tc.Neg(a))
	require.NoError(t, err)
	ok := tensor.MustNew(f64, 2)
	_, err = tracetest.Eval(g, []*tensor.Tensor{ok})
	require.NoError(t, err)
	for want, in := range map[string][]*tensor.Tensor{
		"0 inputs, want 1":                     nil,
		"input 0: nil, want float64[2]":        {nil},
		"input 0: float64[3], want float64[2]": {tensor.MustNew(f64, 3)},
		"input 0: float32[2], want float64[2]": {tensor.MustNew(f32, 2)},
		"2 inputs, want 1":                     {ok, ok},
	} {
		_, err := tracetest.Eval(g, in)
		require.EqualError(t, err, want)
	}
	_, err = tracetest.Eval(nil, nil)
	require.Error(t, err)
	_, err = tracetest.Eval(&trace.Graph{Outputs: []trace.Ref{{}}}, nil)
	require.ErrorIs(t, err, trace.ErrValue)
	tc.Apply(other{})
	g, err = tc.Graph(a)
	require.NoError(t, err)
	_, err = tracetest.Eval(g, []*tensor.Tensor{ok})
	require.EqualError(t, err, `node 2: no meaning known for op of family "other"`)
}

// Inputs may lie in any layout.
func TestEvalReadsViews(t *testing.T) {
	tc := trace.New()
	g, err := tc.Graph(tc.Input(f64, 3, 2))
	require.NoError(t, err)
	turned, err := tensor.MustFromColMajor([]float64{1, 2, 3, 4, 5, 6}, 2, 3).Transpose()
	require.NoError(t, err)
	out, err := tracetest.Eval(g, []*tensor.Tensor{turned})
	require.NoError(t, err)
	same(t, out[0], []int{3, 2}, 1.0, 3, 5, 2, 4, 6)
}
