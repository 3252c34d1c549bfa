package lapacktest

import (
	"math"
	"math/cmplx"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tenferro/tenferro-go/lapack"
)

// This file tests Lange.

func (s *suite[T, R]) testNorms(t *testing.T) {
	for _, sh := range append(shapes(), shape{300, 2}) {
		for _, x := range s.samples(sh.m, sh.n) {
			g := put[T](x.a, 2)
			most := 0.0
			for _, v := range x.a.v {
				most = max(most, cmplx.Abs(v))
			}
			for norm, want := range map[lapack.Norm]float64{
				lapack.MaxAbs: most, lapack.OneNorm: norm1(x.a), lapack.InfNorm: norm1(trans(x.a)), lapack.Frobenius: fro(x.a),
			} {
				got, err := s.Lange(norm, sh.m, sh.n, g.data, g.ld)
				require.NoError(t, err)
				require.InEpsilon(t, want+1, float64(got)+1, 2*s.eps, "norm %d of %s", norm, x.name)
				if want > 0 {
					require.InEpsilon(t, want, float64(got), s.bound(2, 1))
				}
			}
		}
	}
	for norm := lapack.MaxAbs; norm <= lapack.Frobenius; norm++ {
		for _, at := range []int{0, 2, 5} {
			for _, bad := range []float64{math.NaN(), math.Inf(1)} {
				a := newDense(3, 2)
				a.v[at] = complex(bad, 0)
				got, err := s.Lange(norm, 3, 2, put[T](a, 0).data, 3)
				require.NoError(t, err)
				require.Equal(t, math.IsNaN(bad), math.IsNaN(float64(got)))
				require.Equal(t, math.IsInf(bad, 0), math.IsInf(float64(got), 0))
			}
		}
	}
}
