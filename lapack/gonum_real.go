package lapack

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	gonumapi "gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/gonum"
)

// This file implements the routines for float64 by gonum's LAPACK, which is row-major. Column-major A: [m, n] is, in the
// same memory, row-major Aᵀ: [n, m]. So where a factorisation of A is one of Aᵀ with the factors exchanged, nothing is
// copied: QR and LQ, U and V of the SVD, the two triangles. Only LU, pivoted QR and eigenvectors of a general matrix are
// transposed in memory. The solves and the rest are in gonum_real_solve.go.

// real64 is stateless.
type real64 struct{}

// gonumLapack is stateless too.
type gonumLapack = gonum.Implementation

// flipped is the triangle as gonum's row-major view has it.
func flipped(u Uplo) blas.Uplo {
	if u == Upper {
		return blas.Lower
	}
	return blas.Upper
}

// gonumTrans gives a Transpose gonum's name.
func gonumTrans(t Transpose) blas.Transpose {
	if t == NoTrans {
		return blas.NoTrans
	}
	return blas.Trans
}

// transposeTo copies Aᵀ, with A: [m, n], to b: [n, m].
func transposeTo[T Scalar](m, n int, a []T, lda int, b []T, ldb int) {
	const block = 16
	for jb := 0; jb < n; jb += block {
		for ib := 0; ib < m; ib += block {
			for j := jb; j < min(jb+block, n); j++ {
				for i := ib; i < min(ib+block, m); i++ {
					b[j+i*ldb] = a[i+j*lda]
				}
			}
		}
	}
}

// transposeSquare transposes A: [n, n] in place.
func transposeSquare[T Scalar](n int, a []T, lda int) {
	for j := range n {
		for i := range j {
			a[i+j*lda], a[j+i*lda] = a[j+i*lda], a[i+j*lda]
		}
	}
}

// work returns the work array that a gonum routine, run by call, finds best.
func (real64) work(ws *Workspace, key workKey, call func(work []float64, lwork int)) []float64 {
	size, ok := ws.sizes[key]
	if !ok {
		answer := make([]float64, 1)
		call(answer, -1)
		size = workSize{max(1, int(answer[0]))}
		ws.keep(key, size)
	}
	return scratch[float64](ws, size[0])
}

// question makes the key for work.
func question(routine string, flags [2]byte, m, n, k int) workKey {
	return workKey{routine: routine, kind: 'g', flags: flags, m: m, n: n, k: k}
}

func (real64) geqrf(m, n int, a []float64, lda int, tau []float64, ws *Workspace) {
	tau = tau[:min(m, n)]
	call := func(work []float64, lwork int) { gonumLapack{}.Dgelqf(n, m, a, lda, tau, work, lwork) }
	work := real64{}.work(ws, question("geqrf", [2]byte{}, m, n, 0), call)
	call(work, len(work))
}

func (real64) gelqf(m, n int, a []float64, lda int, tau []float64, ws *Workspace) {
	tau = tau[:min(m, n)]
	call := func(work []float64, lwork int) { gonumLapack{}.Dgeqrf(n, m, a, lda, tau, work, lwork) }
	work := real64{}.work(ws, question("gelqf", [2]byte{}, m, n, 0), call)
	call(work, len(work))
}

func (real64) geqp3(m, n int, a []float64, lda int, jpvt []int, tau []float64, ws *Workspace) {
	tau, jpvt = tau[:min(m, n)], jpvt[:n]
	rows := scratch[float64](ws, m*n)
	transposeTo(m, n, a, lda, rows, n)
	for j := range jpvt {
		jpvt[j] = -1 // every column may move
	}
	call := func(work []float64, lwork int) { gonumLapack{}.Dgeqp3(m, n, rows, n, jpvt, tau, work, lwork) }
	work := real64{}.work(ws, question("geqp3", [2]byte{}, m, n, 0), call)
	call(work, len(work))
	transposeTo(n, m, rows, n, a, lda)
}

func (real64) orgqr(m, n, k int, a []float64, lda int, tau []float64, ws *Workspace) {
	tau = tau[:k]
	call := func(work []float64, lwork int) { gonumLapack{}.Dorglq(n, m, k, a, lda, tau, work, lwork) }
	work := real64{}.work(ws, question("orgqr", [2]byte{}, m, n, k), call)
	call(work, len(work))
}

func (real64) orglq(m, n, k int, a []float64, lda int, tau []float64, ws *Workspace) {
	tau = tau[:k]
	call := func(work []float64, lwork int) { gonumLapack{}.Dorgqr(n, m, k, a, lda, tau, work, lwork) }
	work := real64{}.work(ws, question("orglq", [2]byte{}, m, n, k), call)
	call(work, len(work))
}

// ormqr: the rows of gonum's Cᵀ are C's columns, so Q acts from the other side; and gonum's Q of the LQ factorisation is
// our Qᵀ, so that trans stays as it is.
func (real64) ormqr(side Side, trans Transpose, m, n, k int, a []float64, lda int, tau []float64, c []float64, ldc int, ws *Workspace) {
	tau = tau[:k]
	other, op := otherGonumSide(side), gonumTrans(trans)
	call := func(work []float64, lwork int) {
		gonumLapack{}.Dormlq(other, op, n, m, k, a, lda, tau, c, ldc, work, lwork)
	}
	work := real64{}.work(ws, question("ormqr", [2]byte{byte(other), byte(op)}, m, n, k), call)
	call(work, len(work))
}

