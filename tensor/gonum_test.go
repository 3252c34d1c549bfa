package tensor_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/blas/cblas128"
	"gonum.org/v1/gonum/blas/cblas64"
	"gonum.org/v1/gonum/mat"

	"github.com/tenferro/tenferro-go/tensor"
)

var (
	_ tensor.RawMatrixer  = (*mat.Dense)(nil)
	_ tensor.RawCMatrixer = (*mat.CDense)(nil)
	_ tensor.RawVectorer  = (*mat.VecDense)(nil)
)

func TestFromDense(t *testing.T) {
	whole := mat.NewDense(4, 5, random[float64](newRand(t), 20))
	for _, m := range []*mat.Dense{whole, whole.Slice(1, 3, 2, 5).(*mat.Dense), whole.Slice(0, 4, 1, 2).(*mat.Dense), {}} {
		x, err := tensor.FromDense(m)
		require.NoError(t, err)
		r, c := m.Dims()
		require.Equal(t, []int{r, c}, x.Shape())
		indices(x.Shape(), func(index []int) {
			require.Equal(t, m.At(index[0], index[1]), at[float64](t, x, index))
		})
		if r > 0 {
			require.NoError(t, tensor.Set(x, 42.0, r-1, 0))
			require.Equal(t, 42.0, m.At(r-1, 0), "one memory")
			g, err := tensor.AsGeneral[blas64.General](x)
			require.NoError(t, err)
			var back mat.Dense
			back.SetRawMatrix(g)
			require.True(t, mat.Equal(m, &back))
		}
	}
	z := mat.NewCDense(2, 3, []complex128{1, 2, 3, 4i, 5i, 6i})
	x, err := tensor.FromCDense(z)
	require.NoError(t, err)
	require.Equal(t, []int{3, 1}, x.Strides())
	require.Equal(t, 5i, at[complex128](t, x, []int{1, 1}))

	v, err := tensor.FromVecDense(whole.ColView(2).(*mat.VecDense))
	require.NoError(t, err)
	require.Equal(t, []int{5}, v.Strides())
	for i := range 4 {
		require.Equal(t, whole.At(i, 2), at[float64](t, v, []int{i}))
	}

	_, err = tensor.FromDense(nil)
	require.ErrorIs(t, err, tensor.ErrInvalid)
	_, err = tensor.FromCDense(nil)
	require.ErrorIs(t, err, tensor.ErrInvalid)
	_, err = tensor.FromVecDense(nil)
	require.ErrorIs(t, err, tensor.ErrInvalid)
}

func TestGeneral(t *testing.T) {
	s, err := tensor.FromGeneral(blas32.General{Rows: 2, Cols: 2, Stride: 3, Data: []float32{1, 2, 0, 3, 4}})
	require.NoError(t, err)
	require.Equal(t, float32(3), at[float32](t, s, []int{1, 0}))
	c, err := tensor.FromGeneral(cblas64.General{Rows: 1, Cols: 2, Stride: 2, Data: []complex64{1, 2i}})
	require.NoError(t, err)
	require.Equal(t, complex64(2i), at[complex64](t, c, []int{0, 1}))
	g32, err := tensor.AsGeneral[blas32.General](s)
	require.NoError(t, err)
	require.Equal(t, blas32.General{Rows: 2, Cols: 2, Stride: 3, Data: []float32{1, 2, 0, 3, 4}}, g32)
	g64, err := tensor.AsGeneral[cblas64.General](c)
	require.NoError(t, err)
	require.Equal(t, 2, g64.Stride)

	for _, g := range []blas64.General{
		{Rows: 2, Cols: 3, Stride: 3, Data: make([]float64, 5)},
		{Rows: 3, Cols: 1, Stride: 1 << 62, Data: make([]float64, 5)},
		{Rows: -1, Cols: 3, Stride: 3, Data: make([]float64, 5)},
	} {
		_, err := tensor.FromGeneral(g)
		require.Error(t, err, "%v", g)
	}
}

func TestAsGeneralLayouts(t *testing.T) {
	x := tensor.MustFromColMajor([]complex128{1, 2, 3, 4, 5, 6}, 2, 3)
	_, err := tensor.AsGeneral[cblas128.General](x)
	require.ErrorIs(t, err, tensor.ErrNeedsCopy)
	g, err := tensor.AsGeneral[cblas128.General](tensor.Must(x.Transpose()))
	require.NoError(t, err)
	require.Equal(t, cblas128.General{Rows: 3, Cols: 2, Stride: 2, Data: []complex128{1, 2, 3, 4, 5, 6}}, g)
	row, err := tensor.AsGeneral[cblas128.General](tensor.Must(x.Slice(tensor.All(), tensor.Range{Start: 1, Stop: 2})))
	require.ErrorIs(t, err, nil)
	require.Equal(t, cblas128.General{Rows: 2, Cols: 1, Stride: 1, Data: []complex128{3, 4}}, row)

	_, err = tensor.AsGeneral[blas64.General](x)
	require.ErrorIs(t, err, tensor.ErrDType)
	_, err = tensor.AsGeneral[cblas128.General](tensor.Must(x.Reshape(6)))
	require.ErrorIs(t, err, tensor.ErrShape)
	_, err = tensor.AsGeneral[cblas128.General](tensor.Must(tensor.Must(x.Transpose()).Reverse(0)))
	require.ErrorIs(t, err, tensor.ErrNeedsCopy)
	_, err = tensor.AsGeneral[cblas128.General](tensor.Must(tensor.Must(x.Index(0, 0)).Broadcast(3, 3)))
	require.ErrorIs(t, err, tensor.ErrNeedsCopy)
	_, err = tensor.AsGeneral[cblas128.General](nil)
	require.ErrorIs(t, err, tensor.ErrInvalid)
	empty, err := tensor.AsGeneral[blas64.General](tensor.MustNew(tensor.Float64, 0, 3))
	require.NoError(t, err)
	require.Equal(t, blas64.General{Rows: 0, Cols: 3, Stride: 3}, empty)
}
