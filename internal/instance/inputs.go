package instance

// The inputs: element e of operand t of n elements is (0.5 + u)/√n with u uniform in [0, 1), the counter-based generator
// splitmix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014) at a counter made from the
// seed, t and e. Elements are numbered in row-major order. The scale keeps results of large networks within range.

import (
	"fmt"
	"math"

	"github.com/tenferro/tenferro-go/tensor"
)

const (
	seedStride    = 0xD1342543DE82EF95
	operandStride = 0x2545F4914F6CDD1D
	golden        = 0x9E3779B97F4A7C15
	imagOperand   = 1 << 20 // what is added to t for the imaginary part
)

// Layout is how the elements of an input lie in memory.
type Layout uint8

// The layouts. Both give the same tensor; for programs whose home layout is column-major, Reversed with ColMajor is the
// same memory as the instance itself with RowMajor.
const (
	RowMajor Layout = iota // last axis fastest
	ColMajor               // first axis fastest
)

// Inputs makes all operands for a seed, of any floating-point dtype: the instance's own or another, which is rounded from
// double precision. A real dtype takes the real parts.
func (in *Instance) Inputs(seed uint64, dtype tensor.DType, layout Layout) ([]*tensor.Tensor, error) {
	out := make([]*tensor.Tensor, len(in.Shapes))
	for t, shape := range in.Shapes {
		x, err := newTensor(dtype, shape, layout)
		if err != nil {
			return nil, fmt.Errorf("instance %q, operand %d: %w", in.Name, t, err)
		}
		numbered := x
		if in.reversed { // elements are numbered as in the file
			numbered = tensor.Must(x.Permute(reversal(len(shape))...))
		}
		if err := Fill(numbered, seed, t); err != nil {
			return nil, fmt.Errorf("instance %q, operand %d: %w", in.Name, t, err)
		}
		out[t] = x
	}
	return out, nil
}

// Fill writes the elements of operand t, counted from 0, into a tensor of any layout, numbering them in row-major order.
func Fill(x *tensor.Tensor, seed uint64, t int) error {
	rng := newStream(seed, t, x.Len())
	switch x.DType() {
	case tensor.Float32:
		return fill(x, func(e int) float32 { return float32(rng.re(e)) })
	case tensor.Float64:
		return fill(x, rng.re)
	case tensor.Complex64:
		return fill(x, func(e int) complex64 { return complex64(complex(rng.re(e), rng.im(e))) })
	case tensor.Complex128:
		return fill(x, func(e int) complex128 { return complex(rng.re(e), rng.im(e)) })
	}
	return &tensor.DTypeError{Op: "generate inputs", Got: x.DType()}
}

// stream is the numbers of one operand.
type stream struct {
	realBase, imagBase uint64
	root               float64 // √n
}

func newStream(seed uint64, t, n int) stream {
	base := func(t uint64) uint64 { return seed*seedStride + (t+1)*operandStride }
	return stream{base(uint64(t)), base(uint64(t) + imagOperand), math.Sqrt(float64(n))}
}

func (s stream) re(e int) float64 { return (0.5 + uniform(s.realBase+uint64(e))) / s.root }
func (s stream) im(e int) float64 { return (0.5+uniform(s.imagBase+uint64(e)))/s.root - 1/s.root }

// uniform is splitmix64's output at a counter, as a number in [0, 1).
func uniform(counter uint64) float64 {
	x := counter + golden
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	x ^= x >> 31
	return float64(x>>11) * 0x1p-53
}

// fill writes value(e) to the element of row-major number e, for all of them.
func fill[T tensor.Scalar](x *tensor.Tensor, value func(e int) T) error {
	data, err := tensor.Raw[T](x)
	if err != nil || x.Len() == 0 {
		return err
	}
	shape, strides := x.Shape(), x.Strides()
	if len(shape) == 0 {
		shape, strides = []int{1}, []int{1}
	}
	last := len(shape) - 1
	index, at := make([]int, last), x.Offset()
	for e := 0; ; {
		for i := range shape[last] {
			data[at+i*strides[last]] = value(e)
			e++
		}
		axis := last - 1
		for ; axis >= 0; axis-- {
			at += strides[axis]
			if index[axis]++; index[axis] < shape[axis] {
				break
			}
			at -= shape[axis] * strides[axis]
			index[axis] = 0
		}
		if axis < 0 {
			return nil
		}
	}
}

func newTensor(dtype tensor.DType, shape []int, layout Layout) (*tensor.Tensor, error) {
	if layout == ColMajor {
		return tensor.New(dtype, shape...)
	}
	order := reversal(len(shape))
	x, err := tensor.New(dtype, permuted(shape, order)...)
	if err != nil {
		return nil, err
	}
	return x.Permute(order...)
}

func permuted(shape, order []int) []int {
	out := make([]int, len(order))
	for i, axis := range order {
		out[i] = shape[axis]
	}
	return out
}

// reversal is the permutation that turns the order of all axes round.
func reversal(rank int) []int {
	order := make([]int, rank)
	for i := range order {
		order[i] = rank - 1 - i
	}
	return order
}
