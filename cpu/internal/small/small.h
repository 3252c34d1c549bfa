// Products of small matrices, many in one call. See small.inc.

enum { tf_baseline, tf_avx2, tf_avx512 };

// The largest k.
enum { tf_depth = 64 };

// C[i] = A[i]·B[i], or C[i] += A[i]·B[i] with add, for i < count, each element of m×n; A is m×k, or k×m to be transposed (ta), B k×n or
// n×k (tb), column-major. Item i begins off[i] elements behind the pointer, or i*step where off is null.
#define TF_DECLARE(real, s)                                                                                                          \
  void tf_small_##s(int level, int ta, int tb, long m, long n, int k, const real *a, long lda, const long *offa, long stepa,         \
                    const real *b, long ldb, const long *offb, long stepb, real *c, long ldc, const long *offc, long stepc, long count, \
                    int add);

TF_DECLARE(double, f64)
TF_DECLARE(float, f32)
