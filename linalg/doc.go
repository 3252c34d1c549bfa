// Package linalg is dense linear algebra for tensors: factorisations, systems, norms and functions of matrices in float32,
// float64, complex64 and complex128, and splits of tensors between groups of labels.
//
// # Matrices in tensors
//
// The two leading axes of a tensor are the matrix, further axes are a batch, every matrix of which is treated alike:
// [m, n, batch…]. Operands may be strided in any way and are not written to; a matrix in column-major order is copied
// once, into the memory in which LAPACK overwrites it, which is the result's where that is possible. Results are new,
// compact and column-major. Any size may be 0: the factors of an empty matrix are empty, or identities where they are
// square.
//
// # Three ways to run
//
// Every operation has a one-shot form, SVD, which runs on the default backend or on that of WithBackend, and a traced
// form, TraceSVD, for programs that are compiled once and run many times by a runtime that has this package's Extension.
// A one-shot call is such a program too, from the backend's bounded cache, so that both run the same kernels. All
// functions may be called from many goroutines.
//
// # Conventions
//
//   - Elements must be finite where LAPACK would see them: an Inf can keep its SVD from ever returning. A matrix with a
//     NaN or Inf is refused before the call, with a lapack.NonFiniteError that says where.
//   - Singular values descend, eigenvalues of Hermitian matrices ascend, those of general ones have no order.
//   - Of Hermitian and triangular matrices the upper triangle is read, with the option Lower the lower one.
//   - Signs and phases of vectors are the library's own, unless Gauge fixes them.
//   - What a matrix makes impossible is a *MatrixError: singular, not positive definite, no convergence, not finite, with
//     the matrix's index in the batch; the whole call has failed then. What a shape or a dtype makes impossible is an
//     *OperandError, found before anything is computed.
//   - A small matrix is factored on one thread, a large one on all of the backend's; matrices of a batch one after the other,
//     or, where they are real and no larger than 16×16 and the build is native, as many at once as a vector has lanes. The
//     factors of a matrix in a batch may then differ, in rounding and in signs, from those of the same matrix alone.
package linalg
