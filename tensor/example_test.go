package tensor_test

import (
	"errors"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"github.com/tenferro/tenferro-go/tensor"
)

// One slice, read in both orders. Neither tensor copies it.
func Example() {
	data := []float64{1, 2, 3, 4, 5, 6}
	col, err := tensor.FromColMajor(data, 2, 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	row, err := tensor.FromRowMajor(data, 2, 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(col)
	fmt.Println(row)

	data[3] = 40
	fmt.Println(row)
	// Output:
	// float64 [2 3]
	// [[1 3 5]
	//  [2 4 6]]
	// float64 [2 3]
	// [[1 2 3]
	//  [4 5 6]]
	// float64 [2 3]
	// [[ 1 2 3]
	//  [40 5 6]]
}

func ExampleTensor_Permute() {
	x := tensor.MustNew(tensor.Complex64, 2, 3, 4)
	y, err := x.Permute(2, 0, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%#v\n%#v\n", x, y)
	// Output:
	// tensor.Tensor{complex64 shape [2 3 4] strides [1 2 6] offset 0}
	// tensor.Tensor{complex64 shape [4 2 3] strides [6 1 2] offset 0}
}

func ExampleTensor_Slice() {
	x := tensor.MustFromRowMajor([]int32{0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23}, 3, 4)
	for _, ranges := range [][]tensor.Range{
		{{Start: 1, Stop: 3}},
		{tensor.All(), {Start: 0, Stop: tensor.End, Step: 2}},
		{tensor.Reversed(), {Start: 3, Stop: 1, Step: -1}},
	} {
		v, err := x.Slice(ranges...)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(v)
	}
	_, err := x.Slice(tensor.Range{Start: 1, Stop: 4})
	fmt.Println(err)
	// Output:
	// int32 [2 4]
	// [[10 11 12 13]
	//  [20 21 22 23]]
	// int32 [3 2]
	// [[ 0  2]
	//  [10 12]
	//  [20 22]]
	// int32 [3 2]
	// [[23 22]
	//  [13 12]
	//  [ 3  2]]
	// slice: axis 0: range 1:4:1 is not within size 3
}

func ExampleTensor_Diagonal() {
	x := tensor.MustFromRowMajor([]float64{1, 2, 3, 4, 5, 6, 7, 8, 9}, 3, 3)
	d, err := x.Diagonal(0, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d)
	// Output: float64 [3] [1 5 9]
}

// A reshape is a view or an error, never a hidden copy.
func ExampleTensor_Reshape() {
	x := tensor.MustFromColMajor([]int64{1, 2, 3, 4, 5, 6}, 2, 3)
	v, err := x.Reshape(3, -1)
	fmt.Println(v, err)

	t := tensor.Must(x.Transpose())
	_, err = t.Reshape(6)
	fmt.Println(err)
	if errors.Is(err, tensor.ErrNeedsCopy) {
		fmt.Println(tensor.Must(tensor.Must(t.Clone()).Reshape(6)))
	}
	// Output:
	// int64 [3 2]
	// [[1 4]
	//  [2 5]
	//  [3 6]] <nil>
	// reshape: shape [3 2] with strides [2 1] is no view of shape [6]; clone first
	// int64 [6] [1 3 5 2 4 6]
}

func ExampleTensor_Broadcast() {
	row := tensor.MustFromColMajor([]float32{1, 2, 3}, 3)
	x, err := row.Broadcast(2, 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(x)
	fmt.Println(x.Strides(), x.HasSelfOverlap())
	// Output:
	// float32 [2 3]
	// [[1 2 3]
	//  [1 2 3]]
	// [0 1] true
}

func ExampleTensor_Format() {
	x := tensor.MustFromColMajor([]float64{1, 2.0 / 3, -100, 0.125}, 2, 2)
	fmt.Printf("%v\n%.2f\n", x, x)
	big, err := x.Broadcast(1000, 1000, 2, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.3g\n", tensor.Must(tensor.Must(big.Index(3, 0)).Index(2, 1)))
	// Output:
	// float64 [2 2]
	// [[         1  -100]
	//  [0.66666667 0.125]]
	// float64 [2 2]
	// [[1.00 -100.00]
	//  [0.67    0.12]]
	// float64 [1000 1000]
	// [[0.667 0.667 0.667 … 0.667 0.667 0.667]
	//  [0.667 0.667 0.667 … 0.667 0.667 0.667]
	//  [0.667 0.667 0.667 … 0.667 0.667 0.667]
	//  …
	//  [0.667 0.667 0.667 … 0.667 0.667 0.667]
	//  [0.667 0.667 0.667 … 0.667 0.667 0.667]
	//  [0.667 0.667 0.667 … 0.667 0.667 0.667]]
}

// A part of a gonum matrix is a tensor without a copy; a result goes back by RowMajor.
func ExampleFromDense() {
	m := mat.NewDense(3, 3, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9})
	x, err := tensor.FromDense(m.Slice(1, 3, 0, 2).(*mat.Dense))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(x)
	fmt.Println(x.Strides())

	data, err := tensor.RowMajor[float64](x)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(mat.Sum(mat.NewDense(x.Dim(0), x.Dim(1), data)))
	// Output:
	// float64 [2 2]
	// [[4 5]
	//  [7 8]]
	// [3 1]
	// 24
}

func ExampleTensor_Convert() {
	z := tensor.MustFromColMajor([]complex128{1 + 2i, 3.75 - 4i}, 2)
	_, err := z.Convert(tensor.Int32)
	fmt.Println(err)
	re, err := z.Real() // a view
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(re.Convert(tensor.Int32))
	// Output:
	// convert: complex128 to int32: take Real or Imag first
	// int32 [2] [1 3] <nil>
}

func ExampleAllClose() {
	a := tensor.MustFromColMajor([]float64{1, 2, 3, 4}, 2, 2)
	b := tensor.MustFromColMajor([]float64{1, 2.5, 3, 4.001}, 2, 2)
	fmt.Println(tensor.AllClose(a, b, 1e-6, 0))
	fmt.Println(tensor.AllClose(a, b, 0.5, 0))
	// Output:
	// 2 of 4 elements differ, most at [1 0]: 2 against 2.5, difference 0.5 where 2.5e-06 is allowed; first at [1 0]
	// <nil>
}

func ExampleOverlaps() {
	data := make([]float64, 12)
	x := tensor.MustFromColMajor(data, 3, 4)
	left := tensor.Must(x.Slice(tensor.All(), tensor.Range{Start: 0, Stop: 2}))
	right := tensor.Must(x.Slice(tensor.All(), tensor.Range{Start: 2, Stop: 4}))
	tail := tensor.MustFromColMajor(data[5:], 7)
	fmt.Println(tensor.Overlaps(left, right), tensor.Overlaps(left, tail), tensor.Overlaps(x, tail))
	// Output: false true true
}
