// Package finite finds NaN and Inf among floating-point numbers, at the rate of memory where the processor has vectors.
package finite

import "unsafe"

// Number are the element types.
type Number interface {
	float32 | float64 | complex64 | complex128
}

// All reports whether no element of x is NaN or infinite. A complex number is finite if both its parts are.
func All[T Number](x []T) bool {
	p := unsafe.Pointer(unsafe.SliceData(x))
	var zero T
	switch any(zero).(type) {
	case float32:
		return all32(unsafe.Slice((*uint32)(p), len(x)))
	case complex64:
		return all32(unsafe.Slice((*uint32)(p), 2*len(x)))
	case complex128:
		return all64(unsafe.Slice((*uint64)(p), 2*len(x)))
	}
	return all64(unsafe.Slice((*uint64)(p), len(x)))
}

// A number is finite unless all bits of its exponent are set: then adding 1 to the exponent sets the bit above.
const (
	exponent32, next32, above32 = 0x7f800000, 0x00800000, 0x80000000
	exponent64, next64, above64 = 0x7ff0000000000000, 0x0010000000000000, 0x8000000000000000
)

func all32(x []uint32) bool {
	done, ok := vector32(x)
	var seen uint32
	for _, v := range x[done:] {
		seen |= v&exponent32 + next32
	}
	return ok && seen&above32 == 0
}

func all64(x []uint64) bool {
	done, ok := vector64(x)
	var seen uint64
	for _, v := range x[done:] {
		seen |= v&exponent64 + next64
	}
	return ok && seen&above64 == 0
}
