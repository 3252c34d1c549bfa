//go:build cgo && netlib && !openblas && !mkl && !accelerate

package cblas

// This file maps the products of vectors to gonum's netlib, and holds the arithmetic that must not depend on the library.

import "math"

func (o *netlibOps[T]) Dot(n int, x []T, incX int, y []T, incY int) (sum T, err error) {
	work, err := checkDot("dot", n, len(x), incX, len(y), incY, o.longest(n))
	if work {
		sum = o.sum(o.dot, n, x, incX, y, incY)
	}
	return sum, err
}

func (o *netlibOps[T]) Dotc(n int, x []T, incX int, y []T, incY int) (sum T, err error) {
	work, err := checkDot("dotc", n, len(x), incX, len(y), incY, o.longest(n))
	if work {
		sum = o.sum(o.dotc, n, x, incX, y, incY)
	}
	return sum, err
}

// longest returns the limit for a routine on vectors of n elements, which are handed over in parts.
func (o *netlibOps[T]) longest(n int) int {
	if n > o.limit && o.limit > 0 {
		return math.MaxInt
	}
	return o.limit
}

// most returns how many elements may go to the library at once: a Fortran library computes indices in 32 bits.
func most(incs ...int) int {
	n := math.MaxInt32
	for _, inc := range incs {
		n = min(n, math.MaxInt32/max(inc, -inc))
	}
	return n
}

// sum is the dot product by f. Single precision is summed in blocks.
func (o *netlibOps[T]) sum(f func(int, []T, int, []T, int) T, n int, x []T, incX int, y []T, incY int) T {
	block := most(incX, incY)
	if o.single {
		block = min(block, sumBlock)
	}
	if n <= block {
		return f(n, x, incX, y, incY)
	}
	var sum complex128
	for i := 0; i < n; i += block {
		length := min(block, n-i)
		sum += widen(f(length, section(x, n, incX, i, length), incX, section(y, n, incY, i, length), incY))
	}
	return narrow[T](sum)
}

func (o *netlibOps[T]) Axpy(n int, alpha T, x []T, incX int, y []T, incY int) error {
	work, err := checkAxpy(n, len(x), incX, len(y), incY, o.longest(n))
	if !work || alpha == 0 {
		return err
	}
	block := most(incX, incY)
	for i := 0; i < n; i += block {
		length := min(block, n-i)
		o.axpy(length, alpha, section(x, n, incX, i, length), incX, section(y, n, incY, i, length), incY)
	}
	return nil
}

// Scal multiplies by a factor with a 0 in it itself: libraries set zeros, and drop NaN and Inf with it.
func (o *netlibOps[T]) Scal(n int, alpha T, x []T, incX int) error {
	work, err := checkScal(n, len(x), incX, o.longest(n))
	if !work {
		return err
	}
	if incX < 0 {
		incX = -incX
	}
	if a := widen(alpha); real(a) == 0 || o.complex && imag(a) == 0 {
		multiply(n, alpha, x, incX)
		return nil
	}
	block := most(incX)
	for i := 0; i < n; i += block {
		o.scal(min(block, n-i), alpha, x[i*incX:], incX)
	}
	return nil
}

// section returns the length elements from i on of a vector of n elements.
func section[T any](x []T, n, inc, i, length int) []T {
	if inc > 0 {
		return x[i*inc:]
	}
	return x[(n-i-length)*-inc:]
}

// index returns where element i of a vector of n elements stands.
func index(n, inc, i int) int {
	if inc < 0 {
		return (i - n + 1) * inc
	}
	return i * inc
}

// conjugated returns the conjugate of a vector, with increment 1.
func conjugated[T Scalar](n int, x []T, inc int) []T {
	c := make([]T, n)
	for i := range c {
		v := widen(x[index(n, inc, i)])
		c[i] = narrow[T](complex(real(v), -imag(v)))
	}
	return c
}

// addZeros adds 0*x to the columns of [m, n] where y is 0, if that is not 0: if x has NaN or Inf. Element (i, j) stands at
// i*row + j*col.
func addZeros[T Scalar](m, n int, x []T, incX int, y []T, incY int, a []T, row, col int) {
	var zero T
	for i := range m {
		zero += 0 * x[index(m, incX, i)]
	}
	if zero == 0 {
		return
	}
	for j := range n {
		if zero := y[index(n, incY, j)]; zero == 0 {
			for i := range m {
				a[i*row+j*col] += zero * x[index(m, incX, i)]
			}
		}
	}
}

// multiply computes x = alpha*x. inc > 0.
func multiply[T Scalar](n int, alpha T, x []T, inc int) {
	for i := range n {
		x[i*inc] *= alpha
	}
}

// timesBeta computes y = beta*y as a product has it: beta = 0 sets zeros. inc may be negative.
func timesBeta[T Scalar](n int, beta T, y []T, inc int) {
	if inc < 0 {
		inc = -inc
	}
	switch beta {
	case 1:
	case 0:
		for i := range n {
			y[i*inc] = 0
		}
	default:
		multiply(n, beta, y, inc)
	}
}

// addWide adds the elements of part to sum.
func addWide[T Scalar](sum []complex128, part []T) {
	for i := range sum {
		sum[i] += widen(part[i])
	}
}

// addSum computes y = beta*y + sum.
func addSum[T Scalar](sum []complex128, beta T, y []T, inc int) {
	timesBeta(len(sum), beta, y, inc)
	for i, s := range sum {
		at := index(len(sum), inc, i)
		y[at] = narrow[T](s + widen(y[at]))
	}
}

// widen and narrow convert scalars. Real numbers have imaginary part 0.

func widen[T Scalar](v T) complex128 {
	switch v := any(v).(type) {
	case float32:
		return complex(float64(v), 0)
	case float64:
		return complex(v, 0)
	case complex64:
		return complex128(v)
	case complex128:
		return v
	}
	panic("unreachable")
}

func narrow[T Scalar](v complex128) (t T) {
	switch t := any(&t).(type) {
	case *float32:
		*t = float32(real(v))
	case *float64:
		*t = real(v)
	case *complex64:
		*t = complex64(v)
	case *complex128:
		*t = v
	}
	return t
}
