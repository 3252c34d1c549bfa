package tensor_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/tensor"
)

// random returns n random values, none of them 0.
func random[T tensor.Element](r *rand.Rand, n int) []T {
	data := make([]T, n)
	for i := range data {
		switch p := any(&data[i]).(type) {
		case *float32:
			*p = r.Float32() + 1
		case *float64:
			*p = r.Float64() + 1
		case *complex64:
			*p = complex(r.Float32()+1, r.Float32())
		case *complex128:
			*p = complex(r.Float64()+1, r.Float64())
		case *int32:
			*p = r.Int32() | 1
		case *int64:
			*p = r.Int64() | 1
		case *bool:
			*p = r.IntN(2) == 1
		}
	}
	return data
}

// randomLayout wraps random memory as a tensor of the shape in a random layout: axes in any order in memory, with gaps
// between them, read forwards or backwards. A source may also repeat elements.
func randomLayout[T tensor.Element](t testing.TB, r *rand.Rand, shape []int, repeat bool) *tensor.Tensor {
	strides := make([]int, len(shape))
	n, offset := 1, r.IntN(4)
	for _, axis := range r.Perm(len(shape)) {
		size := max(shape[axis], 1)
		if repeat && r.IntN(4) == 0 {
			continue
		}
		if r.IntN(3) == 0 {
			n += r.IntN(3)
		}
		strides[axis] = n
		if r.IntN(4) == 0 {
			strides[axis] = -n
			offset += (size - 1) * n
		}
		n *= size
	}
	low := 0
	for axis, size := range shape {
		if strides[axis] > 0 {
			low += max(size-1, 0) * strides[axis]
		}
	}
	x, err := tensor.FromStrided(random[T](r, offset+low+1+r.IntN(4)), offset, shape, strides)
	require.NoError(t, err)
	return x
}

func at[T tensor.Element](t testing.TB, x *tensor.Tensor, index []int) T {
	v, err := tensor.At[T](x, index...)
	require.NoError(t, err)
	return v
}

// testCopy copies between random layouts and checks every element, and that no other memory was written.
func testCopy[T tensor.Element](t *testing.T) {
	r := newRand(t)
	for range 300 {
		shape := randomShape(r, 7, 4000)
		src, dst := randomLayout[T](t, r, shape, true), randomLayout[T](t, r, shape, false)
		raw, err := tensor.Raw[T](dst)
		require.NoError(t, err)
		before := slices.Clone(raw)
		require.NoError(t, tensor.Copy(dst, src), "shape %v strides %v from %v", shape, dst.Strides(), src.Strides())
		written := make(map[int]bool)
		var col, row []T
		indices(shape, func(index []int) {
			want := at[T](t, src, index)
			require.Equal(t, want, at[T](t, dst, index),
				"%v: shape %v strides %v from %v", index, shape, dst.Strides(), src.Strides())
			where := dst.Offset()
			for axis, i := range index {
				where += i * dst.Stride(axis)
			}
			written[where] = true
			col = append(col, want)
		})
		for i := range raw {
			require.True(t, written[i] || raw[i] == before[i], "element %d outside of the view was written", i)
		}
		require.True(t, tensor.Equal(dst, src))

		got, err := tensor.ColMajor[T](src)
		require.NoError(t, err)
		require.True(t, slices.Equal(col, got))
		backwards := slices.Clone(shape)
		slices.Reverse(backwards)
		indices(backwards, func(index []int) {
			index = slices.Clone(index)
			slices.Reverse(index)
			row = append(row, at[T](t, src, index))
		})
		got, err = tensor.RowMajor[T](src)
		require.NoError(t, err)
		require.True(t, slices.Equal(row, got))

		c, err := src.Clone()
		require.NoError(t, err)
		require.True(t, c.IsColMajor())
		require.False(t, tensor.Overlaps(c, src))
		require.True(t, tensor.Equal(c, src))
	}
}

func TestCopy(t *testing.T) {
	t.Run("float32", testCopy[float32])
	t.Run("float64", testCopy[float64])
	t.Run("complex64", testCopy[complex64])
	t.Run("complex128", testCopy[complex128])
	t.Run("int32", testCopy[int32])
	t.Run("int64", testCopy[int64])
	t.Run("bool", testCopy[bool])
}

