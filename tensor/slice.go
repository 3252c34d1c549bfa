package tensor

// This file cuts a view out of a tensor: ranges along each axis.

import (
	"fmt"
	"math"
)

// End in a Range stands for the end of the axis, whatever its size: as Stop it is the size, as Start the last index.
const End = math.MaxInt

// Range names the indices Start, Start+Step, ... of one axis, up to but without Stop. A Step of 0 is 1. With a negative
// Step the indices run down to Stop, which is -1 to take in index 0. Nothing counts from the end but the constant End,
// and nothing is clamped: a range that leaves the axis is an error.
type Range struct {
	Start, Stop, Step int
}

// All is the whole of an axis.
func All() Range { return Range{Start: 0, Stop: End, Step: 1} }

// Reversed is the whole of an axis, last index first.
func Reversed() Range { return Range{Start: End, Stop: -1, Step: -1} }

// String writes the range as start:stop:step.
func (r Range) String() string {
	bound := func(i int) string {
		if i == End {
			return "end"
		}
		return fmt.Sprint(i)
	}
	return fmt.Sprintf("%s:%s:%d", bound(r.Start), bound(r.Stop), r.step())
}

func (r Range) step() int {
	if r.Step == 0 {
		return 1
	}
	return r.Step
}

// resolve returns the first index, the step and the number of indices of the range in an axis of the given size, and
// false if the range leaves the axis.
func (r Range) resolve(size int) (start, step, n int, ok bool) {
	start, stop, step := r.Start, r.Stop, r.step()
	if step > 0 {
		if stop == End {
			stop = size
		}
		if start == End {
			start = size
		}
		if start < 0 || start > stop || stop > size {
			return 0, 0, 0, false
		}
		if start == stop {
			return start, step, 0, true
		}
		return start, step, (stop-start-1)/step + 1, true
	}
	if start == End {
		start = size - 1
	}
	if stop < -1 || stop > start || start >= size {
		return 0, 0, 0, false
	}
	if start == stop {
		return start, step, 0, true
	}
	// Both sides of the division are negative: the least int as step has no negation.
	return start, step, (stop-start+1)/step + 1, true
}

// Slice returns the view of the ranges, one for each axis from the first; axes without a range stay whole.
//
//	t.Slice(tensor.All(), tensor.Range{Start: 2, Stop: 5})    // columns 2, 3, 4
//	t.Slice(tensor.Range{Start: 1, Stop: tensor.End, Step: 2}) // odd rows
//	t.Slice(tensor.Reversed())                                 // rows from the last to the first
func (t *Tensor) Slice(ranges ...Range) (*Tensor, error) {
	const op = "slice"
	if err := t.check(op); err != nil {
		return nil, err
	}
	if len(ranges) > t.Rank() {
		return nil, &AxisError{Op: op, Axis: t.Rank(), Rank: t.Rank()}
	}
	v := t.header()
	for axis, r := range ranges {
		start, step, n, ok := r.resolve(t.shape[axis])
		if !ok {
			asked := r
			return nil, &IndexError{Op: op, Axis: axis, Range: &asked, Size: t.shape[axis]}
		}
		v.shape[axis] = n
		v.offset += start * t.strides[axis]
		if n > 1 { // else the stride does not matter, and the product may overflow
			v.strides[axis] = t.strides[axis] * step
		}
	}
	return v.settle(t), nil
}
