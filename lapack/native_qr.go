//go:build cgo && ((openblas && !mkl && !accelerate && !netlib) || (mkl && !openblas && !accelerate && !netlib) || (netlib && !openblas && !mkl && !accelerate) || (accelerate && darwin && !openblas && !mkl && !netlib))

package lapack

// This file calls the library's orthogonal factorisations.

// #include "native_shim.h"
import "C"

func (o *fortran[T, R]) geqrf(m, n int, a []T, lda int, tau []T, ws *Workspace) {
	call := func(work []T, lwork C.tf_int) C.tf_int {
		return C.tf_geqrf(o.kind, C.tf_int(m), C.tf_int(n), ptr(a), C.tf_int(lda), ptr(tau), ptr(work), lwork)
	}
	work := o.work(ws, o.key("geqrf", 0, 0, m, n, 0), n, call)
	must(call(work, C.tf_int(len(work))))
}

func (o *fortran[T, R]) gelqf(m, n int, a []T, lda int, tau []T, ws *Workspace) {
	call := func(work []T, lwork C.tf_int) C.tf_int {
		return C.tf_gelqf(o.kind, C.tf_int(m), C.tf_int(n), ptr(a), C.tf_int(lda), ptr(tau), ptr(work), lwork)
	}
	work := o.work(ws, o.key("gelqf", 0, 0, m, n, 0), m, call)
	must(call(work, C.tf_int(len(work))))
}

func (o *fortran[T, R]) geqp3(m, n int, a []T, lda int, jpvt []int, tau []T, ws *Workspace) {
	columns := integers(ws, n)
	clear(columns) // every column may move
	var rwork []R
	least := 3*n + 1
	if isComplex[T]() {
		rwork = scratch[R](ws, 2*n)
		least = n + 1
	}
	call := func(work []T, lwork C.tf_int) C.tf_int {
		return C.tf_geqp3(o.kind, C.tf_int(m), C.tf_int(n), ptr(a), C.tf_int(lda), &columns[0], ptr(tau), ptr(work), lwork, ptr(rwork))
	}
	work := o.work(ws, o.key("geqp3", 0, 0, m, n, 0), least, call)
	must(call(work, C.tf_int(len(work))))
	for j := range n {
		jpvt[j] = int(columns[j]) - 1
	}
}

func (o *fortran[T, R]) orgqr(m, n, k int, a []T, lda int, tau []T, ws *Workspace) {
	call := func(work []T, lwork C.tf_int) C.tf_int {
		return C.tf_orgqr(o.kind, C.tf_int(m), C.tf_int(n), C.tf_int(k), ptr(a), C.tf_int(lda), ptr(tau), ptr(work), lwork)
	}
	work := o.work(ws, o.key("orgqr", 0, 0, m, n, k), n, call)
	must(call(work, C.tf_int(len(work))))
}

func (o *fortran[T, R]) orglq(m, n, k int, a []T, lda int, tau []T, ws *Workspace) {
	call := func(work []T, lwork C.tf_int) C.tf_int {
		return C.tf_orglq(o.kind, C.tf_int(m), C.tf_int(n), C.tf_int(k), ptr(a), C.tf_int(lda), ptr(tau), ptr(work), lwork)
	}
	work := o.work(ws, o.key("orglq", 0, 0, m, n, k), m, call)
	must(call(work, C.tf_int(len(work))))
}

func (o *fortran[T, R]) ormqr(side Side, trans Transpose, m, n, k int, a []T, lda int, tau []T, c []T, ldc int, ws *Workspace) {
	s, t := sideOf(side), transOf(trans)
	call := func(work []T, lwork C.tf_int) C.tf_int {
		return C.tf_ormqr(o.kind, s, t, C.tf_int(m), C.tf_int(n), C.tf_int(k), ptr(a), C.tf_int(lda), ptr(tau), ptr(c), C.tf_int(ldc),
			ptr(work), lwork)
	}
	work := o.work(ws, o.key("ormqr", s, t, m, n, k), otherSide(side, m, n), call)
	must(call(work, C.tf_int(len(work))))
}

func (o *fortran[T, R]) ormlq(side Side, trans Transpose, m, n, k int, a []T, lda int, tau []T, c []T, ldc int, ws *Workspace) {
	s, t := sideOf(side), transOf(trans)
	call := func(work []T, lwork C.tf_int) C.tf_int {
		return C.tf_ormlq(o.kind, s, t, C.tf_int(m), C.tf_int(n), C.tf_int(k), ptr(a), C.tf_int(lda), ptr(tau), ptr(c), C.tf_int(ldc),
			ptr(work), lwork)
	}
	work := o.work(ws, o.key("ormlq", s, t, m, n, k), otherSide(side, m, n), call)
	must(call(work, C.tf_int(len(work))))
}

// otherSide returns the size of C: [m, n] that Q does not act on, which is the least work space.
func otherSide(side Side, m, n int) int {
	if side == Left {
		return n
	}
	return m
}
