//go:build cgo && (openblas || mkl || netlib || (accelerate && darwin))

package small

// #cgo CFLAGS: -Wno-psabi
// #include "small.h"
import "C"

import (
	"runtime"
	"unsafe"

	"github.com/tenferro/tenferro-go/internal/simd"
)

// level is the kind of processor whose kernels run, one of small.h.
var level = simd.Best()

// Available says whether there are kernels in this build for this processor.
var Available = level > simd.Baseline || runtime.GOARCH != "amd64"

// Strided computes count products, whose operands begin the given numbers of elements apart.
func Strided[R Real](p *Product, a []R, stepA int, b []R, stepB int, c []R, stepC, count int, add bool) {
	if count == 0 {
		return
	}
	last := count - 1
	p.check(len(a)-last*stepA, len(b)-last*stepB, len(c)-last*stepC)
	call(p, a, nil, stepA, b, nil, stepB, c, nil, stepC, count, add)
}

// Offsets computes a product for each element of offC; operands begin at their offsets.
func Offsets[R Real](p *Product, a []R, offA []int, b []R, offB []int, c []R, offC []int, add bool) {
	if len(offC) == 0 {
		return
	}
	call(p, a, offA, 0, b, offB, 0, c, offC, 0, len(offC), add)
}

// Check panics unless products at the given offsets lie in operands of the given lengths.
func (p *Product) Check(lenA int, offA []int, lenB int, offB []int, lenC int, offC []int) {
	if len(offA) != len(offC) || len(offB) != len(offC) {
		panic("small: tables of different lengths")
	}
	for i := range offC {
		if offA[i] < 0 || offB[i] < 0 || offC[i] < 0 {
			panic("small: an operand begins before its memory")
		}
		p.check(lenA-offA[i], lenB-offB[i], lenC-offC[i])
	}
}

// check keeps C within its memory.
func (p *Product) check(a, b, c int) {
	extent := func(rows, cols, ld int, turned bool) int {
		if turned {
			rows, cols = cols, rows
		}
		if ld < rows {
			panic("small: a leading dimension is less than the rows")
		}
		return (cols-1)*ld + rows
	}
	if p.M < 1 || p.N < 1 || p.K < 1 || p.K > Depth {
		panic("small: sizes out of range")
	}
	if a < extent(p.M, p.K, p.LDA, p.TransA) || b < extent(p.K, p.N, p.LDB, p.TransB) || c < extent(p.M, p.N, p.LDC, false) {
		panic("small: an operand is too short")
	}
}

func call[R Real](p *Product, a []R, offA []int, stepA int, b []R, offB []int, stepB int, c []R, offC []int, stepC, count int, add bool) {
	var r R
	if unsafe.Sizeof(r) == 8 {
		C.tf_small_f64(C.int(level), flag(p.TransA), flag(p.TransB), C.long(p.M), C.long(p.N), C.int(p.K),
			f64(a), C.long(p.LDA), longs(offA), C.long(stepA), f64(b), C.long(p.LDB), longs(offB), C.long(stepB),
			f64(c), C.long(p.LDC), longs(offC), C.long(stepC), C.long(count), flag(add))
		return
	}
	C.tf_small_f32(C.int(level), flag(p.TransA), flag(p.TransB), C.long(p.M), C.long(p.N), C.int(p.K),
		f32(a), C.long(p.LDA), longs(offA), C.long(stepA), f32(b), C.long(p.LDB), longs(offB), C.long(stepB),
		f32(c), C.long(p.LDC), longs(offC), C.long(stepC), C.long(count), flag(add))
}

func f64[R Real](x []R) *C.double { return (*C.double)(unsafe.Pointer(unsafe.SliceData(x))) }
func f32[R Real](x []R) *C.float  { return (*C.float)(unsafe.Pointer(unsafe.SliceData(x))) }

// longs passes a table as it is: a long is an int on the systems that have a native provider.
func longs(x []int) *C.long {
	var wide [1]struct{} = [unsafe.Sizeof(C.long(0)) / unsafe.Sizeof(int(0))]struct{}{} // else this does not compile
	_ = wide
	return (*C.long)(unsafe.Pointer(unsafe.SliceData(x)))
}

func flag(b bool) C.int {
	if b {
		return 1
	}
	return 0
}
