package tensor_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/tensor"
)

// converted returns the elements of x as a type.
func converted[T tensor.Element](x *tensor.Tensor) ([]T, error) {
	y, err := x.Convert(tensor.DTypeOf[T]())
	if err != nil {
		return nil, err
	}
	return tensor.ColMajor[T](y)
}

// want checks a conversion; T is the type converted to.
func want[T tensor.Element](t *testing.T, x *tensor.Tensor, values ...T) {
	t.Helper()
	got, err := converted[T](x)
	require.NoError(t, err)
	require.Equal(t, values, got)
}

func TestConvert(t *testing.T) {
	third := 1.0 / 3
	f64 := tensor.MustFromColMajor([]float64{0, -2.75, third, 1e300}, 4)
	want(t, f64, 0, -2.75, third, 1e300)
	want(t, f64, 0, -2.75, float32(third), float32(math.Inf(1)))
	want(t, f64, 0, complex(-2.75, 0), complex(third, 0), complex(1e300, 0))
	want(t, f64, 0, complex64(-2.75), complex(float32(third), 0), complex(float32(math.Inf(1)), 0))
	want(t, f64, false, true, true, true)

	f32 := tensor.MustFromColMajor([]float32{0, -2.75, 2.9, 1 << 30}, 4)
	want(t, f32, 0, -2.75, float64(float32(2.9)), 1<<30)
	want[int32](t, f32, 0, -2, 2, 1<<30)
	want[int64](t, f32, 0, -2, 2, 1<<30)

	i64 := tensor.MustFromColMajor([]int64{0, -7, math.MaxInt32, math.MinInt32}, 4)
	want[int32](t, i64, 0, -7, math.MaxInt32, math.MinInt32)
	want[float64](t, i64, 0, -7, math.MaxInt32, math.MinInt32)
	want[float32](t, i64, 0, -7, 1<<31, math.MinInt32) // rounded
	want[complex128](t, i64, 0, -7, math.MaxInt32, math.MinInt32)
	want(t, i64, false, true, true, true)
	want[float64](t, tensor.MustFromColMajor([]int64{1<<53 + 1}, 1), 1<<53)
	want[int64](t, tensor.MustFromColMajor([]int32{-5, math.MinInt32}, 2), -5, math.MinInt32)

	c128 := tensor.MustFromColMajor([]complex128{0, 1i, complex(third, -third)}, 3)
	want[complex64](t, c128, 0, 1i, complex64(complex(third, -third)))
	want(t, c128, false, true, true)
	want[complex128](t, tensor.MustFromColMajor([]complex64{2 - 1i}, 1), 2-1i)
	want(t, tensor.MustFromColMajor([]complex64{2 - 1i, 0}, 2), true, false)

	truth := tensor.MustFromColMajor([]bool{true, false}, 2)
	want[int32](t, truth, 1, 0)
	want[int64](t, truth, 1, 0)
	want[float32](t, truth, 1, 0)
	want[float64](t, truth, 1, 0)
	want[complex64](t, truth, 1, 0)
	want[complex128](t, truth, 1, 0)
	want(t, truth, true, false)
	want(t, tensor.MustFromColMajor([]float64{math.NaN(), math.Copysign(0, -1)}, 2), true, false)

	// The limits of the integers, as far as floats reach them.
	below := math.Nextafter(1<<63, 0)
	want[int64](t, tensor.MustFromColMajor([]float64{below, -1 << 63}, 2), int64(below), math.MinInt64)
	edges := tensor.MustFromColMajor([]float64{math.MaxInt32 + 0.9, math.MinInt32 - 0.9}, 2)
	want[int32](t, edges, math.MaxInt32, math.MinInt32)
}

