//go:build cgo && (openblas || mkl || netlib || (accelerate && darwin))

// The kernels of lanes.inc for each kind of processor, and the choice among them.

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O2", "no-math-errno", "no-trapping-math")
#endif

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "lanes.h"

// The largest order.
#define ORDER 16

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)

#define LEVEL _baseline
#define BYTES 16
#if defined(__x86_64__)
#define ANY(m) _mm_movemask_epi8((__m128i)(m))
#define ROOTS_F64(x) _mm_sqrt_pd((__m128d)(x))
#define ROOTS_F32(x) _mm_sqrt_ps((__m128)(x))
#endif
#include "types.inc"

#if defined(__x86_64__)

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#endif
#define LEVEL _avx2
#define BYTES 32
#define ANY(m) _mm256_movemask_epi8((__m256i)(m))
#define ROOTS_F64(x) _mm256_sqrt_pd((__m256d)(x))
#define ROOTS_F32(x) _mm256_sqrt_ps((__m256)(x))
#include "types.inc"
#if defined(__clang__)
#pragma clang attribute pop
#pragma clang attribute push(__attribute__((target("avx512f,avx512dq,avx512vl,avx512bw,fma"))), apply_to = function)
#else
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("avx512f,avx512dq,avx512vl,avx512bw,fma,prefer-vector-width=512")
#endif
#define LEVEL _avx512
#define BYTES 64
#define ANY(m) _mm512_test_epi32_mask((__m512i)(m), (__m512i)(m))
#define ROOTS_F64(x) _mm512_sqrt_pd((__m512d)(x))
#define ROOTS_F32(x) _mm512_sqrt_ps((__m512)(x))
#include "types.inc"
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#define CHOOSE(f, s, ...)                            \
  switch (level) {                                   \
  case tf_avx512: return f##_##s##_avx512(__VA_ARGS__); \
  case tf_avx2: return f##_##s##_avx2(__VA_ARGS__);     \
  }                                                  \
  return f##_##s##_baseline(__VA_ARGS__)

#else
#define CHOOSE(f, s, ...) return (void)level, f##_##s##_baseline(__VA_ARGS__)
#endif

#define TF_DEFINE(real, s)                                                                                   \
  long tf_solve_##s(int level, int n, int k, const real *a, int adjoint, const real *b, real *x, long count) { \
    CHOOSE(solve, s, n, k, a, adjoint, b, x, count);                                                         \
  }                                                                                                          \
  long tf_chol_##s(int level, int n, int lower, const real *a, real *x, long count) {                        \
    CHOOSE(chol, s, n, lower, a, x, count);                                                                  \
  }                                                                                                          \
  long tf_qr_##s(int level, int m, int n, const real *a, real *q, real *r, long count) {                     \
    CHOOSE(qr, s, m, n, a, q, r, count);                                                                     \
  }                                                                                                          \
  long tf_eigh_##s(int level, int n, int lower, const real *a, real *w, real *v, long count) {               \
    CHOOSE(eigh, s, n, lower, a, w, v, count);                                                               \
  }                                                                                                          \
  long tf_svd_##s(int level, int m, int n, const real *a, real *u, real *s_, real *vt, long count) {         \
    CHOOSE(svd, s, m, n, a, u, s_, vt, count);                                                               \
  }

TF_DEFINE(double, f64)
TF_DEFINE(float, f32)
