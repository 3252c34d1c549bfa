//go:build cgo && netlib && !openblas && !mkl && !accelerate

package lapack

// This file holds the provider over any LAPACK that the user links by CGO_LDFLAGS, for instance -llapack -lblas, or -lopenblas,
// whose integers have 32 bits. What it is and how it runs threads is looked for among the functions of the process.

/*
#define _GNU_SOURCE // RTLD_DEFAULT
#include <stddef.h>
#ifdef _WIN32
static void *tf_symbol(const char *name) { (void)name; return NULL; }
#else
#include <dlfcn.h>
static void *tf_symbol(const char *name) { return dlsym(RTLD_DEFAULT, name); }
#endif

static void *tf_openblas_config(void) { return tf_symbol("openblas_get_config"); }
static void *tf_openblas_core(void) { return tf_symbol("openblas_get_corename"); }
static void *tf_openblas_threads(void) { return tf_symbol("openblas_get_num_threads"); }
static void *tf_openblas_set(void) { return tf_symbol("openblas_set_num_threads"); }

static const char *tf_text(void *f) { return ((const char *(*)(void))f)(); }
static int tf_int_of(void *f) { return ((int (*)(void))f)(); }
static void tf_set(void *f, int n) { ((void (*)(int))f)(n); }
*/
import "C"

import (
	"fmt"
	"slices"
	"strings"
)

// netlib is the Provider over the LAPACK that the user has linked.
type netlib struct{ library }

// native returns the native provider of this build.
func native() (Provider, bool) {
	bits := (&netlib{}).Info().IntBits
	return &netlib{newLibrary(bits)}, true
}

// Info tells what the library shows of itself: of OpenBLAS its name and version in Version, of others nothing.
func (p *netlib) Info() Info {
	info := Info{Name: "netlib", IntBits: 32, Threads: p.Threads()}
	if f := C.tf_openblas_config(); f != nil {
		info.Config = strings.TrimSpace(C.GoString(C.tf_text(f)))
		words := strings.Fields(info.Config)
		info.Version = strings.Join(words[:min(2, len(words))], " ")
		if slices.Contains(words, "USE64BITINT") {
			info.IntBits = 64
		}
		if f := C.tf_openblas_core(); f != nil {
			info.Kernel = C.GoString(C.tf_text(f))
		}
	}
	return info
}

// Threads returns 1 for a library that does not tell.
func (p *netlib) Threads() int {
	if f := C.tf_openblas_threads(); f != nil {
		return int(C.tf_int_of(f))
	}
	return 1
}

// SetThreads fails for a library without a known way to set them, unless it runs n already.
func (p *netlib) SetThreads(n int) error {
	if f := C.tf_openblas_set(); f != nil {
		return setThreads(p, n, func(n int) { C.tf_set(f, C.int(n)) })
	}
	if n != p.Threads() {
		return fmt.Errorf("lapack: the linked library has no known way to set its threads, %d were asked for", n)
	}
	return nil
}
