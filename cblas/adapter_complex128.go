package cblas

// This file holds the complex128 routines of Implementation that run on the provider.

import "gonum.org/v1/gonum/blas"

// Zgemm computes C = alpha*op(A)*op(B) + beta*C.
func (i Implementation) Zgemm(tA, tB blas.Transpose, m, n, k int, alpha complex128, a []complex128, lda int, b []complex128, ldb int, beta complex128, c []complex128, ldc int) {
	if !rowGemm(i.c128, tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc) {
		i.Implementation.Zgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
	}
}

// Zgemv computes y = alpha*op(A)*x + beta*y.
func (i Implementation) Zgemv(tA blas.Transpose, m, n int, alpha complex128, a []complex128, lda int, x []complex128, incX int, beta complex128, y []complex128, incY int) {
	if !rowGemv(i.c128, tA, m, n, alpha, a, lda, x, incX, beta, y, incY) {
		i.Implementation.Zgemv(tA, m, n, alpha, a, lda, x, incX, beta, y, incY)
	}
}

// Zgeru computes A += alpha*x*yᵀ.
func (i Implementation) Zgeru(m, n int, alpha complex128, x []complex128, incX int, y []complex128, incY int, a []complex128, lda int) {
	if !rowGer(i.c128, m, n, alpha, x, incX, y, incY, a, lda) {
		i.Implementation.Zgeru(m, n, alpha, x, incX, y, incY, a, lda)
	}
}

// Zgerc computes A += alpha*x*yᴴ.
func (i Implementation) Zgerc(m, n int, alpha complex128, x []complex128, incX int, y []complex128, incY int, a []complex128, lda int) {
	if !rowGerc(i.c128, m, n, alpha, x, incX, y, incY, a, lda) {
		i.Implementation.Zgerc(m, n, alpha, x, incX, y, incY, a, lda)
	}
}

// Zdotu returns Σ x[i]*y[i].
func (i Implementation) Zdotu(n int, x []complex128, incX int, y []complex128, incY int) complex128 {
	if n > 0 {
		if s, err := i.c128.Dot(n, x, incX, y, incY); err == nil {
			return s
		}
	}
	return i.Implementation.Zdotu(n, x, incX, y, incY)
}

// Zdotc returns Σ conj(x[i])*y[i].
func (i Implementation) Zdotc(n int, x []complex128, incX int, y []complex128, incY int) complex128 {
	if n > 0 {
		if s, err := i.c128.Dotc(n, x, incX, y, incY); err == nil {
			return s
		}
	}
	return i.Implementation.Zdotc(n, x, incX, y, incY)
}

// Zaxpy computes y += alpha*x.
func (i Implementation) Zaxpy(n int, alpha complex128, x []complex128, incX int, y []complex128, incY int) {
	if n <= 0 || i.c128.Axpy(n, alpha, x, incX, y, incY) != nil {
		i.Implementation.Zaxpy(n, alpha, x, incX, y, incY)
	}
}

// Zscal computes x = alpha*x. It does nothing if incX < 0.
func (i Implementation) Zscal(n int, alpha complex128, x []complex128, incX int) {
	if !scal(i.c128, n, alpha, x, incX) {
		i.Implementation.Zscal(n, alpha, x, incX)
	}
}
