package lapack

import "math"

// This file checks the arguments of the LU family: Getrf, Getrs, Getri, Gesv, Gecon.

func (o *checked[T, R]) Getrf(m, n int, a []T, lda int, ipiv []int, ws *Workspace) error {
	c := o.check("getrf")
	c.dim("m", m)
	c.dim("n", n)
	c.matrix("a", m, n, len(a), lda)
	c.vector("ipiv", min(m, n), len(ipiv))
	if c.err != nil || m == 0 || n == 0 {
		return c.err
	}
	if info := o.r.getrf(m, n, a, lda, ipiv, ready(ws)); info != 0 {
		return &SingularError{Routine: "getrf", Index: info - 1}
	}
	return nil
}

func (o *checked[T, R]) Getrs(trans Transpose, n, nrhs int, a []T, lda int, ipiv []int, b []T, ldb int, ws *Workspace) error {
	c := o.check("getrs")
	c.flag("trans", uint8(trans), uint8(ConjTrans))
	c.dim("n", n)
	c.dim("nrhs", nrhs)
	c.matrix("a", n, n, len(a), lda)
	c.pivots(ipiv, n)
	c.matrix("b", n, nrhs, len(b), ldb)
	if c.err != nil || n == 0 || nrhs == 0 {
		return c.err
	}
	o.r.getrs(trans, n, nrhs, a, lda, ipiv, b, ldb, ready(ws))
	return nil
}

func (o *checked[T, R]) Getri(n int, a []T, lda int, ipiv []int, ws *Workspace) error {
	c := o.check("getri")
	c.dim("n", n)
	c.matrix("a", n, n, len(a), lda)
	c.pivots(ipiv, n)
	if c.err != nil || n == 0 {
		return c.err
	}
	if i := zeroDiagonal(n, a, lda); i >= 0 {
		return &SingularError{Routine: "getri", Index: i}
	}
	o.r.getri(n, a, lda, ipiv, ready(ws))
	return nil
}

func (o *checked[T, R]) Gesv(n, nrhs int, a []T, lda int, ipiv []int, b []T, ldb int, ws *Workspace) error {
	c := o.check("gesv")
	c.dim("n", n)
	c.dim("nrhs", nrhs)
	c.matrix("a", n, n, len(a), lda)
	c.vector("ipiv", n, len(ipiv))
	c.matrix("b", n, nrhs, len(b), ldb)
	if c.err != nil || n == 0 {
		return c.err
	}
	ws = ready(ws)
	if info := o.r.getrf(n, n, a, lda, ipiv, ws); info != 0 {
		return &SingularError{Routine: "gesv", Index: info - 1}
	}
	if nrhs > 0 {
		o.r.getrs(NoTrans, n, nrhs, a, lda, ipiv, b, ldb, ws)
	}
	return nil
}

func (o *checked[T, R]) Gecon(norm Norm, n int, a []T, lda int, anorm R, ws *Workspace) (R, error) {
	c := o.check("gecon")
	if norm != OneNorm && norm != InfNorm {
		c.fail("norm", int(norm), "OneNorm or InfNorm")
	}
	c.dim("n", n)
	c.matrix("a", n, n, len(a), lda)
	if !(anorm >= 0) {
		c.failReal("anorm", float64(anorm), atLeast(0))
	}
	switch {
	case c.err != nil:
		return 0, c.err
	case n == 0:
		return 1, nil
	case anorm == 0 || math.IsInf(float64(anorm), 1) || zeroDiagonal(n, a, lda) >= 0:
		return 0, nil // LAPACK refuses an infinite norm from release 3.11 on
	}
	return o.r.gecon(norm, n, a, lda, anorm, ready(ws)), nil
}
