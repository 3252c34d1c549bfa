package cblas

// This file holds the complex64 routines of Implementation that run on the provider.

import "gonum.org/v1/gonum/blas"

// Cgemm computes C = alpha*op(A)*op(B) + beta*C.
func (i Implementation) Cgemm(tA, tB blas.Transpose, m, n, k int, alpha complex64, a []complex64, lda int, b []complex64, ldb int, beta complex64, c []complex64, ldc int) {
	if !rowGemm(i.c64, tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc) {
		i.Implementation.Cgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
	}
}

// Cgemv computes y = alpha*op(A)*x + beta*y.
func (i Implementation) Cgemv(tA blas.Transpose, m, n int, alpha complex64, a []complex64, lda int, x []complex64, incX int, beta complex64, y []complex64, incY int) {
	if !rowGemv(i.c64, tA, m, n, alpha, a, lda, x, incX, beta, y, incY) {
		i.Implementation.Cgemv(tA, m, n, alpha, a, lda, x, incX, beta, y, incY)
	}
}

// Cgeru computes A += alpha*x*yᵀ.
func (i Implementation) Cgeru(m, n int, alpha complex64, x []complex64, incX int, y []complex64, incY int, a []complex64, lda int) {
	if !rowGer(i.c64, m, n, alpha, x, incX, y, incY, a, lda) {
		i.Implementation.Cgeru(m, n, alpha, x, incX, y, incY, a, lda)
	}
}

// Cgerc computes A += alpha*x*yᴴ.
func (i Implementation) Cgerc(m, n int, alpha complex64, x []complex64, incX int, y []complex64, incY int, a []complex64, lda int) {
	if !rowGerc(i.c64, m, n, alpha, x, incX, y, incY, a, lda) {
		i.Implementation.Cgerc(m, n, alpha, x, incX, y, incY, a, lda)
	}
}

// Cdotu returns Σ x[i]*y[i].
func (i Implementation) Cdotu(n int, x []complex64, incX int, y []complex64, incY int) complex64 {
	if n > 0 {
		if s, err := i.c64.Dot(n, x, incX, y, incY); err == nil {
			return s
		}
	}
	return i.Implementation.Cdotu(n, x, incX, y, incY)
}

// Cdotc returns Σ conj(x[i])*y[i].
func (i Implementation) Cdotc(n int, x []complex64, incX int, y []complex64, incY int) complex64 {
	if n > 0 {
		if s, err := i.c64.Dotc(n, x, incX, y, incY); err == nil {
			return s
		}
	}
	return i.Implementation.Cdotc(n, x, incX, y, incY)
}

// Caxpy computes y += alpha*x.
func (i Implementation) Caxpy(n int, alpha complex64, x []complex64, incX int, y []complex64, incY int) {
	if n <= 0 || i.c64.Axpy(n, alpha, x, incX, y, incY) != nil {
		i.Implementation.Caxpy(n, alpha, x, incX, y, incY)
	}
}

// Cscal computes x = alpha*x. It does nothing if incX < 0.
func (i Implementation) Cscal(n int, alpha complex64, x []complex64, incX int) {
	if !scal(i.c64, n, alpha, x, incX) {
		i.Implementation.Cscal(n, alpha, x, incX)
	}
}
