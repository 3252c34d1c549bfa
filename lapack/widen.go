package lapack

// This file implements the routines for float32 and complex64 by those for the wider type: operands are widened into
// scratch memory, computed there, and rounded back once. That costs memory and time, and gives results that are as good
// as the narrow type can hold.

// widened implements routines for the narrow type N by those for the wide type W, whose real type is float64.
type widened[N Scalar, R Real, W Scalar] struct {
	wide routines[W, float64]
}

// widen copies src to dst.
func widen[N, W Scalar](dst []W, src []N) {
	switch s := any(src).(type) {
	case []float32:
		for i, d := 0, any(dst).([]float64); i < len(s); i++ {
			d[i] = float64(s[i])
		}
	case []complex64:
		for i, d := 0, any(dst).([]complex128); i < len(s); i++ {
			d[i] = complex128(s[i])
		}
	}
}

// narrow copies src to dst, with rounding.
func narrow[N, W Scalar](dst []N, src []W) {
	switch d := any(dst).(type) {
	case []float32:
		for i, s := 0, any(src).([]float64); i < len(d); i++ {
			d[i] = float32(s[i])
		}
	case []complex64:
		for i, s := 0, any(src).([]complex128); i < len(d); i++ {
			d[i] = complex64(s[i])
		}
	}
}

// matrix returns a wide copy of A: [m, n], with leading dimension m.
func (o *widened[N, R, W]) matrix(ws *Workspace, m, n int, a []N, lda int) []W {
	w := scratch[W](ws, m*n)
	for j := range n {
		widen(w[j*m:(j+1)*m], a[j*lda:j*lda+m])
	}
	return w
}

// back rounds w into A: [m, n].
func (o *widened[N, R, W]) back(m, n int, a []N, lda int, w []W) {
	for j := range n {
		narrow(a[j*lda:j*lda+m], w[j*m:(j+1)*m])
	}
}

// backTriangle rounds one triangle of w into A: [n, n].
func (o *widened[N, R, W]) backTriangle(uplo Uplo, n int, a []N, lda int, w []W) {
	for j := range n {
		from, to := 0, j+1
		if uplo == Lower {
			from, to = j, n
		}
		narrow(a[j*lda+from:j*lda+to], w[j*n+from:j*n+to])
	}
}

// vector returns a wide copy of x.
func (o *widened[N, R, W]) vector(ws *Workspace, x []N) []W {
	return o.matrix(ws, len(x), 1, x, len(x))
}

func (o *widened[N, R, W]) geqrf(m, n int, a []N, lda int, tau []N, ws *Workspace) {
	wa, wt := o.matrix(ws, m, n, a, lda), scratch[W](ws, min(m, n))
	o.wide.geqrf(m, n, wa, m, wt, ws)
	o.back(m, n, a, lda, wa)
	narrow(tau[:len(wt)], wt)
}

func (o *widened[N, R, W]) gelqf(m, n int, a []N, lda int, tau []N, ws *Workspace) {
	wa, wt := o.matrix(ws, m, n, a, lda), scratch[W](ws, min(m, n))
	o.wide.gelqf(m, n, wa, m, wt, ws)
	o.back(m, n, a, lda, wa)
	narrow(tau[:len(wt)], wt)
}

func (o *widened[N, R, W]) geqp3(m, n int, a []N, lda int, jpvt []int, tau []N, ws *Workspace) {
	wa, wt := o.matrix(ws, m, n, a, lda), scratch[W](ws, min(m, n))
	o.wide.geqp3(m, n, wa, m, jpvt, wt, ws)
	o.back(m, n, a, lda, wa)
	narrow(tau[:len(wt)], wt)
}

func (o *widened[N, R, W]) orgqr(m, n, k int, a []N, lda int, tau []N, ws *Workspace) {
	wa := o.matrix(ws, m, n, a, lda)
	o.wide.orgqr(m, n, k, wa, m, o.vector(ws, tau[:k]), ws)
	o.back(m, n, a, lda, wa)
}

func (o *widened[N, R, W]) orglq(m, n, k int, a []N, lda int, tau []N, ws *Workspace) {
	wa := o.matrix(ws, m, n, a, lda)
	o.wide.orglq(m, n, k, wa, m, o.vector(ws, tau[:k]), ws)
	o.back(m, n, a, lda, wa)
}

