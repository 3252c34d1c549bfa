package cpu

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

const hugePage = 2 << 20

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
		// Refusal is no error: the kernel may be built without huge pages.
		_ = unix.Madvise(mem[skip:int(skip)+bytes], unix.MADV_HUGEPAGE)
	}
	return b, nil
}

func (b *block) unmap() {
	// The mapping is ours and whole, so that unmapping it cannot fail.
	_ = unix.Munmap(b.mem)
	b.mem, b.ptr = nil, nil
}
