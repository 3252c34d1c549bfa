//go:build cgo && ((openblas && !mkl && !accelerate && !netlib) || (mkl && !openblas && !accelerate && !netlib) || (netlib && !openblas && !mkl && !accelerate) || (accelerate && darwin && !openblas && !mkl && !netlib))

// The routines of shim.h: each takes scalars by value, as Go passes them, and calls the Fortran routine of the element
// type with their addresses.

#include "shim.h"
#include "fortran.h"

// Calls the routine that has the same arguments for all four types, real and cplx being its two names.
#define CALL(kind, real, cplx, ...)                      \
	do {                                             \
		switch (kind) {                          \
		case 's': s##real##_(__VA_ARGS__); break; \
		case 'd': d##real##_(__VA_ARGS__); break; \
		case 'c': c##cplx##_(__VA_ARGS__); break; \
		case 'z': z##cplx##_(__VA_ARGS__); break; \
		}                                        \
	} while (0)

// Calls the routine of the one or the other real or complex type.
#define CALL_REAL(kind, name, ...)                \
	do {                                      \
		if ((kind) == 's')                \
			s##name##_(__VA_ARGS__);  \
		else                              \
			d##name##_(__VA_ARGS__);  \
	} while (0)
#define CALL_CPLX(kind, name, ...)                \
	do {                                      \
		if ((kind) == 'c')                \
			c##name##_(__VA_ARGS__);  \
		else                              \
			z##name##_(__VA_ARGS__);  \
	} while (0)

static int is_real(char kind) { return kind == 's' || kind == 'd'; }
static int is_single(char kind) { return kind == 's' || kind == 'c'; }

int tf_gesdd(char kind, char jobz, int m, int n, void *a, int lda, void *s, void *u, int ldu, void *vt, int ldvt,
             void *work, int lwork, void *rwork, int *iwork) {
	int info = 0;
	if (is_real(kind))
		CALL_REAL(kind, gesdd, &jobz, &m, &n, a, &lda, s, u, &ldu, vt, &ldvt, work, &lwork, iwork, &info LEN1);
	else
		CALL_CPLX(kind, gesdd, &jobz, &m, &n, a, &lda, s, u, &ldu, vt, &ldvt, work, &lwork, rwork, iwork,
		          &info LEN1);
	return info;
}

int tf_gesvd(char kind, char jobu, char jobvt, int m, int n, void *a, int lda, void *s, void *u, int ldu, void *vt,
             int ldvt, void *work, int lwork, void *rwork) {
	int info = 0;
	if (is_real(kind))
		CALL_REAL(kind, gesvd, &jobu, &jobvt, &m, &n, a, &lda, s, u, &ldu, vt, &ldvt, work, &lwork, &info LEN2);
	else
		CALL_CPLX(kind, gesvd, &jobu, &jobvt, &m, &n, a, &lda, s, u, &ldu, vt, &ldvt, work, &lwork, rwork,
		          &info LEN2);
	return info;
}

int tf_gelsd(char kind, int m, int n, int nrhs, void *a, int lda, void *b, int ldb, void *s, double rcond, int *rank,
             void *work, int lwork, void *rwork, int *iwork) {
	int info = 0;
	float rcond32 = (float)rcond;
	void *rc = is_single(kind) ? (void *)&rcond32 : (void *)&rcond;
	if (is_real(kind))
		CALL_REAL(kind, gelsd, &m, &n, &nrhs, a, &lda, b, &ldb, s, rc, rank, work, &lwork, iwork, &info);
	else
		CALL_CPLX(kind, gelsd, &m, &n, &nrhs, a, &lda, b, &ldb, s, rc, rank, work, &lwork, rwork, iwork, &info);
	return info;
}

int tf_geqrf(char kind, int m, int n, void *a, int lda, void *tau, void *work, int lwork) {
	int info = 0;
	CALL(kind, geqrf, geqrf, &m, &n, a, &lda, tau, work, &lwork, &info);
	return info;
}

int tf_gelqf(char kind, int m, int n, void *a, int lda, void *tau, void *work, int lwork) {
	int info = 0;
	CALL(kind, gelqf, gelqf, &m, &n, a, &lda, tau, work, &lwork, &info);
	return info;
}

int tf_geqp3(char kind, int m, int n, void *a, int lda, int *jpvt, void *tau, void *work, int lwork, void *rwork) {
	int info = 0;
	if (is_real(kind))
		CALL_REAL(kind, geqp3, &m, &n, a, &lda, jpvt, tau, work, &lwork, &info);
	else
		CALL_CPLX(kind, geqp3, &m, &n, a, &lda, jpvt, tau, work, &lwork, rwork, &info);
	return info;
}

int tf_orgqr(char kind, int m, int n, int k, void *a, int lda, void *tau, void *work, int lwork) {
	int info = 0;
	CALL(kind, orgqr, ungqr, &m, &n, &k, a, &lda, tau, work, &lwork, &info);
	return info;
}

