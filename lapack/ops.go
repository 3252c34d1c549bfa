package lapack

// This file holds what stands between a caller and a provider's routines: one type that checks the arguments, settles
// the empty cases and turns info into errors, for all providers alike. The routines are in ops_*.go by family.

// routines is what a provider implements: the routines of Ops with arguments that have been checked and are not empty
// (unless a comment says so). Slices without a use (u with SVDNone, say) may be nil. They return LAPACK's info, which is
// 0 or positive, and limit errors of their work arrays.
type routines[T Scalar, R Real] interface {
	gesdd(job SVDJob, m, n int, a []T, lda int, s []R, u []T, ldu int, vt []T, ldvt int, ws *Workspace) (int, error)
	gesvd(jobU, jobVT SVDJob, m, n int, a []T, lda int, s []R, u []T, ldu int, vt []T, ldvt int, ws *Workspace) (int, error)
	gelsd(m, n, nrhs int, a []T, lda int, b []T, ldb int, s []R, rcond R, ws *Workspace) (rank, info int, err error)

	geqrf(m, n int, a []T, lda int, tau []T, ws *Workspace)
	geqp3(m, n int, a []T, lda int, jpvt []int, tau []T, ws *Workspace)
	gelqf(m, n int, a []T, lda int, tau []T, ws *Workspace)
	orgqr(m, n, k int, a []T, lda int, tau []T, ws *Workspace) // k may be 0
	orglq(m, n, k int, a []T, lda int, tau []T, ws *Workspace) // k may be 0
	ormqr(side Side, trans Transpose, m, n, k int, a []T, lda int, tau []T, c []T, ldc int, ws *Workspace)
	ormlq(side Side, trans Transpose, m, n, k int, a []T, lda int, tau []T, c []T, ldc int, ws *Workspace)

	getrf(m, n int, a []T, lda int, ipiv []int, ws *Workspace) int
	getrs(trans Transpose, n, nrhs int, a []T, lda int, ipiv []int, b []T, ldb int, ws *Workspace)
	getri(n int, a []T, lda int, ipiv []int, ws *Workspace)
	gecon(norm Norm, n int, a []T, lda int, anorm R, ws *Workspace) R

	potrf(uplo Uplo, n int, a []T, lda int, ws *Workspace) int
	potrs(uplo Uplo, n, nrhs int, a []T, lda int, b []T, ldb int, ws *Workspace)

	syevd(vectors bool, uplo Uplo, n int, a []T, lda int, w []R, ws *Workspace) (int, error)
	geev(left, right bool, n int, a []T, lda int, wr, wi []R, vl []T, ldvl int, vr []T, ldvr int, ws *Workspace) (int, error)

	trtrs(uplo Uplo, trans Transpose, diag Diag, n, nrhs int, a []T, lda int, b []T, ldb int, ws *Workspace)
	trtri(uplo Uplo, diag Diag, n int, a []T, lda int, ws *Workspace)
}

// checked implements Ops over the routines of one provider.
type checked[T Scalar, R Real] struct {
	r     routines[T, R]
	limit int // the largest integer of the provider's interface
}

// check starts the checks of one routine.
func (o *checked[T, R]) check(routine string) check {
	return check{routine: routine, limit: o.limit}
}

// zeroDiagonal returns the index of the first zero on the diagonal of A: [n, n], or -1.
func zeroDiagonal[T Scalar](n int, a []T, lda int) int {
	for i := range n {
		if a[i*lda+i] == 0 {
			return i
		}
	}
	return -1
}

// identity makes A: [m, n] the identity.
func identity[T Scalar](m, n int, a []T, lda int) {
	for j := range n {
		col := a[j*lda : j*lda+m]
		clear(col)
		if j < m {
			col[j] = 1
		}
	}
}
