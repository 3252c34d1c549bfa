package tensor_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/tensor"
)

func TestRanges(t *testing.T) {
	for _, c := range []struct {
		size int
		r    tensor.Range
		want []int64 // nil: refused
	}{
		{5, tensor.All(), []int64{0, 1, 2, 3, 4}},
		{5, tensor.Reversed(), []int64{4, 3, 2, 1, 0}},
		{0, tensor.All(), []int64{}},
		{0, tensor.Reversed(), []int64{}},
		{5, tensor.Range{}, []int64{}},
		{5, tensor.Range{Start: 1, Stop: 4}, []int64{1, 2, 3}},
		{5, tensor.Range{Start: 1, Stop: tensor.End, Step: 2}, []int64{1, 3}},
		{5, tensor.Range{Start: 0, Stop: 5, Step: 2}, []int64{0, 2, 4}},
		{5, tensor.Range{Start: 0, Stop: 4, Step: 2}, []int64{0, 2}},
		{5, tensor.Range{Start: 2, Stop: 5, Step: math.MaxInt}, []int64{2}},
		{5, tensor.Range{Start: 5, Stop: 5}, []int64{}},
		{5, tensor.Range{Start: tensor.End, Stop: tensor.End}, []int64{}},
		{5, tensor.Range{Start: 4, Stop: -1, Step: -2}, []int64{4, 2, 0}},
		{5, tensor.Range{Start: tensor.End, Stop: 1, Step: -1}, []int64{4, 3, 2}},
		{5, tensor.Range{Start: 3, Stop: -1, Step: math.MinInt}, []int64{3}},
		{5, tensor.Range{Start: -1, Stop: -1, Step: -1}, []int64{}},
		{5, tensor.Range{Start: 2, Stop: 6}, nil},
		{5, tensor.Range{Start: 3, Stop: 2}, nil},
		{5, tensor.Range{Start: -1, Stop: 2}, nil},
		{5, tensor.Range{Start: 0, Stop: -1}, nil},
		{5, tensor.Range{Start: 6, Stop: 6}, nil},
		{5, tensor.Range{Start: 5, Stop: 1, Step: -1}, nil},
		{5, tensor.Range{Start: 1, Stop: 2, Step: -1}, nil},
		{5, tensor.Range{Start: 1, Stop: -2, Step: -1}, nil},
		{5, tensor.Range{Start: math.MinInt, Stop: 2}, nil},
	} {
		v, err := counting(t, c.size).Slice(c.r)
		if c.want == nil {
			var e *tensor.IndexError
			require.ErrorAs(t, err, &e, "%v", c.r)
			require.Equal(t, c.r, *e.Range)
			continue
		}
		require.NoError(t, err, "%v", c.r)
		got, err := tensor.ColMajor[int64](v)
		require.NoError(t, err)
		require.Equal(t, c.want, append([]int64{}, got...), "%v of %d", c.r, c.size)
	}
	require.Equal(t, "1:end:2", tensor.Range{Start: 1, Stop: tensor.End, Step: 2}.String())
}

func TestDiagonalPlace(t *testing.T) {
	// The axis stands where the first of them stood, whatever the order in which they are named.
	x := counting(t, 2, 3, 2, 3)
	for _, axes := range [][]int{{1, 3}, {3, 1}} {
		d, err := x.Diagonal(axes...)
		require.NoError(t, err)
		require.Equal(t, []int{2, 3, 2}, d.Shape())
		require.Equal(t, []int{1, 2 + 12, 6}, d.Strides())
	}
	all, err := counting(t, 3, 3, 3).Diagonal(2, 0, 1)
	require.NoError(t, err)
	got, err := tensor.ColMajor[int64](all)
	require.NoError(t, err)
	require.Equal(t, []int64{0, 13, 26}, got)
}

