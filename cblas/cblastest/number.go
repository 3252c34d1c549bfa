package cblastest

// This file holds numbers of the four types: their conversion, random ones, comparison.

import (
	"math"
	"math/rand/v2"

	"github.com/tenferro/tenferro-go/cblas"
)

// number converts to T. Real types drop the imaginary part.
func number[T cblas.Scalar](x complex128) T {
	var t T
	switch p := any(&t).(type) {
	case *float32:
		*p = float32(real(x))
	case *float64:
		*p = real(x)
	case *complex64:
		*p = complex64(x)
	case *complex128:
		*p = x
	}
	return t
}

// wide converts a slice to complex128.
func wide[T cblas.Scalar](s []T) []complex128 {
	out := make([]complex128, len(s))
	switch s := any(s).(type) {
	case []float32:
		for i, x := range s {
			out[i] = complex(float64(x), 0)
		}
	case []float64:
		for i, x := range s {
			out[i] = complex(x, 0)
		}
	case []complex64:
		for i, x := range s {
			out[i] = complex128(x)
		}
	case []complex128:
		copy(out, s)
	}
	return out
}

// wide1 converts one number.
func wide1[T cblas.Scalar](x T) complex128 { return wide([]T{x})[0] }

// isComplex reports whether T is complex.
func isComplex[T cblas.Scalar]() bool { return imag(wide1(number[T](1i))) != 0 }

// epsilon is the distance from 1 to the next number of T.
func epsilon[T cblas.Scalar]() float64 {
	var zero T
	switch any(zero).(type) {
	case float32, complex64:
		return 0x1p-23
	}
	return 0x1p-52
}

// nan is not a number in both parts.
func nan[T cblas.Scalar]() T { return number[T](complex(math.NaN(), math.NaN())) }

// kind says what random numbers are like.
type kind int

const (
	whole  kind = iota // small whole numbers, whose products sum exactly even in float32
	random             // from -1 to 1
)

// draw returns a random number.
func draw[T cblas.Scalar](rng *rand.Rand, k kind) T {
	if k == whole {
		return number[T](complex(float64(rng.IntN(11)-5), float64(rng.IntN(11)-5)))
	}
	return number[T](complex(2*rng.Float64()-1, 2*rng.Float64()-1))
}

// factor returns an alpha or beta: often 0 or 1.
func factor[T cblas.Scalar](rng *rand.Rand) T {
	return number[T](pick(rng, 0, 1, 1, -1, 3, complex(2, -1), complex(0, 1)))
}

// same compares two numbers, all NaN being equal, within a tolerance for each part.
func same(got, want complex128, tolerance float64) bool {
	return sameReal(real(got), real(want), tolerance) && sameReal(imag(got), imag(want), tolerance)
}

func sameReal(got, want, tolerance float64) bool {
	return got == want || math.IsNaN(got) && math.IsNaN(want) || math.Abs(got-want) <= tolerance
}
