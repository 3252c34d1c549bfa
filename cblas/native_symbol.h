// Functions that only some builds of a library export are looked for at run time rather than linked.
#ifndef TENFERRO_CBLAS_NATIVE_SYMBOL_H
#define TENFERRO_CBLAS_NATIVE_SYMBOL_H

#include <stdint.h>

// The address of a function of the process, or NULL. A library linked statically exports none.
void *tfb_symbol(const char *name);

// Calls of such functions by type. Integers travel as 64 bits, of which a function that takes or returns 32 uses or sets
// the lower half.
int tfb_call_int(void *f);
const char *tfb_call_string(void *f);
const char *tfb_call_string_int(void *f, int64_t n);
void tfb_call_set(void *f, int64_t n);

#endif
