package finite

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAll(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(-1)
	for n := range 70 {
		f32, f64, c64, c128 := make([]float32, n), make([]float64, n), make([]complex64, n), make([]complex128, n)
		for i := range n {
			f32[i], f64[i] = -math.MaxFloat32, math.MaxFloat64
			c64[i], c128[i] = complex(f32[i], math.SmallestNonzeroFloat32), complex(math.SmallestNonzeroFloat64, -f64[i])
		}
		all := func() []bool { return []bool{All(f32), All(f64), All(c64), All(c128)} }
		require.Equal(t, []bool{true, true, true, true}, all())
		for i := range n {
			for _, bad := range []float64{nan, inf, -inf, math.Copysign(nan, -1)} {
				f32[i], f64[i], c64[i], c128[i] = float32(bad), bad, complex(1, float32(bad)), complex(bad, 1)
				require.Equal(t, []bool{false, false, false, false}, all(), "%d of %d", i, n)
				c64[i], c128[i] = complex(float32(bad), 1), complex(1, bad)
				require.False(t, All(c64))
				require.False(t, All(c128))
			}
			f32[i], f64[i], c64[i], c128[i] = 0, 0, 0, 0
		}
	}
}
