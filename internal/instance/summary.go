package instance

// What is kept of a result: shape, sum, Euclidean norm, some elements. Sum and norm are computed so accurately that a
// difference of two summaries is a difference of the results.

import (
	"math"
	"slices"

	"github.com/tenferro/tenferro-go/tensor"
)

// Summary is a result in a few numbers. Imaginary parts are 0 for real results.
type Summary struct {
	Shape   []int
	Sum     complex128
	Norm2   float64
	Samples []Sample
	Complex bool // numbers are written as [re, im]
}

// Sample is one element of a result.
type Sample struct {
	Index []int
	Value complex128
}

// Summarise reads a result in the axis order of the instance's file; Instance.Summarise is for a result in that of the
// instance. Sums are compensated (Neumaier, ZAMM 54, 1974), the squares scaled by a power of two so that they neither
// overflow nor underflow.
func Summarise(x *tensor.Tensor) (*Summary, error) {
	switch x.DType() {
	case tensor.Float32:
		return summarise(x, func(v float32) complex128 { return complex(float64(v), 0) })
	case tensor.Float64:
		return summarise(x, func(v float64) complex128 { return complex(v, 0) })
	case tensor.Complex64:
		return summarise(x, func(v complex64) complex128 { return complex128(v) })
	case tensor.Complex128:
		return summarise(x, func(v complex128) complex128 { return v })
	}
	return nil, &tensor.DTypeError{Op: "summarise", Got: x.DType()}
}

// Summarise is the package's Summarise for a result of this instance, which may be Reversed: the summary is the same.
func (in *Instance) Summarise(x *tensor.Tensor) (*Summary, error) {
	if in.reversed {
		var err error
		if x, err = x.Permute(reversal(x.Rank())...); err != nil {
			return nil, err
		}
	}
	return Summarise(x)
}

func summarise[T tensor.Scalar](x *tensor.Tensor, wide func(T) complex128) (*Summary, error) {
	data, err := tensor.Raw[T](x)
	if err != nil {
		return nil, err
	}
	s := &Summary{Shape: x.Shape(), Complex: x.DType().IsComplex()}
	var sumRe, sumIm accumulator
	largest := 0.0
	eachRun(x, func(at, stride, n int) {
		for range n {
			v := wide(data[at])
			sumRe.add(real(v))
			sumIm.add(imag(v))
			largest = max(largest, math.Abs(real(v)), math.Abs(imag(v))) // NaN if one is
			at += stride
		}
	})
	s.Sum = complex(sumRe.sum(), sumIm.sum())
	s.Norm2 = largest
	if _, exponent := math.Frexp(largest); largest > 0 && !math.IsInf(largest, 1) { // not for NaN
		var squares accumulator
		eachRun(x, func(at, stride, n int) {
			for range n {
				v := wide(data[at])
				re, im := math.Ldexp(real(v), -exponent), math.Ldexp(imag(v), -exponent)
				squares.add(re * re)
				squares.add(im * im)
				at += stride
			}
		})
		s.Norm2 = math.Ldexp(math.Sqrt(squares.sum()), exponent)
	}
	for _, position := range SamplePositions(x.Len()) {
		index := rowMajorIndex(position, s.Shape)
		v, err := tensor.At[T](x, index...)
		if err != nil {
			return nil, err
		}
		s.Samples = append(s.Samples, Sample{index, wide(v)})
	}
	return s, nil
}

// SamplePositions returns the row-major positions of the elements that a summary of n elements keeps: the first, the last
// and up to six between, ascending.
func SamplePositions(n int) []int {
	if n == 0 {
		return nil
	}
	positions := []int{0, n - 1}
	for k := uint64(1); k <= 6; k++ {
		positions = append(positions, int(k*2654435761%uint64(n)))
	}
	slices.Sort(positions)
	return slices.Compact(positions)
}

func rowMajorIndex(position int, shape []int) []int {
	index := make([]int, len(shape))
	for axis := len(shape) - 1; axis >= 0; axis-- {
		index[axis] = position % shape[axis]
		position /= shape[axis]
	}
	return index
}

// accumulator adds up floating-point numbers together with what rounding loses.
type accumulator struct{ total, lost float64 }

func (a *accumulator) add(x float64) {
	t := a.total + x
	if math.Abs(a.total) >= math.Abs(x) {
		a.lost += a.total - t + x
	} else {
		a.lost += x - t + a.total
	}
	a.total = t
}

func (a *accumulator) sum() float64 {
	if math.IsInf(a.total, 0) || math.IsNaN(a.total) { // what was lost is NaN then
		return a.total
	}
	return a.total + a.lost
}

// eachRun calls f for every run of elements along the axis of the smallest stride, the other axes in order of theirs.
func eachRun(x *tensor.Tensor, f func(at, stride, n int)) {
	if x.Len() == 0 {
		return
	}
	order := make([]int, x.Rank())
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return abs(x.Stride(b)) - abs(x.Stride(a)) })
	var visit func(depth, at int)
	visit = func(depth, at int) {
		if depth == len(order) {
			f(at, 0, 1)
			return
		}
		size, stride := x.Dim(order[depth]), x.Stride(order[depth])
		if depth == len(order)-1 {
			f(at, stride, size)
			return
		}
		for i := range size {
			visit(depth+1, at+i*stride)
		}
	}
	visit(0, x.Offset())
}

func abs(x int) int {
	return max(x, -x)
}