func TestConvertLayouts(t *testing.T) {
	x := counting(t, 3, 4, 2)
	v := tensor.Must(tensor.Must(x.Permute(2, 0, 1)).Slice(tensor.Reversed(), tensor.Range{Start: 1, Stop: 3}))
	y, err := v.Convert(tensor.Float64)
	require.NoError(t, err)
	require.True(t, y.IsColMajor())
	require.Equal(t, v.Shape(), y.Shape())
	indices(v.Shape(), func(index []int) {
		require.Equal(t, float64(at[int64](t, v, index)), at[float64](t, y, index))
	})
	// A column of a column-major matrix is compact though it starts inside.
	col := tensor.Must(tensor.Must(x.Index(2, 1)).Index(1, 2))
	want[float64](t, col, 18, 19, 20)
	// The same dtype is copied too.
	same, err := x.Convert(tensor.Int64)
	require.NoError(t, err)
	require.False(t, tensor.Overlaps(same, x))
	require.True(t, tensor.Equal(same, x))
	empty, err := tensor.MustNew(tensor.Float64, 3, 0).Convert(tensor.Int32)
	require.NoError(t, err)
	require.Equal(t, []int{3, 0}, empty.Shape())
}

func TestConvertRefuses(t *testing.T) {
	z := tensor.MustFromColMajor([]complex128{1, 2}, 2)
	for _, d := range []tensor.DType{tensor.Float32, tensor.Float64, tensor.Int32, tensor.Int64, tensor.Invalid, 77} {
		_, err := z.Convert(d)
		require.ErrorIs(t, err, tensor.ErrDType, "%v", d)
	}
	for _, c := range []struct {
		x *tensor.Tensor
		d tensor.DType
	}{
		{tensor.FromScalar(math.NaN()), tensor.Int32},
		{tensor.FromScalar(math.Inf(-1)), tensor.Int64},
		{tensor.FromScalar(float32(math.Inf(1))), tensor.Int32},
		{tensor.FromScalar(float64(1 << 63)), tensor.Int64},
		{tensor.FromScalar(math.Nextafter(-1<<63, math.Inf(-1))), tensor.Int64},
		{tensor.FromScalar(float32(1 << 31)), tensor.Int32},
		{tensor.FromScalar(float64(1 << 31)), tensor.Int32},
		{tensor.FromScalar(float64(-1<<31 - 1)), tensor.Int32},
		{tensor.FromScalar(int64(math.MaxInt32 + 1)), tensor.Int32},
		{tensor.FromScalar(int64(math.MinInt32 - 1)), tensor.Int32},
	} {
		_, err := c.x.Convert(c.d)
		require.ErrorIs(t, err, tensor.ErrValue, "%v to %v", c.x, c.d)
	}
	// The first bad element is named by its index in the view, not in memory.
	x := tensor.MustFromColMajor([]float64{0, 1, math.NaN(), 3, 1e99, 5}, 2, 3)
	_, err := tensor.Must(x.Transpose()).Convert(tensor.Int64)
	var value *tensor.ValueError
	require.ErrorAs(t, err, &value)
	require.Equal(t, []int{1, 0}, value.Index)
	require.True(t, math.IsNaN(value.Value.(float64)))
}

func TestRealImag(t *testing.T) {
	r := newRand(t)
	for range 50 {
		z := randomLayout[complex128](t, r, randomShape(r, 4, 200), true)
		re, err := z.Real()
		require.NoError(t, err)
		im, err := z.Imag()
		require.NoError(t, err)
		require.Equal(t, tensor.Float64, re.DType())
		require.Equal(t, z.Shape(), im.Shape())
		indices(z.Shape(), func(index []int) {
			v := at[complex128](t, z, index)
			require.Equal(t, real(v), at[float64](t, re, index))
			require.Equal(t, imag(v), at[float64](t, im, index))
		})
	}
	z := tensor.MustFromColMajor([]complex64{1, 2i}, 2)
	require.NoError(t, tensor.Set(tensor.Must(z.Imag()), float32(5), 0))
	v := at[complex64](t, z, []int{0})
	require.Equal(t, complex64(1+5i), v)
	require.Equal(t, tensor.Float32, tensor.Must(z.Real()).DType())

	x := tensor.MustFromColMajor([]int32{1, 2}, 2)
	require.True(t, tensor.Equal(x, tensor.Must(x.Real())))
	_, err := x.Imag()
	require.ErrorIs(t, err, tensor.ErrDType)
}
