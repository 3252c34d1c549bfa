//go:build cgo && (openblas || mkl || netlib || (accelerate && darwin))

package lanes

// #cgo CFLAGS: -Wno-psabi
// #include "lanes.h"
import "C"

import (
	"unsafe"

	"github.com/tenferro/tenferro-go/internal/simd"
)

// Available says whether there are kernels in this build.
const Available = true

// level is the kind of processor whose kernels run, one of lanes.h.
var level = simd.Best()

// Solve computes the solutions x: [n, k] of a·x = b for as many of count systems as it returns, from the first on; with adjoint, of
// aᵀ·x = b. A nil b is the identity.
func Solve[R Real](n, k int, a []R, adjoint bool, b, x []R, count int) int {
	check(len(a), n*n, count)
	check(len(x), n*k, count)
	if b != nil {
		check(len(b), n*k, count)
	}
	if is64[R]() {
		return int(C.tf_solve_f64(C.int(level), C.int(n), C.int(k), f64(a), flag(adjoint), f64(b), f64(x), C.long(count)))
	}
	return int(C.tf_solve_f32(C.int(level), C.int(n), C.int(k), f32(a), flag(adjoint), f32(b), f32(x), C.long(count)))
}

// Cholesky computes the lower or upper factors x: [n, n], reading that triangle of a alone.
func Cholesky[R Real](n int, lower bool, a, x []R, count int) int {
	check(len(a), n*n, count)
	check(len(x), n*n, count)
	if is64[R]() {
		return int(C.tf_chol_f64(C.int(level), C.int(n), flag(lower), f64(a), f64(x), C.long(count)))
	}
	return int(C.tf_chol_f32(C.int(level), C.int(n), flag(lower), f32(a), f32(x), C.long(count)))
}

// QR computes the thin factors q: [m, k] and r: [k, n] of a: [m, n], with k the smaller of m and n.
func QR[R Real](m, n int, a, q, r []R, count int) int {
	k := min(m, n)
	check(len(a), m*n, count)
	check(len(q), m*k, count)
	check(len(r), k*n, count)
	if is64[R]() {
		return int(C.tf_qr_f64(C.int(level), C.int(m), C.int(n), f64(a), f64(q), f64(r), C.long(count)))
	}
	return int(C.tf_qr_f32(C.int(level), C.int(m), C.int(n), f32(a), f32(q), f32(r), C.long(count)))
}

// Eigh computes the eigenvalues w: [n], ascending, and eigenvectors v: [n, n] of the symmetric matrices whose lower or upper
// triangle a has; the other one is not read.
func Eigh[R Real](n int, lower bool, a, w, v []R, count int) int {
	check(len(a), n*n, count)
	check(len(w), n, count)
	check(len(v), n*n, count)
	if is64[R]() {
		return int(C.tf_eigh_f64(C.int(level), C.int(n), flag(lower), f64(a), f64(w), f64(v), C.long(count)))
	}
	return int(C.tf_eigh_f32(C.int(level), C.int(n), flag(lower), f32(a), f32(w), f32(v), C.long(count)))
}

// SVD computes the thin factors u: [m, k], s: [k], descending, and vt: [k, n] of a: [m, n], with k the smaller of m and n.
func SVD[R Real](m, n int, a, u, s, vt []R, count int) int {
	k := min(m, n)
	check(len(a), m*n, count)
	check(len(u), m*k, count)
	check(len(s), k, count)
	check(len(vt), k*n, count)
	if is64[R]() {
		return int(C.tf_svd_f64(C.int(level), C.int(m), C.int(n), f64(a), f64(u), f64(s), f64(vt), C.long(count)))
	}
	return int(C.tf_svd_f32(C.int(level), C.int(m), C.int(n), f32(a), f32(u), f32(s), f32(vt), C.long(count)))
}

// check keeps C within its memory.
func check(have, size, count int) {
	if size < 1 || count < 1 || have < size*count {
		panic("lanes: a matrix is empty, or a slice is too short")
	}
}

func f64[R Real](x []R) *C.double { return (*C.double)(unsafe.Pointer(unsafe.SliceData(x))) }
func f32[R Real](x []R) *C.float  { return (*C.float)(unsafe.Pointer(unsafe.SliceData(x))) }

func flag(b bool) C.int {
	if b {
		return 1
	}
	return 0
}
