package zla

import "math/cmplx"

// This file solves with and inverts triangular matrices, GVL 3.1. Large systems are halved, so that most of the work is
// done by the matrix product.

// direct is the order below which a triangular system is solved column by column.
const direct = 48

// SolveLeft computes B = op(A)⁻¹*B for a triangular A with a diagonal of ones if unit.
func SolveLeft(upper bool, t Transpose, unit bool, a, b Matrix) {
	n := a.Rows
	if n <= direct {
		for j := range b.Cols {
			solveColumn(upper, t, unit, a, b.Col(j))
		}
		return
	}
	h := n / 2
	a11, a22 := a.Sub(0, 0, h, h), a.Sub(h, h, n-h, n-h)
	b1, b2 := b.Sub(0, 0, h, b.Cols), b.Sub(h, 0, n-h, b.Cols)
	off := a.Sub(h, 0, n-h, h)
	if upper {
		off = a.Sub(0, h, h, n-h)
	}
	// op(A) is upper triangular if just one of the two holds: then the lower half is solved first.
	if upper == (t == NoTrans) {
		SolveLeft(upper, t, unit, a22, b2)
		gemm(t, NoTrans, -1, off, b2, b1)
		SolveLeft(upper, t, unit, a11, b1)
		return
	}
	SolveLeft(upper, t, unit, a11, b1)
	gemm(t, NoTrans, -1, off, b1, b2)
	SolveLeft(upper, t, unit, a22, b2)
}

// solveColumn computes x = op(A)⁻¹*x. It goes through A by columns: as updates of x for NoTrans, as inner products
// otherwise.
func solveColumn(upper bool, t Transpose, unit bool, a Matrix, x []complex128) {
	n := a.Rows
	for step := range n {
		j := step
		if upper == (t == NoTrans) {
			j = n - 1 - step
		}
		col := a.Col(j)
		from, to := j+1, n
		if upper {
			from, to = 0, j
		}
		switch t {
		case NoTrans:
			if !unit {
				x[j] /= col[j]
			}
			axpy(-x[j], col[from:to], x[from:to])
		case Trans:
			x[j] -= dotu(col[from:to], x[from:to])
			if !unit {
				x[j] /= col[j]
			}
		case ConjTrans:
			x[j] -= dotc(col[from:to], x[from:to])
			if !unit {
				x[j] /= cmplx.Conj(col[j])
			}
		}
	}
}

// Invert overwrites the triangular a with its inverse, column by column: with the leading part inverted, the next column
// of the inverse is -A11⁻¹*a12/a22 (for a lower triangle from the other end); Higham, Accuracy and Stability of Numerical
// Algorithms, 2nd ed., 14.2.
func Invert(upper, unit bool, a Matrix) {
	n := a.Rows
	for step := range n {
		j := step
		if !upper {
			j = n - 1 - step
		}
		col := a.Col(j)
		factor := complex128(-1)
		if !unit {
			col[j] = 1 / col[j]
			factor = -col[j]
		}
		if upper {
			multiplyUpper(unit, a, col[:j])
		} else {
			multiplyLower(unit, a.Sub(j+1, j+1, n-j-1, n-j-1), col[j+1:])
		}
		if upper {
			scal(factor, col[:j])
		} else {
			scal(factor, col[j+1:])
		}
	}
}

// multiplyUpper computes x = A*x with the upper triangle of the leading columns of a.
func multiplyUpper(unit bool, a Matrix, x []complex128) {
	for j := range x {
		col := a.Col(j)
		axpy(x[j], col[:j], x[:j])
		if !unit {
			x[j] *= col[j]
		}
	}
}

// multiplyLower computes x = A*x with the lower triangle of a.
func multiplyLower(unit bool, a Matrix, x []complex128) {
	for j := len(x) - 1; j >= 0; j-- {
		col := a.Col(j)
		axpy(x[j], col[j+1:], x[j+1:])
		if !unit {
			x[j] *= col[j]
		}
	}
}
