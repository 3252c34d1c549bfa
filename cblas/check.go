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

// checkProduct checks what all forms of gemm share: transposes, sizes and leading dimensions. It returns the operands
// as they stand in memory.
func checkProduct(routine string, transA, transB Transpose, m, n, k, lda, ldb, ldc, limit int) (a, b, c matrix, work bool, err error) {
	if err = checkTranspose(routine, "transA", transA); err != nil {
		return
	}
	if err = checkTranspose(routine, "transB", transB); err != nil {
		return
	}
	if m|n|k < 0 {
		err = firstError(checkSize(routine, "m", m), checkSize(routine, "n", n), checkSize(routine, "k", k))
		return
	}
	if m == 0 || n == 0 {
		return
	}
	if m > limit || n > limit || k > limit {
		err = firstError(checkLimit(routine, "m", m, limit), checkLimit(routine, "n", n, limit), checkLimit(routine, "k", k, limit))
		return
	}
	a, b, c = stored(transA, m, k, lda), stored(transB, k, n, ldb), matrix{m, n, ldc}
	if err = checkLd(routine, "lda", a, limit); err != nil {
		return
	}
	if err = checkLd(routine, "ldb", b, limit); err != nil {
		return
	}
	err = checkLd(routine, "ldc", c, limit)
	return a, b, c, err == nil, err
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

// half is a bound below which the product of two sizes fits an int.
const half = 1 << (bits.UintSize/2 - 1)

// fits reports whether a matrix of moderate size is sound and lies in length elements. If not, or if it is not of
// moderate size, the full checks decide.
func fits(rows, cols, ld, length int) bool {
	return rows > 0 && cols > 0 && ld >= rows && ld < half && cols < half && (cols-1)*ld+rows <= length
}

// checkGemm checks the arguments of Gemm. Small products are called by the million, so the common case has a path of a few
// comparisons.
func checkGemm(transA, transB Transpose, m, n, k, lda, lenA, ldb, lenB, ldc, lenC, limit int) (bool, error) {
	rowsA, colsA, rowsB, colsB := m, k, k, n
	if transA != NoTrans {
		rowsA, colsA = k, m
	}
	if transB != NoTrans {
		rowsB, colsB = n, k
	}
	if max(transA, transB) <= ConjTrans && limit >= half-1 &&
		fits(rowsA, colsA, lda, lenA) && fits(rowsB, colsB, ldb, lenB) && fits(m, n, ldc, lenC) {
		return true, nil
	}
	return checkGemmFully(transA, transB, m, n, k, lda, lenA, ldb, lenB, ldc, lenC, limit)
}

// checkGemmFully checks the arguments of Gemm one by one and names the one that is wrong.
func checkGemmFully(transA, transB Transpose, m, n, k, lda, lenA, ldb, lenB, ldc, lenC, limit int) (bool, error) {
	const routine = "gemm"
	a, b, c, work, err := checkProduct(routine, transA, transB, m, n, k, lda, ldb, ldc, limit)
	if err != nil || !work {
		return false, err
	}
	if err := checkLength(routine, "a", -1, a, lenA); err != nil {
		return false, err
	}
	if err := checkLength(routine, "b", -1, b, lenB); err != nil {
		return false, err
	}
	if err := checkLength(routine, "c", -1, c, lenC); err != nil {
		return false, err
	}
	return true, nil
}

// checkGemmBatch checks the arguments of GemmBatch.
func checkGemmBatch[T Scalar](transA, transB Transpose, m, n, k int, a [][]T, lda int, b [][]T, ldb int, c [][]T, ldc, limit int) (bool, error) {
	const routine = "gemmBatch"
	matA, matB, matC, work, err := checkProduct(routine, transA, transB, m, n, k, lda, ldb, ldc, limit)
	if err != nil {
		return false, err
	}
	if len(a) != len(c) {
		return false, errCount(routine, "a", len(a), len(c))
	}
	if len(b) != len(c) {
		return false, errCount(routine, "b", len(b), len(c))
	}
	if !work || len(c) == 0 {
		return false, nil
	}
	for i := range c {
		if err := checkLength(routine, "a", i, matA, len(a[i])); err != nil {
			return false, err
		}
		if err := checkLength(routine, "b", i, matB, len(b[i])); err != nil {
			return false, err
		}
		if err := checkLength(routine, "c", i, matC, len(c[i])); err != nil {
			return false, err
		}
	}
	return true, nil
}

// checkGemmStrided checks the arguments of GemmStrided.
func checkGemmStrided(transA, transB Transpose, m, n, k, lda, strideA, lenA, ldb, strideB, lenB, ldc, strideC, lenC, count, limit int) (bool, error) {
	const routine = "gemmStrided"
	a, b, c, work, err := checkProduct(routine, transA, transB, m, n, k, lda, ldb, ldc, limit)
	if err != nil {
		return false, err
	}
	if err := checkSize(routine, "count", count); err != nil {
		return false, err
	}
	if strideA|strideB|strideC < 0 {
		return false, firstError(checkSize(routine, "strideA", strideA), checkSize(routine, "strideB", strideB), checkSize(routine, "strideC", strideC))
	}
	if !work || count == 0 {
		return false, nil
	}
	if err := checkStrided(routine, "a", a, strideA, count, lenA); err != nil {
		return false, err
	}
	if err := checkStrided(routine, "b", b, strideB, count, lenB); err != nil {
		return false, err
	}
	if err := checkStrided(routine, "c", c, strideC, count, lenC); err != nil {
		return false, err
	}
	if overlap(c, strideC, count) {
		return false, errOverlap(routine, strideC)
	}
	return true, nil
}

// checkStrided holds the length of a slice against count matrices that stand stride elements apart.
func checkStrided(routine, arg string, a matrix, stride, count, length int) error {
	need, ok := a.span()
	if ok && need > 0 {
		need, ok = reach(count-1, uint(stride), need)
	}
	if !ok || length < need {
		return errLength(routine, arg, -1, length, need, ok)
	}
	return nil
}

// overlap reports whether two of count copies of c, stride elements apart, share an element. The caller has checked
// that all offsets fit an int. The first two tests decide every layout in use (batch slowest, or batch between rows
// and columns); the loop decides the rest exactly.
func overlap(c matrix, stride, count int) bool {
	span, _ := c.span()
	if count == 1 || stride >= span {
		return false
	}
	if stride >= c.rows && (count-1)*stride+c.rows <= c.ld {
		return false
	}
	for d := stride; d < span && count > 1; d, count = d+stride, count-1 {
		// The two matrices are d apart: they meet where d is less than a column's length away from a multiple of ld.
		col, row := d/c.ld, d%c.ld
		if row < c.rows && col < c.cols || c.ld-row < c.rows && col+1 < c.cols {
			return true
		}
	}
	return false
}

// checkGemmOffsets checks the arguments of GemmOffsets.
func checkGemmOffsets(transA, transB Transpose, m, n, k, lda, lenA int, offA []int, ldb, lenB int, offB []int, ldc, lenC int, offC []int, limit int) (bool, error) {
	const routine = "gemmOffsets"
	a, b, c, work, err := checkProduct(routine, transA, transB, m, n, k, lda, ldb, ldc, limit)
	if err != nil {
		return false, err
	}
	if len(offA) != len(offC) {
		return false, errCount(routine, "offA", len(offA), len(offC))
	}
	if len(offB) != len(offC) {
		return false, errCount(routine, "offB", len(offB), len(offC))
	}
	if !work || len(offC) == 0 {
		return false, nil
	}
	if err := checkOffsets(routine, "a", "offA", a, offA, lenA); err != nil {
		return false, err
	}
	if err := checkOffsets(routine, "b", "offB", b, offB, lenB); err != nil {
		return false, err
	}
	if err := checkOffsets(routine, "c", "offC", c, offC, lenC); err != nil {
		return false, err
	}
	return true, nil
}

// checkOffsets holds every offset against the slice that the matrix at that offset must fit. A matrix without an element
// fits anywhere.
func checkOffsets(routine, arg, offArg string, a matrix, off []int, length int) error {
	need, ok := a.span()
	if !ok || length < need {
		return errLength(routine, arg, -1, length, need, ok)
	}
	for i, o := range off {
		if o < 0 {
			return errTooSmall(routine, item(offArg, i), o, 0)
		}
		if need > 0 && o > length-need {
			return &ArgError{Routine: routine, Arg: item(offArg, i), Value: o, Need: "at most len(" + arg + ") less the size of a matrix"}
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
