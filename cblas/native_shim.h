// What Go calls of the C side: the routines of Ops, for all four element types and with every argument checked before.
//
// kind is the element type: 0 float, 1 double, 2 float complex, 3 double complex. Scalars and vectors come as addresses
// of that type; they are declared as char pointers because cgo checks no pointer of such a type at run time (it holds
// none itself), which halves the cost of a call. Sizes, leading dimensions and increments fit the library's integer,
// except the n of the level 1 routines; strides and offsets are in elements and need not fit. Transposes are CBLAS's.
#ifndef TENFERRO_CBLAS_NATIVE_SHIM_H
#define TENFERRO_CBLAS_NATIVE_SHIM_H

#include <stddef.h>
#include <stdint.h>

// The width of the library's integers by its header, in bits.
int tfb_int_bits(void);

void tfb_gemm(int kind, int ta, int tb, int64_t m, int64_t n, int64_t k, const char *alpha, const char *a, int64_t lda,
              const char *b, int64_t ldb, const char *beta, char *c, int64_t ldc);

// count products, stride_a, stride_b and stride_c elements apart.
void tfb_gemm_strided(int kind, int ta, int tb, int64_t m, int64_t n, int64_t k, const char *alpha, const char *a,
                      int64_t lda, int64_t stride_a, const char *b, int64_t ldb, int64_t stride_b, const char *beta,
                      char *c, int64_t ldc, int64_t stride_c, int64_t count);

// count products in order, at off_a[i], off_b[i] and off_c[i].
void tfb_gemm_offsets(int kind, int ta, int tb, int64_t m, int64_t n, int64_t k, const char *alpha, const char *a,
                      int64_t lda, const ptrdiff_t *off_a, const char *b, int64_t ldb, const ptrdiff_t *off_b,
                      const char *beta, char *c, int64_t ldc, const ptrdiff_t *off_c, int64_t count);

// The first count of eight products on separate memory: pointers come as arguments because an array of Go pointers may
// be handed to C only after each has been pinned, which costs more than the call.
void tfb_gemm_eight(int kind, int ta, int tb, int64_t m, int64_t n, int64_t k, const char *alpha, int64_t lda,
                    int64_t ldb, const char *beta, int64_t ldc, int count,
                    const char *a0, const char *b0, char *c0, const char *a1, const char *b1, char *c1,
                    const char *a2, const char *b2, char *c2, const char *a3, const char *b3, char *c3,
                    const char *a4, const char *b4, char *c4, const char *a5, const char *b5, char *c5,
                    const char *a6, const char *b6, char *c6, const char *a7, const char *b7, char *c7);

void tfb_gemv(int kind, int trans, int64_t m, int64_t n, const char *alpha, const char *a, int64_t lda, const char *x,
              int64_t incx, const char *beta, char *y, int64_t incy);

void tfb_ger(int kind, int conj, int64_t m, int64_t n, const char *alpha, const char *x, int64_t incx, const char *y,
             int64_t incy, char *a, int64_t lda);

void tfb_dot(int kind, int conj, int64_t n, const char *x, int64_t incx, const char *y, int64_t incy, char *result);

void tfb_axpy(int kind, int64_t n, const char *alpha, const char *x, int64_t incx, char *y, int64_t incy);

void tfb_scal(int kind, int64_t n, const char *alpha, char *x, int64_t incx);

#endif
