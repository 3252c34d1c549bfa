package tracetest

// Array: the interpreter's own tensor, one wide number for each element whatever the dtype.

import (
	"fmt"
	"math"

	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// number is an element of any dtype: z holds floating-point and complex ones (real ones with imaginary part 0), n holds
// integers and, as 0 or 1, bools. The other field is 0.
type number struct {
	z complex128
	n int64
}

func (v number) isNaN() bool { return math.IsNaN(real(v.z)) }

func realNumber(x float64) number { return number{z: complex(x, 0)} }

func boolNumber(b bool) number {
	if b {
		return number{n: 1}
	}
	return number{}
}

// array is a tensor whose elements stand in column-major order.
type array struct {
	trace.Type
	data []number
}

// fill makes an array by a function of the index.
func fill(t trace.Type, f func(index []int) number) *array {
	a := &array{Type: t, data: make([]number, 0, t.Len())}
	each(t.Shape, func(index []int) { a.data = append(a.data, round(t.DType, f(index))) })
	return a
}

// each visits all indices of a shape in column-major order. The index is the visitor's for the time of the visit.
func each(shape []int, visit func(index []int)) {
	total := 1
	for _, n := range shape {
		total *= n
	}
	index := make([]int, len(shape))
	for range total {
		visit(index)
		for axis := range index {
			if index[axis]++; index[axis] < shape[axis] {
				break
			}
			index[axis] = 0
		}
	}
}

// position is the place of an index in column-major order.
func position(shape, index []int) int {
	at, stride := 0, 1
	for axis, i := range index {
		at += i * stride
		stride *= shape[axis]
	}
	return at
}

func (a *array) at(index []int) number     { return a.data[position(a.Shape, index)] }
func (a *array) set(index []int, v number) { a.data[position(a.Shape, index)] = round(a.DType, v) }

// round makes a number one that the dtype holds.
func round(d tensor.DType, v number) number {
	switch d {
	case tensor.Float32:
		return realNumber(float64(float32(real(v.z))))
	case tensor.Float64:
		return realNumber(real(v.z))
	case tensor.Complex64:
		return number{z: complex128(complex64(v.z))}
	case tensor.Complex128:
		return number{z: v.z}
	case tensor.Int32:
		return number{n: int64(int32(v.n))}
	case tensor.Bool:
		return boolNumber(v.n != 0)
	}
	return number{n: v.n}
}

// load reads a tensor.
func load(t *tensor.Tensor) (*array, error) {
	a := &array{Type: trace.Type{DType: t.DType(), Shape: t.Shape()}}
	switch t.DType() {
	case tensor.Float32:
		return a, read(a, t, func(v float32) number { return realNumber(float64(v)) })
	case tensor.Float64:
		return a, read(a, t, realNumber)
	case tensor.Complex64:
		return a, read(a, t, func(v complex64) number { return number{z: complex128(v)} })
	case tensor.Complex128:
		return a, read(a, t, func(v complex128) number { return number{z: v} })
	case tensor.Int32:
		return a, read(a, t, func(v int32) number { return number{n: int64(v)} })
	case tensor.Int64:
		return a, read(a, t, func(v int64) number { return number{n: v} })
	case tensor.Bool:
		return a, read(a, t, boolNumber)
	}
	return nil, fmt.Errorf("dtype %s", t.DType())
}

func read[T tensor.Element](a *array, t *tensor.Tensor, number func(T) number) error {
	elements, err := tensor.ColMajor[T](t)
	for _, v := range elements {
		a.data = append(a.data, number(v))
	}
	return err
}

// store makes a compact tensor.
func (a *array) store() (*tensor.Tensor, error) {
	switch a.DType {
	case tensor.Float32:
		return write(a, func(v number) float32 { return float32(real(v.z)) })
	case tensor.Float64:
		return write(a, func(v number) float64 { return real(v.z) })
	case tensor.Complex64:
		return write(a, func(v number) complex64 { return complex64(v.z) })
	case tensor.Complex128:
		return write(a, func(v number) complex128 { return v.z })
	case tensor.Int32:
		return write(a, func(v number) int32 { return int32(v.n) })
	case tensor.Int64:
		return write(a, func(v number) int64 { return v.n })
	case tensor.Bool:
		return write(a, func(v number) bool { return v.n != 0 })
	}
	return nil, fmt.Errorf("dtype %s", a.DType)
}

func write[T tensor.Element](a *array, element func(number) T) (*tensor.Tensor, error) {
	elements := make([]T, len(a.data))
	for i, v := range a.data {
		elements[i] = element(v)
	}
	return tensor.FromColMajor(elements, a.Shape...)
}
