package einsumtest

// The definition of einsum, as loops.

import (
	"fmt"
	"math"
	"math/cmplx"

	"github.com/tenferro/tenferro-go/einsum"
	"github.com/tenferro/tenferro-go/tensor"
)

// Contract computes the result of a bound equation by its definition: for every choice of an index for each label, the
// product of the operands' elements is added to the result's element. The operands may have any layout and any one dtype
// but Bool; integers wrap around as Go's do.
func Contract(b *einsum.Bound, operands ...*tensor.Tensor) (*Want, error) {
	if len(operands) != len(b.Inputs) {
		return nil, fmt.Errorf("%d operands for %d terms", len(operands), len(b.Inputs))
	}
	dtype := operands[0].DType()
	for i, t := range operands {
		if t.DType() != dtype {
			return nil, fmt.Errorf("operand 0 is %v, operand %d is %v", dtype, i, t.DType())
		}
	}
	switch dtype {
	case tensor.Float32:
		return run(b, operands, kind[float32, float64]{
			widen:  func(x float32) float64 { return float64(x) },
			narrow: func(x float64) float32 { return float32(x) },
			abs:    math.Abs,
		})
	case tensor.Float64:
		return run(b, operands, kind[float64, float64]{
			widen:  func(x float64) float64 { return x },
			narrow: func(x float64) float64 { return x },
			abs:    math.Abs,
		})
	case tensor.Complex64:
		return run(b, operands, kind[complex64, complex128]{
			widen:  func(x complex64) complex128 { return complex128(x) },
			narrow: func(x complex128) complex64 { return complex64(x) },
			conj:   cmplx.Conj, abs: cmplx.Abs,
		})
	case tensor.Complex128:
		return run(b, operands, kind[complex128, complex128]{
			widen:  func(x complex128) complex128 { return x },
			narrow: func(x complex128) complex128 { return x },
			conj:   cmplx.Conj, abs: cmplx.Abs,
		})
	case tensor.Int32:
		return run(b, operands, kind[int32, int64]{
			widen:  func(x int32) int64 { return int64(x) },
			narrow: func(x int64) int32 { return int32(x) },
			abs:    func(int64) float64 { return 0 }, // exact
		})
	case tensor.Int64:
		return run(b, operands, kind[int64, int64]{
			widen:  func(x int64) int64 { return x },
			narrow: func(x int64) int64 { return x },
			abs:    func(int64) float64 { return 0 },
		})
	}
	return nil, fmt.Errorf("no einsum of %v", dtype)
}

// kind is how the elements T of a dtype are computed with: widened to A, added up there, narrowed again.
type kind[T tensor.Element, A float64 | complex128 | int64] struct {
	widen  func(T) A
	narrow func(A) T
	conj   func(A) A // nil for the identity
	abs    func(A) float64
}

// factor is an operand as the loop sees it: wide elements and a stride for each label.
type factor[A any] struct {
	data    []A
	offset  int
	strides []int
}

func run[T tensor.Element, A float64 | complex128 | int64](
	b *einsum.Bound, operands []*tensor.Tensor, k kind[T, A],
) (*Want, error) {
	factors := make([]factor[A], len(operands))
	for i, t := range operands {
		raw, err := tensor.Raw[T](t)
		if err != nil {
			return nil, err
		}
		f := factor[A]{data: make([]A, len(raw)), offset: t.Offset(), strides: labelStrides(b, i, t)}
		for j, x := range raw {
			f.data[j] = k.widen(x)
			if b.Conj[i] && k.conj != nil {
				f.data[j] = k.conj(f.data[j])
			}
		}
		factors[i] = f
	}
	outStrides := make([]int, len(b.Sizes))
	for axis, stride := range tensor.ColMajorStrides(b.OutputShape) {
		outStrides[b.Output[axis]] += stride
	}
	sums := make([]A, b.OutputLen())
	scale := make([]float64, len(sums))
	addUp(b.Sizes, factors, outStrides, func(at int, product A) {
		sums[at] += product
		scale[at] += k.abs(product)
	})

	value, err := tensor.New(tensor.DTypeOf[T](), b.OutputShape...)
	if err != nil {
		return nil, err
	}
	data, err := tensor.AsColMajor[T](value)
	if err != nil {
		return nil, err
	}
	for i, sum := range sums {
		data[i] = k.narrow(sum)
	}
	return &Want{Value: value, scale: scale, roundings: roundings(b)}, nil
}

// addUp goes over every index of every label, hands on each product of elements and where in the result it belongs.
func addUp[A float64 | complex128 | int64](sizes []int, factors []factor[A], out []int, add func(at int, product A)) {
	for _, size := range sizes {
		if size == 0 {
			return
		}
	}
	index := make([]int, len(sizes))
	offsets := make([]int, len(factors))
	for i, f := range factors {
		offsets[i] = f.offset
	}
	at := 0
	for {
		product := factors[0].data[offsets[0]]
		for i := 1; i < len(factors); i++ {
			product *= factors[i].data[offsets[i]]
		}
		add(at, product)

		label := 0
		for ; label < len(sizes); label++ { // the next index, as an odometer
			step := 1
			if index[label]++; index[label] == sizes[label] {
				index[label], step = 0, 1-sizes[label]
			}
			for i := range factors {
				offsets[i] += step * factors[i].strides[label]
			}
			at += step * out[label]
			if step == 1 && index[label] != 0 {
				break
			}
		}
		if label == len(sizes) {
			return
		}
	}
}

// labelStrides adds up the strides of the axes under each label; an axis that broadcasts does not move.
func labelStrides(b *einsum.Bound, operand int, t *tensor.Tensor) []int {
	strides := make([]int, len(b.Sizes))
	for axis, label := range b.Inputs[operand] {
		if t.Dim(axis) == b.Sizes[label] {
			strides[label] += t.Stride(axis)
		}
	}
	return strides
}

// roundings bounds how many roundings a product meets on its way into the sum, whatever the order of contraction.
func roundings(b *einsum.Bound) float64 {
	terms := 1.0
	for label, size := range b.Sizes {
		kept := false
		for _, l := range b.Output {
			kept = kept || l == label
		}
		if !kept {
			terms *= float64(size)
		}
	}
	return terms + 2*float64(len(b.Inputs))
}
