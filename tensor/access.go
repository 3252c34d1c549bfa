package tensor

// This file gets elements in and out as Go values and slices.

import (
	"fmt"
	"runtime"
	"slices"
)

// At returns the element at the index: one number for each axis, none for a scalar. It fails with a *DTypeError unless
// t holds elements of type T.
func At[T Element](t *Tensor, index ...int) (T, error) {
	var zero T
	at, err := locate[T]("at", t, index)
	if err != nil {
		return zero, err
	}
	v := elements[T](t.storage)[at]
	runtime.KeepAlive(t.storage)
	return v, nil
}

// Set writes the element at the index. All tensors that view it see the change.
func Set[T Element](t *Tensor, v T, index ...int) error {
	at, err := locate[T]("set", t, index)
	if err != nil {
		return err
	}
	elements[T](t.storage)[at] = v
	runtime.KeepAlive(t.storage)
	return nil
}

// locate returns the position of an element in the storage.
func locate[T Element](op string, t *Tensor, index []int) (int, error) {
	if err := holds[T](op, t); err != nil {
		return 0, err
	}
	if len(index) != t.Rank() {
		return 0, &ShapeError{Op: op, Got: t.Shape(), Why: fmt.Sprintf("index %v does not have one number for each axis",
			slices.Clone(index))}
	}
	at := t.offset
	for axis, i := range index {
		if i < 0 || i >= t.shape[axis] {
			return 0, &IndexError{Op: op, Axis: axis, Index: i, Size: t.shape[axis]}
		}
		at += i * t.strides[axis]
	}
	return at, nil
}

// holds returns an error unless t is a tensor of elements of type T.
func holds[T Element](op string, t *Tensor) error {
	if err := t.check(op); err != nil {
		return err
	}
	if want := DTypeOf[T](); t.dtype != want {
		return &DTypeError{Op: op, Got: t.dtype, Want: want}
	}
	return nil
}

// Raw returns the whole storage of t as a slice: the memory itself, of which t is a view. The element whose index is
// all zeros is at t.Offset(), and one step along axis a is t.Stride(a).
//
// Where the memory is owned elsewhere (NewStorage), the slice alone does not keep the owner alive; the tensor does, up
// to a runtime.KeepAlive after the last use of the slice.
func Raw[T Element](t *Tensor) ([]T, error) {
	if err := holds[T]("raw", t); err != nil {
		return nil, err
	}
	return elements[T](t.storage), nil
}

// AsColMajor returns the elements in column-major order without copying: the slice is t's memory, with the caveat of Raw
// on memory owned elsewhere. It fails with a *LayoutError unless t is compact column-major (IsColMajor).
func AsColMajor[T Element](t *Tensor) ([]T, error) {
	const op = "as col major"
	if err := holds[T](op, t); err != nil {
		return nil, err
	}
	if !t.IsColMajor() {
		return nil, &LayoutError{Op: op, Shape: t.Shape(), Strides: t.Strides(), Layout: "compact column-major"}
	}
	end := t.offset + t.Len()
	return elements[T](t.storage)[t.offset:end:end], nil
}

// ColMajor returns a copy of the elements in column-major order: the leftmost index changes fastest.
func ColMajor[T Element](t *Tensor) ([]T, error) {
	if err := holds[T]("col major", t); err != nil {
		return nil, err
	}
	return gather[T]("col major", t)
}

// RowMajor returns a copy of the elements in row-major order: the rightmost index changes fastest, as in C and NumPy.
func RowMajor[T Element](t *Tensor) ([]T, error) {
	if err := holds[T]("row major", t); err != nil {
		return nil, err
	}
	return gather[T]("row major", t.transposed())
}

// gather copies the elements of t into a new slice in column-major order.
func gather[T Element](op string, t *Tensor) ([]T, error) {
	c, err := t.clone(op)
	if err != nil {
		return nil, err
	}
	return elements[T](c.storage), nil
}
