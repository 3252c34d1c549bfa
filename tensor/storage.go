package tensor

// This file is the memory under the views.

import (
	"slices"
	"unsafe"
)

// Storage is a run of elements of one dtype that tensors view. It keeps its memory alive.
type Storage struct {
	dtype DType
	n     int
	ptr   unsafe.Pointer
	owner any
}

// StorageOf wraps a slice without copying: the storage and the slice are the same memory.
func StorageOf[T Element](data []T) *Storage {
	return &Storage{dtype: DTypeOf[T](), n: len(data), ptr: unsafe.Pointer(unsafe.SliceData(data))}
}

// NewStorage wraps n elements of memory that is owned elsewhere, by a pool or by C. The owner is kept reachable as long
// as the storage is: whoever frees the memory does so after the owner has died (runtime.AddCleanup on it), or knows that
// no tensor views it any more. The memory must be aligned for the dtype and hold n elements. Where the dtype is invalid,
// ptr nil or n not positive, the storage has no elements.
func NewStorage(d DType, ptr unsafe.Pointer, n int, owner any) *Storage {
	if !d.Valid() || ptr == nil || n <= 0 {
		return &Storage{dtype: d, owner: owner}
	}
	return &Storage{dtype: d, n: n, ptr: ptr, owner: owner}
}

// allocate returns zeroed memory for n elements. The caller has checked that the bytes fit an int.
func allocate(op string, d DType, n int, shape []int) (s *Storage, err error) {
	// The address space is smaller than an int counts. Go panics where a length is beyond it; a caller can ask for that
	// with an ordinary shape.
	defer func() {
		if recover() != nil {
			s, err = nil, &SizeError{Op: op, Shape: slices.Clone(shape), DType: d, Err: ErrOverflow}
		}
	}()
	switch d {
	case Float32:
		return StorageOf(make([]float32, n)), nil
	case Float64:
		return StorageOf(make([]float64, n)), nil
	case Complex64:
		return StorageOf(make([]complex64, n)), nil
	case Complex128:
		return StorageOf(make([]complex128, n)), nil
	case Int32:
		return StorageOf(make([]int32, n)), nil
	case Int64:
		return StorageOf(make([]int64, n)), nil
	case Bool:
		return StorageOf(make([]bool, n)), nil
	}
	return nil, &DTypeError{Op: op, Got: d}
}

// DType returns the type of the stored elements.
func (s *Storage) DType() DType { return s.dtype }

// Len returns the number of elements stored.
func (s *Storage) Len() int { return s.n }

// Pointer returns the address of the first element, nil if there is none. The memory stays valid while the Storage is
// reachable: a caller that hands the address to C keeps the Storage alive with runtime.KeepAlive.
func (s *Storage) Pointer() unsafe.Pointer {
	if s.n == 0 {
		return nil
	}
	return s.ptr
}

// Owner returns what NewStorage was told, nil for memory of Go's own.
func (s *Storage) Owner() any { return s.owner }

// View returns a tensor over the storage: element (i0, i1, ...) is the storage's element offset + Σ iₐ·strides[a].
// Strides may be negative or zero. It fails with a *BoundsError if any element lies outside of the storage; a view
// without elements needs only an offset within it. The slices are copied.
func (s *Storage) View(offset int, shape, strides []int) (*Tensor, error) {
	return s.view("view", offset, shape, strides)
}

func (s *Storage) view(op string, offset int, shape, strides []int) (*Tensor, error) {
	if s == nil {
		return nil, &invalidError{op}
	}
	if !s.dtype.Valid() {
		return nil, &DTypeError{Op: op, Got: s.dtype}
	}
	if len(shape) != len(strides) {
		return nil, &ShapeError{Op: op, Got: slices.Clone(shape), Want: slices.Clone(strides),
			Why: "there must be one stride for each axis"}
	}
	n, err := checkedLen(op, shape)
	if err != nil {
		return nil, err
	}
	inside := offset >= 0 && offset <= s.n
	if inside && n > 0 {
		low, high, ok := reach(shape, strides)
		inside = ok && -low <= offset && high < s.n-offset
	}
	if !inside {
		return nil, &BoundsError{Op: op, Offset: offset, Shape: slices.Clone(shape), Strides: slices.Clone(strides), Len: s.n}
	}
	t := newHeader(s, offset, len(shape))
	copy(t.shape, shape)
	copy(t.strides, strides)
	return t, nil
}

// elements returns the whole storage as a slice. The caller has checked the dtype.
func elements[T any](s *Storage) []T { return unsafe.Slice((*T)(s.ptr), s.n) }
