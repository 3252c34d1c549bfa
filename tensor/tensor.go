package tensor

import (
	"slices"
	"unsafe"
)

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

// Storage is a run of elements of one dtype that tensors view. It keeps its memory alive.
type Storage struct {
	dtype DType
	n     int
	ptr   unsafe.Pointer
	owner any
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

// DType returns the type of the stored elements.
func (s *Storage) DType() DType { return s.dtype }

// Len returns the number of elements stored.
func (s *Storage) Len() int { return s.n }

// Pointer returns the address of the first element, nil if there is none. The memory stays valid while the Storage is
// reachable: a caller that hands the address to C keeps the Storage alive with runtime.KeepAlive.
func (s *Storage) Pointer() unsafe.Pointer { return s.ptr }
