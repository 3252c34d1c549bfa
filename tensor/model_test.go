package tensor_test

// This file is the oracle: a view as a plain list of positions, moved about by index arithmetic without any stride.

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/tensor"
)

// model lists, in column-major order of its shape, the position in the storage of each element.
type model struct {
	shape []int
	at    []int
}

// newModel is the column-major tensor of the shape whose elements are their own positions.
func newModel(shape ...int) model {
	m := model{shape: shape, at: make([]int, product(shape))}
	for i := range m.at {
		m.at[i] = i
	}
	return m
}

func product(shape []int) int {
	n := 1
	for _, size := range shape {
		n *= size
	}
	return n
}

// indices calls f with each index of the shape in column-major order.
func indices(shape []int, f func(index []int)) {
	index := make([]int, len(shape))
	for range product(shape) {
		f(index)
		for axis := range index {
			if index[axis]++; index[axis] < shape[axis] {
				break
			}
			index[axis] = 0
		}
	}
}

func (m model) get(index []int) int {
	at, n := 0, 1
	for axis, i := range index {
		at += i * n
		n *= m.shape[axis]
	}
	return m.at[at]
}

// remap is the view of the shape whose element at an index is m's element at from(index).
func (m model) remap(shape []int, from func(index []int) []int) model {
	v := model{shape: shape}
	indices(shape, func(index []int) { v.at = append(v.at, m.get(from(index))) })
	return v
}

// linear reports whether the elements, read under the shape, have strides.
func (m model) linear(shape []int) bool {
	if len(m.at) == 0 {
		return true
	}
	r := model{shape: shape, at: m.at}
	strides := make([]int, len(shape))
	unit := make([]int, len(shape))
	for axis, size := range shape {
		if size > 1 {
			unit[axis] = 1
			strides[axis] = r.get(unit) - m.at[0]
			unit[axis] = 0
		}
	}
	ok := true
	indices(shape, func(index []int) {
		at := m.at[0]
		for axis, i := range index {
			at += i * strides[axis]
		}
		ok = ok && at == r.get(index)
	})
	return ok
}

// counting returns the column-major int64 tensor whose elements are their own positions.
func counting(t testing.TB, shape ...int) *tensor.Tensor {
	data := make([]int64, product(shape))
	for i := range data {
		data[i] = int64(i)
	}
	v, err := tensor.FromColMajor(data, shape...)
	require.NoError(t, err)
	return v
}

// same checks that a view of a counting tensor is what the model says: shape, elements, and an offset in its storage.
func same(t testing.TB, want model, got *tensor.Tensor) {
	t.Helper()
	require.Equal(t, len(want.shape), got.Rank())
	for axis, size := range want.shape {
		require.Equal(t, size, got.Dim(axis), "size of axis %d", axis)
	}
	require.Equal(t, len(want.at), got.Len())
	require.True(t, got.Offset() >= 0 && got.Offset() <= got.Storage().Len(), "offset %d", got.Offset())
	data, err := tensor.ColMajor[int64](got)
	require.NoError(t, err)
	require.Len(t, data, len(want.at))
	for i := range data {
		require.Equal(t, int64(want.at[i]), data[i], "element %d of %v", i, want.shape)
	}
}

// newRand returns a random source whose seed a failing test prints.
func newRand(t testing.TB) *rand.Rand {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}

// randomShape returns a shape of at most the given rank and number of elements; sizes 0 and 1 are frequent enough.
func randomShape(r *rand.Rand, rank, elements int) []int {
	shape := make([]int, r.IntN(rank+1))
	n := 1
	for axis := range shape {
		size := 1 + r.IntN(6)
		switch r.IntN(12) {
		case 0:
			size = 0
		case 1, 2:
			size = 1
		case 3:
			size = 1 + r.IntN(70)
		}
		if size > 0 && n*size > elements {
			size = 1
		}
		shape[axis] = size
		n *= max(size, 1)
	}
	return shape
}
