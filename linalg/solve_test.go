package linalg_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/linalg"
	"github.com/tenferro/tenferro-go/tensor"
)

// rightHandSides makes k right-hand sides, or one vector for k < 0, for each matrix of a case.
func rightHandSides(t *testing.T, c testCase, k int) (*tensor.Tensor, []dense) {
	rng := rand.New(rand.NewPCG(uint64(c.x.Dim(0)), 5))
	shape := []int{c.x.Dim(0), k}
	if k < 0 {
		shape = shape[:1]
	}
	shape = slices.Concat(shape, c.x.Shape()[2:])
	columns := max(k, 1)
	if k < 0 {
		columns = 1
	}
	var all []complex128
	for range c.exact {
		all = append(all, realPart(c.d, random(rng, c.x.Dim(0), columns)).a...)
	}
	all = all[:len(c.exact)*c.x.Dim(0)*max(columns, 1)]
	if k == 0 {
		all = nil
	}
	b := lay(t, c.d, layouts[rng.IntN(3)], all, shape...)
	return b, columnsOf(t, b, c.x.Dim(0), k, len(c.exact))
}

// columnsOf reads right-hand sides or solutions as matrices.
func columnsOf(t *testing.T, b *tensor.Tensor, m, k, count int) []dense {
	if k < 0 {
		k = 1
	}
	all := elements(t, b)
	out := make([]dense, count)
	for i := range out {
		out[i] = dense{m, k, all[i*m*k : (i+1)*m*k]}
	}
	return out
}

// wellConditioned adds to the diagonal.
func wellConditioned(x dense) dense {
	for i := range x.m {
		x.set(i, i, x.at(i, i)+complex(3*float64(x.m), 0))
	}
	return x
}

func TestSolve(t *testing.T) {
	for _, n := range squares() {
		for _, k := range []int{-1, 0, 1, 3} {
			cases(t, n, n, wellConditioned, func(t *testing.T, s station, c testCase) {
				b, bs := rightHandSides(t, c, k)
				x, err := linalg.Solve(c.x, b, s.opts()...)
				require.NoError(t, err)
				require.Equal(t, b.Shape(), x.Shape())
				y, err := linalg.Solve(c.x, b, s.opts(linalg.Adjoint())...)
				require.NoError(t, err)
				p, l, u, err := linalg.LU(c.x, s.opts()...)
				require.NoError(t, err)
				again, err := linalg.LUSolve(p, l, u, b, s.opts()...)
				require.NoError(t, err)
				adjoint, err := linalg.LUSolve(p, l, u, b, s.opts(linalg.Adjoint())...)
				require.NoError(t, err)
				for i, a := range c.exact {
					for _, got := range []struct {
						a dense
						x *tensor.Tensor
					}{{a, x}, {a.adjoint(), y}, {a, again}, {a.adjoint(), adjoint}} {
						xs := columnsOf(t, got.x, n, k, len(c.exact))[i]
						c.small(t, got.a.mul(xs).minus(bs[i]), a.norm()*xs.norm(), "A·X - B")
					}
				}
			})
		}
	}
}

func TestSolvePositive(t *testing.T) {
	for _, n := range squares() {
		cases(t, n, n, positive, func(t *testing.T, s station, c testCase) {
			b, bs := rightHandSides(t, c, 2)
			for _, more := range [][]linalg.Option{nil, {linalg.Lower()}} {
				x, err := linalg.SolvePositive(c.x, b, s.opts(more...)...)
				require.NoError(t, err)
				for i, a := range c.exact {
					xs := columnsOf(t, x, n, 2, len(c.exact))[i]
					c.small(t, a.mul(xs).minus(bs[i]), a.norm()*xs.norm(), "A·X - B")
				}
			}
		})
	}
}

func TestSolveTriangular(t *testing.T) {
	for _, n := range squares() {
		cases(t, n, n, wellConditioned, func(t *testing.T, s station, c testCase) {
			b, bs := rightHandSides(t, c, 2)
			for flags := range 8 {
				var more []linalg.Option
				lower, unit, adjoint := flags&1 > 0, flags&2 > 0, flags&4 > 0
				if lower {
					more = append(more, linalg.Lower())
				}
				if unit {
					more = append(more, linalg.UnitDiagonal())
				}
				if adjoint {
					more = append(more, linalg.Adjoint())
				}
				if unit && n > 20 {
					continue // such systems grow without bound
				}
				x, err := linalg.SolveTriangular(c.x, b, s.opts(more...)...)
				require.NoError(t, err)
				for i, a := range c.exact {
					a = a.triangle(lower, unit)
					if adjoint {
						a = a.adjoint()
					}
					xs := columnsOf(t, x, n, 2, len(c.exact))[i]
					c.small(t, a.mul(xs).minus(bs[i]), a.norm()*xs.norm(), "A·X - B")
				}
			}
		})
	}
}

