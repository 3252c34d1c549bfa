package kernel

// The loops of a map that convert between dtypes.

import (
	"unsafe"

	"github.com/tenferro/tenferro-go/tensor"
)

// castOf returns the loop that converts from one dtype to another, nil if one of them is none.
func castOf(from, to tensor.DType) mapFunc {
	if from == to {
		return identityOf(from.Size())
	}
	switch from {
	case tensor.Float32:
		return castFloat[float32](to)
	case tensor.Float64:
		return castFloat[float64](to)
	case tensor.Complex64:
		return castComplex[float32](to)
	case tensor.Complex128:
		return castComplex[float64](to)
	case tensor.Int32:
		return castInt[int32](to)
	case tensor.Int64:
		return castInt[int64](to)
	case tensor.Bool:
		return castBool(to)
	}
	return nil
}

func castFloat[S float](to tensor.DType) mapFunc {
	switch to {
	case tensor.Float32:
		return castTo[S, float32]
	case tensor.Float64:
		return castTo[S, float64]
	case tensor.Complex64:
		return castToPair[S, float32]
	case tensor.Complex128:
		return castToPair[S, float64]
	case tensor.Int32:
		return castToInt32[S]
	case tensor.Int64:
		return castToInt64[S]
	case tensor.Bool:
		return castToBool[S]
	}
	return nil
}

func castInt[S int32 | int64](to tensor.DType) mapFunc {
	switch to {
	case tensor.Float32:
		return castTo[S, float32]
	case tensor.Float64:
		return castTo[S, float64]
	case tensor.Complex64:
		return castToPair[S, float32]
	case tensor.Complex128:
		return castToPair[S, float64]
	case tensor.Int32:
		return castTo[S, int32]
	case tensor.Int64:
		return castTo[S, int64]
	case tensor.Bool:
		return castToBool[S]
	}
	return nil
}

func castComplex[F float](to tensor.DType) mapFunc {
	switch to {
	case tensor.Float32:
		return castPairTo[F, float32]
	case tensor.Float64:
		return castPairTo[F, float64]
	case tensor.Complex64:
		return castPair[F, float32]
	case tensor.Complex128:
		return castPair[F, float64]
	case tensor.Int32:
		return func(d, x, _, _ unsafe.Pointer, n int) {
			a, z := vec[pair[F]](x, n), vec[int32](d, n)
			for i, v := range a {
				z[i] = toInt32(float64(v.re))
			}
		}
	case tensor.Int64:
		return func(d, x, _, _ unsafe.Pointer, n int) {
			a, z := vec[pair[F]](x, n), vec[int64](d, n)
			for i, v := range a {
				z[i] = toInt64(float64(v.re))
			}
		}
	case tensor.Bool:
		return func(d, x, _, _ unsafe.Pointer, n int) {
			a, z := vec[pair[F]](x, n), vec[bool](d, n)
			for i, v := range a {
				z[i] = v.re != 0 || v.im != 0
			}
		}
	}
	return nil
}

func castBool(to tensor.DType) mapFunc {
	switch to {
	case tensor.Float32:
		return castTo[uint8, float32]
	case tensor.Float64:
		return castTo[uint8, float64]
	case tensor.Complex64:
		return castToPair[uint8, float32]
	case tensor.Complex128:
		return castToPair[uint8, float64]
	case tensor.Int32:
		return castTo[uint8, int32]
	case tensor.Int64:
		return castTo[uint8, int64]
	}
	return nil
}

// castTo converts where Go's conversion is what is wanted: never from a float to an integer.
func castTo[S, D ordered](d, x, _, _ unsafe.Pointer, n int) {
	a, z := vec[S](x, n), vec[D](d, n)
	for i := range z {
		z[i] = D(a[i])
	}
}

func castToPair[S ordered, F float](d, x, _, _ unsafe.Pointer, n int) {
	a, z := vec[S](x, n), vec[pair[F]](d, n)
	for i := range z {
		z[i] = pair[F]{re: F(a[i])}
	}
}

func castPair[F, G float](d, x, _, _ unsafe.Pointer, n int) {
	a, z := vec[pair[F]](x, n), vec[pair[G]](d, n)
	for i := range z {
		z[i] = pair[G]{G(a[i].re), G(a[i].im)}
	}
}

func castPairTo[F, G float](d, x, _, _ unsafe.Pointer, n int) {
	a, z := vec[pair[F]](x, n), vec[G](d, n)
	for i := range z {
		z[i] = G(a[i].re)
	}
}

func castToInt32[S float](d, x, _, _ unsafe.Pointer, n int) {
	a, z := vec[S](x, n), vec[int32](d, n)
	for i := range z {
		z[i] = toInt32(float64(a[i]))
	}
}

func castToInt64[S float](d, x, _, _ unsafe.Pointer, n int) {
	a, z := vec[S](x, n), vec[int64](d, n)
	for i := range z {
		z[i] = toInt64(float64(a[i]))
	}
}

func castToBool[S ordered](d, x, _, _ unsafe.Pointer, n int) {
	a, z := vec[S](x, n), vec[bool](d, n)
	for i := range z {
		z[i] = a[i] != 0
	}
}
