package cpu

import (
	"slices"
	"unsafe"

	"github.com/tenferro/tenferro-go/cblas"
	"github.com/tenferro/tenferro-go/compiler"
)

// This file makes the steps that the provider computes ready to run. Everything that depends on sizes is done here,
// once; a run only adds the addresses of its buffers.

// operand is a matrix or vector operand of a provider's routine: where it begins and how far it may reach.
type operand struct {
	buf, offset, end int
}

func operandOf(o compiler.Operand, loops []int, size func(buf int) int) operand {
	return operand{buf: o.Buf, offset: o.Offset + lowest(loops, o.Strides), end: size(o.Buf)}
}

func elements[T any](r *run, o operand) []T {
	return unsafe.Slice((*T)(r.base[o.buf]), o.end)[o.offset:]
}

// gemmStep makes a product, or a batch of products, ready. Parts share a batch out; a product by itself is one part.
func gemmStep[T cblas.Scalar](ops cblas.Ops[T], s *compiler.Gemm, size func(buf int) int) action {
	loops := slices.Concat(s.Batch, s.Sum)
	a, b, c := operandOf(s.A, loops, size), operandOf(s.B, loops, size), operandOf(s.C, loops, size)
	switch {
	case len(loops) == 0:
		return func(r *run, _, _ int) error {
			return ops.Gemm(s.TransA, s.TransB, s.M, s.N, s.K, 1, elements[T](r, a), s.LDA, elements[T](r, b), s.LDB, 0, elements[T](r, c), s.LDC)
		}
	case len(loops) == 1 && len(s.Batch) == 1 && s.A.Strides[0] >= 0 && s.B.Strides[0] >= 0 && s.C.Strides[0] > 0:
		stepA, stepB, stepC := s.A.Strides[0], s.B.Strides[0], s.C.Strides[0]
		return func(r *run, part, parts int) error {
			lo, hi := share(s.Batch[0], part, parts)
			if lo == hi {
				return nil
			}
			return ops.GemmStrided(s.TransA, s.TransB, s.M, s.N, s.K, 1, elements[T](r, a)[lo*stepA:], s.LDA, stepA,
				elements[T](r, b)[lo*stepB:], s.LDB, stepB, 0, elements[T](r, c)[lo*stepC:], s.LDC, stepC, hi-lo)
		}
	}
	// The products that come first in their sum overwrite the result, the others add to it. The tables count from the
	// lowest element that the nest touches.
	first := points(s.Batch)
	offA, offB, offC := offsets(loops, s.A.Strides), offsets(loops, s.B.Strides), offsets(loops, s.C.Strides)
	return func(r *run, part, parts int) error {
		x, y, z := elements[T](r, a), elements[T](r, b), elements[T](r, c)
		multiply := func(from, to int, beta T) error {
			return ops.GemmOffsets(s.TransA, s.TransB, s.M, s.N, s.K, 1, x, s.LDA, offA[from:to], y, s.LDB, offB[from:to], beta, z, s.LDC, offC[from:to])
		}
		lo, hi := share(first, part, parts)
		if lo == hi {
			return nil
		}
		if err := multiply(lo, hi, 0); err != nil || first == len(offC) {
			return err
		}
		if parts == 1 {
			return multiply(first, len(offC), 1)
		}
		for at := first; at < len(offC); at += first {
			if err := multiply(at+lo, at+hi, 1); err != nil {
				return err
			}
		}
		return nil
	}
}

// share is the part of n things that falls to one of several.
func share(n, part, parts int) (lo, hi int) { return n * part / parts, n * (part + 1) / parts }

func gemvStep[T cblas.Scalar](ops cblas.Ops[T], s *compiler.Gemv, size func(buf int) int) action {
	a, x, y := operandOf(s.A, nil, size), operandOf(s.X, nil, size), operandOf(s.Y, nil, size)
	return func(r *run, _, _ int) error {
		return ops.Gemv(s.Trans, s.M, s.N, 1, elements[T](r, a), s.LDA, elements[T](r, x), s.IncX, 0, elements[T](r, y), s.IncY)
	}
}

func dotStep[T cblas.Scalar](ops cblas.Ops[T], s *compiler.Dot, size func(buf int) int) action {
	x, y, dst := operandOf(s.X, nil, size), operandOf(s.Y, nil, size), operandOf(s.Dst, nil, size)
	dot := ops.Dot
	if s.Conj {
		dot = ops.Dotc
	}
	return func(r *run, _, _ int) error {
		v, err := dot(s.N, elements[T](r, x), s.IncX, elements[T](r, y), s.IncY)
		elements[T](r, dst)[0] = v
		return err
	}
}

// lowest is how far the lowest element of a loop nest lies from its first one, at most 0.
func lowest(shape, strides []int) int {
	low := 0
	for i, d := range shape {
		low += min(0, (d-1)*strides[i])
	}
	return low
}

func points(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}

// offsets lists where the passes of a loop nest begin, the first axis running fastest, counted from the lowest.
func offsets(shape, strides []int) []int {
	out := make([]int, 1, points(shape))
	out[0] = -lowest(shape, strides)
	for i, d := range shape {
		n := len(out)
		for k := 1; k < d; k++ {
			for _, o := range out[:n] {
				out = append(out, o+k*strides[i])
			}
		}
	}
	return out
}
