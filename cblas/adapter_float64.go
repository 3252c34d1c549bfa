package cblas

// This file holds the float64 routines of Implementation that run on the provider.

import "gonum.org/v1/gonum/blas"

// Dgemm computes C = alpha*op(A)*op(B) + beta*C.
func (i Implementation) Dgemm(tA, tB blas.Transpose, m, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	if !rowGemm(i.f64, tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc) {
		i.Implementation.Dgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
	}
}

// Dgemv computes y = alpha*op(A)*x + beta*y.
func (i Implementation) Dgemv(tA blas.Transpose, m, n int, alpha float64, a []float64, lda int, x []float64, incX int, beta float64, y []float64, incY int) {
	if !rowGemv(i.f64, tA, m, n, alpha, a, lda, x, incX, beta, y, incY) {
		i.Implementation.Dgemv(tA, m, n, alpha, a, lda, x, incX, beta, y, incY)
	}
}

// Dger computes A += alpha*x*yᵀ.
func (i Implementation) Dger(m, n int, alpha float64, x []float64, incX int, y []float64, incY int, a []float64, lda int) {
	if !rowGer(i.f64, m, n, alpha, x, incX, y, incY, a, lda) {
		i.Implementation.Dger(m, n, alpha, x, incX, y, incY, a, lda)
	}
}

// Ddot returns Σ x[i]*y[i].
func (i Implementation) Ddot(n int, x []float64, incX int, y []float64, incY int) float64 {
	if n > 0 {
		if s, err := i.f64.Dot(n, x, incX, y, incY); err == nil {
			return s
		}
	}
	return i.Implementation.Ddot(n, x, incX, y, incY)
}

// Daxpy computes y += alpha*x.
func (i Implementation) Daxpy(n int, alpha float64, x []float64, incX int, y []float64, incY int) {
	if n <= 0 || i.f64.Axpy(n, alpha, x, incX, y, incY) != nil {
		i.Implementation.Daxpy(n, alpha, x, incX, y, incY)
	}
}

// Dscal computes x = alpha*x. It does nothing if incX < 0.
func (i Implementation) Dscal(n int, alpha float64, x []float64, incX int) {
	if !scal(i.f64, n, alpha, x, incX) {
		i.Implementation.Dscal(n, alpha, x, incX)
	}
}
