package cblas_test

// This file holds the adapters to gonum's own conformance suite, for the routines that run on the provider, and, for the
// two types that the suite does not know, to gonum's routines.

import (
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/blas/cblas128"
	"gonum.org/v1/gonum/blas/cblas64"
	"gonum.org/v1/gonum/blas/gonum"
	"gonum.org/v1/gonum/blas/testblas"
	"gonum.org/v1/gonum/mat"

	"github.com/tenferro/tenferro-go/cblas"
)

func TestImplementation(t *testing.T) {
	for _, p := range cblas.Providers() {
		t.Run(p.Info().Name, func(t *testing.T) {
			impl := cblas.NewImplementation(p)
			for name, test := range map[string]func(*testing.T, cblas.Implementation){
				"Dgemm": func(t *testing.T, i cblas.Implementation) { testblas.TestDgemm(t, i) },
				"Dgemv": func(t *testing.T, i cblas.Implementation) { testblas.DgemvTest(t, i) },
				"Dger":  func(t *testing.T, i cblas.Implementation) { testblas.DgerTest(t, i) },
				"Ddot":  func(t *testing.T, i cblas.Implementation) { testblas.DdotTest(t, i) },
				"Daxpy": func(t *testing.T, i cblas.Implementation) { testblas.DaxpyTest(t, i) },
				"Dscal": func(t *testing.T, i cblas.Implementation) { testblas.DscalTest(t, i) },
				"Zgemm": func(t *testing.T, i cblas.Implementation) { testblas.ZgemmTest(t, i) },
				"Zgemv": func(t *testing.T, i cblas.Implementation) { testblas.ZgemvTest(t, i) },
				"Zgeru": func(t *testing.T, i cblas.Implementation) { testblas.ZgeruTest(t, i) },
				"Zgerc": func(t *testing.T, i cblas.Implementation) { testblas.ZgercTest(t, i) },
				"Zdotu": func(t *testing.T, i cblas.Implementation) { testblas.ZdotuTest(t, i) },
				"Zdotc": func(t *testing.T, i cblas.Implementation) { testblas.ZdotcTest(t, i) },
				"Zaxpy": func(t *testing.T, i cblas.Implementation) { testblas.ZaxpyTest(t, i) },
				"Zscal": func(t *testing.T, i cblas.Implementation) { testblas.ZscalTest(t, i) },
			} {
				t.Run(name, func(t *testing.T) { test(t, impl) })
			}
			t.Run("float32", func(t *testing.T) { compareFloat32(t, impl) })
			t.Run("complex64", func(t *testing.T) { compareComplex64(t, impl) })
		})
	}
}

// rowCase is one set of arguments for all routines.
type rowCase struct {
	tA, tB         blas.Transpose
	m, n, k        int
	incX, incY     int
	padA, padB     int
	short          int // elements that every slice lacks
	alphaRe, alpha float64
}

// rowCases returns good and bad cases.
func rowCases(rng *rand.Rand) []rowCase {
	cases := []rowCase{
		{tA: 'X', tB: blas.NoTrans, m: 2, n: 2, k: 2, incX: 1, incY: 1},
		{tA: blas.NoTrans, tB: 0, m: 2, n: 2, k: 2, incX: 1, incY: 1},
		{tA: blas.NoTrans, tB: blas.NoTrans, m: -1, n: 2, k: 2, incX: 1, incY: 1},
		{tA: blas.NoTrans, tB: blas.NoTrans, m: 2, n: -1, k: 2, incX: 1, incY: 1},
		{tA: blas.NoTrans, tB: blas.NoTrans, m: 2, n: 2, k: -2, incX: 1, incY: 1},
		{tA: blas.NoTrans, tB: blas.NoTrans, m: 3, n: 3, k: 3, incX: 0, incY: 1},
		{tA: blas.NoTrans, tB: blas.NoTrans, m: 3, n: 3, k: 3, incX: 1, incY: 0},
		{tA: blas.NoTrans, tB: blas.NoTrans, m: 3, n: 3, k: 3, incX: 1, incY: 1, padA: -1},
		{tA: blas.NoTrans, tB: blas.NoTrans, m: 3, n: 3, k: 3, incX: 1, incY: 1, padB: -1},
		{tA: blas.NoTrans, tB: blas.NoTrans, m: 3, n: 3, k: 3, incX: 1, incY: 1, short: 1},
		{tA: blas.NoTrans, tB: blas.NoTrans, m: 3, n: 3, k: 3, incX: -2, incY: -1, short: 2},
	}
	trans := []blas.Transpose{blas.NoTrans, blas.Trans, blas.ConjTrans}
	for range 200 {
		cases = append(cases, rowCase{
			tA: trans[rng.IntN(3)], tB: trans[rng.IntN(3)], m: rng.IntN(12), n: rng.IntN(12), k: rng.IntN(12),
			incX: [...]int{1, 2, -1, -3}[rng.IntN(4)], incY: [...]int{1, 2, -1, -3}[rng.IntN(4)],
			padA: rng.IntN(3), padB: rng.IntN(3), alphaRe: float64(rng.IntN(4) - 1), alpha: float64(rng.IntN(2)),
		})
	}
	return cases
}

