package tensor_test

import (
	"math"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/tensor"
)

func TestOverlaps(t *testing.T) {
	data := make([]float64, 40)
	view := func(offset int, shape, strides []int) *tensor.Tensor {
		x, err := tensor.FromStrided(data, offset, shape, strides)
		require.NoError(t, err)
		return x
	}
	for _, c := range []struct {
		name string
		a, b *tensor.Tensor
		want bool
	}{
		{"the same", view(0, []int{4}, []int{1}), view(0, []int{4}, []int{1}), true},
		{"side by side", view(0, []int{4}, []int{1}), view(4, []int{4}, []int{1}), false},
		{"one element", view(0, []int{5}, []int{1}), view(4, []int{4}, []int{1}), true},
		{"backwards, side by side", view(3, []int{4}, []int{-1}), view(4, []int{4}, []int{1}), false},
		{"backwards into it", view(7, []int{4}, []int{-1}), view(0, []int{5}, []int{1}), true},
		{"start lies behind, reach does not", view(20, []int{3, 3}, []int{-8, -1}), view(0, []int{3}, []int{1}), true},
		{"columns apart", view(0, []int{4, 2}, []int{1, 4}), view(8, []int{4, 2}, []int{1, 4}), false},
		{"rows interleaved", view(0, []int{2, 4}, []int{1, 4}), view(2, []int{2, 4}, []int{1, 4}), true},
		{"repeated element", view(5, []int{100}, []int{0}), view(5, nil, nil), true},
		{"repeated element beside", view(5, []int{100}, []int{0}), view(6, nil, nil), false},
		{"no elements", view(0, []int{0}, []int{1}), view(0, []int{9}, []int{1}), false},
		{"stride of one element", view(0, []int{1}, []int{math.MaxInt}), view(1, []int{9}, []int{1}), false},
		{"nil", nil, view(0, []int{9}, []int{1}), false},
	} {
		require.Equal(t, c.want, tensor.Overlaps(c.a, c.b), c.name)
		require.Equal(t, c.want, tensor.Overlaps(c.b, c.a), c.name)
	}

	// Addresses count, not storages or dtypes.
	other := tensor.MustFromColMajor(data[10:20], 10)
	require.True(t, tensor.Overlaps(other, view(19, []int{5}, []int{1})))
	require.False(t, tensor.Overlaps(other, view(20, []int{5}, []int{1})))
	ints, err := tensor.NewStorage(tensor.Int32, unsafe.Pointer(&data[5]), 4, nil).View(0, []int{4}, []int{1})
	require.NoError(t, err)
	require.True(t, tensor.Overlaps(ints, view(6, nil, nil)))
	require.False(t, tensor.Overlaps(ints, view(7, nil, nil)))
	z := tensor.MustFromColMajor(make([]complex64, 4), 4)
	require.True(t, tensor.Overlaps(z, tensor.Must(z.Real())))
}

// HasSelfOverlap against the list of all positions, over strides that views and FromStrided can have.
func TestHasSelfOverlap(t *testing.T) {
	r := newRand(t)
	data := make([]bool, 1<<16)
	seen := map[bool]int{}
	for range 20000 {
		shape := make([]int, r.IntN(5))
		strides := make([]int, len(shape))
		for axis := range shape {
			shape[axis] = r.IntN(6)
			strides[axis] = r.IntN(1 + r.IntN(300))
			if r.IntN(2) == 0 {
				strides[axis] *= -1
			}
		}
		x, err := tensor.FromStrided(data, 1<<15, shape, strides)
		require.NoError(t, err)
		places := map[int]bool{}
		indices(shape, func(index []int) {
			place := 0
			for axis, i := range index {
				place += i * strides[axis]
			}
			places[place] = true
		})
		want := len(places) < x.Len()
		seen[want]++
		require.Equal(t, want, x.HasSelfOverlap(), "shape %v strides %v", shape, strides)
	}
	require.Greater(t, min(seen[true], seen[false]), 500, "both answers are tried")
}

func TestHasSelfOverlapLarge(t *testing.T) {
	data := make([]bool, 1<<20)
	for _, c := range []struct {
		shape, strides []int
		want           bool
	}{
		{[]int{1000, 1000}, []int{1, 1000}, false},
		{[]int{1000, 1000}, []int{1, 999}, true},
		{[]int{700, 700}, []int{701, 702}, false}, // 702 steps of 701 meet 701 steps of 702: too far
		{[]int{703, 702}, []int{701, 702}, true},
		{[]int{2, 2, 2, 2}, []int{1, 2, 4, 7}, true},  // 1+2+4 = 7
		{[]int{2, 2, 2, 2}, []int{3, 5, 6, 7}, false}, // sums are distinct though 7 < 3+5
		{[]int{1 << 40}, []int{0}, true},
		{[]int{1, 1 << 19}, []int{0, 2}, false},
	} {
		x, err := tensor.FromStrided(data, 0, c.shape, c.strides)
		require.NoError(t, err)
		require.Equal(t, c.want, x.HasSelfOverlap(), "shape %v strides %v", c.shape, c.strides)
	}
	require.False(t, (&tensor.Tensor{}).HasSelfOverlap())
}
