//go:build cgo && openblas && !mkl && !accelerate && !netlib

package lapack

// This file holds what is OpenBLAS's own: its facts and its threads, which it shares with its BLAS (package cblas says more
// of them).

/*
#include "native_library.h"

char *openblas_get_config(void);
char *openblas_get_corename(void);
int openblas_get_parallel(void);
int openblas_get_num_threads(void);
void openblas_set_num_threads(int);
*/
import "C"

import (
	"slices"
	"strings"
)

// openblas is the Provider over OpenBLAS.
type openblas struct{ library }

// native returns the native provider of this build.
func native() (Provider, bool) {
	bits := (&openblas{}).Info().IntBits
	return &openblas{newLibrary(bits)}, true
}

func (p *openblas) Info() Info {
	config := strings.TrimSpace(C.GoString(C.openblas_get_config()))
	info := Info{
		Name:    "openblas",
		Kernel:  C.GoString(C.openblas_get_corename()),
		Config:  config,
		IntBits: 32,
		Threads: p.Threads(),
	}
	words := strings.Fields(config)
	if len(words) > 1 && words[0] == "OpenBLAS" { // since 0.3.4; before, the description had no version
		info.Version = words[1]
	}
	if slices.Contains(words, "USE64BITINT") {
		info.IntBits = 64
	}
	switch C.openblas_get_parallel() { // OPENBLAS_SEQUENTIAL, OPENBLAS_THREAD, OPENBLAS_OPENMP
	case 0:
		info.Threading = "sequential"
	case 1:
		info.Threading = "pthreads"
	case 2:
		info.Threading = "openmp"
	}
	return info
}

func (p *openblas) Threads() int { return int(C.openblas_get_num_threads()) }

// SetThreads sets the count of the whole process. It fails for more than the build allows.
func (p *openblas) SetThreads(n int) error {
	return setThreads(p, n, func(n int) { C.openblas_set_num_threads(C.int(n)) })
}
