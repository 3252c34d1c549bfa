//go:build cgo && mkl && !openblas && !accelerate && !netlib

package lapack

// This file holds what is oneMKL's own: its facts and its threads, which it shares with its BLAS. The single dynamic library
// fixes its layers at the first call of any of its functions, here or in package cblas: both choose alike.

/*
#include <stdlib.h>
#include <mkl_service.h>
#include "native_library.h"
#ifndef _WIN32
#include <dlfcn.h>
#endif

// Chooses the layers before the first call; afterwards it changes nothing. Where GNU's OpenMP is already in the process,
// MKL is told to use it rather than to load Intel's beside it. Returns the interface layer in force.
static int tf_mkl_layers(void) {
#ifndef _WIN32
  if (getenv("MKL_THREADING_LAYER") == NULL && dlopen("libgomp.so.1", RTLD_LAZY | RTLD_NOLOAD) != NULL)
    mkl_set_threading_layer(MKL_THREADING_GNU);
#endif
  return mkl_set_interface_layer(sizeof(MKL_INT) == 8 ? MKL_INTERFACE_ILP64 : MKL_INTERFACE_LP64);
}

static int tf_mkl_ilp64(int layer) { return layer & MKL_INTERFACE_ILP64; }
*/
import "C"

import (
	"os"
	"strings"
)

// mkl is the Provider over oneMKL.
type mkl struct {
	library
	bits int
}

// native returns the native provider of this build.
func native() (Provider, bool) {
	bits := 32
	if C.tf_mkl_ilp64(C.tf_mkl_layers()) != 0 {
		bits = 64
	}
	return &mkl{newLibrary(bits), bits}, true
}

func (p *mkl) Info() Info {
	var v C.MKLVersion
	C.mkl_get_version(&v)
	var text [256]C.char
	C.mkl_get_version_string(&text[0], C.int(len(text)))
	config := strings.TrimSpace(C.GoString(&text[0]))
	info := Info{
		Name:      "mkl",
		Kernel:    C.GoString(v.Processor),
		Config:    config,
		IntBits:   p.bits,
		Threads:   p.Threads(),
		Threading: "openmp",
	}
	// "Intel(R) oneAPI Math Kernel Library Version 2026.2-Product Build ..."
	_, after, _ := strings.Cut(config, "Version ")
	info.Version, _, _ = strings.Cut(after, "-")
	switch strings.ToUpper(os.Getenv("MKL_THREADING_LAYER")) {
	case "SEQUENTIAL":
		info.Threading = "sequential"
	case "TBB":
		info.Threading = "tbb"
	}
	return info
}

func (p *mkl) Threads() int { return int(C.mkl_get_max_threads()) }

// SetThreads sets the count of the process. MKL's own adjustment to the number of cores (MKL_DYNAMIC) is switched off
// only where it stands in the way.
func (p *mkl) SetThreads(n int) error {
	return setThreads(p, n, func(n int) {
		C.mkl_set_num_threads(C.int(n))
		if p.Threads() < n && p.Info().Threading != "sequential" {
			C.mkl_set_dynamic(0)
			C.mkl_set_num_threads(C.int(n))
		}
	})
}
