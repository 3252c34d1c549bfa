package lapack

import (
	"errors"
	goruntime "runtime"
)

// This file holds the pure Go provider, which is there in every build.

// Gonum returns the provider in pure Go: gonum's LAPACK for float64, which runs on gonum's blas64, algorithms of our own
// for complex128, and for float32 and complex64 the wider type with one rounding at the end. Values that the narrow type
// cannot hold become infinite or zero by that rounding. Two of gonum's routines, for singular values without vectors and
// for eigenvalues of a real general matrix, allocate a few small arrays in each call.
func Gonum() Provider {
	d, z := &real64{}, &complex128s{}
	const limit = int(^uint(0) >> 1)
	return &pureGo{
		s: &checked[float32, float32]{&widened[float32, float32, float64]{d}, limit},
		d: &checked[float64, float64]{d, limit},
		c: &checked[complex64, float32]{&widened[complex64, float32, complex128]{z}, limit},
		z: &checked[complex128, float64]{z, limit},
	}
}

// pureGo is the Provider.
type pureGo struct {
	s *checked[float32, float32]
	d *checked[float64, float64]
	c *checked[complex64, float32]
	z *checked[complex128, float64]
}

func (p *pureGo) Float32() Ops[float32, float32]       { return p.s }
func (p *pureGo) Float64() Ops[float64, float64]       { return p.d }
func (p *pureGo) Complex64() Ops[complex64, float32]   { return p.c }
func (p *pureGo) Complex128() Ops[complex128, float64] { return p.z }

func (p *pureGo) Info() Info {
	return Info{Name: "gonum", IntBits: 32 << (^uint(0) >> 63), Threads: p.Threads(), Threading: "goroutines"}
}

// Threads returns GOMAXPROCS: gonum's matrix product starts that many goroutines.
func (p *pureGo) Threads() int { return goruntime.GOMAXPROCS(0) }

// SetThreads accepts the number that already holds: gonum has no setting of its own.
func (p *pureGo) SetThreads(n int) error {
	if n == p.Threads() {
		return nil
	}
	return errors.New("lapack: gonum runs as many goroutines as GOMAXPROCS says, and has no setting of its own")
}

// memory lets package zla take its scratch memory from a workspace.
type memory struct{ ws *Workspace }

func (m memory) Complex128s(n int) []complex128 { return scratch[complex128](m.ws, n) }
func (m memory) Float64s(n int) []float64       { return scratch[float64](m.ws, n) }
