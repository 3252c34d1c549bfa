package zla

import (
	"math"
	"math/cmplx"
)

// This file makes and applies Householder reflectors H = I - tau*v*vᴴ with v[0] = 1, GVL 5.1. A stored v keeps the slot
// of v[0] for another number (an element of R), so routines here never read it.

// reflect overwrites x with [beta, v[1:]] and returns tau such that Hᴴ*x = [beta, 0, ..., 0] with a real beta. For an x
// that already is so, H is the identity and tau 0. For len(x) = 1 it makes a complex x real. Tiny x are scaled, so that
// v is accurate to the smallest normal number.
func reflect(x []complex128) (tau complex128) {
	alpha, rest := x[0], x[1:]
	norm := norm2(rest)
	if norm == 0 && imag(alpha) == 0 {
		return 0
	}
	const tiny = safeMin / epsilon
	beta := awayFrom(alpha, norm)
	scalings := 0
	for math.Abs(beta) < tiny && scalings < 20 {
		scalings++
		scalReal(1/tiny, rest)
		alpha = complex(real(alpha)/tiny, imag(alpha)/tiny)
		norm = norm2(rest)
		beta = awayFrom(alpha, norm)
	}
	tau = complex((beta-real(alpha))/beta, -imag(alpha)/beta)
	scal(1/(alpha-complex(beta, 0)), rest)
	for ; scalings > 0; scalings-- {
		beta *= tiny
	}
	x[0] = complex(beta, 0)
	return tau
}

// awayFrom returns the norm of [alpha, rest] with the sign opposite to alpha's, so that alpha - beta does not cancel.
func awayFrom(alpha complex128, normRest float64) float64 {
	return -math.Copysign(math.Hypot(cmplx.Abs(alpha), normRest), real(alpha))
}

// applyLeft computes C = (I - tau*v*vᴴ)*C.
func applyLeft(v []complex128, tau complex128, c Matrix) {
	if tau == 0 {
		return
	}
	for j := range c.Cols {
		applyColumn(v, tau, c.Col(j))
	}
}

// applyColumn computes x = (I - tau*v*vᴴ)*x.
func applyColumn(v []complex128, tau complex128, x []complex128) {
	s := tau * (x[0] + dotc(v[1:], x[1:]))
	x[0] -= s
	axpy(-s, v[1:], x[1:])
}

// applyRight computes C = C*(I - tau*v*vᴴ), with scratch for one column of C.
func applyRight(v []complex128, tau complex128, c Matrix, scratch []complex128) {
	if tau == 0 || c.Rows == 0 {
		return
	}
	w := scratch[:c.Rows]
	copy(w, c.Col(0))
	for j := 1; j < c.Cols; j++ {
		axpy(v[j], c.Col(j), w)
	}
	axpy(-tau, w, c.Col(0))
	for j := 1; j < c.Cols; j++ {
		axpy(-tau*cmplx.Conj(v[j]), w, c.Col(j))
	}
}
