package compiler_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/compiler/compilertest"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// bare is an operation of an extension with nothing but what tracing needs: elementwise on one operand.
type bare struct{ family, name string }

func (o bare) Family() string { return o.family }
func (o bare) Name() string   { return o.name }
func (o bare) Attrs() string  { return "" }
func (o bare) Infer(in []trace.Type) ([]trace.Type, error) {
	if len(in) != 1 {
		return nil, fmt.Errorf("%d operands", len(in))
	}
	return in, nil
}

// expanding is an operation that expands as a function says.
type expanding struct {
	bare
	results int
	f       func(tc *trace.Context, in []*trace.Value) ([]*trace.Value, error)
}

func (o expanding) Results() int { return o.results }
func (o expanding) Infer(in []trace.Type) ([]trace.Type, error) {
	out := make([]trace.Type, o.results)
	for i := range out {
		out[i] = in[0]
	}
	return out, nil
}
func (o expanding) Expand(tc *trace.Context, in []*trace.Value) ([]*trace.Value, error) {
	return o.f(tc, in)
}

// called is an operation that runs as a step.
type called struct{ bare }

func (o called) Kernel() string { return o.name + "-kernel" }

// TestExpansion replaces operations of an extension, also one inside another, by what they expand into.
func TestExpansion(t *testing.T) {
	square := expanding{bare{"demo", "square"}, 1, func(tc *trace.Context, in []*trace.Value) ([]*trace.Value, error) {
		return one(tc.Mul(in[0], in[0])), nil
	}}
	both := expanding{bare{"other", "both"}, 2, func(tc *trace.Context, in []*trace.Value) ([]*trace.Value, error) {
		return []*trace.Value{in[0], tc.Apply(square, in[0])[0]}, nil
	}}
	p := compile(t, func(tc *trace.Context) []*trace.Value {
		v := tc.Apply(both, tc.Input(f64, 3))
		return one(tc.Add(v[0], tc.Add(v[1], tc.Apply(square, v[0])[0]))) // the squares are one
	})
	require.Equal(t, []string{"demo", "other"}, p.Requires)
	require.Equal(t, []string{"MAP"}, kindsOf(p))
	require.Len(t, p.Steps[0].Body.(*compiler.Map).Code, 3)
	got, err := compilertest.Run(p, tensor.MustFromColMajor([]float64{1, 2, 3}, 3))
	require.NoError(t, err)
	require.True(t, tensor.Equal(tensor.MustFromColMajor([]float64{3, 10, 21}, 3), got[0]))
}

var errExpand = errors.New("cannot be expanded")

// TestLoweringMistakes is about extensions that do not keep their promises. The error names the operation and the line
// that traced it.
func TestLoweringMistakes(t *testing.T) {
	expand := func(n int, f func(tc *trace.Context, in []*trace.Value) ([]*trace.Value, error)) trace.Op {
		return expanding{bare{"demo", "mistake"}, n, f}
	}
	cases := []struct {
		name string
		op   trace.Op
		want string
	}{
		{"nothing to lower it by", bare{"demo", "mistake"}, "no lowering"},
		{"an error", expand(1, func(*trace.Context, []*trace.Value) ([]*trace.Value, error) { return nil, errExpand }), errExpand.Error()},
		{"too few results", expand(2, func(_ *trace.Context, in []*trace.Value) ([]*trace.Value, error) { return in, nil }), "1 results, inferred 2"},
		{"no result", expand(1, func(*trace.Context, []*trace.Value) ([]*trace.Value, error) { return nil, nil }), "output"},
		{"another dtype", expand(1, func(tc *trace.Context, in []*trace.Value) ([]*trace.Value, error) {
			return one(tc.Cast(in[0], tensor.Float32)), nil
		}), "float32"},
		{"another shape", expand(1, func(tc *trace.Context, in []*trace.Value) ([]*trace.Value, error) {
			return one(tc.Sum(in[0], 0)), nil
		}), "inferred float64[3]"},
		{"a mistake in tracing", expand(1, func(tc *trace.Context, in []*trace.Value) ([]*trace.Value, error) {
			return one(tc.Reshape(in[0], 7)), nil
		}), "reshape"},
		{"a value of another context", expand(1, func(*trace.Context, []*trace.Value) ([]*trace.Value, error) {
			return one(trace.New().Input(f64, 3)), nil
		}), "another context"},
		{"a nil result", expand(1, func(*trace.Context, []*trace.Value) ([]*trace.Value, error) {
			return []*trace.Value{nil}, nil
		}), "nil"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			tc := trace.New()
			g, err := tc.Graph(tc.Apply(c.op, tc.Input(f64, 3))[0])
			require.NoError(t, err)
			_, err = compiler.Compile(g)
			require.ErrorContains(t, err, c.want)
			require.ErrorContains(t, err, "mistake")
			require.ErrorContains(t, err, "extension_test.go:")
		})
	}
}

