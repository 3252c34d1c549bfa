package lapack

// This file finds NaN and Inf, which must not reach LAPACK: xGESDD can loop for ever on them (Reference-LAPACK#1409).

// AllFinite reports whether no element of the column-major A: [m, n] is NaN or infinite. It reads each element once.
func AllFinite[T Scalar](m, n int, a []T, lda int) (bool, error) {
	c := check{routine: "AllFinite", limit: maxInt(64)}
	c.dim("m", m)
	c.dim("n", n)
	c.matrix("a", m, n, len(a), lda)
	if c.err != nil {
		return false, c.err
	}
	if m == lda && n > 0 {
		return finite(a[:m*n]), nil
	}
	for j := range n {
		if m > 0 && !finite(a[j*lda:j*lda+m]) {
			return false, nil
		}
	}
	return true, nil
}

// CheckFinite returns a *NonFiniteError that names the first element of A: [m, n] that is NaN or infinite, or nil.
func CheckFinite[T Scalar](m, n int, a []T, lda int) error {
	ok, err := AllFinite(m, n, a, lda)
	if ok || err != nil {
		return err
	}
	for j := range n {
		for i := range m {
			if k := j*lda + i; !finite(a[k : k+1]) {
				return &NonFiniteError{Row: i, Col: j}
			}
		}
	}
	return nil
}

// finite adds up x - x, which is 0 for a finite x and NaN otherwise: no branch per element, and four sums so that the
// additions overlap.
func finite[T Scalar](x []T) bool {
	var s0, s1, s2, s3 T
	for ; len(x) >= 4; x = x[4:] {
		s0 += x[0] - x[0]
		s1 += x[1] - x[1]
		s2 += x[2] - x[2]
		s3 += x[3] - x[3]
	}
	for _, v := range x {
		s0 += v - v
	}
	sum := (s0 + s1) + (s2 + s3)
	return sum == sum //nolint:staticcheck // false for NaN only
}
