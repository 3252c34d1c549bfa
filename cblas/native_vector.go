//go:build cgo && ((openblas && !mkl && !accelerate && !netlib) || (mkl && !openblas && !accelerate && !netlib) || (accelerate && darwin && !openblas && !mkl && !netlib))

package cblas

// This file holds the products with vectors of a native provider.

// #cgo noescape tfb_gemv
// #cgo nocallback tfb_gemv
// #cgo noescape tfb_ger
// #cgo nocallback tfb_ger
// #cgo noescape tfb_dot
// #cgo nocallback tfb_dot
// #cgo noescape tfb_axpy
// #cgo nocallback tfb_axpy
// #cgo noescape tfb_scal
// #cgo nocallback tfb_scal
// #include "native_shim.h"
import "C"

import "math"

func (o *nativeOps[T]) Gemv(trans Transpose, m, n int, alpha T, a []T, lda int, x []T, incX int, beta T, y []T, incY int) error {
	work, err := checkGemv(trans, m, n, lda, len(a), len(x), incX, len(y), incY, o.limit)
	if work {
		C.tfb_gemv(o.kind, op(trans), C.int64_t(m), C.int64_t(n), scalar(&alpha), array(a), C.int64_t(lda),
			array(x), C.int64_t(incX), scalar(&beta), array(y), C.int64_t(incY))
	}
	return err
}

func (o *nativeOps[T]) Ger(m, n int, alpha T, x []T, incX int, y []T, incY int, a []T, lda int) error {
	return o.ger("ger", 0, m, n, alpha, x, incX, y, incY, a, lda)
}

func (o *nativeOps[T]) Gerc(m, n int, alpha T, x []T, incX int, y []T, incY int, a []T, lda int) error {
	return o.ger("gerc", 1, m, n, alpha, x, incX, y, incY, a, lda)
}

func (o *nativeOps[T]) ger(routine string, conj C.int, m, n int, alpha T, x []T, incX int, y []T, incY int, a []T, lda int) error {
	work, err := checkGer(routine, m, n, len(x), incX, len(y), incY, lda, len(a), o.limit)
	if work {
		C.tfb_ger(o.kind, conj, C.int64_t(m), C.int64_t(n), scalar(&alpha), array(x), C.int64_t(incX),
			array(y), C.int64_t(incY), array(a), C.int64_t(lda))
	}
	return err
}

func (o *nativeOps[T]) Dot(n int, x []T, incX int, y []T, incY int) (T, error) {
	return o.dot("dot", 0, n, x, incX, y, incY)
}

func (o *nativeOps[T]) Dotc(n int, x []T, incX int, y []T, incY int) (T, error) {
	return o.dot("dotc", 1, n, x, incX, y, incY)
}

// longest returns the limit for a routine on vectors of n elements. The shim hands over in parts what is longer than the
// library's integers count; increments beyond them cannot occur then, for no slice holds such a vector.
func (o *nativeOps[T]) longest(n int) int {
	if n > o.limit {
		return math.MaxInt
	}
	return o.limit
}

func (o *nativeOps[T]) dot(routine string, conj C.int, n int, x []T, incX int, y []T, incY int) (sum T, err error) {
	work, err := checkDot(routine, n, len(x), incX, len(y), incY, o.longest(n))
	if work {
		C.tfb_dot(o.kind, conj, C.int64_t(n), array(x), C.int64_t(incX), array(y), C.int64_t(incY), scalar(&sum))
	}
	return sum, err
}

func (o *nativeOps[T]) Axpy(n int, alpha T, x []T, incX int, y []T, incY int) error {
	work, err := checkAxpy(n, len(x), incX, len(y), incY, o.longest(n))
	if work {
		C.tfb_axpy(o.kind, C.int64_t(n), scalar(&alpha), array(x), C.int64_t(incX), array(y), C.int64_t(incY))
	}
	return err
}

func (o *nativeOps[T]) Scal(n int, alpha T, x []T, incX int) error {
	work, err := checkScal(n, len(x), incX, o.longest(n))
	if work {
		C.tfb_scal(o.kind, C.int64_t(n), scalar(&alpha), array(x), C.int64_t(incX))
	}
	return err
}
