package zla

import (
	"math"

	blasgonum "gonum.org/v1/gonum/blas/gonum"
)

// This file holds the vector kernels, which are gonum's (with SSE2 assembly on amd64), and the machine constants.

const (
	epsilon = 0x1p-53   // half the distance from 1 to the next number: LAPACK's eps
	ulp     = 0x1p-52   // the distance from 1 to the next number: LAPACK's precision
	safeMin = 0x1p-1022 // the smallest normal number, whose reciprocal does not overflow
)

// kernels is stateless.
type kernels = blasgonum.Implementation

// dotc returns Σ conj(x[i])*y[i].
func dotc(x, y []complex128) complex128 {
	if len(x) == 0 {
		return 0
	}
	return kernels{}.Zdotc(len(x), x, 1, y, 1)
}

// dotu returns Σ x[i]*y[i].
func dotu(x, y []complex128) complex128 {
	if len(x) == 0 {
		return 0
	}
	return kernels{}.Zdotu(len(x), x, 1, y, 1)
}

// axpy computes y += alpha*x.
func axpy(alpha complex128, x, y []complex128) {
	if len(x) != 0 {
		kernels{}.Zaxpy(len(x), alpha, x, 1, y, 1)
	}
}

// scal computes x *= alpha.
func scal(alpha complex128, x []complex128) {
	for i := range x {
		x[i] *= alpha
	}
}

// scalReal computes x *= alpha.
func scalReal(alpha float64, x []complex128) {
	for i, v := range x {
		x[i] = complex(alpha*real(v), alpha*imag(v))
	}
}

// norm2 returns the Euclidean norm of x without needless over- or underflow.
func norm2(x []complex128) float64 {
	if len(x) == 0 {
		return 0
	}
	return kernels{}.Dznrm2(len(x), x, 1)
}

// abs1 returns |re| + |im|, a cheap stand-in for the modulus where a factor of √2 does not matter.
func abs1(x complex128) float64 { return math.Abs(real(x)) + math.Abs(imag(x)) }

// indexMax returns the index of the element with the largest abs1.
func indexMax(x []complex128) int {
	at, most := 0, -1.0
	for i, v := range x {
		if r := abs1(v); r > most {
			at, most = i, r
		}
	}
	return at
}

// scaleIn multiplies a by a power of two if its largest element is so small or large that squares of elements would
// under- or overflow, and returns the factor (1 mostly).
func scaleIn(a Matrix) float64 {
	const small = 0x1p-459 // about sqrt(safeMin)/epsilon, as LAPACK's drivers take it
	most := a.maxPart()
	factor := 1.0
	switch {
	case most == 0:
		return 1
	case most < small:
		factor = math.Ldexp(1, -exponent(most)-459)
	case most > 1/small:
		factor = math.Ldexp(1, 459-exponent(most))
	default:
		return 1
	}
	for j := range a.Cols {
		scalReal(factor, a.Col(j))
	}
	return factor
}

// exponent returns e with 2^e ≤ x < 2^(e+1).
func exponent(x float64) int {
	_, e := math.Frexp(x)
	return e - 1
}
