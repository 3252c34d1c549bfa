package lapack

import (
	"errors"

	"gonum.org/v1/gonum/blas"
	gonumapi "gonum.org/v1/gonum/lapack"
)

// This file overrides gonum's singular value and eigenvalue routines. A NaN or Inf is told as a failure to converge: LAPACK's
// routines, and gonum's own, may never return on one.

// ourSVDJob translates a job; gonum does not implement SVDOverwrite either.
func ourSVDJob(j gonumapi.SVDJob) (SVDJob, bool) {
	switch j {
	case gonumapi.SVDNone:
		return SVDNone, true
	case gonumapi.SVDStore:
		return SVDThin, true
	case gonumapi.SVDAll:
		return SVDFull, true
	}
	return 0, false
}

// Dgesvd computes the singular value decomposition by divide and conquer, with a retry by QR iteration should that fail; see
// gonum's routine for the arguments. A matrix with a NaN or Inf has ok = false.
func (g *GonumFloat64) Dgesvd(jobU, jobVT gonumapi.SVDJob, m, n int, a []float64, lda int, s, u []float64, ldu int, vt []float64, ldvt int, work []float64, lwork int) (ok bool) {
	ju, knownU := ourSVDJob(jobU)
	jv, knownV := ourSVDJob(jobVT)
	k := min(m, n)
	least := max(3*k+max(m, n), 5*k)
	_, uCols := svdSize(ju, m, k)
	_, vtRows := svdSize(jv, n, k)
	if knownU && knownV && holds(m, n, len(a), lda) && enough(work, lwork, least) && len(s) >= k && ldu >= 1 && ldvt >= 1 &&
		(uCols == 0 || holds(m, uCols, len(u), ldu)) && (vtRows == 0 || holds(vtRows, n, len(vt), ldvt)) {
		if !finiteRows(m, n, a, lda) {
			return false
		}
		// Aᵀ = V*S*Uᵀ, and gonum's row-major V is the provider's column-major Vᵀ.
		err := g.svd(jv, ju, n, m, a, lda, s, vt, ldvt, u, ldu)
		if !refusedArgument(err) {
			work[0] = float64(least)
			return err == nil
		}
	}
	return g.Implementation.Dgesvd(jobU, jobVT, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork)
}

// svd decomposes the column-major A: [m, n]. Both sides are computed as the more demanding of the two jobs asks, so that the
// vectors of one matrix have the same signs whatever is asked for; what nobody wants goes to scratch memory.
func (g *GonumFloat64) svd(jobU, jobVT SVDJob, m, n int, a []float64, lda int, s, u []float64, ldu int, vt []float64, ldvt int) (err error) {
	job, k := max(jobU, jobVT), min(m, n)
	g.with(func(ws *Workspace) {
		kept := scratch[float64](ws, m*n) // Gesdd destroys A
		copyMatrix(m, n, a, lda, kept, m)
		allU, ldAllU, allVT, ldAllVT := u, ldu, vt, ldvt
		if _, cols := svdSize(job, m, k); jobU != job {
			allU, ldAllU = scratch[float64](ws, m*cols), m
		}
		if _, rows := svdSize(job, n, k); jobVT != job {
			allVT, ldAllVT = scratch[float64](ws, rows*n), rows
		}
		err = g.inner(func(inner *Workspace) error {
			err := g.ops.Gesdd(job, m, n, a, lda, s, allU, ldAllU, allVT, ldAllVT, inner)
			if errors.Is(err, ErrNoConvergence) || errors.Is(err, ErrTooLarge) {
				err = g.ops.Gesvd(job, job, m, n, kept, m, s, allU, ldAllU, allVT, ldAllVT, inner)
			}
			return err
		})
		if jobU != job && err == nil {
			_, cols := svdSize(jobU, m, k)
			copyMatrix(m, cols, allU, ldAllU, u, ldu)
		}
		if jobVT != job && err == nil {
			_, rows := svdSize(jobVT, n, k)
			copyMatrix(rows, n, allVT, ldAllVT, vt, ldvt)
		}
	})
	return err
}

