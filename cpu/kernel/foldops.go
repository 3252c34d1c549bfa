package kernel

// foldOps is one row of the table of what a fold computes with: the kernels of a product or of a reduction in one dtype.

import (
	"math"
	"unsafe"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/tensor"
)

// foldOps are the kernels of a fold: of the monoid of a sum, with the product of two operands or one operand as its
// terms, or of another monoid over one operand.
type foldOps struct {
	size, wide int // bytes of an element and of an accumulator

	set, add vectorFunc // d = x·y and d += x·y; of one operand, d = x and d += x
	scale    [2]scaling // the same with one y for all; x is conjugated in the second

	start  func(acc unsafe.Pointer, n int)     // sets accumulators to the neutral element
	run    accumFunc                           // adds a whole run to one accumulator
	widen  vectorFunc                          // adds a vector to a vector of accumulators; nil if there is no gain in it
	narrow narrowFunc                          // writes accumulators to elements
	conj   func(d, x, y unsafe.Pointer, n int) // d = conj(x), nil for a real type
}

// scaling is d = x·y and d += x·y with one y for all.
type scaling struct{ set, add vectorFunc }

func zeroStart[W any](acc unsafe.Pointer, n int) { clear(vec[W](acc, n)) }

func valueStart[W any](v W) func(acc unsafe.Pointer, n int) {
	return func(acc unsafe.Pointer, n int) {
		a := vec[W](acc, n)
		for i := range a {
			a[i] = v
		}
	}
}

// conjugation says which operands of a product are conjugated. Where it is one alone, it is the second.
type conjugation uint8

const (
	plain conjugation = iota
	second
	both
)

// productOps returns the kernels of Σ x·y.
func productOps(d tensor.DType, c conjugation) (foldOps, bool) {
	o, ok := plainProduct(d, c)
	o.faster(d, c)
	return o, ok
}

// plainProduct returns the kernels in plain Go.
func plainProduct(d tensor.DType, c conjugation) (foldOps, bool) {
	switch d {
	case tensor.Float32:
		return realProduct[float32, float64](4, 8, narrowReal[float32, float64]), true
	case tensor.Float64:
		return realProduct[float64, float64](8, 8, narrowReal[float64, float64]), true
	case tensor.Int32:
		return intOps(realProduct[int32, int32](4, 4, narrowInt[int32])), true
	case tensor.Int64:
		return intOps(realProduct[int64, int64](8, 8, narrowInt[int64])), true
	case tensor.Complex64:
		return complexProduct[complex64, float32](8, c), true
	case tensor.Complex128:
		return complexProduct[complex128, float64](16, c), true
	}
	return foldOps{}, false
}

func realProduct[T, W float32 | float64 | int32 | int64](size, wide int, narrow narrowFunc) foldOps {
	return foldOps{size: size, wide: wide,
		set: setMul[T], add: addMul[T], scale: [2]scaling{{setScale[T], addScale[T]}},
		start: zeroStart[W], run: dotReal[T, W], widen: widenReal[T, W], narrow: narrow}
}

// intOps drops what only rounding needs.
func intOps(o foldOps) foldOps {
	o.widen = nil
	return o
}

func complexProduct[C complex64 | complex128, F float](size int, c conjugation) foldOps {
	o := foldOps{size: size, wide: 16, conj: setConj[F], run: dotComplex[F](c),
		scale: [2]scaling{{setScale[C], addScale[C]}, {setConjScale[F], addConjScale[F]}},
		start: zeroStart[complex128], widen: widenPairs[F], narrow: narrowPairs[F]}
	switch c {
	case plain:
		o.set, o.add = setMul[C], addMul[C]
	case second:
		o.set, o.add = setMulConj[F], addMulConj[F]
	case both:
		o.set, o.add = setConjMul[F], addConjMul[F]
	}
	return o
}

