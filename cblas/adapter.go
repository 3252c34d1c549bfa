package cblas

// This file makes gonum run on a provider. gonum's matrices are row-major: to a column-major routine each is its own
// transpose, so operands change places and transposes are exchanged, and no matrix is moved.

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/blas/cblas128"
	"gonum.org/v1/gonum/blas/cblas64"
	"gonum.org/v1/gonum/blas/gonum"
)

// Implementation is a provider in the shape of gonum's BLAS: it implements blas.Float32, Float64, Complex64 and
// Complex128. The routines of Ops run on the provider, all others are those of gonum that are embedded. Bad arguments
// panic as gonum's do. Where a provider refuses sizes that are sound (beyond its 32 bits), gonum's routine does the work.
//
// One thing differs from gonum's own routines: 0*NaN and 0*Inf are NaN in products and sums, as in every other BLAS.
type Implementation struct {
	gonum.Implementation

	f32  Ops[float32]
	f64  Ops[float64]
	c64  Ops[complex64]
	c128 Ops[complex128]
}

var (
	_ blas.Float32    = Implementation{}
	_ blas.Float64    = Implementation{}
	_ blas.Complex64  = Implementation{}
	_ blas.Complex128 = Implementation{}
)

// NewImplementation returns p in the shape of gonum's BLAS.
func NewImplementation(p Provider) Implementation {
	return Implementation{f32: p.Float32(), f64: p.Float64(), c64: p.Complex64(), c128: p.Complex128()}
}

// Use makes gonum run on p: its blas32, blas64, cblas64 and cblas128, and with them mat and lapack. Like the Use of those
// packages it sets a variable of the process without synchronisation: call it before anything of gonum runs.
func Use(p Provider) {
	impl := NewImplementation(p)
	blas32.Use(impl)
	blas64.Use(impl)
	cblas64.Use(impl)
	cblas128.Use(impl)
}

// The functions below return false where gonum's own routine must do the call: for sizes of 0, where gonum has rules of its
// own, for bad arguments, so that it panics in its own words, and for what the provider refuses. Nothing is
// written then.

// fromGonum translates a transpose.
func fromGonum(t blas.Transpose) (Transpose, bool) {
	switch t {
	case blas.NoTrans:
		return NoTrans, true
	case blas.Trans:
		return Trans, true
	case blas.ConjTrans:
		return ConjTrans, true
	}
	return 0, false
}

// rowGemm computes C = alpha*op(A)*op(B) + beta*C for row-major matrices: Cᵀ = alpha*op(B)ᵀ*op(A)ᵀ + beta*Cᵀ.
func rowGemm[T Scalar](ops Ops[T], tA, tB blas.Transpose, m, n, k int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int) bool {
	transA, okA := fromGonum(tA)
	transB, okB := fromGonum(tB)
	if !okA || !okB || m <= 0 || n <= 0 || k <= 0 {
		return false
	}
	return ops.Gemm(transB, transA, n, m, k, alpha, b, ldb, a, lda, beta, c, ldc) == nil
}

// rowGemv computes y = alpha*op(A)*x + beta*y for a row-major A, which is S = Aᵀ to the provider. Aᴴ = conj(S) is no
// operation of gemv: it goes as a matrix product of one row, yᵀ = alpha*xᵀ*Sᴴ + beta*yᵀ, whose vectors are matrices with
// their increments as leading dimensions.
func rowGemv[T Scalar](ops Ops[T], tA blas.Transpose, m, n int, alpha T, a []T, lda int, x []T, incX int, beta T, y []T, incY int) bool {
	if m <= 0 || n <= 0 {
		return false
	}
	switch {
	case tA == blas.NoTrans:
		return ops.Gemv(Trans, n, m, alpha, a, lda, x, incX, beta, y, incY) == nil
	case tA == blas.Trans, tA == blas.ConjTrans && !isComplex[T]():
		return ops.Gemv(NoTrans, n, m, alpha, a, lda, x, incX, beta, y, incY) == nil
	case tA == blas.ConjTrans && incX > 0 && incY > 0:
		return ops.Gemm(NoTrans, ConjTrans, 1, n, m, alpha, x, incX, a, lda, beta, y, incY) == nil
	}
	return false
}

// rowGer computes A += alpha*x*yᵀ for a row-major A: Aᵀ += alpha*y*xᵀ.
func rowGer[T Scalar](ops Ops[T], m, n int, alpha T, x []T, incX int, y []T, incY int, a []T, lda int) bool {
	if m <= 0 || n <= 0 {
		return false
	}
	return ops.Ger(n, m, alpha, y, incY, x, incX, a, lda) == nil
}

// rowGerc computes A += alpha*x*yᴴ for a row-major A: Aᵀ += alpha*conj(y)*xᵀ, a product with k = 1.
func rowGerc[T Scalar](ops Ops[T], m, n int, alpha T, x []T, incX int, y []T, incY int, a []T, lda int) bool {
	if m <= 0 || n <= 0 || incX <= 0 || incY <= 0 {
		return false
	}
	return ops.Gemm(ConjTrans, NoTrans, n, m, 1, alpha, y, incY, x, incX, 1, a, lda) == nil
}

// scal computes x = alpha*x where gonum's rules agree with the provider's: gonum's clears x for alpha = 0, and does nothing
// for a negative increment.
func scal[T Scalar](ops Ops[T], n int, alpha T, x []T, incX int) bool {
	if n <= 0 || incX <= 0 || alpha == 0 {
		return false
	}
	return ops.Scal(n, alpha, x, incX) == nil
}
