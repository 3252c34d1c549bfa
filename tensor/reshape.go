package tensor

// This file reads the same elements under another shape, where strides can say it.

import (
	"fmt"
	"slices"
)

// Reshape returns the view of the same elements, in column-major order, under another shape. One size may be -1: it is
// what the others leave. Fails with a *SizeError if the number of elements differs, and with a *LayoutError if the
// elements do not lie so that strides can express the shape: then Clone first.
//
// A compact column-major tensor takes every shape. For a row-major tensor, whose order is the other way round, reshape
// the transpose: t.Transpose().Reshape(reversed shape).Transpose().
func (t *Tensor) Reshape(shape ...int) (*Tensor, error) {
	const op = "reshape"
	if err := t.check(op); err != nil {
		return nil, err
	}
	shape, err := t.inferSize(op, shape)
	if err != nil {
		return nil, err
	}
	v := newHeader(t.storage, t.offset, len(shape))
	copy(v.shape, shape)
	if t.Len() == 0 {
		colMajorStrides(v.strides, shape)
		return v, nil
	}
	if !t.regroup(v) {
		return nil, &LayoutError{Op: op, Shape: t.Shape(), Strides: t.Strides(), Want: shape}
	}
	return v, nil
}

// inferSize returns the shape with a size of -1 replaced, once it is sure that it has as many elements as t.
func (t *Tensor) inferSize(op string, shape []int) ([]int, error) {
	have := t.Len()
	hole := slices.Index(shape, -1)
	if hole < 0 {
		return shape, checkData(op, have, shape)
	}
	filled := slices.Clone(shape)
	filled[hole] = 1
	rest, err := checkedLen(op, filled)
	if err != nil {
		return nil, err
	}
	if rest == 0 || have%rest != 0 {
		return nil, &ShapeError{Op: op, Got: t.Shape(), Want: slices.Clone(shape),
			Why: fmt.Sprintf("no size in place of -1 gives %d elements", have)}
	}
	filled[hole] = have / rest
	return filled, checkData(op, have, filled)
}

// regroup fills in the strides of v, which has t's elements under another shape, and reports whether there are such
// strides. Both shapes are cut into the shortest runs of axes that hold equally many elements; t's run must be evenly
// spaced in memory, and v's takes that spacing over. This is the method of NumPy's reshape without copying, from the
// left.
func (t *Tensor) regroup(v *Tensor) bool {
	from, to := 0, 0
	for from < len(t.shape) && to < len(v.shape) {
		have, want := t.shape[from], v.shape[to]
		fromEnd, toEnd := from+1, to+1
		for have != want {
			if have < want {
				have *= t.shape[fromEnd]
				fromEnd++
			} else {
				want *= v.shape[toEnd]
				toEnd++
			}
		}
		stride, ok := spacing(t.shape[from:fromEnd], t.strides[from:fromEnd])
		if !ok {
			return false
		}
		for ; to < toEnd; to++ {
			v.strides[to] = stride
			stride *= v.shape[to]
		}
		from = fromEnd
	}
	// What is left on either side are axes of size 1.
	for ; to < len(v.shape); to++ {
		v.strides[to] = 1
		if to > 0 {
			v.strides[to] = v.strides[to-1] * v.shape[to-1]
		}
	}
	return true
}

// spacing returns the one distance between consecutive elements, in column-major order, of the axes, and false if there
// is no such distance.
func spacing(shape, strides []int) (int, bool) {
	first, next, found := strides[0], 0, false
	for axis, size := range shape {
		switch {
		case size == 1:
			continue
		case !found:
			first, found = strides[axis], true
		case strides[axis] != next:
			return 0, false
		}
		next = strides[axis] * size
	}
	return first, true
}
