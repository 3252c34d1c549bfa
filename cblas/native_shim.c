//go:build cgo && ((openblas && !mkl && !accelerate && !netlib) || (mkl && !openblas && !accelerate && !netlib) || (accelerate && darwin && !openblas && !mkl && !netlib))

// The C side of the native providers: the routines of native_routines.h for each element type, and the choice between
// them. It exists because a batch should cross from Go to C once, and because libraries must be made to agree.

#include "native_shim.h"

#include <stdlib.h>

#include "native_library.h"

// The largest size that is handed to the library at once, safe for any product of it with a small increment.
#define MOST ((int64_t)1 << 30)
// Terms of single precision that are summed by the library alone. With the kernels of OpenBLAS 0.3.21 and MKL 2026.2,
// whose running sums are 4 to 64 floats, 4096 ones or equal fractions keep six digits and more, and the cost is not measurable.
#define SUM_BLOCK 2048
// Results of a product that may be summed in double on the stack.
#define FEW 256
// Products handed at once to a library's batch routine.
#define BATCH 128

#define R float
#define S s
#define W 1
#define SINGLE 1
#include "native_routines.h"

#define R double
#define S d
#define W 1
#define SINGLE 0
#include "native_routines.h"

#define R float
#define S c
#define W 2
#define SINGLE 1
#include "native_routines.h"

#define R double
#define S z
#define W 2
#define SINGLE 0
#include "native_routines.h"

// CALL runs a routine for the element type kind; IN and OUT cast addresses among its arguments to the real type.
#define CALL(routine, ...)                                             \
  TFB_ENTER();                                                         \
  switch (kind) {                                                      \
  case 0: { typedef float R; routine##_s(__VA_ARGS__); break; }        \
  case 1: { typedef double R; routine##_d(__VA_ARGS__); break; }       \
  case 2: { typedef float R; routine##_c(__VA_ARGS__); break; }        \
  case 3: { typedef double R; routine##_z(__VA_ARGS__); break; }       \
  }
#define IN(v) ((const R *)(v))
#define OUT(v) ((R *)(v))

int tfb_int_bits(void) { return 8 * sizeof(tfb_int); }

void tfb_gemm(int kind, int ta, int tb, int64_t m, int64_t n, int64_t k, const char *alpha, const char *a, int64_t lda,
              const char *b, int64_t ldb, const char *beta, char *c, int64_t ldc) {
  CALL(gemm, ta, tb, m, n, k, IN(alpha), IN(a), lda, IN(b), ldb, IN(beta), OUT(c), ldc)
}

void tfb_gemm_strided(int kind, int ta, int tb, int64_t m, int64_t n, int64_t k, const char *alpha, const char *a,
                      int64_t lda, int64_t sa, const char *b, int64_t ldb, int64_t sb, const char *beta, char *c,
                      int64_t ldc, int64_t sc, int64_t count) {
  CALL(gemm_strided, ta, tb, m, n, k, IN(alpha), IN(a), lda, sa, IN(b), ldb, sb, IN(beta), OUT(c), ldc, sc, count)
}

void tfb_gemm_offsets(int kind, int ta, int tb, int64_t m, int64_t n, int64_t k, const char *alpha, const char *a,
                      int64_t lda, const ptrdiff_t *oa, const char *b, int64_t ldb, const ptrdiff_t *ob,
                      const char *beta, char *c, int64_t ldc, const ptrdiff_t *oc, int64_t count) {
  CALL(gemm_offsets, ta, tb, m, n, k, IN(alpha), IN(a), lda, oa, IN(b), ldb, ob, IN(beta), OUT(c), ldc, oc, count)
}

void tfb_gemm_eight(int kind, int ta, int tb, int64_t m, int64_t n, int64_t k, const char *alpha, int64_t lda,
                    int64_t ldb, const char *beta, int64_t ldc, int count,
                    const char *a0, const char *b0, char *c0, const char *a1, const char *b1, char *c1,
                    const char *a2, const char *b2, char *c2, const char *a3, const char *b3, char *c3,
                    const char *a4, const char *b4, char *c4, const char *a5, const char *b5, char *c5,
                    const char *a6, const char *b6, char *c6, const char *a7, const char *b7, char *c7) {
  const char *a[] = {a0, a1, a2, a3, a4, a5, a6, a7}, *b[] = {b0, b1, b2, b3, b4, b5, b6, b7};
  char *c[] = {c0, c1, c2, c3, c4, c5, c6, c7};
  CALL(gemm_each, ta, tb, m, n, k, IN(alpha), (const R **)a, lda, (const R **)b, ldb, IN(beta), (R **)c, ldc, count)
}

void tfb_gemv(int kind, int trans, int64_t m, int64_t n, const char *alpha, const char *a, int64_t lda, const char *x,
              int64_t incx, const char *beta, char *y, int64_t incy) {
  CALL(gemv, trans, m, n, IN(alpha), IN(a), lda, IN(x), incx, IN(beta), OUT(y), incy)
}

void tfb_ger(int kind, int conj, int64_t m, int64_t n, const char *alpha, const char *x, int64_t incx, const char *y,
             int64_t incy, char *a, int64_t lda) {
  CALL(ger, conj, m, n, IN(alpha), IN(x), incx, IN(y), incy, OUT(a), lda)
}

void tfb_dot(int kind, int conj, int64_t n, const char *x, int64_t incx, const char *y, int64_t incy, char *result) {
  double sum[2] = {0, 0};
  CALL(dot, conj, n, IN(x), incx, IN(y), incy, sum)
  int width = kind < 2 ? 1 : 2;
  for (int w = 0; w < width; w++)
    if (kind % 2 == 0)
      ((float *)result)[w] = (float)sum[w];
    else
      ((double *)result)[w] = sum[w];
}

void tfb_axpy(int kind, int64_t n, const char *alpha, const char *x, int64_t incx, char *y, int64_t incy) {
  CALL(axpy, n, IN(alpha), IN(x), incx, OUT(y), incy)
}

void tfb_scal(int kind, int64_t n, const char *alpha, char *x, int64_t incx) { CALL(scal, n, IN(alpha), OUT(x), incx) }
