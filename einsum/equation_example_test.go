package einsum_test

import (
	"errors"
	"fmt"

	"github.com/tenferro/tenferro-go/einsum"
)

func ExampleParse() {
	eq, err := einsum.Parse("ij, jk") // without an arrow: what occurs once is kept, sorted
	fmt.Println(eq, err)

	_, err = einsum.Parse("ij,jk->iz")
	fmt.Println(err)
	// Output:
	// ij,jk->ik <nil>
	// einsum: output label z is in no operand
	// 	ij,jk->iz
	// 	        ^
}

func ExampleFromLabels() {
	eq, err := einsum.FromLabels([][]int{{0, 1000000}, {1000000, 2}}, []int{2, 0})
	fmt.Println(eq, err)
	// Output: [0][1000000],[1000000][2]->[2][0] <nil>
}

func ExampleEquation_Bind() {
	eq := einsum.MustParse("...ij,...jk->...ik")
	bound, err := eq.Bind([]int{8, 2, 3}, []int{5, 1, 3, 4})
	fmt.Println(bound.OutputShape, bound.Broadcast, err)

	_, err = eq.Bind([]int{2, 1}, []int{3, 4})
	fmt.Println(err)
	fmt.Println(errors.Is(err, einsum.ErrSize))
	// Output:
	// [5 8 2 4] [[] [1]] <nil>
	// einsum: label j has size 1 on axis 1 of operand 0 and size 3 on axis 0 of operand 1; size 1 broadcasts under "..." only
	// 	...ij,...jk->...ik
	// 	    ^    ^
	// true
}
