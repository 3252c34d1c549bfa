package zla

import "math"

// This file balances a matrix before its eigenproblem: a permutation that isolates eigenvalues, then a diagonal scaling by
// powers of two that brings rows and columns to similar 2-norms. Parlett and Reinsch, Numer. Math. 13 (1969), with the
// norm and the stopping rule of James, Langou and Lowery, arXiv:1401.5766.

// balanced says what was done: rows and columns lo to hi (exclusive) form the unreduced part, scale[i] is the factor of a
// row in it, and the row that i was exchanged with outside of it.
type balanced struct {
	lo, hi int
	scale  []float64
}

// balance transforms a by a permutation and a scaling, D⁻¹*Pᵀ*A*P*D.
func balance(a Matrix, scale []float64) balanced {
	n := a.Rows
	b := balanced{lo: 0, hi: n, scale: scale}
	for i := range scale {
		scale[i] = 1
	}
	b.isolate(a)
	b.equilibrate(a)
	return b
}

// isolate moves rows with zeros left of the diagonal's place to the bottom, and columns likewise to the left, where their
// diagonal elements are eigenvalues.
func (b *balanced) isolate(a Matrix) {
	move := func(j, to int) {
		b.scale[to] = float64(j)
		a.swapCols(j, to, 0, b.hi)
		a.swapRows(j, to, b.lo, a.Rows)
	}
	for again := true; again && b.hi > 0; {
		again = false
		for j := b.hi - 1; j >= 0; j-- {
			if rowIsolated(a, j, b.hi) {
				move(j, b.hi-1)
				b.hi--
				again = true
				break
			}
		}
	}
	for again := true; again && b.lo < b.hi; {
		again = false
		for j := b.lo; j < b.hi; j++ {
			if columnIsolated(a, j, b.lo, b.hi) {
				move(j, b.lo)
				b.lo++
				again = true
				break
			}
		}
	}
}

// rowIsolated reports whether row j has no element but the diagonal in the columns before hi.
func rowIsolated(a Matrix, j, hi int) bool {
	for k := range hi {
		if k != j && a.At(j, k) != 0 {
			return false
		}
	}
	return true
}

// columnIsolated reports whether column j has no element but the diagonal in the rows from lo to hi.
func columnIsolated(a Matrix, j, lo, hi int) bool {
	for i := lo; i < hi; i++ {
		if i != j && a.At(i, j) != 0 {
			return false
		}
	}
	return true
}

// equilibrate scales the unreduced part.
func (b *balanced) equilibrate(a Matrix) {
	const enough = 0.95 // a smaller gain is none
	for changed := true; changed; {
		changed = false
		for i := b.lo; i < b.hi; i++ {
			c := norm2(a.Col(i)[b.lo:b.hi])
			r := kernels{}.Dznrm2(b.hi-b.lo, a.Data[i+b.lo*a.LD:], a.LD)
			f := factorFor(c, r)
			if f == 1 || f*c+r/f >= enough*(c+r) || !(f*b.scale[i] > safeMin/ulp) || !(f*b.scale[i] < ulp/safeMin) {
				continue
			}
			b.scale[i] *= f
			changed = true
			for k := b.lo; k < a.Cols; k++ {
				x := a.At(i, k)
				a.Set(i, k, complex(real(x)/f, imag(x)/f))
			}
			scalReal(f, a.Col(i)[:b.hi])
		}
	}
}

// factorFor returns the power of two f that brings c*f and r/f closest, 1 if one of them is zero.
func factorFor(c, r float64) float64 {
	if c == 0 || r == 0 || math.IsInf(c, 0) || math.IsInf(r, 0) {
		return 1
	}
	e := float64(exponent(r)-exponent(c)) / 2
	return math.Ldexp(1, int(math.Trunc(e)))
}

// back transforms eigenvectors of the balanced matrix into those of the original: right ones by P*D, left ones by P*D⁻¹.
func (b *balanced) back(v Matrix, left bool) {
	for i := b.lo; i < b.hi; i++ {
		f := b.scale[i]
		if left {
			f = 1 / f
		}
		if f == 1 {
			continue
		}
		for j := range v.Cols {
			x := v.At(i, j)
			v.Set(i, j, complex(real(x)*f, imag(x)*f))
		}
	}
	for i := b.lo - 1; i >= 0; i-- {
		v.swapRows(i, int(b.scale[i]), 0, v.Cols)
	}
	for i := b.hi; i < v.Rows; i++ {
		v.swapRows(i, int(b.scale[i]), 0, v.Cols)
	}
}