func TestLstSq(t *testing.T) {
	for _, size := range rectangles() {
		m, n := size[0], size[1]
		for _, k := range []int{-1, 2} {
			cases(t, m, n, nil, func(t *testing.T, s station, c testCase) {
				b, bs := rightHandSides(t, c, k)
				x, rank, sv, err := linalg.LstSq(c.x, b, s.opts()...)
				require.NoError(t, err)
				want, err := linalg.MatrixRank(c.x, s.opts()...)
				require.NoError(t, err)
				require.True(t, tensor.Equal(want, rank) || m > 10, "rank %v, want %v", rank, want)
				pinv, err := linalg.Pinv(c.x, s.opts()...)
				require.NoError(t, err)
				for i, a := range c.exact {
					xs := columnsOf(t, x, n, k, len(c.exact))[i]
					residual := a.mul(xs).minus(bs[i])
					c.small(t, a.adjoint().mul(residual), a.norm()*(a.norm()*xs.norm()+bs[i].norm()), "Aᴴ·(A·X - B)")
					inverse := matrices(t, pinv)[i]
					scale := inverse.norm() * bs[i].norm() * (1 + a.norm()*inverse.norm())
					c.small(t, inverse.mul(bs[i]).minus(xs), scale, "X - A⁺·B")
					require.Len(t, vectors(t, sv)[i], min(m, n))
				}
			})
		}
	}
}

func TestInverse(t *testing.T) {
	for _, n := range squares() {
		cases(t, n, n, wellConditioned, func(t *testing.T, s station, c testCase) {
			x, err := linalg.Inv(c.x, s.opts()...)
			require.NoError(t, err)
			for i, a := range c.exact {
				c.small(t, a.mul(matrices(t, x)[i]).minus(identity(n)), a.norm()*matrices(t, x)[i].norm(), "A·A⁻¹ - 1")
			}
		})
	}
}

// TestPinv holds the four conditions of Moore and Penrose.
func TestPinv(t *testing.T) {
	for _, size := range rectangles() {
		cases(t, size[0], size[1], nil, func(t *testing.T, s station, c testCase) {
			x, err := linalg.Pinv(c.x, s.opts(linalg.Tolerance(1e-3))...)
			require.NoError(t, err)
			for i, a := range c.exact {
				p := matrices(t, x)[i]
				require.Equal(t, []int{a.n, a.m}, []int{p.m, p.n})
				cond := 1 + a.norm()*p.norm()
				pap := p.mul(a).mul(p)
				c.small(t, pap.minus(p), p.norm()*cond*cond, "A⁺·A·A⁺ - A⁺")
				ap, pa := a.mul(p), p.mul(a)
				loss := 1e-3 * a.norm() / c.eps // what the tolerance cuts off A
				c.small(t, ap.mul(a).minus(a), a.norm()*cond*cond+loss, "A·A⁺·A - A")
				c.small(t, ap.adjoint().minus(ap), cond*cond+p.norm()*loss, "symmetry of A·A⁺")
				c.small(t, pa.adjoint().minus(pa), cond*cond+p.norm()*loss, "symmetry of A⁺·A")
			}
		})
	}
}

func TestDeterminant(t *testing.T) {
	for _, n := range squares() {
		cases(t, n, n, nil, func(t *testing.T, s station, c testCase) {
			sign, logAbs, err := linalg.SlogDet(c.x, s.opts()...)
			require.NoError(t, err)
			det, err := linalg.Det(c.x, s.opts()...)
			require.NoError(t, err)
			w, err := linalg.Eigvals(c.x, s.opts()...)
			require.NoError(t, err)
			signs, logs, dets := elements(t, sign), elements(t, logAbs), elements(t, det)
			for i, a := range c.exact {
				rebuilt := signs[i] * complex(math.Exp(real(logs[i])), 0)
				scale := math.Pow(a.norm()+1e-300, float64(n))
				if n > 20 || scale > 1e30 {
					continue // no float32 holds them
				}
				c.small(t, dense{1, 1, []complex128{rebuilt - dets[i]}}, scale*float64(n*n+1), "det against sign·exp")
				product := complex(1, 0)
				for _, v := range vectors(t, w)[i] {
					product *= v
				}
				c.small(t, dense{1, 1, []complex128{product - dets[i]}}, scale*float64(n*n+1), "det against eigenvalues")
			}
		})
	}
	for _, s := range stations(t) { // far beyond what a float64 holds
		big := tensor.MustNew(tensor.Float64, 100, 100)
		for i := range 100 {
			require.NoError(t, tensor.Set(big, -1e10, i, i))
		}
		sign, logAbs, err := linalg.SlogDet(big, s.opts()...)
		require.NoError(t, err)
		require.Equal(t, complex(1, 0), elements(t, sign)[0])
		require.InDelta(t, 100*math.Log(1e10), real(elements(t, logAbs)[0]), 1e-9)
		singular := tensor.MustNew(tensor.Complex128, 3, 3)
		sign, logAbs, err = linalg.SlogDet(singular, s.opts()...)
		require.NoError(t, err)
		require.Equal(t, complex(0, 0), elements(t, sign)[0])
		require.True(t, math.IsInf(real(elements(t, logAbs)[0]), -1))
	}
}
