package trace_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// sampler traces every operation once.
func sampler(t *testing.T) *trace.Graph {
	tc := trace.New()
	x, z := tc.Input(f64, 2, 3), tc.Input(c64, 3, 3)
	i := tc.Iota(i64, 1, 2, 2)
	outs := []*trace.Value{
		tc.Const(tensor.MustFromColMajor([]float64{1, 2}, 2)), tc.Cast(tc.Tanh(x), f32),
		tc.Where(tc.Less(x, tc.Scalar(f64, 0.5)), x, tc.Clamp(x, tc.Scalar(f64, -1), tc.Scalar(f64, 1))),
		tc.Sum(z, 1), tc.ArgMax(x), tc.Reshape(tc.Permute(x, 1, 0), 6), tc.Slice(x, []int{0, 1}, nil, []int{1, 2}),
		tc.Reverse(x, 0), tc.Pad(x, tc.Zeros(f64), []int{1, 0}, []int{0, 2}, nil), tc.Concatenate(0, x, x),
		tc.Diagonal(z, 0, 1), tc.EmbedDiagonal(x, 0, 2), tc.Tril(z, -1), tc.Triu(z, 1),
		tc.Gather(x, []int{1}, i), tc.ScatterAdd(x, tc.Zeros(f64, 2, 2, 2), []int{1}, i),
		tc.ScatterSet(x, tc.Zeros(f64, 2, 2, 2), []int{1}, i),
		tc.Apply(trace.Contract{A: []int{5, 9}, B: []int{9, 9}, Out: []int{5}, ConjB: true}, z, z)[0],
	}
	g, err := tc.Graph(outs...)
	require.NoError(t, err)
	return g
}

const printed = `%0 = input index=0 : float64[2 3]
%1 = input index=1 : complex64[3 3]
%2 = iota int64[2 2] axis=1 : int64[2 2]
%3 = const float64[2] sha256=dc91ce9a50ddc828740aa26743716897 : float64[2]
%4 = tanh %0 : float64[2 3]
%5 = cast %4 to=float32 : float32[2 3]
%6 = full float64[] value=0.5 : float64[]
%7 = broadcast %6 shape=[2 3] axes=[] : float64[2 3]
%8 = lt %0 %7 : bool[2 3]
%9 = full float64[] value=-1 : float64[]
%10 = full float64[] value=1 : float64[]
%11 = broadcast %9 shape=[2 3] axes=[] : float64[2 3]
%12 = broadcast %10 shape=[2 3] axes=[] : float64[2 3]
%13 = clamp %0 %11 %12 : float64[2 3]
%14 = where %8 %0 %13 : float64[2 3]
%15 = reduce_sum %1 axes=[1] : complex64[3]
%16 = argmax %0 axes=[0 1] : int64[]
%17 = permute %0 axes=[1 0] : float64[3 2]
%18 = reshape %17 shape=[6] : float64[6]
%19 = slice %0 [0:2 1:3:2] : float64[2 1]
%20 = reverse %0 axes=[0] : float64[2 3]
%21 = full float64[] value=0 : float64[]
%22 = pad %0 %21 low=[1 0] high=[0 2] interior=[0 0] : float64[3 5]
%23 = concatenate %0 %0 axis=0 : float64[4 3]
%24 = diagonal %1 axes=[0 1] : complex64[3]
%25 = embed_diagonal %0 axes=[0 2] : float64[2 3 2]
%26 = tril %1 k=-1 : complex64[3 3]
%27 = triu %1 k=1 : complex64[3 3]
%28 = gather %0 %2 axes=[1] : float64[2 2 2]
%29 = full float64[2 2 2] value=0 : float64[2 2 2]
%30 = scatter_add %0 %29 %2 axes=[1] : float64[2 3]
%31 = full float64[2 2 2] value=0 : float64[2 2 2]
%32 = scatter_set %0 %31 %2 axes=[1] : float64[2 3]
%33 = contract %1 %1 ab,bb*->a : complex64[3]
return %3 %5 %14 %15 %16 %18 %19 %20 %22 %23 %24 %25 %26 %27 %28 %30 %32 %33
`

func TestString(t *testing.T) {
	g := sampler(t)
	got := g.String()
	require.Equal(t, printed, got)
	for range 20 {
		require.Equal(t, got, sampler(t).String())
		require.Equal(t, g.DOT(), sampler(t).DOT())
	}
}

func TestDOT(t *testing.T) {
	tc := trace.New()
	a := tc.Input(f64, 2)
	p := tracePair(tc, a)
	g, err := tc.Graph(tc.Add(p[0], p[1]), p[1])
	require.NoError(t, err)
	line := g.Nodes[0].Site
	dot := g.DOT()
	require.Contains(t, dot, `n0 [label="%0 input\nindex=0\nfloat64[2]" tooltip="`+line+`"];`)
	require.Contains(t, dot, "\tn0 -> n1;\n")
	require.Contains(t, dot, "\tn1 -> n2 [label=\"0\"];\n\tn1 -> n2 [label=\".1 → 1\"];\n")
	require.Contains(t, dot, "\tn1 -> out1 [label=\".1\"];\n")
	require.Equal(t, strings.Count(dot, "{"), strings.Count(dot, "}"))
}

// Labels are named in the order in which they come, and the names never run out.
func TestContractAttrs(t *testing.T) {
	require.Equal(t, "ab,bc->ca", trace.Contract{A: []int{70, -3}, B: []int{-3, 0}, Out: []int{0, 70}}.Attrs())
	var many []int
	for l := range 54 {
		many = append(many, 2*l)
	}
	op := trace.Contract{A: many, B: many, Out: []int{0, 104, 106}}
	require.Contains(t, op.Attrs(), "XYZ(52)(53),")
	require.True(t, strings.HasSuffix(op.Attrs(), "->a(52)(53)"))
}

// Equal parameters are written alike and different ones apart: what common subexpressions are found by.
func TestAttrsTellOperationsApart(t *testing.T) {
	require.NotEqual(t, trace.Full{Value: 0.0}.Attrs(), trace.Full{Value: float32(0)}.Attrs())
	require.NotEqual(t, trace.Full{Value: 0.0}.Attrs(), trace.Full{Value: 0.0, Shape: []int{1}}.Attrs())
	require.NotEqual(t, trace.Contract{A: []int{0}, B: []int{0}}.Attrs(), trace.Contract{A: []int{0}, B: []int{1}}.Attrs())
	require.NotEqual(t, trace.Contract{ConjA: true}.Attrs(), trace.Contract{ConjB: true}.Attrs())
	require.Equal(t, trace.Reduce{Axes: nil}.Attrs(), trace.Reduce{Axes: []int{}}.Attrs())
	require.NotEqual(t, trace.Scatter{}.Name(), trace.Scatter{Add: true}.Name())
}
