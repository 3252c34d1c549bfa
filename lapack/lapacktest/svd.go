package lapacktest

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tenferro/tenferro-go/lapack"
)

// This file tests Gesdd, Gesvd and Gelsd.

var svdJobs = []lapack.SVDJob{lapack.SVDNone, lapack.SVDThin, lapack.SVDFull}

// svdRooms returns the buffers for the outputs of a decomposition.
func svdRooms[T lapack.Scalar, R lapack.Real](jobU, jobVT lapack.SVDJob, m, n int) (sv *guarded[R], u, vt *guarded[T]) {
	cols := func(job lapack.SVDJob, size int) int {
		return [...]int{lapack.SVDNone: 0, lapack.SVDThin: min(m, n), lapack.SVDFull: size}[job]
	}
	return vector[R](min(m, n)), room[T](m, cols(jobU, m), 2), room[T](cols(jobVT, n), n, 1)
}

func (s *suite[T, R]) testSVD(t *testing.T) {
	for _, sh := range shapes() {
		for _, x := range s.samples(sh.m, sh.n) {
			t.Run(fmt.Sprintf("%dx%d/%s", sh.m, sh.n, x.name), func(t *testing.T) { s.checkSVD(t, x.a) })
		}
	}
	t.Run("known values", func(t *testing.T) {
		want := geometric(12, 1e-3)
		a, _, _ := s.withValues(20, 12, want)
		g, sv := put[T](a, 0), vector[R](12)
		require.NoError(t, s.Gesdd(lapack.SVDNone, 20, 12, g.data, g.ld, sv.data, nil, 0, nil, 0, s.ws))
		require.InDeltaSlice(t, want, reals(t, sv), s.bound(20, 1))
	})
}

// checkSVD runs both routines with all jobs on one matrix.
func (s *suite[T, R]) checkSVD(t *testing.T, a dense) {
	var values []float64
	for _, jobU := range svdJobs {
		for _, jobVT := range svdJobs {
			if jobU != jobVT && max(a.m, a.n) > 50 {
				continue // mixed jobs are tried on small matrices
			}
			sv, u, vt := svdRooms[T, R](jobU, jobVT, a.m, a.n)
			g := put[T](a, 3)
			require.NoError(t, s.Gesvd(jobU, jobVT, a.m, a.n, g.data, g.ld, sv.data, u.data, u.ld, vt.data, vt.ld, s.ws))
			g.get(t)
			values = s.judgeSVD(t, a, values, sv, u, vt)
		}
		sv, u, vt := svdRooms[T, R](jobU, jobU, a.m, a.n)
		g := put[T](a, 1)
		require.NoError(t, s.Gesdd(jobU, a.m, a.n, g.data, g.ld, sv.data, u.data, u.ld, vt.data, vt.ld, s.ws))
		g.get(t)
		values = s.judgeSVD(t, a, values, sv, u, vt)
	}
}

// judgeSVD checks one decomposition and holds its values to those of the first.
func (s *suite[T, R]) judgeSVD(t *testing.T, a dense, values []float64, sv *guarded[R], gu, gvt *guarded[T]) []float64 {
	t.Helper()
	k, order, size := min(a.m, a.n), max(a.m, a.n), fro(a)
	d, u, vt := reals(t, sv), gu.get(t), gvt.get(t)
	for i, x := range d {
		require.GreaterOrEqual(t, x, 0.0)
		require.True(t, i == 0 || d[i-1] >= x, "values ascend: %v", d)
	}
	if values != nil {
		require.InDeltaSlice(t, values, d, s.bound(order, size)+math.SmallestNonzeroFloat64)
	}
	require.LessOrEqual(t, orthogonality(u), s.bound(order, 3))
	require.LessOrEqual(t, orthogonality(adj(vt)), s.bound(order, 3))
	if u.n > 0 && vt.m > 0 && k > 0 {
		us := scaleCols(u.cut(a.m, k), d)
		require.LessOrEqual(t, fro(sub(a, mul(us, vt.cut(k, a.n)))), s.bound(order, size))
	}
	return d
}

func (s *suite[T, R]) testLeastSquares(t *testing.T) {
	for _, sh := range shapes() {
		for _, nrhs := range []int{0, 1, 3} {
			t.Run(fmt.Sprintf("%dx%d/%d", sh.m, sh.n, nrhs), func(t *testing.T) {
				k := min(sh.m, sh.n)
				for _, rank := range []int{k, (k + 1) / 2, 0} {
					s.checkLeastSquares(t, sh.m, sh.n, rank, nrhs)
				}
			})
		}
	}
	t.Run("own tolerance", func(t *testing.T) {
		a, _, _ := s.withValues(10, 10, geometric(10, 1e-4))
		for _, c := range []struct {
			rcond R
			rank  int
		}{{-1, 10}, {0, 10}, {0.9e-2, 6}, {0.5, 1}} {
			g, b, sv := put[T](a, 0), put[T](s.random(10, 1), 0), vector[R](10)
			rank, err := s.Gelsd(10, 10, 1, g.data, g.ld, b.data, b.ld, sv.data, c.rcond, s.ws)
			require.NoError(t, err)
			// Singular values are 10^(-4i/9).
			want := 0
			for i := range 10 {
				if math.Pow(10, -4*float64(i)/9) > float64(c.rcond) {
					want++
				}
			}
			require.Equal(t, want, rank, "rcond %v", c.rcond)
		}
	})
}

// checkLeastSquares solves with a matrix of known factors, whose pseudo-inverse is known with them.
func (s *suite[T, R]) checkLeastSquares(t *testing.T, m, n, rank, nrhs int) {
	d := geometric(rank, 0.2)
	a, u, v := newDense(m, n), dense{}, dense{}
	if rank > 0 {
		a, u, v = s.withValues(m, n, d)
	}
	a, rhs := rounded[T](a), rounded[T](s.random(m, nrhs))
	g, b, sv := put[T](a, 2), room[T](max(m, n), nrhs, 1), vector[R](min(m, n))
	for j := range nrhs {
		for i := range m {
			b.data[i+j*b.ld] = from[T](rhs.at(i, j))
		}
		for i := m; i < max(m, n); i++ {
			b.data[i+j*b.ld] = from[T](17) // not part of B
		}
	}
	got, err := s.Gelsd(m, n, nrhs, g.data, g.ld, b.data, b.ld, sv.data, R(100*s.eps), s.ws)
	require.NoError(t, err)
	require.Equal(t, rank, got)
	g.get(t)
	reals(t, sv)
	x, want := b.get(t).cut(n, nrhs), newDense(n, nrhs)
	if rank > 0 {
		inv := make([]float64, rank)
		for i := range inv {
			inv[i] = 1 / d[i]
		}
		want = mul(scaleCols(v, inv), mul(adj(u), rhs))
	}
	require.LessOrEqual(t, fro(sub(x, want)), s.bound(max(m, n), 25*fro(rhs)))
}
