package instance

import (
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tenferro/tenferro-go/tensor"
)

// The check value that the generator's definition gives.
func TestInputs(t *testing.T) {
	in := &Instance{Name: "check", Equation: "ij->ij", Shapes: [][]int{{2, 3}}}
	want := []float64{
		0.46816461519606006, 0.48592428574370083, 0.606058877326498,
		0.4568002518161426, 0.29721671160296514, 0.38516647577978746,
	}
	for _, layout := range []Layout{RowMajor, ColMajor} {
		xs, err := in.Inputs(1, tensor.Float64, layout)
		require.NoError(t, err)
		got, err := tensor.RowMajor[float64](xs[0])
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	xs, err := in.Inputs(1, tensor.Float32, RowMajor)
	require.NoError(t, err)
	single, err := tensor.RowMajor[float32](xs[0])
	require.NoError(t, err)
	for e := range want {
		require.Equal(t, float32(want[e]), single[e])
	}
}

func TestInputsLayouts(t *testing.T) {
	in := &Instance{Name: "layouts", Shapes: [][]int{{2, 3, 4}, {}, {0, 2}, {5}}}
	rows, err := in.Inputs(1, tensor.Complex128, RowMajor)
	require.NoError(t, err)
	cols, err := in.Inputs(1, tensor.Complex128, ColMajor)
	require.NoError(t, err)
	require.Equal(t, []int{12, 4, 1}, rows[0].Strides())
	require.Equal(t, []int{1, 2, 6}, cols[0].Strides())
	for i := range rows {
		a, err := tensor.ColMajor[complex128](rows[i])
		require.NoError(t, err)
		b, err := tensor.ColMajor[complex128](cols[i])
		require.NoError(t, err)
		require.Equal(t, a, b)
	}
}

// The imaginary part of operand t is the real part of operand t + 2^20, less 1/√n.
func TestComplexInputs(t *testing.T) {
	const n, operand, seed = 7, 5, 11
	z := tensor.MustNew(tensor.Complex128, n)
	re, im := tensor.MustNew(tensor.Float64, n), tensor.MustNew(tensor.Float64, n)
	require.NoError(t, Fill(z, seed, operand))
	require.NoError(t, Fill(re, seed, operand))
	require.NoError(t, Fill(im, seed, operand+1<<20))
	narrow := tensor.MustNew(tensor.Complex64, n)
	require.NoError(t, Fill(narrow, seed, operand))
	for i := range n {
		got, err := tensor.At[complex128](z, i)
		require.NoError(t, err)
		x, err := tensor.At[float64](re, i)
		require.NoError(t, err)
		y, err := tensor.At[float64](im, i)
		require.NoError(t, err)
		require.Equal(t, x, real(got))
		require.InDelta(t, y-1/2.6457513110645906, imag(got), 1e-16)
		c, err := tensor.At[complex64](narrow, i)
		require.NoError(t, err)
		require.Equal(t, complex64(got), c)
	}
}

func TestInputsErrors(t *testing.T) {
	in := &Instance{Name: "bad", Shapes: [][]int{{2}}}
	_, err := in.Inputs(1, tensor.Int64, RowMajor)
	require.ErrorIs(t, err, tensor.ErrDType)
	require.ErrorContains(t, err, `instance "bad", operand 0: `)
	_, err = in.Inputs(1, tensor.Invalid, ColMajor)
	require.Error(t, err)
}

func TestInputsDifferBySeedAndOperand(t *testing.T) {
	in := &Instance{Name: "seeds", Shapes: [][]int{{3}, {3}}}
	seen := map[float64]bool{}
	for seed := range uint64(50) {
		xs, err := in.Inputs(seed, tensor.Float64, ColMajor)
		require.NoError(t, err)
		for _, x := range xs {
			data, err := tensor.ColMajor[float64](x)
			require.NoError(t, err)
			for _, v := range data {
				require.False(t, seen[v])
				require.GreaterOrEqual(t, v, 0.5/1.7320508075688775)
				require.Less(t, v, 1.5/1.7320508075688772)
				seen[v] = true
			}
		}
	}
}