// caught returns what f panics with, or nil.
func caught(f func()) (r any) {
	defer func() { r = recover() }()
	f()
	return nil
}

// lengths returns the sizes of the slices of a case: A, B, C, x and y.
func (c rowCase) lengths() (lda, ldb, a, b, out, x, y int) {
	rowsA, colsA := c.m, c.k
	if c.tA != blas.NoTrans {
		rowsA, colsA = colsA, rowsA
	}
	rowsB, colsB := c.k, c.n
	if c.tB != blas.NoTrans {
		rowsB, colsB = colsB, rowsB
	}
	lda, ldb = max(1, colsA)+c.padA, max(1, colsB)+c.padB
	length := func(n int) int { return max(0, n-c.short) }
	return lda, ldb, length(rowsA * lda), length(rowsB * ldb), length(c.m * max(1, c.n)),
		length(12*max(c.incX, -c.incX) + 1), length(12*max(c.incY, -c.incY) + 1)
}

func compareFloat32(t *testing.T, impl cblas.Implementation) {
	rng := rand.New(rand.NewPCG(5, 0))
	vector := func(n int) []float32 {
		s := make([]float32, n)
		for i := range s {
			s[i] = float32(rng.IntN(11) - 5)
		}
		return s
	}
	for _, c := range rowCases(rng) {
		lda, ldb, lenA, lenB, lenC, lenX, lenY := c.lengths()
		a, b, out, x, y := vector(lenA), vector(lenB), vector(lenC), vector(lenX), vector(lenY)
		alpha, ldc := float32(c.alphaRe), max(1, c.n)
		var runs [2][]any
		for r, i := range []blas.Float32{gonum.Implementation{}, impl} {
			out, x, y := append([]float32{}, out...), append([]float32{}, x...), append([]float32{}, y...)
			for _, call := range []func(){
				func() { i.Sgemm(c.tA, c.tB, c.m, c.n, c.k, alpha, a, lda, b, ldb, 2, out, ldc) },
				func() { i.Sgemv(c.tA, c.m, c.n, alpha, out, ldc, x, c.incX, 3, y, c.incY) },
				func() {
					if c.incX >= 0 && c.incY >= 0 { // gonum's Sger errs where an increment is negative
						i.Sger(c.m, c.n, alpha, x, c.incX, y, c.incY, out, ldc)
					}
				},
				func() { i.Saxpy(c.m, alpha, x, c.incX, y, c.incY) },
				func() { i.Sscal(c.n, alpha, x, c.incX) },
				func() { out = append(out, i.Sdot(c.m, x, c.incX, y, c.incY)) },
			} {
				runs[r] = append(runs[r], caught(call), append([]float32{}, out...), append([]float32{}, x...), append([]float32{}, y...))
			}
		}
		require.Equal(t, fmt.Sprint(runs[0]), fmt.Sprint(runs[1]), "%+v", c)
	}
}

