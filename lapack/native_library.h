// What the shim has to know of the native library that the build tag names: the width of its integers, and what a call has
// to do first.
#ifndef TENFERRO_LAPACK_NATIVE_LIBRARY_H
#define TENFERRO_LAPACK_NATIVE_LIBRARY_H

#include <stdint.h>

#if defined(TENFERRO_OPENBLAS)

// Package cblas has the same search for the header: pkg-config names its folder, distributions have folders of their own.
#if defined(TENFERRO_NO_PKGCONFIG) && __has_include(<openblas/openblas_config.h>)
#include <openblas/openblas_config.h>
#else
#include <openblas_config.h>
#endif
typedef blasint tf_int;

#elif defined(TENFERRO_MKL)

#include <mkl_types.h>
typedef MKL_INT tf_int;

#elif defined(TENFERRO_ACCELERATE)

#include <Accelerate/Accelerate.h>
typedef __LAPACK_int tf_int;
#define TF_ENTER() tf_enter()
// Makes all later calls of the shim run on one thread (single != 0) or on as many as the library likes. Returns 0 where
// the system is too old for that.
int tf_accelerate_single(int single);
void tf_enter(void);

#else // netlib: its own bindings pass 32-bit integers, and so does this package

typedef int32_t tf_int;

#endif

#ifndef TF_ENTER
#define TF_ENTER()
#endif

#endif
