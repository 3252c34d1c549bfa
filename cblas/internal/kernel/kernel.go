package kernel

// This file holds the interface of the kernels and the table of what each instruction set offers.

// Real is the set of real element types.
type Real interface {
	float32 | float64
}

// Scalar is the set of element types.
type Scalar interface {
	float32 | float64 | complex64 | complex128
}

// Flags modify a tile kernel.
type Flags int

// The flags of a tile kernel. Real kernels ignore the last two.
const (
	Add   Flags = 1 << iota // add to C; without it C is overwritten and never read
	ConjA                   // use the conjugate of A
	ConjB                   // use the conjugate of B
)

// Tile computes C = alpha*A*B, or C += alpha*A*B with Add, for one tile that is held in registers:
//
//	A: [mr, k], element (i, p) at a[i + p*as]
//	B: [k, nr], element (p, j) at b[p*bk + j*bj]
//	C: [mr, nr], element (i, j) at c[i + j*ldc]
//
// with 1 ≤ mr ≤ Set.MR, 1 ≤ nr ≤ Set.NR, k ≥ 1. Nothing outside the three matrices is touched. Each element of C is summed
// in the order of p, whatever the size of the tile and its place in it, so that a product does not depend on how it
// is cut into tiles. A complex alpha without imaginary part multiplies like a real number.
type Tile[T Scalar] func(k int, a *T, as int, b *T, bk, bj int, c *T, ldc, mr, nr int, flags Flags, alpha T)

// Dots computes the products of up to four columns with one vector: s0 to s3 are Σ a[i + j*lda]*x[i] over i < n for
// j < cols, where 1 ≤ cols ≤ 4. ConjA conjugates a, ConjB x. Sums of columns that are not asked for are 0.
type Dots[T Scalar] func(n int, a *T, lda, cols int, x *T, flags Flags) (s0, s1, s2, s3 T)

// Axpys adds up to four columns to one vector: y[i] += Σ a[i + j*lda]*xj over j < cols, for i < n, where 1 ≤ cols ≤ 4. Each
// element is summed in the order of j. ConjA conjugates a.
type Axpys[T Scalar] func(n int, a *T, lda, cols int, x0, x1, x2, x3 T, y *T, flags Flags)

// Set is the kernels of one element type for one instruction set.
type Set[T Scalar] struct {
	Name string // "avx512", "avx2", "go"

	MR, NR int // the largest tile

	// MC, KC and NC are the cache blocks of the matrix product: a packed block of A, [MC, KC], should fill about half of
	// the level-2 cache, a column panel of B, [KC, NR], half of the level-1 cache, and a packed block of B, [KC, NC], a
	// part of the level-3 cache. MC is a multiple of MR, NC of NR.
	MC, KC, NC int

	Tile  Tile[T]
	Dots  Dots[T]
	Axpys Axpys[T]
}

// Names returns the names of the kernel sets that this processor can run, the fastest first. The last is "go".
func Names() []string { return append(native(), "go") }

// For returns the kernel set of that name for T. The name must be one of Names.
func For[T Scalar](name string) Set[T] {
	var zero T
	var set any
	switch any(zero).(type) {
	case float32:
		set = float32Set(name)
	case float64:
		set = float64Set(name)
	case complex64:
		set = complex64Set(name)
	case complex128:
		set = complex128Set(name)
	}
	return set.(Set[T])
}
