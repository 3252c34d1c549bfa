package compiler

import "slices"

// The strides of an axis belong, in this order, to the two operands and to the result of a pair.
const (
	opA = iota
	opB
	opC
	numOps
)

// class says in which of the three tensors of a pair a label stands.
type class uint8

const (
	batch      class = iota // in both operands, kept
	left                    // in A, kept
	right                   // in B, kept
	contracted              // in both operands, summed
	numClasses
)

// axis is one label of a pair: its class, its size, and what a step along it means in each of the three tensors (0
// where the tensor lacks the label or broadcasts along it).
type axis struct {
	class  class
	dim    int
	stride [numOps]int
}

// fuse joins the axes of one class that lie behind each other in all three tensors, so that a chain of them is walked
// as one, and drops axes of size 1. The result, in the memory of out, is ordered fastest first, by the strides of C,
// then B, then A.
func fuse(out, axes []axis, c class) []axis {
	for _, x := range axes {
		if x.class == c && x.dim != 1 {
			out = append(out, x)
		}
	}
	slices.SortStableFunc(out, compareStrides)
	for i := 0; i < len(out); {
		next := slices.IndexFunc(out, func(y axis) bool { return follows(out[i], y) })
		if next < 0 || next == i {
			i++
			continue
		}
		out[i].dim *= out[next].dim
		out = slices.Delete(out, next, next+1)
		if next < i {
			i--
		}
	}
	return out
}

// follows reports whether y continues x in every tensor: one step of y is a whole walk of x.
func follows(x, y axis) bool {
	for t := range x.stride {
		if y.stride[t] != x.stride[t]*x.dim {
			return false
		}
	}
	return true
}

func compareStrides(x, y axis) int {
	for t := numOps - 1; t >= 0; t-- {
		if d := abs(x.stride[t]) - abs(y.stride[t]); d != 0 {
			return d
		}
	}
	return 0
}

func abs(x int) int {
	if x < 0 {
		return -x
	}
	return x
}

// points is the number of index points of the axes.
func points(axes []axis) int {
	n := 1
	for _, x := range axes {
		n *= x.dim
	}
	return n
}
