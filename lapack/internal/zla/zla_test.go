package zla

import (
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// This file tests what the conformance suite of package lapack does not reach: the ends of the number range, hard
// eigenproblems, and the parts one by one.

// heap is a Memory without reuse, whose pieces start as NaN.
type heap struct{}

func (heap) Complex128s(n int) []complex128 {
	x := make([]complex128, n)
	for i := range x {
		x[i] = cmplx.NaN()
	}
	return x
}

func (heap) Float64s(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = math.NaN()
	}
	return x
}

func zeros(m, n int) Matrix {
	return Matrix{Rows: m, Cols: n, Data: make([]complex128, m*n), LD: max(1, m)}
}

func random(rng *rand.Rand, m, n int) Matrix {
	a := zeros(m, n)
	for i := range a.Data {
		a.Data[i] = complex(rng.NormFloat64(), rng.NormFloat64())
	}
	return a
}

func clone(a Matrix) Matrix {
	b := zeros(a.Rows, a.Cols)
	a.copyTo(b)
	return b
}

func scaled(a Matrix, f float64) Matrix {
	b := clone(a)
	scalReal(f, b.Data)
	return b
}

// residual returns the largest |A*v - w*v| over the eigenpairs, of A divided by size.
func residual(a Matrix, size float64, w []complex128, v Matrix) float64 {
	most := 0.0
	for k := range v.Cols {
		for i := range a.Rows {
			r := -w[k] / complex(size, 0) * v.At(i, k)
			for j := range a.Cols {
				r += a.At(i, j) / complex(size, 0) * v.At(j, k)
			}
			most = max(most, cmplx.Abs(r))
		}
	}
	return most
}

func newRand(t *testing.T) *rand.Rand {
	const seed = 11
	t.Logf("seed %d", seed)
	return rand.New(rand.NewPCG(seed, seed))
}

func TestReflect(t *testing.T) {
	rng := newRand(t)
	for _, size := range []float64{1, 1e-160, 1e-300, 1e-310, 1e150} {
		for n := 1; n < 6; n++ {
			x := scaled(random(rng, n, 1), size).Data
			v := slices.Clone(x)
			tau := reflect(v)
			beta := v[0]
			require.Zero(t, imag(beta))
			want := norm2(x)
			require.InEpsilon(t, want, math.Abs(real(beta)), 1e-13+1e-322/want)
			// Hᴴ*x = [beta, 0, ...], in numbers of a size that the test can compute with.
			y := slices.Clone(x)
			lift := 1.0
			if want < 1 {
				lift = 0x1p500 // 1/want alone may be infinite
			}
			scalReal(lift, y)
			scalReal(1/(want*lift), y)
			applyColumn(v, cmplx.Conj(tau), y)
			require.InDelta(t, 1, cmplx.Abs(y[0]), 1e-13+1e-320/want)
			for _, z := range y[1:] {
				require.InDelta(t, 0, cmplx.Abs(z), 1e-13+1e-320/want)
			}
		}
	}
	x := []complex128{-3, 0, 0}
	require.Zero(t, reflect(x), "nothing to do")
	require.Equal(t, []complex128{-3, 0, 0}, x)
}

func TestExtremeSizes(t *testing.T) {
	rng := newRand(t)
	const n = 12
	base := random(rng, n, n)
	for _, size := range []float64{1e-300, 1e-160, 1e160, 1e300} {
		t.Run(fmt.Sprintf("%.0e", size), func(t *testing.T) {
			a := scaled(base, size)
			s, want := make([]float64, n), make([]float64, n)
			none := Matrix{}
			require.Zero(t, SVD(clone(base), want, Matrix{Rows: n}, none, heap{}))
			require.Zero(t, SVD(clone(a), s, Matrix{Rows: n}, none, heap{}))
			for i := range s {
				require.InEpsilon(t, want[i], s[i]/size, 1e-12)
			}
			h, hw, w := clone(a), make([]float64, n), make([]complex128, n)
			require.Zero(t, Eigh(true, false, h, hw, heap{}))
			require.True(t, slices.IsSorted(hw))
			v := zeros(n, n)
			require.Zero(t, Eig(clone(a), w, Matrix{Rows: n}, v, heap{}))
			require.Less(t, residual(a, size, w, v), 1e-13)
		})
	}
}

