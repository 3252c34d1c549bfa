package cblas_test

import (
	"errors"
	"fmt"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/blas/gonum"
	"gonum.org/v1/gonum/mat"

	"github.com/tenferro/tenferro-go/cblas"
)

// A product of two column-major matrices.
func ExampleFor() {
	a := []float64{1, 4, 2, 5, 3, 6}    // [2, 3]: rows 1 2 3 and 4 5 6
	b := []float64{7, 9, 11, 8, 10, 12} // [3, 2]
	c := make([]float64, 4)             // [2, 2]

	ops := cblas.For[float64](cblas.Gonum())
	if err := ops.Gemm(cblas.NoTrans, cblas.NoTrans, 2, 2, 3, 1, a, 2, b, 3, 0, c, 2); err != nil {
		fmt.Println(err)
	}
	fmt.Println(c)
	// Output: [58 139 64 154]
}

// A bad argument is an error that names it; nothing is written.
func ExampleArgError() {
	ops := cblas.For[complex128](cblas.Gonum())
	err := ops.Gemv(cblas.ConjTrans, 3, 2, 1, make([]complex128, 6), 2, make([]complex128, 3), 1, 0, make([]complex128, 2), 1)
	fmt.Println(err)
	var bad *cblas.ArgError
	fmt.Println(errors.As(err, &bad), bad.Routine, bad.Arg, bad.Value)
	// Output:
	// cblas: gemv: lda is 2, need at least 3
	// true gemv lda 2
}

// One line makes gonum run on a provider.
func ExampleUse() {
	cblas.Use(cblas.Gonum())
	defer blas64.Use(gonum.Implementation{})

	var c mat.Dense
	c.Mul(mat.NewDense(2, 2, []float64{1, 2, 3, 4}), mat.NewDense(2, 2, []float64{5, 6, 7, 8}))
	fmt.Println(c.RawMatrix().Data)
	// Output: [19 22 43 50]
}
