package lapacktest

import (
	"fmt"
	"math/cmplx"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tenferro/tenferro-go/lapack"
)

// This file tests the orthogonal factorisations and the routines that form and apply their Q.

func (s *suite[T, R]) testQR(t *testing.T) {
	for _, sh := range shapes() {
		for _, x := range s.samples(sh.m, sh.n) {
			t.Run(fmt.Sprintf("%dx%d/%s", sh.m, sh.n, x.name), func(t *testing.T) {
				g, tau := put[T](x.a, 2), vector[T](min(sh.m, sh.n))
				require.NoError(t, s.Geqrf(sh.m, sh.n, g.data, g.ld, tau.data, s.ws))
				tau.get(t)
				s.judgeQR(t, x.a, g, tau)
			})
		}
	}
}

// judgeQR checks factors in the form of Geqrf, by forming and applying Q.
func (s *suite[T, R]) judgeQR(t *testing.T, a dense, g, tau *guarded[T]) {
	t.Helper()
	m, n := a.m, a.n
	k, order := min(m, n), max(m, n)
	f := g.get(t)
	r := triangle(f, true, false)
	thin := s.formQ(t, f, m, k, tau)
	require.LessOrEqual(t, orthogonality(thin), s.bound(order, 3))
	require.LessOrEqual(t, fro(sub(a, mul(thin, r.cut(k, n)))), s.bound(order, fro(a)))

	full := s.formQ(t, f, m, m, tau)
	require.LessOrEqual(t, orthogonality(full), s.bound(order, 3))
	require.LessOrEqual(t, fro(sub(thin, full.cut(m, k))), s.bound(order, 3))
	s.judgeApply(t, full, k, func(side lapack.Side, trans lapack.Transpose, c *guarded[T]) error {
		v := put[T](f.cut(m, k), 1)
		err := s.Ormqr(side, trans, c.m, c.n, k, v.data, v.ld, tau.data, c.data, c.ld, s.ws)
		require.Equal(t, f.cut(m, k), v.get(t), "reflectors changed")
		return err
	})
}

// formQ returns the first cols columns of the Q in f.
func (s *suite[T, R]) formQ(t *testing.T, f dense, m, cols int, tau *guarded[T]) dense {
	t.Helper()
	k := min(f.m, f.n)
	q := newDense(m, cols)
	for j := range min(k, cols) {
		copy(q.col(j), f.col(j))
	}
	g := put[T](q, 3)
	require.NoError(t, s.Orgqr(m, cols, min(k, cols), g.data, g.ld, tau.data, s.ws))
	return g.get(t)
}

// judgeApply holds op(Q)*C and C*op(Q) to the product with the explicit Q, which must be near a unitary matrix.
func (s *suite[T, R]) judgeApply(t *testing.T, q dense, k int, apply func(lapack.Side, lapack.Transpose, *guarded[T]) error) {
	t.Helper()
	adjoints := []lapack.Transpose{lapack.ConjTrans}
	if !isComplex[T]() {
		adjoints = append(adjoints, lapack.Trans)
	}
	for _, width := range []int{0, 1, 5} {
		for _, trans := range append(adjoints, lapack.NoTrans) {
			op := q
			if trans != lapack.NoTrans {
				op = adj(q)
			}
			left, right := rounded[T](s.random(q.m, width)), rounded[T](s.random(width, q.m))
			g := put[T](left, 2)
			require.NoError(t, apply(lapack.Left, trans, g))
			require.LessOrEqual(t, fro(sub(mul(op, left), g.get(t))), s.bound(q.m, 2*fro(left)))
			g = put[T](right, 2)
			require.NoError(t, apply(lapack.Right, trans, g))
			require.LessOrEqual(t, fro(sub(mul(right, op), g.get(t))), s.bound(q.m, 2*fro(right)))
		}
	}
}

func (s *suite[T, R]) testPivotedQR(t *testing.T) {
	for _, sh := range shapes() {
		for _, x := range s.samples(sh.m, sh.n) {
			t.Run(fmt.Sprintf("%dx%d/%s", sh.m, sh.n, x.name), func(t *testing.T) {
				g, tau := put[T](x.a, 2), vector[T](min(sh.m, sh.n))
				pivot := make([]int, sh.n)
				require.NoError(t, s.Geqp3(sh.m, sh.n, g.data, g.ld, pivot, tau.data, s.ws))
				seen := make([]bool, sh.n)
				moved := newDense(sh.m, sh.n)
				for j, p := range pivot {
					require.False(t, seen[p], "column %d twice", p)
					seen[p] = true
					copy(moved.col(j), x.a.col(p))
				}
				s.judgeQR(t, moved, g, tau)
				f := g.get(t)
				for i := 1; i < min(sh.m, sh.n); i++ {
					before, now := cmplx.Abs(f.at(i-1, i-1)), cmplx.Abs(f.at(i, i))
					require.LessOrEqual(t, now, before*(1+1e-3)+s.bound(sh.m, fro(x.a)), "|R[%d,%d]| grows", i, i)
				}
			})
		}
	}
}

func (s *suite[T, R]) testLQ(t *testing.T) {
	for _, sh := range shapes() {
		for _, x := range s.samples(sh.m, sh.n) {
			t.Run(fmt.Sprintf("%dx%d/%s", sh.m, sh.n, x.name), func(t *testing.T) { s.checkLQ(t, x.a) })
		}
	}
}

func (s *suite[T, R]) checkLQ(t *testing.T, a dense) {
	m, n := a.m, a.n
	k, order := min(m, n), max(m, n)
	g, tau := put[T](a, 2), vector[T](k)
	require.NoError(t, s.Gelqf(m, n, g.data, g.ld, tau.data, s.ws))
	tau.get(t)
	f := g.get(t)
	l := triangle(f, false, false).cut(m, k)

	form := func(rows int) dense {
		q := newDense(rows, n)
		for j := range n {
			for i := range min(k, rows) {
				q.set(i, j, f.at(i, j))
			}
		}
		h := put[T](q, 3)
		require.NoError(t, s.Orglq(rows, n, min(k, rows), h.data, h.ld, tau.data, s.ws))
		return h.get(t)
	}
	thin, full := form(k), form(n)
	require.LessOrEqual(t, orthogonality(adj(thin)), s.bound(order, 3))
	require.LessOrEqual(t, orthogonality(adj(full)), s.bound(order, 3))
	require.LessOrEqual(t, fro(sub(a, mul(l, thin))), s.bound(order, fro(a)))
	require.LessOrEqual(t, fro(sub(thin, full.cut(k, n))), s.bound(order, 3))
	s.judgeApply(t, full, k, func(side lapack.Side, trans lapack.Transpose, c *guarded[T]) error {
		v := put[T](f.cut(k, n), 1)
		err := s.Ormlq(side, trans, c.m, c.n, k, v.data, v.ld, tau.data, c.data, c.ld, s.ws)
		require.Equal(t, f.cut(k, n), v.get(t), "reflectors changed")
		return err
	})
}
