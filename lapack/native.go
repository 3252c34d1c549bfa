//go:build cgo && ((openblas && !mkl && !accelerate && !netlib) || (mkl && !openblas && !accelerate && !netlib) || (netlib && !openblas && !mkl && !accelerate) || (accelerate && darwin && !openblas && !mkl && !netlib))

package lapack

// This file holds the native provider's common part: the routines over the C shim, generic in the element type. What
// differs between libraries is in provider_<library>.go, the calls are in native_*.go by family.

// #include "native_shim.h"
import "C"

import (
	"fmt"
	"math"
	"unsafe"
)

// fortran implements routines by the linked library, with 32-bit integers.
type fortran[T Scalar, R Real] struct {
	kind  C.char // the letter of T in LAPACK's names
	limit int    // the largest integer of the library's interface
}

// library is the part of a native Provider that all of them share.
type library struct {
	s Ops[float32, float32]
	d Ops[float64, float64]
	c Ops[complex64, float32]
	z Ops[complex128, float64]
}

// intBits is the width of the integers that the shim was compiled with.
const intBits = 8 * int(unsafe.Sizeof(C.tf_int(0)))

// newLibrary returns the routines over the shim. bits is the width of the integers that the library says it has: if it is
// another than the shim's, no size is safe, and every call is refused.
func newLibrary(bits int) library {
	limit := maxInt(bits)
	if bits != intBits {
		limit = 0
	}
	return library{
		s: &checked[float32, float32]{&fortran[float32, float32]{'s', limit}, limit},
		d: &checked[float64, float64]{&fortran[float64, float64]{'d', limit}, limit},
		c: &checked[complex64, float32]{&fortran[complex64, float32]{'c', limit}, limit},
		z: &checked[complex128, float64]{&fortran[complex128, float64]{'z', limit}, limit},
	}
}

func (l *library) Float32() Ops[float32, float32]       { return l.s }
func (l *library) Float64() Ops[float64, float64]       { return l.d }
func (l *library) Complex64() Ops[complex64, float32]   { return l.c }
func (l *library) Complex128() Ops[complex128, float64] { return l.z }

// setThreads is SetThreads for a library that tells afterwards how many threads it runs.
func setThreads(p Provider, n int, set func(n int)) error {
	c := check{routine: "setThreads", limit: maxInt(32)}
	if c.dim("n", n); n == 0 {
		c.fail("n", n, atLeast(1))
	}
	if c.err != nil {
		return c.err
	}
	if n != p.Threads() {
		set(n)
	}
	if got := p.Threads(); got != n {
		return fmt.Errorf("lapack: %s runs %d threads, %d were asked for", p.Info().Name, got, n)
	}
	return nil
}

// ptr returns the address of a slice's first element, or nil for an array that the routine does not use.
func ptr[E any](s []E) unsafe.Pointer {
	if len(s) == 0 {
		return nil
	}
	return unsafe.Pointer(&s[0])
}

// integers returns n elements of ws as LAPACK's integers, at least one.
func integers(ws *Workspace, n int) []C.tf_int {
	s := scratch[int64](ws, max(1, n))
	return unsafe.Slice((*C.tf_int)(unsafe.Pointer(&s[0])), len(s))
}

// pivots converts row exchanges from 0 to LAPACK's from 1.
func pivots(ws *Workspace, ipiv []int) *C.tf_int {
	s := integers(ws, len(ipiv))
	for i, v := range ipiv {
		s[i] = C.tf_int(v) + 1
	}
	return &s[0]
}

// uploOf, transOf, diagOf, sideOf and svdOf give LAPACK's letters.
func uploOf(u Uplo) C.char       { return C.char("UL"[u]) }
func transOf(t Transpose) C.char { return C.char("NTC"[t]) }
func diagOf(d Diag) C.char       { return C.char("NU"[d]) }
func sideOf(s Side) C.char       { return C.char("LR"[s]) }
func svdOf(j SVDJob) C.char      { return C.char("NSA"[j]) }

// vectorsOf gives the letter that asks for eigenvectors.
func vectorsOf(want bool) C.char {
	if want {
		return 'V'
	}
	return 'N'
}

// key names a question for work sizes.
func (o *fortran[T, R]) key(routine string, flag0, flag1 C.char, m, n, k int) workKey {
	return workKey{routine: routine, kind: byte(o.kind), flags: [2]byte{byte(flag0), byte(flag1)}, m: m, n: n, k: k}
}

// length reads the work size that LAPACK leaves in a work array. In single precision it may have been rounded down.
func length[E Scalar](w []E) int {
	switch v := any(w[0]).(type) {
	case float32:
		return int(math.Ceil(float64(math.Nextafter32(v, math.MaxFloat32))))
	case float64:
		return int(v)
	case complex64:
		return int(math.Ceil(float64(math.Nextafter32(real(v), math.MaxFloat32))))
	case complex128:
		return int(real(v))
	}
	return 0
}

// fits reports whether a work size, computed in floating point since it may be beyond any integer, is one that LAPACK's
// own arithmetic gets right.
func (o *fortran[T, R]) fits(size float64) bool { return size <= float64(o.limit) }

// workTooLarge is the error for a routine whose work array would be beyond the library's integers.
func (o *fortran[T, R]) workTooLarge(routine string, size float64) error {
	return tooLarge(routine, "work array", int(min(size, math.MaxInt64/2)), o.limit)
}

// work returns the work array of a routine that takes just one. call runs the routine with it; with length -1 it asks for
// the best length. That question is put once per size and workspace; where the answer might overflow the library's
// integers, least, which the routine's documentation guarantees to be enough, is used instead.
func (o *fortran[T, R]) work(ws *Workspace, key workKey, least int, call func(work []T, lwork C.tf_int) C.tf_int) []T {
	// The best length is n*nb for a block size nb that is at most 128 in any library.
	if !o.fits(128 * float64(least)) {
		return scratch[T](ws, least)
	}
	size, ok := ws.sizes[key]
	if !ok {
		answer := make([]T, 1)
		call(answer, -1)
		size = workSize{max(least, length(answer))}
		ws.keep(key, size)
	}
	return scratch[T](ws, size[0])
}

// must is for routines whose arguments have been checked and that have no other failure.
func must(info C.tf_int) {
	if info < 0 {
		panic("lapack: the library refused an argument that had been checked")
	}
}
