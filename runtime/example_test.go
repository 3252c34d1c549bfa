package runtime_test

import (
	"context"
	"fmt"
	"log"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/cpu"
	"github.com/tenferro/tenferro-go/einsum"
	"github.com/tenferro/tenferro-go/runtime"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// A program is traced and compiled once, the engine and the extensions are registered once, and then it runs again and
// again on new operands, from any number of goroutines.
func Example() {
	bias := filled(0.5, 64, 32)

	tc := trace.New()
	a := tc.Input(tensor.Float64, 64, 128)
	b := tc.Input(tensor.Float64, 128, 32)
	y := tc.Add(einsum.Trace(tc, "ij,jk->ik", a, b), tc.Const(bias))
	g, err := tc.Graph(y) // the first mistake in tracing, with its file and line, comes out here
	if err != nil {
		log.Fatal(err)
	}
	prog, err := compiler.Compile(g)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(prog)

	be, err := cpu.New(cpu.WithThreads(4))
	if err != nil {
		log.Fatal(err)
	}
	defer be.Close()
	rt, err := runtime.New(runtime.WithEngine(be), runtime.WithExtension(einsum.Extension()))
	if err != nil {
		log.Fatal(err)
	}
	for _, x := range []float64{1, 2} {
		out, err := rt.Run(context.Background(), prog, filled(x, 64, 128), filled(0.25, 128, 32))
		if err != nil {
			log.Fatal(err)
		}
		v, err := tensor.At[float64](out[0], 63, 31)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(out[0].Shape(), v)
	}
	// Output:
	// program: 2 inputs, 1 outputs, 2 steps, 526 kFLOP, 0 B moved, arena 16.4 kB, peak 147 kB
	// requires einsum
	// in0   float64[64 128]
	// in1   float64[128 32]
	// 0     GEMM in0 in1 -> t0     NN m=64 n=32 k=128  ab,bc->ac  524 kFLOP   115 kB
	// 1     MAP t0 const0 -> out0  add [64 32]                    2.05 kFLOP  49.2 kB
	// out0  float64[64 32]
	// [64 32] 32.5
	// [64 32] 64.5
}

// A mistake in a trace is told with the line where it was made.
func Example_mistake() {
	tc := trace.New()
	a := tc.Input(tensor.Float64, 64, 128)
	b := tc.Input(tensor.Float64, 64, 32)
	_, err := tc.Graph(einsum.Trace(tc, "ij,jk->ik", a, b))
	fmt.Println(err)
	// Output:
	// example_test.go:72: einsum: label j has size 128 on axis 1 of operand 0 and size 64 on axis 0 of operand 1
	// 	ij,jk->ik
	// 	 ^ ^
}

// filled is a tensor of one value.
func filled(x float64, shape ...int) *tensor.Tensor {
	n := 1
	for _, d := range shape {
		n *= d
	}
	data := make([]float64, n)
	for i := range data {
		data[i] = x
	}
	return tensor.MustFromColMajor(data, shape...)
}
