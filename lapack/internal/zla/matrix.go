package zla

import (
	"math"
	"math/cmplx"
)

// This file holds the column-major view that all routines work on.

// Matrix is a column-major view: element (i, j) is Data[i+j*LD]. A Matrix without elements may have nil Data.
type Matrix struct {
	Rows, Cols int
	Data       []complex128
	LD         int
}

// Memory hands out scratch memory with undefined contents that lives until the caller's call is over.
type Memory interface {
	Complex128s(n int) []complex128
	Float64s(n int) []float64
}

// newMatrix returns a rows by cols matrix in scratch memory, with undefined contents.
func newMatrix(rows, cols int, mem Memory) Matrix {
	return Matrix{Rows: rows, Cols: cols, Data: mem.Complex128s(rows * cols), LD: max(1, rows)}
}

// Col returns column j.
func (a Matrix) Col(j int) []complex128 {
	if a.Rows == 0 {
		return nil
	}
	return a.Data[j*a.LD : j*a.LD+a.Rows]
}

// At returns element (i, j).
func (a Matrix) At(i, j int) complex128 { return a.Data[i+j*a.LD] }

// Set writes element (i, j).
func (a Matrix) Set(i, j int, x complex128) { a.Data[i+j*a.LD] = x }

// Sub returns the view of rows i to i+rows and columns j to j+cols.
func (a Matrix) Sub(i, j, rows, cols int) Matrix {
	s := Matrix{Rows: rows, Cols: cols, LD: a.LD}
	if rows > 0 && cols > 0 {
		s.Data = a.Data[i+j*a.LD:]
	}
	return s
}

// copyTo copies a into b of the same size.
func (a Matrix) copyTo(b Matrix) {
	for j := range a.Cols {
		copy(b.Col(j), a.Col(j))
	}
}

// Adjoint copies aᴴ into b, by blocks that fit the first cache in both orders.
func Adjoint(a, b Matrix) {
	const block = 16
	for jb := 0; jb < a.Cols; jb += block {
		for ib := 0; ib < a.Rows; ib += block {
			for j := jb; j < min(jb+block, a.Cols); j++ {
				for i := ib; i < min(ib+block, a.Rows); i++ {
					b.Data[j+i*b.LD] = cmplx.Conj(a.Data[i+j*a.LD])
				}
			}
		}
	}
}

// setIdentity makes a the identity, also where it is not square.
func (a Matrix) setIdentity() {
	for j := range a.Cols {
		col := a.Col(j)
		clear(col)
		if j < len(col) {
			col[j] = 1
		}
	}
}

// maxPart returns the largest |re| or |im| of an element. Unlike the largest modulus it cannot overflow.
func (a Matrix) maxPart() float64 {
	most := 0.0
	for j := range a.Cols {
		for _, x := range a.Col(j) {
			most = max(most, math.Abs(real(x)), math.Abs(imag(x)))
		}
	}
	return most
}

// swapRows exchanges rows i and k in the columns from first to last.
func (a Matrix) swapRows(i, k, first, last int) {
	if i == k {
		return
	}
	for j := first; j < last; j++ {
		p, q := i+j*a.LD, k+j*a.LD
		a.Data[p], a.Data[q] = a.Data[q], a.Data[p]
	}
}

// swapCols exchanges columns j and k in the rows from first to last.
func (a Matrix) swapCols(j, k, first, last int) {
	if j == k {
		return
	}
	x, y := a.Col(j)[first:last], a.Col(k)[first:last]
	for i := range x {
		x[i], y[i] = y[i], x[i]
	}
}
