package zla

// This file solves least squares problems by the singular value decomposition, GVL 5.5.2.

// LeastSquares computes the minimum-norm solution of min ‖B - A*X‖: b holds B: [m, nrhs] in its first rows on entry and
// X: [n, nrhs] on return; it has max(m, n) rows. a is destroyed. Singular values at most rcond*s[0] count as zero. It
// returns the rank, and how many superdiagonal elements did not converge.
func LeastSquares(a, b Matrix, s []float64, rcond float64, mem Memory) (rank, unconverged int) {
	m, n := a.Rows, a.Cols
	k := min(m, n)
	u, vt := newMatrix(m, k, mem), newMatrix(k, n, mem)
	if unconverged = SVD(a, s, u, vt, mem); unconverged > 0 {
		return 0, unconverged
	}
	if rcond < 0 {
		rcond = epsilon
	}
	for rank < k && s[rank] > rcond*s[0] {
		rank++
	}
	c := newMatrix(rank, b.Cols, mem)
	for j := range c.Cols {
		clear(c.Col(j))
	}
	gemm(ConjTrans, NoTrans, 1, u.Sub(0, 0, m, rank), b.Sub(0, 0, m, b.Cols), c)
	for j := range c.Cols {
		for i, col := 0, c.Col(j); i < rank; i++ {
			col[i] = complex(real(col[i])/s[i], imag(col[i])/s[i])
		}
	}
	for j := range b.Cols {
		clear(b.Col(j))
	}
	gemm(ConjTrans, NoTrans, 1, vt.Sub(0, 0, rank, n), c, b.Sub(0, 0, n, b.Cols))
	return rank, 0
}
