//go:build cgo && accelerate && darwin && !openblas && !mkl && !netlib

package lapack

// This file holds what is Accelerate's own: its facts and its threads.
//
// Threads. Accelerate decides itself how many threads a call takes, up to the variable VECLIB_MAXIMUM_THREADS, which it reads
// once. From macOS 15 on a single thread can be asked for, for calls of one OS thread; native_accelerate.c makes that a
// setting of the process for the calls of this package. Package cblas has a setting of its own.

/*
#include <sys/sysctl.h>
#include "native_library.h"

// The product version of the system into text, empty if it does not tell.
static void tf_macos(char *text, size_t size) {
  if (sysctlbyname("kern.osproductversion", text, &size, NULL, 0) != 0) text[0] = 0;
}
*/
import "C"

import (
	"fmt"
	"os"
	goruntime "runtime"
	"strconv"
	"sync/atomic"
)

// accelerate is the Provider over Apple's Accelerate framework.
type accelerate struct {
	library
	single atomic.Bool
}

// native returns the native provider of this build.
func native() (Provider, bool) { return &accelerate{library: newLibrary(intBits)}, true }

func (p *accelerate) Info() Info {
	var text [64]C.char
	C.tf_macos(&text[0], C.size_t(len(text)-1))
	info := Info{Name: "accelerate", IntBits: intBits, Threads: p.Threads(), Threading: "libdispatch"}
	if v := C.GoString(&text[0]); v != "" {
		info.Version = "macOS " + v
	}
	return info
}

// Threads returns 1 where that was set, else what the variable allows, else all processors.
func (p *accelerate) Threads() int {
	if p.single.Load() {
		return 1
	}
	return mostThreads()
}

func mostThreads() int {
	if n, err := strconv.Atoi(os.Getenv("VECLIB_MAXIMUM_THREADS")); err == nil && n > 0 {
		return min(n, goruntime.NumCPU())
	}
	return goruntime.NumCPU()
}

// SetThreads takes 1 or what the library runs anyway: it knows no number in between.
func (p *accelerate) SetThreads(n int) error {
	most := mostThreads()
	if n != 1 && n != most {
		return fmt.Errorf("lapack: accelerate runs 1 or %d threads, %d were asked for", most, n)
	}
	single := n == 1 && most > 1
	wish := C.int(0)
	if single {
		wish = 1
	}
	if C.tf_accelerate_single(wish) == 0 && single {
		return fmt.Errorf("lapack: accelerate runs %d threads, 1 was asked for: before macOS 15 only the variable VECLIB_MAXIMUM_THREADS can change that", most)
	}
	p.single.Store(single)
	return nil
}
