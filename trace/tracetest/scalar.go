package tracetest

// Scalar: the functions of one, two or three elements, for real, complex and integer numbers.

import (
	"math"
	"math/cmplx"

	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// unary applies a function to an element of dtype d.
func unary(fn trace.UnaryFn, d tensor.DType, x number) number {
	switch {
	case d.IsComplex():
		return number{z: unaryComplex(fn, x.z)}
	case d.IsScalar():
		return realNumber(unaryReal(fn, real(x.z)))
	}
	return number{n: unaryInt(fn, x.n)}
}

func unaryReal(fn trace.UnaryFn, x float64) float64 {
	switch fn {
	case trace.Neg:
		return -x
	case trace.Abs:
		return math.Abs(x)
	case trace.Sign:
		switch {
		case x > 0:
			return 1
		case x < 0:
			return -1
		}
		return x // 0 and NaN
	case trace.Exp:
		return math.Exp(x)
	case trace.Log:
		return math.Log(x)
	case trace.Sqrt:
		return math.Sqrt(x)
	case trace.Rsqrt:
		return 1 / math.Sqrt(x)
	case trace.Sin:
		return math.Sin(x)
	case trace.Cos:
		return math.Cos(x)
	case trace.Tanh:
		return math.Tanh(x)
	case trace.Expm1:
		return math.Expm1(x)
	case trace.Log1p:
		return math.Log1p(x)
	}
	panic("tracetest: no real function " + fn.String())
}

func unaryComplex(fn trace.UnaryFn, z complex128) complex128 {
	x, y := real(z), imag(z)
	switch fn {
	case trace.Neg:
		return -z
	case trace.Abs:
		return complex(cmplx.Abs(z), 0)
	case trace.Sign:
		if z == 0 {
			return 0
		}
		return z / complex(cmplx.Abs(z), 0)
	case trace.Exp:
		return cmplx.Exp(z)
	case trace.Log:
		return cmplx.Log(z)
	case trace.Sqrt:
		return cmplx.Sqrt(z)
	case trace.Rsqrt:
		return 1 / cmplx.Sqrt(z)
	case trace.Sin:
		return cmplx.Sin(z)
	case trace.Cos:
		return cmplx.Cos(z)
	case trace.Tanh:
		return cmplx.Tanh(z)
	case trace.Expm1: // eˣ cos y - 1 = (eˣ - 1) cos y - 2 sin²(y/2)
		s := math.Sin(y / 2)
		return complex(math.Expm1(x)*math.Cos(y)-2*s*s, math.Exp(x)*math.Sin(y))
	case trace.Log1p: // |1+z|² = 1 + x(2+x) + y²
		return complex(math.Log1p(x*(2+x)+y*y)/2, math.Atan2(y, 1+x))
	case trace.Conj:
		return cmplx.Conj(z)
	case trace.Real:
		return complex(x, 0)
	case trace.Imag:
		return complex(y, 0)
	}
	panic("tracetest: no complex function " + fn.String())
}

func unaryInt(fn trace.UnaryFn, n int64) int64 {
	switch fn {
	case trace.Neg:
		return -n
	case trace.Abs:
		return max(n, -n)
	case trace.Sign:
		switch {
		case n > 0:
			return 1
		case n < 0:
			return -1
		}
		return 0
	}
	panic("tracetest: no integer function " + fn.String())
}

// binary applies a function to two elements of dtype d.
func binary(fn trace.BinaryFn, d tensor.DType, x, y number) number {
	switch {
	case d.IsComplex():
		return number{z: binaryComplex(fn, x.z, y.z)}
	case d.IsScalar():
		return realNumber(binaryReal(fn, real(x.z), real(y.z)))
	}
	return number{n: binaryInt(fn, x.n, y.n)}
}

func binaryReal(fn trace.BinaryFn, x, y float64) float64 {
	switch fn {
	case trace.Add:
		return x + y
	case trace.Sub:
		return x - y
	case trace.Mul:
		return x * y
	case trace.Div:
		return x / y
	case trace.Pow:
		return math.Pow(x, y)
	case trace.Max: // not math.Max, which prefers +Inf to NaN
		if x > y || math.IsNaN(x) {
			return x
		}
		return y
	case trace.Min:
		if x < y || math.IsNaN(x) {
			return x
		}
		return y
	}
	panic("tracetest: no real function " + fn.String())
}

func binaryComplex(fn trace.BinaryFn, x, y complex128) complex128 {
	switch fn {
	case trace.Add:
		return x + y
	case trace.Sub:
		return x - y
	case trace.Mul:
		return x * y
	case trace.Div:
		return x / y
	case trace.Pow:
		return cmplx.Pow(x, y)
	}
	panic("tracetest: no complex function " + fn.String())
}

func binaryInt(fn trace.BinaryFn, x, y int64) int64 {
	switch fn {
	case trace.Add:
		return x + y
	case trace.Sub:
		return x - y
	case trace.Mul:
		return x * y
	case trace.Div:
		if y == 0 {
			return 0
		}
		return x / y
	case trace.Pow:
		return powInt(x, y)
	case trace.Max:
		return max(x, y)
	case trace.Min:
		return min(x, y)
	}
	panic("tracetest: no integer function " + fn.String())
}

// powInt is xⁿ, wrapped round; for n < 0 it is 1/x⁻ⁿ truncated, and 0 for x = 0.
func powInt(x, n int64) int64 {
	if n < 0 {
		switch x {
		case 1:
			return 1
		case -1:
			return 1 - 2*(n&1)
		}
		return 0
	}
	y := int64(1)
	for ; n > 0; n >>= 1 {
		if n&1 != 0 {
			y *= x
		}
		x *= x
	}
	return y
}

// compare compares two elements of dtype d.
func compare(fn trace.CompareFn, d tensor.DType, x, y number) bool {
	a, b := real(x.z), real(y.z)
	isFloat := d.IsScalar()
	switch fn {
	case trace.Equal:
		return x == y
	case trace.NotEqual:
		return x != y
	case trace.Less:
		return isFloat && a < b || !isFloat && x.n < y.n
	case trace.LessEqual:
		return isFloat && a <= b || !isFloat && x.n <= y.n
	case trace.Greater:
		return isFloat && a > b || !isFloat && x.n > y.n
	case trace.GreaterEqual:
		return isFloat && a >= b || !isFloat && x.n >= y.n
	}
	panic("tracetest: no comparison " + fn.String())
}

// clamp is min(max(x, low), high).
func clamp(d tensor.DType, x, low, high number) number {
	return binary(trace.Min, d, binary(trace.Max, d, x, low), high)
}

// cast converts an element between dtypes.
func cast(from, to tensor.DType, x number) number {
	switch {
	case to == tensor.Bool:
		return boolNumber(x != number{})
	case from.IsScalar() == to.IsScalar():
		return x // round does the rest, the real part of a complex number included
	case to.IsScalar():
		return realNumber(float64(x.n))
	}
	return number{n: toInt(real(x.z), to)}
}

// toInt truncates toward zero, to the nearest int beyond the range, and NaN to 0.
func toInt(x float64, d tensor.DType) int64 {
	low, high := int64(math.MinInt64), int64(math.MaxInt64)
	if d == tensor.Int32 {
		low, high = math.MinInt32, math.MaxInt32
	}
	switch {
	case math.IsNaN(x):
		return 0
	case x <= float64(low):
		return low
	case x >= float64(high):
		return high
	}
	return int64(x)
}
