//go:build cgo && (openblas || mkl || accelerate || netlib) && !(openblas && (mkl || accelerate || netlib)) && !(mkl && (accelerate || netlib)) && !(accelerate && netlib)

package cblas

// This file holds every flag for the C compiler and the linker.
//
// OpenBLAS is found by pkg-config, which its packages feed on every system; with the tag no_pkgconfig as -lopenblas.
//
// oneMKL is linked as its single dynamic library, mkl_rt: of Intel's pkg-config files, those for the GNU threading
// layer carry -m64, which the go command refuses, and a layer fixed at link time cannot be chosen so that one process
// does not run two OpenMP libraries (provider_mkl.go). mkl-sdl.pc exists since oneMKL 2023.0. The wheels of PyPI name
// libraries by version and give no run path: scripts/mkl-env.sh writes a pkg-config file that does.
//
// With the tag netlib the linker's flags are the user's, in CGO_LDFLAGS, as gonum.org/v1/netlib asks.

/*
#cgo openblas CFLAGS: -DTENFERRO_OPENBLAS
#cgo openblas,!no_pkgconfig pkg-config: openblas
#cgo openblas,no_pkgconfig LDFLAGS: -lopenblas
#cgo mkl CFLAGS: -DTENFERRO_MKL
#cgo mkl,!no_pkgconfig pkg-config: mkl-sdl
#cgo mkl,no_pkgconfig LDFLAGS: -lmkl_rt
#cgo accelerate,darwin CFLAGS: -DTENFERRO_ACCELERATE -DACCELERATE_NEW_LAPACK
#cgo accelerate,darwin LDFLAGS: -framework Accelerate
#cgo no_pkgconfig CFLAGS: -DTENFERRO_NO_PKGCONFIG
#cgo linux LDFLAGS: -lpthread -lm -ldl
*/
import "C"