// TestHardEigenproblems are matrices with known eigenvalues on which weaker iterations stall or lose everything.
func TestHardEigenproblems(t *testing.T) {
	rng := newRand(t)
	cases := map[string]struct {
		a    Matrix
		want []complex128
		tol  float64
	}{}
	add := func(name string, a Matrix, want []complex128, tol float64) {
		c := cases[name]
		c.a, c.want, c.tol = a, want, tol
		cases[name] = c
	}
	// The companion matrix of (x-1)...(x-8).
	companion, roots, p := zeros(8, 8), make([]complex128, 8), []float64{1}
	for r := 1; r <= 8; r++ {
		roots[r-1] = complex(float64(r), 0)
		next := make([]float64, len(p)+1)
		for i, c := range p {
			next[i] += c
			next[i+1] -= c * float64(r)
		}
		p = next
	}
	for i := range 8 {
		companion.Set(0, i, complex(-p[i+1], 0))
		if i > 0 {
			companion.Set(i, i-1, 1)
		}
	}
	add("companion", companion, roots, 1e-8)

	// A shift of order 40 with a phase: its shifted QR steps are rotations of each other until an exceptional shift.
	cyclic, units := zeros(40, 40), make([]complex128, 40)
	for k := range units {
		cyclic.Set((k+1)%40, k, 1i)
		units[k] = 1i * cmplx.Rect(1, 2*math.Pi*float64(k)/40)
	}
	add("cyclic", cyclic, units, 1e-13)

	// Badly scaled: D*A*D⁻¹ has the eigenvalues of A, and balancing finds D.
	const n = 10
	bad, w := random(rng, n, n), make([]complex128, n)
	require.Zero(t, Eig(clone(bad), w, Matrix{Rows: n}, Matrix{Rows: n}, heap{}))
	for j := range n {
		for i := range n {
			bad.Set(i, j, bad.At(i, j)*complex(math.Ldexp(1, 20*(i-j)), 0))
		}
	}
	add("badly scaled", bad, w, 1e-11)

	// A permuted triangular matrix: every eigenvalue is isolated, and exact.
	perm, tri, diag := rng.Perm(n), zeros(n, n), make([]complex128, n)
	for j := range n {
		for i := range j + 1 {
			x := complex(rng.NormFloat64(), rng.NormFloat64())
			tri.Set(perm[i], perm[j], x)
			if i == j {
				diag[i] = x
			}
		}
	}
	add("isolated", tri, diag, 0)

	// Two equal blocks, whose eigenvalues come in pairs with independent vectors.
	block := zeros(6, 6)
	for i := range 3 {
		for j := range 3 {
			x := complex(float64(i+2*j), float64(i-j))
			block.Set(i, j, x)
			block.Set(i+3, j+3, x)
		}
	}
	half := make([]complex128, 3)
	require.Zero(t, Eig(clone(block.Sub(0, 0, 3, 3)), half, Matrix{Rows: 3}, Matrix{Rows: 3}, heap{}))
	add("twins", block, append(half, half...), 1e-12)

	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			order := c.a.Rows
			w, vl, vr := make([]complex128, order), zeros(order, order), zeros(order, order)
			require.Zero(t, Eig(clone(c.a), w, vl, vr, heap{}))
			left := slices.Clone(w)
			for _, x := range c.want {
				best := 0
				for i := range left {
					if cmplx.Abs(left[i]-x) < cmplx.Abs(left[best]-x) {
						best = i
					}
				}
				require.LessOrEqual(t, cmplx.Abs(left[best]-x), c.tol, "%v in %v", x, w)
				left = slices.Delete(left, best, best+1)
			}
			size := max(1, c.a.maxPart())
			require.Less(t, residual(c.a, size, w, vr), 1e-12)
			adjoint := zeros(order, order)
			Adjoint(c.a, adjoint)
			for i := range w {
				w[i] = cmplx.Conj(w[i])
			}
			require.Less(t, residual(adjoint, size, w, vl), 1e-12)
		})
	}
}

