package einsum_test

// Tensors for the tests: filled by a function, laid in memory in every way, with poison where nothing may be read.

import (
	"fmt"
	"math"
	"slices"

	"github.com/tenferro/tenferro-go/tensor"
)

var (
	floats   = []tensor.DType{tensor.Float32, tensor.Float64, tensor.Complex64, tensor.Complex128}
	integers = []tensor.DType{tensor.Int32, tensor.Int64}
	numbers  = slices.Concat(floats, integers)
)

// filled is a compact tensor whose i-th element in row-major order is f(i); real dtypes take its real part.
func filled(d tensor.DType, f func(i int) complex128, shape ...int) *tensor.Tensor {
	n := 1
	for _, size := range shape {
		n *= size
	}
	if d.IsComplex() {
		data := make([]complex128, n)
		for i := range data {
			data[i] = f(i)
		}
		return tensor.Must(tensor.MustFromRowMajor(data, shape...).Convert(d))
	}
	data := make([]float64, n)
	for i := range data {
		data[i] = real(f(i))
	}
	return tensor.Must(tensor.MustFromRowMajor(data, shape...).Convert(d))
}

// arange counts up from start in row-major order, as the reports do.
func arange(d tensor.DType, start int, shape ...int) *tensor.Tensor {
	return filled(d, func(i int) complex128 { return complex(float64(start+i), 0) }, shape...)
}

// small is small integers, complex ones where the dtype is complex, that differ between seeds: sums of their products
// are exact in every dtype and every order.
func small(d tensor.DType, seed int, shape ...int) *tensor.Tensor {
	return filled(d, func(i int) complex128 {
		return complex(float64((i*7+seed*3)%5-2), float64((i*5+seed)%3-1))
	}, shape...)
}

// ones is all ones.
func ones(d tensor.DType, shape ...int) *tensor.Tensor {
	return filled(d, func(int) complex128 { return 1 }, shape...)
}

// poison is NaN, or an integer that no test computes.
func poison(d tensor.DType, shape ...int) *tensor.Tensor {
	bad := complex(math.NaN(), math.NaN())
	if !d.IsScalar() {
		bad = -987_654_321
	}
	return filled(d, func(int) complex128 { return bad }, shape...)
}

// layouts are the names that relaid knows. "broadcast" is not among them: it changes the values.
var layouts = []string{"column-major", "row-major", "rotated", "padded", "stepped", "reversed"}

// relaid is a copy of x that lies in memory in another way. All memory between and around its elements is poison.
func relaid(x *tensor.Tensor, layout string) *tensor.Tensor {
	rank := x.Rank()
	order := make([]int, rank)
	for i := range order {
		order[i] = i
	}
	step, gap, turn := 1, 0, false
	switch layout {
	case "column-major":
	case "row-major":
		slices.Reverse(order)
	case "rotated":
		if rank > 0 {
			order = append(order[1:], order[0])
		}
	case "padded":
		gap = 2
	case "stepped":
		step = 2
	case "reversed":
		gap, turn = 1, true
	default:
		panic("no layout " + layout)
	}
	const margin = 3
	strides, offset, n := make([]int, rank), margin, 1
	for _, axis := range order {
		strides[axis] = n * step
		n *= step*max(x.Dim(axis), 1) + gap
		if turn && x.Dim(axis) > 0 {
			offset += (x.Dim(axis) - 1) * strides[axis]
			strides[axis] = -strides[axis]
		}
	}
	t := tensor.Must(poison(x.DType(), n+2*margin).Storage().View(offset, x.Shape(), strides))
	if err := tensor.Copy(t, x); err != nil {
		panic(err)
	}
	return t
}

// unguarded returns a copy of a tensor of relaid that was written to, unless the poison round its elements is gone.
func unguarded(t *tensor.Tensor) (*tensor.Tensor, error) {
	value := tensor.Must(t.Clone())
	if err := tensor.Copy(t, poison(t.DType(), t.Shape()...)); err != nil {
		return nil, err
	}
	all := tensor.Must(t.Storage().View(0, []int{t.Storage().Len()}, []int{1}))
	if err := same(poison(t.DType(), all.Len()), all); err != nil {
		return nil, fmt.Errorf("memory beside the result was written: %w", err)
	}
	return value, nil
}

// same compares to the last bit, NaN being equal to NaN.
func same(want, got *tensor.Tensor) error { return tensor.Tolerance{NaN: true}.Compare(got, want) }

// fill sets every element of a compact column-major tensor.
func fill[T tensor.Element](t *tensor.Tensor, v T) {
	data, err := tensor.AsColMajor[T](t)
	if err != nil {
		panic(err)
	}
	for i := range data {
		data[i] = v
	}
}
