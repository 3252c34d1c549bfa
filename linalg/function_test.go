package linalg_test

import (
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/linalg"
	"github.com/tenferro/tenferro-go/tensor"
)

func TestNorms(t *testing.T) {
	for _, size := range rectangles() {
		cases(t, size[0], size[1], nil, func(t *testing.T, s station, c testCase) {
			for i, a := range c.exact {
				var frobenius, one, inf float64
				columns, rows := make([]float64, a.n), make([]float64, a.m)
				a.each(func(i, j int, v complex128) {
					frobenius = math.Hypot(frobenius, cmplx.Abs(v))
					columns[j] += cmplx.Abs(v)
					rows[i] += cmplx.Abs(v)
				})
				for _, v := range columns {
					one = max(one, v)
				}
				for _, v := range rows {
					inf = max(inf, v)
				}
				sv, err := linalg.SingularValues(c.x, s.opts()...)
				require.NoError(t, err)
				two, nuclear := 0.0, 0.0
				for _, v := range vectors(t, sv)[i] {
					two, nuclear = max(two, real(v)), nuclear+real(v)
				}
				for kind, want := range map[linalg.NormKind]float64{linalg.Frobenius: frobenius, linalg.One: one, linalg.Inf: inf, linalg.Two: two, linalg.Nuclear: nuclear} {
					got, err := linalg.Norm(c.x, kind, s.opts()...)
					require.NoError(t, err)
					require.Equal(t, c.d.Real(), got.DType())
					require.InDelta(t, want, real(elements(t, got)[i]), 50*c.eps*float64(a.m+a.n)*want, kind)
				}
			}
		})
	}
}

func TestNormsKeepTheirRange(t *testing.T) {
	huge := tensor.MustFromColMajor([]float64{3e200, 4e200}, 2, 1)
	n, err := linalg.Norm(huge, linalg.Frobenius)
	require.NoError(t, err)
	require.InEpsilon(t, 5e200, real(elements(t, n)[0]), 1e-14)
	n, err = linalg.VectorNorm(huge, 3)
	require.NoError(t, err)
	require.InEpsilon(t, math.Cbrt(27+64)*1e200, real(elements(t, n)[0]), 1e-14)
	n, err = linalg.Norm(tensor.MustFromColMajor([]float64{1, math.NaN()}, 2, 1), linalg.One)
	require.NoError(t, err)
	require.True(t, math.IsNaN(real(elements(t, n)[0])))
}

func TestVectorNorm(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, d := range dtypes {
		for _, shape := range [][]int{{}, {0}, {5}, {3, 4}, {2, 3, 0}, {2, 3, 4}} {
			n := 1
			for _, k := range shape {
				n *= k
			}
			x := lay(t, d, layouts[rng.IntN(3)], random(rng, n, 1).a, shape...)
			for _, p := range []float64{-2, 0, 0.5, 1, 2, 3, math.Inf(1), math.Inf(-1)} {
				want, sum, count, most, least := 0.0, 0.0, 0.0, 0.0, math.Inf(1)
				for _, v := range elements(t, x) {
					r := cmplx.Abs(v)
					sum += math.Pow(r, p)
					most, least, count = max(most, r), min(least, r), count+1
				}
				switch {
				case n == 0:
				case p == 0:
					want = count
				case math.IsInf(p, 1):
					want = most
				case math.IsInf(p, -1):
					want = least
				default:
					want = math.Pow(sum, 1/p)
				}
				got, err := linalg.VectorNorm(x, p)
				require.NoError(t, err)
				require.Empty(t, got.Shape())
				require.InDelta(t, want, real(elements(t, got)[0]), 100*epsilon(d)*(1+want), "%s %v p=%g", d, shape, p)
			}
		}
	}
	_, err := linalg.VectorNorm(tensor.MustNew(tensor.Float64, 3), math.NaN())
	require.Error(t, err)
}

