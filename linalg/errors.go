package linalg

import (
	"fmt"

	"github.com/tenferro/tenferro-go/trace"
)

// OperandError says which operand of an operation cannot be used, and why.
type OperandError struct {
	Op      string
	Operand int // -1 where it is about their number
	Type    trace.Type
	Reason  string
}

func (e *OperandError) Error() string {
	if e.Operand < 0 {
		return fmt.Sprintf("linalg: %s: %s", e.Op, e.Reason)
	}
	return fmt.Sprintf("linalg: %s: operand %d is %s: %s", e.Op, e.Operand, e.Type, e.Reason)
}

// MatrixError says which matrix of a batch an operation failed on. It wraps what the routine said: errors.Is tells
// lapack.ErrSingular, lapack.ErrNotPositiveDefinite, lapack.ErrNoConvergence and lapack.ErrNonFinite apart, errors.As
// gives the index of the pivot or the element.
type MatrixError struct {
	Op      string
	Operand int
	Batch   []int // the matrix's index along the batch axes, empty for a single matrix
	Err     error
}

func (e *MatrixError) Error() string {
	if len(e.Batch) == 0 {
		return fmt.Sprintf("linalg: %s: operand %d: %v", e.Op, e.Operand, e.Err)
	}
	return fmt.Sprintf("linalg: %s: operand %d, matrix %v of the batch: %v", e.Op, e.Operand, e.Batch, e.Err)
}

// Unwrap returns what the routine said.
func (e *MatrixError) Unwrap() error { return e.Err }

// OptionError says that an option does not go with an operation, or has an impossible value.
type OptionError struct {
	Op     string
	Option string
	Reason string
}

func (e *OptionError) Error() string {
	return fmt.Sprintf("linalg: %s: %s: %s", e.Op, e.Option, e.Reason)
}

// SpecError says what is wrong with the text of a split.
type SpecError struct {
	Spec   string
	Reason string
}

func (e *SpecError) Error() string { return fmt.Sprintf("linalg: split %q: %s", e.Spec, e.Reason) }
