package cblas_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/cblas"
	"github.com/tenferro/tenferro-go/cblas/cblastest"
	"github.com/tenferro/tenferro-go/cblas/internal/kernel"
	"github.com/tenferro/tenferro-go/internal/race"
)

// TestGonum holds the pure-Go provider to the contract, on every set of kernels that the processor can run (in short mode
// on the best).
func TestGonum(t *testing.T) {
	for i, p := range cblas.GonumKernels(kernel.Names()) {
		if i > 0 && testing.Short() {
			break
		}
		t.Run(p.Info().Kernel, func(t *testing.T) {
			t.Parallel() // each provider has its own threads
			cblastest.Run(t, p)
		})
	}
}

// TestGonumThreads checks that each provider has a thread count of its own.
func TestGonumThreads(t *testing.T) {
	p, q := cblas.Gonum(), cblas.Gonum()
	require.NoError(t, p.SetThreads(1))
	require.NoError(t, q.SetThreads(7))
	require.Equal(t, 1, p.Threads())
	require.Equal(t, 7, q.Info().Threads)
}

// TestGonumAllocates checks that nothing is allocated once the buffers have grown.
func TestGonumAllocates(t *testing.T) {
	if race.Enabled {
		t.Skip("under the race detector sync.Pool drops buffers at random, to shake out mistakes")
	}
	p := cblas.Gonum()
	require.NoError(t, p.SetThreads(2))
	ops := p.Float64()
	const n = 200
	a, b, c := make([]float64, n*n), make([]float64, n*n), make([]float64, n*n)
	off := []int{0, 64, 128}
	for name, call := range map[string]func() error{
		"gemm small": func() error { return ops.Gemm(cblas.NoTrans, cblas.Trans, 4, 4, 4, 1, a, 4, b, 4, 0, c, 4) },
		"gemm trans": func() error { return ops.Gemm(cblas.Trans, cblas.Trans, 4, 4, 4, 1, a, 4, b, 4, 0, c, 4) },
		"gemm large": func() error { return ops.Gemm(cblas.Trans, cblas.NoTrans, n, n, n, 1, a, n, b, n, 0, c, n) },
		"gemmStrided": func() error {
			return ops.GemmStrided(cblas.NoTrans, cblas.NoTrans, 8, 8, 8, 1, a, 8, 64, b, 8, 64, 0, c, 8, 64, 600)
		},
		"gemmOffsets": func() error {
			return ops.GemmOffsets(cblas.NoTrans, cblas.NoTrans, 8, 8, 8, 1, a, 8, off, b, 8, off, 0, c, 8, off)
		},
		"gemv": func() error { return ops.Gemv(cblas.NoTrans, n, n, 1, a, n, b, 2, 0, c, -3) },
		"ger":  func() error { return ops.Ger(n, n, 1, a, 2, b, 2, c, n) },
		"dot": func() error {
			_, err := ops.Dot(n, a, 2, b, -2)
			return err
		},
		"axpy": func() error { return ops.Axpy(n, 1, a, 2, b, -2) },
	} {
		for range 3 {
			require.NoError(t, call())
		}
		// Garbage collections during the runs empty pools, many of them on a busy machine: the quietest of a few rounds
		// tells whether the calls themselves allocate.
		least := math.Inf(1)
		for round := 0; round < 10 && least >= 1; round++ {
			least = min(least, testing.AllocsPerRun(20, func() { _ = call() }))
		}
		require.Less(t, least, 1.0, name)
	}
}

// TestGonumSameBits checks that the number of threads does not change a bit of a result.
func TestGonumSameBits(t *testing.T) {
	p := cblas.Gonum()
	ops := p.Float64()
	const m, n, k = 517, 389, 700
	fill := func(s []float64) []float64 {
		x := 0.1
		for i := range s {
			x = 3.9 * x * (1 - x)
			s[i] = x - 0.5
		}
		return s
	}
	a, b := fill(make([]float64, m*k)), fill(make([]float64, k*n))
	big := fill(make([]float64, 1000*1100))
	var want [][]float64
	for _, threads := range []int{1, 2, 3, 5, 16} {
		require.NoError(t, p.SetThreads(threads))
		var got [][]float64
		for _, transA := range []cblas.Transpose{cblas.NoTrans, cblas.Trans} {
			lda := m
			if transA == cblas.Trans {
				lda = k
			}
			c := fill(make([]float64, m*n))
			require.NoError(t, ops.Gemm(transA, cblas.NoTrans, m, n, k, 1.5, a, lda, b, k, 0.5, c, m))
			y := fill(make([]float64, 1100))
			require.NoError(t, ops.Gemv(transA, 1000, 1100, 1.5, big, 1000, fill(make([]float64, 1100)), 1, 0.5, y, 1))
			got = append(got, c, y)
		}
		g := fill(make([]float64, 1000*1100))
		require.NoError(t, ops.Ger(1000, 1100, 0.7, fill(make([]float64, 1000)), 1, fill(make([]float64, 1100)), 1, g, 1000))
		s := fill(make([]float64, 5000*16))
		require.NoError(t, ops.GemmStrided(cblas.NoTrans, cblas.NoTrans, 4, 4, 4, 1, a, 4, 3, b, 4, 5, 1, s, 4, 16, 5000))
		got = append(got, g, s)
		if want == nil {
			want = got
		}
		require.Equal(t, want, got, "%d threads", threads)
	}
}

// TestGonumLongRow sums one row in float32: as a chain of column updates it would lose digits.
func TestGonumLongRow(t *testing.T) {
	ops := cblas.Gonum().Float32()
	const n = 1_000_000
	a, ones := make([]float32, n), make([]float32, n)
	for i := range a {
		a[i], ones[i] = float32(1)/255, 1
	}
	for rows := 1; rows <= 3; rows++ {
		y := make([]float32, rows)
		require.NoError(t, ops.Gemv(cblas.NoTrans, rows, n/rows, 1, a, rows, ones, 1, 0, y, 1))
		require.InDelta(t, 3921.5688/float64(rows), y[rows-1], 0.1)
		require.NoError(t, ops.Gemv(cblas.Trans, n/rows, rows, 1, a, n/rows, ones, 1, 0, y, 1))
		require.InDelta(t, 3921.5688/float64(rows), y[rows-1], 0.1)
	}
}

func TestByName(t *testing.T) {
	p, err := cblas.ByName("gonum")
	require.NoError(t, err)
	require.Equal(t, "gonum", p.Info().Name)
	_, err = cblas.ByName("atlas")
	require.ErrorIs(t, err, cblas.ErrUnknownProvider)
	require.Contains(t, err.Error(), `"atlas"`)
	require.Equal(t, cblas.Providers()[0].Info().Name, cblas.Default().Info().Name)
}
