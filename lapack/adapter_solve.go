package lapack

import (
	"gonum.org/v1/gonum/blas"
	gonumapi "gonum.org/v1/gonum/lapack"
)

// This file overrides gonum's LU, Cholesky and triangular routines. Right sides, whose rows are the provider's columns, are
// transposed through scratch memory; a triangle is read where it stands, as the other triangle of the transpose.

// Dgetrf computes A = P*L*U; see gonum's routine for the arguments.
func (g *GonumFloat64) Dgetrf(m, n int, a []float64, lda int, ipiv []int) (ok bool) {
	var err error
	done := false
	if holds(m, n, len(a), lda) && len(ipiv) == min(m, n) {
		g.with(func(ws *Workspace) {
			columns := scratch[float64](ws, m*n)
			transposeTo(n, m, a, lda, columns, m)
			err = g.inner(func(inner *Workspace) error { return g.ops.Getrf(m, n, columns, m, ipiv, inner) })
			if done = !refusedArgument(err); done {
				transposeTo(m, n, columns, m, a, lda)
			}
		})
	}
	if !done {
		return g.Implementation.Dgetrf(m, n, a, lda, ipiv)
	}
	return err == nil
}

// inner runs f with a second workspace, while pieces of the first are its operands.
func (g *GonumFloat64) inner(f func(ws *Workspace) error) error {
	ws := g.pool.Get().(*Workspace)
	defer g.pool.Put(ws)
	return f(ws)
}

// Dgetrs solves op(A)*X = B with the factors of Dgetrf; see gonum's routine for the arguments.
func (g *GonumFloat64) Dgetrs(trans blas.Transpose, n, nrhs int, a []float64, lda int, ipiv []int, b []float64, ldb int) {
	t, ok := ourTrans(trans)
	done := false
	if ok && holds(n, n, len(a), lda) && holds(n, nrhs, len(b), ldb) && len(ipiv) == n {
		done = g.solve(n, nrhs, b, ldb, func(x []float64, ws *Workspace) error {
			// The provider sees U as the lower triangle, and L, with its ones, as the upper one, both transposed.
			lower := func() error { return g.ops.Trtrs(Upper, transposed(t), Unit, n, nrhs, a, lda, x, n, ws) }
			upper := func() error { return g.ops.Trtrs(Lower, transposed(t), NonUnit, n, nrhs, a, lda, x, n, ws) }
			if t == NoTrans {
				exchangeRows(n, nrhs, x, ipiv, false)
				if err := lower(); err != nil {
					return err
				}
				return upper()
			}
			if err := upper(); err != nil {
				return err
			}
			err := lower()
			exchangeRows(n, nrhs, x, ipiv, true)
			return err
		})
	}
	if !done {
		g.Implementation.Dgetrs(trans, n, nrhs, a, lda, ipiv, b, ldb)
	}
}

// solve runs f on a column-major copy of the right sides and stores them if it succeeds.
func (g *GonumFloat64) solve(n, nrhs int, b []float64, ldb int, f func(x []float64, ws *Workspace) error) (done bool) {
	g.with(func(ws *Workspace) {
		x := scratch[float64](ws, n*nrhs)
		transposeTo(nrhs, n, b, ldb, x, n)
		if done = g.inner(func(inner *Workspace) error { return f(x, inner) }) == nil; done {
			transposeTo(n, nrhs, x, n, b, ldb)
		}
	})
	return done
}

// transposed reads the transpose of a real matrix instead.
func transposed(t Transpose) Transpose {
	if t == NoTrans {
		return Trans
	}
	return NoTrans
}

// exchangeRows applies row exchanges to X: [n, nrhs], or undoes them. A pivot out of range panics, as in gonum.
func exchangeRows(n, nrhs int, x []float64, ipiv []int, undo bool) {
	for j := range nrhs {
		col := x[j*n : (j+1)*n]
		for step := range n {
			i := step
			if undo {
				i = n - 1 - step
			}
			p := ipiv[i]
			col[i], col[p] = col[p], col[i]
		}
	}
}

