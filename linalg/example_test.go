package linalg_test

import (
	"context"
	"fmt"
	"log"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/cpu"
	"github.com/tenferro/tenferro-go/linalg"
	"github.com/tenferro/tenferro-go/runtime"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
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

// Singular values below a tolerance are dropped, and with them their vectors.
func ExampleSVD() {
	a := tensor.MustFromRowMajor([]float64{3, 0, 0, 0, 4, 0, 0, 0, 1e-9}, 3, 3)
	u, s, vh, err := linalg.SVD(a, linalg.RelTol(1e-6))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%v %.0f %v\n", u.Shape(), s, vh.Shape())
	// Output: [3 2] float64 [2] [4 3] [2 3]
}

// With Gauge, the diagonal of R is not negative, whatever library computed it.
func ExampleQR() {
	a := tensor.MustFromRowMajor([]float64{3, 1, 4, 2}, 2, 2)
	_, r, err := linalg.QR(a, linalg.Gauge())
	if err != nil {
		log.Fatal(err)
	}
	x, err := tensor.RowMajor[float64](r)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.1f\n", x)
	// Output: [5.0 2.2 0.0 0.4]
}

// Every matrix of a batch [2, 2, 2] has its eigenvalues, in ascending order.
func ExampleEigh() {
	a := tensor.MustFromColMajor([]float64{2, 1, 1, 2, 5, 0, 0, 3}, 2, 2, 2)
	w, v, err := linalg.Eigh(a)
	if err != nil {
		log.Fatal(err)
	}
	x, err := tensor.ColMajor[float64](w)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.1f %v\n", x, v.Shape())
	// Output: [1.0 3.0 3.0 5.0] [2 2 2]
}

// A traced system is compiled once, and runs for any values.
func ExampleTraceSolve() {
	tc := trace.New()
	a, b := tc.Input(tensor.Float64, 2, 2), tc.Input(tensor.Float64, 2)
	g, err := tc.Graph(linalg.TraceSolve(tc, a, b))
	if err != nil {
		log.Fatal(err)
	}
	program, err := compiler.Compile(g)
	if err != nil {
		log.Fatal(err)
	}
	be, err := cpu.New()
	if err != nil {
		log.Fatal(err)
	}
	defer be.Close()
	rt, err := runtime.New(runtime.WithEngine(be), runtime.WithExtension(linalg.Extension()))
	if err != nil {
		log.Fatal(err)
	}
	x, err := rt.Run(context.Background(), program,
		tensor.MustFromRowMajor([]float64{2, 1, 1, 3}, 2, 2), tensor.MustFromColMajor([]float64{3, 5}, 2))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.3f\n", x[0])
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