// TestBalance checks that the transformation is undone exactly by its own description.
func TestBalance(t *testing.T) {
	rng := newRand(t)
	for range 50 {
		n := 1 + rng.IntN(8)
		a := zeros(n, n)
		for i := range a.Data {
			if rng.IntN(3) > 0 {
				a.Data[i] = complex(math.Ldexp(rng.NormFloat64(), rng.IntN(60)-30), 0)
			}
		}
		c := clone(a)
		b := balance(c, make([]float64, n))
		// T = P*D and its left counterpart: A*T = T*C.
		right := zeros(n, n)
		right.setIdentity()
		b.back(right, false)
		at, tc := zeros(n, n), zeros(n, n)
		gemm(NoTrans, NoTrans, 1, a, right, at)
		gemm(NoTrans, NoTrans, 1, right, c, tc)
		for i := range at.Data {
			require.InDelta(t, 0, cmplx.Abs(at.Data[i]-tc.Data[i]), 1e-12*(cmplx.Abs(at.Data[i])+1e-300))
		}
		// What was isolated is triangular.
		for j := range n {
			for i := j + 1; i < n; i++ {
				if j < b.lo || i >= b.hi {
					require.Zero(t, c.At(i, j))
				}
			}
		}
	}
}

func TestEstimateNorm1(t *testing.T) {
	rng := newRand(t)
	for n := 1; n < 30; n++ {
		a := random(rng, n, n)
		exact := 0.0
		for j := range n {
			exact = max(exact, sumAbs(a.Col(j)))
		}
		x := zeros(n, 1)
		apply := func(op Transpose) func() {
			return func() {
				y := zeros(n, 1)
				gemm(op, NoTrans, 1, a, x, y)
				copy(x.Data, y.Data)
			}
		}
		got := estimateNorm1(x.Data, apply(NoTrans), apply(ConjTrans))
		require.LessOrEqual(t, got, exact*(1+1e-13))
		require.GreaterOrEqual(t, got, exact/3)
	}
}

// TestProduct holds the product to its definition, also across the edges of its blocks.
func TestProduct(t *testing.T) {
	rng := newRand(t)
	read := func(op Transpose, a Matrix, i, j int) complex128 {
		switch op {
		case Trans:
			return a.At(j, i)
		case ConjTrans:
			return cmplx.Conj(a.At(j, i))
		}
		return a.At(i, j)
	}
	for _, ops := range [][2]Transpose{{NoTrans, NoTrans}, {NoTrans, Trans}, {NoTrans, ConjTrans}, {Trans, NoTrans}, {ConjTrans, NoTrans}} {
		for _, size := range [][3]int{{1, 1, 1}, {3, 0, 2}, {5, 4, 33}, {530, 2, 65}} {
			m, n, k := size[0], size[1], size[2]
			shape := func(op Transpose, rows, cols int) Matrix {
				if op == NoTrans {
					return random(rng, rows, cols)
				}
				return random(rng, cols, rows)
			}
			a, b, c := shape(ops[0], m, k), shape(ops[1], k, n), random(rng, m, n)
			want := clone(c)
			for j := range n {
				for i := range m {
					sum := want.At(i, j)
					for l := range k {
						sum += 2i * read(ops[0], a, i, l) * read(ops[1], b, l, j)
					}
					want.Set(i, j, sum)
				}
			}
			gemm(ops[0], ops[1], 2i, a, b, c)
			for i := range want.Data {
				require.InDelta(t, 0, cmplx.Abs(want.Data[i]-c.Data[i]), 1e-12)
			}
		}
	}
}

// TestRcondExtremes estimates conditions of matrices at the ends of the range, and beyond what a number can hold.
func TestRcondExtremes(t *testing.T) {
	diagonal := func(d ...complex128) Matrix {
		a := zeros(len(d), len(d))
		for i, x := range d {
			a.Set(i, i, x)
		}
		return a
	}
	for _, c := range []struct {
		d    []complex128
		want float64
	}{
		{[]complex128{1, 1i, -1}, 1},
		{[]complex128{1e300, 1e290}, 1e-10},
		{[]complex128{1e-300, 1e-290}, 1e-10},
		{[]complex128{1e-310, 1e-310}, 1},
		{[]complex128{1e200, 1e-200}, 0},
	} {
		a := diagonal(c.d...)
		norm := a.maxPart()
		for _, adjoint := range []bool{false, true} {
			got := RcondLU(adjoint, a, norm, heap{})
			require.InDelta(t, c.want, got, 1e-6*c.want)
		}
	}
}
