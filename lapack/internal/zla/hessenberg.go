package zla

import "math/cmplx"

// This file reduces a general matrix to Hessenberg form, GVL 7.4.2.

// hessenberg computes Qᴴ*A*Q = H in place, in the rows and columns lo to hi; tau: [n-1]. The reflectors are left below the
// subdiagonal of a: that of step i acts on the rows from i+1 to hi. The subdiagonal of H is real.
func hessenberg(a Matrix, lo, hi int, tau []complex128, mem Memory) {
	n := a.Rows
	work := mem.Complex128s(n)
	clear(tau)
	for i := lo; i < hi-1; i++ {
		v := a.Col(i)[i+1 : hi]
		tau[i] = reflect(v)
		applyRight(v, tau[i], a.Sub(0, i+1, hi, hi-i-1), work)
		applyLeft(v, cmplx.Conj(tau[i]), a.Sub(i+1, i+1, hi-i-1, n-i-1))
	}
}

// formHessenbergQ writes Q of hessenberg, of which a holds the reflectors, to q.
func formHessenbergQ(a Matrix, lo, hi int, tau []complex128, q Matrix) {
	q.setIdentity()
	for i := hi - 2; i >= lo; i-- {
		applyLeft(a.Col(i)[i+1:hi], tau[i], q.Sub(i+1, i+1, hi-i-1, hi-i-1))
	}
}

// clearBelowSubdiagonal removes the reflectors.
func clearBelowSubdiagonal(a Matrix) {
	for j := range a.Cols {
		if j+2 < a.Rows {
			clear(a.Col(j)[j+2:])
		}
	}
}
