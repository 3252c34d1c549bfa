package linalg

import (
	"fmt"
	"slices"

	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// This file infers the types of results.

// signature is an operation on operands of given types. The first mistake stays in err.
type signature struct {
	*op
	in  []trace.Type
	err error
}

func (s *signature) fail(operand int, format string, args ...any) {
	if s.err == nil {
		s.err = &OperandError{Op: s.name, Operand: s.argument(operand), Type: s.in[operand], Reason: fmt.Sprintf(format, args...)}
	}
}

// matrix returns the sizes of a stack of matrices.
func (s *signature) matrix(i int) (m, n int, batch []int) {
	shape := s.in[i].Shape
	if len(shape) < 2 {
		s.fail(i, "rank %d, a matrix has 2 axes, and more make a batch", len(shape))
		return 0, 0, nil
	}
	return shape[0], shape[1], shape[2:]
}

// square is matrix for operations that need m = n.
func (s *signature) square(i int) (n int, batch []int) {
	m, n, batch := s.matrix(i)
	if m != n {
		s.fail(i, "axis 0 has size %d and axis 1 size %d, a square matrix is needed", m, n)
	}
	return n, batch
}

// rows returns the right-hand sides that go with a batch of systems of n equations: [n, k, batch…], or [n, batch…] for one
// each (k is -1 then).
func (s *signature) rows(i, n int, batch []int) (k int) {
	shape := s.in[i].Shape
	if len(shape) == 0 || shape[0] != n {
		s.fail(i, "axis 0 must have size %d, the number of equations", n)
		return 0
	}
	switch {
	case slices.Equal(shape[1:], batch):
		return -1
	case len(shape) == len(batch)+2 && slices.Equal(shape[2:], batch):
		return shape[1]
	}
	s.fail(i, "want [%d k batch…] or [%d batch…] with the batch %v of operand %d", n, n, batch, s.argument(0))
	return 0
}

// like is a type of the operands' dtype.
func (s *signature) like(batch []int, sizes ...int) trace.Type {
	return trace.Type{DType: s.in[0].DType, Shape: slices.Concat(sizes, batch)}
}

// real is a type of absolute values.
func (s *signature) real(batch []int, sizes ...int) trace.Type {
	return trace.Type{DType: s.in[0].DType.Real(), Shape: slices.Concat(sizes, batch)}
}

// complex is a type of complex values.
func (s *signature) complex(batch []int, sizes ...int) trace.Type {
	t := s.like(batch, sizes...)
	switch t.DType {
	case tensor.Float32:
		t.DType = tensor.Complex64
	case tensor.Float64:
		t.DType = tensor.Complex128
	}
	return t
}

// count is a type of integers.
func (s *signature) count(batch []int, sizes ...int) trace.Type {
	return trace.Type{DType: tensor.Int64, Shape: slices.Concat(sizes, batch)}
}

// give returns the types, or the mistake that was found.
func (s *signature) give(types ...trace.Type) ([]trace.Type, error) {
	if s.err != nil {
		return nil, s.err
	}
	return types, nil
}

// same checks that an operand has a shape that another one decides.
func (s *signature) same(i int, shape []int) {
	if !slices.Equal(s.in[i].Shape, shape) {
		s.fail(i, "its shape must be %v, as the other operands have it", shape)
	}
}