func compareComplex64(t *testing.T, impl cblas.Implementation) {
	rng := rand.New(rand.NewPCG(6, 0))
	vector := func(n int) []complex64 {
		s := make([]complex64, n)
		for i := range s {
			s[i] = complex(float32(rng.IntN(11)-5), float32(rng.IntN(11)-5))
		}
		return s
	}
	for _, c := range rowCases(rng) {
		lda, ldb, lenA, lenB, lenC, lenX, lenY := c.lengths()
		a, b, out, x, y := vector(lenA), vector(lenB), vector(lenC), vector(lenX), vector(lenY)
		alpha, ldc := complex64(complex(c.alphaRe, c.alpha)), max(1, c.n)
		var runs [2][]any
		for r, i := range []blas.Complex64{gonum.Implementation{}, impl} {
			out, x, y := append([]complex64{}, out...), append([]complex64{}, x...), append([]complex64{}, y...)
			for _, call := range []func(){
				func() { i.Cgemm(c.tA, c.tB, c.m, c.n, c.k, alpha, a, lda, b, ldb, 2, out, ldc) },
				func() { i.Cgemv(c.tA, c.m, c.n, alpha, out, ldc, x, c.incX, 3, y, c.incY) },
				func() { i.Cgeru(c.m, c.n, 1, x, c.incX, y, c.incY, out, ldc) },
				func() { i.Cgerc(c.m, c.n, 1i, x, c.incX, y, c.incY, out, ldc) },
				func() { i.Caxpy(c.m, alpha, x, c.incX, y, c.incY) },
				func() { i.Cscal(c.n, alpha, x, c.incX) },
				func() { out = append(out, i.Cdotu(c.m, a, c.incX, x, c.incY)) },
				func() { out = append(out, i.Cdotc(c.m, a, c.incX, x, c.incY)) },
			} {
				runs[r] = append(runs[r], caught(call), append([]complex64{}, out...), append([]complex64{}, x...), append([]complex64{}, y...))
			}
		}
		for k := range runs[0] {
			want, isSlice := runs[0][k].([]complex64)
			if !isSlice {
				require.Equal(t, runs[0][k], runs[1][k], "%+v", c)
				continue
			}
			got := runs[1][k].([]complex64)
			require.Len(t, got, len(want))
			for j := range want {
				scale := 1 + cmplx.Abs(complex128(want[j]))
				require.LessOrEqual(t, cmplx.Abs(complex128(got[j]-want[j])), 1e-5*scale, "%+v", c)
			}
		}
	}
}

// TestUse runs gonum's matrices on a provider.
func TestUse(t *testing.T) {
	defer func() {
		blas32.Use(gonum.Implementation{})
		blas64.Use(gonum.Implementation{})
		cblas64.Use(gonum.Implementation{})
		cblas128.Use(gonum.Implementation{})
	}()
	cblas.Use(cblas.Gonum())
	require.IsType(t, cblas.Implementation{}, blas64.Implementation())
	require.IsType(t, cblas.Implementation{}, cblas128.Implementation())
	a, b := mat.NewDense(2, 3, []float64{1, 2, 3, 4, 5, 6}), mat.NewDense(3, 2, []float64{7, 8, 9, 10, 11, 12})
	var c mat.Dense
	c.Mul(a, b)
	require.Equal(t, []float64{58, 64, 139, 154}, c.RawMatrix().Data)
	c.Mul(b.T(), a.T())
	require.Equal(t, []float64{58, 139, 64, 154}, c.RawMatrix().Data)
	var x mat.VecDense
	require.NoError(t, x.SolveVec(mat.NewDense(2, 2, []float64{2, 1, 1, 3}), mat.NewVecDense(2, []float64{3, 5})))
	require.InDelta(t, 0.8, x.AtVec(0), 1e-15)

	// What gonum would hide.
	c.Reset()
	c.Mul(mat.NewDense(1, 1, []float64{0}), mat.NewDense(1, 1, []float64{math.NaN()}))
	require.True(t, math.IsNaN(c.At(0, 0)))
}
