// What Go sees of the native LAPACK: one C function per routine for all four element types.
//
// kind is the letter of the element type: 's', 'd', 'c' or 'z'. Matrices and vectors of that type, and of its real type,
// are passed as void*; tf_int is the library's integer. Each function returns LAPACK's info. Where a work array has a length, length -1 asks for the best
// one, which is left in the first element of each work array.

#ifndef TENFERRO_LAPACK_SHIM_H
#define TENFERRO_LAPACK_SHIM_H

#include "native_library.h"

tf_int tf_gesdd(char kind, char jobz, tf_int m, tf_int n, void *a, tf_int lda, void *s, void *u, tf_int ldu, void *vt, tf_int ldvt,
             void *work, tf_int lwork, void *rwork, tf_int *iwork);
tf_int tf_gesvd(char kind, char jobu, char jobvt, tf_int m, tf_int n, void *a, tf_int lda, void *s, void *u, tf_int ldu, void *vt,
             tf_int ldvt, void *work, tf_int lwork, void *rwork);
tf_int tf_gelsd(char kind, tf_int m, tf_int n, tf_int nrhs, void *a, tf_int lda, void *b, tf_int ldb, void *s, double rcond, tf_int *rank,
             void *work, tf_int lwork, void *rwork, tf_int *iwork);

tf_int tf_geqrf(char kind, tf_int m, tf_int n, void *a, tf_int lda, void *tau, void *work, tf_int lwork);
tf_int tf_gelqf(char kind, tf_int m, tf_int n, void *a, tf_int lda, void *tau, void *work, tf_int lwork);
tf_int tf_geqp3(char kind, tf_int m, tf_int n, void *a, tf_int lda, tf_int *jpvt, void *tau, void *work, tf_int lwork, void *rwork);
tf_int tf_orgqr(char kind, tf_int m, tf_int n, tf_int k, void *a, tf_int lda, void *tau, void *work, tf_int lwork);
tf_int tf_orglq(char kind, tf_int m, tf_int n, tf_int k, void *a, tf_int lda, void *tau, void *work, tf_int lwork);
tf_int tf_ormqr(char kind, char side, char trans, tf_int m, tf_int n, tf_int k, void *a, tf_int lda, void *tau, void *c, tf_int ldc,
             void *work, tf_int lwork);
tf_int tf_ormlq(char kind, char side, char trans, tf_int m, tf_int n, tf_int k, void *a, tf_int lda, void *tau, void *c, tf_int ldc,
             void *work, tf_int lwork);

tf_int tf_getrf(char kind, tf_int m, tf_int n, void *a, tf_int lda, tf_int *ipiv);
tf_int tf_getrs(char kind, char trans, tf_int n, tf_int nrhs, void *a, tf_int lda, tf_int *ipiv, void *b, tf_int ldb);
tf_int tf_getri(char kind, tf_int n, void *a, tf_int lda, tf_int *ipiv, void *work, tf_int lwork);
tf_int tf_gecon(char kind, char norm, tf_int n, void *a, tf_int lda, double anorm, double *rcond, void *work, void *rwork,
             tf_int *iwork);

tf_int tf_potrf(char kind, char uplo, tf_int n, void *a, tf_int lda);
tf_int tf_potrs(char kind, char uplo, tf_int n, tf_int nrhs, void *a, tf_int lda, void *b, tf_int ldb);

tf_int tf_syevd(char kind, char jobz, char uplo, tf_int n, void *a, tf_int lda, void *w, void *work, tf_int lwork, void *rwork,
             tf_int lrwork, tf_int *iwork, tf_int liwork);
tf_int tf_geev(char kind, char jobvl, char jobvr, tf_int n, void *a, tf_int lda, void *wr, void *wi, void *vl, tf_int ldvl,
            void *vr, tf_int ldvr, void *work, tf_int lwork, void *rwork);

tf_int tf_trtrs(char kind, char uplo, char trans, char diag, tf_int n, tf_int nrhs, void *a, tf_int lda, void *b, tf_int ldb);
tf_int tf_trtri(char kind, char uplo, char diag, tf_int n, void *a, tf_int lda);

#endif
