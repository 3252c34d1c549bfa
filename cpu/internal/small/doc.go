// Package small multiplies small matrices, many in one call.
//
// A provider's GEMM packs its operands before it multiplies; for a few rows, columns and terms that takes longer than the product,
// and a thin product of millions of rows is bound by memory, which packing touches twice. The kernels here read A and B where they
// lie: tiles of up to three vectors of rows by four columns of C stay in registers over all k (the inner kernel of Goto and van de
// Geijn, Anatomy of High-Performance Matrix Multiplication, 2008, without its packing). Only a transposed A is turned, a few rows
// at a time.
//
// The kernels are C, in native builds, for AVX-512 and AVX2 on amd64, and what the compiler makes of vectors of 16 bytes elsewhere. In
// pure Go there are none. Real types alone.
package small

// Depth is the largest k.
const Depth = 64

// Product is the shape of the products of one step: C: [M, N] = A·B or C += A·B, column-major, with A: [M, K], or [K, M] if TransA is
// set, and B: [K, N], or [N, K] if TransB is. C is not read unless it is added to.
type Product struct {
	TransA, TransB bool
	M, N, K        int
	LDA, LDB, LDC  int
}

// Real are the element types.
type Real interface{ float32 | float64 }
