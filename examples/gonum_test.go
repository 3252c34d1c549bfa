package examples_test

import (
	"fmt"
	"log"

	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"github.com/tenferro/tenferro-go/cblas"
	"github.com/tenferro/tenferro-go/cpu"
	"github.com/tenferro/tenferro-go/lapack"
)

// The example of docs/providers.md.
func Example_gonum() {
	p, _, err := cpu.OpenProvider("") // the build's own, its kernels corrected where it has mistaken the processor
	if err != nil {
		log.Fatal(err)
	}
	cblas.Use(p)
	lapack64.Use(lapack.ForGonum(lapack.Default()))

	var c mat.Dense
	c.Mul(mat.NewDense(2, 2, []float64{1, 2, 3, 4}), mat.NewDense(2, 1, []float64{1, 1}))
	fmt.Println(mat.Formatted(&c))

	// Output:
	// ⎡3⎤
	// ⎣7⎦
}