// TestKernelOps makes steps of operations with a kernel; those on constants are folded, equal ones shared.
func TestKernelOps(t *testing.T) {
	op := called{bare{"demo", "op"}}
	p := compile(t, func(tc *trace.Context) []*trace.Value {
		x, c := tc.Input(f64, 3), tc.Iota(f64, 0, 3)
		apply := func(v *trace.Value) *trace.Value { return tc.Apply(op, v)[0] }
		return one(tc.Add(tc.Mul(apply(x), apply(x)), apply(c)))
	})
	require.Equal(t, []string{"CALL", "MAP"}, kindsOf(p), p.String())
	require.Equal(t, []string{"CALL"}, kindsOf(p.Fold), p.String())
	c := p.Steps[0].Body.(*compiler.Call)
	require.Equal(t, []any{"demo", "op-kernel", op}, []any{c.Family, c.Kernel, c.Op})
	require.Equal(t, []string{"demo"}, p.Requires)
	require.Contains(t, p.String(), "demo.op-kernel")
}

// TestInputStrides refuses strides that are not those of an operand.
func TestInputStrides(t *testing.T) {
	tc := trace.New()
	g, err := tc.Graph(tc.Neg(tc.Input(f64, 3, 4)))
	require.NoError(t, err)
	for _, o := range []compiler.Option{compiler.WithInputStrides(-1, 1, 3), compiler.WithInputStrides(1, 1, 3), compiler.WithInputStrides(0, 1),
		compiler.WithInputStrides(0, 1, 2, 3)} {
		_, err := compiler.Compile(g, o)
		require.ErrorContains(t, err, "input strides")
	}
	p, err := compiler.Compile(g, compiler.WithInputStrides(0, -4, 1))
	require.NoError(t, err)
	require.Equal(t, compiler.Port{Buf: 0, DType: f64, Shape: []int{3, 4}, Strides: []int{-4, 1}, Origin: 8}, p.Inputs[0])
	require.Equal(t, 12, p.Buffers[0].Len)
}

// TestDOT reads the graph of a program: every edge begins and ends at a node that is there, and all steps are connected.
func TestDOT(t *testing.T) {
	p := compile(t, func(tc *trace.Context) []*trace.Value {
		x, c := tc.Input(f64, 3), tc.Const(tensor.MustFromColMajor([]float64{1, 2, 3}, 3))
		parts := tc.Concatenate(0, tc.Exp(x), c, tc.Exp(c))
		return []*trace.Value{tc.Sum(parts), tc.EmbedDiagonal(x, 0, 1), tc.Zeros(f64, 0, 2), x}
	})
	nodes, edges := map[string]bool{}, map[string]int{}
	for line := range strings.Lines(p.DOT()) {
		line = strings.TrimSpace(line)
		if from, to, ok := strings.Cut(line, " -> "); ok {
			to, _, _ = strings.Cut(strings.TrimSuffix(to, ";"), " ")
			require.True(t, nodes[from] && nodes[to], "%q\n%s", line, p.DOT())
			edges[from]++
		} else if name, attrs, ok := strings.Cut(line, " ["); ok && name != "node" && attrs != "" {
			nodes[name] = true
		}
	}
	for i := range p.Steps {
		require.Positive(t, edges[fmt.Sprintf("s%d", i)], "step %d leads nowhere\n%s", i, p.DOT())
	}
	for i := range p.Outputs {
		require.True(t, nodes[fmt.Sprintf("out%d", i)])
	}
}