func TestReshapeSizes(t *testing.T) {
	x := counting(t, 2, 6)
	for _, c := range []struct {
		shape, want []int
		err         error
	}{
		{[]int{12}, []int{12}, nil},
		{[]int{-1}, []int{12}, nil},
		{[]int{3, -1, 2}, []int{3, 2, 2}, nil},
		{[]int{1, 12, 1}, []int{1, 12, 1}, nil},
		{[]int{12, -1}, []int{12, 1}, nil},
		{[]int{11}, nil, tensor.ErrLength},
		{[]int{}, nil, tensor.ErrLength},
		{[]int{5, -1}, nil, tensor.ErrShape},
		{[]int{0, -1}, nil, tensor.ErrShape},
		{[]int{-1, -1}, nil, tensor.ErrNegative},
		{[]int{-2, -6}, nil, tensor.ErrNegative},
		{[]int{1 << 40, 1 << 40}, nil, tensor.ErrOverflow},
		{[]int{1 << 40, 1 << 40, -1}, nil, tensor.ErrOverflow},
	} {
		v, err := x.Reshape(c.shape...)
		require.ErrorIs(t, err, c.err, "%v", c.shape)
		if err == nil {
			require.Equal(t, c.want, v.Shape())
			require.Equal(t, tensor.ColMajorStrides(c.want), v.Strides())
		}
	}
	empty := tensor.MustNew(tensor.Float64, 0, 4)
	v, err := empty.Reshape(3, -1)
	require.NoError(t, err)
	require.Equal(t, []int{3, 0}, v.Shape())
	_, err = empty.Reshape(0, -1)
	require.ErrorIs(t, err, tensor.ErrShape)
	scalar, err := counting(t, 1, 1).Reshape()
	require.NoError(t, err)
	require.Equal(t, 0, scalar.Rank())

	row := tensor.MustFromRowMajor([]int64{0, 1, 2, 3, 4, 5}, 2, 3)
	_, err = row.Reshape(6)
	var layout *tensor.LayoutError
	require.ErrorAs(t, err, &layout)
	require.Equal(t, []int{3, 1}, layout.Strides)
	// The row-major reshape that the documentation names.
	r := tensor.Must(tensor.Must(tensor.Must(row.Transpose()).Reshape(2, 3)).Transpose())
	got, err := tensor.RowMajor[int64](r)
	require.NoError(t, err)
	require.Equal(t, []int{3, 2}, r.Shape())
	require.Equal(t, []int64{0, 1, 2, 3, 4, 5}, got)
}

func TestBroadcast(t *testing.T) {
	x := counting(t, 2, 1)
	v, err := x.Broadcast(4, 2, 3)
	require.NoError(t, err)
	require.Equal(t, []int{0, 1, 0}, v.Strides())
	require.True(t, v.HasSelfOverlap())
	empty, err := x.Broadcast(2, 0)
	require.NoError(t, err)
	require.Equal(t, 0, empty.Len())
	for _, c := range []struct {
		shape []int
		err   error
	}{
		{[]int{2}, tensor.ErrShape},
		{[]int{}, tensor.ErrShape},
		{[]int{3, 1}, tensor.ErrShape},
		{[]int{1, 1}, tensor.ErrShape},
		{[]int{0, 1}, tensor.ErrShape},
		{[]int{2, -1}, tensor.ErrNegative},
		{[]int{1 << 62, 2, 2}, tensor.ErrOverflow},
	} {
		_, err := x.Broadcast(c.shape...)
		require.ErrorIs(t, err, c.err, "%v", c.shape)
	}
	wide, err := tensor.FromScalar(1.0).Broadcast(1<<31 + 8)
	require.NoError(t, err)
	require.Equal(t, 1<<31+8, wide.Len())
	one, err := tensor.At[float64](wide, 1<<31+7)
	require.NoError(t, err)
	require.Equal(t, 1.0, one)
}

