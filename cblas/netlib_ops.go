//go:build cgo && netlib && !openblas && !mkl && !accelerate

package cblas

// This file maps matrix products to gonum's netlib, which knows row-major matrices only: a column-major matrix is the
// transpose of a row-major one. Batches are loops here. As in native_routines.h, the answers are made to agree with the
// contract of Ops, whatever library is linked.

import "gonum.org/v1/gonum/blas"

// netlibOps implements Ops by the functions of netlib.Implementation for one type.
type netlibOps[T Scalar] struct {
	limit           int
	single, complex bool

	gemm gemmFunc[T]
	gemv func(tA blas.Transpose, m, n int, alpha T, a []T, lda int, x []T, incX int, beta T, y []T, incY int)
	ger  func(m, n int, alpha T, x []T, incX int, y []T, incY int, a []T, lda int)
	dot  func(n int, x []T, incX int, y []T, incY int) T
	dotc func(n int, x []T, incX int, y []T, incY int) T
	axpy func(n int, alpha T, x []T, incX int, y []T, incY int)
	scal func(n int, alpha T, x []T, incX int)
}

type gemmFunc[T Scalar] func(tA, tB blas.Transpose, m, n, k int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int)

// Sums of single precision longer than sumBlock are summed in blocks, the blocks in double; products with more than few
// results are left to the library, which blocks them itself.
const (
	sumBlock = 2048
	few      = 256
)

// opNetlib returns gonum's letter for t.
func opNetlib(t Transpose) blas.Transpose {
	return [...]blas.Transpose{blas.NoTrans, blas.Trans, blas.ConjTrans}[t]
}