func TestRankAndCondition(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for _, s := range stations(t) {
		for _, d := range dtypes {
			for _, rank := range []int{0, 1, 3, 6} {
				x := realPart(d, random(rng, 9, rank).mul(random(rng, rank, 6)))
				if !d.IsComplex() { // the real part of a product of complex matrices has twice the rank
					x = realPart(d, random(rng, 9, rank)).mul(realPart(d, random(rng, rank, 6)))
				}
				got, err := linalg.MatrixRank(lay(t, d, "row-major", x.a, 9, 6), s.opts()...)
				require.NoError(t, err)
				require.Equal(t, complex(float64(rank), 0), elements(t, got)[0])
			}
			v := diagonal([]complex128{4, 2, -0.5})
			x := lay(t, d, "strided", v.a, 3, 3)
			for kind, want := range map[linalg.NormKind]float64{linalg.Two: 8, linalg.One: 8, linalg.Inf: 8, linalg.Frobenius: math.Sqrt(20.25) * math.Sqrt(1./16+1./4+4)} {
				got, err := linalg.Cond(x, kind, s.opts()...)
				require.NoError(t, err)
				require.InEpsilon(t, want, real(elements(t, got)[0]), 20*epsilon(d), kind)
			}
			for _, kind := range []linalg.NormKind{linalg.Two, linalg.One} {
				got, err := linalg.Cond(tensor.MustNew(d, 3, 3), kind, s.opts()...)
				require.NoError(t, err)
				require.True(t, cmplx.IsInf(elements(t, got)[0]) || cmplx.IsNaN(elements(t, got)[0]) && kind == linalg.Two)
				got, err = linalg.Cond(tensor.MustNew(d, 0, 0, 2), kind, s.opts()...)
				require.NoError(t, err)
				require.Equal(t, []complex128{0, 0}, elements(t, got))
			}
		}
	}
}

// TestMatrixExp holds the exponential of Hermitian matrices against that of their eigenvalues, of nilpotent ones against
// the finite series, and the product with the inverse against the identity.
func TestMatrixExp(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 17, 40} {
		for _, size := range []float64{1e-3, 0.1, 0.5, 1, 3, 30} {
			cases(t, n, n, func(x dense) dense {
				h := hermitian(x)
				scale := size / max(h.norm(), 1e-300)
				for k := range h.a {
					h.a[k] *= complex(scale, 0)
				}
				return h
			}, func(t *testing.T, s station, c testCase) {
				e, err := linalg.MatrixExp(c.x, s.opts()...)
				require.NoError(t, err)
				w, v, err := linalg.Eigh(c.x, s.opts()...)
				require.NoError(t, err)
				for i := range c.exact {
					vec, val := matrices(t, v)[i], slices.Clone(vectors(t, w)[i])
					for k := range val {
						val[k] = cmplx.Exp(val[k])
					}
					want := vec.mul(diagonal(val)).mul(vec.adjoint())
					c.small(t, matrices(t, e)[i].minus(want), want.norm()*(1+size), fmt.Sprint("exp of norm ", size))
				}
			})
		}
	}
	nilpotent := tensor.MustFromRowMajor([]float64{0, 1, 2, 0, 0, 3, 0, 0, 0}, 3, 3)
	e, err := linalg.MatrixExp(nilpotent)
	require.NoError(t, err)
	require.NoError(t, tensor.AllClose(e, tensor.MustFromRowMajor([]float64{1, 1, 3.5, 0, 1, 3, 0, 0, 1}, 3, 3), 1e-15, 1e-15))
	rotation, err := linalg.MatrixExp(tensor.MustFromRowMajor([]float64{0, -40, 40, 0}, 2, 2))
	require.NoError(t, err)
	for _, d := range dtypes { // elements are finite, their sum is not
		big := 1e308
		if d.Real() == tensor.Float32 {
			big = 3e38
		}
		huge, err := linalg.MatrixExp(lay(t, d, "column-major", []complex128{complex(-big, 0), 0, complex(-big, 0), complex(-big, 0)}, 2, 2))
		require.NoError(t, err)
		require.Equal(t, make([]complex128, 4), elements(t, huge))
	}
	cos, sin := math.Cos(40), math.Sin(40)
	require.NoError(t, tensor.AllClose(rotation, tensor.MustFromRowMajor([]float64{cos, -sin, sin, cos}, 2, 2), 1e-13, 1e-13))
}

func TestMatrixPower(t *testing.T) {
	for _, n := range []int{0, 1, 3, 8} {
		cases(t, n, n, func(x dense) dense {
			x = wellConditioned(x)
			for k := range x.a {
				x.a[k] /= complex(3*float64(n), 0)
			}
			return x
		}, func(t *testing.T, s station, c testCase) {
			for _, power := range []int{0, 1, 2, 3, 7, -1, -2} {
				p, err := linalg.MatrixPower(c.x, power, s.opts()...)
				require.NoError(t, err)
				for i, a := range c.exact {
					want, scale := identity(n), 1.0
					for range max(power, -power) {
						want, scale = want.mul(a), scale*(1+a.norm())
					}
					got := matrices(t, p)[i]
					if power < 0 {
						c.small(t, got.mul(want).minus(identity(n)), scale*(1+got.norm()), "A⁻ᵖ·Aᵖ - 1")
						continue
					}
					c.small(t, got.minus(want), scale, fmt.Sprint("power ", power))
				}
			}
		})
	}
	least, err := linalg.MatrixPower(tensor.MustFromColMajor([]float64{0, 1, 1, 0}, 2, 2), math.MinInt)
	require.NoError(t, err)
	require.NoError(t, tensor.AllClose(least, tensor.MustFromColMajor([]float64{1, 0, 0, 1}, 2, 2), 0, 0))
	_, err = linalg.MatrixPower(tensor.MustNew(tensor.Float64, 2, 3), 2)
	var operand *linalg.OperandError
	require.ErrorAs(t, err, &operand)
}

