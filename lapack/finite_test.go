package lapack_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tenferro/tenferro-go/lapack"
)

func TestCheckFinite(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(-1)
	const m, n, lda = 5, 3, 7
	for _, bad := range []float64{nan, inf} {
		for j := range n {
			for i := range lda {
				a := make([]float64, (n-1)*lda+m)
				z := make([]complex64, (n-1)*lda+m)
				if k := i + j*lda; k < len(a) {
					a[k], z[k] = bad, complex(0, float32(bad))
				}
				if i < m {
					want := &lapack.NonFiniteError{Row: i, Col: j}
					require.Equal(t, want, lapack.CheckFinite(m, n, a, lda))
					require.Equal(t, want, lapack.CheckFinite(m, n, z, lda))
					require.ErrorIs(t, lapack.CheckFinite(m, n, a, lda), lapack.ErrNonFinite)
				} else { // between the columns
					require.NoError(t, lapack.CheckFinite(m, n, a, lda))
					require.NoError(t, lapack.CheckFinite(m, n, z, lda))
				}
			}
		}
	}
	require.NoError(t, lapack.CheckFinite(2, 2, []float32{1, -math.MaxFloat32, math.SmallestNonzeroFloat32, 0}, 2))
	require.NoError(t, lapack.CheckFinite(0, 3, []float32(nil), 0))
	var arg *lapack.ArgError
	require.ErrorAs(t, lapack.CheckFinite(2, 2, []float64{nan}, 2), &arg)
	require.Equal(t, "len(a)", arg.Arg)
}

func TestAllFinite(t *testing.T) {
	for n := range 12 {
		x := make([]float32, n)
		for i := range x {
			x[i] = math.MaxFloat32
		}
		require.True(t, lapack.AllFinite(x))
		for i := range x {
			x[i] = float32(math.Inf(1))
			require.False(t, lapack.AllFinite(x), "%d of %d", i, n)
			x[i] = 1
		}
	}
	require.False(t, lapack.AllFinite([]complex128{1, complex(0, math.NaN())}))
}
