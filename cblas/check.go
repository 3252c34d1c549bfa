package cblas

// This file checks the arguments of every routine, once for all providers. No C library checks the lengths of slices,
// and most of them end the process on a bad argument, so nothing may get past these functions.
//
// Each check returns (false, nil) where the result has no element: the routine then returns at once. Sizes and
// transposes are checked even so; leading dimensions, increments and slices are not. limit is the largest integer of
// the provider's interface: math.MaxInt32 for LP64 libraries, math.MaxInt for Go. The checks allocate only to
// report an error.

import "math/bits"

// matrix is the shape of an operand as it stands in memory, before any transposition.
type matrix struct{ rows, cols, ld int }

// stored returns the shape in memory of an operand that op turns into [rows, cols].
func stored(t Transpose, rows, cols, ld int) matrix {
	if t != NoTrans {
		rows, cols = cols, rows
	}
	return matrix{rows, cols, ld}
}

// span returns how many elements lie between the first and the last of the matrix, both included, and whether an int
// can hold that number.
func (a matrix) span() (int, bool) {
	if a.rows == 0 || a.cols == 0 {
		return 0, true
	}
	return reach(a.cols-1, uint(a.ld), a.rows)
}

// reach returns steps*stride + last, and whether it fits an int.
func reach(steps int, stride uint, last int) (int, bool) {
	hi, lo := bits.Mul(uint(steps), stride)
	sum, carry := bits.Add(lo, uint(last), 0)
	return int(sum), hi == 0 && carry == 0 && int(sum) >= 0
}

// vectorSpan is span for a vector of n > 0 elements.
func vectorSpan(n, inc int) (int, bool) {
	stride := uint(inc)
	if inc < 0 {
		stride = -stride
	}
	return reach(n-1, stride, 1)
}

func checkTranspose(routine, arg string, t Transpose) error {
	if t > ConjTrans {
		return errTranspose(routine, arg, t)
	}
	return nil
}

func checkSize(routine, arg string, n int) error {
	if n < 0 {
		return errTooSmall(routine, arg, n, 0)
	}
	return nil
}

func checkLimit(routine, arg string, n, limit int) error {
	if n > limit {
		return errTooLarge(routine, arg, n, limit)
	}
	return nil
}

func checkLd(routine, arg string, a matrix, limit int) error {
	if a.ld < max(1, a.rows) {
		return errTooSmall(routine, arg, a.ld, max(1, a.rows))
	}
	return checkLimit(routine, arg, a.ld, limit)
}

// checkLength holds the length of a slice, the i-th of a batch or the only one (i < 0), against the matrix it must hold.
func checkLength(routine, arg string, i int, a matrix, length int) error {
	if need, ok := a.span(); !ok || length < need {
		return errLength(routine, arg, i, length, need, ok)
	}
	return nil
}

// checkVector checks the increment and the slice of a vector of n > 0 elements.
func checkVector(routine, arg, inc string, n, step, length, limit int) error {
	if step == 0 {
		return errZero(routine, inc)
	}
	if step > limit {
		return errTooLarge(routine, inc, step, limit)
	}
	if step < -limit {
		return errTooNegative(routine, inc, step, -limit)
	}
	if need, ok := vectorSpan(n, step); !ok || length < need {
		return errLength(routine, arg, -1, length, need, ok)
	}
	return nil
}

// firstError returns the first of the errors that is not nil.
func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// checkGemv checks the arguments of Gemv.
func checkGemv(trans Transpose, m, n, lda, lenA, lenX, incX, lenY, incY, limit int) (bool, error) {
	const routine = "gemv"
	if err := checkTranspose(routine, "trans", trans); err != nil {
		return false, err
	}
	if err := checkShape(routine, m, n); err != nil {
		return false, err
	}
	nx, ny := n, m
	if trans != NoTrans {
		nx, ny = m, n
	}
	if ny == 0 {
		return false, nil
	}
	if err := checkMatrix(routine, matrix{m, n, lda}, lenA, limit); err != nil {
		return false, err
	}
	if nx > 0 {
		if err := checkVector(routine, "x", "incX", nx, incX, lenX, limit); err != nil {
			return false, err
		}
	}
	err := checkVector(routine, "y", "incY", ny, incY, lenY, limit)
	return err == nil, err
}

// checkGer checks the arguments of Ger and Gerc.
func checkGer(routine string, m, n, lenX, incX, lenY, incY, lda, lenA, limit int) (bool, error) {
	if err := checkShape(routine, m, n); err != nil {
		return false, err
	}
	if m == 0 || n == 0 {
		return false, nil
	}
	if err := checkMatrix(routine, matrix{m, n, lda}, lenA, limit); err != nil {
		return false, err
	}
	if err := checkVector(routine, "x", "incX", m, incX, lenX, limit); err != nil {
		return false, err
	}
	err := checkVector(routine, "y", "incY", n, incY, lenY, limit)
	return err == nil, err
}

func checkShape(routine string, m, n int) error {
	if err := checkSize(routine, "m", m); err != nil {
		return err
	}
	return checkSize(routine, "n", n)
}

// checkMatrix checks sizes, leading dimension and slice of the one matrix of gemv and ger.
func checkMatrix(routine string, a matrix, length, limit int) error {
	if err := checkLimit(routine, "m", a.rows, limit); err != nil {
		return err
	}
	if err := checkLimit(routine, "n", a.cols, limit); err != nil {
		return err
	}
	if err := checkLd(routine, "lda", a, limit); err != nil {
		return err
	}
	return checkLength(routine, "a", -1, a, length)
}

// checkTwoVectors checks the arguments of Dot, Dotc and Axpy.
func checkTwoVectors(routine string, n, lenX, incX, lenY, incY, limit int) (bool, error) {
	if n <= 0 {
		return false, checkSize(routine, "n", n)
	}
	if err := checkLimit(routine, "n", n, limit); err != nil {
		return false, err
	}
	if err := checkVector(routine, "x", "incX", n, incX, lenX, limit); err != nil {
		return false, err
	}
	err := checkVector(routine, "y", "incY", n, incY, lenY, limit)
	return err == nil, err
}

// checkDot checks the arguments of Dot ("dot") and Dotc ("dotc").
func checkDot(routine string, n, lenX, incX, lenY, incY, limit int) (bool, error) {
	return checkTwoVectors(routine, n, lenX, incX, lenY, incY, limit)
}

// checkAxpy checks the arguments of Axpy.
func checkAxpy(n, lenX, incX, lenY, incY, limit int) (bool, error) {
	return checkTwoVectors("axpy", n, lenX, incX, lenY, incY, limit)
}

// checkScal checks the arguments of Scal.
func checkScal(n, lenX, incX, limit int) (bool, error) {
	const routine = "scal"
	if n <= 0 {
		return false, checkSize(routine, "n", n)
	}
	if err := checkLimit(routine, "n", n, limit); err != nil {
		return false, err
	}
	err := checkVector(routine, "x", "incX", n, incX, lenX, limit)
	return err == nil, err
}
