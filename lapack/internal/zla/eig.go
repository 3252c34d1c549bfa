package zla

import (
	"math"
	"math/cmplx"
)

// This file solves the general eigenproblem: balancing, Hessenberg reduction, Schur form, and eigenvectors by substitution
// in the triangular factor; GVL 7.6.

// Eig computes the eigenvalues w: [n] of a, which is destroyed, and if vl or vr have columns the left or right
// eigenvectors, with norm 1 and a real largest component. It returns 0, or c if only the eigenvalues from index c on have
// converged; then there are no vectors.
func Eig(a Matrix, w []complex128, vl, vr Matrix, mem Memory) (unconverged int) {
	n := a.Rows
	factor := scaleIn(a)
	b := balance(a, mem.Float64s(n))
	tau := mem.Complex128s(n)
	hessenberg(a, b.lo, b.hi, tau[:n-1], mem)

	// One of the outputs accumulates the Schur vectors; both are made from them at the end.
	q := Matrix{Rows: n}
	if vl.Cols > 0 || vr.Cols > 0 {
		q = newMatrix(n, n, mem)
		formHessenbergQ(a, b.lo, b.hi, tau, q)
	}
	clearBelowSubdiagonal(a)
	unconverged = schur(a, b.lo, b.hi, q)
	for i := range n {
		w[i] = complex(real(a.At(i, i))/factor, imag(a.At(i, i))/factor)
	}
	if unconverged > 0 || q.Cols == 0 {
		return unconverged
	}
	sums := columnSums(a, mem)
	if vr.Cols > 0 {
		rightVectors(a, q, vr, sums, mem)
		b.back(vr, false)
		normalise(vr)
	}
	if vl.Cols > 0 {
		leftVectors(a, q, vl, sums, mem)
		b.back(vl, true)
		normalise(vl)
	}
	return 0
}

// columnSums returns the sums of the moduli above the diagonal of the triangular t, which bound the growth in a
// substitution.
func columnSums(t Matrix, mem Memory) []float64 {
	sums := mem.Float64s(t.Cols)
	for j := range t.Cols {
		sums[j] = 0
		for _, x := range t.Col(j)[:j] {
			sums[j] += abs1(x)
		}
	}
	return sums
}

// large is what elements of a vector under substitution stay below.
const large = ulp / safeMin / 16

// gap returns T[j,j] - λ[k], or a number of the size of a rounding error where that is smaller: equal eigenvalues then give
// nearly parallel vectors instead of a division by zero.
func gap(t Matrix, j, k int) complex128 {
	d := t.At(j, j) - t.At(k, k)
	least := max(ulp*abs1(t.At(k, k)), safeMin*float64(t.Rows)/ulp)
	if abs1(d) < least {
		return complex(least, 0)
	}
	return d
}

// rightVectors solves (T - λ[k])*x = 0 with x[k] = 1 upwards for each k, and multiplies by the Schur vectors.
func rightVectors(t, q, v Matrix, sums []float64, mem Memory) {
	x := mem.Complex128s(t.Rows)
	for k := range t.Cols {
		x := x[:k+1]
		for i := range k {
			x[i] = -t.At(i, k)
		}
		x[k] = 1
		shrinkBelow(x, large)
		for j := k - 1; j >= 0; j-- {
			d := gap(t, j, k)
			if abs1(d) < 1 && abs1(x[j]) > abs1(d)*large {
				scalReal(1/abs1(x[j]), x) // x[j]/d stays below 1/safeMin then
			}
			x[j] /= d
			if grown := abs1(x[j]); grown > 0 && sums[j] > 0 && grown > large/(1+sums[j]) {
				scalReal(1/(grown*(1+sums[j])), x)
			}
			axpy(-x[j], t.Col(j)[:j], x[:j])
		}
		expand(q, 0, x, v.Col(k))
	}
}

// leftVectors solves yᴴ*(T - λ[k]) = 0 with y[k] = 1 downwards for each k, and multiplies by the Schur vectors.
func leftVectors(t, q, v Matrix, sums []float64, mem Memory) {
	n := t.Rows
	y := mem.Complex128s(n)
	for k := range t.Cols {
		y := y[k:]
		clear(y)
		y[0] = 1
		most := 1.0 // the largest element so far
		for j := k + 1; j < n; j++ {
			if most > large/(1+sums[j]) {
				scalReal(1/(most*(1+sums[j])), y)
				most = 1 / (1 + sums[j])
			}
			s := -dotc(t.Col(j)[k:j], y[:j-k])
			d := cmplx.Conj(gap(t, j, k))
			if abs1(d) < 1 && abs1(s) > abs1(d)*large {
				f := 1 / abs1(s)
				scalReal(f, y)
				s *= complex(f, 0)
				most *= f
			}
			y[j-k] = s / d
			most = max(most, abs1(y[j-k]))
		}
		expand(q, k, y, v.Col(k))
	}
}

// shrinkBelow scales x if an element is beyond the limit.
func shrinkBelow(x []complex128, limit float64) {
	if most := abs1(x[indexMax(x)]); most > limit {
		scalReal(1/most, x)
	}
}

// expand computes v = Q*x with the columns of q from first on, x scaled to largest element one.
func expand(q Matrix, first int, x, v []complex128) {
	scalReal(1/abs1(x[indexMax(x)]), x)
	clear(v)
	for j, c := range x {
		axpy(c, q.Col(first+j), v)
	}
}

// normalise gives each column norm 1 and a real largest component.
func normalise(v Matrix) {
	for j := range v.Cols {
		x := v.Col(j)
		most := indexMax(x)
		scalReal(1/max(abs1(x[most]), safeMin), x) // back substitution of the scaling can leave any size
		scalReal(1/norm2(x), x)
		at := indexMaxAbs(x)
		r := cmplx.Abs(x[at])
		scal(complex(real(x[at])/r, -imag(x[at])/r), x)
		x[at] = complex(math.Abs(real(x[at])), 0)
	}
}
