package lapack

// This file checks the arguments of the Cholesky and the triangular families: Potrf, Potrs, Posv, Trtrs, Trtri.

func (o *checked[T, R]) Potrf(uplo Uplo, n int, a []T, lda int, ws *Workspace) error {
	c := o.check("potrf")
	c.flag("uplo", uint8(uplo), uint8(Lower))
	c.dim("n", n)
	c.matrix("a", n, n, len(a), lda)
	if c.err != nil || n == 0 {
		return c.err
	}
	if info := o.r.potrf(uplo, n, a, lda, ready(ws)); info != 0 {
		return &NotPositiveDefiniteError{Routine: "potrf", Index: info - 1}
	}
	return nil
}

func (o *checked[T, R]) Potrs(uplo Uplo, n, nrhs int, a []T, lda int, b []T, ldb int, ws *Workspace) error {
	c := o.check("potrs")
	c.cholesky(uplo, n, nrhs, len(a), lda, len(b), ldb)
	if c.err != nil || n == 0 || nrhs == 0 {
		return c.err
	}
	o.r.potrs(uplo, n, nrhs, a, lda, b, ldb, ready(ws))
	return nil
}

func (o *checked[T, R]) Posv(uplo Uplo, n, nrhs int, a []T, lda int, b []T, ldb int, ws *Workspace) error {
	c := o.check("posv")
	c.cholesky(uplo, n, nrhs, len(a), lda, len(b), ldb)
	if c.err != nil || n == 0 {
		return c.err
	}
	ws = ready(ws)
	if info := o.r.potrf(uplo, n, a, lda, ws); info != 0 {
		return &NotPositiveDefiniteError{Routine: "posv", Index: info - 1}
	}
	if nrhs > 0 {
		o.r.potrs(uplo, n, nrhs, a, lda, b, ldb, ws)
	}
	return nil
}

// cholesky checks what Potrs and Posv share.
func (c *check) cholesky(uplo Uplo, n, nrhs, lenA, lda, lenB, ldb int) {
	c.flag("uplo", uint8(uplo), uint8(Lower))
	c.dim("n", n)
	c.dim("nrhs", nrhs)
	c.matrix("a", n, n, lenA, lda)
	c.matrix("b", n, nrhs, lenB, ldb)
}

func (o *checked[T, R]) Trtrs(uplo Uplo, trans Transpose, diag Diag, n, nrhs int, a []T, lda int, b []T, ldb int, ws *Workspace) error {
	c := o.check("trtrs")
	c.flag("uplo", uint8(uplo), uint8(Lower))
	c.flag("trans", uint8(trans), uint8(ConjTrans))
	c.flag("diag", uint8(diag), uint8(Unit))
	c.dim("n", n)
	c.dim("nrhs", nrhs)
	c.matrix("a", n, n, len(a), lda)
	c.matrix("b", n, nrhs, len(b), ldb)
	if c.err != nil || n == 0 {
		return c.err
	}
	if diag == NonUnit {
		if i := zeroDiagonal(n, a, lda); i >= 0 {
			return &SingularError{Routine: "trtrs", Index: i}
		}
	}
	if nrhs > 0 {
		o.r.trtrs(uplo, trans, diag, n, nrhs, a, lda, b, ldb, ready(ws))
	}
	return nil
}

func (o *checked[T, R]) Trtri(uplo Uplo, diag Diag, n int, a []T, lda int, ws *Workspace) error {
	c := o.check("trtri")
	c.flag("uplo", uint8(uplo), uint8(Lower))
	c.flag("diag", uint8(diag), uint8(Unit))
	c.dim("n", n)
	c.matrix("a", n, n, len(a), lda)
	if c.err != nil || n == 0 {
		return c.err
	}
	if diag == NonUnit {
		if i := zeroDiagonal(n, a, lda); i >= 0 {
			return &SingularError{Routine: "trtri", Index: i}
		}
	}
	o.r.trtri(uplo, diag, n, a, lda, ready(ws))
	return nil
}
