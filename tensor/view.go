package tensor

// This file makes views that rearrange axes. None of them moves an element: each returns a new header over the same
// storage, in time proportional to the rank.

import (
	"fmt"
	"slices"
)

// Permute returns the view whose axis i is t's axis axes[i]. Each axis of t must be named once.
func (t *Tensor) Permute(axes ...int) (*Tensor, error) {
	const op = "permute"
	if err := t.check(op); err != nil {
		return nil, err
	}
	if len(axes) != t.Rank() {
		return nil, &ShapeError{Op: op, Got: t.Shape(), Why: fmt.Sprintf("%d axes named, rank is %d", len(axes), t.Rank())}
	}
	if err := t.checkAxes(op, axes); err != nil {
		return nil, err
	}
	v := newHeader(t.storage, t.offset, t.Rank())
	for i, axis := range axes {
		v.shape[i], v.strides[i] = t.shape[axis], t.strides[axis]
	}
	return v, nil
}

// Transpose returns the view with the axes in reverse order: the transpose of a matrix, and of a row-major tensor the
// column-major reading of the same memory.
func (t *Tensor) Transpose() (*Tensor, error) {
	if err := t.check("transpose"); err != nil {
		return nil, err
	}
	return t.transposed(), nil
}

func (t *Tensor) transposed() *Tensor {
	v := t.header()
	slices.Reverse(v.shape)
	slices.Reverse(v.strides)
	return v
}

// Diagonal returns the view of the elements whose indices along the named axes are equal. The axes must have one size;
// they become one axis of that size, which stands where the lowest-numbered of them stood. Its stride is the sum of
// theirs. Naming one axis, or none, changes nothing.
func (t *Tensor) Diagonal(axes ...int) (*Tensor, error) {
	const op = "diagonal"
	if err := t.check(op); err != nil {
		return nil, err
	}
	if err := t.checkAxes(op, axes); err != nil {
		return nil, err
	}
	if len(axes) < 2 {
		return t.header(), nil
	}
	first := slices.Min(axes)
	stride := 0
	for _, axis := range axes {
		if t.shape[axis] != t.shape[first] {
			return nil, &ShapeError{Op: op, Got: t.Shape(), Why: fmt.Sprintf(
				"axis %d has size %d and axis %d has size %d", first, t.shape[first], axis, t.shape[axis])}
		}
		stride += t.strides[axis]
	}
	v := newHeader(t.storage, t.offset, t.Rank()-len(axes)+1)
	to := 0
	for axis := range t.shape {
		if axis != first && slices.Contains(axes, axis) {
			continue
		}
		v.shape[to], v.strides[to] = t.shape[axis], t.strides[axis]
		if axis == first {
			v.strides[to] = stride
		}
		to++
	}
	return v, nil
}

// Index returns the view of the elements whose index along one axis is i. The axis is gone from the view.
func (t *Tensor) Index(axis, i int) (*Tensor, error) {
	const op = "index"
	if err := t.check(op); err != nil {
		return nil, err
	}
	if err := t.checkAxes(op, []int{axis}); err != nil {
		return nil, err
	}
	if i < 0 || i >= t.shape[axis] {
		return nil, &IndexError{Op: op, Axis: axis, Index: i, Size: t.shape[axis]}
	}
	v := t.without(axis)
	v.offset += i * t.strides[axis]
	return v.settle(t), nil
}

// Reverse returns the view with the order of the indices reversed along each of the named axes.
func (t *Tensor) Reverse(axes ...int) (*Tensor, error) {
	const op = "reverse"
	if err := t.check(op); err != nil {
		return nil, err
	}
	if err := t.checkAxes(op, axes); err != nil {
		return nil, err
	}
	v := t.header()
	for _, axis := range axes {
		if v.shape[axis] > 1 { // else the stride does not matter, and may be one that has no negation
			v.offset += (v.shape[axis] - 1) * v.strides[axis]
			v.strides[axis] = -v.strides[axis]
		}
	}
	return v.settle(t), nil
}

