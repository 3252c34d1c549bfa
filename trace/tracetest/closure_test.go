package tracetest_test

// The derivatives that trace's doc.go lists, as programs of its own operations, against difference quotients: the
// vocabulary is closed under differentiation.

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
	"github.com/tenferro/tenferro-go/trace/tracetest"
)

// rule is an operation and its derivative. Operands have the given shapes and one dtype. Cotangents are those of
// Re Σ conj(g)·y, so that for real values they are gradients of Σ g·y.
type rule struct {
	op     string
	shapes [][]int
	apply  func(tc tctx, x []val) val
	pull   func(tc tctx, x []val, y, g val) []val // the cotangents of the operands
	dtypes []tensor.DType
}

var (
	realOnly    = []tensor.DType{f64}
	complexOnly = []tensor.DType{c128}
	both        = []tensor.DType{f64, c128}
)

// unaryRule is a rule of a function of one operand.
func unaryRule(op string, f func(tc tctx, x val) val, pull func(tc tctx, x, y, g val) val, ds []tensor.DType) rule {
	return rule{op, [][]int{{3, 2}},
		func(tc tctx, x []val) val { return f(tc, x[0]) },
		func(tc tctx, x []val, y, g val) []val { return []val{pull(tc, x[0], y, g)} }, ds}
}

// structural is a rule of a linear operation: its derivative needs the cotangent alone.
func structural(op string, shape []int, f, pull func(tc tctx, x val) val) rule {
	return rule{op, [][]int{shape},
		func(tc tctx, x []val) val { return f(tc, x[0]) },
		func(tc tctx, _ []val, _, g val) []val { return []val{pull(tc, g)} }, both}
}

// like is a number in the type of x.
func like(tc tctx, x val, n any) val { return tc.Full(x.DType(), n, x.Shape()...) }

func TestClosedUnderDifferentiation(t *testing.T) {
	covered := map[string]bool{
		// no derivative: not functions of anything, or with steps for graphs
		"input": true, "const": true, "full": true, "iota": true, "eq": true, "ne": true, "lt": true, "le": true,
		"gt": true, "ge": true, "argmax": true, "argmin": true,
	}
	for i, r := range rules() {
		for _, d := range r.dtypes {
			t.Run(fmt.Sprintf("%s/%d/%s", r.op, i, d), func(t *testing.T) { checkRule(t, r, d) })
		}
		covered[r.op] = true
	}
	for op := range takes {
		require.True(t, covered[op], "no derivative of %s", op)
	}
}

// checkRule holds the cotangents against the change of Re Σ conj(g)·y under a small step of each part of each operand.
func checkRule(t *testing.T, r rule, d tensor.DType) {
	tc := trace.New()
	x := make([]val, len(r.shapes))
	for i, s := range r.shapes {
		x[i] = tc.Input(d, s...)
	}
	y := r.apply(tc, x)
	g := tc.Input(y.DType(), y.Shape()...)
	weighted := tc.Real(tc.Sum(tc.Mul(tc.Conj(g), y)))
	value, err := tc.Graph(weighted)
	require.NoError(t, err)
	require.Contains(t, value.String(), " = "+r.op+" ")
	pulled, err := tc.Graph(r.pull(tc, x, y, g)...)
	require.NoError(t, err)
	require.Len(t, pulled.Outputs, len(x))

	in := smooth(rand.New(rand.NewPCG(7, 7)), value)
	cotangents, err := tracetest.Eval(pulled, in)
	require.NoError(t, err)
	for i := range x {
		want := differences(t, value, in, i)
		require.NoError(t, tensor.AllClose(cotangents[i], want, 1e-7, 1e-7), "operand %d of\n%s", i, pulled)
	}
}

// smooth makes operands away from zeros and branch cuts: parts between 0.3 and 1.7.
func smooth(rng *rand.Rand, g *trace.Graph) []*tensor.Tensor {
	in := make([]*tensor.Tensor, len(g.Inputs))
	draw := func() float64 { return 0.3 + 1.4*rng.Float64() }
	for i, r := range g.Inputs {
		typ := g.Type(r)
		if typ.DType == f64 {
			data := make([]float64, typ.Len())
			for k := range data {
				data[k] = draw()
			}
			in[i] = tensor.MustFromColMajor(data, typ.Shape...)
			continue
		}
		data := make([]complex128, typ.Len())
		for k := range data {
			data[k] = complex(draw(), draw())
		}
		in[i] = tensor.MustFromColMajor(data, typ.Shape...)
	}
	return in
}

// differences is the gradient of a real graph by operand i, by central differences.
func differences(t *testing.T, g *trace.Graph, in []*tensor.Tensor, i int) *tensor.Tensor {
	const h = 1e-5
	at := func(step func()) float64 {
		step()
		out, err := tracetest.Eval(g, in)
		require.NoError(t, err)
		v, err := tensor.At[float64](out[0])
		require.NoError(t, err)
		return v
	}
	if data, err := tensor.AsColMajor[float64](in[i]); err == nil {
		grad := make([]float64, len(data))
		for k, v := range data {
			up, down := at(func() { data[k] = v + h }), at(func() { data[k] = v - h })
			data[k], grad[k] = v, (up-down)/(2*h)
		}
		return tensor.MustFromColMajor(grad, in[i].Shape()...)
	}
	data, err := tensor.AsColMajor[complex128](in[i])
	require.NoError(t, err)
	grad := make([]complex128, len(data))
	for k, v := range data {
		up, down := at(func() { data[k] = v + h }), at(func() { data[k] = v - h })
		left, right := at(func() { data[k] = v + h*1i }), at(func() { data[k] = v - h*1i })
		data[k], grad[k] = v, complex((up-down)/(2*h), (left-right)/(2*h))
	}
	return tensor.MustFromColMajor(grad, in[i].Shape()...)
}
