package zla

import (
	"math"
	"math/cmplx"
)

// This file holds the Cholesky factorisation, GVL 4.2, by recursion on the order. Both triangles are served: the lower
// one is L, the upper one U = Lᴴ.

// small is the order that is factorised directly.
const small = 24

// Cholesky overwrites the given triangle of the Hermitian a by its factor and returns -1, or the index of the first
// pivot that is not positive. The other triangle is not touched.
func Cholesky(upper bool, a Matrix) (bad int) {
	n := a.Rows
	if n <= small {
		if upper {
			return choleskyUpper(a)
		}
		return choleskyLower(a)
	}
	h := n / 2
	a11, a22 := a.Sub(0, 0, h, h), a.Sub(h, h, n-h, n-h)
	if bad := Cholesky(upper, a11); bad >= 0 {
		return bad
	}
	if upper {
		a12 := a.Sub(0, h, h, n-h)
		SolveLeft(true, ConjTrans, false, a11, a12)
		subtractGram(true, a12, a22)
	} else {
		a21 := a.Sub(h, 0, n-h, h)
		solveRightAdjoint(a11, a21)
		subtractGram(false, a21, a22)
	}
	if bad := Cholesky(upper, a22); bad >= 0 {
		return bad + h
	}
	return -1
}

// choleskyUpper goes by columns: column j is solved against the factor before it.
func choleskyUpper(a Matrix) int {
	for j := range a.Rows {
		col := a.Col(j)
		for i := range j {
			ci := a.Col(i)
			col[i] = (col[i] - dotc(ci[:i], col[:i])) / ci[i]
		}
		d := real(col[j]) - real(dotc(col[:j], col[:j]))
		if !(d > 0) {
			return j
		}
		col[j] = complex(math.Sqrt(d), 0)
	}
	return -1
}

// choleskyLower finishes a column and takes it from those after it.
func choleskyLower(a Matrix) int {
	for j := range a.Rows {
		col := a.Col(j)
		d := real(col[j])
		if !(d > 0) {
			return j
		}
		d = math.Sqrt(d)
		col[j] = complex(d, 0)
		for i := j + 1; i < len(col); i++ {
			col[i] = complex(real(col[i])/d, imag(col[i])/d)
		}
		for k := j + 1; k < len(col); k++ {
			next := a.Col(k)
			axpy(-cmplx.Conj(col[k]), col[k:], next[k:])
		}
	}
	return -1
}

// solveRightAdjoint computes B = B*L⁻ᴴ column by column.
func solveRightAdjoint(l, b Matrix) {
	n := l.Rows
	if n > direct {
		h := n / 2
		b1, b2 := b.Sub(0, 0, b.Rows, h), b.Sub(0, h, b.Rows, n-h)
		solveRightAdjoint(l.Sub(0, 0, h, h), b1)
		gemm(NoTrans, ConjTrans, -1, b1, l.Sub(h, 0, n-h, h), b2)
		solveRightAdjoint(l.Sub(h, h, n-h, n-h), b2)
		return
	}
	for j := range n {
		x := b.Col(j)
		for k := range j {
			axpy(-cmplx.Conj(l.At(j, k)), b.Col(k), x)
		}
		scalReal(1/real(l.At(j, j)), x)
	}
}

// subtractGram computes C -= XᴴX (upper) or C -= XXᴴ (lower) in one triangle of C, halving C until the product with a
// small diagonal block is all that is left.
func subtractGram(upper bool, x, c Matrix) {
	n := c.Rows
	if n <= small {
		for j := range n {
			if upper {
				for i := 0; i <= j; i++ {
					c.Data[i+j*c.LD] -= dotc(x.Col(i), x.Col(j))
				}
				continue
			}
			for k := range x.Cols {
				xk := x.Col(k)
				axpy(-cmplx.Conj(xk[j]), xk[j:], c.Col(j)[j:])
			}
		}
		return
	}
	h := n / 2
	if upper {
		x1, x2 := x.Sub(0, 0, x.Rows, h), x.Sub(0, h, x.Rows, n-h)
		subtractGram(true, x1, c.Sub(0, 0, h, h))
		gemm(ConjTrans, NoTrans, -1, x1, x2, c.Sub(0, h, h, n-h))
		subtractGram(true, x2, c.Sub(h, h, n-h, n-h))
		return
	}
	x1, x2 := x.Sub(0, 0, h, x.Cols), x.Sub(h, 0, n-h, x.Cols)
	subtractGram(false, x1, c.Sub(0, 0, h, h))
	gemm(NoTrans, ConjTrans, -1, x2, x1, c.Sub(h, 0, n-h, h))
	subtractGram(false, x2, c.Sub(h, h, n-h, n-h))
}

// SolveCholesky computes B = A⁻¹*B from the factor of A.
func SolveCholesky(upper bool, f, b Matrix) {
	first, second := NoTrans, ConjTrans
	if upper {
		first, second = ConjTrans, NoTrans
	}
	SolveLeft(upper, first, false, f, b)
	SolveLeft(upper, second, false, f, b)
}
