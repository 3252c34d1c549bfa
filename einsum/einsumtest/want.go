package einsumtest

// Holding a computed result against the oracle's.

import (
	"fmt"
	"math"
	"math/cmplx"

	"github.com/tenferro/tenferro-go/tensor"
)

// Want is the result that an einsum must have.
type Want struct {
	Value *tensor.Tensor // compact, column-major

	scale     []float64 // Σ |product| of each element, column-major
	roundings float64
}

// Check returns an error unless got has the dtype, the shape and the elements of the result, in any layout. An element
// may be off by the rounding errors that any order of summation can make: the number of roundings times the unit
// roundoff times the sum of the products' magnitudes (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed.,
// section 3.1; twice that for complex products, section 3.6). Integers must be exact, and so must an element to which only
// zeros add up. NaN must be NaN; where an element of the result is infinite, that of got must not be finite.
func (w *Want) Check(got *tensor.Tensor) error {
	if got == nil {
		return fmt.Errorf("no result")
	}
	if got.DType() != w.Value.DType() {
		return fmt.Errorf("result is %v, want %v", got.DType(), w.Value.DType())
	}
	if !tensor.SameShape(got, w.Value) {
		return fmt.Errorf("result has shape %v, want %v", got.Shape(), w.Value.Shape())
	}
	return w.compare(got, func(i int) float64 {
		unit := 0x1p-53
		switch w.Value.DType() {
		case tensor.Float32, tensor.Complex64:
			unit = 0x1p-24
		}
		if w.Value.DType().IsComplex() {
			unit *= 2
		}
		return w.roundings * unit * w.scale[i]
	})
}

// CheckExact is Check without any allowance: for operands whose products and sums are integers that every order of
// summation computes exactly (Case.Exact). The sign of zero makes no difference.
func (w *Want) CheckExact(got *tensor.Tensor) error {
	if err := w.Check(got); err != nil {
		return err
	}
	return w.compare(got, func(int) float64 { return 0 })
}

func (w *Want) compare(got *tensor.Tensor, tolerance func(i int) float64) error {
	have, err := elements(got)
	if err != nil {
		return err
	}
	want, err := elements(w.Value)
	if err != nil {
		return err
	}
	bad, worst, message := 0, -1.0, ""
	for i := range want {
		off, allowed := distance(have[i], want[i]), tolerance(i)
		if off == 0 || off <= allowed { // allowed is NaN where the result is
			continue
		}
		bad++
		if off > worst {
			worst = off
			message = fmt.Sprintf("element %v is %v, want %v: off by %.3g, allowed %.3g",
				indexOf(i, got.Shape()), have[i], want[i], off, allowed)
		}
	}
	if bad > 0 {
		return fmt.Errorf("%d of %d elements are wrong; %s", bad, len(want), message)
	}
	return nil
}

// distance is |a - b|, 0 where both are NaN or both are not finite, +Inf where only one is.
func distance(have, want complex128) float64 {
	switch {
	case cmplx.IsNaN(want) && cmplx.IsNaN(have):
		return 0
	case cmplx.IsNaN(want), cmplx.IsNaN(have) && !cmplx.IsInf(want):
		return math.Inf(1)
	case cmplx.IsInf(want):
		if cmplx.IsInf(have) || cmplx.IsNaN(have) {
			return 0
		}
		return math.Inf(1)
	}
	return cmplx.Abs(have - want)
}

// elements returns all elements, column-major, in a type that holds those of every dtype here. An int64 beyond 2^53
// would lose digits; the random cases stay below.
func elements(t *tensor.Tensor) ([]complex128, error) {
	switch t.DType() {
	case tensor.Float32:
		return convert(t, func(x float32) complex128 { return complex(float64(x), 0) })
	case tensor.Float64:
		return convert(t, func(x float64) complex128 { return complex(x, 0) })
	case tensor.Complex64:
		return convert(t, func(x complex64) complex128 { return complex128(x) })
	case tensor.Complex128:
		return convert(t, func(x complex128) complex128 { return x })
	case tensor.Int32:
		return convert(t, func(x int32) complex128 { return complex(float64(x), 0) })
	case tensor.Int64:
		return convert(t, func(x int64) complex128 { return complex(float64(x), 0) })
	}
	return nil, fmt.Errorf("no einsum of %v", t.DType())
}

func convert[T tensor.Element](t *tensor.Tensor, to func(T) complex128) ([]complex128, error) {
	data, err := tensor.ColMajor[T](t)
	if err != nil {
		return nil, err
	}
	out := make([]complex128, len(data))
	for i, x := range data {
		out[i] = to(x)
	}
	return out, nil
}

// indexOf turns a column-major position into one index for each axis.
func indexOf(position int, shape []int) []int {
	index := make([]int, len(shape))
	for axis, size := range shape {
		index[axis] = position % size
		position /= size
	}
	return index
}
