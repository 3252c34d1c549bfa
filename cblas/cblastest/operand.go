package cblastest

// This file holds the operands of a test: matrices and vectors that lie in a larger buffer, so that whatever is touched
// outside them shows.

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/cblas"
)

// margin is how many elements lie before and after an operand.
const margin = 9

// operand is a matrix or vector in a buffer. Its element (i, j) is data[first + i*row + j*col]. All other elements of the
// buffer are the guard.
type operand[T cblas.Scalar] struct {
	data       []T
	rows, cols int
	first      int
	row, col   int
	length     int // of the slice that is passed
}

// newMatrix returns a column-major matrix with guards all round and between its columns.
func newMatrix[T cblas.Scalar](rows, cols, ld int, guard T) *operand[T] {
	o := &operand[T]{rows: rows, cols: cols, first: margin, row: 1, col: ld}
	if rows > 0 && cols > 0 {
		o.length = (cols-1)*ld + rows
	}
	o.data = filled(o.length+2*margin, guard)
	return o
}

// newVector returns a vector with an increment.
func newVector[T cblas.Scalar](n, inc int, guard T) *operand[T] {
	o := &operand[T]{rows: n, cols: 1, first: margin, row: inc}
	if n > 0 {
		o.length = (n-1)*max(inc, -inc) + 1
	}
	if inc < 0 {
		o.first += o.length - min(o.length, 1)
	}
	o.data = filled(o.length+2*margin, guard)
	return o
}

func filled[T cblas.Scalar](n int, x T) []T {
	s := make([]T, n)
	for i := range s {
		s[i] = x
	}
	return s
}

// at returns the place of element (i, j) in the buffer.
func (o *operand[T]) at(i, j int) int { return o.first + i*o.row + j*o.col }

// slice is what is passed to a routine: exactly the elements it may reach, or nil if there are none.
func (o *operand[T]) slice() []T {
	if o.length == 0 {
		return nil
	}
	return o.data[margin : margin+o.length : margin+o.length]
}

// draw fills the elements, not the guards, with random numbers.
func (o *operand[T]) draw(rng *rand.Rand, k kind) *operand[T] {
	for j := range o.cols {
		for i := range o.rows {
			o.data[o.at(i, j)] = draw[T](rng, k)
		}
	}
	return o
}

// fill sets all elements to x.
func (o *operand[T]) fill(x T) *operand[T] {
	for j := range o.cols {
		for i := range o.rows {
			o.data[o.at(i, j)] = x
		}
	}
	return o
}

// snapshot returns a copy of the whole buffer.
func (o *operand[T]) snapshot() []complex128 { return wide(o.data) }

// unchanged requires the whole buffer to be as in the snapshot.
func (o *operand[T]) unchanged(t *testing.T, name string, before []complex128, call any) {
	t.Helper()
	o.matches(t, name, before, nil, call)
}

// matches requires the whole buffer, guards included, to hold want, within the tolerance for each place if there is one.
func (o *operand[T]) matches(t *testing.T, name string, want []complex128, tolerance []float64, call any) {
	t.Helper()
	got := wide(o.data)
	for i := range want {
		tol := 0.0
		if tolerance != nil {
			tol = tolerance[i]
		}
		if !same(got[i], want[i], tol) {
			require.Failf(t, "wrong result", "%+v: %s at place %d of the slice of %d is %v, want %v (tolerance %g)",
				call, name, i-margin, o.length, got[i], want[i], tol)
		}
	}
}

// view is an operand as an operation reads it: transposed and conjugated.
type view struct {
	data     []complex128
	first    int
	row, col int
	conj     bool
}

func (o *operand[T]) view(trans cblas.Transpose) view {
	return newView(wide(o.data), o.first, o.row, o.col, trans)
}

func newView(data []complex128, first, row, col int, trans cblas.Transpose) view {
	v := view{data, first, row, col, trans == cblas.ConjTrans}
	if trans != cblas.NoTrans {
		v.row, v.col = v.col, v.row
	}
	return v
}

// at returns element (i, j).
func (v view) at(i, j int) complex128 {
	x := v.data[v.first+i*v.row+j*v.col]
	if v.conj {
		return cmplx.Conj(x)
	}
	return x
}

// result is what a buffer should hold after an operation, and how far each place may be off.
type result struct {
	want      []complex128
	tolerance []float64
}

// newResult starts from the buffer as it is. A tolerance is kept only for random numbers.
func newResult[T cblas.Scalar](o *operand[T], k kind) *result {
	r := &result{want: o.snapshot()}
	if k == random {
		r.tolerance = make([]float64, len(r.want))
	}
	return r
}

// gemm computes the elements of C = alpha*A*B + beta*C in the plainest way. eps is that of the element type.
func (r *result) gemm(m, n, k int, alpha complex128, a, b view, beta complex128, first, row, col int, eps float64) {
	for j := range n {
		for i := range m {
			var sum complex128
			var size float64
			if alpha != 0 {
				for p := range k {
					x, y := a.at(i, p), b.at(p, j)
					sum += x * y
					size += magnitude(x) * magnitude(y)
				}
			}
			at := first + i*row + j*col
			old := r.want[at]
			sum = times(alpha, sum)
			size *= magnitude(alpha)
			if beta != 0 {
				sum += times(beta, old)
				size += magnitude(beta) * magnitude(old)
			}
			r.want[at] = sum
			if r.tolerance != nil {
				r.tolerance[at] += 2 * eps * float64(k+8) * size
			}
		}
	}
}

// magnitude is at least the absolute value, and fast.
func magnitude(x complex128) float64 { return math.Abs(real(x)) + math.Abs(imag(x)) }

// times multiplies, taking a factor without imaginary part as a real number.
func times(f, x complex128) complex128 {
	if imag(f) == 0 {
		return complex(real(f)*real(x), real(f)*imag(x))
	}
	return f * x
}
