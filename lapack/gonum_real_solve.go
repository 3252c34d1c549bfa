package lapack

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	gonumapi "gonum.org/v1/gonum/lapack"
)

// This file implements LU, Cholesky and triangular solves for float64 by gonum. Read row by row, op(A)*X = B is
// Xᵀ*op(A)ᵀ = Bᵀ: the right sides are rows, and the triangular matrix stands on their right.

func (real64) getrf(m, n int, a []float64, lda int, ipiv []int, ws *Workspace) int {
	rows, k := scratch[float64](ws, m*n), min(m, n)
	transposeTo(m, n, a, lda, rows, n)
	ok := gonumLapack{}.Dgetrf(m, n, rows, n, ipiv[:k])
	transposeTo(n, m, rows, n, a, lda)
	if ok {
		return 0
	}
	return zeroDiagonal(k, a, lda) + 1
}

func (real64) getrs(trans Transpose, n, nrhs int, a []float64, lda int, ipiv []int, b []float64, ldb int, _ *Workspace) {
	bi := blas64.Implementation()
	if trans == NoTrans {
		for j := range nrhs {
			x := b[j*ldb : j*ldb+n]
			for i, p := range ipiv[:n] {
				x[i], x[p] = x[p], x[i]
			}
		}
		bi.Dtrsm(blas.Right, blas.Upper, blas.NoTrans, blas.Unit, nrhs, n, 1, a, lda, b, ldb)
		bi.Dtrsm(blas.Right, blas.Lower, blas.NoTrans, blas.NonUnit, nrhs, n, 1, a, lda, b, ldb)
		return
	}
	bi.Dtrsm(blas.Right, blas.Lower, blas.Trans, blas.NonUnit, nrhs, n, 1, a, lda, b, ldb)
	bi.Dtrsm(blas.Right, blas.Upper, blas.Trans, blas.Unit, nrhs, n, 1, a, lda, b, ldb)
	for j := range nrhs {
		x := b[j*ldb : j*ldb+n]
		for i := n - 1; i >= 0; i-- {
			x[i], x[ipiv[i]] = x[ipiv[i]], x[i]
		}
	}
}

func (real64) getri(n int, a []float64, lda int, ipiv []int, ws *Workspace) {
	transposeSquare(n, a, lda)
	call := func(work []float64, lwork int) { gonumLapack{}.Dgetri(n, a, lda, ipiv[:n], work, lwork) }
	work := real64{}.work(ws, question("getri", [2]byte{}, n, n, 0), call)
	call(work, len(work))
	transposeSquare(n, a, lda)
}

func (real64) gecon(norm Norm, n int, a []float64, lda int, anorm float64, ws *Workspace) float64 {
	which := gonumapi.MaxColumnSum
	if norm == InfNorm {
		which = gonumapi.MaxRowSum
	}
	rows := scratch[float64](ws, n*n)
	transposeTo(n, n, a, lda, rows, n)
	return gonumLapack{}.Dgecon(which, n, rows, n, anorm, scratch[float64](ws, 4*n), scratch[int](ws, n))
}

func (real64) potrf(uplo Uplo, n int, a []float64, lda int, _ *Workspace) int {
	if (gonumLapack{}).Dpotrf(flipped(uplo), n, a, lda) {
		return 0
	}
	// The pivots before the failing one have become square roots, and it was left as it is.
	for i := range n {
		if !(a[i+i*lda] > 0) {
			return i + 1
		}
	}
	return n
}

func (real64) potrs(uplo Uplo, n, nrhs int, a []float64, lda int, b []float64, ldb int, _ *Workspace) {
	first, second := blas.NoTrans, blas.Trans
	if uplo == Upper {
		first, second = blas.Trans, blas.NoTrans
	}
	bi := blas64.Implementation()
	bi.Dtrsm(blas.Right, flipped(uplo), first, blas.NonUnit, nrhs, n, 1, a, lda, b, ldb)
	bi.Dtrsm(blas.Right, flipped(uplo), second, blas.NonUnit, nrhs, n, 1, a, lda, b, ldb)
}

func (real64) trtrs(uplo Uplo, trans Transpose, diag Diag, n, nrhs int, a []float64, lda int, b []float64, ldb int, _ *Workspace) {
	blas64.Implementation().Dtrsm(blas.Right, flipped(uplo), gonumTrans(trans), gonumDiag(diag), nrhs, n, 1, a, lda, b, ldb)
}

func (real64) trtri(uplo Uplo, diag Diag, n int, a []float64, lda int, _ *Workspace) {
	gonumLapack{}.Dtrtri(flipped(uplo), gonumDiag(diag), n, a, lda)
}

func gonumDiag(d Diag) blas.Diag {
	if d == Unit {
		return blas.Unit
	}
	return blas.NonUnit
}
