package tensor

// This file counts: elements, bytes, strides, and how far a view reaches. All of it is checked for overflow, so that
// the rest of the package may use plain arithmetic.

import (
	"math"
	"math/bits"
	"slices"
)

// CheckedLen returns the number of elements of a shape: the product of its sizes, 1 for an empty shape. It fails with a
// *SizeError if a size is negative or if the product overflows.
//
// The product that must fit is that of the sizes other than 0, as in NumPy: [0, 1<<40, 1<<40] is refused although it
// has no elements. So the strides of an empty tensor fit too, and a sum over its empty axis cannot have a result that
// no int counts.
func CheckedLen(shape []int) (int, error) { return checkedLen("size", shape) }

// CheckedBytes returns the number of bytes that a tensor of the shape takes. It fails as CheckedLen does, and if the
// dtype is invalid or the bytes of the sizes other than 0 overflow.
func CheckedBytes(d DType, shape []int) (int, error) { return checkedBytes("size", d, shape) }

func checkedLen(op string, shape []int) (int, error) {
	n, err := checkedVolume(op, shape)
	if err != nil || slices.Contains(shape, 0) {
		return 0, err
	}
	return n, nil
}

func checkedBytes(op string, d DType, shape []int) (int, error) {
	if !d.Valid() {
		return 0, &DTypeError{Op: op, Got: d}
	}
	n, err := checkedVolume(op, shape)
	if err != nil {
		return 0, err
	}
	n, ok := mul(n, d.Size())
	if !ok {
		return 0, &SizeError{Op: op, Shape: slices.Clone(shape), DType: d, Err: ErrOverflow}
	}
	if slices.Contains(shape, 0) {
		return 0, nil
	}
	return n, nil
}

// checkedVolume returns the product of the sizes other than 0.
func checkedVolume(op string, shape []int) (int, error) {
	n, ok := 1, true
	for _, size := range shape {
		if size < 0 {
			return 0, &SizeError{Op: op, Shape: slices.Clone(shape), Err: ErrNegative}
		}
		if size > 0 && ok {
			n, ok = mul(n, size)
		}
	}
	if !ok {
		return 0, &SizeError{Op: op, Shape: slices.Clone(shape), Err: ErrOverflow}
	}
	return n, nil
}

// mul multiplies two numbers that are not negative and reports whether the product fits.
func mul(a, b int) (int, bool) {
	hi, lo := bits.Mul(uint(a), uint(b))
	return int(lo), hi == 0 && lo <= math.MaxInt
}

// ColMajorStrides returns the strides of a compact tensor whose leftmost axis is fastest. Axes of size 0 count as 1.
// The shape must be one that CheckedLen accepts.
func ColMajorStrides(shape []int) []int {
	strides := make([]int, len(shape))
	colMajorStrides(strides, shape)
	return strides
}

func colMajorStrides(strides, shape []int) {
	n := 1
	for axis, size := range shape {
		strides[axis] = n
		n *= max(size, 1)
	}
}

// RowMajorStrides returns the strides of a compact tensor whose rightmost axis is fastest, as C and NumPy lay it out.
// Axes of size 0 count as 1. The shape must be one that CheckedLen accepts.
func RowMajorStrides(shape []int) []int {
	strides := make([]int, len(shape))
	n := 1
	for axis := len(shape) - 1; axis >= 0; axis-- {
		strides[axis] = n
		n *= max(shape[axis], 1)
	}
	return strides
}

// reach returns the lowest and the highest position that a view of n > 0 elements touches, relative to its offset
// (low <= 0 <= high), and false if one of them overflows. The shape has no size 0.
func reach(shape, strides []int) (low, high int, ok bool) {
	for axis, size := range shape {
		if size == 1 || strides[axis] == 0 {
			continue
		}
		stride := strides[axis]
		if stride == math.MinInt {
			return 0, 0, false
		}
		span, fits := mul(size-1, max(stride, -stride))
		if !fits {
			return 0, 0, false
		}
		if stride > 0 {
			high += span
		} else {
			low -= span
		}
		if high < 0 || low > 0 {
			return 0, 0, false
		}
	}
	return low, high, true
}

// SameShape reports whether the two tensors have equal shapes.
func SameShape(a, b *Tensor) bool { return a != nil && b != nil && slices.Equal(a.shape, b.shape) }

// SameLayout reports whether the two tensors have equal dtypes, shapes and strides.
func SameLayout(a, b *Tensor) bool {
	return SameShape(a, b) && a.dtype == b.dtype && slices.Equal(a.strides, b.strides)
}

// IsColMajor reports whether the elements lie compactly with the leftmost axis fastest. Strides of axes of size 1 do
// not matter, and a tensor without elements is always so; where it holds, the elements are
// Raw[T](t)[t.Offset():t.Offset()+t.Len()] in column-major order.
func (t *Tensor) IsColMajor() bool {
	n := 1
	for axis, size := range t.shape {
		if size != 1 && t.strides[axis] != n {
			return t.Len() == 0
		}
		n *= size
	}
	return true
}

// IsRowMajor reports whether the elements lie compactly with the rightmost axis fastest, as in C and NumPy. A tensor of
// at most one axis longer than 1 can be both this and column-major.
func (t *Tensor) IsRowMajor() bool {
	n := 1
	for axis := len(t.shape) - 1; axis >= 0; axis-- {
		size := t.shape[axis]
		if size != 1 && t.strides[axis] != n {
			return t.Len() == 0
		}
		n *= size
	}
	return true
}