func TestKron(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	for _, d := range dtypes {
		for _, batch := range [][]int{nil, {2}, {2, 3}} {
			count := 1
			for _, k := range batch {
				count *= k
			}
			m, n, p, q := 1+rng.IntN(4), rng.IntN(4), 1+rng.IntN(4), 1+rng.IntN(4)
			a := lay(t, d, layouts[rng.IntN(3)], random(rng, m*n, count).a, slices.Concat([]int{m, n}, batch)...)
			b := lay(t, d, layouts[rng.IntN(3)], random(rng, p*q, count).a, slices.Concat([]int{p, q}, batch)...)
			x, err := linalg.Kron(a, b)
			require.NoError(t, err)
			require.Equal(t, slices.Concat([]int{m * p, n * q}, batch), x.Shape())
			for i, got := range matrices(t, x) {
				left, right := matrices(t, a)[i], matrices(t, b)[i]
				got.each(func(row, col int, v complex128) {
					want := left.at(row/p, col/q) * right.at(row%p, col%q)
					require.LessOrEqual(t, cmplx.Abs(v-want), 4*epsilon(d)*cmplx.Abs(want))
				})
			}
		}
	}
}

func TestMultiDot(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 9))
	for round := range 40 {
		d := dtypes[round%4]
		n := 2 + rng.IntN(5)
		sizes := make([]int, n+1)
		for i := range sizes {
			sizes[i] = 1 + rng.IntN(6)
		}
		var operands []*tensor.Tensor
		want, scale := identity(sizes[0]), 1.0
		for i := range n {
			x := realPart(d, random(rng, sizes[i], sizes[i+1]))
			operands = append(operands, lay(t, d, layouts[rng.IntN(3)], x.a, sizes[i], sizes[i+1]))
			want, scale = want.mul(matrices(t, operands[i])[0]), scale*x.norm()
		}
		x, err := linalg.MultiDot(operands)
		require.NoError(t, err)
		c := testCase{eps: epsilon(d)}
		c.small(t, matrices(t, x)[0].minus(want), scale, "product")
	}
	row, column := tensor.MustFromColMajor([]float64{1, 2}, 2), tensor.MustFromColMajor([]float64{3, 4}, 2)
	x, err := linalg.MultiDot([]*tensor.Tensor{row, tensor.MustFromRowMajor([]float64{1, 2, 3, 4}, 2, 2), column})
	require.NoError(t, err)
	require.Empty(t, x.Shape())
	require.Equal(t, complex(61, 0), elements(t, x)[0])
	for _, bad := range [][]*tensor.Tensor{nil, {row, tensor.MustNew(tensor.Float64, 3, 3)}, {row, row, row}, {tensor.MustNew(tensor.Float64, 2, 2, 2), row}} {
		_, err := linalg.MultiDot(bad)
		var operand *linalg.OperandError
		require.ErrorAs(t, err, &operand)
	}
}

func TestTensorSystems(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 9))
	for _, d := range dtypes {
		x := realPart(d, wellConditioned(random(rng, 12, 12)))
		a := lay(t, d, layouts[rng.IntN(3)], x.a, 3, 4, 2, 6)
		b := lay(t, d, layouts[rng.IntN(3)], realPart(d, random(rng, 12, 1)).a, 3, 4)
		y, err := linalg.TensorSolve(a, b)
		require.NoError(t, err)
		require.Equal(t, []int{2, 6}, y.Shape())
		c := testCase{eps: epsilon(d)}
		matrix := dense{12, 12, elements(t, a)}
		c.small(t, matrix.mul(dense{12, 1, elements(t, y)}).minus(dense{12, 1, elements(t, b)}), 100, "A·X - B")
		inverse, err := linalg.TensorInv(a, 2)
		require.NoError(t, err)
		require.Equal(t, []int{2, 6, 3, 4}, inverse.Shape())
		c.small(t, dense{12, 12, elements(t, inverse)}.mul(matrix).minus(identity(12)), 100, "A⁻¹·A - 1")
	}
	_, err := linalg.TensorSolve(tensor.MustNew(tensor.Float64, 3, 4), tensor.MustNew(tensor.Float64, 3))
	require.ErrorContains(t, err, "3 equations for 4 unknowns")
	_, err = linalg.TensorInv(tensor.MustNew(tensor.Float64, 4, 4), 2)
	var option *linalg.OptionError
	require.ErrorAs(t, err, &option)
}
