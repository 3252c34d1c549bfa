//go:build amd64 && !noasm

package kernel

// The assembly kernels of a copy: transposition in vector registers, and writing past the caches.

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// hasAVX2 says that the processor and the system have the 256-bit vector registers that the kernels use.
var hasAVX2 = cpu.X86.HasAVX2

// transposer returns the transposing kernel for elements of size bytes, nil if there is none.
func transposer(size int) transposeFunc {
	switch {
	case size == 4 && hasAVX2:
		return transpose4AVX2
	case size == 8 && hasAVX2:
		return transpose8AVX2
	case size == 16 && hasAVX2:
		return transpose16AVX2
	case size == 4:
		return transposeRows[uint32]
	case size == 8:
		return transposeRows[uint64]
	case size == 16:
		return transposeRows[[2]uint64]
	}
	return nil
}

// streamRuns copies runs of the given length, a multiple of 4, from src+from[i] to dst+to[i], past the caches where it
// can.
func streamRuns(dst unsafe.Pointer, to []int, src unsafe.Pointer, from []int, bytes int) {
	if !hasAVX2 || len(to) == 0 || bytes%4 != 0 || uintptr(dst)%4 != 0 {
		streamPlain(dst, to, src, from, bytes)
		return
	}
	streamAVX2(dst, &to[0], src, &from[0], len(to), bytes)
}

// streams says that there is a way past the caches.
var streams = hasAVX2

// streamRun copies one run as streamRuns does.
func streamRun(dst, src unsafe.Pointer, bytes int) {
	if bytes%4 != 0 || uintptr(dst)%4 != 0 {
		copy(vec[byte](dst, bytes), vec[byte](src, bytes))
		return
	}
	var zero int
	streamAVX2(dst, &zero, src, &zero, 1, bytes)
}

// fence orders what was written past the caches before what follows.
func fence() {
	if hasAVX2 {
		storeFence()
	}
}

// transposeStreamer returns the kernel that transposes rows straight to the destination, past the caches, and the number
// of rows it takes; nil if there is none for elements of size bytes.
func transposeStreamer(size int) (do streamFunc, rows int) {
	switch {
	case size == 4 && hasAVX2:
		return transposeStream4AVX2, 16
	case size == 8 && hasAVX2:
		return transposeStream8AVX2, 8
	case size == 16 && hasAVX2:
		return transposeStream16AVX2, 8
	}
	return nil, 0
}

// transposeStream4AVX2 brings sixteen rows of n elements of 4 bytes to n columns, which begin at whole cache lines
// dst+to[j]; n is at least 8.
//
//go:noescape
func transposeStream4AVX2(dst unsafe.Pointer, to *int, src unsafe.Pointer, rows *int, n int)

// transposeStream8AVX2 does the same to eight rows of elements of 8 bytes; n is at least 4.
//
//go:noescape
func transposeStream8AVX2(dst unsafe.Pointer, to *int, src unsafe.Pointer, rows *int, n int)

// transposeStream16AVX2 does the same to eight rows of elements of 16 bytes; n is at least 2.
//
//go:noescape
func transposeStream16AVX2(dst unsafe.Pointer, to *int, src unsafe.Pointer, rows *int, n int)

// prefetch asks for rows to be brought to the second-level cache.
func prefetch(src unsafe.Pointer, rows []int, bytes int) {
	if len(rows) > 0 {
		prefetchT1(src, &rows[0], len(rows), bytes)
	}
}

// prefetchT1 asks for n rows; n is not 0.
//
//go:noescape
func prefetchT1(src unsafe.Pointer, rows *int, n, bytes int)

// transpose4AVX2 is transposeRows for elements of 4 bytes; n is at least 8.
//
//go:noescape
func transpose4AVX2(dst unsafe.Pointer, ld int, src unsafe.Pointer, rows *[8]int, n int)

// transpose8AVX2 is transposeRows for elements of 8 bytes; n is at least 4.
//
//go:noescape
func transpose8AVX2(dst unsafe.Pointer, ld int, src unsafe.Pointer, rows *[8]int, n int)

// transpose16AVX2 is transposeRows for elements of 16 bytes; n is at least 2.
//
//go:noescape
func transpose16AVX2(dst unsafe.Pointer, ld int, src unsafe.Pointer, rows *[8]int, n int)

// streamAVX2 copies runs; bytes and dst are multiples of 4, and all places of dst too.
//
//go:noescape
func streamAVX2(dst unsafe.Pointer, to *int, src unsafe.Pointer, from *int, runs, bytes int)

func storeFence()
