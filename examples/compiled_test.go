package examples_test

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

// The lines before the output are the README's.
func Example_compiled() {
	tc := trace.New()
	a := tc.Input(tensor.Float64, 2, 3)
	b := tc.Input(tensor.Float64, 3, 2)
	g, err := tc.Graph(tc.Exp(einsum.Trace(tc, "ij,jk->ik", a, b))) // the first mistake, with its file and line
	if err != nil {
		log.Fatal(err)
	}
	be, err := cpu.New(cpu.WithThreads(2)) // owns threads, memory and caches
	if err != nil {
		log.Fatal(err)
	}
	defer be.Close()
	program, err := compiler.Compile(g, compiler.WithCostModel(be.CostModel())) // immutable; print it to see its steps
	if err != nil {
		log.Fatal(err)
	}
	rt, err := runtime.New(runtime.WithEngine(be), runtime.WithExtension(einsum.Extension()))
	if err != nil {
		log.Fatal(err)
	}
	x := tensor.MustFromColMajor([]float64{0, 1, 0, 0, 1, 0}, 2, 3)
	y := tensor.MustFromColMajor([]float64{0, 0, 1, 0, 0, 0}, 3, 2)
	out, err := rt.Run(context.Background(), program, x, y) // again and again, from many goroutines
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.4f\n", out[0])

	// Output:
	// float64 [2 2]
	// [[2.7183 1.0000]
	//  [1.0000 1.0000]]
}
