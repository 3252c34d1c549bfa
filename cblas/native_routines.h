// The routines for one element type: native_shim.c includes this file four times, with these macros set:
//
//   R      the real type, float or double
//   S      the letter of the type in BLAS's names
//   W      reals in an element: 1, or 2 for complex
//   SINGLE 1 where R is float, whose sums need care
//
// Where libraries differ, the routines here make them agree with the contract of Ops (provider.go). Each exception
// says which library needs it.

#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define FN(name) CAT(CAT(name, _), S)
#define CBLAS(routine) CAT(CAT(cblas_, S), routine)

// A scalar and an array as CBLAS takes them: a real scalar by value, a complex one by address; complex addresses without
// a type, which each library names in its own way.
#if W == 2
#define SCALAR(v) ((const void *)(v))
#define P(v) ((void *)(v))
#else
#define SCALAR(v) (*(v))
#define P(v) (v)
#endif

static const R FN(one)[2] = {1, 0};
static const R FN(zero)[2] = {0, 0};

static inline int FN(is_zero)(const R *v) { return v[0] == 0 && (W == 1 || v[1] == 0); }
static inline int FN(is_one)(const R *v) { return v[0] == 1 && (W == 1 || v[1] == 0); }

// x = alpha*x by the plain formula, so that 0*NaN is NaN. inc > 0.
static void FN(multiply)(int64_t n, const R *alpha, R *x, int64_t inc) {
  for (int64_t i = 0; i < n; i++, x += W * inc) {
#if W == 2
    R re = x[0], im = x[1];
    x[0] = alpha[0] * re - alpha[1] * im;
    x[1] = alpha[0] * im + alpha[1] * re;
#else
    x[0] *= alpha[0];
#endif
  }
}

// x = beta*x as the result of a product has it: beta = 0 sets zeros whatever stood there. inc may be negative.
static void FN(times_beta)(int64_t n, const R *beta, R *x, int64_t inc) {
  if (inc < 0) inc = -inc;
  if (FN(is_one)(beta)) return;
  if (!FN(is_zero)(beta)) {
    FN(multiply)(n, beta, x, inc);
    return;
  }
  for (int64_t i = 0; i < n; i++, x += W * inc)
    for (int w = 0; w < W; w++) x[w] = 0;
}

// y = beta*y + sum, with y in single precision and the sum in double. A negative inc stores the last element first.
#if SINGLE
static void FN(add_sum)(int64_t n, const double *sum, const R *beta, R *y, int64_t inc) {
  FN(times_beta)(n, beta, y, inc);
  int fresh = FN(is_zero)(beta);
  if (inc < 0) y += W * (n - 1) * -inc;
  for (int64_t i = 0; i < n; i++, y += W * inc, sum += W)
    for (int w = 0; w < W; w++) y[w] = (R)(fresh ? sum[w] : sum[w] + (double)y[w]);
}
#endif

// The part of a vector of n elements that starts at element i and has len elements.
static const R *FN(part)(const R *x, int64_t n, int64_t inc, int64_t i, int64_t len) {
  return inc > 0 ? x + W * i * inc : x + W * (n - i - len) * -inc;
}

// The sum of products in double. Single precision is summed in blocks: one running float stops growing at 2^24, and
// loses three digits before.
static void FN(dot)(int conj, int64_t n, const R *x, int64_t incx, const R *y, int64_t incy, double *sum) {
  int64_t most = SINGLE ? SUM_BLOCK : MOST;
  sum[0] = sum[1] = 0;
  for (int64_t i = 0; i < n; i += most) {
    int64_t len = n - i < most ? n - i : most;
    const R *xi = FN(part)(x, n, incx, i, len), *yi = FN(part)(y, n, incy, i, len);
#if W == 2
    R v[2] = {0, 0};
    if (conj)
      CBLAS(dotc_sub)(len, P(xi), incx, P(yi), incy, P(v));
    else
      CBLAS(dotu_sub)(len, P(xi), incx, P(yi), incy, P(v));
    sum[0] += v[0];
    sum[1] += v[1];
#else
    (void)conj;
    sum[0] += CBLAS(dot)(len, xi, incx, yi, incy);
#endif
  }
}

static void FN(axpy)(int64_t n, const R *alpha, const R *x, int64_t incx, R *y, int64_t incy) {
  if (FN(is_zero)(alpha)) return;
  for (int64_t i = 0; i < n; i += MOST) {
    int64_t len = n - i < MOST ? n - i : MOST;
    R *yi = (R *)FN(part)(y, n, incy, i, len);
    CBLAS(axpy)(len, SCALAR(alpha), P(FN(part)(x, n, incx, i, len)), incx, P(yi), incy);
  }
}

