package runtime

import (
	"errors"
	"fmt"

	"github.com/tenferro/tenferro-go/tensor"
)

// Errors of putting a runtime together and of using it.
var (
	ErrNoEngine  = errors.New("the runtime has no engine")
	ErrDuplicate = errors.New("registered twice")
	ErrNoProgram = errors.New("there is no program: it is nil")
)

// MissingExtensionError says that a program needs an extension that the runtime was not given.
type MissingExtensionError struct {
	Family string
}

func (e *MissingExtensionError) Error() string {
	return fmt.Sprintf("the program needs the extension %q, which the runtime lacks", e.Family)
}

// MissingKernelError says that an extension is installed but lacks a kernel that a program calls.
type MissingKernelError struct {
	Family, Kernel string
}

func (e *MissingKernelError) Error() string {
	return fmt.Sprintf("the extension %q has no kernel %q", e.Family, e.Kernel)
}

// OperandError says what is wrong with an operand or a result of a run. Axis is -1 where it is not one axis' fault.
type OperandError struct {
	Result  bool // a result given to RunInto, not an operand
	Operand int
	Axis    int
	What    string // "dtype", "rank", "size", "missing", "overlap"
	Got     string
	Want    string
}

func (e *OperandError) Error() string {
	kind := "operand"
	if e.Result {
		kind = "result"
	}
	at := ""
	if e.Axis >= 0 {
		at = fmt.Sprintf(", axis %d", e.Axis)
	}
	return fmt.Sprintf("%s %d%s: %s %s, the program wants %s", kind, e.Operand, at, e.What, e.Got, e.Want)
}

// CountError says that a run was given the wrong number of operands or results.
type CountError struct {
	Result    bool
	Got, Want int
}

func (e *CountError) Error() string {
	kind := "operands"
	if e.Result {
		kind = "results"
	}
	return fmt.Sprintf("%d %s given, the program has %d", e.Got, kind, e.Want)
}

// check holds one tensor against what the program was compiled for.
func check(t *tensor.Tensor, i int, result bool, d tensor.DType, shape []int) error {
	if t == nil {
		return &OperandError{Result: result, Operand: i, Axis: -1, What: "missing:", Got: "nil", Want: fmt.Sprintf("%s%v", d, shape)}
	}
	if t.DType() != d {
		return &OperandError{Result: result, Operand: i, Axis: -1, What: "dtype", Got: t.DType().String(), Want: d.String()}
	}
	if t.Rank() != len(shape) {
		return &OperandError{Result: result, Operand: i, Axis: -1, What: "rank", Got: fmt.Sprint(t.Rank()), Want: fmt.Sprint(len(shape))}
	}
	for axis, n := range shape {
		if t.Dim(axis) != n {
			return &OperandError{Result: result, Operand: i, Axis: axis, What: "size", Got: fmt.Sprint(t.Dim(axis)), Want: fmt.Sprint(n)}
		}
	}
	return nil
}
