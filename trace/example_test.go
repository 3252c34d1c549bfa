package trace_test

import (
	"fmt"
	"strings"

	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

func Example() {
	tc := trace.New()
	a := tc.Input(tensor.Float64, 64, 128)
	b := tc.Input(tensor.Float64, 128, 32)
	y := tc.Mul(tc.MatMul(a, b), tc.Scalar(tensor.Float64, 0.5))
	g, err := tc.Graph(y, tc.Sum(y, 0))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(g)
	// Output:
	// %0 = input index=0 : float64[64 128]
	// %1 = input index=1 : float64[128 32]
	// %2 = contract %0 %1 ab,bc->ac : float64[64 32]
	// %3 = full float64[] value=0.5 : float64[]
	// %4 = broadcast %3 shape=[64 32] axes=[] : float64[64 32]
	// %5 = mul %2 %4 : float64[64 32]
	// %6 = reduce_sum %5 axes=[0] : float64[32]
	// return %5 %6
}

// Mistakes wait for Graph: only the first is told, with the line that made it.
func ExampleContext_Graph() {
	tc := trace.New()
	a := tc.Input(tensor.Float64, 64, 128)
	b := tc.Input(tensor.Float64, 100, 32)
	y := tc.Exp(tc.MatMul(a, b))
	_, err := tc.Graph(tc.Sum(y, 7))
	fmt.Println(strings.Replace(err.Error(), "example_test.go", "model.go", 1))
	// Output:
	// model.go:38: matmul: operand 1, axis 0: size 100, want 128 as operand 0, axis 1 has (label 1)
}

// A function that traces on behalf of its caller calls Helper, and the caller's line is what nodes and mistakes show.
func ExampleContext_Helper() {
	softmax := func(tc *trace.Context, x *trace.Value, axis int) *trace.Value {
		tc.Helper()
		along := func(v *trace.Value) *trace.Value { return tc.Broadcast(tc.ExpandDims(v, axis), x.Shape()) }
		e := tc.Exp(tc.Sub(x, along(tc.ReduceMax(x, axis))))
		return tc.Div(e, along(tc.Sum(e, axis)))
	}
	tc := trace.New()
	g, err := tc.Graph(softmax(tc, tc.Input(tensor.Float32, 10, 8), 0))
	fmt.Println(g.Nodes[len(g.Nodes)-1].Site, err)
	// Output:
	// example_test.go:54 <nil>
}
