package lapack

import "gonum.org/v1/gonum/blas"

// This file overrides gonum's orthogonal factorisations.

// Dgeqrf computes A = Q*R; see gonum's routine for the arguments.
func (g *GonumFloat64) Dgeqrf(m, n int, a []float64, lda int, tau, work []float64, lwork int) {
	done := false
	if holds(m, n, len(a), lda) && enough(work, lwork, n) && len(tau) == min(m, n) {
		g.with(func(ws *Workspace) { done = g.ops.Gelqf(n, m, a, lda, tau, ws) == nil })
	}
	if !done {
		g.Implementation.Dgeqrf(m, n, a, lda, tau, work, lwork)
		return
	}
	work[0] = float64(n)
}

// Dgelqf computes A = L*Q; see gonum's routine for the arguments.
func (g *GonumFloat64) Dgelqf(m, n int, a []float64, lda int, tau, work []float64, lwork int) {
	done := false
	if holds(m, n, len(a), lda) && enough(work, lwork, m) && len(tau) >= min(m, n) {
		g.with(func(ws *Workspace) { done = g.ops.Geqrf(n, m, a, lda, tau, ws) == nil })
	}
	if !done {
		g.Implementation.Dgelqf(m, n, a, lda, tau, work, lwork)
		return
	}
	work[0] = float64(m)
}

// Dgeqp3 computes A*P = Q*R with column pivoting; see gonum's routine for the arguments. A call that fixes columns at the
// front is gonum's own.
func (g *GonumFloat64) Dgeqp3(m, n int, a []float64, lda int, jpvt []int, tau, work []float64, lwork int) {
	done := false
	if holds(m, n, len(a), lda) && enough(work, lwork, 3*n+1) && len(jpvt) == n && len(tau) >= min(m, n) && allFree(jpvt) {
		g.with(func(ws *Workspace) {
			columns := scratch[float64](ws, m*n)
			transposeTo(n, m, a, lda, columns, m)
			err := g.inner(func(inner *Workspace) error { return g.ops.Geqp3(m, n, columns, m, jpvt, tau, inner) })
			if done = err == nil; done {
				transposeTo(m, n, columns, m, a, lda)
			}
		})
	}
	if !done {
		g.Implementation.Dgeqp3(m, n, a, lda, jpvt, tau, work, lwork)
		return
	}
	work[0] = float64(3*n + 1)
}

// allFree reports whether every column may move.
func allFree(jpvt []int) bool {
	for _, v := range jpvt {
		if v != -1 {
			return false
		}
	}
	return true
}

// Dorgqr forms the Q of Dgeqrf; see gonum's routine for the arguments.
func (g *GonumFloat64) Dorgqr(m, n, k int, a []float64, lda int, tau, work []float64, lwork int) {
	done := false
	if holds(m, n, len(a), lda) && enough(work, lwork, n) && len(tau) == k {
		g.with(func(ws *Workspace) { done = g.ops.Orglq(n, m, k, a, lda, tau, ws) == nil })
	}
	if !done {
		g.Implementation.Dorgqr(m, n, k, a, lda, tau, work, lwork)
		return
	}
	work[0] = float64(n)
}

// Dorglq forms the Q of Dgelqf; see gonum's routine for the arguments.
func (g *GonumFloat64) Dorglq(m, n, k int, a []float64, lda int, tau, work []float64, lwork int) {
	done := false
	if holds(m, n, len(a), lda) && enough(work, lwork, m) && len(tau) >= k && k > 0 {
		g.with(func(ws *Workspace) { done = g.ops.Orgqr(n, m, k, a, lda, tau, ws) == nil })
	}
	if !done {
		g.Implementation.Dorglq(m, n, k, a, lda, tau, work, lwork)
		return
	}
	work[0] = float64(m)
}

// Dormqr applies the Q of Dgeqrf; see gonum's routine for the arguments. Cᵀ is what the provider sees, so Q acts from its
// other side; and the provider's Q is gonum's Qᵀ, so that trans stays as it is.
func (g *GonumFloat64) Dormqr(side blas.Side, trans blas.Transpose, m, n, k int, a []float64, lda int, tau, c []float64, ldc int, work []float64, lwork int) {
	done := false
	if ours, order, other, ok := otherSideOf(side, m, n); ok && trans != blas.ConjTrans &&
		holds(order, k, len(a), lda) && holds(m, n, len(c), ldc) && enough(work, lwork, other) && len(tau) == k {
		if t, ok := ourTrans(trans); ok {
			g.with(func(ws *Workspace) { done = g.ops.Ormlq(ours, t, n, m, k, a, lda, tau, c, ldc, ws) == nil })
		}
	}
	if !done {
		g.Implementation.Dormqr(side, trans, m, n, k, a, lda, tau, c, ldc, work, lwork)
		return
	}
	work[0] = float64(max(m, n))
}

// Dormlq applies the Q of Dgelqf; see gonum's routine for the arguments.
func (g *GonumFloat64) Dormlq(side blas.Side, trans blas.Transpose, m, n, k int, a []float64, lda int, tau, c []float64, ldc int, work []float64, lwork int) {
	done := false
	if ours, order, other, ok := otherSideOf(side, m, n); ok && trans != blas.ConjTrans &&
		holds(k, order, len(a), lda) && holds(m, n, len(c), ldc) && enough(work, lwork, other) && len(tau) >= k {
		if t, ok := ourTrans(trans); ok {
			g.with(func(ws *Workspace) { done = g.ops.Ormqr(ours, t, n, m, k, a, lda, tau, c, ldc, ws) == nil })
		}
	}
	if !done {
		g.Implementation.Dormlq(side, trans, m, n, k, a, lda, tau, c, ldc, work, lwork)
		return
	}
	work[0] = float64(max(m, n))
}

// otherSideOf returns the side on which Q acts on Cᵀ, the order of Q, and the other size of C.
func otherSideOf(side blas.Side, m, n int) (ours Side, order, other int, ok bool) {
	switch side {
	case blas.Left:
		return Right, m, n, true
	case blas.Right:
		return Left, n, m, true
	}
	return 0, 0, 0, false
}
