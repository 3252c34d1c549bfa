package trace

// Errors: what can be wrong with a traced operation, and where in the caller's program it was written.

import (
	"errors"
	"fmt"
	"strings"
)

// The kinds of mistakes, for errors.Is.
var (
	ErrOperands = errors.New("wrong number of operands")
	ErrValue    = errors.New("not a value of this graph") // nil, of another context, of no node
	ErrDType    = errors.New("wrong dtype")
	ErrRank     = errors.New("wrong rank")
	ErrSize     = errors.New("wrong size")
	ErrEmpty    = errors.New("nothing to choose from") // max, min, mean or arg over an empty axis
	ErrParam    = errors.New("wrong parameter")        // an axis, label, step or function that cannot be
	ErrOverflow = errors.New("size overflow")
)

// Error is the first mistake of a traced program.
type Error struct {
	Site string // "file.go:12": the line of the caller's program
	Op   string // name of the operation, "" where an extension failed before it had one
	Err  error  // what is wrong: an *OperandError, a *ParamError, or an extension's own error
}

func (e *Error) Error() string {
	what := e.Err.Error()
	if e.Op == "" || strings.HasPrefix(what, e.Op+": ") {
		return e.Site + ": " + what // an extension's errors may name the operation themselves
	}
	return e.Site + ": " + e.Op + ": " + what
}

func (e *Error) Unwrap() error { return e.Err }

// OperandError says which operand of an operation cannot be used, and why.
type OperandError struct {
	Operand int    // position among the operands
	Axis    int    // the operand's axis at fault, -1 where it is not about one axis
	Kind    error  // one of the kinds above
	Detail  string // "size 3, want 4 as in operand 0"
}

func (e *OperandError) Error() string {
	if e.Axis < 0 {
		return fmt.Sprintf("operand %d: %s", e.Operand, e.Detail)
	}
	return fmt.Sprintf("operand %d, axis %d: %s", e.Operand, e.Axis, e.Detail)
}

func (e *OperandError) Unwrap() error { return e.Kind }

// ParamError says which parameter of an operation cannot be used, and why.
type ParamError struct {
	Param  string // "axes", "shape", "value"
	Kind   error  // one of the kinds above
	Detail string
}

func (e *ParamError) Error() string { return e.Param + ": " + e.Detail }

func (e *ParamError) Unwrap() error { return e.Kind }

// operandErr and its sisters keep the checks of Infer to one line each.
func operandErr(kind error, operand, axis int, format string, args ...any) error {
	return &OperandError{Operand: operand, Axis: axis, Kind: kind, Detail: fmt.Sprintf(format, args...)}
}

func paramErr(param, format string, args ...any) error {
	return &ParamError{Param: param, Kind: ErrParam, Detail: fmt.Sprintf(format, args...)}
}
