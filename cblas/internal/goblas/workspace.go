package goblas

// This file holds the buffers that operands are packed into.

import (
	"unsafe"

	"github.com/tenferro/tenferro-go/cblas/internal/kernel"
)

// workspace is what one goroutine needs for one product. Its buffers grow and are kept.
type workspace[T kernel.Scalar] struct {
	a, b []T
}

// line is the size of a cache line, in bytes: vectors loaded from a packed panel must not straddle two.
const line = 64

// grown returns a buffer of n elements that starts on a cache line: buf if it is long enough, else a new one.
func grown[T kernel.Scalar](buf []T, n int) []T {
	if cap(buf) >= n {
		return buf[:n]
	}
	size := int(unsafe.Sizeof(*new(T)))
	buf = make([]T, n+line/size)
	skip := 0
	if r := int(uintptr(unsafe.Pointer(&buf[0])) % line); r != 0 {
		skip = (line - r) / size
	}
	return buf[skip : skip+n]
}
