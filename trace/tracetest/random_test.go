package tracetest_test

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
	"github.com/tenferro/tenferro-go/trace/tracetest"
)

var dtypes = []tensor.DType{f32, f64, c64, c128, i32, i64, b8}

// takes says which dtypes each operation takes as its first operand; a leaf, as its result.
var takes = map[string][]tensor.DType{
	"input": dtypes, "const": dtypes, "full": dtypes, "iota": dtypes[:6],
	"neg": dtypes[:6], "abs": dtypes[:6], "sign": dtypes[:6], "exp": dtypes[:4], "log": dtypes[:4], "sqrt": dtypes[:4],
	"rsqrt": dtypes[:4], "sin": dtypes[:4], "cos": dtypes[:4], "tanh": dtypes[:4], "expm1": dtypes[:4], "log1p": dtypes[:4],
	"conj": dtypes[2:4], "real": dtypes[2:4], "imag": dtypes[2:4],
	"add": dtypes[:6], "sub": dtypes[:6], "mul": dtypes[:6], "div": dtypes[:6], "pow": dtypes[:6],
	"max": {f32, f64, i32, i64}, "min": {f32, f64, i32, i64}, "eq": dtypes, "ne": dtypes,
	"lt": {f32, f64, i32, i64}, "le": {f32, f64, i32, i64}, "gt": {f32, f64, i32, i64}, "ge": {f32, f64, i32, i64},
	"where": {b8}, "clamp": {f32, f64, i32, i64}, "cast": dtypes,
	"reduce_sum": dtypes[:6], "reduce_prod": dtypes[:6], "reduce_mean": dtypes[:4], "reduce_max": {f32, f64, i32, i64},
	"reduce_min": {f32, f64, i32, i64}, "argmax": {f32, f64, i32, i64}, "argmin": {f32, f64, i32, i64},
	"permute": dtypes, "reshape": dtypes, "broadcast": dtypes, "slice": dtypes, "reverse": dtypes, "pad": dtypes,
	"concatenate": dtypes, "diagonal": dtypes, "embed_diagonal": dtypes, "tril": dtypes, "triu": dtypes,
	"gather": dtypes, "scatter_set": dtypes, "scatter_add": dtypes[:6], "contract": dtypes[:6],
}

// Every graph holds together, evaluates to finite values, and is the same for the same seed; together they use every
// operation with every dtype that it takes, in code that is not dead.
func TestRandom(t *testing.T) {
	seen := map[string]map[tensor.DType]int{}
	for seed := range uint64(600) {
		g, in := random(seed, tracetest.Options{})
		require.NoError(t, g.Check(), "seed %d", seed)
		again, _ := random(seed, tracetest.Options{})
		require.Equal(t, g.String(), again.String(), "seed %d", seed)
		out, err := tracetest.Eval(g, in)
		require.NoError(t, err, "seed %d", seed)
		for i, o := range out {
			require.True(t, finite(t, o), "seed %d, output %d of\n%s", seed, i, g)
			require.LessOrEqual(t, o.Len(), 512)
		}
		count(g, seen)
	}
	for op, ds := range takes {
		for _, d := range ds {
			require.NotZero(t, seen[op][d], "%s of %s", op, d)
		}
	}
	for op := range seen {
		require.Contains(t, takes, op)
	}
}

// random makes the graph of a seed and operands for it.
func random(seed uint64, opts tracetest.Options) (*trace.Graph, []*tensor.Tensor) {
	rng := rand.New(rand.NewPCG(seed, 1))
	g := tracetest.Random(rng, opts)
	return g, tracetest.Inputs(rng, g)
}

// count counts the operations that outputs depend on.
func count(g *trace.Graph, seen map[string]map[tensor.DType]int) {
	live := make([]bool, len(g.Nodes))
	for _, r := range g.Outputs {
		live[r.Node] = true
	}
	for i := len(g.Nodes) - 1; i >= 0; i-- {
		if !live[i] {
			continue
		}
		n := g.Nodes[i]
		d := n.Out[0].DType
		for k, r := range n.In {
			live[r.Node] = true
			if k == 0 {
				d = g.Type(r).DType
			}
		}
		if seen[n.Op.Name()] == nil {
			seen[n.Op.Name()] = map[tensor.DType]int{}
		}
		seen[n.Op.Name()][d]++
	}
}

func finite(t *testing.T, x *tensor.Tensor) bool {
	if !x.DType().IsScalar() {
		return true
	}
	z, err := x.Convert(c128)
	require.NoError(t, err)
	elements, err := tensor.ColMajor[complex128](z)
	require.NoError(t, err)
	for _, v := range elements {
		if cmplx.IsNaN(v) || cmplx.IsInf(v) {
			return false
		}
	}
	return true
}

