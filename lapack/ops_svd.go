package lapack

import "fmt"

// This file checks the arguments of the singular value family: Gesdd, Gesvd, Gelsd.

func (o *checked[T, R]) Gesdd(job SVDJob, m, n int, a []T, lda int, s []R, u []T, ldu int, vt []T, ldvt int, ws *Workspace) error {
	c := o.check("gesdd")
	ldu, ldvt = c.svd(job, job, m, n, len(a), lda, len(s), len(u), ldu, len(vt), ldvt)
	if c.err != nil {
		return c.err
	}
	if m == 0 || n == 0 {
		emptySVD(job, job, m, n, u, ldu, vt, ldvt)
		return nil
	}
	info, err := o.r.gesdd(job, m, n, a, lda, s, u, ldu, vt, ldvt, ready(ws))
	return unconverged("gesdd", info, err)
}

func (o *checked[T, R]) Gesvd(jobU, jobVT SVDJob, m, n int, a []T, lda int, s []R, u []T, ldu int, vt []T, ldvt int, ws *Workspace) error {
	c := o.check("gesvd")
	ldu, ldvt = c.svd(jobU, jobVT, m, n, len(a), lda, len(s), len(u), ldu, len(vt), ldvt)
	if c.err != nil {
		return c.err
	}
	if m == 0 || n == 0 {
		emptySVD(jobU, jobVT, m, n, u, ldu, vt, ldvt)
		return nil
	}
	info, err := o.r.gesvd(jobU, jobVT, m, n, a, lda, s, u, ldu, vt, ldvt, ready(ws))
	return unconverged("gesvd", info, err)
}

// svd checks the arguments that Gesdd and Gesvd share, and returns the leading dimensions for LAPACK.
func (c *check) svd(jobU, jobVT SVDJob, m, n, lenA, lda, lenS, lenU, ldu, lenVT, ldvt int) (int, int) {
	c.flag("job of U", uint8(jobU), uint8(SVDFull))
	c.flag("job of Vᴴ", uint8(jobVT), uint8(SVDFull))
	c.dim("m", m)
	c.dim("n", n)
	if c.err != nil {
		return 1, 1
	}
	k := min(m, n)
	c.matrix("a", m, n, lenA, lda)
	c.vector("s", k, lenS)
	uRows, uCols := svdSize(jobU, m, k)
	ldu = c.matrix("u", uRows, uCols, lenU, ldu)
	vtCols, vtRows := svdSize(jobVT, n, k)
	ldvt = c.matrix("vt", vtRows, vtCols, lenVT, ldvt)
	return ldu, ldvt
}

// svdSize returns the size of the matrix of singular vectors on a side of length n.
func svdSize(job SVDJob, n, k int) (rows, cols int) {
	switch job {
	case SVDThin:
		return n, k
	case SVDFull:
		return n, n
	}
	return 0, 0
}

// emptySVD completes the factors of a matrix without elements.
func emptySVD[T Scalar](jobU, jobVT SVDJob, m, n int, u []T, ldu int, vt []T, ldvt int) {
	if jobU == SVDFull && m > 0 {
		identity(m, m, u, ldu)
	}
	if jobVT == SVDFull && n > 0 {
		identity(n, n, vt, ldvt)
	}
}

// unconverged turns the info of an iteration into its error.
func unconverged(routine string, info int, err error) error {
	switch {
	case err != nil:
		return err
	case info > 0:
		return &NoConvergenceError{Routine: routine, Count: info}
	case info == -4 && routine == "gesdd":
		return fmt.Errorf("lapack: gesdd: %w", ErrNonFinite) // LAPACK from 3.7 on looks for a NaN
	case info < 0:
		return fmt.Errorf("lapack: %s: the library refused its argument %d, which had been checked", routine, -info)
	}
	return nil
}

func (o *checked[T, R]) Gelsd(m, n, nrhs int, a []T, lda int, b []T, ldb int, s []R, rcond R, ws *Workspace) (int, error) {
	c := o.check("gelsd")
	c.dim("m", m)
	c.dim("n", n)
	c.dim("nrhs", nrhs)
	if c.err == nil {
		c.matrix("a", m, n, len(a), lda)
		ldb = c.matrix("b", max(m, n), nrhs, len(b), ldb)
		c.vector("s", min(m, n), len(s))
	}
	if rcond != rcond {
		c.failReal("rcond", float64(rcond), "a number")
	}
	if c.err != nil {
		return 0, c.err
	}
	if m == 0 || n == 0 {
		for j := range min(nrhs, n*nrhs) { // none if n = 0
			clear(b[j*ldb : j*ldb+n])
		}
		return 0, nil
	}
	if nrhs == 0 {
		return o.rank(m, n, a, lda, s, rcond, ready(ws))
	}
	rank, info, err := o.r.gelsd(m, n, nrhs, a, lda, b, ldb, s, rcond, ready(ws))
	return rank, unconverged("gelsd", info, err)
}

// rank computes singular values alone, for a least squares problem without right sides, which LAPACK does not accept.
func (o *checked[T, R]) rank(m, n int, a []T, lda int, s []R, rcond R, ws *Workspace) (rank int, err error) {
	info, err := o.r.gesdd(SVDNone, m, n, a, lda, s, nil, 1, nil, 1, ws)
	if err := unconverged("gelsd", info, err); err != nil {
		return 0, err
	}
	if rcond < 0 {
		rcond = precision[R]()
	}
	for rank < min(m, n) && s[rank] > rcond*s[0] {
		rank++
	}
	return rank, nil
}

// precision returns LAPACK's eps: half the distance from 1 to the next number of R.
func precision[R Real]() R {
	half := 0x1p-53
	if _, ok := any(R(0)).(float32); ok {
		half = 0x1p-24
	}
	return R(half)
}