// Dgetri computes the inverse from the factors of Dgetrf; see gonum's routine for the arguments.
func (g *GonumFloat64) Dgetri(n int, a []float64, lda int, ipiv []int, work []float64, lwork int) (ok bool) {
	var err error
	done := false
	if holds(n, n, len(a), lda) && enough(work, lwork, n) && len(ipiv) == n {
		g.with(func(ws *Workspace) {
			transposeSquare(n, a, lda)
			err = g.ops.Getri(n, a, lda, ipiv, ws)
			transposeSquare(n, a, lda)
			done = !refusedArgument(err)
		})
	}
	if !done {
		return g.Implementation.Dgetri(n, a, lda, ipiv, work, lwork)
	}
	work[0] = float64(n)
	return err == nil
}

// Dgecon estimates the reciprocal condition number from the factors of Dgetrf; see gonum's routine for the arguments.
func (g *GonumFloat64) Dgecon(norm gonumapi.MatrixNorm, n int, a []float64, lda int, anorm float64, work []float64, iwork []int) (rcond float64) {
	ours, ok := map[gonumapi.MatrixNorm]Norm{gonumapi.MaxColumnSum: OneNorm, gonumapi.MaxRowSum: InfNorm}[norm]
	done := false
	if ok && holds(n, n, len(a), lda) && len(work) >= 4*n && len(iwork) >= n && anorm > 0 && finiteRows(n, n, a, lda) {
		g.with(func(ws *Workspace) {
			columns := scratch[float64](ws, n*n)
			transposeTo(n, n, a, lda, columns, n)
			err := g.inner(func(inner *Workspace) (err error) {
				rcond, err = g.ops.Gecon(ours, n, columns, n, anorm, inner)
				return err
			})
			done = err == nil
		})
	}
	if !done {
		return g.Implementation.Dgecon(norm, n, a, lda, anorm, work, iwork)
	}
	return rcond
}

// Dpotrf computes the Cholesky factor; see gonum's routine for the arguments.
func (g *GonumFloat64) Dpotrf(uplo blas.Uplo, n int, a []float64, lda int) (ok bool) {
	if ours, known := columnMajor(uplo); known && holds(n, n, len(a), lda) {
		var err error
		g.with(func(ws *Workspace) { err = g.ops.Potrf(ours, n, a, lda, ws) })
		if !refusedArgument(err) {
			return err == nil
		}
	}
	return g.Implementation.Dpotrf(uplo, n, a, lda)
}

// Dpotrs solves with the factor of Dpotrf; see gonum's routine for the arguments.
func (g *GonumFloat64) Dpotrs(uplo blas.Uplo, n, nrhs int, a []float64, lda int, b []float64, ldb int) {
	ours, known := columnMajor(uplo)
	done := false
	if known && holds(n, n, len(a), lda) && holds(n, nrhs, len(b), ldb) {
		done = g.solve(n, nrhs, b, ldb, func(x []float64, ws *Workspace) error {
			return g.ops.Potrs(ours, n, nrhs, a, lda, x, n, ws)
		})
	}
	if !done {
		g.Implementation.Dpotrs(uplo, n, nrhs, a, lda, b, ldb)
	}
}

// Dtrtrs solves with a triangular matrix; see gonum's routine for the arguments. Where it fails, gonum's own says so.
func (g *GonumFloat64) Dtrtrs(uplo blas.Uplo, trans blas.Transpose, diag blas.Diag, n, nrhs int, a []float64, lda int, b []float64, ldb int) (ok bool) {
	u, knownU := columnMajor(uplo)
	t, knownT := ourTrans(trans)
	d, knownD := ourDiag(diag)
	if knownU && knownT && knownD && holds(n, n, len(a), lda) && holds(n, nrhs, len(b), ldb) {
		done := g.solve(n, nrhs, b, ldb, func(x []float64, ws *Workspace) error {
			return g.ops.Trtrs(u, transposed(t), d, n, nrhs, a, lda, x, n, ws)
		})
		if done {
			return true
		}
	}
	return g.Implementation.Dtrtrs(uplo, trans, diag, n, nrhs, a, lda, b, ldb)
}

// Dtrtri inverts a triangular matrix; see gonum's routine for the arguments.
func (g *GonumFloat64) Dtrtri(uplo blas.Uplo, diag blas.Diag, n int, a []float64, lda int) (ok bool) {
	u, knownU := columnMajor(uplo)
	d, knownD := ourDiag(diag)
	if knownU && knownD && holds(n, n, len(a), lda) {
		var err error
		g.with(func(ws *Workspace) { err = g.ops.Trtri(u, d, n, a, lda, ws) })
		if !refusedArgument(err) {
			return err == nil
		}
	}
	return g.Implementation.Dtrtri(uplo, diag, n, a, lda)
}
