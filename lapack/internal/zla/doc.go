// Package zla factorises dense complex128 matrices in pure Go, where gonum's LAPACK has only real routines: QR, LU and
// Cholesky factorisations, triangular solves, Hermitian and general eigenproblems, and the singular value decomposition.
//
// Matrices are column-major views. Algorithms are the classical ones of Golub and Van Loan, Matrix Computations, 4th
// edition (cited as GVL), and store their results as LAPACK does (Anderson et al., LAPACK Users' Guide, 3rd edition), so
// that factors of this package and of LAPACK mean the same. The real parts of the Hermitian eigenproblem and of the
// singular value decomposition, on a tridiagonal or bidiagonal matrix, are gonum's Dsteqr and Dbdsqr.
//
// Loops run down columns, which are contiguous, and reach for locality by panels or by recursion rather than by packing.
// Arguments are not checked: package lapack does that.
package zla
