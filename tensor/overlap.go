package tensor

// This file decides whether views share memory, between two tensors and within one.

import "slices"

// Overlaps reports whether the memory that a and b reach to has a byte in common. What is compared are the addresses
// from the lowest to the highest element that each touches, wherever its view begins and whatever storage it belongs
// to. So it never misses an overlap, but also calls interleaved views overlapping: the even and the odd rows of one
// matrix. Tensors without elements overlap nothing.
func Overlaps(a, b *Tensor) bool {
	aLow, aHigh := a.extent()
	bLow, bHigh := b.extent()
	return aLow < bHigh && bLow < aHigh
}

// extent returns the address of the first byte that t touches and the address behind the last; both 0 if none.
func (t *Tensor) extent() (low, high uintptr) {
	if t.check("") != nil || t.Len() == 0 {
		return 0, 0
	}
	first, last, _ := reach(t.shape, t.strides) // views are made within their storage, so it cannot overflow
	size := t.dtype.Size()
	base := uintptr(t.storage.ptr)
	return base + uintptr((t.offset+first)*size), base + uintptr((t.offset+last+1)*size)
}

// HasSelfOverlap reports whether two indices of t name the same element, as they do in a broadcast view. Such a tensor
// can be read but not be written in any sensible order.
//
// It is exact up to rank 2 and wherever the axes, taken by growing stride, each step over all before them (every view
// that Slice, Permute, Index, Reverse or Diagonal makes of a compact tensor). Beyond that it searches for two such
// indices, and where it has not decided after some thousand steps it says yes.
func (t *Tensor) HasSelfOverlap() bool {
	if t.check("") != nil || t.IsColMajor() || t.Len() <= 1 {
		return false
	}
	axes := t.spans()
	nested, reached := true, 0
	for _, a := range axes {
		if a.stride == 0 {
			return true
		}
		nested = nested && a.stride > reached
		reached += (a.size - 1) * a.stride
	}
	if nested {
		return false
	}
	if t.Len() > reached+1 { // more indices than places
		return true
	}
	if len(axes) == 2 { // the shortest way back: t/g steps of s against s/g steps of t
		g := gcd(axes[0].stride, axes[1].stride)
		return axes[1].stride/g < axes[0].size && axes[0].stride/g < axes[1].size
	}
	steps := 10_000
	return collides(axes, 0, false, &steps)
}

// span is an axis of more than one element, read forwards.
type span struct{ size, stride int }

// spans returns the axes of more than one element by growing stride.
func (t *Tensor) spans() []span {
	axes := make([]span, 0, len(t.shape))
	for axis, size := range t.shape {
		if size > 1 {
			axes = append(axes, span{size, max(t.strides[axis], -t.strides[axis])})
		}
	}
	slices.SortFunc(axes, func(a, b span) int { return a.stride - b.stride })
	return axes
}

// collides reports whether there are steps dₐ along the axes, |dₐ| < size, that lead from distance to 0, not all of
// them 0 unless moved is set. Two elements at one place are such steps from distance 0. The axis with the longest
// stride goes first: what is left must be within reach of the shorter ones and divisible by what they have in common,
// which leaves few choices. (The problem is a bounded Diophantine equation, hard in general; see the comment at the
// head of NumPy's mem_overlap.c.)
func collides(axes []span, distance int, moved bool, steps *int) bool {
	if *steps--; *steps < 0 {
		return true
	}
	if len(axes) == 0 {
		return moved && distance == 0
	}
	last, rest := axes[len(axes)-1], axes[:len(axes)-1]
	reached, common := 0, 0
	for _, a := range rest {
		reached += (a.size - 1) * a.stride
		common = gcd(common, a.stride)
	}
	if len(rest) == 0 {
		d := distance / last.stride
		return distance%last.stride == 0 && abs(d) < last.size && (moved || d != 0)
	}
	if distance%gcd(common, last.stride) != 0 {
		return false
	}
	// distance - d·stride must lie within ±reached.
	low := max(ceilDiv(distance-reached, last.stride), 1-last.size)
	high := min(floorDiv(distance+reached, last.stride), last.size-1)
	if !moved && distance == 0 {
		low = 0 // the steps -d lead to 0 if and only if the steps d do
	}
	for d := low; d <= high; d++ {
		if collides(rest, distance-d*last.stride, moved || d != 0, steps) {
			return true
		}
	}
	return false
}

func abs(n int) int { return max(n, -n) }

func floorDiv(a, b int) int {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

func ceilDiv(a, b int) int { return -floorDiv(-a, b) }

// gcd returns the greatest common divisor of two numbers that are not negative.
func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
