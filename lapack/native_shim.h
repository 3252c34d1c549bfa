// What Go sees of the native LAPACK: one C function per routine for all four element types. It lives apart from the
// Fortran prototypes so that every Go file can include it.
//
// kind is the letter of the element type: 's', 'd', 'c' or 'z'. Matrices and vectors of that type, and of its real type,
// are passed as void*. Each function returns LAPACK's info. Where a work array has a length, length -1 asks for the best
// one, which is left in the first element of each work array.

#ifndef TENFERRO_LAPACK_SHIM_H
#define TENFERRO_LAPACK_SHIM_H

int tf_gesdd(char kind, char jobz, int m, int n, void *a, int lda, void *s, void *u, int ldu, void *vt, int ldvt,
             void *work, int lwork, void *rwork, int *iwork);
int tf_gesvd(char kind, char jobu, char jobvt, int m, int n, void *a, int lda, void *s, void *u, int ldu, void *vt,
             int ldvt, void *work, int lwork, void *rwork);
int tf_gelsd(char kind, int m, int n, int nrhs, void *a, int lda, void *b, int ldb, void *s, double rcond, int *rank,
             void *work, int lwork, void *rwork, int *iwork);

int tf_geqrf(char kind, int m, int n, void *a, int lda, void *tau, void *work, int lwork);
int tf_gelqf(char kind, int m, int n, void *a, int lda, void *tau, void *work, int lwork);
int tf_geqp3(char kind, int m, int n, void *a, int lda, int *jpvt, void *tau, void *work, int lwork, void *rwork);
int tf_orgqr(char kind, int m, int n, int k, void *a, int lda, void *tau, void *work, int lwork);
int tf_orglq(char kind, int m, int n, int k, void *a, int lda, void *tau, void *work, int lwork);
int tf_ormqr(char kind, char side, char trans, int m, int n, int k, void *a, int lda, void *tau, void *c, int ldc,
             void *work, int lwork);
int tf_ormlq(char kind, char side, char trans, int m, int n, int k, void *a, int lda, void *tau, void *c, int ldc,
             void *work, int lwork);

int tf_getrf(char kind, int m, int n, void *a, int lda, int *ipiv);
int tf_getrs(char kind, char trans, int n, int nrhs, void *a, int lda, int *ipiv, void *b, int ldb);
int tf_getri(char kind, int n, void *a, int lda, int *ipiv, void *work, int lwork);
int tf_gecon(char kind, char norm, int n, void *a, int lda, double anorm, double *rcond, void *work, void *rwork,
             int *iwork);

int tf_potrf(char kind, char uplo, int n, void *a, int lda);
int tf_potrs(char kind, char uplo, int n, int nrhs, void *a, int lda, void *b, int ldb);

int tf_syevd(char kind, char jobz, char uplo, int n, void *a, int lda, void *w, void *work, int lwork, void *rwork,
             int lrwork, int *iwork, int liwork);
int tf_geev(char kind, char jobvl, char jobvr, int n, void *a, int lda, void *wr, void *wi, void *vl, int ldvl,
            void *vr, int ldvr, void *work, int lwork, void *rwork);

int tf_trtrs(char kind, char uplo, char trans, char diag, int n, int nrhs, void *a, int lda, void *b, int ldb);
int tf_trtri(char kind, char uplo, char diag, int n, void *a, int lda);

#endif
