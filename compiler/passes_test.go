package compiler_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/cblas"
	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/compiler/compilertest"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
	"github.com/tenferro/tenferro-go/trace/tracetest"
)

const f64, c128 = tensor.Float64, tensor.Complex128

// compile compiles what a function traces and checks the program.
func compile(t testing.TB, f func(tc *trace.Context) []*trace.Value, options ...compiler.Option) *compiler.Program {
	t.Helper()
	tc := trace.New()
	g, err := tc.Graph(f(tc)...)
	require.NoError(t, err)
	p, err := compiler.Compile(g, options...)
	require.NoError(t, err)
	require.NoError(t, compilertest.Check(p), p.String())
	return p
}

func one(v *trace.Value) []*trace.Value { return []*trace.Value{v} }

// kindsOf lists the kinds of a program's steps.
func kindsOf(p *compiler.Program) []string {
	list := []string{}
	for i := range p.Steps {
		list = append(list, p.Steps[i].Body.Kind())
	}
	return list
}

// TestPasses traces programs and says which steps are left of them, and which are computed once.
func TestPasses(t *testing.T) {
	cases := []struct {
		name  string
		steps []string
		fold  []string
		trace func(tc *trace.Context) *trace.Value
	}{
		{"dead code goes", []string{"MAP"}, nil, func(tc *trace.Context) *trace.Value {
			x := tc.Input(f64, 4, 4)
			tc.MatMul(x, tc.Exp(x))
			return tc.Neg(x)
		}},
		{"equal values are computed once", []string{"GEMM", "MAP"}, nil, func(tc *trace.Context) *trace.Value {
			x, y := tc.Input(f64, 40, 40), tc.Input(f64, 40, 40)
			return tc.Add(tc.MatMul(x, y), tc.Exp(tc.MatMul(x, y)))
		}},
		{"contractions are equal whatever their labels", []string{"GEMM", "MAP"}, nil, func(tc *trace.Context) *trace.Value {
			x, y := tc.Input(f64, 40, 40), tc.Input(f64, 40, 40)
			return tc.Add(tc.Contract(x, y, []int{0, 1}, []int{1, 2}, []int{0, 2}), tc.Contract(x, y, []int{7, 3}, []int{3, 9}, []int{7, 9}))
		}},
		{"constants with equal elements are one", []string{"MAP"}, nil, func(tc *trace.Context) *trace.Value {
			c := func() *trace.Value { return tc.Const(tensor.MustFromColMajor([]float64{1, 2}, 2)) }
			x := tc.Input(f64, 2)
			return tc.Add(tc.Mul(x, c()), tc.Mul(x, c()))
		}},
		{"a chain of elementwise operations is one pass", []string{"MAP"}, nil, func(tc *trace.Context) *trace.Value {
			x, y := tc.Input(f64, 5, 6), tc.Input(f64, 5, 6)
			v := tc.Where(tc.Less(x, y), tc.Sqrt(tc.Add(tc.Mul(x, x), tc.Mul(y, y))), tc.Clamp(tc.Neg(y), x, y))
			return tc.Cast(tc.Log1p(v), tensor.Float32)
		}},
		{"what one pass reads several times stays in it", []string{"MAP"}, nil, func(tc *trace.Context) *trace.Value {
			y := tc.Exp(tc.Input(f64, 5, 6))
			return tc.Add(tc.Mul(y, y), tc.Sin(y))
		}},
		{"scalars join the pass", []string{"MAP"}, nil, func(tc *trace.Context) *trace.Value {
			return tc.Add(tc.Mul(tc.Input(f64, 5), tc.Scalar(f64, 2)), tc.Scalar(f64, 1))
		}},
		{"double negation and conjugation vanish", []string{"MAP"}, nil, func(tc *trace.Context) *trace.Value {
			x := tc.Input(c128, 5)
			return tc.Exp(tc.Conj(tc.Conj(tc.Neg(tc.Neg(x)))))
		}},
		{"casts to the same dtype and reshapes to the same shape vanish", []string{"COPY"}, nil, func(tc *trace.Context) *trace.Value {
			return tc.Reshape(tc.Reshape(tc.Cast(tc.Input(f64, 5, 2), f64), 10), 5, 2)
		}},
		{"permutations compose", []string{"COPY"}, nil, func(tc *trace.Context) *trace.Value {
			return tc.Permute(tc.Permute(tc.Permute(tc.Input(f64, 2, 3, 4), 2, 0, 1), 2, 0, 1), 2, 0, 1)
		}},
		{"transposed operands are flags", []string{"GEMM"}, nil, func(tc *trace.Context) *trace.Value {
			return tc.MatMul(tc.Transpose(tc.Input(f64, 30, 20)), tc.Transpose(tc.Input(f64, 40, 30)))
		}},
		{"adjoint operands are flags", []string{"GEMM"}, nil, func(tc *trace.Context) *trace.Value {
			return tc.MatMul(tc.Conj(tc.Transpose(tc.Input(c128, 30, 20))), tc.Transpose(tc.Conj(tc.Input(c128, 40, 30))))
		}},
		{"a transposed product is the product of the others", []string{"GEMM"}, nil, func(tc *trace.Context) *trace.Value {
			return tc.Transpose(tc.MatMul(tc.Input(f64, 30, 20), tc.Input(f64, 20, 40)))
		}},
		{"views cost nothing", []string{"GEMM"}, nil, func(tc *trace.Context) *trace.Value {
			x, y := tc.Input(f64, 30, 2, 20), tc.Input(f64, 600)
			a := tc.Reshape(tc.SliceAxis(x, 1, 1, 2), 30, 20)
			return tc.MatMul(a, tc.Reshape(y, 20, 30))
		}},
		{"constants are contracted once", []string{"GEMM"}, []string{"MAP", "GEMM"}, func(tc *trace.Context) *trace.Value {
			c := tc.Exp(tc.Iota(f64, 0, 30, 30))
			return tc.MatMul(tc.Input(f64, 30, 30), tc.MatMul(c, c))
		}},
		{"constants without reader are not computed", []string{"MAP"}, nil, func(tc *trace.Context) *trace.Value {
			tc.Exp(tc.Iota(f64, 0, 30, 30))
			return tc.Neg(tc.Input(f64, 3))
		}},
		{"views of folded constants cost nothing", []string{"MAP"}, []string{"MAP"}, func(tc *trace.Context) *trace.Value {
			c := tc.Exp(tc.Iota(f64, 0, 4, 6))
			return tc.Mul(tc.Input(f64, 6, 2), tc.Transpose(tc.SliceAxis(c, 0, 2, 4)))
		}},
		{"a filled tensor needs no step", []string{"MAP"}, nil, func(tc *trace.Context) *trace.Value {
			return tc.Mul(tc.Input(f64, 1000, 1000), tc.Full(f64, 3, 1000, 1000))
		}},
		{"labels of one operand are summed first", []string{"PRODUCT", "GEMM"}, nil, func(tc *trace.Context) *trace.Value {
			x, y := tc.Input(f64, 30, 4, 20), tc.Input(f64, 20, 30)
			return tc.Contract(x, y, []int{0, 9, 1}, []int{1, 2}, []int{0, 2})
		}},
		{"an empty result takes no step", []string{}, nil, func(tc *trace.Context) *trace.Value {
			return tc.Exp(tc.MatMul(tc.Input(f64, 0, 20), tc.Input(f64, 20, 30)))
		}},
		{"a product over nothing is a constant", []string{"COPY"}, nil, func(tc *trace.Context) *trace.Value {
			return tc.MatMul(tc.Input(f64, 20, 0), tc.Input(f64, 0, 30))
		}},
		{"a sum over nothing on one side too", []string{"COPY"}, nil, func(tc *trace.Context) *trace.Value {
			return tc.Contract(tc.Input(f64, 20, 0), tc.Input(f64, 30), []int{0, 1}, []int{2}, []int{0, 2})
		}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := compile(t, func(tc *trace.Context) []*trace.Value { return one(c.trace(tc)) })
			require.Equal(t, c.steps, kindsOf(p), p.String())
			if c.fold == nil {
				require.Nil(t, p.Fold, p.String())
			} else {
				require.Equal(t, c.fold, kindsOf(p.Fold), p.String())
			}
		})
	}
}

