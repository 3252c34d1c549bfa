//go:build cgo && accelerate && darwin && !openblas && !mkl && !netlib

// The thread mode of Accelerate belongs to the OS thread that sets it (vecLib/thread_api.h), and goroutines move between
// threads: so the shim sets the process's wish on the way into every call, if the thread has another.

#include "native_library.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int wish; // a BLAS_THREADING of thread_api.h: 0 several threads, 1 a single one
static _Thread_local int mine;
static int (*_Atomic set_threading)(unsigned);

int tf_accelerate_single(int single) {
  set_threading = (int (*)(unsigned))dlsym(RTLD_DEFAULT, "BLASSetThreading"); // macOS 15 and later
  if (set_threading == NULL) return 0;
  wish = single != 0;
  return 1;
}

void tf_enter(void) {
  int want = wish;
  if (mine == want) return;
  set_threading((unsigned)want);
  mine = want;
}
