package tensor_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/tensor"
)

func TestCheckedLen(t *testing.T) {
	const big = 1 << 40
	for _, c := range []struct {
		shape []int
		want  int
		err   error
	}{
		{nil, 1, nil},
		{[]int{}, 1, nil},
		{[]int{0}, 0, nil},
		{[]int{7}, 7, nil},
		{[]int{2, 3, 4}, 24, nil},
		{[]int{3, 0, 4}, 0, nil},
		{[]int{1, 1, 1}, 1, nil},
		{[]int{math.MaxInt}, math.MaxInt, nil},
		{[]int{math.MaxInt, 1, 1}, math.MaxInt, nil},
		{[]int{1<<31 + 1, 1 << 31}, (1<<31 + 1) << 31, nil},
		{[]int{0, big}, 0, nil},
		{[]int{-1}, 0, tensor.ErrNegative},
		{[]int{0, -1}, 0, tensor.ErrNegative},
		{[]int{math.MinInt}, 0, tensor.ErrNegative},
		{[]int{big, big, -1}, 0, tensor.ErrNegative},
		{[]int{big, big}, 0, tensor.ErrOverflow},
		{[]int{big, big, 0}, 0, tensor.ErrOverflow},
		{[]int{0, big, big}, 0, tensor.ErrOverflow},
		{[]int{math.MaxInt, 2}, 0, tensor.ErrOverflow},
		{[]int{1 << 32, 1 << 31}, 0, tensor.ErrOverflow},
		{[]int{1 << 32, 1 << 32}, 0, tensor.ErrOverflow}, // 2^64, which is 0 in an int
		{[]int{3, 1 << 62}, 0, tensor.ErrOverflow},       // negative in an int
	} {
		n, err := tensor.CheckedLen(c.shape)
		require.ErrorIs(t, err, c.err, "%v", c.shape)
		require.Equal(t, c.want, n, "%v", c.shape)
		if c.err != nil {
			var size *tensor.SizeError
			require.ErrorAs(t, err, &size)
			require.Equal(t, c.shape, size.Shape)
		}
	}
}

func TestCheckedBytes(t *testing.T) {
	for _, c := range []struct {
		d     tensor.DType
		shape []int
		want  int
		err   error
	}{
		{tensor.Float64, []int{2, 3}, 48, nil},
		{tensor.Complex128, nil, 16, nil},
		{tensor.Bool, []int{math.MaxInt}, math.MaxInt, nil},
		{tensor.Int32, []int{5, 0}, 0, nil},
		{tensor.Float32, []int{1 << 61}, 0, tensor.ErrOverflow},
		{tensor.Float32, []int{1 << 61, 0}, 0, tensor.ErrOverflow},
		{tensor.Complex128, []int{1 << 60}, 0, tensor.ErrOverflow},
		{tensor.Invalid, []int{2}, 0, tensor.ErrDType},
		{tensor.DType(99), []int{2}, 0, tensor.ErrDType},
	} {
		n, err := tensor.CheckedBytes(c.d, c.shape)
		require.ErrorIs(t, err, c.err, "%v %v", c.d, c.shape)
		require.Equal(t, c.want, n, "%v %v", c.d, c.shape)
	}
}

func TestStrides(t *testing.T) {
	for _, c := range []struct{ shape, col, row []int }{
		{[]int{}, []int{}, []int{}},
		{[]int{5}, []int{1}, []int{1}},
		{[]int{2, 3, 4}, []int{1, 2, 6}, []int{12, 4, 1}},
		{[]int{2, 0, 4}, []int{1, 2, 2}, []int{4, 4, 1}},
		{[]int{1, 3, 1}, []int{1, 1, 3}, []int{3, 1, 1}},
	} {
		require.Equal(t, c.col, tensor.ColMajorStrides(c.shape))
		require.Equal(t, c.row, tensor.RowMajorStrides(c.shape))
	}
}

func TestBroadcastShape(t *testing.T) {
	for _, c := range []struct {
		shapes [][]int
		want   []int
		err    error
	}{
		{nil, []int{}, nil},
		{[][]int{{2, 3}}, []int{2, 3}, nil},
		{[][]int{{2, 3}, {3}}, []int{2, 3}, nil},
		{[][]int{{2, 1}, {1, 3}, {}}, []int{2, 3}, nil},
		{[][]int{{4, 1, 3}, {2, 1}}, []int{4, 2, 3}, nil},
		{[][]int{{1}, {0}}, []int{0}, nil},
		{[][]int{{2, 3}, {2}}, nil, tensor.ErrShape},
		{[][]int{{2}, {0}}, nil, tensor.ErrShape},
		{[][]int{{1 << 40, 1}, {1 << 40}}, nil, tensor.ErrOverflow},
		{[][]int{{-2}}, nil, tensor.ErrNegative},
	} {
		got, err := tensor.BroadcastShape(c.shapes...)
		require.ErrorIs(t, err, c.err, "%v", c.shapes)
		require.Equal(t, c.want, got, "%v", c.shapes)
	}
}

func TestLayoutPredicates(t *testing.T) {
	for _, c := range []struct {
		shape, strides []int
		col, row       bool
	}{
		{[]int{}, []int{}, true, true},
		{[]int{4}, []int{1}, true, true},
		{[]int{4}, []int{2}, false, false},
		{[]int{4}, []int{-1}, false, false},
		{[]int{2, 3}, []int{1, 2}, true, false},
		{[]int{2, 3}, []int{3, 1}, false, true},
		{[]int{2, 3}, []int{1, 3}, false, false},
		{[]int{1, 3}, []int{50, 1}, true, true},
		{[]int{3, 1}, []int{1, -7}, true, true},
		{[]int{3, 1, 2}, []int{1, math.MaxInt, 3}, true, false},
		{[]int{2, 0, 3}, []int{9, 9, 9}, true, true},
		{[]int{3}, []int{0}, false, false},
	} {
		x, err := tensor.FromStrided(make([]float32, 40), 20, c.shape, c.strides)
		require.NoError(t, err)
		require.Equal(t, c.col, x.IsColMajor(), "%v %v", c.shape, c.strides)
		require.Equal(t, c.row, x.IsRowMajor(), "%v %v", c.shape, c.strides)
	}
}

func TestSameShape(t *testing.T) {
	a, b := tensor.MustNew(tensor.Float32, 2, 3), tensor.MustNew(tensor.Float64, 2, 3)
	require.True(t, tensor.SameShape(a, b))
	require.False(t, tensor.SameLayout(a, b))
	require.True(t, tensor.SameLayout(a, tensor.Must(a.Clone())))
	row, err := tensor.FromRowMajor(make([]float32, 6), 2, 3)
	require.NoError(t, err)
	require.True(t, tensor.SameShape(a, row))
	require.False(t, tensor.SameLayout(a, row))
	require.False(t, tensor.SameShape(a, tensor.Must(a.Transpose())))
	require.False(t, tensor.SameShape(a, nil))
	require.False(t, tensor.SameLayout(nil, nil))
}
