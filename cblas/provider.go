package cblas

// This file is the contract that every provider fulfils. The conformance suite in cblastest holds them to it.

// Scalar is the closed set of element types of BLAS.
type Scalar interface {
	float32 | float64 | complex64 | complex128
}

// Transpose says how an operand is read. For real types ConjTrans is Trans.
type Transpose uint8

// The three ways to read a matrix.
const (
	NoTrans Transpose = iota
	Trans
	ConjTrans
)

// Provider is an implementation of BLAS. A Provider may be shared by goroutines, except for SetThreads, which must not
// run while other calls do: native libraries keep one thread count for the whole process.
type Provider interface {
	// Info returns what the provider says of itself now.
	Info() Info
	// Threads returns how many threads a large call may use.
	Threads() int
	// SetThreads sets that number, at least 1. It fails where the library cannot do what was asked.
	SetThreads(n int) error

	Float32() Ops[float32]
	Float64() Ops[float64]
	Complex64() Ops[complex64]
	Complex128() Ops[complex128]
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
	Threading string
}

// Ops holds the routines for one element type. All matrices are column-major: element (i, j) of a matrix with leading
// dimension ld stands at i + j*ld. Every routine
//
//   - checks sizes, leading dimensions, increments and slice lengths before it computes, and returns an *ArgError
//     that names the routine and the argument; nothing is written then;
//   - returns at once, without looking at the slices, when the result has no element;
//   - treats k = 0 as an empty sum: the result is beta*C;
//   - never reads C (or y) when beta is 0, so that NaN left there does not survive;
//   - lets NaN and Inf of the operands through as IEEE 754 says: 0*NaN is NaN. (With alpha = 0 the operands are not read.)
//   - refuses dimensions, leading dimensions and increments that its integers cannot hold, with an error, or splits the work.
//
// The output must not overlap an operand.
type Ops[T Scalar] interface {
	// Gemm computes C = alpha*op(A)*op(B) + beta*C with op(A): [m, k], op(B): [k, n], C: [m, n].
	Gemm(transA, transB Transpose, m, n, k int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int) error

	// GemmBatch does len(c) products of equal sizes, the i-th on a[i], b[i] and c[i]. The results must not overlap.
	GemmBatch(transA, transB Transpose, m, n, k int, alpha T, a [][]T, lda int, b [][]T, ldb int, beta T, c [][]T, ldc int) error

	// GemmStrided does count products of equal sizes; the i-th reads a[i*strideA:] and b[i*strideB:] and writes
	// c[i*strideC:]. Strides are at least 0; strideA or strideB may be 0 (an operand used by all). The results must
	// not overlap.
	GemmStrided(transA, transB Transpose, m, n, k int, alpha T, a []T, lda, strideA int, b []T, ldb, strideB int, beta T, c []T, ldc, strideC, count int) error

	// GemmOffsets does len(offC) products of equal sizes, in order; the i-th reads a[offA[i]:] and b[offB[i]:] and
	// updates c[offC[i]:]. Equal offsets in offC are allowed and accumulate in order (with beta = 1).
	GemmOffsets(transA, transB Transpose, m, n, k int, alpha T, a []T, lda int, offA []int, b []T, ldb int, offB []int, beta T, c []T, ldc int, offC []int) error

	// Gemv computes y = alpha*op(A)*x + beta*y with A: [m, n]; x and y have increments incX, incY that are not 0. A
	// negative increment walks the vector backwards from its end, as BLAS does.
	Gemv(trans Transpose, m, n int, alpha T, a []T, lda int, x []T, incX int, beta T, y []T, incY int) error

	// Ger computes A = A + alpha*x*yᵀ with A: [m, n].
	Ger(m, n int, alpha T, x []T, incX int, y []T, incY int, a []T, lda int) error

	// Gerc computes A = A + alpha*x*yᴴ; for real types it is Ger.
	Gerc(m, n int, alpha T, x []T, incX int, y []T, incY int, a []T, lda int) error

	// Dot returns Σ x[i]*y[i] over n elements.
	Dot(n int, x []T, incX int, y []T, incY int) (T, error)

	// Dotc returns Σ conj(x[i])*y[i]; for real types it is Dot.
	Dotc(n int, x []T, incX int, y []T, incY int) (T, error)

	// Axpy computes y = alpha*x + y. With alpha = 0 it does nothing.
	Axpy(n int, alpha T, x []T, incX int, y []T, incY int) error

	// Scal computes x = alpha*x, also for alpha = 0: NaN and Inf become NaN then.
	Scal(n int, alpha T, x []T, incX int) error
}

// For returns the routines of p for the element type T.
func For[T Scalar](p Provider) Ops[T] {
	var zero T
	switch any(zero).(type) {
	case float32:
		return any(p.Float32()).(Ops[T])
	case float64:
		return any(p.Float64()).(Ops[T])
	case complex64:
		return any(p.Complex64()).(Ops[T])
	}
	return any(p.Complex128()).(Ops[T])
}
