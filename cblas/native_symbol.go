//go:build cgo && (openblas || mkl || accelerate || netlib) && !(openblas && (mkl || accelerate || netlib)) && !(mkl && (accelerate || netlib)) && !(accelerate && netlib)

package cblas

// This file holds what several native providers need for their facts and threads: functions looked up at run time, and the check that
// a thread count was taken.

/*
#include <stdlib.h>
#include "native_symbol.h"
*/
import "C"

import (
	"fmt"
	"math"
	"unsafe"
)

// symbol returns the address of a function of the process, or nil.
func symbol(name string) unsafe.Pointer {
	s := C.CString(name)
	defer C.free(unsafe.Pointer(s))
	return C.tfb_symbol(s)
}

// setThreads asks p for n threads by set, and holds it to the answer.
func setThreads(p Provider, n int, set func(int)) error {
	if n < 1 {
		return &ArgError{Routine: "setThreads", Arg: "n", Value: n, Need: "at least 1"}
	}
	before := p.Threads()
	set(min(n, math.MaxInt32))
	if got := p.Threads(); got != n {
		set(before)
		return fmt.Errorf("cblas: %s runs %d threads at most, %d were asked for", p.Info().Name, got, n)
	}
	return nil
}
