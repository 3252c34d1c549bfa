package cblas_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/cblas"
	"github.com/tenferro/tenferro-go/cblas/internal/kernel"
)

func TestSelfTest(t *testing.T) {
	for _, p := range cblas.GonumKernels(kernel.Names()) {
		require.NoError(t, cblas.SelfTest(t.Context(), p, cblas.Quick), p.Info().Kernel)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, cblas.SelfTest(ctx, cblas.Gonum(), cblas.Full), context.Canceled)
}

// broken is a provider whose float64 products are wrong in one element for one size.
type broken struct{ cblas.Provider }

type brokenOps struct{ cblas.Ops[float64] }

func (p broken) Float64() cblas.Ops[float64] { return brokenOps{p.Provider.Float64()} }

func (o brokenOps) Gemm(transA, transB cblas.Transpose, m, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) error {
	err := o.Ops.Gemm(transA, transB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
	if m == 33 && n == 17 && k == 24 && transB == cblas.Trans {
		c[31+5*ldc]++
	}
	return err
}

func TestSelfTestFindsTheFault(t *testing.T) {
	err := cblas.SelfTest(t.Context(), broken{cblas.Gonum()}, cblas.Quick)
	var wrong *cblas.SelfTestError
	require.True(t, errors.As(err, &wrong), "%v", err)
	require.Equal(t, "gemm", wrong.Routine)
	require.Equal(t, "float64", wrong.Type)
	require.Equal(t, []int{33, 17, 24, 31, 5}, []int{wrong.M, wrong.N, wrong.K, wrong.Row, wrong.Col})
	require.Equal(t, cblas.Trans, wrong.TransB)
}

// TestSelfTestPattern holds the pattern of the test matrices to published values of their products: the first and the
// last element, and the sum weighted by 1 + (row-major position mod 7).
func TestSelfTestPattern(t *testing.T) {
	ops := cblas.Gonum().Float64()
	for _, c := range []struct {
		m, n, k          int
		first, last, sum float64
	}{
		{24, 8, 64, 90, 44, 1373},
		{127, 129, 128, 25, 16, 3095},
		{192, 193, 191, 18, 98, -30},
		{257, 255, 256, 54, 5, 758},
	} {
		a, b, out := make([]float64, c.m*c.k), make([]float64, c.k*c.n), make([]float64, c.m*c.n)
		for j := range c.k {
			for i := range c.m {
				a[i+j*c.m] = float64(cblas.PatternA(i, j))
			}
			for l := range c.n {
				b[j+l*c.k] = float64(cblas.PatternB(j, l))
			}
		}
		require.NoError(t, ops.Gemm(cblas.NoTrans, cblas.NoTrans, c.m, c.n, c.k, 1, a, c.m, b, c.k, 0, out, c.m))
		require.Equal(t, c.first, out[0])
		require.Equal(t, c.last, out[len(out)-1])
		var sum float64
		for at, x := range out {
			i, j := at%c.m, at/c.m
			sum += float64(1+(i*c.n+j)%7) * x
		}
		require.Equal(t, c.sum, sum)
	}
}
