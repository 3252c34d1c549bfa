package cpu

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// mapMemory takes memory from the system. Large blocks begin at a huge page and ask for huge pages: a matrix product
// over scattered small pages spends its time in the translation buffers. The memory lies outside Go's heap.
func mapMemory(bytes int) (*block, error) {
	size := bytes
	if bytes >= hugePage {
		size += hugePage
	}
	mem, err := unix.Mmap(-1, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return nil, fmt.Errorf("mapping %d bytes: %w", size, err)
	}
	b := &block{ptr: unsafe.Pointer(&mem[0]), bytes: bytes, mem: mem}
	if bytes >= hugePage {
		skip := -uintptr(b.ptr) & (hugePage - 1)
		b.ptr = unsafe.Add(b.ptr, skip)
		wantHugePages(b.ptr, bytes)
	}
	return b, nil
}

func (b *block) unmap() {
	// The mapping is ours and whole, so that unmapping it cannot fail.
	_ = unix.Munmap(b.mem)
	b.mem, b.ptr = nil, nil
}

// wantHugePages advises the kernel. Refusal is no error: it may be built without them.
func wantHugePages(ptr unsafe.Pointer, bytes int) {
	_ = unix.Madvise(unsafe.Slice((*byte)(ptr), bytes), unix.MADV_HUGEPAGE)
}
