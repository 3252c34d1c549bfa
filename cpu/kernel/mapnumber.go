package kernel

// The loops of a map over numbers: arithmetic, order and choice.

import (
	"math"
	"unsafe"
)

// args sees two arguments and the result of n elements as slices.
func args[T, R any](d, x, y unsafe.Pointer, n int) (a, b []T, z []R) {
	return vec[T](x, n), vec[T](y, n), vec[R](d, n)
}

func mapAdd[T number](d, x, y, _ unsafe.Pointer, n int) {
	a, b, z := args[T, T](d, x, y, n)
	for i := range z {
		z[i] = a[i] + b[i]
	}
}

func mapSub[T number](d, x, y, _ unsafe.Pointer, n int) {
	a, b, z := args[T, T](d, x, y, n)
	for i := range z {
		z[i] = a[i] - b[i]
	}
}

func mapMul[T number](d, x, y, _ unsafe.Pointer, n int) {
	a, b, z := args[T, T](d, x, y, n)
	for i := range z {
		z[i] = a[i] * b[i]
	}
}

func mapDiv[T float | complex64 | complex128](d, x, y, _ unsafe.Pointer, n int) {
	a, b, z := args[T, T](d, x, y, n)
	for i := range z {
		z[i] = a[i] / b[i]
	}
}

func mapNeg[T number](d, x, _, _ unsafe.Pointer, n int) {
	a, z := vec[T](x, n), vec[T](d, n)
	for i := range z {
		z[i] = -a[i]
	}
}

// mapIntDiv truncates toward zero. x/0 is 0; the least integer over -1 wraps round to itself, as Go has it.
func mapIntDiv[T int32 | int64](d, x, y, _ unsafe.Pointer, n int) {
	a, b, z := args[T, T](d, x, y, n)
	for i := range z {
		q := T(0)
		if b[i] != 0 {
			q = a[i] / b[i]
		}
		z[i] = q
	}
}

func mapIntPow[T int32 | int64](d, x, y, _ unsafe.Pointer, n int) {
	a, b, z := args[T, T](d, x, y, n)
	for i := range z {
		z[i] = intPow(a[i], b[i])
	}
}

// intPow is xⁿ, wrapping round; for negative n it is the truncated 1/x⁻ⁿ, and 0 for x = 0.
func intPow[T int32 | int64](x, n T) T {
	if n < 0 {
		switch {
		case x == 1 || x == -1 && n%2 == 0:
			return 1
		case x == -1:
			return -1
		}
		return 0
	}
	p := T(1)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			p *= x
		}
		x *= x
	}
	return p
}

func mapIntAbs[T int32 | int64](d, x, _, _ unsafe.Pointer, n int) {
	a, z := vec[T](x, n), vec[T](d, n)
	for i := range z {
		v := a[i]
		if v < 0 {
			v = -v
		}
		z[i] = v
	}
}

// mapSign gives -1, 0 or 1, and NaN for NaN.
func mapSign[T float | int32 | int64](d, x, _, _ unsafe.Pointer, n int) {
	a, z := vec[T](x, n), vec[T](d, n)
	for i := range z {
		v := a[i]
		switch {
		case v > 0:
			v = 1
		case v < 0:
			v = -1
		}
		z[i] = v
	}
}

func mapAbs[T float](d, x, _, _ unsafe.Pointer, n int) {
	a, z := vec[T](x, n), vec[T](d, n)
	for i := range z {
		z[i] = T(math.Abs(float64(a[i])))
	}
}

func mapSqrt[T float](d, x, _, _ unsafe.Pointer, n int) {
	a, z := vec[T](x, n), vec[T](d, n)
	for i := range z {
		z[i] = T(math.Sqrt(float64(a[i])))
	}
}

func mapRsqrt[T float](d, x, _, _ unsafe.Pointer, n int) {
	a, z := vec[T](x, n), vec[T](d, n)
	for i := range z {
		z[i] = T(1 / math.Sqrt(float64(a[i])))
	}
}

func mapPow[T float](d, x, y, _ unsafe.Pointer, n int) {
	a, b, z := args[T, T](d, x, y, n)
	for i := range z {
		z[i] = T(math.Pow(float64(a[i]), float64(b[i])))
	}
}

// mapReal makes a loop of a function in double precision, whose own cost is far above that of the call.
func mapReal[T float](f func(float64) float64) mapFunc {
	return func(d, x, _, _ unsafe.Pointer, n int) {
		a, z := vec[T](x, n), vec[T](d, n)
		for i := range z {
			z[i] = T(f(float64(a[i])))
		}
	}
}

func mapMax[T ordered](d, x, y, _ unsafe.Pointer, n int) {
	a, b, z := args[T, T](d, x, y, n)
	for i := range z {
		z[i] = max(a[i], b[i])
	}
}

func mapMin[T ordered](d, x, y, _ unsafe.Pointer, n int) {
	a, b, z := args[T, T](d, x, y, n)
	for i := range z {
		z[i] = min(a[i], b[i])
	}
}

// mapClamp is min(max(x, y), z).
func mapClamp[T ordered](d, x, y, z unsafe.Pointer, n int) {
	a, low, r := args[T, T](d, x, y, n)
	high := vec[T](z, n)
	for i := range r {
		r[i] = min(max(a[i], low[i]), high[i])
	}
}

// mapWhere takes y where x holds and z elsewhere.
func mapWhere[T unit](d, x, y, z unsafe.Pointer, n int) {
	a, b, r := args[T, T](d, y, z, n)
	for i, c := range vec[bool](x, n) {
		v := b[i]
		if c {
			v = a[i]
		}
		r[i] = v
	}
}

func mapIdentity[T unit](d, x, _, _ unsafe.Pointer, n int) { copy(vec[T](d, n), vec[T](x, n)) }

func mapEqual[T number | uint8](d, x, y, _ unsafe.Pointer, n int) {
	a, b, z := args[T, bool](d, x, y, n)
	for i := range z {
		z[i] = a[i] == b[i]
	}
}

func mapNotEqual[T number | uint8](d, x, y, _ unsafe.Pointer, n int) {
	a, b, z := args[T, bool](d, x, y, n)
	for i := range z {
		z[i] = a[i] != b[i]
	}
}

func mapLess[T ordered](d, x, y, _ unsafe.Pointer, n int) {
	a, b, z := args[T, bool](d, x, y, n)
	for i := range z {
		z[i] = a[i] < b[i]
	}
}

func mapLessEqual[T ordered](d, x, y, _ unsafe.Pointer, n int) {
	a, b, z := args[T, bool](d, x, y, n)
	for i := range z {
		z[i] = a[i] <= b[i]
	}
}

func mapGreater[T ordered](d, x, y, _ unsafe.Pointer, n int) { mapLess[T](d, y, x, nil, n) }

func mapGreaterEqual[T ordered](d, x, y, _ unsafe.Pointer, n int) { mapLessEqual[T](d, y, x, nil, n) }
