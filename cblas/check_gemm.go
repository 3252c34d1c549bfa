package cblas

// This file checks the arguments of the gemm family, with the helpers and by the rules of check.go.

import "math/bits"

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