int tf_orglq(char kind, int m, int n, int k, void *a, int lda, void *tau, void *work, int lwork) {
	int info = 0;
	CALL(kind, orglq, unglq, &m, &n, &k, a, &lda, tau, work, &lwork, &info);
	return info;
}

int tf_ormqr(char kind, char side, char trans, int m, int n, int k, void *a, int lda, void *tau, void *c, int ldc,
             void *work, int lwork) {
	int info = 0;
	CALL(kind, ormqr, unmqr, &side, &trans, &m, &n, &k, a, &lda, tau, c, &ldc, work, &lwork, &info LEN2);
	return info;
}

int tf_ormlq(char kind, char side, char trans, int m, int n, int k, void *a, int lda, void *tau, void *c, int ldc,
             void *work, int lwork) {
	int info = 0;
	CALL(kind, ormlq, unmlq, &side, &trans, &m, &n, &k, a, &lda, tau, c, &ldc, work, &lwork, &info LEN2);
	return info;
}

int tf_getrf(char kind, int m, int n, void *a, int lda, int *ipiv) {
	int info = 0;
	CALL(kind, getrf, getrf, &m, &n, a, &lda, ipiv, &info);
	return info;
}

int tf_getrs(char kind, char trans, int n, int nrhs, void *a, int lda, int *ipiv, void *b, int ldb) {
	int info = 0;
	CALL(kind, getrs, getrs, &trans, &n, &nrhs, a, &lda, ipiv, b, &ldb, &info LEN1);
	return info;
}

int tf_getri(char kind, int n, void *a, int lda, int *ipiv, void *work, int lwork) {
	int info = 0;
	CALL(kind, getri, getri, &n, a, &lda, ipiv, work, &lwork, &info);
	return info;
}

int tf_gecon(char kind, char norm, int n, void *a, int lda, double anorm, double *rcond, void *work, void *rwork,
             int *iwork) {
	int info = 0;
	float anorm32 = (float)anorm, rcond32 = 0;
	int single = is_single(kind);
	void *an = single ? (void *)&anorm32 : (void *)&anorm;
	void *rc = single ? (void *)&rcond32 : (void *)rcond;
	if (is_real(kind))
		CALL_REAL(kind, gecon, &norm, &n, a, &lda, an, rc, work, iwork, &info LEN1);
	else
		CALL_CPLX(kind, gecon, &norm, &n, a, &lda, an, rc, work, rwork, &info LEN1);
	if (single)
		*rcond = rcond32;
	return info;
}

int tf_potrf(char kind, char uplo, int n, void *a, int lda) {
	int info = 0;
	CALL(kind, potrf, potrf, &uplo, &n, a, &lda, &info LEN1);
	return info;
}

int tf_potrs(char kind, char uplo, int n, int nrhs, void *a, int lda, void *b, int ldb) {
	int info = 0;
	CALL(kind, potrs, potrs, &uplo, &n, &nrhs, a, &lda, b, &ldb, &info LEN1);
	return info;
}

int tf_syevd(char kind, char jobz, char uplo, int n, void *a, int lda, void *w, void *work, int lwork, void *rwork,
             int lrwork, int *iwork, int liwork) {
	int info = 0;
	if (is_real(kind))
		CALL_REAL(kind, syevd, &jobz, &uplo, &n, a, &lda, w, work, &lwork, iwork, &liwork, &info LEN2);
	else
		CALL_CPLX(kind, heevd, &jobz, &uplo, &n, a, &lda, w, work, &lwork, rwork, &lrwork, iwork, &liwork,
		          &info LEN2);
	return info;
}

int tf_geev(char kind, char jobvl, char jobvr, int n, void *a, int lda, void *wr, void *wi, void *vl, int ldvl,
            void *vr, int ldvr, void *work, int lwork, void *rwork) {
	int info = 0;
	if (is_real(kind))
		CALL_REAL(kind, geev, &jobvl, &jobvr, &n, a, &lda, wr, wi, vl, &ldvl, vr, &ldvr, work, &lwork,
		          &info LEN2);
	else
		CALL_CPLX(kind, geev, &jobvl, &jobvr, &n, a, &lda, wr, vl, &ldvl, vr, &ldvr, work, &lwork, rwork,
		          &info LEN2);
	return info;
}

int tf_trtrs(char kind, char uplo, char trans, char diag, int n, int nrhs, void *a, int lda, void *b, int ldb) {
	int info = 0;
	CALL(kind, trtrs, trtrs, &uplo, &trans, &diag, &n, &nrhs, a, &lda, b, &ldb, &info LEN3);
	return info;
}

int tf_trtri(char kind, char uplo, char diag, int n, void *a, int lda) {
	int info = 0;
	CALL(kind, trtri, trtri, &uplo, &diag, &n, a, &lda, &info LEN2);
	return info;
}
