package linalg_test

import (
	"math"
	"math/cmplx"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/linalg"
)

func TestSVD(t *testing.T) {
	for _, size := range rectangles() {
		m, n := size[0], size[1]
		cases(t, m, n, nil, func(t *testing.T, s station, c testCase) {
			for _, full := range []bool{false, true} {
				opts := s.opts()
				if full {
					opts = s.opts(linalg.Full(), linalg.Gauge())
				}
				ut, st, vt, err := linalg.SVD(c.x, opts...)
				require.NoError(t, err)
				values, err := linalg.SingularValues(c.x, s.opts()...)
				require.NoError(t, err)
				u, sv, vh, alone := matrices(t, ut), vectors(t, st), matrices(t, vt), vectors(t, values)
				for i, a := range c.exact {
					k := min(m, n)
					if full {
						require.Equal(t, []int{m, m, n, n}, []int{u[i].m, u[i].n, vh[i].m, vh[i].n})
					} else {
						require.Equal(t, []int{m, k, k, n}, []int{u[i].m, u[i].n, vh[i].m, vh[i].n})
					}
					require.Len(t, sv[i], k)
					middle := newDense(u[i].n, vh[i].m)
					for j, x := range sv[i] {
						middle.set(j, j, x)
						require.GreaterOrEqual(t, real(x), 0.0)
						if j > 0 {
							require.LessOrEqual(t, real(x), real(sv[i][j-1]))
						}
						require.InDelta(t, real(x), real(alone[i][j]), 50*float64(k)*c.eps*real(sv[i][0]))
					}
					c.small(t, u[i].mul(middle).mul(vh[i]).minus(a), a.norm(), "A - U·S·Vh")
					c.orthonormal(t, u[i], "U")
					c.orthonormal(t, vh[i].adjoint(), "V")
					if full {
						gauged(t, u[i])
					}
				}
			}
		})
	}
}

// gauged requires an element among the largest of each column to be exactly real, and positive.
func gauged(t *testing.T, v dense) {
	for j := range v.n {
		largest, found := 0.0, false
		for i := range v.m {
			largest = max(largest, cmplx.Abs(v.at(i, j)))
		}
		for i := range v.m {
			x := v.at(i, j)
			found = found || cmplx.Abs(x) >= largest*0.998 && real(x) > 0 && imag(x) == 0
		}
		require.True(t, found || v.m == 0, "column %d", j)
	}
}

func TestQR(t *testing.T) {
	for _, size := range rectangles() {
		m, n := size[0], size[1]
		cases(t, m, n, nil, func(t *testing.T, s station, c testCase) {
			for _, full := range []bool{false, true} {
				opts := s.opts()
				if full {
					opts = s.opts(linalg.Full(), linalg.Gauge())
				}
				q, r, err := linalg.QR(c.x, opts...)
				require.NoError(t, err)
				qp, rp, p, err := linalg.PivotedQR(c.x, opts...)
				require.NoError(t, err)
				l, ql, err := linalg.LQ(c.x, opts...)
				require.NoError(t, err)
				for i, a := range c.exact {
					upper(t, c, a, matrices(t, q)[i], matrices(t, r)[i], full)
					permuted := newDense(m, n)
					order := vectors(t, p)[i]
					for j, from := range order {
						copy(permuted.a[j*m:(j+1)*m], a.a[int(real(from))*m:])
					}
					upper(t, c, permuted, matrices(t, qp)[i], matrices(t, rp)[i], full)
					for j := 1; j < min(m, n); j++ {
						d := matrices(t, rp)[i]
						require.LessOrEqual(t, cmplx.Abs(d.at(j, j)), cmplx.Abs(d.at(j-1, j-1))*(1+1e-3)+c.eps*a.norm())
					}
					upper(t, c, a.adjoint(), matrices(t, ql)[i].adjoint(), matrices(t, l)[i].adjoint(), full)
				}
			}
		})
	}
}

// upper holds A = Q·R to what QR promises.
func upper(t *testing.T, c testCase, a, q, r dense, full bool) {
	t.Helper()
	k := min(a.m, a.n)
	if full {
		k = a.m
	}
	require.Equal(t, []int{a.m, k, k, a.n}, []int{q.m, q.n, r.m, r.n})
	c.small(t, q.mul(r).minus(a), a.norm(), "A - Q·R")
	c.orthonormal(t, q, "Q")
	require.Equal(t, r.triangle(false, false), r)
	if full {
		for j := range min(a.m, a.n) {
			require.GreaterOrEqual(t, real(r.at(j, j)), 0.0)
			require.Zero(t, imag(r.at(j, j)))
		}
	}
}

