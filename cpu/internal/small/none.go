//go:build !(cgo && (openblas || mkl || netlib || (accelerate && darwin)))

package small

// Available says whether there are kernels in this build for this processor.
const Available = false

// Strided is not there.
func Strided[R Real](p *Product, a []R, stepA int, b []R, stepB int, c []R, stepC, count int, add bool) {
	panic("small: no kernels in this build")
}

// Offsets is not there.
func Offsets[R Real](p *Product, a []R, offA []int, b []R, offB []int, c []R, offC []int, add bool) {
	panic("small: no kernels in this build")
}

// Check does nothing.
func (p *Product) Check(lenA int, offA []int, lenB int, offB []int, lenC int, offC []int) {}