// Every loop of the copy has its shapes: rows, strided rows, squares with remainders, tables.
func TestCopyLoops(t *testing.T) {
	for _, shape := range [][]int{
		{100}, {15}, {16}, {17}, {2, 500}, {500, 2}, {15, 16}, {16, 16}, {17, 19}, {33, 47}, {64, 64}, {3, 5, 400},
		{2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}, {3, 3, 3, 3, 3, 3}, {5, 1, 7, 1, 9}, {20, 3, 20}, {1, 1, 1},
	} {
		axes := make([]int, len(shape))
		for i := range axes {
			axes[i] = len(axes) - 1 - i
		}
		last := len(axes) - 1
		for _, order := range [][]int{axes, slices.Concat(axes[1:], axes[:1]), slices.Concat(axes[last:], axes[:last])} {
			t.Run(fmt.Sprint(shape, order), func(t *testing.T) {
				x := counting(t, shape...)
				v, err := x.Permute(order...)
				require.NoError(t, err)
				to := make([]int, len(shape))
				for i, axis := range order {
					to[i] = shape[axis]
				}
				m := newModel(shape...).remap(to, func(index []int) []int {
					from := make([]int, len(index))
					for i, axis := range order {
						from[axis] = index[i]
					}
					return from
				})
				same(t, m, v)
				w, err := v.Reverse(0)
				require.NoError(t, err)
				same(t, m.remap(to, func(index []int) []int {
					from := slices.Clone(index)
					from[0] = to[0] - 1 - index[0]
					return from
				}), w)
			})
		}
	}
}

// Where destination and source overlap, the source is read as it was.
func TestCopyOverlapping(t *testing.T) {
	r := newRand(t)
	for range 500 {
		data := make([]int64, 200)
		for i := range data {
			data[i] = int64(i)
		}
		shape := randomShape(r, 3, 30)
		view := func() *tensor.Tensor {
			strides := make([]int, len(shape))
			offset, n := 60+r.IntN(20), 1
			for _, axis := range r.Perm(len(shape)) {
				strides[axis] = n
				if r.IntN(3) == 0 {
					strides[axis] = -n
				}
				n *= max(shape[axis], 1)
			}
			x, err := tensor.FromStrided(data, offset, shape, strides)
			require.NoError(t, err)
			return x
		}
		dst, src := view(), view()
		want, err := tensor.ColMajor[int64](src)
		require.NoError(t, err)
		require.NoError(t, tensor.Copy(dst, src))
		got, err := tensor.ColMajor[int64](dst)
		require.NoError(t, err)
		require.Equal(t, want, got, "shape %v strides %v from %v", shape, dst.Strides(), src.Strides())
	}
	// In place: a square is transposed onto itself.
	x := counting(t, 3, 3)
	require.NoError(t, tensor.Copy(x, tensor.Must(x.Transpose())))
	got, err := tensor.AsColMajor[int64](x)
	require.NoError(t, err)
	require.Equal(t, []int64{0, 3, 6, 1, 4, 7, 2, 5, 8}, got)
}

func TestCopyRefuses(t *testing.T) {
	x := tensor.MustNew(tensor.Float64, 2, 3)
	require.ErrorIs(t, tensor.Copy(x, tensor.MustNew(tensor.Float32, 2, 3)), tensor.ErrDType)
	require.ErrorIs(t, tensor.Copy(x, tensor.MustNew(tensor.Float64, 3, 2)), tensor.ErrShape)
	require.ErrorIs(t, tensor.Copy(x, tensor.MustNew(tensor.Float64, 2, 3, 1)), tensor.ErrShape)
	require.ErrorIs(t, tensor.Copy(x, nil), tensor.ErrInvalid)
	require.ErrorIs(t, tensor.Copy(nil, x), tensor.ErrInvalid)
	row := tensor.Must(tensor.MustNew(tensor.Float64, 3).Broadcast(2, 3))
	var overlap *tensor.OverlapError
	require.ErrorAs(t, tensor.Copy(row, x), &overlap)
	require.Equal(t, []int{0, 1}, overlap.Strides)
	require.NoError(t, tensor.Copy(x, row))

	huge := tensor.Must(tensor.FromScalar(1.0).Broadcast(1 << 60))
	_, err := huge.Clone()
	require.ErrorIs(t, err, tensor.ErrOverflow)
	_, err = tensor.ColMajor[float64](huge)
	require.ErrorIs(t, err, tensor.ErrOverflow)
	_, err = tensor.RowMajor[float64](huge)
	require.ErrorIs(t, err, tensor.ErrOverflow)
	_, err = huge.Convert(tensor.Complex128)
	require.ErrorIs(t, err, tensor.ErrOverflow)
}