func (o *widened[N, R, W]) ormqr(side Side, trans Transpose, m, n, k int, a []N, lda int, tau []N, c []N, ldc int, ws *Workspace) {
	order := m
	if side == Right {
		order = n
	}
	wa, wc := o.matrix(ws, order, k, a, lda), o.matrix(ws, m, n, c, ldc)
	o.wide.ormqr(side, trans, m, n, k, wa, order, o.vector(ws, tau[:k]), wc, m, ws)
	o.back(m, n, c, ldc, wc)
}

func (o *widened[N, R, W]) ormlq(side Side, trans Transpose, m, n, k int, a []N, lda int, tau []N, c []N, ldc int, ws *Workspace) {
	order := m
	if side == Right {
		order = n
	}
	wa, wc := o.matrix(ws, k, order, a, lda), o.matrix(ws, m, n, c, ldc)
	o.wide.ormlq(side, trans, m, n, k, wa, k, o.vector(ws, tau[:k]), wc, m, ws)
	o.back(m, n, c, ldc, wc)
}

func (o *widened[N, R, W]) getrf(m, n int, a []N, lda int, ipiv []int, ws *Workspace) int {
	wa := o.matrix(ws, m, n, a, lda)
	info := o.wide.getrf(m, n, wa, m, ipiv, ws)
	o.back(m, n, a, lda, wa)
	if zero := zeroDiagonal(min(m, n), a, lda); zero >= 0 {
		return zero + 1 // a pivot that the wide type holds may be zero when rounded
	}
	return info
}

func (o *widened[N, R, W]) getrs(trans Transpose, n, nrhs int, a []N, lda int, ipiv []int, b []N, ldb int, ws *Workspace) {
	wa, wb := o.matrix(ws, n, n, a, lda), o.matrix(ws, n, nrhs, b, ldb)
	o.wide.getrs(trans, n, nrhs, wa, n, ipiv, wb, n, ws)
	o.back(n, nrhs, b, ldb, wb)
}

func (o *widened[N, R, W]) getri(n int, a []N, lda int, ipiv []int, ws *Workspace) {
	wa := o.matrix(ws, n, n, a, lda)
	o.wide.getri(n, wa, n, ipiv, ws)
	o.back(n, n, a, lda, wa)
}

func (o *widened[N, R, W]) gecon(norm Norm, n int, a []N, lda int, anorm R, ws *Workspace) R {
	return R(o.wide.gecon(norm, n, o.matrix(ws, n, n, a, lda), n, float64(anorm), ws))
}

func (o *widened[N, R, W]) potrf(uplo Uplo, n int, a []N, lda int, ws *Workspace) int {
	wa := o.matrix(ws, n, n, a, lda)
	info := o.wide.potrf(uplo, n, wa, n, ws)
	o.backTriangle(uplo, n, a, lda, wa)
	return info
}

func (o *widened[N, R, W]) potrs(uplo Uplo, n, nrhs int, a []N, lda int, b []N, ldb int, ws *Workspace) {
	wa, wb := o.matrix(ws, n, n, a, lda), o.matrix(ws, n, nrhs, b, ldb)
	o.wide.potrs(uplo, n, nrhs, wa, n, wb, n, ws)
	o.back(n, nrhs, b, ldb, wb)
}

func (o *widened[N, R, W]) trtrs(uplo Uplo, trans Transpose, diag Diag, n, nrhs int, a []N, lda int, b []N, ldb int, ws *Workspace) {
	wa, wb := o.matrix(ws, n, n, a, lda), o.matrix(ws, n, nrhs, b, ldb)
	o.wide.trtrs(uplo, trans, diag, n, nrhs, wa, n, wb, n, ws)
	o.back(n, nrhs, b, ldb, wb)
}

func (o *widened[N, R, W]) trtri(uplo Uplo, diag Diag, n int, a []N, lda int, ws *Workspace) {
	wa := o.matrix(ws, n, n, a, lda)
	o.wide.trtri(uplo, diag, n, wa, n, ws)
	o.backTriangle(uplo, n, a, lda, wa)
}
