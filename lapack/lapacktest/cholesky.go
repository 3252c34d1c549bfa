package lapacktest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tenferro/tenferro-go/lapack"
)

// This file tests the Cholesky and the triangular routines.

var triangles = []lapack.Uplo{lapack.Upper, lapack.Lower}

// definite returns a Hermitian matrix with eigenvalues from 1 down to 1/cond.
func (s *suite[T, R]) definite(n int, cond float64) dense {
	if n == 0 {
		return newDense(0, 0)
	}
	q := s.unitary(n, n)
	return rounded[T](hermitian(mul(scaleCols(q, geometric(n, 1/cond)), adj(q))))
}

func (s *suite[T, R]) testCholesky(t *testing.T) {
	for _, n := range orders() {
		for _, cond := range []float64{2, 0.001 / s.eps} {
			for _, uplo := range triangles {
				t.Run(fmt.Sprintf("%d/cond %.0e/%d", n, cond, uplo), func(t *testing.T) { s.checkCholesky(t, s.definite(n, cond), uplo) })
			}
		}
	}
}

func (s *suite[T, R]) checkCholesky(t *testing.T, a dense, uplo lapack.Uplo) {
	n := a.n
	g := put[T](a, 2)
	g.blank(uplo, false)
	require.NoError(t, s.Potrf(uplo, n, g.data, g.ld, s.ws))
	g.blankIntact(t, uplo, false)
	f := triangle(g.get(t), uplo == lapack.Upper, false)
	if uplo == lapack.Upper {
		f = adj(f)
	}
	for i := range n {
		require.Zero(t, imag(f.at(i, i)))
		require.Positive(t, real(f.at(i, i)))
	}
	require.LessOrEqual(t, fro(sub(a, mul(f, adj(f)))), s.bound(n, fro(a)))
	for _, nrhs := range []int{0, 1, 3} {
		rhs := rounded[T](s.random(n, nrhs))
		b := put[T](rhs, 1)
		require.NoError(t, s.Potrs(uplo, n, nrhs, g.data, g.ld, b.data, b.ld, s.ws))
		s.judgeSolution(t, a, b.get(t), rhs)
		h, b := put[T](a, 1), put[T](rhs, 2)
		h.blank(uplo, false)
		require.NoError(t, s.Posv(uplo, n, nrhs, h.data, h.ld, b.data, b.ld, s.ws))
		h.blankIntact(t, uplo, false)
		s.judgeSolution(t, a, b.get(t), rhs)
	}
}

// testNotPositiveDefinite checks which leading minor is named first.
func (s *suite[T, R]) testNotPositiveDefinite(t *testing.T) {
	for _, n := range []int{1, 5, 70} {
		for _, index := range []int{0, n / 2, n - 1} {
			for _, value := range []float64{-1, 0} {
				for _, uplo := range triangles {
					l := triangle(s.random(n, n), false, true)
					d := make([]float64, n)
					for i := range d {
						d[i] = 4
						for j := range i {
							l.set(i, j, l.at(i, j)/complex(float64(4*n), 0))
						}
					}
					d[index] = value
					if value == 0 { // exactly: without anything to be subtracted
						for j := range index {
							l.set(index, j, 0)
						}
					}
					g := put[T](mul(scaleCols(l, d), adj(l)), 1)
					b := put[T](s.random(n, 1), 0)
					before := b.get(t)
					err := s.Posv(uplo, n, 1, g.data, g.ld, b.data, b.ld, s.ws)
					require.Equal(t, &lapack.NotPositiveDefiniteError{Routine: "posv", Index: index}, err)
					require.ErrorIs(t, err, lapack.ErrNotPositiveDefinite)
					require.Equal(t, before, b.get(t))
				}
			}
		}
	}
}

func (s *suite[T, R]) testTriangular(t *testing.T) {
	for _, n := range orders() {
		for _, uplo := range triangles {
			for _, diag := range []lapack.Diag{lapack.NonUnit, lapack.Unit} {
				t.Run(fmt.Sprintf("%d/%d/%d", n, uplo, diag), func(t *testing.T) { s.checkTriangular(t, n, uplo, diag) })
			}
		}
	}
}

func (s *suite[T, R]) checkTriangular(t *testing.T, n int, uplo lapack.Uplo, diag lapack.Diag) {
	// Small elements off the diagonal keep the matrix well-conditioned.
	stored := times(s.random(n, n), 1/float64(max(1, n)))
	for i := range n {
		stored.set(i, i, stored.at(i, i)+2)
	}
	stored = rounded[T](stored)
	a := triangle(stored, uplo == lapack.Upper, diag == lapack.Unit)
	g := put[T](stored, 2)
	g.blank(uplo, diag == lapack.Unit)
	for _, trans := range transposes {
		for _, nrhs := range []int{0, 1, 5} {
			rhs := rounded[T](s.random(n, nrhs))
			b := put[T](rhs, 1)
			require.NoError(t, s.Trtrs(uplo, trans, diag, n, nrhs, g.data, g.ld, b.data, b.ld, s.ws))
			s.judgeSolution(t, op(a, trans), b.get(t), rhs)
		}
	}
	require.NoError(t, s.Trtri(uplo, diag, n, g.data, g.ld, s.ws))
	g.blankIntact(t, uplo, diag == lapack.Unit)
	s.judgeInverse(t, a, triangle(g.get(t), uplo == lapack.Upper, diag == lapack.Unit))
}
