package lapack_test

import (
	"errors"
	"fmt"

	"github.com/tenferro/tenferro-go/lapack"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	gonum "gonum.org/v1/gonum/lapack/gonum"
)

// The singular values of a matrix that is stored column by column.
func ExampleOps() {
	ops := lapack.Default().Complex128()
	a := []complex128{3i, 0, 0, 0, 0, 4} // 3 by 2
	var ws lapack.Workspace              // kept for the next call
	s := make([]float64, 2)
	if err := ops.Gesdd(lapack.SVDNone, 3, 2, a, 3, s, nil, 0, nil, 0, &ws); err != nil {
		fmt.Println(err)
	}
	fmt.Printf("%.3f\n", s)
	// Output: [4.000 3.000]
}

// A singular system says where elimination met a zero.
func ExampleSingularError() {
	ops := lapack.Default().Float64()
	a, b := []float64{1, 2, 2, 4}, []float64{1, 1}
	err := ops.Gesv(2, 1, a, 2, make([]int, 2), b, 2, nil)
	var singular *lapack.SingularError
	fmt.Println(errors.As(err, &singular), singular.Index)
	fmt.Println(err)
	// Output:
	// true 1
	// lapack: gesv: matrix is singular: diagonal element 1 of the triangle is zero
}

// gonum's matrices run on the provider.
func ExampleForGonum() {
	lapack64.Use(lapack.ForGonum(lapack.Default()))
	defer lapack64.Use(gonum.Implementation{})
	var svd mat.SVD
	ok := svd.Factorize(mat.NewDense(2, 2, []float64{0, 2, 1, 0}), mat.SVDThin)
	fmt.Printf("%v %.3f\n", ok, svd.Values(nil))
	// Output: true [2.000 1.000]
}