// sumOps returns the kernels of Σ x.
func sumOps(d tensor.DType, conj bool) (foldOps, bool) {
	switch d {
	case tensor.Float32:
		return realSum[float32, float64](4, 8, narrowReal[float32, float64]), true
	case tensor.Float64:
		return realSum[float64, float64](8, 8, narrowReal[float64, float64]), true
	case tensor.Int32:
		return intOps(realSum[int32, int32](4, 4, narrowInt[int32])), true
	case tensor.Int64:
		return intOps(realSum[int64, int64](8, 8, narrowInt[int64])), true
	case tensor.Complex64:
		return complexSum[complex64, float32](8, conj), true
	case tensor.Complex128:
		return complexSum[complex128, float64](16, conj), true
	}
	return foldOps{}, false
}

func realSum[T, W float32 | float64 | int32 | int64](size, wide int, narrow narrowFunc) foldOps {
	return foldOps{size: size, wide: wide, set: setCopy[T], add: addCopy[T],
		start: zeroStart[W], run: sumReal[T, W], widen: widenReal[T, W], narrow: narrow}
}

func complexSum[C complex64 | complex128, F float](size int, conj bool) foldOps {
	o := foldOps{size: size, wide: 16, set: setCopy[C], add: addCopy[C], conj: setConj[F],
		start: zeroStart[complex128], run: sumPairs[F], widen: widenPairs[F], narrow: narrowPairs[F]}
	if conj {
		o.set, o.add, o.run = setConj[F], addConj[F], sumConj[F]
	}
	return o
}

// reduceOps returns the kernels of a reduction to a value.
func reduceOps(fn compiler.ReduceFn, d tensor.DType) (foldOps, bool) {
	switch fn {
	case compiler.ReduceSum:
		return sumOps(d, false)
	case compiler.ReduceMean:
		o, ok := sumOps(d, false)
		return o, ok && d.IsScalar()
	case compiler.ReduceProd:
		return prodOps(d)
	case compiler.ReduceMax, compiler.ReduceMin:
		return extremeOps(fn == compiler.ReduceMax, d)
	}
	return foldOps{}, false
}

func prodOps(d tensor.DType) (foldOps, bool) {
	switch d {
	case tensor.Float32:
		return prodOf[float32](4, narrowReal[float32, float32]), true
	case tensor.Float64:
		return prodOf[float64](8, narrowReal[float64, float64]), true
	case tensor.Int32:
		return prodOf[int32](4, narrowInt[int32]), true
	case tensor.Int64:
		return prodOf[int64](8, narrowInt[int64]), true
	case tensor.Complex64:
		return prodOf[complex64](8, nil), true
	case tensor.Complex128:
		return prodOf[complex128](16, nil), true
	}
	return foldOps{}, false
}

func prodOf[T number](size int, narrow narrowFunc) foldOps {
	if narrow == nil {
		narrow = narrowSame[T]
	}
	return foldOps{size: size, wide: size, set: setCopy[T], add: mulCopy[T],
		start: valueStart(T(1)), run: prodRun[T], narrow: narrow}
}

// narrowSame writes accumulators of the elements' own type.
func narrowSame[T any](d, acc unsafe.Pointer, n int, _ float64, _ bool) { setCopy[T](d, acc, nil, n) }

func extremeOps(greatest bool, d tensor.DType) (foldOps, bool) {
	switch d {
	case tensor.Float32:
		return extremeOf(greatest, 4, float32(math.Inf(-1)), float32(math.Inf(1))), true
	case tensor.Float64:
		return extremeOf(greatest, 8, math.Inf(-1), math.Inf(1)), true
	case tensor.Int32:
		return extremeOf[int32](greatest, 4, math.MinInt32, math.MaxInt32), true
	case tensor.Int64:
		return extremeOf[int64](greatest, 8, math.MinInt64, math.MaxInt64), true
	case tensor.Bool:
		return extremeOf[uint8](greatest, 1, 0, 1), true
	}
	return foldOps{}, false
}

func extremeOf[T ordered](greatest bool, size int, least, most T) foldOps {
	o := foldOps{size: size, wide: size, set: setCopy[T], narrow: narrowSame[T]}
	if greatest {
		o.add, o.run, o.start = maxCopy[T], maxRun[T], valueStart(least)
	} else {
		o.add, o.run, o.start = minCopy[T], minRun[T], valueStart(most)
	}
	return o
}
