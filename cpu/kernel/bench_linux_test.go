package kernel

import (
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// benchMemory takes memory in huge pages, as the engine's pool does.
func benchMemory(b *testing.B, bytes int) unsafe.Pointer {
	const huge = 2 << 20
	mem, err := unix.Mmap(-1, 0, bytes+2*huge, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return heapMemory(b, bytes)
	}
	b.Cleanup(func() { _ = unix.Munmap(mem) })
	skip := int(-uintptr(unsafe.Pointer(&mem[0])) & (huge - 1))
	if bytes >= huge {
		_ = unix.Madvise(mem[skip:skip+bytes], unix.MADV_HUGEPAGE)
	}
	return unsafe.Pointer(&mem[skip])
}
