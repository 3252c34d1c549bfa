//go:build !linux

package cpu

import "unsafe"

// mapMemory takes memory from Go's heap, aligned to a cache line.
func mapMemory(bytes int) (*block, error) {
	const line = 64
	mem := make([]byte, bytes+line)
	p := unsafe.Pointer(&mem[0])
	return &block{ptr: unsafe.Add(p, -uintptr(p)&(line-1)), bytes: bytes, mem: mem}, nil
}

func (b *block) unmap() { b.mem, b.ptr = nil, nil }

// wantHugePages does nothing where there is no such advice.
func wantHugePages(unsafe.Pointer, int) {}
