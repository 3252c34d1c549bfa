//go:build cgo && ((openblas && !mkl && !accelerate && !netlib) || (mkl && !openblas && !accelerate && !netlib) || (netlib && !openblas && !mkl && !accelerate) || (accelerate && darwin && !openblas && !mkl && !netlib))

// The routines of shim.h: each takes scalars by value, as Go passes them, and calls the Fortran routine of the element
// type with their addresses.

#include "native_shim.h"
#include "native_fortran.h"

// Calls the routine that has the same arguments for all four types, real and cplx being its two names.
#define CALL(kind, real, cplx, ...)           \
  do {                                        \
    TF_ENTER();                               \
    switch (kind) {                           \
    case 's': s##real##_(__VA_ARGS__); break; \
    case 'd': d##real##_(__VA_ARGS__); break; \
    case 'c': c##cplx##_(__VA_ARGS__); break; \
    case 'z': z##cplx##_(__VA_ARGS__); break; \
    }                                         \
  } while (0)

// Calls the routine of the one or the other real or complex type.
#define CALL_REAL(kind, name, ...) \
  do {                            \
    TF_ENTER();                   \
    if ((kind) == 's')            \
      s##name##_(__VA_ARGS__);    \
    else                          \
      d##name##_(__VA_ARGS__);    \
  } while (0)
#define CALL_CPLX(kind, name, ...) \
  do {                            \
    TF_ENTER();                   \
    if ((kind) == 'c')            \
      c##name##_(__VA_ARGS__);    \
    else                          \
      z##name##_(__VA_ARGS__);    \
  } while (0)

static int is_real(char kind) { return kind == 's' || kind == 'd'; }
static int is_single(char kind) { return kind == 's' || kind == 'c'; }

tf_int tf_gesdd(char kind, char jobz, tf_int m, tf_int n, void *a, tf_int lda, void *s, void *u, tf_int ldu, void *vt, tf_int ldvt,
             void *work, tf_int lwork, void *rwork, tf_int *iwork) {
  tf_int info = 0;
  if (is_real(kind))
    CALL_REAL(kind, gesdd, &jobz, &m, &n, a, &lda, s, u, &ldu, vt, &ldvt, work, &lwork, iwork, &info LEN1);
  else
    CALL_CPLX(kind, gesdd, &jobz, &m, &n, a, &lda, s, u, &ldu, vt, &ldvt, work, &lwork, rwork, iwork,
              &info LEN1);
  return info;
}

tf_int tf_gesvd(char kind, char jobu, char jobvt, tf_int m, tf_int n, void *a, tf_int lda, void *s, void *u, tf_int ldu, void *vt,
             tf_int ldvt, void *work, tf_int lwork, void *rwork) {
  tf_int info = 0;
  if (is_real(kind))
    CALL_REAL(kind, gesvd, &jobu, &jobvt, &m, &n, a, &lda, s, u, &ldu, vt, &ldvt, work, &lwork, &info LEN2);
  else
    CALL_CPLX(kind, gesvd, &jobu, &jobvt, &m, &n, a, &lda, s, u, &ldu, vt, &ldvt, work, &lwork, rwork,
              &info LEN2);
  return info;
}

tf_int tf_gelsd(char kind, tf_int m, tf_int n, tf_int nrhs, void *a, tf_int lda, void *b, tf_int ldb, void *s, double rcond, tf_int *rank,
             void *work, tf_int lwork, void *rwork, tf_int *iwork) {
  tf_int info = 0;
  float rcond32 = (float)rcond;
  void *rc = is_single(kind) ? (void *)&rcond32 : (void *)&rcond;
  if (is_real(kind))
    CALL_REAL(kind, gelsd, &m, &n, &nrhs, a, &lda, b, &ldb, s, rc, rank, work, &lwork, iwork, &info);
  else
    CALL_CPLX(kind, gelsd, &m, &n, &nrhs, a, &lda, b, &ldb, s, rc, rank, work, &lwork, rwork, iwork, &info);
  return info;
}

tf_int tf_geqrf(char kind, tf_int m, tf_int n, void *a, tf_int lda, void *tau, void *work, tf_int lwork) {
  tf_int info = 0;
  CALL(kind, geqrf, geqrf, &m, &n, a, &lda, tau, work, &lwork, &info);
  return info;
}

tf_int tf_gelqf(char kind, tf_int m, tf_int n, void *a, tf_int lda, void *tau, void *work, tf_int lwork) {
  tf_int info = 0;
  CALL(kind, gelqf, gelqf, &m, &n, a, &lda, tau, work, &lwork, &info);
  return info;
}

tf_int tf_geqp3(char kind, tf_int m, tf_int n, void *a, tf_int lda, tf_int *jpvt, void *tau, void *work, tf_int lwork, void *rwork) {
  tf_int info = 0;
  if (is_real(kind))
    CALL_REAL(kind, geqp3, &m, &n, a, &lda, jpvt, tau, work, &lwork, &info);
  else
    CALL_CPLX(kind, geqp3, &m, &n, a, &lda, jpvt, tau, work, &lwork, rwork, &info);
  return info;
}

