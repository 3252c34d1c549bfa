package lapack

// This file is the contract that every provider fulfils. The conformance suite in lapacktest holds them to it.

// Scalar is the closed set of element types of LAPACK.
type Scalar interface {
	float32 | float64 | complex64 | complex128
}

// Real is the closed set of types of singular values, norms and the like.
type Real interface {
	float32 | float64
}

// Provider is an implementation of LAPACK. A Provider may be shared by goroutines, except for SetThreads, which must
// not run while other calls do: native libraries keep one thread count for the whole process, and share it with their
// BLAS.
type Provider interface {
	// Info returns what the provider says of itself now.
	Info() Info
	// Threads returns how many threads a large call may use.
	Threads() int
	// SetThreads sets that number, at least 1. It fails where the library cannot do what was asked.
	SetThreads(n int) error

	Float32() Ops[float32, float32]
	Float64() Ops[float64, float64]
	Complex64() Ops[complex64, float32]
	Complex128() Ops[complex128, float64]
}

// Info holds the facts about a provider.
type Info struct {
	Name    string // "gonum", "openblas", "mkl", "accelerate", "netlib"
	Version string // of the library, empty if it does not tell
	Kernel  string // the processor family whose kernels the library chose, as it names it ("SkylakeX"); empty if unknown
	Config  string // the library's own description of its build, empty if it has none
	IntBits int    // width of the integers in its interface: 32 or 64
	Threads int
	// Threading is how the library runs threads: "goroutines", "pthreads", "openmp", "sequential", "libdispatch", ...
	// Empty if unknown.
	Threading string
}

// Transpose says how an operand is read. For real types ConjTrans is Trans.
type Transpose uint8

// The three ways to read a matrix.
const (
	NoTrans Transpose = iota
	Trans
	ConjTrans
)

// Side says on which side of C a factor stands.
type Side uint8

// Left is op(Q)*C, Right is C*op(Q).
const (
	Left Side = iota
	Right
)

// Uplo says which triangle of a square matrix is read; the other is neither read nor written unless a routine says so.
type Uplo uint8

// The two triangles, each with the diagonal.
const (
	Upper Uplo = iota
	Lower
)

// Diag says whether the diagonal of a triangular matrix is stored or taken to be ones.
type Diag uint8

// With Unit the stored diagonal is not read.
const (
	NonUnit Diag = iota
	Unit
)

// SVDJob says how many singular vectors of one side are computed.
type SVDJob uint8

// With k = min(m, n): none, the first k, or all m (left) or n (right).
const (
	SVDNone SVDJob = iota
	SVDThin
	SVDFull
)

// Norm names a matrix norm.
type Norm uint8

// The four norms of LAPACK. MaxAbs is max |a[i,j]|, which is not submultiplicative.
const (
	MaxAbs    Norm = iota
	OneNorm        // largest column sum of |a[i,j]|
	InfNorm        // largest row sum of |a[i,j]|
	Frobenius      // square root of the sum of |a[i,j]|^2, computed without overflow
)

