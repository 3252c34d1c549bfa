package maxplus_test

import (
	"context"
	"fmt"
	"log"
	"math"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/cpu"
	"github.com/tenferro/tenferro-go/examples/maxplus"
	"github.com/tenferro/tenferro-go/runtime"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// A schedule: which chain of tasks takes longest? The element (i, j) of the matrix is how long after i task j can begin,
// -Inf where j does not wait for i. A product over max-plus joins two ways at a task between them; with 0 on the diagonal
// it keeps the shorter ways as well.
func ExampleContract() {
	none := math.Inf(-1)
	days := tensor.MustFromRowMajor([]float64{
		// found walls roof wiring done
		0, 5, none, 2, none, // foundations
		none, 0, 10, 4, none, // walls
		none, none, 0, none, 7, // roof
		none, none, none, 0, 6, // wiring
		none, none, none, none, 0, // done
	}, 5, 5)

	tc := trace.New()
	d := tc.Input(tensor.Float64, 5, 5)
	longest := maxplus.Contract(tc, "ab,bc,cd,de->ae", d, d, d, d) // ways of up to four edges
	g, err := tc.Graph(longest)
	if err != nil {
		log.Fatal(err)
	}
	prog, err := compiler.Compile(g)
	if err != nil {
		log.Fatal(err)
	}
	be, err := cpu.New()
	if err != nil {
		log.Fatal(err)
	}
	defer be.Close()
	rt, err := runtime.New(runtime.WithEngine(be), runtime.WithExtension(maxplus.Extension()))
	if err != nil {
		log.Fatal(err)
	}
	out, err := rt.Run(context.Background(), prog, days)
	if err != nil {
		log.Fatal(err)
	}
	for j, task := range []string{"foundations", "walls", "roof", "wiring", "done"} {
		day, err := tensor.At[float64](out[0], 0, j)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%-11s day %g\n", task, day)
	}
	// Output:
	// foundations day 0
	// walls       day 5
	// roof        day 15
	// wiring      day 9
	// done        day 22
}

// A patient tells how she feels on three days; was she healthy or had she a fever? The model goes into the program as
// constants, so that what depends on it alone is computed once, and the program runs again and again on observations.
func ExampleViterbi() {
	states := []string{"healthy", "fever"}
	symbols := []string{"normal", "cold", "dizzy"}
	const days = 3

	tc := trace.New()
	start := tc.Const(tensor.MustFromColMajor([]float64{0.6, 0.4}, 2))
	move := tc.Const(tensor.MustFromRowMajor([]float64{0.7, 0.3, 0.4, 0.6}, 2, 2))
	emit := tc.Const(tensor.MustFromRowMajor([]float64{0.5, 0.4, 0.1, 0.1, 0.3, 0.6}, 2, 3))
	path, score := maxplus.Viterbi(tc, start, move, emit, tc.Input(tensor.Int64, days))
	g, err := tc.Graph(path, score)
	if err != nil {
		log.Fatal(err)
	}
	prog, err := compiler.Compile(g)
	if err != nil {
		log.Fatal(err)
	}
	be, err := cpu.New()
	if err != nil {
		log.Fatal(err)
	}
	defer be.Close()
	rt, err := runtime.New(runtime.WithEngine(be), runtime.WithExtension(maxplus.Extension()))
	if err != nil {
		log.Fatal(err)
	}
	for _, observed := range [][]int64{{0, 1, 2}, {0, 0, 0}, {2, 2, 0}} {
		out, err := rt.Run(context.Background(), prog, tensor.MustFromColMajor(observed, days))
		if err != nil {
			log.Fatal(err)
		}
		best, err := tensor.ColMajor[int64](out[0])
		if err != nil {
			log.Fatal(err)
		}
		logp, err := tensor.At[float64](out[1])
		if err != nil {
			log.Fatal(err)
		}
		for day, s := range best {
			fmt.Printf("%s: %s, ", symbols[observed[day]], states[s])
		}
		fmt.Printf("p = %.5f\n", math.Exp(logp))
	}
	// Output:
	// normal: healthy, cold: healthy, dizzy: fever, p = 0.01512
	// normal: healthy, normal: healthy, normal: healthy, p = 0.03675
	// dizzy: fever, dizzy: fever, normal: healthy, p = 0.01728
}