// OpenBLAS drops the terms of a factor that is 0, or whose real or imaginary part is 0, and with them NaN and Inf
// (releases before 0.3.27; 0*NaN: OpenMathLib/OpenBLAS#4413); those factors are ours. BLAS ignores a negative increment
// here, the contract does not.
static void FN(scal)(int64_t n, const R *alpha, R *x, int64_t incx) {
  if (incx < 0) incx = -incx;
  if (alpha[0] == 0 || (W == 2 && alpha[1] == 0)) {
    FN(multiply)(n, alpha, x, incx);
    return;
  }
  for (int64_t i = 0; i < n; i += MOST)
    CBLAS(scal)(n - i < MOST ? n - i : MOST, SCALAR(alpha), P(x + W * i * incx), incx);
}

// a = a + 0*x in the columns j of A where y[j] is 0. MKL's ger (2026.2) passes over such columns, and with them over
// NaN and Inf in x. Nothing is done where x has neither.
static void FN(add_zeros)(int64_t m, int64_t n, const R *x, int64_t incx, const R *y, int64_t incy, R *a, int64_t row,
                          int64_t col) {
  R zero = 0; // becomes NaN
  for (int64_t i = 0; i < W * m * (incx < 0 ? -incx : incx); i += W * (incx < 0 ? -incx : incx))
    for (int w = 0; w < W; w++) zero += 0 * x[i + w];
  if (zero == 0) return;
  for (int64_t j = 0; j < n; j++) {
    if (!FN(is_zero)(FN(part)(y, n, incy, j, 1))) continue;
    for (int64_t i = 0; i < m; i++) {
      const R *xi = FN(part)(x, m, incx, i, 1);
      R *aij = a + W * (i * row + j * col);
      R term = 0 * xi[0] + (W == 2 ? 0 * xi[W - 1] : 0); // both parts of a complex product take both parts of x
      for (int w = 0; w < W; w++) aij[w] += term;
    }
  }
}

static void FN(ger)(int conj, int64_t m, int64_t n, const R *alpha, const R *x, int64_t incx, const R *y, int64_t incy,
                    R *a, int64_t lda) {
  if (FN(is_zero)(alpha)) return;
#if W == 2
  if (conj)
    CBLAS(gerc)(CblasColMajor, m, n, SCALAR(alpha), P(x), incx, P(y), incy, P(a), lda);
  else
    CBLAS(geru)(CblasColMajor, m, n, SCALAR(alpha), P(x), incx, P(y), incy, P(a), lda);
#else
  (void)conj;
  CBLAS(ger)(CblasColMajor, m, n, *alpha, x, incx, y, incy, a, lda);
#endif
  FN(add_zeros)(m, n, x, incx, y, incy, a, 1, lda);
}

#if SINGLE
// gemv for long sums of single precision: OpenBLAS makes them a chain of axpys, one running float a row, and its digits
// depend on the kernel and the threads. Blocks of SUM_BLOCK terms are summed by the library, the blocks in double.
static int FN(gemv_long)(int trans, int64_t m, int64_t n, const R *alpha, const R *a, int64_t lda, const R *x,
                         int64_t incx, const R *beta, R *y, int64_t incy) {
  int plain = trans == CblasNoTrans;
  int64_t out = plain ? m : n, terms = plain ? n : m;
  double few[2 * W * FEW], *sum = out <= FEW ? few : malloc(2 * W * out * sizeof *sum);
  if (sum == NULL) return 0;
  R *part = (R *)(sum + W * out);
  for (int64_t r = 0; r < W * out; r++) sum[r] = 0;
  for (int64_t j = 0; j < terms; j += SUM_BLOCK) {
    int64_t len = terms - j < SUM_BLOCK ? terms - j : SUM_BLOCK;
    for (int64_t r = 0; r < W * out; r++) part[r] = 0;
    CBLAS(gemv)(CblasColMajor, trans, plain ? m : len, plain ? len : n, SCALAR(alpha), P(a + W * j * (plain ? lda : 1)),
                lda, P(FN(part)(x, terms, incx, j, len)), incx, SCALAR(FN(one)), P(part), 1);
    for (int64_t r = 0; r < W * out; r++) sum[r] += part[r];
  }
  FN(add_sum)(out, sum, beta, y, incy);
  if (sum != few) free(sum);
  return 1;
}
#endif

