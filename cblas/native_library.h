// The header of the native library that the build tag names, and what the shim needs to know of it.
#ifndef TENFERRO_CBLAS_NATIVE_LIBRARY_H
#define TENFERRO_CBLAS_NATIVE_LIBRARY_H

#if defined(TENFERRO_OPENBLAS)

// Where pkg-config is not asked, the headers are where distributions put them: Fedora in a folder, Debian under a name
// of their own, because cblas.h may be another library's.
#if defined(TENFERRO_NO_PKGCONFIG) && __has_include(<openblas/cblas.h>)
#include <openblas/cblas.h>
#elif defined(TENFERRO_NO_PKGCONFIG) && __has_include(<cblas-openblas.h>)
#include <cblas-openblas.h>
#else
#include <cblas.h>
#ifndef TFB_ENTER
#define TFB_ENTER() // what a call has to do first
#endif

#endif
#ifndef OPENBLAS_VERSION
#error "the cblas.h found is not OpenBLAS's: name the folder of OpenBLAS's headers in CGO_CFLAGS (-I...)"
#ifndef TFB_ENTER
#define TFB_ENTER() // what a call has to do first
#endif

#endif
typedef blasint tfb_int;

#elif defined(TENFERRO_MKL)

#include <mkl.h>
typedef MKL_INT tfb_int;
#define TFB_NATIVE_BATCH 1

#elif defined(TENFERRO_ACCELERATE)

#include <Accelerate/Accelerate.h>
typedef __LAPACK_int tfb_int;
#define TFB_ENTER() tfb_enter()
// Makes all later calls of the shim run on one thread (single != 0) or on as many as the library likes. Returns 0 where
// the system is too old for that.
int tfb_accelerate_single(int single);
void tfb_enter(void);

#else
#error "no native library chosen: flags.go defines which"
#endif

#ifndef TFB_ENTER
#define TFB_ENTER() // what a call has to do first
#endif

#endif