// TestFlags reads the flags of a product whose operands are transposed and conjugated.
func TestFlags(t *testing.T) {
	p := compile(t, func(tc *trace.Context) []*trace.Value {
		x, y := tc.Input(c128, 30, 20), tc.Input(c128, 40, 30)
		return one(tc.MatMul(tc.Conj(tc.Transpose(x)), tc.Transpose(y)))
	})
	g := p.Steps[0].Body.(*compiler.Gemm)
	require.Equal(t, []cblas.Transpose{cblas.ConjTrans, cblas.Trans}, []cblas.Transpose{g.TransA, g.TransB}, p.String())
	require.Equal(t, []int{20, 40, 30}, []int{g.M, g.N, g.K})
}

// TestConjugationIsKept conjugates operands that no flag of a matrix product can conjugate.
func TestConjugationIsKept(t *testing.T) {
	p := compile(t, func(tc *trace.Context) []*trace.Value {
		return one(tc.MatMul(tc.Conj(tc.Input(c128, 30, 20)), tc.Input(c128, 20, 40)))
	})
	require.Equal(t, []string{"COPY", "GEMM"}, kindsOf(p), p.String())
	require.True(t, p.Steps[0].Body.(*compiler.Copy).Conj)
}

// TestConjugationsCancel contracts a conjugated operand with a flag that conjugates it again.
func TestConjugationsCancel(t *testing.T) {
	for conjugations := range 4 {
		tc := trace.New()
		x, y := tc.Input(c128, 6, 5), tc.Input(c128, 5, 4)
		v := x
		for range conjugations {
			v = tc.Permute(tc.Apply(trace.Unary{Fn: trace.Conj}, v)[0], 1, 0)
		}
		a := []int{0, 1}
		if conjugations%2 == 1 {
			a = []int{1, 0}
		}
		g, err := tc.Graph(tc.Apply(trace.Contract{A: a, B: []int{1, 2}, Out: []int{0, 2}, ConjA: true}, v, y)[0])
		require.NoError(t, err)
		p, err := compiler.Compile(g)
		require.NoError(t, err)
		in := tracetest.Inputs(rand.New(rand.NewPCG(1, 9)), g)
		want, err := tracetest.Eval(g, in)
		require.NoError(t, err)
		got, err := compilertest.Run(p, in...)
		require.NoError(t, err)
		require.True(t, tensor.Equal(want[0], got[0]), "%d conjugations before the flag\n%s", conjugations, p)
	}
}

