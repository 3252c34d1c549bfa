//go:build cgo && ((openblas && !mkl && !accelerate && !netlib) || (mkl && !openblas && !accelerate && !netlib) || (accelerate && darwin && !openblas && !mkl && !netlib))

package cblas

// This file holds the products of a native provider: arguments are checked in Go, then one call crosses to C for a
// product or a whole batch. What differs between libraries is in provider_<library>.go and native_routines.h.

// #cgo noescape tfb_gemm
// #cgo nocallback tfb_gemm
// #cgo noescape tfb_gemm_strided
// #cgo nocallback tfb_gemm_strided
// #cgo noescape tfb_gemm_offsets
// #cgo nocallback tfb_gemm_offsets
// #cgo noescape tfb_gemm_eight
// #cgo nocallback tfb_gemm_eight
// #include "native_shim.h"
import "C"

import (
	"math"
	"unsafe"
)

// library is the part of a native Provider that all of them share.
type library struct {
	s nativeOps[float32]
	d nativeOps[float64]
	c nativeOps[complex64]
	z nativeOps[complex128]
}

func newLibrary() library {
	limit := math.MaxInt
	if C.tfb_int_bits() == 32 {
		limit = math.MaxInt32
	}
	return library{
		s: nativeOps[float32]{0, limit},
		d: nativeOps[float64]{1, limit},
		c: nativeOps[complex64]{2, limit},
		z: nativeOps[complex128]{3, limit},
	}
}

// refuseAll sets a limit that no call can meet, for a library that would read its arguments wrongly.
func (l *library) refuseAll() { l.s.limit, l.d.limit, l.c.limit, l.z.limit = 0, 0, 0, 0 }

func (l *library) Float32() Ops[float32]       { return &l.s }
func (l *library) Float64() Ops[float64]       { return &l.d }
func (l *library) Complex64() Ops[complex64]   { return &l.c }
func (l *library) Complex128() Ops[complex128] { return &l.z }

// intBits is the width of the integers in the header that the shim was compiled with.
func intBits() int { return int(C.tfb_int_bits()) }

// nativeOps implements Ops by the C shim.
type nativeOps[T Scalar] struct {
	kind  C.int
	limit int // the largest integer of the library's interface
}

// array returns the address of the first element, nil for an empty slice.
func array[T Scalar](s []T) *C.char { return (*C.char)(unsafe.Pointer(unsafe.SliceData(s))) }

// scalar returns the address of an alpha or beta. The C functions keep no address, and say so by noescape.
func scalar[T Scalar](v *T) *C.char { return (*C.char)(unsafe.Pointer(v)) }

// offsets returns the address of the first offset.
func offsets(s []int) *C.ptrdiff_t { return (*C.ptrdiff_t)(unsafe.Pointer(unsafe.SliceData(s))) }

// op returns CBLAS's number for t.
func op(t Transpose) C.int { return 111 + C.int(t) }

func (o *nativeOps[T]) Gemm(transA, transB Transpose, m, n, k int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int) error {
	work, err := checkGemm(transA, transB, m, n, k, lda, len(a), ldb, len(b), ldc, len(c), o.limit)
	if work {
		C.tfb_gemm(o.kind, op(transA), op(transB), C.int64_t(m), C.int64_t(n), C.int64_t(k), scalar(&alpha),
			array(a), C.int64_t(lda), array(b), C.int64_t(ldb), scalar(&beta), array(c), C.int64_t(ldc))
	}
	return err
}

func (o *nativeOps[T]) GemmStrided(transA, transB Transpose, m, n, k int, alpha T, a []T, lda, strideA int, b []T, ldb, strideB int, beta T, c []T, ldc, strideC, count int) error {
	work, err := checkGemmStrided(transA, transB, m, n, k, lda, strideA, len(a), ldb, strideB, len(b), ldc, strideC, len(c), count, o.limit)
	if work {
		C.tfb_gemm_strided(o.kind, op(transA), op(transB), C.int64_t(m), C.int64_t(n), C.int64_t(k), scalar(&alpha),
			array(a), C.int64_t(lda), C.int64_t(strideA), array(b), C.int64_t(ldb), C.int64_t(strideB),
			scalar(&beta), array(c), C.int64_t(ldc), C.int64_t(strideC), C.int64_t(count))
	}
	return err
}

func (o *nativeOps[T]) GemmOffsets(transA, transB Transpose, m, n, k int, alpha T, a []T, lda int, offA []int, b []T, ldb int, offB []int, beta T, c []T, ldc int, offC []int) error {
	work, err := checkGemmOffsets(transA, transB, m, n, k, lda, len(a), offA, ldb, len(b), offB, ldc, len(c), offC, o.limit)
	if work {
		C.tfb_gemm_offsets(o.kind, op(transA), op(transB), C.int64_t(m), C.int64_t(n), C.int64_t(k), scalar(&alpha),
			array(a), C.int64_t(lda), offsets(offA), array(b), C.int64_t(ldb), offsets(offB),
			scalar(&beta), array(c), C.int64_t(ldc), offsets(offC), C.int64_t(len(offC)))
	}
	return err
}

// GemmBatch crosses once for eight products, see tfb_gemm_eight.
func (o *nativeOps[T]) GemmBatch(transA, transB Transpose, m, n, k int, alpha T, a [][]T, lda int, b [][]T, ldb int, beta T, c [][]T, ldc int) error {
	work, err := checkGemmBatch(transA, transB, m, n, k, a, lda, b, ldb, c, ldc, o.limit)
	if !work {
		return err
	}
	for ; len(c) > 8; a, b, c = a[8:], b[8:], c[8:] {
		o.eight(transA, transB, m, n, k, &alpha, (*[8][]T)(a), lda, (*[8][]T)(b), ldb, &beta, (*[8][]T)(c), ldc, 8)
	}
	var lastA, lastB, lastC [8][]T
	copy(lastA[:], a)
	copy(lastB[:], b)
	copy(lastC[:], c)
	o.eight(transA, transB, m, n, k, &alpha, &lastA, lda, &lastB, ldb, &beta, &lastC, ldc, len(c))
	return nil
}

func (o *nativeOps[T]) eight(transA, transB Transpose, m, n, k int, alpha *T, a *[8][]T, lda int, b *[8][]T, ldb int, beta *T, c *[8][]T, ldc, count int) {
	C.tfb_gemm_eight(o.kind, op(transA), op(transB), C.int64_t(m), C.int64_t(n), C.int64_t(k),
		scalar(alpha), C.int64_t(lda), C.int64_t(ldb), scalar(beta), C.int64_t(ldc), C.int(count),
		array(a[0]), array(b[0]), array(c[0]), array(a[1]), array(b[1]), array(c[1]),
		array(a[2]), array(b[2]), array(c[2]), array(a[3]), array(b[3]), array(c[3]),
		array(a[4]), array(b[4]), array(c[4]), array(a[5]), array(b[5]), array(c[5]),
		array(a[6]), array(b[6]), array(c[6]), array(a[7]), array(b[7]), array(c[7]))
}
