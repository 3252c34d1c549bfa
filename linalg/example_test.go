package linalg_test

import (
	"fmt"
	"log"

	"github.com/tenferro/tenferro-go/linalg"
	"github.com/tenferro/tenferro-go/tensor"
)

func ExampleSolve() {
	a := tensor.MustFromRowMajor([]float64{2, 1, 1, 3}, 2, 2)
	b := tensor.MustFromColMajor([]float64{3, 5}, 2)
	x, err := linalg.Solve(a, b)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.3f\n", x)
	// Output: float64 [2] [0.800 1.400]
}

// A tensor is cut between the labels ab and cd to the two largest singular values.
func ExampleSplitSVD() {
	t := tensor.MustNew(tensor.Float64, 2, 3, 2, 3)
	for i, v := range []float64{5, 3, 0.01} {
		if err := tensor.Set(t, v, i%2, i, i%2, i); err != nil {
			log.Fatal(err)
		}
	}
	x, err := linalg.SplitSVD("abcd -> ab x, x cd", t, linalg.MaxRank(2))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(x.Left.Shape(), x.Right.Shape())
	fmt.Printf("%.0f, lost %.2f of %.2f\n", x.S, x.Error, x.Norm)
	// Output:
	// [2 3 2] [2 2 3]
	// float64 [2] [5 3], lost 0.01 of 5.83
}

// What a matrix makes impossible says which one of the batch, and where.
func ExampleMatrixError() {
	batch := tensor.MustFromColMajor([]float64{1, 0, 0, 1, 1, 2, 2, 4}, 2, 2, 2)
	_, err := linalg.Inv(batch)
	fmt.Println(err)
	// Output: linalg: inv: operand 0, matrix [1] of the batch: lapack: getrf: matrix is singular: diagonal element 1 of the triangle is zero
}
