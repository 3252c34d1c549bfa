package lapack

import (
	"errors"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack/gonum"
)

// This file lets gonum's lapack64, and with it mat, run on a provider:
//
//	lapack64.Use(lapack.ForGonum(lapack.Default()))
//
// gonum is row-major: its A: [m, n] is, in the same memory, our Aᵀ: [n, m]. As in gonum_real.go, QR and LQ change places, so
// do U and V, and the triangles; LU, pivoted QR and the vectors of a general matrix are transposed on the way in and out.
//
// What gonum does with bad arguments, workspace queries and empty matrices stays gonum's: such calls go to the routine of
// gonum's own that GonumFloat64 embeds. So do sizes beyond the provider's integers.

// GonumFloat64 implements gonum's lapack.Float64 by a provider. Routines that it does not override are gonum's own, and run
// on the BLAS that blas64 uses. It is safe for concurrent use.
type GonumFloat64 struct {
	gonum.Implementation
	ops  Ops[float64, float64]
	pool *sync.Pool // of *Workspace
}

// ForGonum returns gonum's interface to the provider. The failures that gonum knows, a singular or not positive definite
// matrix and an iteration without convergence, are told as gonum tells them, by ok = false or a count.
func ForGonum(p Provider) *GonumFloat64 {
	return &GonumFloat64{ops: p.Float64(), pool: &sync.Pool{New: func() any { return new(Workspace) }}}
}

// with runs f with a workspace of the pool.
func (g *GonumFloat64) with(f func(ws *Workspace)) {
	ws := g.pool.Get().(*Workspace)
	defer g.pool.Put(ws)
	ws.reset()
	f(ws)
}

// holds reports whether a row-major rows by cols matrix without an empty side is held by a slice of the given length.
func holds(rows, cols, length, ld int) bool {
	return rows > 0 && cols > 0 && ld >= cols && length >= cols && rows-1 <= (length-cols)/ld
}

// enough reports whether the declared work space is there.
func enough(work []float64, lwork, least int) bool { return lwork >= least && len(work) >= lwork }

// refusedArgument reports whether the provider has refused the call without having done anything.
func refusedArgument(err error) bool {
	var arg *ArgError
	return errors.As(err, &arg)
}

// columnMajor gives the triangle of gonum's row-major matrix its name in ours.
func columnMajor(u blas.Uplo) (Uplo, bool) {
	switch u {
	case blas.Upper:
		return Lower, true
	case blas.Lower:
		return Upper, true
	}
	return 0, false
}

// ourDiag translates a Diag.
func ourDiag(d blas.Diag) (Diag, bool) {
	switch d {
	case blas.NonUnit:
		return NonUnit, true
	case blas.Unit:
		return Unit, true
	}
	return 0, false
}

// ourTrans translates a Transpose of a real matrix.
func ourTrans(t blas.Transpose) (Transpose, bool) {
	switch t {
	case blas.NoTrans:
		return NoTrans, true
	case blas.Trans, blas.ConjTrans:
		return Trans, true
	}
	return 0, false
}

// finiteRows reports whether the row-major A has neither NaN nor Inf.
func finiteRows(rows, cols int, a []float64, ld int) bool {
	return CheckFinite(cols, rows, a, ld) == nil
}
