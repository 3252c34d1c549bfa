// Package lanes factors many small real matrices at once, one in each lane of the vector registers.
//
// A call of LAPACK on a 4×4 matrix takes longer than its arithmetic, and none of it fills a vector. Here a group of matrices, as
// many as a vector has elements, goes through one algorithm together: elimination with partial pivoting, Cholesky, Householder's
// QR, Jacobi's rotations for eigenvalues, Hestenes' for singular values (Golub and Van Loan, Matrix Computations, 4th ed., §3.4,
// §4.2, §5.2, §8.5, §8.6). What a group cannot handle, because one of its matrices is singular, not finite, of extreme scale or
// not of full rank, is left to the caller, who has LAPACK.
//
// The kernels are C, in native builds, for AVX-512, AVX2, and what else the compiler makes of vectors of 16 bytes. In pure Go there
// are none, and nothing is ever done.
//
// Matrices are column-major and compact, one behind the other. Operands are not written to and must not overlap the results.
// Functions may be called from many goroutines.
package lanes

import "unsafe"

// Order is the largest number of rows and of columns.
const Order = 16

// Real are the element types.
type Real interface{ float32 | float64 }

func is64[R Real]() bool {
	var r R
	return unsafe.Sizeof(r) == 8
}
