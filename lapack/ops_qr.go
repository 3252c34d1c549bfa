package lapack

// This file checks the arguments of the orthogonal factorisations: Geqrf, Geqp3, Gelqf and the routines that form or
// apply their Q.

func (o *checked[T, R]) Geqrf(m, n int, a []T, lda int, tau []T, ws *Workspace) error {
	c := o.check("geqrf")
	c.factored(m, n, len(a), lda, len(tau))
	if c.err != nil || m == 0 || n == 0 {
		return c.err
	}
	o.r.geqrf(m, n, a, lda, tau, ready(ws))
	return nil
}

func (o *checked[T, R]) Gelqf(m, n int, a []T, lda int, tau []T, ws *Workspace) error {
	c := o.check("gelqf")
	c.factored(m, n, len(a), lda, len(tau))
	if c.err != nil || m == 0 || n == 0 {
		return c.err
	}
	o.r.gelqf(m, n, a, lda, tau, ready(ws))
	return nil
}

func (o *checked[T, R]) Geqp3(m, n int, a []T, lda int, jpvt []int, tau []T, ws *Workspace) error {
	c := o.check("geqp3")
	c.factored(m, n, len(a), lda, len(tau))
	c.vector("jpvt", n, len(jpvt))
	if c.err != nil {
		return c.err
	}
	if m == 0 || n == 0 {
		for j := range n {
			jpvt[j] = j
		}
		return nil
	}
	o.r.geqp3(m, n, a, lda, jpvt, tau, ready(ws))
	return nil
}

// factored checks the arguments of a factorisation into k = min(m, n) reflectors.
func (c *check) factored(m, n, lenA, lda, lenTau int) {
	c.dim("m", m)
	c.dim("n", n)
	if c.err != nil {
		return
	}
	c.matrix("a", m, n, lenA, lda)
	c.vector("tau", min(m, n), lenTau)
}

func (o *checked[T, R]) Orgqr(m, n, k int, a []T, lda int, tau []T, ws *Workspace) error {
	c := o.check("orgqr")
	c.dim("m", m)
	c.count("n", n, "m", m)
	c.count("k", k, "n", n)
	c.matrix("a", m, n, len(a), lda)
	c.vector("tau", k, len(tau))
	if c.err != nil || n == 0 {
		return c.err
	}
	o.r.orgqr(m, n, k, a, lda, tau, ready(ws))
	return nil
}

func (o *checked[T, R]) Orglq(m, n, k int, a []T, lda int, tau []T, ws *Workspace) error {
	c := o.check("orglq")
	c.dim("n", n)
	c.count("m", m, "n", n)
	c.count("k", k, "m", m)
	c.matrix("a", m, n, len(a), lda)
	c.vector("tau", k, len(tau))
	if c.err != nil || m == 0 {
		return c.err
	}
	o.r.orglq(m, n, k, a, lda, tau, ready(ws))
	return nil
}

func (o *checked[T, R]) Ormqr(side Side, trans Transpose, m, n, k int, a []T, lda int, tau []T, cc []T, ldc int, ws *Workspace) error {
	c := o.check("ormqr")
	order := c.applied(side, trans, isComplex[T](), m, n, k, len(tau), len(cc), ldc)
	c.matrix("a", order, k, len(a), lda)
	if c.err != nil || m == 0 || n == 0 || k == 0 {
		return c.err
	}
	o.r.ormqr(side, orth[T](trans), m, n, k, a, lda, tau, cc, ldc, ready(ws))
	return nil
}

func (o *checked[T, R]) Ormlq(side Side, trans Transpose, m, n, k int, a []T, lda int, tau []T, cc []T, ldc int, ws *Workspace) error {
	c := o.check("ormlq")
	order := c.applied(side, trans, isComplex[T](), m, n, k, len(tau), len(cc), ldc)
	c.matrix("a", k, order, len(a), lda)
	if c.err != nil || m == 0 || n == 0 || k == 0 {
		return c.err
	}
	o.r.ormlq(side, orth[T](trans), m, n, k, a, lda, tau, cc, ldc, ready(ws))
	return nil
}

// applied checks what Ormqr and Ormlq share and returns the order of Q.
func (c *check) applied(side Side, trans Transpose, complexT bool, m, n, k, lenTau, lenC, ldc int) (order int) {
	c.flag("side", uint8(side), uint8(Right))
	c.orthTrans(trans, complexT)
	c.dim("m", m)
	c.dim("n", n)
	if side == Left {
		order = m
		c.count("k", k, "m", m)
	} else {
		order = n
		c.count("k", k, "n", n)
	}
	c.vector("tau", k, lenTau)
	c.matrix("c", m, n, lenC, ldc)
	return order
}

// orth gives the adjoint of Q the name that the routines know: Trans for real T, ConjTrans for complex T.
func orth[T Scalar](trans Transpose) Transpose {
	switch {
	case trans == NoTrans:
		return NoTrans
	case isComplex[T]():
		return ConjTrans
	}
	return Trans
}
