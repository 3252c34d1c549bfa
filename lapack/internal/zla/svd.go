package zla

import (
	"math/cmplx"

	"gonum.org/v1/gonum/blas"
	lapackgonum "gonum.org/v1/gonum/lapack/gonum"
)

// This file holds the singular value decomposition, GVL 8.6: reduction to a real bidiagonal matrix (after a QR
// factorisation if the matrix is tall), whose decomposition gonum finds by implicit QR iteration, and back-transformation.

// SVD computes a = u*diag(s)*vt with s: [min(m, n)] descending; a is destroyed. u has 0, min(m, n) or m columns and vt 0,
// min(m, n) or n rows: as many as are wanted. It returns how many superdiagonal elements did not converge.
func SVD(a Matrix, s []float64, u, vt Matrix, mem Memory) (unconverged int) {
	m, n := a.Rows, a.Cols
	if m >= n {
		v := Matrix{Rows: n, Cols: vt.Rows, LD: n}
		if v.Cols > 0 {
			v = newMatrix(n, v.Cols, mem)
		}
		unconverged = svdTall(a, s, u, v, mem)
		Adjoint(v, vt)
		return unconverged
	}
	t := newMatrix(n, m, mem)
	Adjoint(a, t)
	v := Matrix{Rows: n, Cols: vt.Rows, LD: n}
	if v.Cols > 0 {
		v = newMatrix(n, v.Cols, mem)
	}
	unconverged = svdTall(t, s, v, u, mem)
	Adjoint(v, vt)
	return unconverged
}

// svdTall computes a = u*diag(s)*vᴴ for m ≥ n. u has 0, n or m columns, v 0 or n.
func svdTall(a Matrix, s []float64, u, v Matrix, mem Memory) (unconverged int) {
	m, n := a.Rows, a.Cols
	factor := scaleIn(a)

	// A tall matrix is first made square: the reduction of R is cheaper than that of A from m = 5n/3 on.
	b, outer := a, []complex128(nil)
	if 3*m >= 5*n && m > n {
		outer = mem.Complex128s(n)
		QR(a, outer)
		b = newMatrix(n, n, mem)
		copyUpper(a, b)
	}
	p := newMatrix(n, n, mem)
	e, tauQ, tauP := mem.Float64s(n), mem.Complex128s(n), mem.Complex128s(n)
	bidiagonalise(b, p, s, e[:n-1], tauQ, tauP, mem)

	ub, vb := realIdentity(u.Cols > 0, n, mem), realIdentity(v.Cols > 0, n, mem)
	ok := lapackgonum.Implementation{}.Dbdsqr(blas.Upper, n, wanted(v.Cols, n), wanted(u.Cols, n), 0, s, e[:n-1],
		vb, n, ub, n, nil, 1, mem.Float64s(4*n))

	if u.Cols > 0 {
		u.setIdentity() // what the columns beyond n start from
		for k := range n {
			for i, col := 0, u.Col(k); i < n; i++ {
				col[i] = complex(ub[i*n+k], 0)
			}
		}
		ApplyLeft(b, tauQ, false, u.Sub(0, 0, b.Rows, u.Cols))
		if outer != nil {
			ApplyLeft(a, outer, false, u)
		}
	}
	if v.Cols > 0 {
		for k := range n {
			for i, col := 0, v.Col(k); i < n; i++ {
				col[i] = complex(vb[k*n+i], 0)
			}
		}
		ApplyLeft(p.Sub(1, 0, n-1, n-1), tauP[:n-1], false, v.Sub(1, 0, n-1, n))
	}
	for i := range s[:n] {
		s[i] /= factor
	}
	if !ok {
		return max(1, nonzeros(e[:n-1]))
	}
	return 0
}

// copyUpper copies the upper triangle of a into the square b and zeros the rest.
func copyUpper(a, b Matrix) {
	for j := range b.Cols {
		col := b.Col(j)
		copy(col[:j+1], a.Col(j))
		clear(col[j+1:])
	}
}

// realIdentity returns the identity of order n if it is wanted.
func realIdentity(want bool, n int, mem Memory) []float64 {
	if !want {
		return nil
	}
	x := mem.Float64s(n * n)
	clear(x)
	for i := range n {
		x[i*n+i] = 1
	}
	return x
}

// wanted returns n if any vectors are asked for.
func wanted(cols, n int) int {
	if cols > 0 {
		return n
	}
	return 0
}

// bidiagonalise computes Qᴴ*A*P = B for m ≥ n, with B's diagonal d: [n] and superdiagonal e: [n-1]; GVL 5.4.8. The
// reflectors of Q are left below the diagonal of a. Those of P go to the columns of p: that of step i acts on the columns
// from i+1 of A and stands in column i from row i+1 on.
func bidiagonalise(a, p Matrix, d, e []float64, tauQ, tauP []complex128, mem Memory) {
	m, n := a.Rows, a.Cols
	work := mem.Complex128s(m)
	for i := range n {
		v := a.Col(i)[i:]
		tauQ[i] = reflect(v)
		d[i] = real(v[0])
		applyLeft(v, cmplx.Conj(tauQ[i]), a.Sub(i, i+1, m-i, n-i-1))
		if i == n-1 {
			break
		}
		// A row r becomes real by r*H = (Hᴴ*rᴴ)ᴴ, so H is the reflector of rᴴ.
		r := p.Col(i)[i+1:]
		for j := range r {
			r[j] = cmplx.Conj(a.At(i, i+1+j))
		}
		tauP[i] = reflect(r)
		e[i] = real(r[0])
		applyRight(r, tauP[i], a.Sub(i+1, i+1, m-i-1, n-i-1), work)
	}
}
