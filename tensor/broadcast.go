package tensor

// This file repeats elements without storing them.

import (
	"fmt"
	"slices"
)

// Broadcast returns the view of the shape in which axes of size 1 are repeated. The rule is NumPy's: the shapes are
// aligned at their last axes, each axis must have the size asked for or size 1, and axes that t lacks stand in front.
// (The home layout is column-major, but a rule that aligned first axes would be unlike that of every other library;
// Unsqueeze or Permute first where the other is meant.) Repeated axes have stride 0, so that the view must not be
// written.
func (t *Tensor) Broadcast(shape ...int) (*Tensor, error) {
	const op = "broadcast"
	if err := t.check(op); err != nil {
		return nil, err
	}
	if _, err := checkedLen(op, shape); err != nil {
		return nil, err
	}
	lead := len(shape) - t.Rank()
	if lead < 0 {
		return nil, &ShapeError{Op: op, Got: t.Shape(), Want: slices.Clone(shape), Why: "rank is lower than the tensor's"}
	}
	v := newHeader(t.storage, t.offset, len(shape))
	copy(v.shape, shape)
	for axis, size := range t.shape {
		switch to := lead + axis; size {
		case shape[to]:
			v.strides[to] = t.strides[axis]
		case 1: // repeated: stride 0
		default:
			return nil, &ShapeError{Op: op, Got: t.Shape(), Want: slices.Clone(shape),
				Why: fmt.Sprintf("axis %d has size %d, not 1 or %d", axis, size, shape[to])}
		}
	}
	return v, nil
}

// BroadcastShape returns the shape that tensors of the given shapes have in common under NumPy's rule: aligned at their
// last axes, each size that is not 1 the same. Without shapes it returns the shape of a scalar.
func BroadcastShape(shapes ...[]int) ([]int, error) {
	const op = "broadcast shape"
	rank := 0
	for _, shape := range shapes {
		rank = max(rank, len(shape))
	}
	common := make([]int, rank)
	for axis := range common {
		common[axis] = 1
	}
	for _, shape := range shapes {
		lead := rank - len(shape)
		for axis, size := range shape {
			switch have := common[lead+axis]; {
			case size == have || size == 1:
			case have == 1:
				common[lead+axis] = size
			default:
				return nil, &ShapeError{Op: op, Got: slices.Clone(shape), Want: common,
					Why: fmt.Sprintf("axis %d has size %d, not 1 or %d", axis, size, have)}
			}
		}
	}
	if _, err := checkedLen(op, common); err != nil {
		return nil, err
	}
	return common, nil
}
