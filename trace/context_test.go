package trace_test

import (
	"errors"
	"fmt"
	goruntime "runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// here is the line that calls it.
func here() int {
	_, _, line, _ := goruntime.Caller(1)
	return line
}

// site is where an error says that the mistake was made.
func site(t *testing.T, err error) string {
	var e *trace.Error
	require.ErrorAs(t, err, &e)
	return e.Site
}

func TestTheFirstMistakeStays(t *testing.T) {
	var tc trace.Context // the zero Context is ready
	a := tc.Input(f64, 2)
	bad, line := tc.Add(a, tc.Input(f32, 2)), here()
	worse := tc.MatMul(tc.Neg(bad), nil)
	tc.Fail(errors.New("later"))
	require.False(t, bad.OK())
	require.False(t, worse.OK())
	require.Len(t, tc.Split(a, 0, 1, 1), 2)
	require.Zero(t, worse.Rank())
	require.Empty(t, worse.Shape())
	require.Equal(t, tensor.Invalid, worse.DType())
	require.Zero(t, worse.Dim(3))
	_, err := tc.Graph(worse, a)
	require.Equal(t, fmt.Sprintf("context_test.go:%d", line), site(t, err))
	require.Equal(t, err, tc.Err())
}

func TestForeignAndNilValues(t *testing.T) {
	a, other := trace.New().Input(f64, 2), trace.New().Input(f64, 2)
	for _, c := range []struct {
		x    *trace.Value
		want string
	}{
		{nil, "operand 1: the value is nil"},
		{other, "operand 1: the value belongs to another context"},
		{&trace.Value{}, "operand 1: the value belongs to another context"},
	} {
		for name, apply := range map[string]func(tc tctx, x, y val) val{
			"add":         tctx.Add,
			"matmul":      tctx.MatMul,
			"concatenate": func(tc tctx, x, y val) val { return tc.Concatenate(0, x, y) },
			"stack":       func(tc tctx, x, y val) val { return tc.Stack(0, x, y) },
			"take":        func(tc tctx, x, y val) val { return tc.Take(x, y, 0) },
			"and":         tctx.And,
		} {
			tc := trace.New()
			v := apply(tc, tc.Input(f64, 2), c.x)
			require.False(t, v.OK())
			require.ErrorIs(t, tc.Err(), trace.ErrValue)
			require.ErrorContains(t, tc.Err(), name+": "+c.want)
		}
	}
	tc := trace.New()
	_, err := tc.Graph(tc.Input(f64), a)
	require.ErrorContains(t, err, "graph: operand 1: the value belongs to another context")
	require.NoError(t, tc.Err(), "asking for a graph is not tracing")

	var none *trace.Value
	require.False(t, none.OK())
	require.Zero(t, none.Rank())
	for _, f := range []func(tc tctx, x val) val{
		tctx.Neg, tctx.Conj, tctx.Imag, tctx.Not, tctx.Transpose,
		func(tc tctx, x val) val { return tc.Cast(x, f32) },
		func(tc tctx, x val) val { return tc.Sum(x, -1) },
		func(tc tctx, x val) val { return tc.Slice(x, nil, nil, nil) },
		func(tc tctx, x val) val { return tc.Reshape(x, -1) },
		func(tc tctx, x val) val { return tc.Broadcast(x, nil) },
		func(tc tctx, x val) val { return tc.Pad(x, x, nil, nil, nil) },
		func(tc tctx, x val) val { return tc.Gather(x, []int{0}, x) },
		func(tc tctx, x val) val { return tc.ScatterAdd(x, x, []int{0}, x) },
		func(tc tctx, x val) val { return tc.Squeeze(x, 0) },
		func(tc tctx, x val) val { return tc.Diagonal(x, 0, 1) },
		func(tc tctx, x val) val { return tc.EmbedDiagonal(x, 0, 1) },
		func(tc tctx, x val) val { return tc.Split(x, 0, 1)[0] },
		func(tc tctx, x val) val { return tc.DotGeneral(x, x, trace.DotDims{}) },
	} {
		tc := trace.New()
		require.False(t, f(tc, nil).OK())
		require.ErrorIs(t, tc.Err(), trace.ErrValue)
	}
}

func TestGraphNeedsAnOutput(t *testing.T) {
	_, err := trace.New().Graph()
	require.ErrorIs(t, err, trace.ErrOperands)
	require.Equal(t, fmt.Sprintf("context_test.go:%d", here()-2), site(t, err))
}

func TestGraphDoesNotChange(t *testing.T) {
	tc := trace.New()
	a := tc.Input(f64, 2)
	shape := a.Shape()
	shape[0] = 9
	g, err := tc.Graph(a)
	require.NoError(t, err)
	before := g.String()
	tc.Neg(tc.Add(a, tc.Input(f64, 2)))
	require.Equal(t, before, g.String())
	require.Equal(t, "%0 = input index=0 : float64[2]\nreturn %0\n", before)
}

func TestDim(t *testing.T) {
	tc := trace.New()
	x := tc.Input(f64, 2, 3)
	require.Equal(t, 3, x.Dim(-1))
	require.Equal(t, 2, x.Dim(0))
	require.NoError(t, tc.Err())
	require.Zero(t, x.Dim(2))
	require.ErrorContains(t, tc.Err(), "dim: axis: axis 2 does not exist at rank 2")
}

func TestConstIsASnapshot(t *testing.T) {
	data := []float64{1, 2, 3, 4, 5, 6}
	row := tensor.MustFromRowMajor(data, 2, 3)
	tc := trace.New()
	v := tc.Const(row)
	again := tc.Const(row)
	data[1] = 99
	changed := tc.Const(row)
	g, err := tc.Graph(v, again, changed)
	require.NoError(t, err)
	op := func(k int) trace.Const { return g.Nodes[g.Outputs[k].Node].Op.(trace.Const) }
	got, err := tensor.AsColMajor[float64](op(0).Tensor())
	require.NoError(t, err)
	require.Equal(t, []float64{1, 4, 2, 5, 3, 6}, got)
	require.Equal(t, op(0).Attrs(), op(1).Attrs())
	require.NotEqual(t, op(0).Attrs(), op(2).Attrs())
}

func TestFullTakesAnyNumber(t *testing.T) {
	for _, c := range []struct {
		d    tensor.DType
		in   any
		want any
	}{
		{f64, 1, 1.0}, {f64, uint8(3), 3.0}, {f32, 0.1, float32(0.1)}, {c64, 2, complex64(2)}, {c128, 1 + 2i, 1 + 2i},
		{f64, complex(2, 0), 2.0}, {i32, 7.0, int32(7)}, {i64, int64(1)<<62 + 1, int64(1)<<62 + 1}, {b8, true, true},
		{f32, 1 << 24, float32(1 << 24)}, {i64, uint64(1) << 62, int64(1) << 62}, {c64, float32(0.5), complex64(0.5)},
	} {
		tc := trace.New()
		g, err := tc.Graph(tc.Scalar(c.d, c.in))
		require.NoError(t, err)
		op := g.Nodes[0].Op.(trace.Full)
		require.Equal(t, c.want, op.Value)
		require.Equal(t, c.d, op.Scalar().DType())
	}
	for _, c := range []struct {
		d  tensor.DType
		in any
	}{
		{i32, int64(1) << 31}, {i64, uint64(1) << 63}, {i64, 0x1p63}, {f64, true}, {f64, nil}, {c64, 1e300}, {tensor.Invalid, 1},
	} {
		tc := trace.New()
		require.False(t, tc.Scalar(c.d, c.in).OK(), "%v of %v", c.d, c.in)
	}
}

// pairOp is an operation of an extension with two results.
type pairOp struct {
	family  string
	infers  int
	results int
}

func (op pairOp) Family() string { return op.family }
func (op pairOp) Name() string   { return "pair" }
func (op pairOp) Attrs() string  { return "" }
func (op pairOp) Results() int   { return op.results }
func (op pairOp) Infer(in []trace.Type) ([]trace.Type, error) {
	if len(in) != 1 {
		return nil, errors.New("one, please")
	}
	out := make([]trace.Type, op.infers)
	for i := range out {
		out[i] = in[0]
	}
	return out, nil
}

// tracePair is the front of the extension; its callers' lines are what counts.
func tracePair(tc *trace.Context, in ...*trace.Value) []*trace.Value {
	tc.Helper()
	if len(in) == 3 {
		return []*trace.Value{tc.Fail(errors.New("three is a crowd")), tc.Fail(nil)}
	}
	return tc.Apply(pairOp{"two", 2, 2}, in...)
}

func TestExtensions(t *testing.T) {
	tc := trace.New()
	a := tc.Input(f64, 2)
	p, line := tracePair(tc, a), here()
	require.Len(t, p, 2)
	g, err := tc.Graph(tc.Add(p[0], p[1]), p[1])
	require.NoError(t, err)
	require.NoError(t, g.Check())
	require.Equal(t, "%0 = input index=0 : float64[2]\n%1 = two.pair %0 : float64[2], float64[2]\n"+
		"%2 = add %1 %1.1 : float64[2]\nreturn %2 %1.1\n", g.String())
	require.Equal(t, fmt.Sprintf("context_test.go:%d", line), g.Nodes[1].Site)

	p, line = tracePair(tc, a, a), here()
	require.Len(t, p, 2, "as many poisoned values as results")
	require.EqualError(t, tc.Err(), fmt.Sprintf("context_test.go:%d: pair: one, please", line))

	tc = trace.New()
	a = tc.Input(f64)
	p, line = tracePair(tc, a, a, a), here()
	require.Len(t, p, 2)
	require.EqualError(t, tc.Err(), fmt.Sprintf("context_test.go:%d: three is a crowd", line))

	require.Error(t, func() error { tc := trace.New(); tc.Fail(nil); return tc.Err() }())
}

func TestOperationsThatAreRefused(t *testing.T) {
	for _, c := range []struct {
		op   trace.Op
		want string
	}{
		{nil, "the operation is nil"},
		{pairOp{"", 1, 1}, "op: trace_test.pairOp has no family: the empty one belongs to package trace"},
		{pairOp{"two", 3, 2}, "op: trace_test.pairOp infers 3 results but declares 2"},
		{trace.Input{Type: trace.Type{DType: f64}}, "op: inputs are declared with Context.Input"},
	} {
		tc := trace.New()
		for _, v := range tc.Apply(c.op, tc.Input(f64)) {
			require.False(t, v.OK())
		}
		require.ErrorContains(t, tc.Err(), c.want)
	}
}

func TestCheck(t *testing.T) {
	ok := func() *trace.Graph {
		tc := trace.New()
		g, err := tc.Graph(tc.Neg(tc.Input(f64, 2)))
		require.NoError(t, err)
		return g
	}
	require.NoError(t, ok().Check())
	const foreign = ": not a value of this graph: "
	for want, spoil := range map[string]func(g *trace.Graph){
		"input 0" + foreign + "%7 is not in the graph":                 func(g *trace.Graph) { g.Inputs[0].Node = 7 },
		"input 0" + foreign + "%1 is not the input with that index":    func(g *trace.Graph) { g.Inputs[0].Node = 1 },
		"output 0" + foreign + "%1.1 is not in the graph":              func(g *trace.Graph) { g.Outputs[0].Out = 1 },
		"node 1: neg" + foreign + "operand 0, %1, does not come first": func(g *trace.Graph) { g.Nodes[1].In[0].Node = 1 },
		"node 1" + foreign + "no operation":                            func(g *trace.Graph) { g.Nodes[1].Op = nil },
		"node 1: neg" + foreign + "0 results, want 1":                  func(g *trace.Graph) { g.Nodes[1].Out = nil },
		"node 1: neg" + foreign + "result 0 is bool[], want float64[2]": func(g *trace.Graph) {
			g.Nodes[1].Out[0] = trace.Type{DType: b8}
		},
		"node 1: exp: operand 0: dtype int32, want a floating-point or complex one": func(g *trace.Graph) {
			g.Nodes[1].Op = trace.Unary{Fn: trace.Exp}
			g.Nodes[0].Op = trace.Input{Type: trace.Type{DType: i32}}
			g.Nodes[0].Out[0] = trace.Type{DType: i32}
		},
	} {
		g := ok()
		spoil(g)
		require.EqualError(t, g.Check(), want)
	}
}
