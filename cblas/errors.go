package cblas

// This file holds the errors of the package: one type for bad arguments, one sentinel for what no integer can hold.

import (
	"errors"
	"strconv"
)

// ErrTooLarge is what an *ArgError wraps when a size, leading dimension or increment is sound in itself but larger
// than the integers of the provider's interface, or than an int, can hold.
var ErrTooLarge = errors.New("beyond the integers of the provider")

// ArgError says which argument of which routine is wrong. The routine has then written nothing.
type ArgError struct {
	Routine string // "gemm", "gemmBatch", "gemv", ...
	Arg     string // the argument's name as in Ops: "lda", "incX", "len(a)"; with its item in a batch: "len(b[3])", "offC[2]"
	Value   int    // what was given
	Need    string // what is needed: "at least 5", "not 0"
	Err     error  // ErrTooLarge, or nil
}

// Error returns, for instance, "cblas: gemm: lda is 3, need at least 5".
func (e *ArgError) Error() string {
	s := "cblas: " + e.Routine + ": " + e.Arg + " is " + strconv.Itoa(e.Value) + ", need " + e.Need
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap returns ErrTooLarge where that is the reason.
func (e *ArgError) Unwrap() error { return e.Err }

// item names element i of the batch argument arg, or arg itself where i < 0.
func item(arg string, i int) string {
	if i < 0 {
		return arg
	}
	return arg + "[" + strconv.Itoa(i) + "]"
}

// The constructors below stay out of line so that the checks themselves remain small and free of allocations.

//go:noinline
func errTooSmall(routine, arg string, value, min int) error {
	return &ArgError{Routine: routine, Arg: arg, Value: value, Need: "at least " + strconv.Itoa(min)}
}

//go:noinline
func errTooLarge(routine, arg string, value, max int) error {
	return &ArgError{Routine: routine, Arg: arg, Value: value, Need: "at most " + strconv.Itoa(max), Err: ErrTooLarge}
}

//go:noinline
func errTooNegative(routine, arg string, value, min int) error {
	return &ArgError{Routine: routine, Arg: arg, Value: value, Need: "at least " + strconv.Itoa(min), Err: ErrTooLarge}
}

//go:noinline
func errZero(routine, arg string) error {
	return &ArgError{Routine: routine, Arg: arg, Need: "not 0"}
}

//go:noinline
func errTranspose(routine, arg string, t Transpose) error {
	return &ArgError{Routine: routine, Arg: arg, Value: int(t), Need: "NoTrans, Trans or ConjTrans"}
}

// errLength reports a slice of the given length that does not reach need elements; reach is false where that number
// overflows an int.
//
//go:noinline
func errLength(routine, arg string, i, length, need int, reach bool) error {
	e := &ArgError{Routine: routine, Arg: "len(" + item(arg, i) + ")", Value: length}
	if reach {
		e.Need = "at least " + strconv.Itoa(need)
	} else {
		e.Need, e.Err = "more than an int can hold", ErrTooLarge
	}
	return e
}

//go:noinline
func errCount(routine, arg string, length, count int) error {
	return &ArgError{Routine: routine, Arg: "len(" + arg + ")", Value: length, Need: strconv.Itoa(count) + ", one for each result"}
}

//go:noinline
func errOverlap(routine string, stride int) error {
	return &ArgError{Routine: routine, Arg: "strideC", Value: stride, Need: "one that keeps the results apart"}
}
