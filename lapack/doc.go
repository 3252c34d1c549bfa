// Package lapack is a thin, column-major binding of LAPACK's dense factorisations for the four element types float32,
// float64, complex64 and complex128.
//
// A [Provider] is one implementation. The build tag chooses the native one, which is called through the Fortran symbols
// that every LAPACK exports, so LAPACKE is not needed:
//
//	(no tag)    pure Go, works without cgo
//	openblas    OpenBLAS, found by pkg-config
//	mkl         Intel oneMKL, found by pkg-config
//	accelerate  Apple's Accelerate, macOS 13.3 or later
//	netlib      any LAPACK; the user's CGO_LDFLAGS name it
//
// [Gonum] is there in every build. It runs gonum's LAPACK for float64 and algorithms of its own for complex128, which
// gonum has not; float32 and complex64 are computed in the wider type and rounded once at the end. It has every routine,
// slower: for matrices that matter, link a library.
//
//	p := lapack.Default()
//	var ws lapack.Workspace
//	s := make([]float64, min(m, n))
//	err := p.Float64().Gesdd(lapack.SVDNone, m, n, a, m, s, nil, 1, nil, 1, &ws)
//
// # Conventions
//
// Element (i, j) of a matrix with leading dimension ld stands at i + j*ld. Indices and pivots count from 0. Matrices are
// overwritten where LAPACK overwrites them. Every routine checks sizes, leading dimensions and slice lengths before it
// computes and returns an [*ArgError] with nothing written, so that LAPACK itself never finds a wrong
// argument and never prints. An empty matrix returns at once. A numerical failure is a [*SingularError], a
// [*NotPositiveDefiniteError] or a [*NoConvergenceError].
//
// Elements must be finite. LAPACK's behaviour on NaN and Inf is not defined: its divide-and-conquer SVD can run for
// ever on an Inf. The routines do not look, because the caller often knows better; [CheckFinite] and [AllFinite] are
// there for callers that do not.
//
// # Memory and concurrency
//
// Scratch memory and the work sizes that LAPACK asks for live in a [Workspace] that the caller holds. With the same
// workspace, repeated calls of the same sizes allocate nothing. A workspace serves one call at a time; a nil workspace
// makes the call allocate its own. Providers and their [Ops] are safe for concurrent use, [Provider.SetThreads] is not.
//
// gonum's own lapack64 and mat run on a provider by one line:
//
//	lapack64.Use(lapack.ForGonum(lapack.Default()))
package lapack
