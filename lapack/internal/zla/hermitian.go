package zla

import (
	"math/cmplx"

	"gonum.org/v1/gonum/lapack"
	lapackgonum "gonum.org/v1/gonum/lapack/gonum"
)

// This file solves the Hermitian eigenproblem, GVL 8.3: Householder reduction to a real tridiagonal matrix, whose
// eigenproblem gonum solves by implicit QL or QR, and back-transformation of the vectors.

// Eigh computes the eigenvalues w: [n] of the Hermitian matrix in one triangle of a, ascending, and with vectors writes
// orthonormal eigenvectors over all of a. Without vectors a is left alone. It returns how many off-diagonal elements did
// not converge.
func Eigh(vectors, upper bool, a Matrix, w []float64, mem Memory) (unconverged int) {
	n := a.Rows
	h := newMatrix(n, n, mem)
	copyLower(upper, a, h)
	factor := scaleIn(h)

	e, tau := mem.Float64s(n), mem.Complex128s(n)
	tridiagonalise(h, w, e[:n-1], tau[:n-1], mem)
	ok := true
	if vectors {
		z := mem.Float64s(n * n)
		ok = lapackgonum.Implementation{}.Dsteqr(lapack.EVTridiag, n, w, e[:n-1], z, n, mem.Float64s(max(1, 2*n-2)))
		for k := range n {
			for i, col := 0, a.Col(k); i < n; i++ {
				col[i] = complex(z[i*n+k], 0)
			}
		}
		if ok {
			ApplyLeft(h.Sub(1, 0, n-1, n-1), tau[:n-1], false, a.Sub(1, 0, n-1, n))
		}
	} else {
		ok = lapackgonum.Implementation{}.Dsterf(n, w, e[:n-1])
	}
	for i := range w[:n] {
		w[i] /= factor
	}
	if !ok {
		return max(1, nonzeros(e[:n-1]))
	}
	return 0
}

// copyLower copies the Hermitian matrix in one triangle of a into the lower triangle of h and zeros the other, which
// scaling reads.
func copyLower(upper bool, a, h Matrix) {
	for j := range a.Cols {
		col := h.Col(j)
		clear(col[:j])
		if !upper {
			copy(col[j:], a.Col(j)[j:])
		} else {
			for i := j; i < a.Rows; i++ {
				col[i] = cmplx.Conj(a.At(j, i))
			}
		}
		col[j] = complex(real(col[j]), 0)
	}
}

// tridiagonalise computes Qᴴ*A*Q = T, with A in the lower triangle of a, T's diagonal d: [n] and off-diagonal e: [n-1].
// The reflectors of Q are left below the subdiagonal: that of step i acts on the rows from i+1 on.
func tridiagonalise(a Matrix, d, e []float64, tau []complex128, mem Memory) {
	n := a.Rows
	work := mem.Complex128s(n)
	for i := range n - 1 {
		d[i] = real(a.At(i, i))
		v := a.Col(i)[i+1:]
		tau[i] = reflect(v)
		e[i] = real(v[0])
		if tau[i] == 0 {
			continue
		}
		// With H = I - tau*v*vᴴ and x = tau*A*v, HᴴAH = A - v*wᴴ - w*vᴴ for w = x - ½*tau*(xᴴv)*v.
		v[0] = 1
		rest := a.Sub(i+1, i+1, n-i-1, n-i-1)
		x := work[:n-i-1]
		multiplyHermitian(rest, v, x)
		scal(tau[i], x)
		axpy(-0.5*tau[i]*dotc(x, v), v, x)
		for j := range rest.Cols {
			col := rest.Col(j)[j:]
			axpy(-cmplx.Conj(x[j]), v[j:], col)
			axpy(-cmplx.Conj(v[j]), x[j:], col)
			col[0] = complex(real(col[0]), 0)
		}
		v[0] = complex(e[i], 0)
	}
	d[n-1] = real(a.At(n-1, n-1))
}

// multiplyHermitian computes y = A*x with A in the lower triangle of a, reading each column once.
func multiplyHermitian(a Matrix, x, y []complex128) {
	clear(y)
	for j := range a.Cols {
		col := a.Col(j)
		y[j] += complex(real(col[j]), 0)*x[j] + dotc(col[j+1:], x[j+1:])
		axpy(x[j], col[j+1:], y[j+1:])
	}
}

// nonzeros counts the elements that are not zero.
func nonzeros(x []float64) int {
	n := 0
	for _, v := range x {
		if v != 0 {
			n++
		}
	}
	return n
}
