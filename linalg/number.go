package linalg

import (
	"math"
	"math/cmplx"

	"github.com/tenferro/tenferro-go/lapack"
)

// This file is arithmetic over the four element types.

// modulus is |x|.
func modulus[T lapack.Scalar](x T) float64 {
	switch x := any(x).(type) {
	case float32:
		return math.Abs(float64(x))
	case float64:
		return math.Abs(x)
	case complex64:
		return cmplx.Abs(complex128(x))
	case complex128:
		return cmplx.Abs(x)
	}
	panic("no such type")
}

// conj is the complex conjugate.
func conj[T lapack.Scalar](x T) T {
	switch y := any(x).(type) {
	case complex64:
		return any(complex(real(y), -imag(y))).(T)
	case complex128:
		return any(cmplx.Conj(y)).(T)
	}
	return x
}

// wide128 is x as a complex128.
func wide128[T lapack.Scalar](x T) complex128 {
	switch x := any(x).(type) {
	case float32:
		return complex(float64(x), 0)
	case float64:
		return complex(x, 0)
	case complex64:
		return complex128(x)
	case complex128:
		return x
	}
	panic("no such type")
}

// narrow is z in the type T; of a real type it is the real part.
func narrow[T lapack.Scalar](z complex128) T {
	var x T
	switch p := any(&x).(type) {
	case *float32:
		*p = float32(real(z))
	case *float64:
		*p = real(z)
	case *complex64:
		*p = complex64(z)
	case *complex128:
		*p = z
	}
	return x
}

// phase is x/|x|, 1 for 0.
func phase[T lapack.Scalar](x T) T {
	r := modulus(x)
	if r == 0 {
		return 1
	}
	return narrow[T](wide128(x) / complex(r, 0))
}

// epsilon is the distance from 1 to the next number.
func epsilon[R lapack.Real]() float64 {
	var r R
	if _, ok := any(r).(float32); ok {
		return 0x1p-23
	}
	return 0x1p-52
}

// scale multiplies by a number.
func scale[T lapack.Scalar](x []T, by T) {
	for i := range x {
		x[i] *= by
	}
}

// identity writes the first columns of the identity to a: [m, n].
func identity[T lapack.Scalar](a []T, m, n int) {
	clear(a[:m*n])
	for i := range min(m, n) {
		a[i+i*m] = 1
	}
}
