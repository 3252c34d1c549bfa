package linalg

import (
	"math"

	"github.com/tenferro/tenferro-go/lapack"
)

// This file factors matrices so small that calling LAPACK takes longer than the arithmetic. The algorithms are LAPACK's
// unblocked ones, so that pivots and signs are the same.

// tiny is the largest order that is factored here.
const tiny = 8

// magnitude is what pivots are compared by: |x|, or |re|+|im| as LAPACK's.
func magnitude[T lapack.Scalar](x T) float64 {
	switch x := any(x).(type) {
	case float32:
		return math.Abs(float64(x))
	case float64:
		return math.Abs(x)
	case complex64:
		return math.Abs(float64(real(x))) + math.Abs(float64(imag(x)))
	case complex128:
		return math.Abs(real(x)) + math.Abs(imag(x))
	}
	panic("no such type")
}

// getrf computes the factors of lapack.Ops.Getrf for a: [n, n].
func (c *call[T, R]) getrf(n int, a []T, pivots []int) error {
	if n > tiny {
		return c.lapack.Getrf(n, n, a, n, pivots, c.ws)
	}
	singular := -1
	for k := range n {
		column := a[k*n : (k+1)*n]
		at, most := k, magnitude(column[k])
		for i := k + 1; i < n; i++ {
			if r := magnitude(column[i]); r > most {
				at, most = i, r
			}
		}
		pivots[k] = at
		if most == 0 {
			if singular < 0 {
				singular = k
			}
			continue
		}
		if at != k {
			for j := k; j < n*n; j += n {
				row := j - k
				a[row+k], a[row+at] = a[row+at], a[row+k]
			}
		}
		below := column[k+1:]
		divide(below, column[k])
		for j := k + 1; j < n; j++ {
			other := a[j*n : (j+1)*n]
			if x := other[k]; x != 0 {
				minusTimes(other[k+1:], x, below)
			}
		}
	}
	if singular >= 0 {
		return &lapack.SingularError{Routine: "getrf", Index: singular}
	}
	return nil
}

// divide is x/by, by the reciprocal where that does not overflow.
func divide[T lapack.Scalar](x []T, by T) {
	if magnitude(by) >= 0x1p-100 {
		scale(x, 1/by)
		return
	}
	for i := range x {
		x[i] /= by
	}
}

// minusTimes is y - a·x.
func minusTimes[T lapack.Scalar](y []T, a T, x []T) {
	x = x[:len(y)]
	for i := range y {
		y[i] -= a * x[i]
	}
}

// getrs solves with the factors of getrf; b: [n, k].
func (c *call[T, R]) getrs(trans lapack.Transpose, n, k int, a []T, pivots []int, b []T) error {
	if n > tiny || trans != lapack.NoTrans {
		return c.lapack.Getrs(trans, n, k, a, max(n, 1), pivots, b, max(n, 1), c.ws)
	}
	for ; len(b) > 0 && k > 0; b = b[n:] {
		x := b[:n]
		for i, at := range pivots[:n] {
			x[i], x[at] = x[at], x[i]
		}
		for j := range n {
			minusTimes(x[j+1:], x[j], a[j*n+j+1:(j+1)*n])
		}
		for j := n - 1; j >= 0; j-- {
			x[j] /= a[j+j*n]
			minusTimes(x[:j], x[j], a[j*n:])
		}
	}
	return nil
}

// getri computes the inverse over the factors of getrf.
func (c *call[T, R]) getri(n int, a []T, pivots []int) error {
	if n > tiny {
		return c.lapack.Getri(n, a, n, pivots, c.ws)
	}
	factors := scratch[T](c.space, slots-1, n*n)
	copy(factors, a)
	identity(a, n, n)
	return c.getrs(lapack.NoTrans, n, n, factors, pivots, a)
}

// potrf computes the factor of lapack.Ops.Potrf for a: [n, n].
func (c *call[T, R]) potrf(n int, a []T) error {
	if n > tiny {
		return c.lapack.Potrf(c.triangle(), n, a, n, c.ws)
	}
	row, col := 1, n // of the lower triangle L; the upper one is its adjoint
	if !c.Lower {
		row, col = n, 1
	}
	for j := range n {
		d := float64(realOf(a[j*(row+col)]))
		for k := range j {
			r := a[j*row+k*col]
			d -= float64(realOf(r * conj(r)))
		}
		if !(d > 0) {
			return &lapack.NotPositiveDefiniteError{Routine: "potrf", Index: j}
		}
		d = math.Sqrt(d)
		a[j*(row+col)] = narrow[T](complex(d, 0))
		inverse := narrow[T](complex(1/d, 0))
		for i := j + 1; i < n; i++ {
			s := a[i*row+j*col]
			for k := range j {
				s -= a[i*row+k*col] * conj(a[j*row+k*col])
			}
			a[i*row+j*col] = s * inverse
		}
	}
	return nil
}

// realOf is the real part.
func realOf[T lapack.Scalar](x T) float64 { return real(wide128(x)) }
