package tensor

// This file changes the type of elements.

import (
	"math"
	"runtime"
)

// Convert returns a copy of t with elements of another type, compact and column-major. What a value becomes:
//
//   - To a wider type of its kind, to complex, or from bool (false is 0, true is 1): itself.
//   - float64 to float32, complex128 to complex64, and integers to floats: rounded to nearest; what is too large
//     becomes infinite.
//   - Floats to integers: truncated towards zero. NaN, infinities and values out of range fail with a *ValueError that
//     names the first of them, as do int64 values beyond int32.
//   - Anything to bool: whether it differs from 0. NaN does.
//   - Complex to a real or an integer type is refused with a *DTypeError: take the part that is meant, t.Real() or
//     t.Imag(), and convert that.
func (t *Tensor) Convert(d DType) (*Tensor, error) {
	const op = "convert"
	if err := t.check(op); err != nil {
		return nil, err
	}
	if !d.Valid() {
		return nil, &DTypeError{Op: op, Got: d}
	}
	if t.dtype.IsComplex() && !d.IsComplex() && d != Bool {
		return nil, &DTypeError{Op: op, Got: t.dtype, Want: d, Why: "take Real or Imag first"}
	}
	if t.dtype == d {
		return t.clone(op)
	}
	src := t
	if !t.IsColMajor() {
		var err error
		if src, err = t.clone(op); err != nil {
			return nil, err
		}
	}
	if _, err := checkedBytes(op, d, t.shape); err != nil {
		return nil, err
	}
	s, err := allocate(op, d, t.Len(), t.shape)
	if err != nil {
		return nil, err
	}
	dst := s.compact(t.shape)
	bad, value := convertAll(dst, src)
	runtime.KeepAlive(src.storage)
	if bad >= 0 {
		return nil, &ValueError{Op: op, Index: unravel(bad, t.shape), Value: value, DType: d}
	}
	return dst, nil
}

// convertAll converts the elements of src to dst, both column-major. It returns the position and the value of the first
// element that cannot be converted, or -1.
func convertAll(dst, src *Tensor) (bad int, value any) {
	switch src.dtype {
	case Float32:
		return fromReal(dst, compactElements[float32](src))
	case Float64:
		return fromReal(dst, compactElements[float64](src))
	case Int32:
		return fromReal(dst, compactElements[int32](src))
	case Int64:
		return fromReal(dst, compactElements[int64](src))
	case Complex64:
		return fromComplex(dst, compactElements[complex64](src))
	case Complex128:
		return fromComplex(dst, compactElements[complex128](src))
	}
	from := compactElements[bool](src)
	numbers := make([]int32, len(from))
	for i, v := range from {
		if v {
			numbers[i] = 1
		}
	}
	return fromReal(dst, numbers)
}

// compactElements returns the elements of a column-major tensor.
func compactElements[T Element](t *Tensor) []T {
	return elements[T](t.storage)[t.offset : t.offset+t.Len()]
}

type float interface{ float32 | float64 }
type integer interface{ int32 | int64 }

func fromReal[S float | integer](dst *Tensor, src []S) (bad int, value any) {
	bad = -1
	switch dst.dtype {
	case Float32:
		toFloat(compactElements[float32](dst), src)
	case Float64:
		toFloat(compactElements[float64](dst), src)
	case Int32:
		bad = toInteger(compactElements[int32](dst), src, math.MinInt32, math.MaxInt32)
	case Int64:
		bad = toInteger(compactElements[int64](dst), src, math.MinInt64, math.MaxInt64)
	case Complex64:
		to := compactElements[complex64](dst)
		for i, v := range src {
			to[i] = complex(float32(v), 0)
		}
	case Complex128:
		to := compactElements[complex128](dst)
		for i, v := range src {
			to[i] = complex(float64(v), 0)
		}
	case Bool:
		toBool(compactElements[bool](dst), src)
	}
	if bad >= 0 {
		return bad, src[bad]
	}
	return -1, nil
}

func fromComplex[S complex64 | complex128](dst *Tensor, src []S) (bad int, value any) {
	switch dst.dtype {
	case Complex64:
		to := compactElements[complex64](dst)
		for i, v := range src {
			to[i] = complex64(v)
		}
	case Complex128:
		to := compactElements[complex128](dst)
		for i, v := range src {
			to[i] = complex128(v)
		}
	case Bool:
		toBool(compactElements[bool](dst), src)
	}
	return -1, nil
}

func toFloat[D float, S float | integer](dst []D, src []S) {
	for i, v := range src {
		dst[i] = D(v)
	}
}

func toBool[S Element](dst []bool, src []S) {
	var zero S
	for i, v := range src {
		dst[i] = v != zero
	}
}

// toInteger returns the position of the first value outside of low to high, or -1.
func toInteger[D integer, S float | integer](dst []D, src []S, low, high int64) int {
	isFloat := S(1)/2 != 0
	for i, v := range src {
		if isFloat {
			// The bounds themselves are not all floats, but the power of two behind them is.
			if x := math.Trunc(float64(v)); !(x >= float64(low) && x < -float64(low)) {
				return i
			}
		} else if x := int64(v); x < low || x > high {
			return i
		}
		dst[i] = D(v)
	}
	return -1
}

// unravel returns the index of the element at a position in column-major order.
func unravel(position int, shape []int) []int {
	index := make([]int, len(shape))
	for axis, size := range shape {
		index[axis] = position % size
		position /= size
	}
	return index
}
