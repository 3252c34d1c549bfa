//go:build cgo && openblas && !mkl && !accelerate && !netlib

package lapack

// This file holds the facts and the thread control of OpenBLAS.

/*
char *openblas_get_config(void);
char *openblas_get_corename(void);
int openblas_get_parallel(void);
int openblas_get_num_threads(void);
void openblas_set_num_threads(int);
*/
import "C"

import (
	"fmt"
	"strings"
)

func (l *library) Info() Info {
	config := C.GoString(C.openblas_get_config())
	info := Info{
		Name:    "openblas",
		Kernel:  C.GoString(C.openblas_get_corename()),
		Config:  strings.TrimSpace(config),
		IntBits: 32,
		Threads: l.Threads(),
	}
	// The description starts with "OpenBLAS 0.3.21 ..."; before 0.3.4 it had no version.
	if words := strings.Fields(config); len(words) > 1 && words[0] == "OpenBLAS" {
		info.Version = words[1]
	}
	switch C.openblas_get_parallel() {
	case 0:
		info.Threading = "sequential"
	case 1:
		info.Threading = "pthreads"
	case 2:
		info.Threading = "openmp"
	}
	return info
}

func (l *library) Threads() int { return int(C.openblas_get_num_threads()) }

func (l *library) SetThreads(n int) error {
	if n < 1 {
		return fmt.Errorf("lapack: %d threads asked of openblas, want at least 1", n)
	}
	C.openblas_set_num_threads(C.int(min(n, 1<<16)))
	if got := l.Threads(); got != n {
		return fmt.Errorf("lapack: openblas runs %d threads where %d were asked for", got, n)
	}
	return nil
}
