//go:build cgo && ((openblas && !mkl && !accelerate && !netlib) || (mkl && !openblas && !accelerate && !netlib) || (netlib && !openblas && !mkl && !accelerate) || (accelerate && darwin && !openblas && !mkl && !netlib))

package lapack

// This file calls the library's eigenvalue routines.

// #include "native_shim.h"
import "C"

func (o *fortran[T, R]) syevd(vectors bool, uplo Uplo, n int, a []T, lda int, w []R, ws *Workspace) (int, error) {
	order := float64(n)
	bound := 1 + 6*order + 128*order
	if vectors {
		bound += 2 * order * order
	}
	if !o.fits(bound) {
		return 0, o.workTooLarge("syevd", bound)
	}
	jobz, tri := vectorsOf(vectors), uploOf(uplo)
	key := o.key("syevd", jobz, tri, n, n, 0)
	size, ok := ws.sizes[key]
	if !ok {
		work, rwork := make([]T, 1), make([]R, 1)
		iwork := integers(ws, 1)
		must(C.tf_syevd(o.kind, jobz, tri, C.tf_int(n), ptr(a), C.tf_int(lda), ptr(w), ptr(work), -1, ptr(rwork), -1, &iwork[0], -1))
		size = workSize{length(work), 0, int(iwork[0])}
		if isComplex[T]() {
			size[1] = length(rwork)
		}
		ws.keep(key, size)
	}
	work, rwork := scratch[T](ws, size[0]), scratch[R](ws, size[1])
	iwork := &integers(ws, size[2])[0]
	return int(C.tf_syevd(o.kind, jobz, tri, C.tf_int(n), ptr(a), C.tf_int(lda), ptr(w), ptr(work), C.tf_int(len(work)),
		ptr(rwork), C.tf_int(len(rwork)), iwork, C.tf_int(size[2]))), nil
}

func (o *fortran[T, R]) geev(left, right bool, n int, a []T, lda int, wr, wi []R, vl []T, ldvl int, vr []T, ldvr int, ws *Workspace) (int, error) {
	jl, jr := vectorsOf(left), vectorsOf(right)
	// The complex routine has one array of eigenvalues, and a real work array.
	var w []T
	var rwork []R
	values := ptr(wr)
	if isComplex[T]() {
		a, lda = compact(ws, n, a, lda)
		w, rwork = scratch[T](ws, n), scratch[R](ws, 2*n)
		values = ptr(w)
	}
	call := func(work []T, lwork C.tf_int) C.tf_int {
		return C.tf_geev(o.kind, jl, jr, C.tf_int(n), ptr(a), C.tf_int(lda), values, ptr(wi), ptr(vl), C.tf_int(ldvl), ptr(vr),
			C.tf_int(ldvr), ptr(work), lwork, ptr(rwork))
	}
	work := o.work(ws, o.key("geev", jl, jr, n, n, 0), 4*n, call)
	info := call(work, C.tf_int(len(work)))
	for k, v := range w {
		wr[k], wi[k] = parts[R](v)
	}
	return int(info), nil
}

// compact returns A: [n, n] without padding, for the sake of oneMKL (seen in 2026.2): its complex xGEEV divides zero by zero
// where the eigenvectors of a defective matrix underflow, if A is padded.
func compact[T Scalar](ws *Workspace, n int, a []T, lda int) ([]T, int) {
	if lda == n {
		return a, lda
	}
	c := scratch[T](ws, n*n)
	for j := range n {
		copy(c[j*n:(j+1)*n], a[j*lda:j*lda+n])
	}
	return c, n
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