static void FN(gemv)(int trans, int64_t m, int64_t n, const R *alpha, const R *a, int64_t lda, const R *x, int64_t incx,
                     const R *beta, R *y, int64_t incy) {
  int64_t out = trans == CblasNoTrans ? m : n, terms = trans == CblasNoTrans ? n : m;
  if (terms == 0 || FN(is_zero)(alpha)) { // BLAS returns at once for terms = 0, leaving y as it was
    FN(times_beta)(out, beta, y, incy);
    return;
  }
  if (out == 1) { // a dot product is faster and sums better than a chain of axpys
    double sum[2];
    FN(dot)(trans == CblasConjTrans, terms, a, trans == CblasNoTrans ? lda : 1, x, incx, sum);
    FN(times_beta)(1, beta, y, 1);
#if W == 2
    y[0] += (R)(alpha[0] * sum[0] - alpha[1] * sum[1]);
    y[1] += (R)(alpha[0] * sum[1] + alpha[1] * sum[0]);
#else
    y[0] += (R)(alpha[0] * sum[0]);
#endif
    return;
  }
#if SINGLE
  if (terms > SUM_BLOCK && FN(gemv_long)(trans, m, n, alpha, a, lda, x, incx, beta, y, incy)) return;
#endif
  // OpenBLAS has scaled y by beta = 0 as a product, keeping NaN (OpenMathLib/OpenBLAS#746, #929), so y is cleared here.
  if (FN(is_zero)(beta)) {
    FN(times_beta)(out, beta, y, incy);
    beta = FN(one);
  }
  CBLAS(gemv)(CblasColMajor, trans, m, n, SCALAR(alpha), P(a), lda, P(x), incx, SCALAR(beta), P(y), incy);
}

#if SINGLE
// gemm for few results of long sums of single precision: OpenBLAS's small-matrix kernels for AVX-512 keep one running
// float a result. Blocks as in gemv_long.
static void FN(gemm_long)(int ta, int tb, int64_t m, int64_t n, int64_t k, const R *alpha, const R *a, int64_t lda,
                          const R *b, int64_t ldb, const R *beta, R *c, int64_t ldc) {
  double sum[W * FEW] = {0};
  R part[W * FEW];
  for (int64_t l = 0; l < k; l += SUM_BLOCK) {
    int64_t len = k - l < SUM_BLOCK ? k - l : SUM_BLOCK;
    CBLAS(gemm)(CblasColMajor, ta, tb, m, n, len, SCALAR(alpha), P(a + W * l * (ta == CblasNoTrans ? lda : 1)), lda,
                P(b + W * l * (tb == CblasNoTrans ? 1 : ldb)), ldb, SCALAR(FN(zero)), P(part), m);
    for (int64_t i = 0; i < W * m * n; i++) sum[i] += part[i];
  }
  for (int64_t j = 0; j < n; j++) FN(add_sum)(m, sum + W * j * m, beta, c + W * j * ldc, 1);
}
#endif

// Whether a product goes to the library as it is.
static inline int FN(plain_gemm)(int64_t m, int64_t n, int64_t k, const R *alpha) {
  if (k == 0 || FN(is_zero)(alpha)) return 0;
  return !(SINGLE && k > SUM_BLOCK && m <= FEW && n <= FEW && m * n <= FEW);
}

