//go:build cgo && ((openblas && !mkl && !accelerate && !netlib) || (mkl && !openblas && !accelerate && !netlib) || (netlib && !openblas && !mkl && !accelerate) || (accelerate && darwin && !openblas && !mkl && !netlib))

package lapack

// This file holds the native provider's common part: the routines over the C shim, generic in the element type. What
// differs between libraries is in native_<library>.go, the calls are in native_*.go by family.

// #include "shim.h"
import "C"

import (
	"math"
	"unsafe"
)

// fortran implements routines by the linked library, with 32-bit integers.
type fortran[T Scalar, R Real] struct {
	kind C.char // the letter of T in LAPACK's names
}

// newNative returns the routines of one type with their checks.
func newNative[T Scalar, R Real](kind byte) Ops[T, R] {
	return &checked[T, R]{r: &fortran[T, R]{kind: C.char(kind)}, limit: math.MaxInt32}
}

// library is the Provider; its facts and its thread control are the library's own (native_<library>.go).
type library struct {
	s Ops[float32, float32]
	d Ops[float64, float64]
	c Ops[complex64, float32]
	z Ops[complex128, float64]
}

// native returns the provider of the library that the build tag names.
func native() (Provider, bool) {
	return &library{
		s: newNative[float32, float32]('s'),
		d: newNative[float64, float64]('d'),
		c: newNative[complex64, float32]('c'),
		z: newNative[complex128, float64]('z'),
	}, true
}

func (l *library) Float32() Ops[float32, float32]       { return l.s }
func (l *library) Float64() Ops[float64, float64]       { return l.d }
func (l *library) Complex64() Ops[complex64, float32]   { return l.c }
func (l *library) Complex128() Ops[complex128, float64] { return l.z }

// ptr returns the address of a slice's first element, or nil for an array that the routine does not use.
func ptr[E any](s []E) unsafe.Pointer {
	if len(s) == 0 {
		return nil
	}
	return unsafe.Pointer(&s[0])
}

// ints32 returns n elements of ws as LAPACK's integers, and their address.
func ints32(ws *Workspace, n int) ([]int32, *C.int) {
	s := scratch[int32](ws, max(1, n))
	return s, (*C.int)(unsafe.Pointer(&s[0]))
}

// pivots converts row exchanges from 0 to LAPACK's from 1.
func pivots(ws *Workspace, ipiv []int) *C.int {
	s, p := ints32(ws, len(ipiv))
	for i, v := range ipiv {
		s[i] = int32(v) + 1
	}
	return p
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
// 32-bit arithmetic gets right.
func fits(size float64) bool { return size <= math.MaxInt32 }

// workTooLarge is the error for a routine whose work array would be beyond the library's integers.
func workTooLarge(routine string, size float64) error {
	return tooLarge(routine, "work array", int(min(size, math.MaxInt64/2)), math.MaxInt32)
}

// work returns the work array of a routine that takes just one. call runs the routine with it; with length -1 it asks for
// the best length. That question is put once per size and workspace; where the answer might overflow the library's
// integers, least, which the routine's documentation guarantees to be enough, is used instead.
func (o *fortran[T, R]) work(ws *Workspace, key workKey, least int, call func(work []T, lwork C.int) C.int) []T {
	// The best length is n*nb for a block size nb that is at most 128 in any library.
	if !fits(128 * float64(least)) {
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
func must(info C.int) {
	if info < 0 {
		panic("lapack: the library refused an argument that had been checked")
	}
}
