package cblas

// This file holds the float32 routines of Implementation that run on the provider.

import "gonum.org/v1/gonum/blas"

// Sgemm computes C = alpha*op(A)*op(B) + beta*C.
func (i Implementation) Sgemm(tA, tB blas.Transpose, m, n, k int, alpha float32, a []float32, lda int, b []float32, ldb int, beta float32, c []float32, ldc int) {
	if !rowGemm(i.f32, tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc) {
		i.Implementation.Sgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
	}
}

// Sgemv computes y = alpha*op(A)*x + beta*y.
func (i Implementation) Sgemv(tA blas.Transpose, m, n int, alpha float32, a []float32, lda int, x []float32, incX int, beta float32, y []float32, incY int) {
	if !rowGemv(i.f32, tA, m, n, alpha, a, lda, x, incX, beta, y, incY) {
		i.Implementation.Sgemv(tA, m, n, alpha, a, lda, x, incX, beta, y, incY)
	}
}

// Sger computes A += alpha*x*yᵀ.
func (i Implementation) Sger(m, n int, alpha float32, x []float32, incX int, y []float32, incY int, a []float32, lda int) {
	if !rowGer(i.f32, m, n, alpha, x, incX, y, incY, a, lda) {
		i.Implementation.Sger(m, n, alpha, x, incX, y, incY, a, lda)
	}
}

// Sdot returns Σ x[i]*y[i].
func (i Implementation) Sdot(n int, x []float32, incX int, y []float32, incY int) float32 {
	if n > 0 {
		if s, err := i.f32.Dot(n, x, incX, y, incY); err == nil {
			return s
		}
	}
	return i.Implementation.Sdot(n, x, incX, y, incY)
}

// Saxpy computes y += alpha*x.
func (i Implementation) Saxpy(n int, alpha float32, x []float32, incX int, y []float32, incY int) {
	if n <= 0 || i.f32.Axpy(n, alpha, x, incX, y, incY) != nil {
		i.Implementation.Saxpy(n, alpha, x, incX, y, incY)
	}
}

// Sscal computes x = alpha*x. It does nothing if incX < 0.
func (i Implementation) Sscal(n int, alpha float32, x []float32, incX int) {
	if !scal(i.f32, n, alpha, x, incX) {
		i.Implementation.Sscal(n, alpha, x, incX)
	}
}
