//go:build cgo && ((openblas && !mkl && !accelerate && !netlib) || (mkl && !openblas && !accelerate && !netlib) || (netlib && !openblas && !mkl && !accelerate) || (accelerate && darwin && !openblas && !mkl && !netlib))

package lapack

// This file calls the library's singular value routines. Their work arrays grow with the square of the matrix, so that
// the 32-bit integers of the interface are the first limit that a large matrix meets.

// #include "native_shim.h"
import "C"

import "math"

func (o *fortran[T, R]) gesdd(job SVDJob, m, n int, a []T, lda int, s []R, u []T, ldu int, vt []T, ldvt int, ws *Workspace) (int, error) {
	if bound := gesddBound(job, isComplex[T](), m, n); !o.fits(bound) {
		return 0, o.workTooLarge("gesdd", bound)
	}
	k := min(m, n)
	var rwork []R
	if isComplex[T]() {
		rwork = scratch[R](ws, gesddReal(job, m, n))
	}
	iwork := &integers(ws, 8*k)[0]
	j := svdOf(job)
	call := func(work []T, lwork C.tf_int) C.tf_int {
		return C.tf_gesdd(o.kind, j, C.tf_int(m), C.tf_int(n), ptr(a), C.tf_int(lda), ptr(s), ptr(u), C.tf_int(ldu), ptr(vt),
			C.tf_int(ldvt), ptr(work), lwork, ptr(rwork), iwork)
	}
	work := o.work(ws, o.key("gesdd", j, 0, m, n, 0), 1, call)
	return int(call(work, C.tf_int(len(work)))), nil
}

// gesddReal is the length of the real work array of the complex xGESDD: the larger of what its documentation before and
// after LAPACK 3.7 asks for.
func gesddReal(job SVDJob, m, n int) int {
	mn, mx := min(m, n), max(m, n)
	switch {
	case job == SVDNone:
		return 7 * mn
	case mx > 2*mn:
		return 5*mn*mn + 7*mn
	}
	return max(5*mn*mn+7*mn, 2*mx*mn+2*mn*mn+mn)
}

// gesddBound is the largest work array of xGESDD, in floating point because it may be beyond an integer. LAPACK's own
// index arithmetic has 32 bits too, and does not notice.
func gesddBound(job SVDJob, complexT bool, m, n int) float64 {
	mn, mx := float64(min(m, n)), float64(max(m, n))
	bound := 10*mn + 128*(mn+mx) // blocks of at most 128
	switch {
	case job == SVDNone:
	case complexT: // of its real array
		bound += max(5*mn*mn, 2*mn*min(mx, 2*mn)+2*mn*mn)
	default:
		bound += 4 * mn * mn
	}
	return bound
}

func (o *fortran[T, R]) gesvd(jobU, jobVT SVDJob, m, n int, a []T, lda int, s []R, u []T, ldu int, vt []T, ldvt int, ws *Workspace) (int, error) {
	mn, mx := min(m, n), max(m, n)
	var rwork []R
	if isComplex[T]() {
		rwork = scratch[R](ws, 5*mn)
	}
	ju, jv := svdOf(jobU), svdOf(jobVT)
	call := func(work []T, lwork C.tf_int) C.tf_int {
		return C.tf_gesvd(o.kind, ju, jv, C.tf_int(m), C.tf_int(n), ptr(a), C.tf_int(lda), ptr(s), ptr(u), C.tf_int(ldu), ptr(vt),
			C.tf_int(ldvt), ptr(work), lwork, ptr(rwork))
	}
	least := max(3*mn+mx, 5*mn)
	var work []T
	if o.fits(3*float64(mn)*float64(mn) + 128*float64(mn+mx)) {
		work = o.work(ws, o.key("gesvd", ju, jv, m, n, 0), least, call)
	} else {
		work = scratch[T](ws, least)
	}
	return int(call(work, C.tf_int(len(work)))), nil
}

func (o *fortran[T, R]) gelsd(m, n, nrhs int, a []T, lda int, b []T, ldb int, s []R, rcond R, ws *Workspace) (int, int, error) {
	mn, mx, rhs := float64(min(m, n)), float64(max(m, n)), float64(nrhs)
	levels := math.Max(0, math.Ceil(math.Log2(mn/26)))
	bound := 1024 + (128+62+8*levels)*(mn+mx) + (mn+128+75)*rhs
	if !o.fits(bound) {
		return 0, 0, o.workTooLarge("gelsd", bound)
	}
	rank := integers(ws, 1)
	key := o.key("gelsd", 0, 0, m, n, nrhs)
	size, ok := ws.sizes[key]
	if !ok {
		// The question also tells the lengths of the real and the integer array.
		work, rwork := make([]T, 1), make([]R, 1)
		iwork := integers(ws, 1)
		must(C.tf_gelsd(o.kind, C.tf_int(m), C.tf_int(n), C.tf_int(nrhs), ptr(a), C.tf_int(lda), ptr(b), C.tf_int(ldb), ptr(s),
			C.double(rcond), &rank[0], ptr(work), -1, ptr(rwork), &iwork[0]))
		size = workSize{length(work), 0, int(iwork[0])}
		if isComplex[T]() {
			size[1] = length(rwork)
		}
		ws.keep(key, size)
	}
	work, rwork := scratch[T](ws, size[0]), scratch[R](ws, size[1])
	iwork := &integers(ws, size[2])[0]
	info := C.tf_gelsd(o.kind, C.tf_int(m), C.tf_int(n), C.tf_int(nrhs), ptr(a), C.tf_int(lda), ptr(b), C.tf_int(ldb), ptr(s),
		C.double(rcond), &rank[0], ptr(work), C.tf_int(len(work)), ptr(rwork), iwork)
	return int(rank[0]), int(info), nil
}
