package tensor_test

// This file tests the views together: chains of random view operations, each held against the oracle.

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/tensor"
)

// choose picks numbers for a chain of operations: from a random source, or from the bytes of a fuzz input.
type choose interface{ IntN(n int) int }

type script struct{ data []byte }

func (s *script) IntN(n int) int {
	if len(s.data) == 0 {
		return 0
	}
	b := int(s.data[0])
	s.data = s.data[1:]
	return b % n
}

func permutation(c choose, n int) []int {
	p := make([]int, 0, n)
	for i := range n {
		p = slices.Insert(p, c.IntN(i+1), i)
	}
	return p
}

// step applies one operation to the tensor and to the model. It returns the same pair where the operation does not
// apply.
func step(t testing.TB, c choose, x *tensor.Tensor, m model) (*tensor.Tensor, model) {
	rank := len(m.shape)
	switch c.IntN(10) {
	case 0:
		return permute(t, c, x, m)
	case 1:
		return slice(t, c, x, m)
	case 2:
		return reshape(t, c, x, m)
	case 3:
		return diagonal(t, c, x, m)
	case 4:
		return broadcast(t, c, x, m)
	case 5:
		axes := permutation(c, rank)[:c.IntN(rank+1)]
		v, err := x.Reverse(axes...)
		require.NoError(t, err)
		return v, m.remap(m.shape, func(index []int) []int {
			from := slices.Clone(index)
			for _, axis := range axes {
				from[axis] = m.shape[axis] - 1 - index[axis]
			}
			return from
		})
	case 6:
		if rank == 0 {
			break
		}
		axis := c.IntN(rank)
		if m.shape[axis] == 0 {
			_, err := x.Index(axis, 0)
			require.ErrorIs(t, err, tensor.ErrBounds)
			break
		}
		i := c.IntN(m.shape[axis])
		v, err := x.Index(axis, i)
		require.NoError(t, err)
		return v, m.remap(slices.Delete(slices.Clone(m.shape), axis, axis+1), func(index []int) []int {
			return slices.Insert(slices.Clone(index), axis, i)
		})
	case 7:
		axis := c.IntN(rank + 1)
		v, err := x.Unsqueeze(axis)
		require.NoError(t, err)
		return v, model{slices.Insert(slices.Clone(m.shape), axis, 1), m.at}
	case 8:
		v, err := x.Squeeze()
		require.NoError(t, err)
		return v, model{slices.DeleteFunc(slices.Clone(m.shape), func(size int) bool { return size == 1 }), m.at}
	case 9:
		v, err := x.Transpose()
		require.NoError(t, err)
		shape := slices.Clone(m.shape)
		slices.Reverse(shape)
		return v, m.remap(shape, func(index []int) []int {
			from := slices.Clone(index)
			slices.Reverse(from)
			return from
		})
	}
	return x, m
}

func permute(t testing.TB, c choose, x *tensor.Tensor, m model) (*tensor.Tensor, model) {
	axes := permutation(c, len(m.shape))
	v, err := x.Permute(axes...)
	require.NoError(t, err)
	shape := make([]int, len(axes))
	for i, axis := range axes {
		shape[i] = m.shape[axis]
	}
	return v, m.remap(shape, func(index []int) []int {
		from := make([]int, len(axes))
		for i, axis := range axes {
			from[axis] = index[i]
		}
		return from
	})
}

func slice(t testing.TB, c choose, x *tensor.Tensor, m model) (*tensor.Tensor, model) {
	ranges := make([]tensor.Range, c.IntN(len(m.shape)+1))
	picked := make([][]int, len(m.shape))
	shape := slices.Clone(m.shape)
	for axis, size := range m.shape {
		if axis < len(ranges) {
			a, b := c.IntN(size+1), c.IntN(size+1)
			r := tensor.Range{Start: min(a, b), Stop: max(a, b), Step: c.IntN(4)}
			if c.IntN(2) == 1 {
				r = tensor.Range{Start: max(a, b) - 1, Stop: min(a, b) - 1, Step: -1 - c.IntN(3)}
			}
			ranges[axis] = r
			step := r.Step
			if step == 0 {
				step = 1
			}
			for i := r.Start; i != r.Stop && (i < r.Stop) == (step > 0); i += step {
				picked[axis] = append(picked[axis], i)
			}
			shape[axis] = len(picked[axis])
			continue
		}
		for i := range size {
			picked[axis] = append(picked[axis], i)
		}
	}
	v, err := x.Slice(ranges...)
	require.NoError(t, err, "shape %v, ranges %v", m.shape, ranges)
	return v, m.remap(shape, func(index []int) []int {
		from := make([]int, len(index))
		for axis, i := range index {
			from[axis] = picked[axis][i]
		}
		return from
	})
}

func reshape(t testing.TB, c choose, x *tensor.Tensor, m model) (*tensor.Tensor, model) {
	var shape []int
	n := len(m.at)
	if n == 0 {
		shape = []int{c.IntN(3), 0, c.IntN(3)}
	} else {
		for rest := n; rest > 1 && len(shape) < 6; {
			size := 1 + c.IntN(rest)
			for rest%size != 0 {
				size++
			}
			shape = append(shape, size)
			rest /= size
			if rest > 1 && len(shape) == 5 {
				shape = append(shape, rest)
			}
		}
	}
	asked := slices.Clone(shape)
	if len(asked) > 0 && n > 0 && c.IntN(2) == 1 {
		asked[c.IntN(len(asked))] = -1
	}
	v, err := x.Reshape(asked...)
	if !m.linear(shape) {
		require.ErrorIs(t, err, tensor.ErrNeedsCopy)
		return x, m
	}
	require.NoError(t, err, "%v strides %v to %v", m.shape, x.Strides(), asked)
	return v, model{shape, m.at}
}