// Squeeze returns the view without the named axes, each of which must have size 1; without arguments, the view without
// any axis of size 1.
func (t *Tensor) Squeeze(axes ...int) (*Tensor, error) {
	const op = "squeeze"
	if err := t.check(op); err != nil {
		return nil, err
	}
	if err := t.checkAxes(op, axes); err != nil {
		return nil, err
	}
	for _, axis := range axes {
		if t.shape[axis] != 1 {
			return nil, &ShapeError{Op: op, Got: t.Shape(), Why: fmt.Sprintf("axis %d has size %d", axis, t.shape[axis])}
		}
	}
	if len(axes) == 0 {
		for axis, size := range t.shape {
			if size == 1 {
				axes = append(axes, axis)
			}
		}
	}
	return t.without(axes...), nil
}

// Unsqueeze returns the view with a new axis of size 1 that has the number axis, from 0 to the rank.
func (t *Tensor) Unsqueeze(axis int) (*Tensor, error) {
	const op = "unsqueeze"
	if err := t.check(op); err != nil {
		return nil, err
	}
	if axis < 0 || axis > t.Rank() {
		return nil, &AxisError{Op: op, Axis: axis, Rank: t.Rank()}
	}
	stride := 1 // as a compact column-major tensor would have it
	if axis > 0 {
		stride = t.strides[axis-1] * max(t.shape[axis-1], 1)
	}
	v := newHeader(t.storage, t.offset, t.Rank()+1)
	copy(v.shape, slices.Insert(t.Shape(), axis, 1))
	copy(v.strides, slices.Insert(t.Strides(), axis, stride))
	return v, nil
}

// Real returns the real parts: for a complex tensor a view of float32 or float64 over the same memory, with strides
// twice as long; any other tensor as it is.
func (t *Tensor) Real() (*Tensor, error) {
	if err := t.check("real"); err != nil {
		return nil, err
	}
	if !t.dtype.IsComplex() {
		return t.header(), nil
	}
	return t.parts(0), nil
}

// Imag returns the imaginary parts of a complex tensor as a view of float32 or float64 over the same memory, with
// strides twice as long. It fails with a *DTypeError for any other dtype, which has no memory for them.
func (t *Tensor) Imag() (*Tensor, error) {
	const op = "imag"
	if err := t.check(op); err != nil {
		return nil, err
	}
	if !t.dtype.IsComplex() {
		return nil, &DTypeError{Op: op, Got: t.dtype}
	}
	return t.parts(1), nil
}

// parts returns the view of the real (0) or imaginary (1) parts of a complex tensor.
func (t *Tensor) parts(part int) *Tensor {
	s := t.storage
	reals := &Storage{dtype: s.dtype.Real(), n: 2 * s.n, ptr: s.ptr, owner: s}
	v := newHeader(reals, 2*t.offset+part, t.Rank())
	if t.Len() == 0 {
		v.offset = 2 * t.offset
	}
	copy(v.shape, t.shape)
	for axis, stride := range t.strides {
		v.strides[axis] = 2 * stride
	}
	return v
}

// without returns the view that lacks the axes, which are known to be there.
func (t *Tensor) without(axes ...int) *Tensor {
	v := newHeader(t.storage, t.offset, t.Rank()-len(axes))
	to := 0
	for axis := range t.shape {
		if !slices.Contains(axes, axis) {
			v.shape[to], v.strides[to] = t.shape[axis], t.strides[axis]
			to++
		}
	}
	return v
}

// checkAxes returns an error unless the axes are there, each named once.
func (t *Tensor) checkAxes(op string, axes []int) error {
	for i, axis := range axes {
		if axis < 0 || axis >= t.Rank() {
			return &AxisError{Op: op, Axis: axis, Rank: t.Rank()}
		}
		if slices.Contains(axes[:i], axis) {
			return &AxisError{Op: op, Axis: axis, Rank: t.Rank(), Repeated: true}
		}
	}
	return nil
}
