package zla

import "math/cmplx"

// This file holds the matrix product, by the vector kernels: gonum's Zgemm is a loop over scalars, several times slower.

// Transpose says how the product and the triangular routines read an operand.
type Transpose uint8

// The three ways to read a matrix.
const (
	NoTrans Transpose = iota
	Trans
	ConjTrans
)

// gemm computes C += alpha*op(A)*op(B). Of the two operands at most one is transposed.
func gemm(ta, tb Transpose, alpha complex128, a, b, c Matrix) {
	if ta == NoTrans {
		gemmColumns(tb, alpha, a, b, c)
		return
	}
	for j := range c.Cols {
		x, out := b.Col(j), c.Col(j)
		for i := range out {
			if ta == Trans {
				out[i] += alpha * dotu(a.Col(i), x)
			} else {
				out[i] += alpha * dotc(a.Col(i), x)
			}
		}
	}
}

// gemmColumns computes C += alpha*A*op(B) by adding up columns of A, in blocks of A that stay in the second cache while all
// columns of C pass by.
func gemmColumns(tb Transpose, alpha complex128, a, b, c Matrix) {
	const rows = 512
	for i := 0; i < c.Rows; i += rows {
		end := min(i+rows, c.Rows)
		for p := 0; p < a.Cols; p += panel {
			for j := range c.Cols {
				out := c.Col(j)[i:end]
				for k := p; k < min(p+panel, a.Cols); k++ {
					axpy(alpha*element(tb, b, k, j), a.Col(k)[i:end], out)
				}
			}
		}
	}
}

// element returns op(B)[k, j].
func element(tb Transpose, b Matrix, k, j int) complex128 {
	switch tb {
	case Trans:
		return b.At(j, k)
	case ConjTrans:
		return cmplx.Conj(b.At(j, k))
	}
	return b.At(k, j)
}
