//go:build cgo && (openblas || mkl || netlib || (accelerate && darwin))

// The kernels of small.inc for each kind of processor, and the choice among them.

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "small.h"

#define DEPTH tf_depth
#define MV 3 // vectors of a tile
#define NR 4 // columns of a tile

// The loops over a tile must leave no loop behind: its sums are registers.
#if defined(__clang__)
#define UNROLL _Pragma("unroll")
#else
#define UNROLL _Pragma("GCC unroll 4")
#endif

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)

#if defined(__x86_64__)

// A window of this table is a mask of the first elements of a vector.
static const int first[16] = {-1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0};
#define MASK32(r) _mm256_loadu_si256((const __m256i *)(first + 8 - (r)))
#define MASK64(r) _mm256_loadu_si256((const __m256i *)(first + 8 - 2 * (r)))

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#endif
#define LEVEL _avx2
#define BYTES 32
#define PART_LOAD_F64(p, r) _mm256_maskload_pd(p, MASK64(r))
#define PART_STORE_F64(p, x, r) _mm256_maskstore_pd(p, MASK64(r), (__m256d)(x))
#define PART_LOAD_F32(p, r) _mm256_maskload_ps(p, MASK32(r))
#define PART_STORE_F32(p, x, r) _mm256_maskstore_ps(p, MASK32(r), (__m256)(x))
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
#define PART_LOAD_F64(p, r) _mm512_maskz_loadu_pd((1 << (r)) - 1, p)
#define PART_STORE_F64(p, x, r) _mm512_mask_storeu_pd(p, (1 << (r)) - 1, (__m512d)(x))
#define PART_LOAD_F32(p, r) _mm512_maskz_loadu_ps((1 << (r)) - 1, p)
#define PART_STORE_F32(p, x, r) _mm512_mask_storeu_ps(p, (1 << (r)) - 1, (__m512)(x))
#include "types.inc"
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#define CHOOSE(s, ...)                 \
  if (level == tf_avx512)              \
    batch_##s##_avx512(__VA_ARGS__);   \
  else                                 \
    batch_##s##_avx2(__VA_ARGS__)

#else

#define LEVEL _baseline
#define BYTES 16
#include "types.inc"
#define CHOOSE(s, ...) (void)level, batch_##s##_baseline(__VA_ARGS__)

#endif

#define TF_DEFINE(real, s)                                                                                                           \
  void tf_small_##s(int level, int ta, int tb, long m, long n, int k, const real *a, long lda, const long *offa, long stepa,         \
                    const real *b, long ldb, const long *offb, long stepb, real *c, long ldc, const long *offc, long stepc, long count, \
                    int add) {                                                                                                       \
    CHOOSE(s, ta, tb, m, n, k, a, lda, offa, stepa, b, ldb, offb, stepb, c, ldc, offc, stepc, count, add);                           \
  }

TF_DEFINE(double, f64)
TF_DEFINE(float, f32)
