package kernel

// The table of the functions of a map: which loop serves which function in which dtype.

import (
	"math"
	"math/cmplx"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/tensor"
)

// mapFuncOf returns the loop for an instruction, nil if there is none for its types.
func mapFuncOf(in compiler.Instr) mapFunc {
	switch in.Fn {
	case compiler.Where:
		return whereOf(in.In.Size())
	case compiler.Identity:
		return identityOf(in.In.Size())
	case compiler.Cast:
		return castOf(in.In, in.Out)
	}
	switch in.In {
	case tensor.Float32:
		return floatFunc[float32](in.Fn)
	case tensor.Float64:
		return floatFunc[float64](in.Fn)
	case tensor.Complex64:
		return complexFunc[complex64, float32](in.Fn)
	case tensor.Complex128:
		return complexFunc[complex128, float64](in.Fn)
	case tensor.Int32:
		return intFunc[int32](in.Fn)
	case tensor.Int64:
		return intFunc[int64](in.Fn)
	case tensor.Bool:
		return orderFunc[uint8](in.Fn)
	}
	return nil
}

// numberFunc serves what all numeric types have.
func numberFunc[T number](fn compiler.Fn) mapFunc {
	switch fn {
	case compiler.Add:
		return mapAdd[T]
	case compiler.Sub:
		return mapSub[T]
	case compiler.Mul:
		return mapMul[T]
	case compiler.Neg:
		return mapNeg[T]
	case compiler.Equal:
		return mapEqual[T]
	case compiler.NotEqual:
		return mapNotEqual[T]
	}
	return nil
}

// orderFunc serves what all types with an order have.
func orderFunc[T ordered](fn compiler.Fn) mapFunc {
	switch fn {
	case compiler.Max:
		return mapMax[T]
	case compiler.Min:
		return mapMin[T]
	case compiler.Clamp:
		return mapClamp[T]
	case compiler.Equal:
		return mapEqual[T]
	case compiler.NotEqual:
		return mapNotEqual[T]
	case compiler.Less:
		return mapLess[T]
	case compiler.LessEqual:
		return mapLessEqual[T]
	case compiler.Greater:
		return mapGreater[T]
	case compiler.GreaterEqual:
		return mapGreaterEqual[T]
	}
	return nil
}

func intFunc[T int32 | int64](fn compiler.Fn) mapFunc {
	switch fn {
	case compiler.Div:
		return mapIntDiv[T]
	case compiler.Pow:
		return mapIntPow[T]
	case compiler.Abs:
		return mapIntAbs[T]
	case compiler.Sign:
		return mapSign[T]
	}
	if f := orderFunc[T](fn); f != nil {
		return f
	}
	return numberFunc[T](fn)
}

func floatFunc[T float](fn compiler.Fn) mapFunc {
	switch fn {
	case compiler.Div:
		return mapDiv[T]
	case compiler.Pow:
		return mapPow[T]
	case compiler.Abs:
		return mapAbs[T]
	case compiler.Sign:
		return mapSign[T]
	case compiler.Sqrt:
		return mapSqrt[T]
	case compiler.Rsqrt:
		return mapRsqrt[T]
	case compiler.Exp:
		return mapReal[T](math.Exp)
	case compiler.Log:
		return mapReal[T](math.Log)
	case compiler.Sin:
		return mapReal[T](math.Sin)
	case compiler.Cos:
		return mapReal[T](math.Cos)
	case compiler.Tanh:
		return mapReal[T](math.Tanh)
	case compiler.Expm1:
		return mapReal[T](math.Expm1)
	case compiler.Log1p:
		return mapReal[T](math.Log1p)
	}
	if f := orderFunc[T](fn); f != nil {
		return f
	}
	return numberFunc[T](fn)
}

func complexFunc[C complex64 | complex128, F float](fn compiler.Fn) mapFunc {
	switch fn {
	case compiler.Div:
		return mapDiv[C]
	case compiler.Pow:
		return mapComplexPow[C]
	case compiler.Abs:
		return mapModulus[F]
	case compiler.Sign:
		return mapComplex[C](complexSign)
	case compiler.Sqrt:
		return mapComplex[C](cmplx.Sqrt)
	case compiler.Rsqrt:
		return mapComplex[C](complexRsqrt)
	case compiler.Exp:
		return mapComplex[C](cmplx.Exp)
	case compiler.Log:
		return mapComplex[C](cmplx.Log)
	case compiler.Sin:
		return mapComplex[C](cmplx.Sin)
	case compiler.Cos:
		return mapComplex[C](cmplx.Cos)
	case compiler.Tanh:
		return mapComplex[C](complexTanh)
	case compiler.Expm1:
		return mapComplex[C](complexExpm1)
	case compiler.Log1p:
		return mapComplex[C](complexLog1p)
	case compiler.Conj:
		return mapConj[F]
	case compiler.Real:
		return mapRe[F]
	case compiler.Imag:
		return mapIm[F]
	}
	return numberFunc[C](fn)
}

func whereOf(size int) mapFunc {
	switch size {
	case 1:
		return mapWhere[uint8]
	case 4:
		return mapWhere[uint32]
	case 8:
		return mapWhere[uint64]
	case 16:
		return mapWhere[[2]uint64]
	}
	return nil
}

func identityOf(size int) mapFunc {
	switch size {
	case 1:
		return mapIdentity[uint8]
	case 4:
		return mapIdentity[uint32]
	case 8:
		return mapIdentity[uint64]
	case 16:
		return mapIdentity[[2]uint64]
	}
	return nil
}
