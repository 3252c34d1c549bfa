package tensor_test

import (
	"math"
	"runtime"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/tensor"
)

var allDTypes = []tensor.DType{tensor.Float32, tensor.Float64, tensor.Complex64, tensor.Complex128, tensor.Int32,
	tensor.Int64, tensor.Bool}

func TestNew(t *testing.T) {
	for _, d := range allDTypes {
		for _, shape := range [][]int{{}, {0}, {1}, {3, 2}, {2, 0, 3}, {2, 3, 4, 1}} {
			x, err := tensor.New(d, shape...)
			require.NoError(t, err)
			require.Equal(t, d, x.DType())
			require.Equal(t, product(shape), x.Len())
			require.Equal(t, product(shape), x.Storage().Len())
			require.Equal(t, tensor.ColMajorStrides(shape), x.Strides())
			require.True(t, x.IsColMajor())
			// Converted to bool, zeros are false.
			b, err := x.Convert(tensor.Bool)
			require.NoError(t, err)
			values, err := tensor.ColMajor[bool](b)
			require.NoError(t, err)
			require.NotContains(t, values, true)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	for _, c := range []struct {
		d     tensor.DType
		shape []int
		err   error
	}{
		{tensor.Invalid, []int{2}, tensor.ErrDType},
		{tensor.DType(200), []int{2}, tensor.ErrDType},
		{tensor.Float64, []int{2, -1}, tensor.ErrNegative},
		{tensor.Float64, []int{1 << 40, 1 << 40}, tensor.ErrOverflow},
		{tensor.Float64, []int{1 << 60}, tensor.ErrOverflow},
		{tensor.Bool, []int{math.MaxInt}, tensor.ErrOverflow},       // fits an int, not the address space
		{tensor.Complex128, []int{1 << 58}, tensor.ErrOverflow},     // the same
		{tensor.Int32, []int{1 << 40, 1 << 19}, tensor.ErrOverflow}, // the same
	} {
		x, err := tensor.New(c.d, c.shape...)
		require.ErrorIs(t, err, c.err, "%v %v", c.d, c.shape)
		require.Nil(t, x)
	}
	require.Panics(t, func() { tensor.MustNew(tensor.Float64, -1) })
	require.Panics(t, func() { tensor.MustFromColMajor([]int32{1, 2}, 3) })
	require.Panics(t, func() { tensor.MustFromRowMajor([]int32{1, 2}, 3) })
}

func TestFromOrders(t *testing.T) {
	data := []int32{1, 2, 3, 4, 5, 6}
	col := tensor.MustFromColMajor(data, 2, 3)
	row := tensor.MustFromRowMajor(data, 2, 3)
	for _, c := range []struct {
		x    *tensor.Tensor
		want [2][3]int32
	}{
		{col, [2][3]int32{{1, 3, 5}, {2, 4, 6}}},
		{row, [2][3]int32{{1, 2, 3}, {4, 5, 6}}},
	} {
		for i := range 2 {
			for j := range 3 {
				v, err := tensor.At[int32](c.x, i, j)
				require.NoError(t, err)
				require.Equal(t, c.want[i][j], v)
			}
		}
	}
	asCol, err := tensor.ColMajor[int32](row)
	require.NoError(t, err)
	require.Equal(t, []int32{1, 4, 2, 5, 3, 6}, asCol)
	asRow, err := tensor.RowMajor[int32](col)
	require.NoError(t, err)
	require.Equal(t, []int32{1, 3, 5, 2, 4, 6}, asRow)

	// One memory: the slice, both tensors, and what AsColMajor and Raw return.
	require.NoError(t, tensor.Set(row, int32(40), 1, 0))
	require.Equal(t, int32(40), data[3])
	v, err := tensor.At[int32](col, 1, 1)
	require.NoError(t, err)
	require.Equal(t, int32(40), v)
	view, err := tensor.AsColMajor[int32](col)
	require.NoError(t, err)
	require.Same(t, &data[0], &view[0])
	_, err = tensor.AsColMajor[int32](row)
	require.ErrorIs(t, err, tensor.ErrNeedsCopy)
	first, err := tensor.AsColMajor[int32](tensor.Must(col.Index(1, 0)))
	require.NoError(t, err)
	require.Equal(t, 2, cap(first), "append must not write into the neighbours")
	raw, err := tensor.Raw[int32](row)
	require.NoError(t, err)
	require.Same(t, &data[0], &raw[0])
	require.Equal(t, int32(40), raw[3])

	for _, shape := range [][]int{{7}, {2, 2}, {}, {0}, {6, 0}, {-2, -3}} {
		_, err := tensor.FromColMajor(data, shape...)
		require.Error(t, err, "%v", shape)
		_, err = tensor.FromRowMajor(data, shape...)
		require.Error(t, err, "%v", shape)
	}
	var size *tensor.SizeError
	_, err = tensor.FromColMajor(data, 7)
	require.ErrorAs(t, err, &size)
	require.Equal(t, 7, size.Need)
	require.Equal(t, 6, size.Len)
}

func TestHeaderIsCopied(t *testing.T) {
	shape, strides := []int{2, 3}, []int{3, 1}
	x, err := tensor.FromStrided(make([]float64, 6), 0, shape, strides)
	require.NoError(t, err)
	shape[0], strides[0] = 100, 100
	x.Shape()[0], x.Strides()[0] = 100, 100
	require.Equal(t, []int{2, 3}, x.Shape())
	require.Equal(t, []int{3, 1}, x.Strides())
	require.Equal(t, 2, x.Dim(0))
	require.Equal(t, 3, x.Stride(0))
}

func TestFromStrided(t *testing.T) {
	data := make([]float64, 10)
	for _, c := range []struct {
		offset         int
		shape, strides []int
		err            error
	}{
		{0, []int{10}, []int{1}, nil},
		{9, []int{10}, []int{-1}, nil},
		{0, []int{2, 5}, []int{5, 1}, nil},
		{5, []int{2, 5}, []int{-5, 1}, nil},
		{3, []int{1000}, []int{0}, nil},
		{3, nil, nil, nil},
		{10, []int{0}, []int{1}, nil}, // no elements: the end of the storage will do
		{0, []int{0}, []int{math.MaxInt}, nil},
		{9, []int{1, 1}, []int{math.MaxInt, math.MinInt}, nil},
		{0, []int{1 << 62}, []int{0}, nil},
		{10, nil, nil, tensor.ErrBounds},
		{0, []int{11}, []int{1}, tensor.ErrBounds},
		{1, []int{10}, []int{1}, tensor.ErrBounds},
		{8, []int{10}, []int{-1}, tensor.ErrBounds},
		{-1, []int{0}, []int{1}, tensor.ErrBounds},
		{11, []int{0}, []int{1}, tensor.ErrBounds},
		{-1, []int{5}, []int{1}, tensor.ErrBounds},
		{0, []int{2}, []int{math.MaxInt}, tensor.ErrBounds},
		{9, []int{2}, []int{math.MinInt}, tensor.ErrBounds},
		{0, []int{3}, []int{math.MaxInt/2 + 1}, tensor.ErrBounds},
		{5, []int{2, 2, 2}, []int{math.MaxInt, math.MinInt, 3}, tensor.ErrBounds},
		{5, []int{2, 2, 2}, []int{math.MaxInt, math.MaxInt, 2}, tensor.ErrBounds}, // sums to 0 in an int
		{0, []int{1 << 32, 1 << 31}, []int{0, 0}, tensor.ErrOverflow},
		{math.MaxInt, []int{2}, []int{1}, tensor.ErrBounds},
		{math.MinInt, []int{2}, []int{-1}, tensor.ErrBounds},
		{0, []int{2, 2}, []int{1}, tensor.ErrShape},
		{0, []int{-1}, []int{1}, tensor.ErrNegative},
	} {
		x, err := tensor.FromStrided(data, c.offset, c.shape, c.strides)
		require.ErrorIs(t, err, c.err, "%d %v %v", c.offset, c.shape, c.strides)
		require.Equal(t, err == nil, x != nil)
	}
}

func TestScalar(t *testing.T) {
	x := tensor.FromScalar(2.5)
	require.Equal(t, 0, x.Rank())
	require.Equal(t, 1, x.Len())
	v, err := tensor.At[float64](x)
	require.NoError(t, err)
	require.Equal(t, 2.5, v)
	require.NoError(t, tensor.Set(x, 3.5))
	data, err := tensor.AsColMajor[float64](x)
	require.NoError(t, err)
	require.Equal(t, []float64{3.5}, data)
}

func TestEmpty(t *testing.T) {
	for _, data := range [][]complex64{nil, {}} {
		x, err := tensor.FromColMajor(data, 3, 0)
		require.NoError(t, err)
		require.Nil(t, x.Storage().Pointer())
		for _, out := range []func(*tensor.Tensor) ([]complex64, error){
			tensor.ColMajor[complex64], tensor.RowMajor[complex64], tensor.AsColMajor[complex64], tensor.Raw[complex64],
		} {
			got, err := out(x)
			require.NoError(t, err)
			require.Empty(t, got)
		}
		_, err = tensor.At[complex64](x, 0, 0)
		require.ErrorIs(t, err, tensor.ErrBounds)
		require.NoError(t, tensor.Copy(x, x))
		require.True(t, tensor.Equal(x, tensor.Must(x.Clone())))
	}
}

func TestAccessRefuses(t *testing.T) {
	x := tensor.MustNew(tensor.Float32, 2, 3)
	for _, index := range [][]int{{2, 0}, {0, 3}, {-1, 0}, {math.MaxInt, 0}} {
		_, err := tensor.At[float32](x, index...)
		require.ErrorIs(t, err, tensor.ErrBounds)
		require.ErrorIs(t, tensor.Set(x, float32(1), index...), tensor.ErrBounds)
	}
	for _, index := range [][]int{{}, {0}, {0, 0, 0}} {
		_, err := tensor.At[float32](x, index...)
		require.ErrorIs(t, err, tensor.ErrShape)
	}
	_, err := tensor.At[float64](x, 0, 0)
	require.ErrorIs(t, err, tensor.ErrDType)
	var dtype *tensor.DTypeError
	require.ErrorAs(t, tensor.Set(x, int32(1), 0, 0), &dtype)
	require.Equal(t, tensor.Float32, dtype.Got)
	require.Equal(t, tensor.Int32, dtype.Want)
	for _, out := range []func(*tensor.Tensor) ([]bool, error){
		tensor.ColMajor[bool], tensor.RowMajor[bool], tensor.AsColMajor[bool], tensor.Raw[bool],
	} {
		_, err := out(x)
		require.ErrorIs(t, err, tensor.ErrDType)
	}
}

func TestNewStorage(t *testing.T) {
	data := []float64{1, 2, 3, 4}
	s := tensor.NewStorage(tensor.Float64, unsafe.Pointer(&data[0]), 4, nil)
	require.Equal(t, 4, s.Len())
	require.Equal(t, tensor.Float64, s.DType())
	require.Equal(t, unsafe.Pointer(&data[0]), s.Pointer())
	x, err := s.View(3, []int{2, 2}, []int{-1, -2})
	require.NoError(t, err)
	got, err := tensor.ColMajor[float64](x)
	require.NoError(t, err)
	require.Equal(t, []float64{4, 3, 2, 1}, got)
	_, err = s.View(0, []int{5}, []int{1})
	require.ErrorIs(t, err, tensor.ErrBounds)

	for _, s := range []*tensor.Storage{
		tensor.NewStorage(tensor.Float64, nil, 4, nil),
		tensor.NewStorage(tensor.Float64, unsafe.Pointer(&data[0]), -4, nil),
		tensor.NewStorage(tensor.Float64, unsafe.Pointer(&data[0]), 0, nil),
	} {
		require.Equal(t, 0, s.Len())
		require.Nil(t, s.Pointer())
		_, err := s.View(0, nil, nil)
		require.ErrorIs(t, err, tensor.ErrBounds)
	}
	_, err = tensor.NewStorage(tensor.Invalid, unsafe.Pointer(&data[0]), 4, nil).View(0, nil, nil)
	require.ErrorIs(t, err, tensor.ErrDType)
	_, err = (*tensor.Storage)(nil).View(0, nil, nil)
	require.ErrorIs(t, err, tensor.ErrInvalid)
}

// The owner of foreign memory lives as long as the last view, and no longer.
func TestStorageKeepsOwner(t *testing.T) {
	type pool struct{ block [4]float64 }
	freed := make(chan struct{})
	view := func() *tensor.Tensor {
		p := &pool{[4]float64{1, 2, 3, 4}}
		// The block plays memory that the collector does not know: a pointer to it hides from the owner.
		outside := make([]float64, 4)
		copy(outside, p.block[:])
		runtime.AddCleanup(p, func(c chan struct{}) { close(c) }, freed)
		x, err := tensor.NewStorage(tensor.Float64, unsafe.Pointer(&outside[0]), 4, p).View(0, []int{2, 2}, []int{1, 2})
		require.NoError(t, err)
		return tensor.Must(tensor.Must(x.Transpose()).Index(0, 1))
	}()
	for range 5 {
		runtime.GC()
	}
	select {
	case <-freed:
		t.Fatal("the owner died before its view")
	default:
	}
	v, err := tensor.At[float64](view, 1)
	require.NoError(t, err)
	require.Equal(t, 4.0, v)
	runtime.KeepAlive(view)
	view = nil
	require.Eventually(t, func() bool {
		runtime.GC()
		select {
		case <-freed:
			return true
		default:
			return false
		}
	}, 10*time.Second, time.Millisecond, "the owner outlives its last view")
}
