package linalg_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/lapack"
	"github.com/tenferro/tenferro-go/linalg"
	"github.com/tenferro/tenferro-go/tensor"
)

// telling are operations that package lanes does in batches, each with a result that does not depend on signs.
var telling = map[string]func(x *tensor.Tensor) (*tensor.Tensor, error){
	"Solve": func(x *tensor.Tensor) (*tensor.Tensor, error) {
		shape := x.Shape()
		b := tensor.MustNew(x.DType(), append([]int{shape[0], 2}, shape[2:]...)...)
		data, err := tensor.AsColMajor[float64](b)
		if err != nil {
			return nil, err
		}
		for i := range data {
			data[i] = float64(i%7) - 2.5
		}
		return linalg.Solve(x, b)
	},
	"Inv":      func(x *tensor.Tensor) (*tensor.Tensor, error) { return linalg.Inv(x) },
	"Cholesky": func(x *tensor.Tensor) (*tensor.Tensor, error) { return linalg.Cholesky(x) },
	"QR": func(x *tensor.Tensor) (*tensor.Tensor, error) {
		_, r, err := linalg.QR(x, linalg.Gauge())
		return r, err
	},
	"Eigh": func(x *tensor.Tensor) (*tensor.Tensor, error) { w, _, err := linalg.Eigh(x); return w, err },
	"SVD":  func(x *tensor.Tensor) (*tensor.Tensor, error) { _, s, _, err := linalg.SVD(x); return s, err },
}

// batchOf makes positive definite matrices, [n, n, 5, 8], and spoils the one at [3, 4].
func batchOf(n int, spoil func(m []float64)) *tensor.Tensor {
	rng := rand.New(rand.NewPCG(3, uint64(n)))
	data := make([]float64, n*n*40)
	for k := range 40 {
		m := data[k*n*n : (k+1)*n*n]
		for j := range n {
			for i := range j {
				m[i+j*n] = rng.NormFloat64()
				m[j+i*n] = m[i+j*n]
			}
			m[j+j*n] = 4*float64(n) + rng.Float64()
		}
	}
	at := 3 + 4*5
	spoil(data[at*n*n : (at+1)*n*n])
	return tensor.MustFromColMajor(data, n, n, 5, 8)
}

// TestBatchesLikeSingleMatrices holds every matrix of a batch against the same one by itself, however the batch lies.
func TestBatchesLikeSingleMatrices(t *testing.T) {
	for _, n := range []int{1, 2, 4, 5, 16} {
		for name, spoil := range map[string]func(m []float64){
			"nothing":        func([]float64) {},
			"huge":           func(m []float64) { scaled(m, 1e200) },
			"tiny":           func(m []float64) { scaled(m, 1e-200) },
			"one huge entry": func(m []float64) { m[0] = 1e290 },
		} {
			x := batchOf(n, spoil)
			for form, y := range map[string]*tensor.Tensor{
				"compact":    x,
				"transposed": tensor.Must(x.Permute(1, 0, 2, 3)),
				"turned":     tensor.Must(x.Permute(0, 1, 3, 2)),
				"part":       tensor.Must(x.Slice(tensor.All(), tensor.All(), tensor.Range{Start: 1, Stop: 5}, tensor.All())),
			} {
				for op, f := range telling {
					if op == "Solve" {
						continue // its right-hand sides differ from matrix to matrix
					}
					got, err := f(y)
					require.NoError(t, err, "%s %s %s %d", op, name, form, n)
					for i := range y.Dim(2) {
						for j := range y.Dim(3) {
							single := tensor.Must(tensor.Must(y.Index(3, j)).Index(2, i))
							want, err := f(tensor.Must(single.Clone()))
							require.NoError(t, err)
							g := tensor.Must(tensor.Must(got.Index(got.Rank()-1, j)).Index(got.Rank()-2, i))
							size := 0.0
							all, err := tensor.ColMajor[float64](want)
							require.NoError(t, err)
							for _, v := range all {
								size = max(size, math.Abs(v))
							}
							require.NoError(t, tensor.AllClose(g, want, 1e-11, 1e-12*size), "%s %s %s %d [%d %d]", op, name, form, n, i, j)
						}
					}
				}
			}
		}
	}
}

func scaled(m []float64, by float64) {
	for i := range m {
		m[i] *= by
	}
}

// TestBatchErrors: one bad matrix of a batch is named, with the error that it has by itself.
func TestBatchErrors(t *testing.T) {
	for _, n := range []int{1, 2, 4, 5, 16} {
		for name, bad := range map[string]struct {
			spoil func(m []float64)
			ops   map[string]error
		}{
			"NaN": {func(m []float64) { m[n*n-n] = math.NaN() }, map[string]error{"Solve": lapack.ErrNonFinite, "Inv": lapack.ErrNonFinite,
				"Cholesky": lapack.ErrNonFinite, "QR": lapack.ErrNonFinite, "Eigh": lapack.ErrNonFinite, "SVD": lapack.ErrNonFinite}},
			"infinite": {func(m []float64) { m[n*n-1] = math.Inf(-1) }, map[string]error{"Solve": lapack.ErrNonFinite, "Inv": lapack.ErrNonFinite,
				"Cholesky": lapack.ErrNonFinite, "QR": lapack.ErrNonFinite, "Eigh": lapack.ErrNonFinite, "SVD": lapack.ErrNonFinite}},
			"zero": {func(m []float64) { clear(m) }, map[string]error{"Solve": lapack.ErrSingular, "Inv": lapack.ErrSingular,
				"Cholesky": lapack.ErrNotPositiveDefinite, "QR": nil, "Eigh": nil, "SVD": nil}},
			"negative": {func(m []float64) { m[0] = -1 }, map[string]error{"Cholesky": lapack.ErrNotPositiveDefinite}},
		} {
			x := batchOf(n, bad.spoil)
			for op, want := range bad.ops {
				_, err := telling[op](x)
				if want == nil {
					require.NoError(t, err, "%s %s %d", op, name, n)
					continue
				}
				require.ErrorIs(t, err, want, "%s %s %d", op, name, n)
				var matrix *linalg.MatrixError
				require.ErrorAs(t, err, &matrix)
				require.Equal(t, []int{3, 4}, matrix.Batch, "%s %s %d", op, name, n)
			}
		}
	}
	for op, f := range telling {
		for _, shape := range [][]int{{4, 4, 0}, {0, 0, 9}, {0, 0}} {
			_, err := f(tensor.MustNew(tensor.Float64, shape...))
			require.NoError(t, err, "%s of %v", op, shape)
		}
	}
}
