package tensor

// This file is the tensor itself: a header over a storage, and the reading of its fields.

import "slices"

// Tensor is a strided view of one Storage: a dtype, a shape, a stride for each axis and an offset, all counted in
// elements. Strides may be negative or zero (reversed and broadcast views); the home layout is column-major, the
// leftmost axis fastest.
//
// The header of a Tensor never changes after it was made, so that a Tensor may be shared between goroutines. Its
// elements are shared memory: reading them from many goroutines is safe, writing needs the caller's own order.
type Tensor struct {
	dtype   DType
	shape   []int
	strides []int
	offset  int
	storage *Storage
}

// DType returns the type of the elements.
func (t *Tensor) DType() DType { return t.dtype }

// Rank returns the number of axes; a scalar has none.
func (t *Tensor) Rank() int { return len(t.shape) }

// Shape returns a copy of the sizes of the axes.
func (t *Tensor) Shape() []int { return slices.Clone(t.shape) }

// Strides returns a copy of the strides, in elements.
func (t *Tensor) Strides() []int { return slices.Clone(t.strides) }

// Dim returns the size of one axis. It panics as indexing a slice does when the axis is not there.
func (t *Tensor) Dim(axis int) int { return t.shape[axis] }

// Stride returns the stride of one axis in elements. It panics as indexing a slice does when the axis is not there.
func (t *Tensor) Stride(axis int) int { return t.strides[axis] }

// Offset returns the position in the storage of the element whose index is all zeros.
func (t *Tensor) Offset() int { return t.offset }

// Len returns the number of elements: the product of the shape, 1 for a scalar.
func (t *Tensor) Len() int {
	n := 1
	for _, d := range t.shape {
		n *= d
	}
	return n
}

// Storage returns the memory that the tensor views.
func (t *Tensor) Storage() *Storage { return t.storage }

// check returns an error if t is nil or was not made by this package.
func (t *Tensor) check(op string) error {
	if t == nil || t.storage == nil {
		return &invalidError{op}
	}
	return nil
}

// header returns a copy of t whose shape and strides may still be changed, for the making of a view.
func (t *Tensor) header() *Tensor {
	v := newHeader(t.storage, t.offset, len(t.shape))
	copy(v.shape, t.shape)
	copy(v.strides, t.strides)
	return v
}

// settle ends the making of the view t of parent: a view without elements starts where its parent does, so that an
// offset always lies within the storage.
func (t *Tensor) settle(parent *Tensor) *Tensor {
	if slices.Contains(t.shape, 0) {
		t.offset = parent.offset
	}
	return t
}
