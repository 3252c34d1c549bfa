//go:build cgo && (openblas || mkl || accelerate || netlib) && !(openblas && (mkl || accelerate || netlib)) && !(mkl && (accelerate || netlib)) && !(accelerate && netlib)

// Looks for functions that only some builds of a library export, and calls them.

#define _GNU_SOURCE // RTLD_DEFAULT

#include "native_symbol.h"

#include <stddef.h>

#ifdef _WIN32
void *tfb_symbol(const char *name) {
  (void)name;
  return NULL;
}
#else
#include <dlfcn.h>
void *tfb_symbol(const char *name) { return dlsym(RTLD_DEFAULT, name); }
#endif

int tfb_call_int(void *f) { return (int)((int64_t (*)(void))f)(); }
const char *tfb_call_string(void *f) { return ((const char *(*)(void))f)(); }
const char *tfb_call_string_int(void *f, int64_t n) { return ((const char *(*)(int64_t))f)(n); }
void tfb_call_set(void *f, int64_t n) { ((void (*)(int64_t))f)(n); }
