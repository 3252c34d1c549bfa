//go:build cgo && ((openblas && !mkl && !accelerate && !netlib) || (mkl && !openblas && !accelerate && !netlib) || (netlib && !openblas && !mkl && !accelerate) || (accelerate && darwin && !openblas && !mkl && !netlib))

package lapack

// This file calls the library's LU, Cholesky and triangular routines.

// #include "native_shim.h"
import "C"

func (o *fortran[T, R]) getrf(m, n int, a []T, lda int, ipiv []int, ws *Workspace) int {
	k := min(m, n)
	rows := integers(ws, k)
	info := C.tf_getrf(o.kind, C.tf_int(m), C.tf_int(n), ptr(a), C.tf_int(lda), &rows[0])
	must(info)
	for i, r := range rows[:k] {
		ipiv[i] = int(r) - 1
	}
	return int(info)
}

func (o *fortran[T, R]) getrs(trans Transpose, n, nrhs int, a []T, lda int, ipiv []int, b []T, ldb int, ws *Workspace) {
	piv := pivots(ws, ipiv[:n])
	must(C.tf_getrs(o.kind, transOf(trans), C.tf_int(n), C.tf_int(nrhs), ptr(a), C.tf_int(lda), piv, ptr(b), C.tf_int(ldb)))
}

func (o *fortran[T, R]) getri(n int, a []T, lda int, ipiv []int, ws *Workspace) {
	piv := pivots(ws, ipiv[:n])
	call := func(work []T, lwork C.tf_int) C.tf_int {
		return C.tf_getri(o.kind, C.tf_int(n), ptr(a), C.tf_int(lda), piv, ptr(work), lwork)
	}
	work := o.work(ws, o.key("getri", 0, 0, n, n, 0), n, call)
	must(call(work, C.tf_int(len(work))))
}

func (o *fortran[T, R]) gecon(norm Norm, n int, a []T, lda int, anorm R, ws *Workspace) R {
	which := C.char('1')
	if norm == InfNorm {
		which = 'I'
	}
	var iwork *C.tf_int
	var rwork []R
	var work []T
	if isComplex[T]() {
		work, rwork = scratch[T](ws, 2*n), scratch[R](ws, 2*n)
	} else {
		work = scratch[T](ws, 4*n)
		iwork = &integers(ws, n)[0]
	}
	rcond := scratch[float64](ws, 1)
	rcond[0] = 0
	must(C.tf_gecon(o.kind, which, C.tf_int(n), ptr(a), C.tf_int(lda), C.double(anorm), (*C.double)(ptr(rcond)), ptr(work),
		ptr(rwork), iwork))
	return R(rcond[0])
}

func (o *fortran[T, R]) potrf(uplo Uplo, n int, a []T, lda int, _ *Workspace) int {
	info := C.tf_potrf(o.kind, uploOf(uplo), C.tf_int(n), ptr(a), C.tf_int(lda))
	must(info)
	return int(info)
}

func (o *fortran[T, R]) potrs(uplo Uplo, n, nrhs int, a []T, lda int, b []T, ldb int, _ *Workspace) {
	must(C.tf_potrs(o.kind, uploOf(uplo), C.tf_int(n), C.tf_int(nrhs), ptr(a), C.tf_int(lda), ptr(b), C.tf_int(ldb)))
}

func (o *fortran[T, R]) trtrs(uplo Uplo, trans Transpose, diag Diag, n, nrhs int, a []T, lda int, b []T, ldb int, _ *Workspace) {
	must(C.tf_trtrs(o.kind, uploOf(uplo), transOf(trans), diagOf(diag), C.tf_int(n), C.tf_int(nrhs), ptr(a), C.tf_int(lda), ptr(b),
		C.tf_int(ldb)))
}

func (o *fortran[T, R]) trtri(uplo Uplo, diag Diag, n int, a []T, lda int, _ *Workspace) {
	must(C.tf_trtri(o.kind, uploOf(uplo), diagOf(diag), C.tf_int(n), ptr(a), C.tf_int(lda)))
}