// Ops holds the routines for one element type T with the real type R of its absolute values. All matrices are
// column-major: element (i, j) of a matrix with leading dimension ld stands at i + j*ld; a slice may be longer than its
// matrix, and what lies beyond the matrix and between its columns is never written. Every routine
//
//   - checks flags, sizes, leading dimensions, slice lengths and pivots before it computes, and returns an *ArgError
//     that names the routine and the argument; nothing is written then;
//   - returns at once when there is nothing to compute; of a matrix without elements, neither the slice nor the leading
//     dimension is looked at;
//   - refuses sizes and leading dimensions that its integers cannot hold with an *ArgError that is
//     ErrTooLarge, never truncates;
//   - expects finite elements (see CheckFinite);
//   - takes scratch memory from ws, or allocates it if ws is nil. A workspace serves one call at a time.
//
// Operands must not overlap. On an error other than *ArgError, what is in the outputs is said with the routine. Names follow LAPACK, with one name for the real and the complex routine (Orgqr for xORGQR and xUNGQR).
type Ops[T Scalar, R Real] interface {
	// Gesdd computes A = U*diag(s)*Vᴴ by divide and conquer, with A: [m, n], k = min(m, n), s: [k] descending,
	// U: [m, k] or [m, m], vt = Vᴴ: [k, n] or [n, n] for SVDThin or SVDFull; with SVDNone u, vt and their leading
	// dimensions are not looked at. A is destroyed. The factors of an empty matrix are identities. A *NoConvergenceError
	// leaves undefined contents: retry with Gesvd on a fresh copy.
	//
	// Method: xGESDD (Gu and Eisenstat, SIAM J. Matrix Anal. Appl. 16, 1995); pure Go runs Gesvd.
	Gesdd(job SVDJob, m, n int, a []T, lda int, s []R, u []T, ldu int, vt []T, ldvt int, ws *Workspace) error

	// Gesvd computes the same by QR iteration on the bidiagonal form, with separate jobs for the two sides. It is
	// slower than Gesdd with vectors and converges in the rare cases where Gesdd does not. A is destroyed.
	//
	// Method: Golub and Van Loan, Matrix Computations, 4th ed., 8.6; Demmel and Kahan, SIAM J. Sci. Stat. Comput. 11,
	// 1990.
	Gesvd(jobU, jobVT SVDJob, m, n int, a []T, lda int, s []R, u []T, ldu int, vt []T, ldvt int, ws *Workspace) error

	// Geqrf computes A = Q*R with A: [m, n] and k = min(m, n). R is left in the upper triangle (or trapezoid) of A; below
	// it, column i holds v[1:] of the reflector H[i] = I - tau[i]*v*vᴴ with v[0] = 1 at row i, and Q = H[0]*...*H[k-1].
	// tau: [k]. The diagonal of R is real, of either sign; in a large complex R of oneMKL it has phases.
	Geqrf(m, n int, a []T, lda int, tau []T, ws *Workspace) error

	// Orgqr writes the first n columns of Q = H[0]*...*H[k-1] over the reflectors in A: [m, n], m ≥ n ≥ k, as Geqrf left
	// them. tau: [k]. It is xORGQR or xUNGQR.
	Orgqr(m, n, k int, a []T, lda int, tau []T, ws *Workspace) error

	// Ormqr computes C = op(Q)*C (Left) or C*op(Q) (Right) with C: [m, n] and Q from Geqrf. The reflectors stand in A:
	// [m, k] with k ≤ m for Left, [n, k] with k ≤ n for Right; tau: [k]. For complex T, trans is NoTrans or ConjTrans.
	// A is unchanged on return, but may be written meanwhile: it must not be shared with calls running at the same
	// time. It is xORMQR or xUNMQR.
	Ormqr(side Side, trans Transpose, m, n, k int, a []T, lda int, tau []T, c []T, ldc int, ws *Workspace) error

	// Geqp3 computes A*P = Q*R with column pivoting: |R[i,i]| does not increase, so that it reveals the rank. Column j of
	// A*P is column jpvt[j] of A; jpvt: [n] is output only. R, the reflectors and tau are stored as by Geqrf.
	//
	// Method: Golub and Van Loan 5.4.2, with the norm updates of Drmač and Bujanović, ACM Trans. Math. Softw. 35, 2008.
	Geqp3(m, n int, a []T, lda int, jpvt []int, tau []T, ws *Workspace) error

	// Gelqf computes A = L*Q with A: [m, n] and k = min(m, n). L is left in the lower triangle (or trapezoid); right of it,
	// row i holds conj(v[1:]) of the reflector H[i] = I - tau[i]*v*vᴴ, and Q = H[k-1]ᴴ*...*H[0]ᴴ. tau: [k].
	Gelqf(m, n int, a []T, lda int, tau []T, ws *Workspace) error

	// Orglq writes the first m rows of Q over the reflectors in A: [m, n], n ≥ m ≥ k, as Gelqf left them. tau: [k]. It is
	// xORGLQ or xUNGLQ.
	Orglq(m, n, k int, a []T, lda int, tau []T, ws *Workspace) error

	// Ormlq computes C = op(Q)*C (Left) or C*op(Q) (Right) with C: [m, n] and Q from Gelqf. The reflectors stand in A:
	// [k, m] with k ≤ m for Left, [k, n] with k ≤ n for Right; tau: [k]. What is said of A and trans at Ormqr holds
	// here. It is xORMLQ or xUNMLQ.
	Ormlq(side Side, trans Transpose, m, n, k int, a []T, lda int, tau []T, c []T, ldc int, ws *Workspace) error

	// Getrf computes A = P*L*U with partial pivoting, A: [m, n], L unit lower and U upper triangular or trapezoidal, both
	// left in A. ipiv: [min(m, n)]: row i was exchanged with row ipiv[i] ≥ i, in this order. If a diagonal element of U is
	// exactly zero, the factorisation is complete and a *SingularError names the first: such factors cannot solve.
	Getrf(m, n int, a []T, lda int, ipiv []int, ws *Workspace) error

	// Getrs solves op(A)*X = B with the factors of Getrf; A: [n, n], B: [n, nrhs] is overwritten by X. A zero on U's
	// diagonal divides by zero: refuse what Getrf reported.
	Getrs(trans Transpose, n, nrhs int, a []T, lda int, ipiv []int, b []T, ldb int, ws *Workspace) error

	// Getri computes the inverse over the factors of Getrf, A: [n, n]. With a zero on U's diagonal it returns a
	// *SingularError and A is unchanged.
	Getri(n int, a []T, lda int, ipiv []int, ws *Workspace) error

	// Gesv solves A*X = B by Getrf and Getrs: A: [n, n] and ipiv: [n] receive the factors, B: [n, nrhs] the solution. With
	// a *SingularError the factors are there and B is unchanged.
	Gesv(n, nrhs int, a []T, lda int, ipiv []int, b []T, ldb int, ws *Workspace) error

	// Potrf computes A = Uᴴ*U (Upper) or L*Lᴴ (Lower) of the Hermitian matrix A: [n, n] in the given triangle. If the
	// leading minor of order i+1 is not positive, it returns a *NotPositiveDefiniteError with Index i. Imaginary parts on
	// the diagonal are taken to be zero.
	Potrf(uplo Uplo, n int, a []T, lda int, ws *Workspace) error

	// Potrs solves A*X = B with the factor of Potrf; B: [n, nrhs] is overwritten by X.
	Potrs(uplo Uplo, n, nrhs int, a []T, lda int, b []T, ldb int, ws *Workspace) error

	// Posv solves A*X = B by Potrf and Potrs. With a *NotPositiveDefiniteError, B is unchanged.
	Posv(uplo Uplo, n, nrhs int, a []T, lda int, b []T, ldb int, ws *Workspace) error

	// Syevd computes the eigenvalues w: [n], ascending, of the Hermitian matrix A: [n, n] in the given triangle, and with
	// vectors the orthonormal eigenvectors over A, the k-th in column k. Without vectors that triangle of A is destroyed.
	// Imaginary parts on the diagonal are taken to be zero. It is xSYEVD or xHEEVD.
	//
	// Method: reduction to tridiagonal form, then divide and conquer (Cuppen 1981; Gu and Eisenstat 1995), or in pure Go
	// implicit QL/QR (Golub and Van Loan 8.3).
	Syevd(vectors bool, uplo Uplo, n int, a []T, lda int, w []R, ws *Workspace) error

	// Geev computes the eigenvalues wr[k] + i*wi[k] of A: [n, n], which is destroyed, and if asked its left eigenvectors
	// uᴴ*A = λ*uᴴ in vl and right eigenvectors A*v = λ*v in vr: [n, n]. What is not asked for is not looked at. Vectors have Euclidean norm 1 and a real largest component.
	//
	// The order is LAPACK's, the order of deflation: none that a caller may rely on, except that for real T the two of a
	// conjugate pair stand together, the positive imaginary part first. For real T their vectors are packed: columns k
	// and k+1 hold the real and imaginary part of the vector of the eigenvalue k; that of k+1 is its conjugate
	// (ExpandEigenvectors). For complex T column k is the vector k.
	//
	// With a *NoConvergenceError of count c, wr[c:] and wi[c:] hold the eigenvalues that have converged (for complex T
	// too), and no vectors have been computed.
	//
	// Method: balancing, Hessenberg reduction, shifted QR, back substitution; Golub and Van Loan 7.4-7.6.
	Geev(left, right bool, n int, a []T, lda int, wr, wi []R, vl []T, ldvl int, vr []T, ldvr int, ws *Workspace) error

	// Gelsd computes the minimum-norm solution of min ‖B - A*X‖ by the SVD: A: [m, n] is destroyed; B: [m, nrhs] on entry,
	// X: [n, nrhs] on return, in the same slice with ldb ≥ max(m, n). s: [min(m, n)] receives the singular values;
	// those at most rcond*s[0] count as zero, with rcond < 0 the machine precision of R. It returns the rank. Rows n to
	// m of B are undefined on return. rcond must not be NaN.
	Gelsd(m, n, nrhs int, a []T, lda int, b []T, ldb int, s []R, rcond R, ws *Workspace) (rank int, err error)

	// Gecon estimates 1/(‖A‖*‖A⁻¹‖) in OneNorm or InfNorm from the factors of Getrf and anorm = ‖A‖ in the same norm. It
	// is 0 for a singular A and 1 for n = 0. A is unchanged.
	//
	// Method: Higham, ACM Trans. Math. Softw. 14, 1988. The estimate is rarely more than three times too large.
	Gecon(norm Norm, n int, a []T, lda int, anorm R, ws *Workspace) (rcond R, err error)

	// Trtrs solves op(A)*X = B with the triangular A: [n, n]; B: [n, nrhs] is overwritten by X. With a zero on the diagonal
	// it returns a *SingularError and B is unchanged.
	Trtrs(uplo Uplo, trans Transpose, diag Diag, n, nrhs int, a []T, lda int, b []T, ldb int, ws *Workspace) error

	// Trtri computes the inverse of the triangular A: [n, n] in its place. With a zero on the diagonal it returns a
	// *SingularError and A is unchanged.
	Trtri(uplo Uplo, diag Diag, n int, a []T, lda int, ws *Workspace) error

	// Lange returns a norm of A: [m, n], 0 for an empty one; NaN if A has one. It is computed in Go for every provider:
	// Fortran functions that return a float have two calling conventions.
	Lange(norm Norm, m, n int, a []T, lda int) (R, error)
}