// copyMatrix copies the column-major A: [m, n] to b.
func copyMatrix(m, n int, a []float64, lda int, b []float64, ldb int) {
	for j := range n {
		if m > 0 {
			copy(b[j*ldb:j*ldb+m], a[j*lda:j*lda+m])
		}
	}
}

// Dsyev computes eigenvalues and vectors of a symmetric matrix, by divide and conquer; see gonum's routine for the
// arguments. A matrix with a NaN or Inf has ok = false.
func (g *GonumFloat64) Dsyev(jobz gonumapi.EVJob, uplo blas.Uplo, n int, a []float64, lda int, w, work []float64, lwork int) (ok bool) {
	ours, known := columnMajor(uplo)
	vectors := jobz == gonumapi.EVCompute
	least := max(1, 3*n-1)
	if known && (vectors || jobz == gonumapi.EVNone) && holds(n, n, len(a), lda) && enough(work, lwork, least) && len(w) >= n {
		if !finiteTriangle(ours, n, a, lda) {
			return false
		}
		var err error
		g.with(func(ws *Workspace) { err = g.ops.Syevd(vectors, ours, n, a, lda, w, ws) })
		if !refusedArgument(err) {
			if vectors {
				transposeSquare(n, a, lda)
			}
			work[0] = float64(least)
			return err == nil
		}
	}
	return g.Implementation.Dsyev(jobz, uplo, n, a, lda, w, work, lwork)
}

// finiteTriangle reports whether one triangle of the column-major A has neither NaN nor Inf.
func finiteTriangle(uplo Uplo, n int, a []float64, lda int) bool {
	for j := range n {
		col := a[j*lda : j*lda+n]
		if uplo == Upper {
			col = col[:j+1]
		} else {
			col = col[j:]
		}
		if !AllFinite(col) {
			return false
		}
	}
	return true
}

// Dgeev computes eigenvalues and vectors of a general matrix; see gonum's routine for the arguments. Of a matrix with a NaN
// or Inf no eigenvalue has converged.
func (g *GonumFloat64) Dgeev(jobvl gonumapi.LeftEVJob, jobvr gonumapi.RightEVJob, n int, a []float64, lda int, wr, wi []float64, vl []float64, ldvl int, vr []float64, ldvr int, work []float64, lwork int) (first int) {
	left, right := jobvl == gonumapi.LeftEVCompute, jobvr == gonumapi.RightEVCompute
	least := 3 * n
	if left || right {
		least = 4 * n
	}
	if (left || jobvl == gonumapi.LeftEVNone) && (right || jobvr == gonumapi.RightEVNone) && holds(n, n, len(a), lda) &&
		len(wr) == n && len(wi) == n && enough(work, lwork, least) && (!left || holds(n, n, len(vl), ldvl)) &&
		(!right || holds(n, n, len(vr), ldvr)) && ldvl >= 1 && ldvr >= 1 {
		if !finiteRows(n, n, a, lda) {
			return n
		}
		transposeSquare(n, a, lda)
		var err error
		g.with(func(ws *Workspace) { err = g.ops.Geev(left, right, n, a, lda, wr, wi, vl, ldvl, vr, ldvr, ws) })
		if !refusedArgument(err) {
			work[0] = float64(least)
			return geevResult(err, left, right, n, vl, ldvl, vr, ldvr)
		}
		transposeSquare(n, a, lda)
	}
	return g.Implementation.Dgeev(jobvl, jobvr, n, a, lda, wr, wi, vl, ldvl, vr, ldvr, work, lwork)
}

// geevResult makes the vectors row-major, or tells how many eigenvalues have not converged.
func geevResult(err error, left, right bool, n int, vl []float64, ldvl int, vr []float64, ldvr int) int {
	var unconverged *NoConvergenceError
	if errors.As(err, &unconverged) {
		return unconverged.Count
	}
	if err != nil {
		return n
	}
	if left {
		transposeSquare(n, vl, ldvl)
	}
	if right {
		transposeSquare(n, vr, ldvr)
	}
	return 0
}
