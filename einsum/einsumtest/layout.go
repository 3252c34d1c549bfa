package einsumtest

// Operands: elements, and how they lie in memory.

import (
	"math"
	"slices"

	"github.com/tenferro/tenferro-go/tensor"
)

// operand returns a tensor of the shape in a random layout, filled by fill, and the layout's name. Memory that the tensor
// does not reach, between its elements and on both sides, holds poison: NaN, or a large integer.
func (g *generator) operand(dtype tensor.DType, shape []int, fill func() complex128) (*tensor.Tensor, string) {
	switch dtype {
	case tensor.Float32:
		return operandOf(g, shape, func(x complex128) float32 { return float32(real(x)) }, fill)
	case tensor.Float64:
		return operandOf(g, shape, func(x complex128) float64 { return real(x) }, fill)
	case tensor.Complex64:
		return operandOf(g, shape, func(x complex128) complex64 { return complex64(x) }, fill)
	case tensor.Complex128:
		return operandOf(g, shape, func(x complex128) complex128 { return x }, fill)
	case tensor.Int32:
		return operandOf(g, shape, func(x complex128) int32 { return int32(toInt(x)) }, fill)
	case tensor.Int64:
		return operandOf(g, shape, toInt, fill)
	}
	panic("einsumtest: no random operands of " + dtype.String())
}

func toInt(x complex128) int64 {
	if math.IsNaN(real(x)) {
		return 987_654_321
	}
	return int64(real(x))
}

// values returns what draws elements: integers from -2 to 2, or reals in [-1, 1), now and then with a NaN among them.
func (g *generator) values(exact bool, dtype tensor.DType) func() complex128 {
	if exact {
		return func() complex128 {
			return complex(float64(g.between(-2, 2)), float64(g.between(-2, 2)))
		}
	}
	nan := 0.0
	if g.chance(0.05) && !g.hasEmptyAxis() { // a sum over nothing is 0 before a factor NaN meets it, or after
		nan = 0.02
	}
	return func() complex128 {
		if nan > 0 && g.chance(nan) {
			return complex(math.NaN(), 0)
		}
		return complex(2*g.rng.Float64()-1, 2*g.rng.Float64()-1)
	}
}

func (g *generator) hasEmptyAxis() bool {
	for _, shape := range g.shapes() {
		if slices.Contains(shape, 0) {
			return true
		}
	}
	return false
}

// layout is where a tensor's elements lie in memory of n elements.
type layout struct {
	name    string
	n       int
	offset  int
	strides []int
}

func operandOf[T tensor.Element](
	g *generator, shape []int, from func(complex128) T, fill func() complex128,
) (*tensor.Tensor, string) {
	lay := g.layout(shape)
	data := make([]T, lay.n)
	for i := range data {
		data[i] = from(complex(math.NaN(), math.NaN()))
	}
	forEach(shape, lay.strides, lay.offset, func(at int) { data[at] = from(fill()) })
	t, err := tensor.FromStrided(data, lay.offset, shape, lay.strides)
	if err != nil {
		panic("einsumtest: " + err.Error()) // a fault of the generator
	}
	return t, lay.name
}

// layout draws the order of the axes in memory and what may be done to each: gaps behind it, steps over elements, its
// direction turned, all of its indices on one element.
func (g *generator) layout(shape []int) layout {
	rank := len(shape)
	order := make([]int, rank)
	for i := range order {
		order[i] = i
	}
	lay := layout{name: "column-major", strides: make([]int, rank)}
	var gaps, steps, turned, repeated float64
	switch g.rng.IntN(8) {
	case 0, 1:
	case 2:
		lay.name = "row-major"
		slices.Reverse(order)
	case 3:
		lay.name = "permuted"
		g.shuffle(order)
	case 4:
		lay.name, gaps = "padded", 0.6
	case 5:
		lay.name, steps, gaps = "stepped", 0.5, 0.3
		g.shuffle(order)
	case 6:
		lay.name, turned = "reversed", 0.6
		g.shuffle(order)
	case 7:
		lay.name, gaps, steps, turned, repeated = "broadcast", 0.2, 0.2, 0.2, 0.5
		g.shuffle(order)
	}
	before := g.rng.IntN(4)
	lay.n, lay.offset = 1, before
	for _, axis := range order {
		size, stride := shape[axis], lay.n
		if g.chance(repeated) {
			continue
		}
		if g.chance(steps) {
			stride *= g.between(2, 3)
		}
		lay.n = stride * max(size, 1)
		if g.chance(gaps) {
			lay.n += stride * g.between(1, 3)
		}
		if g.chance(turned) && size > 0 {
			lay.offset += (size - 1) * stride
			stride = -stride
		}
		lay.strides[axis] = stride
	}
	lay.n += before + g.rng.IntN(4)
	return lay
}

// forEach calls f with the memory position of every element.
func forEach(shape, strides []int, at int, f func(at int)) {
	if len(shape) == 0 {
		f(at)
		return
	}
	for i := range shape[0] {
		forEach(shape[1:], strides[1:], at+i*strides[0], f)
	}
}
