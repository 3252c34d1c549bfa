package goblas

// This file holds the type that carries kernels and buffers from call to call.

import (
	"sync"

	"github.com/tenferro/tenferro-go/cblas/internal/kernel"
)

// BLAS runs the routines for one element type on one set of kernels. It may be shared by goroutines. Once its buffers
// have grown to the sizes in use, no routine allocates.
type BLAS[T kernel.Scalar] struct {
	set     kernel.Set[T]
	complex bool // T is complex
	weight  int  // real multiplications in one of T

	spaces   sync.Pool // of *workspace[T]
	products sync.Pool // of *productJob[T]
	sweeps   sync.Pool // of *sweepJob[T]
	updates  sync.Pool // of *updateJob[T]
	batches  sync.Pool // of *batchJob[T]
}

// New returns the routines for T on the kernels of that name, one of kernel.Names.
func New[T kernel.Scalar](name string) *BLAS[T] {
	bl := &BLAS[T]{set: kernel.For[T](name), weight: 1}
	var zero T
	switch any(zero).(type) {
	case complex64, complex128:
		bl.complex, bl.weight = true, 4
	}
	bl.spaces.New = func() any { return new(workspace[T]) }
	bl.products.New = func() any { return newProductJob(bl) }
	bl.sweeps.New = func() any { return newSweepJob(bl) }
	bl.updates.New = func() any { return newUpdateJob(bl) }
	bl.batches.New = func() any { return newBatchJob(bl) }
	return bl
}

// Op says how an operand is read.
type Op struct {
	Trans bool
	Conj  bool // without meaning for real types
}