// TestChainsHaveBounds fuses no more into one pass than the first-level cache holds.
func TestChainsHaveBounds(t *testing.T) {
	p := compile(t, func(tc *trace.Context) []*trace.Value {
		x := tc.Input(f64, 100)
		for range 500 {
			x = tc.Sin(x)
		}
		return one(x)
	})
	total := 0
	for i := range p.Steps {
		n := len(p.Steps[i].Body.(*compiler.Map).Code)
		require.LessOrEqual(t, n, 48)
		total += n
	}
	require.Equal(t, 500, total)
	require.LessOrEqual(t, len(p.Steps), 12)
	require.Equal(t, compiler.Alignment*((100*8+63)/64), p.ArenaBytes, "each pass writes over its operand")
}

// TestSharedValuesAreComputedOnce does not fuse a value into two readers.
func TestSharedValuesAreComputedOnce(t *testing.T) {
	p := compile(t, func(tc *trace.Context) []*trace.Value {
		x := tc.Input(f64, 100)
		y := tc.Exp(x)
		return []*trace.Value{tc.Sum(tc.Sin(y)), tc.Sum(tc.Cos(y)), y}
	})
	n := 0
	for i := range p.Steps {
		if m, ok := p.Steps[i].Body.(*compiler.Map); ok {
			n += len(m.Code)
		}
	}
	require.Equal(t, 3, n, p.String())
}

// TestConstantsStayOutOfRuns sees that what depends on constants alone is no step of a run, and that its result is a
// folded constant.
func TestConstantsStayOutOfRuns(t *testing.T) {
	p := compile(t, func(tc *trace.Context) []*trace.Value {
		c := tc.Const(tensor.MustFromColMajor([]float64{1, 2, 3, 4}, 2, 2))
		d := tc.MatMul(c, tc.Transpose(c))
		return []*trace.Value{tc.MatMul(tc.Input(f64, 2, 2), d), d}
	})
	require.Len(t, p.Fold.Outputs, 1)
	require.Empty(t, p.Fold.Inputs)
	folded := slices.IndexFunc(p.Buffers, func(b compiler.Buffer) bool { return b.Kind == compiler.Folded })
	require.GreaterOrEqual(t, folded, 0)
	require.Equal(t, "COPY", p.Steps[len(p.Steps)-1].Body.Kind(), "the constant is delivered\n%s", p)
	for i := range p.Buffers {
		require.NotEqual(t, compiler.Const, p.Buffers[i].Kind, "the run reads what was folded only\n%s", p)
	}
}