static void FN(gemm)(int ta, int tb, int64_t m, int64_t n, int64_t k, const R *alpha, const R *a, int64_t lda,
                     const R *b, int64_t ldb, const R *beta, R *c, int64_t ldc) {
  if (FN(plain_gemm)(m, n, k, alpha)) {
    CBLAS(gemm)(CblasColMajor, ta, tb, m, n, k, SCALAR(alpha), P(a), lda, P(b), ldb, SCALAR(beta), P(c), ldc);
    return;
  }
#if SINGLE
  if (k > 0 && !FN(is_zero)(alpha)) {
    FN(gemm_long)(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
    return;
  }
#endif
  for (int64_t j = 0; j < n; j++) FN(times_beta)(m, beta, c + W * j * ldc, 1);
}

#ifdef TFB_NATIVE_BATCH
// Products on separate results by the library's own batch routine, which shares them out among its threads.
static void FN(gemm_pointers)(int ta, int tb, int64_t m, int64_t n, int64_t k, const R *alpha, const R **a, int64_t lda,
                              const R **b, int64_t ldb, const R *beta, R **c, int64_t ldc, int64_t count) {
  CBLAS_TRANSPOSE opa = ta, opb = tb;
  tfb_int m1 = m, n1 = n, k1 = k, lda1 = lda, ldb1 = ldb, ldc1 = ldc, count1 = count;
  CBLAS(gemm_batch)(CblasColMajor, &opa, &opb, &m1, &n1, &k1, (const void *)alpha, (void *)a, &lda1, (void *)b, &ldb1,
                    (const void *)beta, (void *)c, &ldc1, 1, &count1);
}

// Whether the results stand one after the other: results that share memory must be computed in order.
static int FN(apart)(int64_t m, int64_t n, int64_t ldc, const ptrdiff_t *off, int64_t count) {
  int64_t span = (n - 1) * ldc + m;
  for (int64_t i = 1; i < count; i++)
    if (off[i] - off[i - 1] < span) return 0;
  return 1;
}
#endif

static void FN(gemm_strided)(int ta, int tb, int64_t m, int64_t n, int64_t k, const R *alpha, const R *a, int64_t lda,
                             int64_t sa, const R *b, int64_t ldb, int64_t sb, const R *beta, R *c, int64_t ldc,
                             int64_t sc, int64_t count) {
#ifdef TFB_NATIVE_BATCH
  // By pointers: gemm_batch_strided asks for strides of ld*columns and more, and does nothing with less.
  if (count > 1 && sc >= (n - 1) * ldc + m && FN(plain_gemm)(m, n, k, alpha)) {
    const R *as[BATCH], *bs[BATCH];
    R *cs[BATCH];
    for (int64_t i = 0; i < count; i += BATCH) {
      int64_t len = count - i < BATCH ? count - i : BATCH;
      for (int64_t j = 0; j < len; j++) {
        as[j] = a + W * (i + j) * sa;
        bs[j] = b + W * (i + j) * sb;
        cs[j] = c + W * (i + j) * sc;
      }
      FN(gemm_pointers)(ta, tb, m, n, k, alpha, as, lda, bs, ldb, beta, cs, ldc, len);
    }
    return;
  }
#endif
  for (int64_t i = 0; i < count; i++)
    FN(gemm)(ta, tb, m, n, k, alpha, a + W * i * sa, lda, b + W * i * sb, ldb, beta, c + W * i * sc, ldc);
}

static void FN(gemm_offsets)(int ta, int tb, int64_t m, int64_t n, int64_t k, const R *alpha, const R *a, int64_t lda,
                             const ptrdiff_t *oa, const R *b, int64_t ldb, const ptrdiff_t *ob, const R *beta, R *c,
                             int64_t ldc, const ptrdiff_t *oc, int64_t count) {
#ifdef TFB_NATIVE_BATCH
  if (count > 1 && FN(plain_gemm)(m, n, k, alpha) && FN(apart)(m, n, ldc, oc, count)) {
    const R *as[BATCH], *bs[BATCH];
    R *cs[BATCH];
    for (int64_t i = 0; i < count; i += BATCH) {
      int64_t len = count - i < BATCH ? count - i : BATCH;
      for (int64_t j = 0; j < len; j++) {
        as[j] = a + W * oa[i + j];
        bs[j] = b + W * ob[i + j];
        cs[j] = c + W * oc[i + j];
      }
      FN(gemm_pointers)(ta, tb, m, n, k, alpha, as, lda, bs, ldb, beta, cs, ldc, len);
    }
    return;
  }
#endif
  for (int64_t i = 0; i < count; i++)
    FN(gemm)(ta, tb, m, n, k, alpha, a + W * oa[i], lda, b + W * ob[i], ldb, beta, c + W * oc[i], ldc);
}

static void FN(gemm_each)(int ta, int tb, int64_t m, int64_t n, int64_t k, const R *alpha, const R **a, int64_t lda,
                          const R **b, int64_t ldb, const R *beta, R **c, int64_t ldc, int64_t count) {
#ifdef TFB_NATIVE_BATCH
  if (count > 1 && FN(plain_gemm)(m, n, k, alpha)) {
    FN(gemm_pointers)(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, count);
    return;
  }
#endif
  for (int64_t i = 0; i < count; i++) FN(gemm)(ta, tb, m, n, k, alpha, a[i], lda, b[i], ldb, beta, c[i], ldc);
}

#undef CAT_
#undef CAT
#undef FN
#undef CBLAS
#undef SCALAR
#undef P
#undef R
#undef S
#undef W
#undef SINGLE
