package zla

import (
	"math"
	"math/cmplx"
)

// This file computes the Schur form of a complex Hessenberg matrix by the implicit single-shift QR iteration with plane
// rotations: GVL 7.5; Stewart, Matrix Algorithms II, 2.3; Watkins, The Matrix Eigenvalue Problem, 4.

// schur overwrites the Hessenberg h, unreduced between lo and hi, with an upper triangular T = Zᴴ*H*Z and multiplies q by
// Z from the right. With a q of no columns only the diagonal of h is T's. It returns 0, or c if the eigenvalues before
// index c have not converged while those from c on stand on the diagonal.
func schur(h Matrix, lo, hi int, q Matrix) (unconverged int) {
	full := q.Cols > 0
	for last := hi - 1; last > lo; {
		first, done := 0, false
		for iter := 0; iter < 30*max(10, hi-lo); iter++ {
			first = splitPoint(h, lo, last)
			if done = first == last; done {
				break
			}
			sweep(h, first, last, shift(h, first, last, iter), full, q)
		}
		if !done {
			return last + 1
		}
		last--
	}
	return 0
}

// splitPoint sets negligible subdiagonal elements above row last to zero, from the bottom, and returns where the block
// that ends at last begins. The criterion is that of Ahues and Tisseur (LAPACK Working Note 122), which is more careful
// with graded matrices than a comparison with the diagonal alone.
func splitPoint(h Matrix, lo, last int) int {
	small := safeMin * float64(h.Rows) / ulp
	for k := last; k > lo; k-- {
		sub := abs1(h.At(k, k-1))
		if sub <= small {
			h.Set(k, k-1, 0)
			return k
		}
		around := abs1(h.At(k-1, k-1)) + abs1(h.At(k, k))
		if around == 0 {
			if k-2 >= lo {
				around += abs1(h.At(k-1, k-2))
			}
			if k+1 <= last {
				around += abs1(h.At(k+1, k))
			}
		}
		if sub > ulp*around {
			continue
		}
		super := abs1(h.At(k-1, k))
		gap := abs1(h.At(k-1, k-1) - h.At(k, k))
		diag := abs1(h.At(k, k))
		ab, ba := max(sub, super), min(sub, super)
		aa, bb := max(diag, gap), min(diag, gap)
		s := aa + ab
		if ba*(ab/s) <= max(small, ulp*(bb*(aa/s))) {
			h.Set(k, k-1, 0)
			return k
		}
	}
	return lo
}

// shift returns Wilkinson's shift, the eigenvalue of the last 2 by 2 block that is closer to its last element; now and
// then an arbitrary one of the right size, for matrices on which that makes no progress.
func shift(h Matrix, first, last, iter int) complex128 {
	switch iter % 20 {
	case 10:
		return h.At(first, first) + complex(0.75*cmplx.Abs(h.At(first+1, first)), 0)
	case 19:
		return h.At(last, last) + complex(0.75*cmplx.Abs(h.At(last, last-1)), 0)
	}
	// With a, b, c, d the elements, x = (a-d)/2 and bc = u², the eigenvalues are d - u²/(x±√(x²+u²)): the sign that makes
	// the denominator large gives the eigenvalue close to d.
	d := h.At(last, last)
	u := cmplx.Sqrt(h.At(last-1, last)) * cmplx.Sqrt(h.At(last, last-1))
	if u == 0 {
		return d
	}
	x := (h.At(last-1, last-1) - d) / 2
	s := max(abs1(u), abs1(x))
	xs, us := x/complex(s, 0), u/complex(s, 0)
	root := complex(s, 0) * cmplx.Sqrt(xs*xs+us*us)
	if real(x)*real(root)+imag(x)*imag(root) < 0 {
		root = -root
	}
	return d - u*(u/(x+root))
}

// sweep does one implicit QR step with a shift on the block first to last: a rotation that would begin the QR
// factorisation of H - shift, then those that chase the bulge off the bottom.
func sweep(h Matrix, first, last int, shift complex128, full bool, q Matrix) {
	top, left := first, last+1 // without Schur vectors only the block itself matters
	if full {
		top, left = 0, h.Cols
	}
	x, y := h.At(first, first)-shift, h.At(first+1, first)
	for k := first; k < last; k++ {
		if k > first {
			x, y = h.At(k, k-1), h.At(k+1, k-1)
		}
		c, s, r := rotation(x, y)
		if k > first {
			h.Set(k, k-1, r)
			h.Set(k+1, k-1, 0)
		}
		rotateRows(h, k, k, left, c, s)
		rotateCols(h, k, top, min(k+2, last)+1, c, s)
		if full {
			rotateCols(q, k, 0, q.Rows, c, s)
		}
	}
}

// rotation returns c real and s such that [c, s; -conj(s), c] * [x; y] = [r; 0].
func rotation(x, y complex128) (c float64, s, r complex128) {
	if y == 0 {
		return 1, 0, x
	}
	ax, ay := cmplx.Abs(x), cmplx.Abs(y)
	if ax == 0 {
		return 0, cmplx.Conj(y) / complex(ay, 0), complex(ay, 0)
	}
	norm := math.Hypot(ax, ay)
	phase := complex(real(x)/ax, imag(x)/ax)
	c = ax / norm
	s = phase * complex(real(y)/norm, -imag(y)/norm)
	return c, s, phase * complex(norm, 0)
}

// rotateRows applies a rotation from the left to rows k and k+1 in the columns from first to last.
func rotateRows(h Matrix, k, first, last int, c float64, s complex128) {
	cc, sc := complex(c, 0), cmplx.Conj(s)
	for j := first; j < last; j++ {
		p := h.Data[k+j*h.LD : k+j*h.LD+2]
		x, y := p[0], p[1]
		p[0] = cc*x + s*y
		p[1] = cc*y - sc*x
	}
}

// rotateCols applies the adjoint of a rotation from the right to columns k and k+1 in the rows from first to last.
func rotateCols(h Matrix, k, first, last int, c float64, s complex128) {
	cc, sc := complex(c, 0), cmplx.Conj(s)
	u, v := h.Col(k)[first:last], h.Col(k + 1)[first:last]
	for i, x := range u {
		y := v[i]
		u[i] = cc*x + sc*y
		v[i] = cc*y - s*x
	}
}