func (real64) ormlq(side Side, trans Transpose, m, n, k int, a []float64, lda int, tau []float64, c []float64, ldc int, ws *Workspace) {
	tau = tau[:k]
	other, op := otherGonumSide(side), gonumTrans(trans)
	call := func(work []float64, lwork int) {
		gonumLapack{}.Dormqr(other, op, n, m, k, a, lda, tau, c, ldc, work, lwork)
	}
	work := real64{}.work(ws, question("ormlq", [2]byte{byte(other), byte(op)}, m, n, k), call)
	call(work, len(work))
}

func otherGonumSide(side Side) blas.Side {
	if side == Left {
		return blas.Right
	}
	return blas.Left
}

func (real64) gesdd(job SVDJob, m, n int, a []float64, lda int, s []float64, u []float64, ldu int, vt []float64, ldvt int, ws *Workspace) (int, error) {
	return real64{}.gesvd(job, job, m, n, a, lda, s, u, ldu, vt, ldvt, ws)
}

// gesvd: Aᵀ = V*S*Uᵀ, and our column-major Vᵀ is gonum's row-major V.
func (real64) gesvd(jobU, jobVT SVDJob, m, n int, a []float64, lda int, s []float64, u []float64, ldu int, vt []float64, ldvt int, ws *Workspace) (int, error) {
	jobs := [...]gonumapi.SVDJob{SVDNone: gonumapi.SVDNone, SVDThin: gonumapi.SVDStore, SVDFull: gonumapi.SVDAll}
	s = s[:min(m, n)]
	if m == 1 {
		// gonum v0.17 slices past the end of a single column that is padded.
		row := scratch[float64](ws, n)
		for j := range row {
			row[j] = a[j*lda]
		}
		a, lda, ldu = row, 1, 1
	}
	ok := false
	call := func(work []float64, lwork int) {
		ok = gonumLapack{}.Dgesvd(jobs[jobVT], jobs[jobU], n, m, a, lda, s, vt, ldvt, u, ldu, work, lwork)
	}
	work := real64{}.work(ws, question("gesvd", [2]byte{byte(jobU), byte(jobVT)}, m, n, 0), call)
	call(work, len(work))
	return failed(ok), nil
}

// failed makes an info of gonum's ok.
func failed(ok bool) int {
	if ok {
		return 0
	}
	return 1
}

func (real64) syevd(vectors bool, uplo Uplo, n int, a []float64, lda int, w []float64, ws *Workspace) (int, error) {
	job := gonumapi.EVNone
	if vectors {
		job = gonumapi.EVCompute
	}
	w = w[:n]
	ok := false
	call := func(work []float64, lwork int) {
		ok = gonumLapack{}.Dsyev(job, flipped(uplo), n, a, lda, w, work, lwork)
	}
	work := real64{}.work(ws, question("syevd", [2]byte{byte(job), byte(uplo)}, n, n, 0), call)
	call(work, len(work))
	if vectors {
		transposeSquare(n, a, lda)
	}
	return failed(ok), nil
}

func (real64) geev(left, right bool, n int, a []float64, lda int, wr, wi []float64, vl []float64, ldvl int, vr []float64, ldvr int, ws *Workspace) (int, error) {
	jobL, jobR := gonumapi.LeftEVNone, gonumapi.RightEVNone
	if left {
		jobL = gonumapi.LeftEVCompute
	}
	if right {
		jobR = gonumapi.RightEVCompute
	}
	wr, wi = wr[:n], wi[:n]
	transposeSquare(n, a, lda)
	first := 0
	call := func(work []float64, lwork int) {
		first = gonumLapack{}.Dgeev(jobL, jobR, n, a, lda, wr, wi, vl, ldvl, vr, ldvr, work, lwork)
	}
	work := real64{}.work(ws, question("geev", [2]byte{byte(jobL), byte(jobR)}, n, n, 0), call)
	call(work, len(work))
	if left && first == 0 {
		transposeSquare(n, vl, ldvl)
	}
	if right && first == 0 {
		transposeSquare(n, vr, ldvr)
	}
	return first, nil
}

func (real64) gelsd(m, n, nrhs int, a []float64, lda int, b []float64, ldb int, s []float64, rcond float64, ws *Workspace) (rank, info int, err error) {
	k := min(m, n)
	u, vt := scratch[float64](ws, m*k), scratch[float64](ws, k*n)
	if info, err = (real64{}).gesvd(SVDThin, SVDThin, m, n, a, lda, s, u, m, vt, k, ws); info != 0 || err != nil {
		return 0, info, err
	}
	if rcond < 0 {
		rcond = 0x1p-53
	}
	for rank < k && s[rank] > rcond*s[0] {
		rank++
	}
	if rank == 0 || nrhs == 0 {
		for j := range nrhs {
			clear(b[j*ldb : j*ldb+n])
		}
		return rank, 0, nil
	}
	// C = Uᵀ*B, then X = V*S⁻¹*C; all in gonum's row-major view, which transposes both equations.
	bi, c := blas64.Implementation(), scratch[float64](ws, rank*nrhs)
	bi.Dgemm(blas.NoTrans, blas.Trans, nrhs, rank, m, 1, b, ldb, u, m, 0, c, rank)
	for j := range nrhs {
		for i := range rank {
			c[i+j*rank] /= s[i]
		}
	}
	bi.Dgemm(blas.NoTrans, blas.Trans, nrhs, n, rank, 1, c, rank, vt, k, 0, b, ldb)
	return rank, 0, nil
}
