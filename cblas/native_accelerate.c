//go:build cgo && accelerate && darwin && !openblas && !mkl && !netlib

// The thread mode of Accelerate, which belongs to the OS thread that sets it (vecLib/thread_api.h): goroutines move
// between threads, so the shim sets the process's wish on the way into every call, if this thread has another.

#include "native_library.h"

#include <stdatomic.h>
#include <stddef.h>

#include "native_symbol.h"

static atomic_int wish; // a BLAS_THREADING of thread_api.h: 0 several threads, 1 a single one
static _Thread_local int mine;
static int (*_Atomic set_threading)(unsigned);

int tfb_accelerate_single(int single) {
  set_threading = (int (*)(unsigned))tfb_symbol("BLASSetThreading"); // macOS 15 and later
  if (set_threading == NULL) return 0;
  wish = single != 0;
  return 1;
}

void tfb_enter(void) {
  int want = wish;
  if (mine == want) return;
  set_threading((unsigned)want);
  mine = want;
}
