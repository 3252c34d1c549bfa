package kernel

// Memory for the benchmarks.

import (
	"testing"
	"unsafe"
)

// fillMemory writes small float64 values everywhere: no zeros, no subnormal numbers.
func fillMemory(p unsafe.Pointer, bytes int) {
	for i := range unsafe.Slice((*float64)(p), bytes/8) {
		*(*float64)(unsafe.Add(p, i*8)) = 1 + float64(i%1000)/1024
	}
}

// heapMemory takes memory of Go's own.
func heapMemory(b *testing.B, bytes int) unsafe.Pointer {
	m := make([]byte, bytes+lineBytes)
	b.Cleanup(func() { m = nil })
	p := unsafe.Pointer(&m[0])
	return unsafe.Add(p, int(-uintptr(p)&(lineBytes-1)))
}
