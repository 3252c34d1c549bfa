package lapack

import (
	"fmt"
	"math"
	"strconv"
)

// This file holds the argument checks, which all providers share: C is entered only with arguments that LAPACK accepts,
// because its own check (xerbla) prints, and in some libraries stops the process.

// check collects the first fault among the arguments of one call. It lives on the stack; a call without fault allocates
// nothing.
type check struct {
	routine string
	limit   int // the largest integer of the provider's interface
	err     error
}

// fail records a fault unless there is one already.
func (c *check) fail(arg string, value int, need string) {
	if c.err == nil {
		c.err = &ArgError{Routine: c.routine, Arg: arg, Value: value, Need: need}
	}
}

// failReal records a fault of a floating-point argument.
func (c *check) failReal(arg string, value float64, need string) {
	if c.err == nil {
		given := strconv.FormatFloat(value, 'g', -1, 64)
		c.err = &ArgError{Routine: c.routine, Arg: arg, Need: need, given: given}
	}
}

// tooLarge records that value is beyond the provider's integers.
func (c *check) tooLarge(arg string, value int) {
	if c.err == nil {
		c.err = tooLarge(c.routine, arg, value, c.limit)
	}
}

func tooLarge(routine, arg string, value, limit int) error {
	return &ArgError{Routine: routine, Arg: arg, Value: value, Need: atMost(limit), Err: ErrTooLarge}
}

func atLeast(n int) string { return "at least " + strconv.Itoa(n) }
func atMost(n int) string  { return "at most " + strconv.Itoa(n) }

// dim checks a size.
func (c *check) dim(arg string, v int) {
	switch {
	case v < 0:
		c.fail(arg, v, atLeast(0))
	case v > c.limit:
		c.tooLarge(arg, v)
	}
}

// count checks a size that must not be above another, such as the number of reflectors.
func (c *check) count(arg string, v int, bound string, most int) {
	c.dim(arg, v)
	if v > most {
		c.fail(arg, v, atMost(most)+", which is "+bound)
	}
}

// matrix checks the leading dimension and the length of a column-major rows by cols matrix, whose sizes have passed dim.
// It returns the leading dimension for LAPACK: for a matrix without elements, of which nothing is checked, the least one
// that LAPACK accepts.
func (c *check) matrix(arg string, rows, cols, length, ld int) int {
	if rows <= 0 || cols <= 0 || c.err != nil {
		return max(1, rows)
	}
	switch {
	case ld < rows:
		c.fail("ld"+arg, ld, atLeast(rows))
	case ld > c.limit:
		c.tooLarge("ld"+arg, ld)
	case length < rows || (cols-1) > (length-rows)/ld:
		c.fail("len("+arg+")", length, reach(rows, cols, ld))
	}
	return ld
}

// reach says how many elements a matrix takes.
func reach(rows, cols, ld int) string {
	need := fmt.Sprintf("room for %d by %d with leading dimension %d", rows, cols, ld)
	if cols-1 <= (math.MaxInt-rows)/ld {
		return atLeast((cols-1)*ld+rows) + ", " + need
	}
	return need
}

// vector checks the length of a slice.
func (c *check) vector(arg string, want, length int) {
	if length < want {
		c.fail("len("+arg+")", length, atLeast(want))
	}
}

// flag checks an enumerated argument, whose values run from 0 to last.
func (c *check) flag(arg string, v, last uint8) {
	if v > last {
		c.fail(arg, int(v), "one of its constants")
	}
}

// pivots checks the first n row exchanges: wild ones would make LAPACK write anywhere.
func (c *check) pivots(ipiv []int, n int) {
	c.vector("ipiv", n, len(ipiv))
	if c.err != nil {
		return
	}
	for i, p := range ipiv[:n] {
		if p < i || p >= n {
			c.fail("ipiv["+strconv.Itoa(i)+"]", p, atLeast(i)+", "+atMost(n-1))
			return
		}
	}
}

// orthTrans checks the trans of Ormqr and Ormlq: LAPACK does not offer the transpose of a complex Q.
func (c *check) orthTrans(trans Transpose, complexT bool) {
	c.flag("trans", uint8(trans), uint8(ConjTrans))
	if trans == Trans && complexT {
		c.fail("trans", int(trans), "NoTrans or ConjTrans for a complex type")
	}
}

// maxInt returns the largest integer of an interface with integers of the given width.
func maxInt(bits int) int {
	if bits == 32 {
		return math.MaxInt32
	}
	return math.MaxInt
}

// isComplex reports whether T is a complex type.
func isComplex[T Scalar]() bool {
	var zero T
	switch any(zero).(type) {
	case complex64, complex128:
		return true
	}
	return false
}
