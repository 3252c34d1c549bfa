//go:build cgo && ((openblas && !mkl && !accelerate && !netlib) || (mkl && !openblas && !accelerate && !netlib) || (netlib && !openblas && !mkl && !accelerate) || (accelerate && darwin && !openblas && !mkl && !netlib))

package lapack

// This file calls the library's eigenvalue routines.

// #include "shim.h"
import "C"

func (o *fortran[T, R]) syevd(vectors bool, uplo Uplo, n int, a []T, lda int, w []R, ws *Workspace) (int, error) {
	order := float64(n)
	bound := 1 + 6*order + 128*order
	if vectors {
		bound += 2 * order * order
	}
	if !fits(bound) {
		return 0, workTooLarge("syevd", bound)
	}
	jobz, tri := vectorsOf(vectors), uploOf(uplo)
	key := o.key("syevd", jobz, tri, n, n, 0)
	size, ok := ws.sizes[key]
	if !ok {
		work, rwork := make([]T, 1), make([]R, 1)
		lengths, iwork := ints32(ws, 1)
		must(C.tf_syevd(o.kind, jobz, tri, C.int(n), ptr(a), C.int(lda), ptr(w), ptr(work), -1, ptr(rwork), -1, iwork, -1))
		size = workSize{length(work), 0, int(lengths[0])}
		if isComplex[T]() {
			size[1] = length(rwork)
		}
		ws.keep(key, size)
	}
	work, rwork := scratch[T](ws, size[0]), scratch[R](ws, size[1])
	_, iwork := ints32(ws, size[2])
	return int(C.tf_syevd(o.kind, jobz, tri, C.int(n), ptr(a), C.int(lda), ptr(w), ptr(work), C.int(len(work)),
		ptr(rwork), C.int(len(rwork)), iwork, C.int(size[2]))), nil
}

func (o *fortran[T, R]) geev(left, right bool, n int, a []T, lda int, wr, wi []R, vl []T, ldvl int, vr []T, ldvr int, ws *Workspace) (int, error) {
	jl, jr := vectorsOf(left), vectorsOf(right)
	// The complex routine has one array of eigenvalues, and a real work array.
	var w []T
	var rwork []R
	values := ptr(wr)
	if isComplex[T]() {
		w, rwork = scratch[T](ws, n), scratch[R](ws, 2*n)
		values = ptr(w)
	}
	call := func(work []T, lwork C.int) C.int {
		return C.tf_geev(o.kind, jl, jr, C.int(n), ptr(a), C.int(lda), values, ptr(wi), ptr(vl), C.int(ldvl), ptr(vr),
			C.int(ldvr), ptr(work), lwork, ptr(rwork))
	}
	work := o.work(ws, o.key("geev", jl, jr, n, n, 0), 4*n, call)
	info := call(work, C.int(len(work)))
	for k, v := range w {
		wr[k], wi[k] = parts[R](v)
	}
	return int(info), nil
}

// parts returns the real and imaginary part of x.
func parts[R Real, T Scalar](x T) (R, R) {
	switch v := any(x).(type) {
	case complex64:
		return R(real(v)), R(imag(v))
	case complex128:
		return R(real(v)), R(imag(v))
	case float32:
		return R(v), 0
	case float64:
		return R(v), 0
	}
	return 0, 0
}
