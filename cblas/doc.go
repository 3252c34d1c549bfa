// Package cblas is BLAS for Go behind one interface, column-major, for the four element types, with errors in place of
// panics: thin bindings to the library that the machine has, and a fast implementation in Go for machines that have none.
//
// # Providers
//
// A Provider is one implementation. Gonum returns the pure-Go one, which every build has, with or without cgo; a build tag
// adds a native one:
//
//	openblas      OpenBLAS
//	mkl           Intel oneMKL
//	accelerate    Apple Accelerate
//	netlib        any library with the CBLAS interface, through gonum.org/v1/netlib and the user's CGO_LDFLAGS
//
// Default returns the native provider where there is one, ByName and Providers find them all. For gives the routines for
// one element type:
//
//	ops := cblas.For[float64](cblas.Default())
//	err := ops.Gemm(cblas.NoTrans, cblas.NoTrans, m, n, k, 1, a, m, b, k, 0, c, m)
//
// # The contract
//
// Ops says what each routine does, and all providers do it alike, to the letter of the interface where the libraries
// underneath differ: results are overwritten without being read where beta is 0, 0*NaN is NaN, empty operands are
// allowed, sizes beyond a library's 32 bits are errors. Every argument is checked, slice lengths included, before
// anything is written; a bad one gives an *ArgError. Package cblastest holds providers to the contract, and SelfTest
// checks one in place, on the processor it runs on.
//
// Routines do not allocate in the steady state, do not keep their arguments and may be called from many goroutines. Results
// must not overlap operands; nothing checks that.
//
// # Threads
//
// Each provider uses at most Threads threads for a call, and one where more would not be faster. The pure-Go provider keeps
// the count for itself and its results are the same, bit by bit, for any count. Native libraries have one count for
// the process.
//
// # gonum
//
// Use makes gonum itself run on a provider:
//
//	cblas.Use(cblas.Default())
package cblas
