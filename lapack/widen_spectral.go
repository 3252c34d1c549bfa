package lapack

// This file holds the singular value and eigenvalue routines of widened.

// reals rounds the wide values into the narrow ones.
func reals[R Real](dst []R, src []float64) {
	for i, v := range src {
		dst[i] = R(v)
	}
}

func (o *widened[N, R, W]) gesdd(job SVDJob, m, n int, a []N, lda int, s []R, u []N, ldu int, vt []N, ldvt int, ws *Workspace) (int, error) {
	return o.gesvd(job, job, m, n, a, lda, s, u, ldu, vt, ldvt, ws) // the wide types have just one method
}

func (o *widened[N, R, W]) gesvd(jobU, jobVT SVDJob, m, n int, a []N, lda int, s []R, u []N, ldu int, vt []N, ldvt int, ws *Workspace) (int, error) {
	k := min(m, n)
	uRows, uCols := svdSize(jobU, m, k)
	vtCols, vtRows := svdSize(jobVT, n, k)
	wa, values := o.matrix(ws, m, n, a, lda), scratch[float64](ws, k)
	wu, wvt := scratch[W](ws, uRows*uCols), scratch[W](ws, vtRows*vtCols)
	info, err := o.wide.gesvd(jobU, jobVT, m, n, wa, m, values, wu, max(1, uRows), wvt, max(1, vtRows), ws)
	reals(s, values)
	o.back(uRows, uCols, u, ldu, wu)
	o.back(vtRows, vtCols, vt, ldvt, wvt)
	return info, err
}

func (o *widened[N, R, W]) gelsd(m, n, nrhs int, a []N, lda int, b []N, ldb int, s []R, rcond R, ws *Workspace) (rank, info int, err error) {
	k, rows := min(m, n), max(m, n)
	wa, values := o.matrix(ws, m, n, a, lda), scratch[float64](ws, k)
	wb := scratch[W](ws, rows*nrhs)
	for j := range nrhs {
		clear(wb[j*rows+m : (j+1)*rows])
		widen(wb[j*rows:j*rows+m], b[j*ldb:j*ldb+m])
	}
	cut := float64(rcond)
	if rcond < 0 {
		cut = 0x1p-24 // the precision of the data, not of the computation
	}
	rank, info, err = o.wide.gelsd(m, n, nrhs, wa, m, wb, rows, values, cut, ws)
	reals(s, values)
	for j := range nrhs {
		narrow(b[j*ldb:j*ldb+n], wb[j*rows:j*rows+n])
	}
	return rank, info, err
}

func (o *widened[N, R, W]) syevd(vectors bool, uplo Uplo, n int, a []N, lda int, w []R, ws *Workspace) (int, error) {
	wa, values := o.matrix(ws, n, n, a, lda), scratch[float64](ws, n)
	info, err := o.wide.syevd(vectors, uplo, n, wa, n, values, ws)
	reals(w, values)
	if vectors {
		o.back(n, n, a, lda, wa)
	}
	return info, err
}

func (o *widened[N, R, W]) geev(left, right bool, n int, a []N, lda int, wr, wi []R, vl []N, ldvl int, vr []N, ldvr int, ws *Workspace) (int, error) {
	wa := o.matrix(ws, n, n, a, lda)
	re, im := scratch[float64](ws, n), scratch[float64](ws, n)
	nl, nr := columns(left, n), columns(right, n)
	wideL, wideR := scratch[W](ws, n*nl), scratch[W](ws, n*nr)
	info, err := o.wide.geev(left, right, n, wa, n, re, im, wideL, n, wideR, n, ws)
	reals(wr, re)
	reals(wi, im)
	if info == 0 && err == nil {
		o.back(n, nl, vl, ldvl, wideL)
		o.back(n, nr, vr, ldvr, wideR)
	}
	return info, err
}