// What Random promises of noise holds: the same graph in double precision agrees as Close has it, and, exact ones, bit
// for bit.
func TestRandomNoise(t *testing.T) {
	for seed := range uint64(600) {
		opts := tracetest.Options{Exact: seed%3 == 0, DTypes: dtypes[:4]}
		g, in := random(seed, opts)
		single, err := tracetest.Eval(g, in)
		require.NoError(t, err)
		double, err := tracetest.Eval(promote(t, g), promoteAll(t, in))
		require.NoError(t, err)
		for i, want := range single {
			got := double[i]
			if got.DType() != want.DType() {
				got, err = got.Convert(want.DType())
				require.NoError(t, err)
			}
			require.NoError(t, tracetest.Close(got, want), "seed %d, output %d of\n%s", seed, i, g)
			if opts.Exact {
				require.True(t, tensor.Equal(got, want), "seed %d, output %d of\n%s", seed, i, g)
			}
		}
	}
}

// promote rewrites a graph to double precision.
func promote(t *testing.T, g *trace.Graph) *trace.Graph {
	p := &trace.Graph{Inputs: g.Inputs, Outputs: g.Outputs}
	for _, n := range g.Nodes {
		switch op := n.Op.(type) {
		case trace.Input:
			op.Type.DType = double(op.Type.DType)
			n.Op = op
		case trace.Const:
			c, err := trace.NewConst(promoteAll(t, []*tensor.Tensor{op.Tensor()})[0])
			require.NoError(t, err)
			n.Op = c
		case trace.Full:
			switch v := op.Value.(type) {
			case float32:
				op.Value = float64(v)
			case complex64:
				op.Value = complex128(v)
			}
			n.Op = op
		case trace.Iota:
			op.DType = double(op.DType)
			n.Op = op
		case trace.Cast:
			op.To = double(op.To)
			n.Op = op
		}
		out := n.Out[0]
		out.DType = double(out.DType)
		n.Out = []trace.Type{out}
		p.Nodes = append(p.Nodes, n)
	}
	require.NoError(t, p.Check())
	return p
}

func promoteAll(t *testing.T, ts []*tensor.Tensor) []*tensor.Tensor {
	out := make([]*tensor.Tensor, len(ts))
	for i, x := range ts {
		var err error
		out[i], err = x.Convert(double(x.DType()))
		require.NoError(t, err)
	}
	return out
}

func double(d tensor.DType) tensor.DType {
	switch d {
	case f32:
		return f64
	case c64:
		return c128
	}
	return d
}

func TestRandomOptions(t *testing.T) {
	for seed := range uint64(100) {
		opts := tracetest.Options{Ops: 40, MaxRank: 2, MaxSize: 2, MaxLen: 16, DTypes: []tensor.DType{f64, tensor.Invalid}}
		g, _ := random(seed, opts)
		for _, r := range g.Outputs {
			require.LessOrEqual(t, g.Type(r).Rank(), 2)
			require.LessOrEqual(t, g.Type(r).Len(), 16)
		}
		for _, r := range g.Inputs {
			require.NotContains(t, []tensor.DType{f32, c64, c128}, g.Type(r).DType)
		}
	}
	g, in := random(1, tracetest.Options{Ops: 1, MaxRank: 1, MaxSize: 1, MaxLen: 1, DTypes: []tensor.DType{b8}})
	_, err := tracetest.Eval(g, in)
	require.NoError(t, err)
}

func TestClose(t *testing.T) {
	s := tensor.FromScalar[float64]
	require.NoError(t, tracetest.Close(s(1), s(1+1e-10)))
	require.NoError(t, tracetest.Close(s(math.NaN()), s(math.NaN())))
	require.NoError(t, tracetest.Close(s(inf), s(inf)))
	require.Error(t, tracetest.Close(s(1), s(1+1e-6)))
	require.Error(t, tracetest.Close(s(0), s(inf)))
	require.Error(t, tracetest.Close(s(math.NaN()), s(1)))
	require.NoError(t, tracetest.Close(tensor.FromScalar(float32(1)), tensor.FromScalar(float32(1+1e-5))))
	require.Error(t, tracetest.Close(tensor.FromScalar(int32(1)), tensor.FromScalar(int32(2))))
	require.Error(t, tracetest.Close(s(1), tensor.FromScalar(float32(1))))
	require.Error(t, tracetest.Close(nil, s(1)))
	require.Error(t, tracetest.Close(s(1), nil))
	require.Nil(t, tracetest.Tensor(rand.New(rand.NewPCG(1, 1)), trace.Type{DType: f64, Shape: []int{-1}}))
}
