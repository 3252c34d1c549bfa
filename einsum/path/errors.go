package path

// Every error of this package is one of these, so that a caller can tell a bad network from a bad path from a limit
// that cannot be met.

import (
	"errors"
	"fmt"
)

// The kinds of errors, for errors.Is.
var (
	// ErrNetwork: the network itself is not valid.
	ErrNetwork = errors.New("invalid network")
	// ErrPath: a path, tree or set of slices does not fit its network.
	ErrPath = errors.New("invalid contraction path")
	// ErrLimit: no plan was found within the memory or size limit.
	ErrLimit = errors.New("memory limit cannot be met")
	// ErrOption: an option is out of its range or names nothing known.
	ErrOption = errors.New("invalid option")
	// ErrPlan: a plan file cannot be read.
	ErrPlan = errors.New("invalid plan")
)

// NetworkError says what is wrong with a network. It matches ErrNetwork.
type NetworkError struct {
	Operand int   // the input; len(Inputs) is the output, -1 none
	Label   Label // -1 if no label is at fault
	Reason  string
}

func (e *NetworkError) Error() string {
	s := ErrNetwork.Error() + ": " + e.Reason
	if e.Label >= 0 || e.Operand >= 0 {
		s += fmt.Sprintf(" (label %d", e.Label)
		if e.Operand >= 0 {
			s += fmt.Sprintf(", operand %d", e.Operand)
		}
		s += ")"
	}
	return s
}

// Is reports whether target is ErrNetwork.
func (e *NetworkError) Is(target error) bool { return target == ErrNetwork }

// PathError says which step of a path is wrong, and why. It matches ErrPath.
type PathError struct {
	Step    int // position in the path, -1 if the path as a whole is at fault
	Operand int // the number the step gives, -1 if none is at fault
	Reason  string
}

func (e *PathError) Error() string {
	s := ErrPath.Error() + ": " + e.Reason
	switch {
	case e.Step >= 0 && e.Operand >= 0:
		s += fmt.Sprintf(" (step %d, operand %d)", e.Step, e.Operand)
	case e.Step >= 0:
		s += fmt.Sprintf(" (step %d)", e.Step)
	case e.Operand >= 0:
		s += fmt.Sprintf(" (operand %d)", e.Operand)
	}
	return s
}

// Is reports whether target is ErrPath.
func (e *PathError) Is(target error) bool { return target == ErrPath }

// LimitError says by how much a limit was missed. It matches ErrLimit.
type LimitError struct {
	Limit float64 // what was allowed
	Least float64 // the least that was found to do
	Unit  string  // "bytes" or "elements"
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("%v: %.0f %s allowed, the least that would do is %.0f", ErrLimit, e.Limit, e.Unit, e.Least)
}

// Is reports whether target is ErrLimit.
func (e *LimitError) Is(target error) bool { return target == ErrLimit }

// OptionError names an option that cannot be used. It matches ErrOption.
type OptionError struct {
	Field  string
	Value  any
	Reason string
}

func (e *OptionError) Error() string {
	return fmt.Sprintf("%v: %s = %v: %s", ErrOption, e.Field, e.Value, e.Reason)
}

// Is reports whether target is ErrOption.
func (e *OptionError) Is(target error) bool { return target == ErrOption }
