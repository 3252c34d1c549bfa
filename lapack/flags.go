//go:build cgo && ((openblas && !mkl && !accelerate && !netlib) || (mkl && !openblas && !accelerate && !netlib) || (netlib && !openblas && !mkl && !accelerate) || (accelerate && darwin && !openblas && !mkl && !netlib))

package lapack

// This file holds every flag for the C compiler and the linker. Both are those of package cblas, whose flags.go says why:
// the two packages link one library. oneMKL's kernel libraries, which it loads at run time, use libm without saying so: the
// program has to bring it, though it may not use it itself. With the tag netlib, CGO_LDFLAGS must name a library that holds LAPACK.

/*
#cgo openblas CFLAGS: -DTENFERRO_OPENBLAS
#cgo openblas,!no_pkgconfig pkg-config: openblas
#cgo openblas,no_pkgconfig LDFLAGS: -lopenblas
#cgo mkl CFLAGS: -DTENFERRO_MKL
#cgo mkl,!no_pkgconfig pkg-config: mkl-sdl
#cgo mkl,no_pkgconfig LDFLAGS: -lmkl_rt
#cgo mkl,linux LDFLAGS: -Wl,--no-as-needed -lm -Wl,--as-needed
#cgo accelerate,darwin CFLAGS: -DTENFERRO_ACCELERATE -DACCELERATE_NEW_LAPACK
#cgo accelerate,darwin LDFLAGS: -framework Accelerate
#cgo no_pkgconfig CFLAGS: -DTENFERRO_NO_PKGCONFIG
#cgo linux LDFLAGS: -lpthread -lm -ldl
*/
import "C"