func diagonal(t testing.TB, c choose, x *tensor.Tensor, m model) (*tensor.Tensor, model) {
	rank := len(m.shape)
	axes := permutation(c, rank)[:c.IntN(rank+1)]
	for _, axis := range axes {
		if m.shape[axis] != m.shape[axes[0]] {
			_, err := x.Diagonal(axes...)
			require.ErrorIs(t, err, tensor.ErrShape)
			return x, m
		}
	}
	v, err := x.Diagonal(axes...)
	require.NoError(t, err)
	if len(axes) < 2 {
		return v, m
	}
	var shape, to []int // to[axis of m] is the axis of the diagonal view
	for axis, size := range m.shape {
		if slices.Contains(axes, axis) && axis != slices.Min(axes) {
			to = append(to, -1)
			continue
		}
		to = append(to, len(shape))
		shape = append(shape, size)
	}
	return v, m.remap(shape, func(index []int) []int {
		from := make([]int, rank)
		for axis := range from {
			if to[axis] >= 0 {
				from[axis] = index[to[axis]]
			} else {
				from[axis] = index[to[slices.Min(axes)]]
			}
		}
		return from
	})
}

func broadcast(t testing.TB, c choose, x *tensor.Tensor, m model) (*tensor.Tensor, model) {
	shape := slices.Clone(m.shape)
	for axis := range shape {
		if shape[axis] == 1 && len(m.at) < 500 {
			shape[axis] = c.IntN(4)
		}
	}
	lead := 0
	if len(m.at) < 500 {
		lead = c.IntN(3)
	}
	for range lead {
		shape = slices.Insert(shape, 0, 1+c.IntN(3))
	}
	v, err := x.Broadcast(shape...)
	require.NoError(t, err)
	return v, m.remap(shape, func(index []int) []int {
		from := slices.Clone(index[lead:])
		for axis := range from {
			if m.shape[axis] == 1 {
				from[axis] = 0
			}
		}
		return from
	})
}

// chain runs a number of steps and checks every intermediate view.
func chain(t testing.TB, c choose, steps int) {
	shape := make([]int, c.IntN(5))
	for axis := range shape {
		shape[axis] = c.IntN(5)
	}
	x, m := counting(t, shape...), newModel(shape...)
	for range steps {
		x, m = step(t, c, x, m)
		if len(m.at) > 2000 || len(m.shape) > 9 {
			return
		}
		same(t, m, x)
		checkFacts(t, x, m)
	}
}

// checkFacts holds what a view says of itself against the model.
func checkFacts(t testing.TB, x *tensor.Tensor, m model) {
	ordered := true
	for i, at := range m.at {
		ordered = ordered && at == m.at[0]+i
	}
	require.Equal(t, ordered, x.IsColMajor(), "column-major: shape %v strides %v", m.shape, x.Strides())
	data, err := tensor.AsColMajor[int64](x)
	if ordered {
		require.NoError(t, err)
		require.Len(t, data, len(m.at))
		for i, at := range m.at {
			require.EqualValues(t, at, data[i])
		}
	} else {
		require.ErrorIs(t, err, tensor.ErrNeedsCopy)
	}
	distinct := slices.Clone(m.at)
	slices.Sort(distinct)
	repeats := len(slices.Compact(distinct)) < len(m.at)
	require.Equal(t, repeats, x.HasSelfOverlap(), "self overlap: shape %v strides %v", m.shape, x.Strides())
	if n := 0; len(m.at) > 0 { // one element by its index
		indices(m.shape, func(index []int) {
			if n++; n == len(m.at)/2+1 {
				v, err := tensor.At[int64](x, index...)
				require.NoError(t, err)
				require.EqualValues(t, m.get(index), v)
			}
		})
	}
}

func TestViewChains(t *testing.T) {
	r := newRand(t)
	for range 3000 {
		chain(t, r, 8)
	}
}

func FuzzViews(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 32 {
		data := make([]byte, 64)
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 400 {
			return
		}
		chain(t, &script{data}, 12)
	})
}

// The views of a tensor share its memory: what is written through one is read through the other.
func TestViewsShareMemory(t *testing.T) {
	x := counting(t, 3, 4)
	for name, view := range map[string]func() (*tensor.Tensor, error){
		"permute":   func() (*tensor.Tensor, error) { return x.Permute(1, 0) },
		"transpose": func() (*tensor.Tensor, error) { return x.Transpose() },
		"reshape":   func() (*tensor.Tensor, error) { return x.Reshape(2, -1) },
		"slice":     func() (*tensor.Tensor, error) { return x.Slice(tensor.All(), tensor.Reversed()) },
		"reverse":   func() (*tensor.Tensor, error) { return x.Reverse(0) },
		"unsqueeze": func() (*tensor.Tensor, error) { return x.Unsqueeze(1) },
		"squeeze":   func() (*tensor.Tensor, error) { return x.Squeeze() },
		"broadcast": func() (*tensor.Tensor, error) { return x.Broadcast(1, 3, 4) },
		"diagonal":  func() (*tensor.Tensor, error) { return x.Diagonal() },
	} {
		v, err := view()
		require.NoError(t, err, name)
		require.Same(t, x.Storage(), v.Storage(), name)
		require.True(t, tensor.Overlaps(x, v), name)
	}
}
