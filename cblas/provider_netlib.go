//go:build cgo && netlib && !openblas && !mkl && !accelerate

package cblas

// This file holds the provider over any CBLAS, through gonum.org/v1/netlib and the linker's flags of the user, for
// instance CGO_LDFLAGS=-lblis: which library that is, as far as it shows, and its threads. The routines are in
// netlib_ops.go and netlib_vector.go.
//
// Threads. BLIS runs one thread unless SetThreads or a variable (BLIS_NUM_THREADS, OMP_NUM_THREADS) says otherwise.
// OpenBLAS and MKL are known as well; of other libraries nothing is known but that they run. The teams of BLIS wait for
// each other by spinning, so that two products on several threads each get in each other's way by a factor of hundreds
// where processors are few: with more than one thread, products take turns here.

/*
#include <stdlib.h>
#include "native_symbol.h"
*/
import "C"

import (
	"fmt"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/netlib/blas/netlib"
)

// netlibProvider is the Provider over the CBLAS that the user has linked.
type netlibProvider struct {
	s netlibOps[float32]
	d netlibOps[float64]
	c netlibOps[complex64]
	z netlibOps[complex128]

	threads unsafe.Pointer // the library's function that tells its threads, or nil
	set     func(int)      // sets them, or nil

	turns   sync.Mutex  // taken by a product while several is set
	several atomic.Bool // more than one thread runs
}

// native returns the native provider of this build.
func native() (Provider, bool) {
	limit := math.MaxInt32
	p := &netlibProvider{}
	p.findThreads()
	if p.Info().IntBits != 32 {
		limit = 0 // netlib's prototypes pass 32-bit integers: no size is safe
	}
	p.several.Store(p.Threads() > 1)
	var b netlib.Implementation
	p.s = netlibOps[float32]{limit: limit, single: true, gemm: inTurn(p, b.Sgemm), gemv: b.Sgemv, ger: b.Sger, dot: b.Sdot, dotc: b.Sdot, axpy: b.Saxpy, scal: b.Sscal}
	p.d = netlibOps[float64]{limit: limit, gemm: inTurn(p, b.Dgemm), gemv: b.Dgemv, ger: b.Dger, dot: b.Ddot, dotc: b.Ddot, axpy: b.Daxpy, scal: b.Dscal}
	p.c = netlibOps[complex64]{limit: limit, single: true, complex: true, gemm: inTurn(p, b.Cgemm), gemv: b.Cgemv, ger: b.Cgeru, dot: b.Cdotu, dotc: b.Cdotc, axpy: b.Caxpy, scal: b.Cscal}
	p.z = netlibOps[complex128]{limit: limit, complex: true, gemm: inTurn(p, b.Zgemm), gemv: b.Zgemv, ger: b.Zgeru, dot: b.Zdotu, dotc: b.Zdotc, axpy: b.Zaxpy, scal: b.Zscal}
	return p, true
}

// inTurn returns gemm with products on several threads one after the other.
func inTurn[T Scalar](p *netlibProvider, gemm gemmFunc[T]) gemmFunc[T] {
	return func(tA, tB blas.Transpose, m, n, k int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int) {
		if p.several.Load() {
			p.turns.Lock()
			defer p.turns.Unlock()
		}
		gemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
	}
}

func (p *netlibProvider) Float32() Ops[float32]       { return &p.s }
func (p *netlibProvider) Float64() Ops[float64]       { return &p.d }
func (p *netlibProvider) Complex64() Ops[complex64]   { return &p.c }
func (p *netlibProvider) Complex128() Ops[complex128] { return &p.z }

// Info tells what the library shows of itself. Name is "netlib"; Version begins with the library's own name.
func (p *netlibProvider) Info() Info {
	info := Info{Name: "netlib", IntBits: 32, Threads: p.Threads()}
	if f := symbol("bli_info_get_version_str"); f != nil {
		describeBLIS(&info, C.GoString(C.tfb_call_string(f)))
	} else if f := symbol("openblas_get_config"); f != nil {
		info.Config = strings.TrimSpace(C.GoString(C.tfb_call_string(f)))
		words := strings.Fields(info.Config)
		info.Version = strings.Join(words[:min(2, len(words))], " ")
		if strings.Contains(info.Config, "USE64BITINT") {
			info.IntBits = 64
		}
		if f := symbol("openblas_get_corename"); f != nil {
			info.Kernel = C.GoString(C.tfb_call_string(f))
		}
	} else if symbol("MKL_Get_Version") != nil {
		info.Version = "MKL"
	}
	return info
}

func describeBLIS(info *Info, version string) {
	info.Version = "BLIS " + version
	if query, name := symbol("bli_arch_query_id"), symbol("bli_arch_string"); query != nil && name != nil {
		info.Kernel = C.GoString(C.tfb_call_string_int(name, C.int64_t(C.tfb_call_int(query))))
	}
	if f := symbol("bli_info_get_blas_int_type_size"); f != nil {
		info.IntBits = int(C.tfb_call_int(f))
	}
	for name, threading := range map[string]string{"bli_info_get_enable_openmp": "openmp", "bli_info_get_enable_pthreads": "pthreads"} {
		if f := symbol(name); f != nil && C.tfb_call_int(f) != 0 {
			info.Threading = threading
		}
	}
}

// threadCalls are the functions that read and set the thread count of libraries that the provider knows.
var threadCalls = [...]struct{ get, set string }{
	{"bli_thread_get_num_threads", "bli_thread_set_num_threads"},
	{"openblas_get_num_threads", "openblas_set_num_threads"},
	{"MKL_Get_Max_Threads", "MKL_Set_Num_Threads"},
}

// findThreads looks the functions up once: SetThreads runs between the steps of a program.
func (p *netlibProvider) findThreads() {
	for _, c := range threadCalls {
		if p.threads == nil {
			p.threads = symbol(c.get)
		}
		if set := symbol(c.set); set != nil && p.set == nil {
			p.set = func(n int) { C.tfb_call_set(set, C.int64_t(n)) }
		}
	}
}

// Threads returns 1 for a library that does not tell.
func (p *netlibProvider) Threads() int {
	if p.threads == nil {
		return 1
	}
	return max(1, int(C.tfb_call_int(p.threads))) // BLIS says -1 where nothing was set, and runs one
}

// SetThreads fails for a library without a known way to set them, unless it runs n already.
func (p *netlibProvider) SetThreads(n int) error {
	switch {
	case p.set != nil:
		err := setThreads(p, n, p.set)
		p.several.Store(p.Threads() > 1)
		return err
	case n != p.Threads():
		return fmt.Errorf("cblas: the linked library has no known way to set its threads, %d were asked for", n)
	}
	return nil
}