func (o *netlibOps[T]) Gemm(transA, transB Transpose, m, n, k int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int) error {
	work, err := checkGemm(transA, transB, m, n, k, lda, len(a), ldb, len(b), ldc, len(c), o.limit)
	if work {
		o.product(transA, transB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
	}
	return err
}

// product is Gemm without the checks: Cᵀ = op(B)ᵀ*op(A)ᵀ in row-major terms. A result of one row or column is a product
// with a vector: BLIS makes it one as well, and passes over zeros of the vector, and so over NaN and Inf.
func (o *netlibOps[T]) product(transA, transB Transpose, m, n, k int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int) {
	switch {
	case k == 0 || alpha == 0:
		for j := range n {
			timesBeta(m, beta, c[j*ldc:], 1)
		}
	case n == 1:
		x, incX := b, 1
		if transB != NoTrans {
			incX = ldb
		}
		if transB == ConjTrans && o.complex {
			x, incX = conjugated(k, b, ldb), 1
		}
		o.vectorProduct(transA, m, k, alpha, a, lda, x, incX, beta, c, 1)
	case m == 1:
		x, incX := a, lda
		if transA != NoTrans {
			incX = 1
		}
		if transA == ConjTrans && o.complex {
			x = conjugated(k, a, 1)
		}
		switch { // by the transpose of op(B): [n, k]
		case transB == NoTrans:
			o.vectorProduct(Trans, n, k, alpha, b, ldb, x, incX, beta, c, ldc)
		case transB == ConjTrans && o.complex:
			o.dots(o.dotc, n, k, alpha, b, 1, ldb, x, incX, beta, c, ldc)
		default:
			o.vectorProduct(NoTrans, n, k, alpha, b, ldb, x, incX, beta, c, ldc)
		}
	case o.single && k > sumBlock && m <= few && n <= few && m*n <= few:
		o.longProduct(transA, transB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
	default:
		o.gemm(opNetlib(transB), opNetlib(transA), n, m, k, alpha, b, ldb, a, lda, beta, c, ldc)
	}
}

// longProduct sums few results of many terms in double.
func (o *netlibOps[T]) longProduct(transA, transB Transpose, m, n, k int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int) {
	var sum [few]complex128
	var part [few]T
	stepA, stepB := lda, 1
	if transA != NoTrans {
		stepA = 1
	}
	if transB != NoTrans {
		stepB = ldb
	}
	for l := 0; l < k; l += sumBlock {
		o.gemm(opNetlib(transB), opNetlib(transA), n, m, min(sumBlock, k-l), alpha, b[l*stepB:], ldb, a[l*stepA:], lda, 0, part[:m*n], m)
		addWide(sum[:m*n], part[:])
	}
	for j := range n {
		addSum(sum[j*m:(j+1)*m], beta, c[j*ldc:], 1)
	}
}

func (o *netlibOps[T]) GemmBatch(transA, transB Transpose, m, n, k int, alpha T, a [][]T, lda int, b [][]T, ldb int, beta T, c [][]T, ldc int) error {
	work, err := checkGemmBatch(transA, transB, m, n, k, a, lda, b, ldb, c, ldc, o.limit)
	if work {
		for i := range c {
			o.product(transA, transB, m, n, k, alpha, a[i], lda, b[i], ldb, beta, c[i], ldc)
		}
	}
	return err
}

func (o *netlibOps[T]) GemmStrided(transA, transB Transpose, m, n, k int, alpha T, a []T, lda, strideA int, b []T, ldb, strideB int, beta T, c []T, ldc, strideC, count int) error {
	work, err := checkGemmStrided(transA, transB, m, n, k, lda, strideA, len(a), ldb, strideB, len(b), ldc, strideC, len(c), count, o.limit)
	if work {
		for i := range count {
			o.product(transA, transB, m, n, k, alpha, from(a, i*strideA), lda, from(b, i*strideB), ldb, beta, c[i*strideC:], ldc)
		}
	}
	return err
}

func (o *netlibOps[T]) GemmOffsets(transA, transB Transpose, m, n, k int, alpha T, a []T, lda int, offA []int, b []T, ldb int, offB []int, beta T, c []T, ldc int, offC []int) error {
	work, err := checkGemmOffsets(transA, transB, m, n, k, lda, len(a), offA, ldb, len(b), offB, ldc, len(c), offC, o.limit)
	if work {
		for i := range offC {
			o.product(transA, transB, m, n, k, alpha, from(a, offA[i]), lda, from(b, offB[i]), ldb, beta, c[offC[i]:], ldc)
		}
	}
	return err
}

// from returns s from element i on; for k = 0 an operand may be shorter than its offsets.
func from[T any](s []T, i int) []T { return s[min(i, len(s)):] }

func (o *netlibOps[T]) Gemv(trans Transpose, m, n int, alpha T, a []T, lda int, x []T, incX int, beta T, y []T, incY int) error {
	work, err := checkGemv(trans, m, n, lda, len(a), len(x), incX, len(y), incY, o.limit)
	if !work {
		return err
	}
	out, terms := m, n
	if trans != NoTrans {
		out, terms = n, m
	}
	if terms == 0 || alpha == 0 {
		timesBeta(out, beta, y, incY)
		return nil
	}
	o.vectorProduct(trans, out, terms, alpha, a, lda, x, incX, beta, y, incY)
	return nil
}

// vectorProduct is Gemv without the checks, for op(A): [out, terms]. In row-major terms it multiplies by the transpose,
// so that NoTrans is Trans and Trans is NoTrans. Nothing stands for ConjTrans: its results are dot products of columns.
func (o *netlibOps[T]) vectorProduct(trans Transpose, out, terms int, alpha T, a []T, lda int, x []T, incX int, beta T, y []T, incY int) {
	switch {
	case trans == ConjTrans && o.complex:
		o.dots(o.dotc, out, terms, alpha, a, lda, 1, x, incX, beta, y, incY)
	case out == 1 && trans == NoTrans:
		o.dots(o.dot, out, terms, alpha, a, lda, lda, x, incX, beta, y, incY)
	case out == 1:
		o.dots(o.dot, out, terms, alpha, a, lda, 1, x, incX, beta, y, incY)
	case o.single && terms > sumBlock:
		sum, part := make([]complex128, out), make([]T, out)
		for j := 0; j < terms; j += sumBlock {
			length, at := min(sumBlock, terms-j), j
			if trans == NoTrans {
				at = j * lda
			}
			clear(part)
			o.addVectorProduct(trans, out, length, alpha, a[at:], lda, section(x, terms, incX, j, length), incX, part, 1)
			addWide(sum, part)
		}
		addSum(sum, beta, y, incY)
	default:
		timesBeta(out, beta, y, incY)
		o.addVectorProduct(trans, out, terms, alpha, a, lda, x, incX, y, incY)
	}
}

// addVectorProduct computes y = y + alpha*op(A)*x for NoTrans and Trans. Where x has a 0, BLIS may leave out what it
// multiplies (columns, and the only row): what 0 makes of that is added.
func (o *netlibOps[T]) addVectorProduct(trans Transpose, out, terms int, alpha T, a []T, lda int, x []T, incX int, y []T, incY int) {
	row, col := 1, lda // steps in op(A): [out, terms]
	if trans != NoTrans {
		row, col = lda, 1
		o.gemv(blas.NoTrans, out, terms, alpha, a, lda, x, incX, 1, y, incY)
	} else {
		o.gemv(blas.Trans, terms, out, alpha, a, lda, x, incX, 1, y, incY)
	}
	for j := range terms {
		if zero := x[index(terms, incX, j)]; zero == 0 {
			for i := range out {
				y[index(out, incY, i)] += zero * a[i*row+j*col]
			}
		}
	}
}

// dots computes the results of a product with x one by one: element j is the dot product by f of x with what starts at
// a[j*lda] and has increment step.
func (o *netlibOps[T]) dots(f func(int, []T, int, []T, int) T, out, terms int, alpha T, a []T, lda, step int, x []T, incX int, beta T, y []T, incY int) {
	timesBeta(out, beta, y, incY)
	for j := range out {
		y[index(out, incY, j)] += alpha * o.sum(f, terms, a[j*lda:], step, x, incX)
	}
}

func (o *netlibOps[T]) Ger(m, n int, alpha T, x []T, incX int, y []T, incY int, a []T, lda int) error {
	work, err := checkGer("ger", m, n, len(x), incX, len(y), incY, lda, len(a), o.limit)
	if work && alpha != 0 {
		o.outer(m, n, alpha, x, incX, y, incY, a, lda)
	}
	return err
}

// Gerc is Ger with the conjugate of y, which the transposed call wants on its other side.
func (o *netlibOps[T]) Gerc(m, n int, alpha T, x []T, incX int, y []T, incY int, a []T, lda int) error {
	work, err := checkGer("gerc", m, n, len(x), incX, len(y), incY, lda, len(a), o.limit)
	if !work || alpha == 0 {
		return err
	}
	if o.complex {
		y, incY = conjugated(n, y, incY), 1
	}
	o.outer(m, n, alpha, x, incX, y, incY, a, lda)
	return nil
}

// outer is Ger without the checks. Libraries pass over zeros of either vector.
func (o *netlibOps[T]) outer(m, n int, alpha T, x []T, incX int, y []T, incY int, a []T, lda int) {
	o.ger(n, m, alpha, y, incY, x, incX, a, lda)
	addZeros(m, n, x, incX, y, incY, a, 1, lda)
	addZeros(n, m, y, incY, x, incX, a, lda, 1)
}
