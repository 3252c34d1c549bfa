//go:build !amd64 || noasm

package kernel

// The plain forms of the kernels that have a faster twin on other processors.

import (
	"unsafe"

	"github.com/tenferro/tenferro-go/tensor"
)

// transposer returns the transposing kernel for elements of size bytes, nil if there is none.
func transposer(size int) transposeFunc {
	switch size {
	case 4:
		return transposeRows[uint32]
	case 8:
		return transposeRows[uint64]
	case 16:
		return transposeRows[[2]uint64]
	}
	return nil
}

// transposeStreamer returns nil: only kernels in assembly write past the caches.
func transposeStreamer(int) (do streamFunc, rows int) { return nil, 0 }

// streamRuns copies runs of the given length from src+from[i] to dst+to[i], past the caches where it can.
func streamRuns(dst unsafe.Pointer, to []int, src unsafe.Pointer, from []int, bytes int) {
	streamPlain(dst, to, src, from, bytes)
}

// streams says that there is a way past the caches.
const streams = false

// streamRun copies one run.
func streamRun(dst, src unsafe.Pointer, bytes int) {
	copy(vec[byte](dst, bytes), vec[byte](src, bytes))
}

// prefetch would ask for rows to be brought to the cache.
func prefetch(unsafe.Pointer, []int, int) {}

// fence orders what was written past the caches before what follows.
func fence() {}

// faster would put faster forms of a product's kernels in place.
func (o *foldOps) faster(tensor.DType, conjugation) {}
