package tensor

// This file turns two views of one shape into the shortest loop nest that visits their elements in pairs. The order of
// the visits is free, so that axes may be dropped, turned round, sorted and fused.

import (
	"cmp"
	"slices"
)

// axis is one loop of a nest: its size and the step that it makes in the destination and in the source.
type axis struct{ size, dst, src int }

// nest is a loop nest over a destination and a source: the axes from the innermost, by growing step in the destination,
// and the positions of the first pair. No axis has size 1 or a negative step in the destination.
type nest struct {
	axes     []axis
	dst, src int
}

// newNest returns the nest over two tensors of one shape that has no size 0.
func newNest(dst, src *Tensor) nest {
	n := nest{axes: make([]axis, 0, len(dst.shape)), dst: dst.offset, src: src.offset}
	for i, size := range dst.shape {
		if size == 1 {
			continue
		}
		a := axis{size, dst.strides[i], src.strides[i]}
		if a.dst < 0 {
			n.dst += (size - 1) * a.dst
			n.src += (size - 1) * a.src
			a.dst, a.src = -a.dst, -a.src
		}
		n.axes = append(n.axes, a)
	}
	slices.SortStableFunc(n.axes, func(a, b axis) int { return cmp.Compare(a.dst, b.dst) })
	n.axes = fuse(n.axes)
	return n
}

// fuse joins neighbouring axes that both operands walk as one.
func fuse(axes []axis) []axis {
	if len(axes) == 0 {
		return axes
	}
	last := 0
	for _, a := range axes[1:] {
		if in := &axes[last]; a.dst == in.size*in.dst && a.src == in.size*in.src {
			in.size *= a.size
			continue
		}
		last++
		axes[last] = a
	}
	return axes[:last+1]
}

// sourceFastest returns the number of the axis with the shortest step in the source, the innermost of equals.
func (n nest) sourceFastest() int {
	best := 0
	for i, a := range n.axes {
		if abs(a.src) < abs(n.axes[best].src) {
			best = i
		}
	}
	return best
}

// walk calls visit with the positions of each pair that the axes lead to from (dst, src).
func walk(axes []axis, dst, src int, visit func(dst, src int)) {
	index := make([]int, len(axes))
	for {
		visit(dst, src)
		i := 0
		for ; i < len(axes); i++ {
			a := axes[i]
			dst += a.dst
			src += a.src
			if index[i]++; index[i] < a.size {
				break
			}
			index[i] = 0
			dst -= a.size * a.dst
			src -= a.size * a.src
		}
		if i == len(axes) {
			return
		}
	}
}
