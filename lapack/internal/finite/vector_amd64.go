//go:build amd64 && !noasm

package finite

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// block is how many bytes the vector kernels take at once.
const block = 64

// vector32 looks at the first done elements of x.
func vector32(x []uint32) (done int, ok bool) {
	n := len(x) * 4 / block
	if n == 0 || !cpu.X86.HasAVX2 {
		return 0, true
	}
	return n * block / 4, allAVX2(unsafe.Pointer(&x[0]), n, exponent32)
}

// vector64 does the same.
func vector64(x []uint64) (done int, ok bool) {
	n := len(x) * 8 / block
	if n == 0 || !cpu.X86.HasAVX2 {
		return 0, true
	}
	return n * block / 8, allAVX2(unsafe.Pointer(&x[0]), n, exponent64)
}

// allAVX2 reports whether no element of n blocks has all bits of the mask set. A mask of 32 bits is for elements of 4 bytes.
//
//go:noescape
func allAVX2(p unsafe.Pointer, n int, mask uint64) bool
