package goblas

// This file packs blocks of the operands into panels, in the order in which the tile kernels read them.

import "github.com/tenferro/tenferro-go/cblas/internal/kernel"

// operand is a matrix as the product sees it, transposition applied: element (i, j) is data[i*row + j*col], and one of
// row and col is 1.
type operand[T kernel.Scalar] struct {
	data     []T
	row, col int
}

func newOperand[T kernel.Scalar](op Op, data []T, ld int) operand[T] {
	if op.Trans {
		return operand[T]{data, ld, 1}
	}
	return operand[T]{data, 1, ld}
}

// from returns the operand that starts at element (i, j).
func (o operand[T]) from(i, j int) operand[T] {
	return operand[T]{o.data[i*o.row+j*o.col:], o.row, o.col}
}

// flip returns the transpose.
func (o operand[T]) flip() operand[T] { return operand[T]{o.data, o.col, o.row} }

// pack copies the leading [rows, cols] of o into panels of width rows: panel after panel, and within a panel column after
// column. The last panel is as wide as the rows that remain. So A is packed as it is and B transposed.
func pack[T kernel.Scalar](dst []T, o operand[T], rows, cols, width int) {
	if o.row == 1 {
		packAlong(dst, o.data, o.col, rows, cols, width)
		return
	}
	for i := 0; i < rows; i += width {
		w := min(width, rows-i)
		packAcross(dst[i*cols:(i+w)*cols], o.data[i*o.row:], o.row, w)
	}
}

// packAlong packs an operand whose columns are contiguous. It reads each column once from top to bottom, which keeps to
// few pages at a time, and writes to all panels by turns.
func packAlong[T kernel.Scalar](dst, src []T, ld, rows, cols, width int) {
	for p := range cols {
		column := src[p*ld : p*ld+rows]
		for i := 0; i < rows; i += width {
			w := min(width, rows-i)
			copy(dst[i*cols+p*w:][:w], column[i:])
		}
	}
}

// packAcross packs a panel whose rows lie contiguous in src, ld apart: a transposition, four rows at a time.
func packAcross[T kernel.Scalar](panel, src []T, ld, w int) {
	cols := len(panel) / w
	i := 0
	for ; i+4 <= w; i += 4 {
		r0, r1, r2, r3 := src[i*ld:][:cols], src[(i+1)*ld:][:cols], src[(i+2)*ld:][:cols], src[(i+3)*ld:][:cols]
		at := i
		for p := range r0 {
			out := panel[at : at+4 : at+4]
			out[0], out[1], out[2], out[3] = r0[p], r1[p], r2[p], r3[p]
			at += w
		}
	}
	for ; i < w; i++ {
		at := i
		for _, x := range src[i*ld:][:cols] {
			panel[at] = x
			at += w
		}
	}
}
