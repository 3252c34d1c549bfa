package einsum_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/cpu"
	"github.com/tenferro/tenferro-go/einsum"
	"github.com/tenferro/tenferro-go/runtime"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// Two matrices and a vector. The order is found: the matrix times the vector first, twice, which is cheaper than the
// product of the matrices.
func ExampleContract() {
	a := tensor.MustFromRowMajor([]float64{1, 2, 3, 4, 5, 6}, 2, 3)
	b := tensor.MustFromRowMajor([]float64{1, 0, 0, 1, 1, 1}, 3, 2)
	v := tensor.MustFromRowMajor([]float64{1, 2}, 2)
	c, err := einsum.Contract(context.Background(), "ij,jk,k->i", a, b, v)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(c)
	// Output: float64 [2] [14 32]
}

// A batch of matrices times one matrix: the ellipsis stands for the axes of the batch, which the second operand lacks.
func ExampleContract_ellipsis() {
	batch := tensor.MustFromRowMajor([]float64{1, 2, 3, 4, 5, 6, 7, 8}, 2, 2, 2)
	swap := tensor.MustFromRowMajor([]float64{0, 1, 1, 0}, 2, 2)
	c, err := einsum.Contract(context.Background(), "...ij,...jk->...ik", batch, swap)
	if err != nil {
		log.Fatal(err)
	}
	for i := range 2 {
		fmt.Println(tensor.Must(c.Index(0, i)))
	}
	// Output:
	// float64 [2 2]
	// [[2 1]
	//  [4 3]]
	// float64 [2 2]
	// [[6 5]
	//  [8 7]]
}

// A label that stands twice is a diagonal, in an operand and in the result.
func ExampleContract_diagonal() {
	ctx := context.Background()
	m := tensor.MustFromRowMajor([]float64{1, 2, 3, 4}, 2, 2)
	diagonal, err := einsum.Contract(ctx, "ii->i", m)
	fmt.Println(diagonal, err)
	sum, err := einsum.Contract(ctx, "ii->", m)
	fmt.Println(sum, err)
	matrix, err := einsum.Contract(ctx, "i->ii", diagonal)
	fmt.Println(matrix, err)
	// Output:
	// float64 [2] [1 4] <nil>
	// float64 [] 5 <nil>
	// float64 [2 2]
	// [[1 0]
	//  [0 4]] <nil>
}

// A star conjugates the operand, so that the inner product of a vector with itself is its squared length.
func ExampleContract_conjugate() {
	z := tensor.MustFromColMajor([]complex128{1 + 2i, 3i}, 2)
	norm, err := einsum.Contract(context.Background(), "i*,i->", z, z)
	fmt.Println(norm, err)
	// Output: complex128 [] 14+0i <nil>
}

// A label in three operands, of which the result keeps it: the columns of a Khatri-Rao product, weighted.
func ExampleContract_hyperedge() {
	a := tensor.MustFromRowMajor([]int64{1, 2, 3, 4}, 2, 2)
	b := tensor.MustFromRowMajor([]int64{1, 0, 1, 1}, 2, 2)
	w := tensor.MustFromRowMajor([]int64{10, 1}, 2)
	c, err := einsum.Contract(context.Background(), "ir,jr,r->ijr", a, b, w)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(tensor.RowMajor[int64](c))
	// Output: [10 0 10 2 30 0 30 4] <nil>
}

// What does not fit is said with the equation, the label and both sizes.
func ExampleContract_mistake() {
	a, b := tensor.MustNew(tensor.Float64, 2, 3), tensor.MustNew(tensor.Float64, 4, 5)
	_, err := einsum.Contract(context.Background(), "ij,jk->ik", a, b)
	fmt.Println(err)
	var bind *einsum.BindError
	fmt.Println(errors.As(err, &bind), bind.Label, bind.Sizes)
	// Output:
	// einsum: label j has size 3 on axis 1 of operand 0 and size 4 on axis 0 of operand 1
	// 	ij,jk->ik
	// 	 ^ ^
	// true j [3 4]
}

// A contraction among other operations of a traced program, which is compiled once and run again and again.
func ExampleTrace() {
	tc := trace.New()
	a, b := tc.Input(tensor.Float64, 2, 3), tc.Input(tensor.Float64, 3, 2)
	y := tc.Neg(einsum.Trace(tc, "ij,jk->ik", a, b))
	g, err := tc.Graph(y)
	if err != nil {
		log.Fatal(err)
	}
	p, err := compiler.Compile(g)
	if err != nil {
		log.Fatal(err)
	}
	be, err := cpu.New(cpu.WithProvider("gonum"), cpu.WithThreads(1))
	if err != nil {
		log.Fatal(err)
	}
	defer be.Close()
	rt, err := runtime.New(runtime.WithEngine(be), runtime.WithExtension(einsum.Extension()))
	if err != nil {
		log.Fatal(err)
	}
	x := tensor.MustFromRowMajor([]float64{1, 2, 3, 4, 5, 6}, 2, 3)
	for range 2 {
		out, err := rt.Run(context.Background(), p, x, tensor.Must(x.Transpose()))
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(out[0])
	}
	// Output:
	// float64 [2 2]
	// [[-14 -32]
	//  [-32 -77]]
	// float64 [2 2]
	// [[-14 -32]
	//  [-32 -77]]
}

// What an order of contraction costs, before any tensor is there.
func ExampleNewPlan() {
	eq := einsum.MustParse("ij,jk,kl->il")
	shapes := [][]int{{10, 1000}, {1000, 10}, {10, 1000}}
	for _, order := range [][][]int{{{0, 1}, {0, 1}}, {{1, 2}, {0, 1}}} {
		plan, err := einsum.NewPlan(context.Background(), eq, tensor.Float64, shapes, einsum.WithPath(order))
		if err != nil {
			log.Fatal(err)
		}
		costs := plan.Costs(nil)
		fmt.Println(plan.Tree().Nest(), costs.Flops, costs.MaxSize)
	}
	plan, err := einsum.NewPlan(context.Background(), eq, tensor.Float64, shapes)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("found:", plan.Costs(nil).Flops)
	// Output:
	// (2,(0,1)) 400000 10000
	// (0,(1,2)) 4e+07 1e+06
	// found: 400000
}

// Operands of different dtypes are an error, unless promotion is asked for.
func ExampleWithPromotion() {
	be, err := cpu.Default()
	if err != nil {
		log.Fatal(err)
	}
	counts, weights := tensor.MustFromColMajor([]int32{1, 2, 3}, 3), tensor.MustFromColMajor([]float64{0.5, 0.25, 1}, 3)
	for _, options := range [][]einsum.Option{nil, {einsum.WithPromotion()}} {
		c, err := einsum.NewContractor(be, options...)
		if err != nil {
			log.Fatal(err)
		}
		sum, err := c.Contract(context.Background(), "i,i->", counts, weights)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(sum)
	}
	// Output:
	// einsum "i,i->": operand 1 has dtype float64: operand 0 has int32, and promotion was not asked for
	// float64 [] 4
}

// A contraction that needs more memory than it may have in every order and slicing is refused before anything is allocated.
func ExampleWithMemoryLimit() {
	be, err := cpu.Default()
	if err != nil {
		log.Fatal(err)
	}
	c, err := einsum.NewContractor(be, einsum.WithMemoryLimit(1<<20))
	if err != nil {
		log.Fatal(err)
	}
	x := tensor.MustNew(tensor.Float64, 1000)
	_, err = c.Contract(context.Background(), "i,j->ij", x, x)
	fmt.Println(err)
	// Output: einsum "i,j->ij" needs 8016000 bytes, the limit is 1048576
}
