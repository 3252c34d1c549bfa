package lapack

import "github.com/tenferro/tenferro-go/lapack/internal/zla"

// This file implements the routines for complex128 in pure Go, by package zla.

// complex128s is stateless.
type complex128s struct{}

// view makes a column-major view.
func view(rows, cols int, data []complex128, ld int) zla.Matrix {
	return zla.Matrix{Rows: rows, Cols: cols, Data: data, LD: ld}
}

// zlaTrans gives a Transpose its name in zla.
func zlaTrans(t Transpose) zla.Transpose {
	return [...]zla.Transpose{NoTrans: zla.NoTrans, Trans: zla.Trans, ConjTrans: zla.ConjTrans}[t]
}

func (complex128s) gesdd(job SVDJob, m, n int, a []complex128, lda int, s []float64, u []complex128, ldu int, vt []complex128, ldvt int, ws *Workspace) (int, error) {
	return complex128s{}.gesvd(job, job, m, n, a, lda, s, u, ldu, vt, ldvt, ws)
}

func (complex128s) gesvd(jobU, jobVT SVDJob, m, n int, a []complex128, lda int, s []float64, u []complex128, ldu int, vt []complex128, ldvt int, ws *Workspace) (int, error) {
	k := min(m, n)
	_, uCols := svdSize(jobU, m, k)
	_, vtRows := svdSize(jobVT, n, k)
	return zla.SVD(view(m, n, a, lda), s, view(m, uCols, u, ldu), view(vtRows, n, vt, ldvt), memory{ws}), nil
}

func (complex128s) gelsd(m, n, nrhs int, a []complex128, lda int, b []complex128, ldb int, s []float64, rcond float64, ws *Workspace) (int, int, error) {
	rank, info := zla.LeastSquares(view(m, n, a, lda), view(max(m, n), nrhs, b, ldb), s, rcond, memory{ws})
	return rank, info, nil
}

func (complex128s) geqrf(m, n int, a []complex128, lda int, tau []complex128, _ *Workspace) {
	zla.QR(view(m, n, a, lda), tau[:min(m, n)])
}

func (complex128s) geqp3(m, n int, a []complex128, lda int, jpvt []int, tau []complex128, ws *Workspace) {
	zla.PivotedQR(view(m, n, a, lda), jpvt, tau[:min(m, n)], memory{ws})
}

func (complex128s) gelqf(m, n int, a []complex128, lda int, tau []complex128, ws *Workspace) {
	zla.LQ(view(m, n, a, lda), tau[:min(m, n)], memory{ws})
}

func (complex128s) orgqr(m, n, k int, a []complex128, lda int, tau []complex128, ws *Workspace) {
	zla.FormQ(view(m, n, a, lda), tau[:k], memory{ws})
}

// orglq forms the adjoint, whose reflectors stand in columns.
func (complex128s) orglq(m, n, k int, a []complex128, lda int, tau []complex128, ws *Workspace) {
	q, t := view(m, n, a, lda), view(n, m, scratch[complex128](ws, n*m), n)
	zla.Adjoint(q, t)
	zla.FormQ(t, tau[:k], memory{ws})
	zla.Adjoint(t, q)
}

func (complex128s) ormqr(side Side, trans Transpose, m, n, k int, a []complex128, lda int, tau []complex128, c []complex128, ldc int, ws *Workspace) {
	order := m
	if side == Right {
		order = n
	}
	applyQ(side, trans != NoTrans, view(order, k, a, lda), tau[:k], view(m, n, c, ldc), ws)
}

// ormlq applies the adjoint of the Q that the adjoint's reflectors make.
func (complex128s) ormlq(side Side, trans Transpose, m, n, k int, a []complex128, lda int, tau []complex128, c []complex128, ldc int, ws *Workspace) {
	order := m
	if side == Right {
		order = n
	}
	v := view(order, k, scratch[complex128](ws, order*k), order)
	zla.Adjoint(view(k, order, a, lda), v)
	applyQ(side, trans == NoTrans, v, tau[:k], view(m, n, c, ldc), ws)
}

func applyQ(side Side, adjoint bool, v zla.Matrix, tau []complex128, c zla.Matrix, ws *Workspace) {
	if side == Left {
		zla.ApplyLeft(v, tau, adjoint, c)
		return
	}
	zla.ApplyRight(v, tau, adjoint, c, memory{ws})
}

func (complex128s) getrf(m, n int, a []complex128, lda int, ipiv []int, _ *Workspace) int {
	return zla.LU(view(m, n, a, lda), ipiv[:min(m, n)]) + 1
}

func (complex128s) getrs(trans Transpose, n, nrhs int, a []complex128, lda int, ipiv []int, b []complex128, ldb int, _ *Workspace) {
	zla.SolveLU(zlaTrans(trans), view(n, n, a, lda), ipiv[:n], view(n, nrhs, b, ldb))
}

func (complex128s) getri(n int, a []complex128, lda int, ipiv []int, ws *Workspace) {
	zla.InvertLU(view(n, n, a, lda), ipiv[:n], memory{ws})
}

func (complex128s) gecon(norm Norm, n int, a []complex128, lda int, anorm float64, ws *Workspace) float64 {
	return zla.RcondLU(norm == InfNorm, view(n, n, a, lda), anorm, memory{ws})
}

func (complex128s) potrf(uplo Uplo, n int, a []complex128, lda int, _ *Workspace) int {
	return zla.Cholesky(uplo == Upper, view(n, n, a, lda)) + 1
}

func (complex128s) potrs(uplo Uplo, n, nrhs int, a []complex128, lda int, b []complex128, ldb int, _ *Workspace) {
	zla.SolveCholesky(uplo == Upper, view(n, n, a, lda), view(n, nrhs, b, ldb))
}

func (complex128s) syevd(vectors bool, uplo Uplo, n int, a []complex128, lda int, w []float64, ws *Workspace) (int, error) {
	return zla.Eigh(vectors, uplo == Upper, view(n, n, a, lda), w[:n], memory{ws}), nil
}

func (complex128s) geev(left, right bool, n int, a []complex128, lda int, wr, wi []float64, vl []complex128, ldvl int, vr []complex128, ldvr int, ws *Workspace) (int, error) {
	w := scratch[complex128](ws, n)
	info := zla.Eig(view(n, n, a, lda), w, view(n, columns(left, n), vl, ldvl), view(n, columns(right, n), vr, ldvr), memory{ws})
	for k, x := range w {
		wr[k], wi[k] = real(x), imag(x)
	}
	return info, nil
}

func (complex128s) trtrs(uplo Uplo, trans Transpose, diag Diag, n, nrhs int, a []complex128, lda int, b []complex128, ldb int, _ *Workspace) {
	zla.SolveLeft(uplo == Upper, zlaTrans(trans), diag == Unit, view(n, n, a, lda), view(n, nrhs, b, ldb))
}

func (complex128s) trtri(uplo Uplo, diag Diag, n int, a []complex128, lda int, _ *Workspace) {
	zla.Invert(uplo == Upper, diag == Unit, view(n, n, a, lda))
}
