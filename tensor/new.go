package tensor

// This file makes tensors from nothing and from Go slices.

import "slices"

// New returns a tensor of zeros (false for Bool) in column-major layout. It fails with a *DTypeError for an invalid
// dtype and with a *SizeError, before anything is allocated, if the shape cannot be counted or addressed. Memory that can
// be addressed but is not there ends the program, as with make: limit sizes that come from outside.
func New(d DType, shape ...int) (*Tensor, error) {
	const op = "new"
	if _, err := checkedBytes(op, d, shape); err != nil {
		return nil, err
	}
	n, err := checkedLen(op, shape)
	if err != nil {
		return nil, err
	}
	s, err := allocate(op, d, n, shape)
	if err != nil {
		return nil, err
	}
	return s.compact(shape), nil
}

// FromColMajor wraps data as a tensor of the shape, leftmost axis fastest. Nothing is copied: the tensor and the slice
// are the same memory. It fails with a *SizeError unless data has exactly the shape's number of elements.
func FromColMajor[T Element](data []T, shape ...int) (*Tensor, error) {
	if err := checkData("from col major", len(data), shape); err != nil {
		return nil, err
	}
	return StorageOf(data).compact(shape), nil
}

// FromRowMajor wraps data as a tensor of the shape, rightmost axis fastest, as C and NumPy lay it out. Nothing is
// copied: the tensor is a view with row-major strides. It fails with a *SizeError unless data has exactly the shape's
// number of elements.
func FromRowMajor[T Element](data []T, shape ...int) (*Tensor, error) {
	if err := checkData("from row major", len(data), shape); err != nil {
		return nil, err
	}
	t := newHeader(StorageOf(data), 0, len(shape))
	copy(t.shape, shape)
	copy(t.strides, RowMajorStrides(shape))
	return t, nil
}

// FromStrided wraps data as the view that starts at data[offset] and steps by the strides, in elements. Nothing is
// copied. Strides may be negative or zero. It fails with a *BoundsError if any element lies outside of data.
func FromStrided[T Element](data []T, offset int, shape, strides []int) (*Tensor, error) {
	return StorageOf(data).view("from strided", offset, shape, strides)
}

// FromScalar returns a tensor of rank 0 that holds v.
func FromScalar[T Element](v T) *Tensor { return StorageOf([]T{v}).compact(nil) }

// MustNew is New for shapes that are known to be right; it panics where New fails.
func MustNew(d DType, shape ...int) *Tensor { return Must(New(d, shape...)) }

// MustFromColMajor is FromColMajor for data that is known to be right; it panics where FromColMajor fails.
func MustFromColMajor[T Element](data []T, shape ...int) *Tensor {
	return Must(FromColMajor(data, shape...))
}

// MustFromRowMajor is FromRowMajor for data that is known to be right; it panics where FromRowMajor fails.
func MustFromRowMajor[T Element](data []T, shape ...int) *Tensor {
	return Must(FromRowMajor(data, shape...))
}

// Must returns t and panics if err is not nil. It is for views and constructors that cannot fail unless the program is
// wrong: tensor.Must(t.Permute(1, 0)).
func Must(t *Tensor, err error) *Tensor {
	if err != nil {
		panic(err)
	}
	return t
}

func checkData(op string, have int, shape []int) error {
	need, err := checkedLen(op, shape)
	if err != nil {
		return err
	}
	if need != have {
		return &SizeError{Op: op, Shape: slices.Clone(shape), Need: need, Len: have, Err: ErrLength}
	}
	return nil
}

// compact returns the column-major tensor of the shape at the start of the storage. The caller has checked that it fits.
func (s *Storage) compact(shape []int) *Tensor {
	t := newHeader(s, 0, len(shape))
	copy(t.shape, shape)
	colMajorStrides(t.strides, shape)
	return t
}

// newHeader returns a tensor over the storage whose shape and strides are still to be filled in.
func newHeader(s *Storage, offset, rank int) *Tensor {
	dims := make([]int, 2*rank)
	return &Tensor{dtype: s.dtype, shape: dims[:rank:rank], strides: dims[rank:], offset: offset, storage: s}
}