func TestLU(t *testing.T) {
	for _, size := range rectangles() {
		m, n := size[0], size[1]
		cases(t, m, n, nil, func(t *testing.T, s station, c testCase) {
			p, l, u, err := linalg.LU(c.x, s.opts()...)
			require.NoError(t, err)
			for i, a := range c.exact {
				permuted := newDense(m, n)
				for row, from := range vectors(t, p)[i] {
					for j := range n {
						permuted.set(row, j, a.at(int(real(from)), j))
					}
				}
				low, up := matrices(t, l)[i], matrices(t, u)[i]
				require.Equal(t, low.triangle(true, true), low)
				require.Equal(t, up.triangle(false, false), up)
				c.small(t, low.mul(up).minus(permuted), a.norm()*math.Sqrt(float64(max(m, 1))), "P·A - L·U")
			}
		})
	}
}

func TestCholesky(t *testing.T) {
	for _, n := range squares() {
		cases(t, n, n, positive, func(t *testing.T, s station, c testCase) {
			u, err := linalg.Cholesky(c.x, s.opts()...)
			require.NoError(t, err)
			l, err := linalg.Cholesky(c.x, s.opts(linalg.Lower())...)
			require.NoError(t, err)
			for i, a := range c.exact {
				up, low := matrices(t, u)[i], matrices(t, l)[i]
				require.Equal(t, up.triangle(false, false), up)
				require.Equal(t, low.triangle(true, false), low)
				c.small(t, up.adjoint().mul(up).minus(a), a.norm(), "A - Uᴴ·U")
				c.small(t, low.mul(low.adjoint()).minus(a), a.norm(), "A - L·Lᴴ")
			}
		})
	}
}

func TestEigh(t *testing.T) {
	for _, n := range squares() {
		cases(t, n, n, hermitian, func(t *testing.T, s station, c testCase) {
			for _, more := range [][]linalg.Option{nil, {linalg.Lower(), linalg.Gauge()}} {
				w, v, err := linalg.Eigh(c.x, s.opts(more...)...)
				require.NoError(t, err)
				alone, err := linalg.EigvalsH(c.x, s.opts(more[:min(len(more), 1)]...)...)
				require.NoError(t, err)
				for i, a := range c.exact {
					vec, val := matrices(t, v)[i], vectors(t, w)[i]
					c.small(t, a.mul(vec).minus(vec.mul(diagonal(val))), a.norm(), "A·V - V·W")
					c.orthonormal(t, vec, "V")
					for k := range val {
						if k > 0 {
							require.LessOrEqual(t, real(val[k-1]), real(val[k]))
						}
						require.InDelta(t, real(val[k]), real(vectors(t, alone)[i][k]), 50*float64(n)*c.eps*a.norm())
					}
					if more != nil {
						gauged(t, vec)
					}
				}
			}
		})
	}
}

func TestEig(t *testing.T) {
	for _, n := range squares() {
		cases(t, n, n, nil, func(t *testing.T, s station, c testCase) {
			w, v, err := linalg.Eig(c.x, s.opts(linalg.Gauge())...)
			require.NoError(t, err)
			alone, err := linalg.Eigvals(c.x, s.opts()...)
			require.NoError(t, err)
			require.True(t, w.DType().IsComplex() && v.DType().IsComplex())
			for i, a := range c.exact {
				vec, val := matrices(t, v)[i], vectors(t, w)[i]
				c.small(t, a.mul(vec).minus(vec.mul(diagonal(val))), a.norm()*math.Sqrt(float64(max(n, 1))), "A·V - V·W")
				var trace, sum, other complex128
				for k := range n {
					trace += a.at(k, k)
					sum += val[k]
					other += vectors(t, alone)[i][k]
					c.small(t, dense{1, 1, []complex128{complex((dense{n, 1, vec.a[k*n : (k+1)*n]}).norm()-1, 0)}}, 1, "norm of a vector")
				}
				limit := 20 * float64(n+1) * c.eps * a.norm()
				require.LessOrEqual(t, cmplx.Abs(trace-sum), limit)
				require.LessOrEqual(t, cmplx.Abs(trace-other), limit)
				gauged(t, vec)
			}
		})
	}
}
