package kernel

// This file holds what planning and index tensors can get wrong.

import (
	"errors"
	"fmt"

	"github.com/tenferro/tenferro-go/tensor"
)

// The kinds of failure. Every error of the package wraps one of them.
var (
	ErrDType    = errors.New("dtype is not supported")
	ErrShape    = errors.New("bad shape")
	ErrLayout   = errors.New("bad layout")
	ErrOverlap  = errors.New("destination overlaps itself")
	ErrOverflow = errors.New("size overflows")
	ErrEmpty    = errors.New("nothing to reduce")
	ErrProgram  = errors.New("bad program")
	ErrIndex    = errors.New("index out of range")
)

// PlanError says why a kernel cannot be planned. It wraps one of the kinds above.
type PlanError struct {
	Kernel  string // "copy", "product", ...
	Operand int    // 0 is the destination, sources follow; -1 where no operand is to blame
	Axis    int    // -1 where no axis is to blame
	Why     string
	Err     error
}

func (e *PlanError) Error() string {
	s := e.Kernel + ": "
	switch {
	case e.Operand == 0:
		s += "destination: "
	case e.Operand > 0:
		s += fmt.Sprintf("source %d: ", e.Operand-1)
	}
	if e.Axis >= 0 {
		s += fmt.Sprintf("axis %d: ", e.Axis)
	}
	s += e.Err.Error()
	if e.Why != "" {
		s += ": " + e.Why
	}
	return s
}

// Unwrap returns the kind of failure.
func (e *PlanError) Unwrap() error { return e.Err }

func planErr(kernel string, operand, axis int, err error, format string, args ...any) error {
	return &PlanError{Kernel: kernel, Operand: operand, Axis: axis, Why: fmt.Sprintf(format, args...), Err: err}
}

func dtypeErr(kernel string, operand int, d tensor.DType) error {
	return planErr(kernel, operand, -1, ErrDType, "%v", d)
}

// IndexError says that an element of an index tensor lies outside of the axis that it indexes. It wraps ErrIndex.
type IndexError struct {
	Kernel   string // "gather" or "scatter"
	Axis     int    // the indexed axis, by its position among the sizes given to the plan
	Index    int64  // the value found
	Size     int    // the size of the axis
	Position int    // where in the index tensor, counted column-major
}

func (e *IndexError) Error() string {
	return fmt.Sprintf("%s: index %d is out of range for indexed axis %d of size %d (element %d of the index tensor)",
		e.Kernel, e.Index, e.Axis, e.Size, e.Position)
}

// Unwrap returns ErrIndex.
func (e *IndexError) Unwrap() error { return ErrIndex }
