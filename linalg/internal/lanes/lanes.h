// Factorisations of many small matrices at once, one in each lane of the vector registers. See lanes.inc.

enum { tf_baseline, tf_avx2, tf_avx512 };

#define TF_DECLARE(real, s)                                                                                               \
  long tf_solve_##s(int level, int n, int k, const real *a, int adjoint, const real *b, real *x, long count);             \
  long tf_chol_##s(int level, int n, int lower, const real *a, real *x, long count);                                      \
  long tf_qr_##s(int level, int m, int n, const real *a, real *q, real *r, long count);                                   \
  long tf_eigh_##s(int level, int n, int lower, const real *a, real *w, real *v, long count);                             \
  long tf_svd_##s(int level, int m, int n, const real *a, real *u, real *s_, real *vt, long count);

TF_DECLARE(double, f64)
TF_DECLARE(float, f32)