func TestViewsRefuse(t *testing.T) {
	x, all := counting(t, 2, 3), tensor.All()
	for name, c := range map[string]struct {
		view func() (*tensor.Tensor, error)
		err  error
	}{
		"too few axes":       {func() (*tensor.Tensor, error) { return x.Permute(0) }, tensor.ErrShape},
		"too many axes":      {func() (*tensor.Tensor, error) { return x.Permute(0, 1, 2) }, tensor.ErrShape},
		"axis twice":         {func() (*tensor.Tensor, error) { return x.Permute(1, 1) }, tensor.ErrAxis},
		"axis beyond":        {func() (*tensor.Tensor, error) { return x.Permute(0, 2) }, tensor.ErrAxis},
		"negative axis":      {func() (*tensor.Tensor, error) { return x.Permute(0, -1) }, tensor.ErrAxis},
		"index beyond":       {func() (*tensor.Tensor, error) { return x.Index(0, 2) }, tensor.ErrBounds},
		"negative index":     {func() (*tensor.Tensor, error) { return x.Index(0, -1) }, tensor.ErrBounds},
		"index of no axis":   {func() (*tensor.Tensor, error) { return x.Index(2, 0) }, tensor.ErrAxis},
		"unequal diagonal":   {func() (*tensor.Tensor, error) { return x.Diagonal(0, 1) }, tensor.ErrShape},
		"diagonal twice":     {func() (*tensor.Tensor, error) { return x.Diagonal(0, 0) }, tensor.ErrAxis},
		"reverse no axis":    {func() (*tensor.Tensor, error) { return x.Reverse(5) }, tensor.ErrAxis},
		"reverse twice":      {func() (*tensor.Tensor, error) { return x.Reverse(0, 0) }, tensor.ErrAxis},
		"squeeze size 2":     {func() (*tensor.Tensor, error) { return x.Squeeze(0) }, tensor.ErrShape},
		"squeeze no axis":    {func() (*tensor.Tensor, error) { return x.Squeeze(-1) }, tensor.ErrAxis},
		"unsqueeze beyond":   {func() (*tensor.Tensor, error) { return x.Unsqueeze(3) }, tensor.ErrAxis},
		"unsqueeze negative": {func() (*tensor.Tensor, error) { return x.Unsqueeze(-1) }, tensor.ErrAxis},
		"too many ranges":    {func() (*tensor.Tensor, error) { return x.Slice(all, all, all) }, tensor.ErrAxis},
	} {
		v, err := c.view()
		require.ErrorIs(t, err, c.err, name)
		require.Nil(t, v, name)
	}
}

// A nil tensor and the zero Tensor are refused by name, without a panic.
func TestInvalidTensors(t *testing.T) {
	for _, x := range []*tensor.Tensor{nil, {}} {
		for name, f := range map[string]func() error{
			"permute":    func() error { _, err := x.Permute(); return err },
			"transpose":  func() error { _, err := x.Transpose(); return err },
			"reshape":    func() error { _, err := x.Reshape(1); return err },
			"slice":      func() error { _, err := x.Slice(); return err },
			"index":      func() error { _, err := x.Index(0, 0); return err },
			"reverse":    func() error { _, err := x.Reverse(); return err },
			"diagonal":   func() error { _, err := x.Diagonal(); return err },
			"broadcast":  func() error { _, err := x.Broadcast(2); return err },
			"squeeze":    func() error { _, err := x.Squeeze(); return err },
			"unsqueeze":  func() error { _, err := x.Unsqueeze(0); return err },
			"real":       func() error { _, err := x.Real(); return err },
			"imag":       func() error { _, err := x.Imag(); return err },
			"clone":      func() error { _, err := x.Clone(); return err },
			"convert":    func() error { _, err := x.Convert(tensor.Float64); return err },
			"at":         func() error { _, err := tensor.At[float64](x); return err },
			"set":        func() error { return tensor.Set(x, 1.0) },
			"raw":        func() error { _, err := tensor.Raw[float64](x); return err },
			"colmajor":   func() error { _, err := tensor.ColMajor[float64](x); return err },
			"rowmajor":   func() error { _, err := tensor.RowMajor[float64](x); return err },
			"ascolmajor": func() error { _, err := tensor.AsColMajor[float64](x); return err },
		} {
			require.NotPanics(t, func() { require.ErrorIs(t, f(), tensor.ErrInvalid, name) }, name)
		}
		require.False(t, tensor.Overlaps(x, x))
	}
}
