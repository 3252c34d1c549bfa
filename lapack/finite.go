package lapack

import "github.com/tenferro/tenferro-go/lapack/internal/finite"

// This file finds NaN and Inf, which must not reach LAPACK: xGESDD can loop for ever on them (Reference-LAPACK#1409).

// AllFinite reports whether no element of x is NaN or infinite. A complex number is finite if both its parts are.
func AllFinite[T Scalar](x []T) bool { return finite.All(x) }

// CheckFinite returns a *NonFiniteError that names the first element of the column-major A: [m, n], column by column, that
// is NaN or infinite; an *ArgError if A does not fit its slice; or nil. It reads each element once.
func CheckFinite[T Scalar](m, n int, a []T, lda int) error {
	c := check{routine: "checkFinite", limit: maxInt(64)}
	c.dim("m", m)
	c.dim("n", n)
	c.matrix("a", m, n, len(a), lda)
	if c.err != nil || m == 0 || n == 0 {
		return c.err
	}
	if m == lda && AllFinite(a[:m*n]) {
		return nil
	}
	for j := range n {
		col := a[j*lda : j*lda+m]
		if AllFinite(col) {
			continue
		}
		for i := range col {
			if !AllFinite(col[i : i+1]) {
				return &NonFiniteError{Row: i, Col: j}
			}
		}
	}
	return nil
}
