// The Fortran side: prototypes of the LAPACK symbols.
//
// A CHARACTER argument of Fortran has a hidden length, which compilers of the gfortran family take as a size_t after the
// last argument (Reference-LAPACK#339). Libraries that take none ignore the extra words. No Fortran function is bound,
// only subroutines: for functions that return float or complex there are two conventions.

#ifndef TENFERRO_LAPACK_FORTRAN_H
#define TENFERRO_LAPACK_FORTRAN_H

#include <stddef.h>

#include "native_library.h"

#if defined(TENFERRO_ACCELERATE)

// The framework's header has the prototypes, and maps the names to those of the LAPACK 3.9 in the system ($NEWLAPACK). It
// declares no hidden lengths.
#define LEN1
#define LEN2
#define LEN3

#else

#define LEN1 , (size_t)1
#define LEN2 , (size_t)1, (size_t)1
#define LEN3 , (size_t)1, (size_t)1, (size_t)1

typedef const char *chr;  // one letter
typedef const tf_int *in; // an integer that is read
typedef tf_int *out;      // integers that are written
typedef void *arr;        // an array of the element type or its real type

// TWO declares the two symbols of the real or the complex types; FOUR all four; ORTH those whose names differ.
#define TWO(first, second, ...)  \
  void first(__VA_ARGS__); \
  void second(__VA_ARGS__);
#define REAL(name, ...) TWO(s##name##_, d##name##_, __VA_ARGS__)
#define CPLX(name, ...) TWO(c##name##_, z##name##_, __VA_ARGS__)
#define FOUR(name, ...) REAL(name, __VA_ARGS__) CPLX(name, __VA_ARGS__)
#define ORTH(real, cplx, ...) REAL(real, __VA_ARGS__) CPLX(cplx, __VA_ARGS__)

REAL(gesdd, chr, in, in, arr, in, arr, arr, in, arr, in, arr, in, out, out, size_t)
CPLX(gesdd, chr, in, in, arr, in, arr, arr, in, arr, in, arr, in, arr, out, out, size_t)
REAL(gesvd, chr, chr, in, in, arr, in, arr, arr, in, arr, in, arr, in, out, size_t, size_t)
CPLX(gesvd, chr, chr, in, in, arr, in, arr, arr, in, arr, in, arr, in, arr, out, size_t, size_t)
REAL(gelsd, in, in, in, arr, in, arr, in, arr, arr, out, arr, in, out, out)
CPLX(gelsd, in, in, in, arr, in, arr, in, arr, arr, out, arr, in, arr, out, out)

FOUR(geqrf, in, in, arr, in, arr, arr, in, out)
FOUR(gelqf, in, in, arr, in, arr, arr, in, out)
REAL(geqp3, in, in, arr, in, out, arr, arr, in, out)
CPLX(geqp3, in, in, arr, in, out, arr, arr, in, arr, out)
ORTH(orgqr, ungqr, in, in, in, arr, in, arr, arr, in, out)
ORTH(orglq, unglq, in, in, in, arr, in, arr, arr, in, out)
ORTH(ormqr, unmqr, chr, chr, in, in, in, arr, in, arr, arr, in, arr, in, out, size_t, size_t)
ORTH(ormlq, unmlq, chr, chr, in, in, in, arr, in, arr, arr, in, arr, in, out, size_t, size_t)

FOUR(getrf, in, in, arr, in, out, out)
FOUR(getrs, chr, in, in, arr, in, in, arr, in, out, size_t)
FOUR(getri, in, arr, in, in, arr, in, out)
REAL(gecon, chr, in, arr, in, arr, arr, arr, out, out, size_t)
CPLX(gecon, chr, in, arr, in, arr, arr, arr, arr, out, size_t)

FOUR(potrf, chr, in, arr, in, out, size_t)
FOUR(potrs, chr, in, in, arr, in, arr, in, out, size_t)

REAL(syevd, chr, chr, in, arr, in, arr, arr, in, out, in, out, size_t, size_t)
CPLX(heevd, chr, chr, in, arr, in, arr, arr, in, arr, in, out, in, out, size_t, size_t)
REAL(geev, chr, chr, in, arr, in, arr, arr, arr, in, arr, in, arr, in, out, size_t, size_t)
CPLX(geev, chr, chr, in, arr, in, arr, arr, in, arr, in, arr, in, arr, out, size_t, size_t)

FOUR(trtrs, chr, chr, chr, in, in, arr, in, arr, in, out, size_t, size_t, size_t)
FOUR(trtri, chr, chr, in, arr, in, out, size_t, size_t)

#undef TWO
#undef REAL
#undef CPLX
#undef FOUR
#undef ORTH
#endif

#endif
