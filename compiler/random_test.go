package compiler_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/compiler/compilertest"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
	"github.com/tenferro/tenferro-go/trace/tracetest"
)

// kinds are the random graphs of the tests, by what is special about them.
var kinds = []struct {
	name string
	opts tracetest.Options
}{
	{"all", tracetest.Options{}},
	{"exact", tracetest.Options{Exact: true, Ops: 24}},
	{"long", tracetest.Options{Ops: 60, MaxSize: 3, MaxLen: 128}},
	{"double", tracetest.Options{DTypes: []tensor.DType{tensor.Float64, tensor.Complex128}}},
	{"integers", tracetest.Options{DTypes: []tensor.DType{tensor.Int32, tensor.Int64, tensor.Bool}}},
	{"small", tracetest.Options{Ops: 5, MaxSize: 2}},
	{"deep rank", tracetest.Options{Ops: 10, MaxRank: 7, MaxSize: 3}},
}

// TestRandomGraphs compiles random graphs and runs them, on operands of all layouts, in the reference engine. What comes
// out must be what the interpreter of the graph says.
func TestRandomGraphs(t *testing.T) {
	count := uint64(500)
	if testing.Short() {
		count = 60
	}
	for _, kind := range kinds {
		t.Run(kind.name, func(t *testing.T) {
			t.Parallel()
			for seed := range count {
				if err := oneGraph(seed, kind.opts); err != nil {
					t.Fatalf("%s, seed %d: %v", kind.name, seed, err)
				}
			}
		})
	}
}

func oneGraph(seed uint64, opts tracetest.Options) error {
	rng := rand.New(rand.NewPCG(seed, 1))
	g := tracetest.Random(rng, opts)
	in := tracetest.Inputs(rng, g)
	var options []compiler.Option
	for i, x := range in {
		if rng.IntN(2) == 0 {
			continue
		}
		strides := compilertest.Strides(rng, x.Shape(), rng.IntN(4) == 0)
		y, err := compilertest.Relay(x, strides)
		if err != nil {
			return err
		}
		in[i] = y
		if rng.IntN(2) == 0 {
			options = append(options, compiler.WithInputStrides(i, strides...))
		}
	}
	want, err := tracetest.Eval(g, in)
	if err != nil {
		return err
	}
	p, err := compiler.Compile(g, options...)
	if err != nil {
		return fmt.Errorf("%w\n%s", err, g)
	}
	got, err := compilertest.Run(p, in...)
	if err != nil {
		return fmt.Errorf("%w\n%s\n%s", err, g, p)
	}
	for i := range want {
		err := tracetest.Close(got[i], want[i])
		if err == nil && opts.Exact && !tensor.Equal(got[i], want[i]) {
			err = fmt.Errorf("not exactly equal")
		}
		if err != nil {
			return fmt.Errorf("output %d: %w\n%s\n%s", i, err, g, p)
		}
	}
	return nil
}

// TestOutputs traces programs whose outputs are not what a step has just computed.
func TestOutputs(t *testing.T) {
	vector := tensor.MustFromColMajor([]float64{1, 2, 3}, 3)
	cases := []struct {
		name  string
		trace func(tc *trace.Context) []*trace.Value
	}{
		{"an input", func(tc *trace.Context) []*trace.Value { return []*trace.Value{tc.Input(tensor.Float64, 3)} }},
		{"an input twice", func(tc *trace.Context) []*trace.Value {
			x := tc.Input(tensor.Float64, 3)
			return []*trace.Value{x, x}
		}},
		{"a value twice and its negative", func(tc *trace.Context) []*trace.Value {
			y := tc.Exp(tc.Input(tensor.Float64, 3))
			return []*trace.Value{y, tc.Neg(y), y}
		}},
		{"a view of an input", func(tc *trace.Context) []*trace.Value {
			x := tc.Input(tensor.Float64, 2, 3)
			return []*trace.Value{tc.Transpose(x), tc.Reverse(x, 0, 1), tc.Reshape(x, 6), tc.SliceAxis(x, 1, 1, 3)}
		}},
		{"a view of a value that is an output too", func(tc *trace.Context) []*trace.Value {
			y := tc.Exp(tc.Input(tensor.Float64, 2, 3))
			return []*trace.Value{tc.Transpose(y), y}
		}},
		{"a product and its transpose", func(tc *trace.Context) []*trace.Value {
			y := tc.MatMul(tc.Input(tensor.Float64, 2, 3), tc.Input(tensor.Float64, 3, 4))
			return []*trace.Value{tc.Transpose(y), y}
		}},
		{"constants", func(tc *trace.Context) []*trace.Value {
			c := tc.Const(vector)
			return []*trace.Value{c, c, tc.Full(tensor.Bool, true, 2), tc.Iota(tensor.Int32, 1, 2, 3), tc.Eye(tensor.Complex64, 2)}
		}},
		{"folded constants", func(tc *trace.Context) []*trace.Value {
			c := tc.Add(tc.Const(vector), tc.Const(vector))
			return []*trace.Value{c, tc.Reverse(c, 0), tc.Mul(c, tc.Input(tensor.Float64, 3)), c}
		}},
		{"nothing", func(tc *trace.Context) []*trace.Value {
			x := tc.Input(tensor.Float64, 0, 3)
			return []*trace.Value{x, tc.Exp(x), tc.Sum(x, 0), tc.Sum(x, 1), tc.Prod(x), tc.Zeros(tensor.Int64, 2, 0)}
		}},
		{"products over nothing", func(tc *trace.Context) []*trace.Value {
			x, y := tc.Input(tensor.Float64, 3, 0), tc.Input(tensor.Float64, 0, 3)
			return []*trace.Value{tc.MatMul(x, y), tc.MatMul(tc.Transpose(x), tc.Transpose(y)), tc.Exp(tc.MatMul(x, y))}
		}},
		{"scalars", func(tc *trace.Context) []*trace.Value {
			x := tc.Input(tensor.Float64)
			return []*trace.Value{x, tc.Mul(x, x), tc.Broadcast(x, []int{2, 2}), tc.Reshape(x, 1, 1), tc.Contract(x, x, nil, nil, nil)}
		}},
		{"an unused input", func(tc *trace.Context) []*trace.Value {
			tc.Input(tensor.Int32, 5)
			return []*trace.Value{tc.Neg(tc.Input(tensor.Float64, 3))}
		}},
		{"no input", func(tc *trace.Context) []*trace.Value {
			return []*trace.Value{tc.Sum(tc.Iota(tensor.Int64, 0, 10))}
		}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			tc := trace.New()
			g, err := tc.Graph(c.trace(tc)...)
			require.NoError(t, err)
			in := tracetest.Inputs(rand.New(rand.NewPCG(1, 2)), g)
			want, err := tracetest.Eval(g, in)
			require.NoError(t, err)
			p, err := compiler.Compile(g)
			require.NoError(t, err)
			got, err := compilertest.Run(p, in...)
			require.NoError(t, err, p.String())
			for i := range want {
				require.NoError(t, tracetest.Close(got[i], want[i]), "output %d\n%s", i, p)
			}
			require.NotEmpty(t, p.DOT())
		})
	}
}

// FuzzRandomGraphs is TestRandomGraphs for as long as one likes.
func FuzzRandomGraphs(f *testing.F) {
	for kind := range kinds {
		f.Add(uint64(1_000_000), uint8(kind))
	}
	f.Fuzz(func(t *testing.T, seed uint64, kind uint8) {
		require.NoError(t, oneGraph(seed, kinds[int(kind)%len(kinds)].opts))
	})
}
