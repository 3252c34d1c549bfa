package compilertest

// Layout: operands that do not lie compactly.

import (
	"math/rand/v2"

	"github.com/tenferro/tenferro-go/tensor"
)

// Strides draws strides for a shape: the axes in any order, with gaps behind them, some read backwards, and, where
// repeat is set, some with stride 0.
func Strides(rng *rand.Rand, shape []int, repeat bool) []int {
	strides := make([]int, len(shape))
	n := 1 + rng.IntN(2)*rng.IntN(3)
	for _, axis := range rng.Perm(len(shape)) {
		if repeat && rng.IntN(4) == 0 {
			continue
		}
		strides[axis] = n
		n = n*max(shape[axis], 1) + rng.IntN(2)*rng.IntN(3)
		if rng.IntN(4) == 0 {
			strides[axis] = -strides[axis]
		}
	}
	return strides
}

// Relay returns a tensor that has the elements of t and the given strides. Memory that it does not reach, between its
// elements and beside them, is full of NaN, or of what NaN's bits are in other dtypes. Along an axis of stride 0 it has
// t's first elements.
func Relay(t *tensor.Tensor, strides []int) (*tensor.Tensor, error) {
	const beside = 3
	low, high, empty := 0, 0, false
	for axis, n := range t.Shape() {
		empty = empty || n == 0
		if d := (n - 1) * strides[axis]; d < 0 {
			low += d
		} else {
			high += d
		}
	}
	if empty {
		low, high = 0, 0
	}
	s, err := tensor.New(t.DType(), high-low+1+2*beside)
	if err != nil {
		return nil, err
	}
	poison(s.Storage())
	out, err := s.Storage().View(beside-low, t.Shape(), strides)
	if err != nil {
		return nil, err
	}
	return out, copyElements(out, t)
}
