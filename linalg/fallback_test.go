package linalg

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/lapack"
	"github.com/tenferro/tenferro-go/tensor"
)

// This file makes LAPACK fail to converge, which no matrix at hand does, to see what happens then.

// stubborn is a provider whose divide and conquer gives up and leaves rubbish behind, on request its QR iteration too.
type stubborn struct {
	lapack.Provider
	iteration bool
}

func (p stubborn) Float64() lapack.Ops[float64, float64] {
	return stubbornOps{p.Provider.Float64(), p.iteration}
}

type stubbornOps struct {
	lapack.Ops[float64, float64]
	iteration bool
}

func (o stubbornOps) Gesdd(_ lapack.SVDJob, _, _ int, a []float64, _ int, _, _ []float64, _ int, _ []float64, _ int, _ *lapack.Workspace) error {
	for i := range a {
		a[i] = math.NaN()
	}
	return &lapack.NoConvergenceError{Routine: "gesdd", Count: 1}
}

func (o stubbornOps) Gesvd(ju, jv lapack.SVDJob, m, n int, a []float64, lda int, s, u []float64, ldu int, vt []float64, ldvt int, ws *lapack.Workspace) error {
	if o.iteration {
		return &lapack.NoConvergenceError{Routine: "gesvd", Count: 2}
	}
	return o.Ops.Gesvd(ju, jv, m, n, a, lda, s, u, ldu, vt, ldvt, ws)
}

func TestNoConvergence(t *testing.T) {
	a := tensor.MustFromRowMajor([]float64{3, 0, 0, 0, 4, 0}, 2, 3)
	for _, name := range []string{"svd", "svdvals"} {
		for _, fails := range []bool{false, true} {
			s := tensor.MustNew(tensor.Float64, 2)
			out := []*tensor.Tensor{tensor.MustNew(tensor.Float64, 2, 2), s, tensor.MustNew(tensor.Float64, 2, 3)}
			if name == "svdvals" {
				out = out[1:2]
			}
			e := &extension{native: stubborn{lapack.Default(), fails}, gonum: lapack.Gonum()}
			err := e.kernel(routines[name])(context.Background(), &op{name: name}, []*tensor.Tensor{a}, out)
			if fails {
				var matrix *MatrixError
				require.ErrorAs(t, err, &matrix)
				require.ErrorIs(t, err, lapack.ErrNoConvergence)
				continue
			}
			require.NoError(t, err)
			require.NoError(t, tensor.AllClose(s, tensor.MustFromColMajor([]float64{4, 3}, 2), 1e-14, 1e-14))
		}
	}
}