tf_int tf_orgqr(char kind, tf_int m, tf_int n, tf_int k, void *a, tf_int lda, void *tau, void *work, tf_int lwork) {
  tf_int info = 0;
  CALL(kind, orgqr, ungqr, &m, &n, &k, a, &lda, tau, work, &lwork, &info);
  return info;
}

tf_int tf_orglq(char kind, tf_int m, tf_int n, tf_int k, void *a, tf_int lda, void *tau, void *work, tf_int lwork) {
  tf_int info = 0;
  CALL(kind, orglq, unglq, &m, &n, &k, a, &lda, tau, work, &lwork, &info);
  return info;
}

tf_int tf_ormqr(char kind, char side, char trans, tf_int m, tf_int n, tf_int k, void *a, tf_int lda, void *tau, void *c, tf_int ldc,
             void *work, tf_int lwork) {
  tf_int info = 0;
  CALL(kind, ormqr, unmqr, &side, &trans, &m, &n, &k, a, &lda, tau, c, &ldc, work, &lwork, &info LEN2);
  return info;
}

tf_int tf_ormlq(char kind, char side, char trans, tf_int m, tf_int n, tf_int k, void *a, tf_int lda, void *tau, void *c, tf_int ldc,
             void *work, tf_int lwork) {
  tf_int info = 0;
  CALL(kind, ormlq, unmlq, &side, &trans, &m, &n, &k, a, &lda, tau, c, &ldc, work, &lwork, &info LEN2);
  return info;
}

tf_int tf_getrf(char kind, tf_int m, tf_int n, void *a, tf_int lda, tf_int *ipiv) {
  tf_int info = 0;
  CALL(kind, getrf, getrf, &m, &n, a, &lda, ipiv, &info);
  return info;
}

tf_int tf_getrs(char kind, char trans, tf_int n, tf_int nrhs, void *a, tf_int lda, tf_int *ipiv, void *b, tf_int ldb) {
  tf_int info = 0;
  CALL(kind, getrs, getrs, &trans, &n, &nrhs, a, &lda, ipiv, b, &ldb, &info LEN1);
  return info;
}

tf_int tf_getri(char kind, tf_int n, void *a, tf_int lda, tf_int *ipiv, void *work, tf_int lwork) {
  tf_int info = 0;
  CALL(kind, getri, getri, &n, a, &lda, ipiv, work, &lwork, &info);
  return info;
}

tf_int tf_gecon(char kind, char norm, tf_int n, void *a, tf_int lda, double anorm, double *rcond, void *work, void *rwork,
             tf_int *iwork) {
  tf_int info = 0;
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

tf_int tf_potrf(char kind, char uplo, tf_int n, void *a, tf_int lda) {
  tf_int info = 0;
  CALL(kind, potrf, potrf, &uplo, &n, a, &lda, &info LEN1);
  return info;
}

tf_int tf_potrs(char kind, char uplo, tf_int n, tf_int nrhs, void *a, tf_int lda, void *b, tf_int ldb) {
  tf_int info = 0;
  CALL(kind, potrs, potrs, &uplo, &n, &nrhs, a, &lda, b, &ldb, &info LEN1);
  return info;
}

tf_int tf_syevd(char kind, char jobz, char uplo, tf_int n, void *a, tf_int lda, void *w, void *work, tf_int lwork, void *rwork,
             tf_int lrwork, tf_int *iwork, tf_int liwork) {
  tf_int info = 0;
  if (is_real(kind))
    CALL_REAL(kind, syevd, &jobz, &uplo, &n, a, &lda, w, work, &lwork, iwork, &liwork, &info LEN2);
  else
    CALL_CPLX(kind, heevd, &jobz, &uplo, &n, a, &lda, w, work, &lwork, rwork, &lrwork, iwork, &liwork,
              &info LEN2);
  return info;
}

tf_int tf_geev(char kind, char jobvl, char jobvr, tf_int n, void *a, tf_int lda, void *wr, void *wi, void *vl, tf_int ldvl,
            void *vr, tf_int ldvr, void *work, tf_int lwork, void *rwork) {
  tf_int info = 0;
  if (is_real(kind))
    CALL_REAL(kind, geev, &jobvl, &jobvr, &n, a, &lda, wr, wi, vl, &ldvl, vr, &ldvr, work, &lwork,
              &info LEN2);
  else
    CALL_CPLX(kind, geev, &jobvl, &jobvr, &n, a, &lda, wr, vl, &ldvl, vr, &ldvr, work, &lwork, rwork,
              &info LEN2);
  return info;
}

tf_int tf_trtrs(char kind, char uplo, char trans, char diag, tf_int n, tf_int nrhs, void *a, tf_int lda, void *b, tf_int ldb) {
  tf_int info = 0;
  CALL(kind, trtrs, trtrs, &uplo, &trans, &diag, &n, &nrhs, a, &lda, b, &ldb, &info LEN3);
  return info;
}

tf_int tf_trtri(char kind, char uplo, char diag, tf_int n, void *a, tf_int lda) {
  tf_int info = 0;
  CALL(kind, trtri, trtri, &uplo, &diag, &n, a, &lda, &info LEN2);
  return info;
}
