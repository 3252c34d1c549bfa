package kernel

// The loops of a map over complex numbers, and the functions that math/cmplx lacks or loses digits in.

import (
	"math"
	"math/cmplx"
	"unsafe"
)

// mapComplex makes a loop of a function in double precision.
func mapComplex[C complex64 | complex128](f func(complex128) complex128) mapFunc {
	return func(d, x, _, _ unsafe.Pointer, n int) {
		a, z := vec[C](x, n), vec[C](d, n)
		for i := range z {
			z[i] = C(f(complex128(a[i])))
		}
	}
}

func mapComplexPow[C complex64 | complex128](d, x, y, _ unsafe.Pointer, n int) {
	a, b, z := args[C, C](d, x, y, n)
	for i := range z {
		z[i] = C(cmplx.Pow(complex128(a[i]), complex128(b[i])))
	}
}

// mapModulus gives |x| in the real type.
func mapModulus[F float](d, x, _, _ unsafe.Pointer, n int) {
	a, z := vec[pair[F]](x, n), vec[F](d, n)
	for i, v := range a {
		z[i] = F(math.Hypot(float64(v.re), float64(v.im)))
	}
}

func mapConj[F float](d, x, _, _ unsafe.Pointer, n int) { setConj[F](d, x, nil, n) }

func mapRe[F float](d, x, _, _ unsafe.Pointer, n int) {
	a, z := vec[pair[F]](x, n), vec[F](d, n)
	for i, v := range a {
		z[i] = v.re
	}
}

func mapIm[F float](d, x, _, _ unsafe.Pointer, n int) {
	a, z := vec[pair[F]](x, n), vec[F](d, n)
	for i, v := range a {
		z[i] = v.im
	}
}

// complexSign is z/|z|, 0 for 0. Dividing by the greater part first keeps the modulus within range.
func complexSign(z complex128) complex128 {
	re, im := real(z), imag(z)
	if math.IsInf(re, 0) || math.IsInf(im, 0) {
		re, im = infinitePart(re), infinitePart(im)
	}
	m := max(math.Abs(re), math.Abs(im))
	if m == 0 {
		return z
	}
	re, im = re/m, im/m
	h := math.Hypot(re, im)
	return complex(re/h, im/h)
}

// infinitePart is what is left of a part of an infinite number when only its direction counts.
func infinitePart(x float64) float64 {
	switch {
	case math.IsInf(x, 0):
		return math.Copysign(1, x)
	case math.IsNaN(x):
		return x
	}
	return math.Copysign(0, x)
}

func complexRsqrt(z complex128) complex128 { return 1 / cmplx.Sqrt(z) }

// complexTanh is cmplx.Tanh but where the hyperbolic functions in that overflow.
func complexTanh(z complex128) complex128 {
	x, y := real(z), imag(z)
	if math.Abs(x) < 20 || math.IsInf(x, 0) || math.IsNaN(x) || math.IsInf(y, 0) || math.IsNaN(y) {
		return cmplx.Tanh(z)
	}
	// tanh z = (sinh 2x + i·sin 2y)/(cosh 2x + cos 2y), where sinh and cosh are e^|2x|/2.
	return complex(math.Copysign(1, x), 2*math.Sin(2*y)*math.Exp(-2*math.Abs(x)))
}

// complexExpm1 is e^z - 1: the real part is expm1(x)·cos y + (cos y - 1), and cos y - 1 is -2·sin²(y/2).
func complexExpm1(z complex128) complex128 {
	x, y := real(z), imag(z)
	if y == 0 {
		return complex(math.Expm1(x), y)
	}
	sin, cos := math.Sincos(y)
	half := math.Sin(y / 2)
	return complex(math.Expm1(x)*cos-2*half*half, math.Exp(x)*sin)
}

// complexLog1p is log(1 + z). Near 0 the real part is log1p(2x + x² + y²)/2, whose argument is summed exactly enough for
// 2x and y² to cancel.
func complexLog1p(z complex128) complex128 {
	x, y := real(z), imag(z)
	if y == 0 && x > -1 {
		return complex(math.Log1p(x), y)
	}
	if math.Abs(x) > 0.5 || math.Abs(y) > 0.5 || math.IsNaN(x) || math.IsNaN(y) {
		return cmplx.Log(complex(1+x, y))
	}
	xx, yy := x*x, y*y
	sum, err := 2*x, math.FMA(x, x, -xx)+math.FMA(y, y, -yy)
	for _, t := range [...]float64{yy, xx} {
		s := sum + t
		b := s - sum
		err += (sum - (s - b)) + (t - b) // Knuth's two-sum
		sum = s
	}
	return complex(math.Log1p(sum+err)/2, math.Atan2(y, 1+x))
}
