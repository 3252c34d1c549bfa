//go:build cgo && mkl && !openblas && !accelerate && !netlib

package cblas

// This file holds what is oneMKL's own: its facts and its threads.
//
// Threads. The count of SetThreads is the process's (mkl_set_num_threads). mkl_set_num_threads_local overrides it for
// one OS thread; a goroutine that wants that has to stay on its thread (runtime.LockOSThread), and Threads answers for
// the thread that asks. MKL takes its threads from an OpenMP library, which keeps a team for every OS thread that has
// called a large routine: callers should be few, as package cpu sees to.
//
// The single dynamic library loads its threading layer at the first call: Intel's OpenMP unless the variable
// MKL_THREADING_LAYER names another. Two OpenMP libraries in one process fight for the processors, so where the GNU one
// is already there (another package of the program was compiled with -fopenmp), MKL is told to use it too.
//
// Intel's OpenMP puts every thread that calls it back on all processors of the process, and so undoes a placement of the
// caller's, unless KMP_AFFINITY is "disabled" before its first call: it is set so here where the user has not set it.

/*
#include <stdlib.h>
#include "native_library.h"
#ifndef _WIN32
#include <dlfcn.h>
#endif

// Chooses the layers before the first call; afterwards it changes nothing. Returns the interface layer in force.
static int tfb_mkl_layers(void) {
#ifndef _WIN32
	if (getenv("MKL_THREADING_LAYER") == NULL && dlopen("libgomp.so.1", RTLD_LAZY | RTLD_NOLOAD) != NULL)
		mkl_set_threading_layer(MKL_THREADING_GNU);
#endif
	return mkl_set_interface_layer(sizeof(MKL_INT) == 8 ? MKL_INTERFACE_ILP64 : MKL_INTERFACE_LP64);
}

static int tfb_mkl_ilp64(int layer) { return layer & MKL_INTERFACE_ILP64; }
*/
import "C"

import (
	"os"
	"strings"
)

// mkl is the Provider over oneMKL.
type mkl struct {
	library
	intBits int
}

// native returns the native provider of this build.
func native() (Provider, bool) {
	p := &mkl{newLibrary(), 32}
	if _, set := os.LookupEnv("KMP_AFFINITY"); !set {
		_ = os.Setenv("KMP_AFFINITY", "disabled") // fails for malformed names alone
	}
	if C.tfb_mkl_ilp64(C.tfb_mkl_layers()) != 0 {
		p.intBits = 64
	}
	if p.intBits != intBits() {
		p.refuseAll() // another part of the program has fixed the other interface before
	}
	return p, true
}

func (p *mkl) Info() Info {
	var v C.MKLVersion
	C.mkl_get_version(&v)
	var text [256]C.char
	C.mkl_get_version_string(&text[0], C.int(len(text)))
	config := strings.TrimSpace(C.GoString(&text[0]))
	return Info{
		Name:      "mkl",
		Version:   versionIn(config),
		Kernel:    C.GoString(v.Processor),
		Config:    config,
		IntBits:   p.intBits,
		Threads:   p.Threads(),
		Threading: threadingLayer(os.Getenv("MKL_THREADING_LAYER")),
	}
}

// versionIn finds "2026.2" in "Intel(R) oneAPI Math Kernel Library Version 2026.2-Product Build 20260915 for ...".
func versionIn(text string) string {
	_, after, _ := strings.Cut(text, "Version ")
	end := strings.IndexFunc(after, func(r rune) bool { return r != '.' && (r < '0' || r > '9') })
	if end < 0 {
		return after
	}
	return after[:end]
}

// threadingLayer names what the value of MKL_THREADING_LAYER stands for.
func threadingLayer(value string) string {
	switch strings.ToUpper(value) {
	case "SEQUENTIAL":
		return "sequential"
	case "TBB":
		return "tbb"
	}
	return "openmp"
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
