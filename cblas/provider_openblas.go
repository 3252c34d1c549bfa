//go:build cgo && openblas && !mkl && !accelerate && !netlib

package cblas

// This file holds what is OpenBLAS's own: its facts, its threads, and the choice of its kernels.
//
// Threads. OpenBLAS keeps one count for the process and starts its threads when the program is loaded. A pthreads build
// runs one call on several threads at a time; calls on one thread run side by side, each in a buffer of its own. There
// are only as many buffers as the build allows (MAX_THREADS in Info.Config, doubled): more callers at once than that
// end the process with "too many threads" or "too many memory regions" (OpenMathLib/OpenBLAS#1641, #539). Go starts an
// OS thread for every goroutine inside C, so whoever shares this provider among many goroutines has to limit how many
// call at once, as package cpu does.
//
// In an OpenMP build each OS thread that calls gets a team of threads of its own, which stays.

/*
#include <stdlib.h>
#include <string.h>
#include "native_library.h"
#include "native_symbol.h"

// Has the library choose its kernels anew, as the variable OPENBLAS_CORETYPE with the given value would. The variable is
// put back, so that child processes see what the user set.
static void tfb_reselect(void *quit, void *init, const char *core) {
#ifndef _WIN32
	char *was = getenv("OPENBLAS_CORETYPE"), *kept = was ? strdup(was) : NULL;
	setenv("OPENBLAS_CORETYPE", core, 1);
	((void (*)(void))quit)();
	((void (*)(void))init)();
	if (kept)
		setenv("OPENBLAS_CORETYPE", kept, 1);
	else
		unsetenv("OPENBLAS_CORETYPE");
	free(kept);
#endif
}
*/
import "C"

import (
	"fmt"
	"strings"
	"unsafe"
)

// openblas is the Provider over OpenBLAS.
type openblas struct{ library }

// native returns the native provider of this build.
func native() (Provider, bool) {
	p := &openblas{newLibrary()}
	if intBits() != p.Info().IntBits {
		p.refuseAll() // the header is another build's: its prototypes pass integers of the wrong width
	}
	return p, true
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
	for _, w := range words {
		if w == "USE64BITINT" {
			info.IntBits = 64
		}
	}
	switch C.openblas_get_parallel() {
	case C.OPENBLAS_SEQUENTIAL:
		info.Threading = "sequential"
	case C.OPENBLAS_THREAD:
		info.Threading = "pthreads"
	case C.OPENBLAS_OPENMP:
		info.Threading = "openmp"
	}
	return info
}

func (p *openblas) Threads() int { return int(C.openblas_get_num_threads()) }

// SetThreads sets the count of the whole process. It fails for more than the build allows.
func (p *openblas) SetThreads(n int) error {
	return setThreads(p, n, func(n int) { C.openblas_set_num_threads(C.int(n)) })
}

// Reselect has OpenBLAS run the kernels of another processor, named as in Info.Kernel. It fails, with the old kernels
// back in place, where the library cannot change (not a DYNAMIC_ARCH build, or linked statically) or does not have these
// kernels. Kernels that the processor does not support end the process at their first instruction. No other call may
// run meanwhile.
//
// It does what the library does when it is loaded: gotoblas_dynamic_quit drops the table of kernels and
// gotoblas_dynamic_init chooses again, reading the variable OPENBLAS_CORETYPE (driver/others/dynamic.c). Threads,
// buffers and their number stay as they are.
func (p *openblas) Reselect(kernel string) error {
	quit, init := symbol("gotoblas_dynamic_quit"), symbol("gotoblas_dynamic_init")
	if quit == nil || init == nil {
		return fmt.Errorf("cblas: openblas cannot change kernels: %w", ErrFixedKernels)
	}
	was := p.Info().Kernel
	if got := p.reselect(quit, init, kernel); !strings.EqualFold(got, kernel) {
		if got != was {
			p.reselect(quit, init, was)
		}
		return fmt.Errorf("cblas: openblas has no kernels %q", kernel)
	}
	return nil
}

func (p *openblas) reselect(quit, init unsafe.Pointer, kernel string) (got string) {
	name := C.CString(kernel)
	defer C.free(unsafe.Pointer(name))
	C.tfb_reselect(quit, init, name)
	return p.Info().Kernel
}
