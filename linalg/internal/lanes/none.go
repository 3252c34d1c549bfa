//go:build !(cgo && (openblas || mkl || netlib || (accelerate && darwin)))

package lanes

// Available says whether there are kernels in this build.
const Available = false

// Solve does nothing.
func Solve[R Real](n, k int, a []R, adjoint bool, b, x []R, count int) int { return 0 }

// Cholesky does nothing.
func Cholesky[R Real](n int, lower bool, a, x []R, count int) int { return 0 }

// QR does nothing.
func QR[R Real](m, n int, a, q, r []R, count int) int { return 0 }

// Eigh does nothing.
func Eigh[R Real](n int, lower bool, a, w, v []R, count int) int { return 0 }

// SVD does nothing.
func SVD[R Real](m, n int, a, u, s, vt []R, count int) int { return 0 }
