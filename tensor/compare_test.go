package tensor_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/tensor"
)

func TestAllCloseScalars(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	s := func(v float64) *tensor.Tensor { return tensor.FromScalar(v) }
	z := func(v complex128) *tensor.Tensor { return tensor.FromScalar(v) }
	for _, c := range []struct {
		a, b       *tensor.Tensor
		rtol, atol float64
		close      bool
	}{
		{s(1), s(1), 0, 0, true},
		{s(0), s(math.Copysign(0, -1)), 0, 0, true},
		{s(1), s(1.1), 0, 0.2, true},
		{s(1), s(1.1), 0, 0.05, false},
		{s(100), s(101), 0.01, 0, true}, // rtol is relative to b
		{s(101.005), s(100), 0.01, 0, false},
		{s(1), s(1), nan, nan, true},
		{s(1), s(2), nan, 10, false},
		{s(inf), s(inf), 0, 0, true},
		{s(inf), s(-inf), 1, 1, false},
		{s(1), s(inf), 1, 1, false}, // 1 <= 1 + 1·Inf all the same
		{s(inf), s(1), inf, inf, false},
		{s(nan), s(nan), 1, 1, false},
		{s(nan), s(1), inf, inf, false},
		{s(1), s(nan), 1, 1, false},
		{s(math.MaxFloat64), s(-math.MaxFloat64), 0, 1, false},
		{z(3 + 4i), z(3 + 4i), 0, 0, true},
		{z(3 + 4i), z(3.3 + 4.4i), 0, 0.51, true},
		{z(3 + 4i), z(3.3 + 4.4i), 0, 0.49, false},
		{z(complex(inf, 1)), z(complex(inf, 1)), 0, 0, true},
		{z(complex(inf, 1)), z(complex(1, inf)), 1, 1, false},
		{z(complex(nan, 1)), z(complex(nan, 1)), 1, 1, false},
		{z(complex(inf, nan)), z(complex(inf, nan)), 1, 1, false},
		{tensor.FromScalar(float32(1)), tensor.FromScalar(float32(1.5)), 0, 0.5, true},
		{tensor.FromScalar(complex64(1)), tensor.FromScalar(complex64(1i)), 0, 1.4, false},
		{tensor.FromScalar(int64(1 << 53)), tensor.FromScalar(int64(1<<53 + 1)), 0, 0.5, false}, // equal as float64
		{tensor.FromScalar(int64(math.MinInt64)), tensor.FromScalar(int64(math.MaxInt64)), 0, 1, false},
		{tensor.FromScalar(int64(math.MinInt64)), tensor.FromScalar(int64(math.MaxInt64)), 0, 1 << 64, true},
		{tensor.FromScalar(int32(5)), tensor.FromScalar(int32(6)), 0, 1, true},
		{tensor.FromScalar(true), tensor.FromScalar(true), 0, 0, true},
		{tensor.FromScalar(true), tensor.FromScalar(false), 0, 0.5, false},
	} {
		err := tensor.AllClose(c.a, c.b, c.rtol, c.atol)
		if c.close {
			require.NoError(t, err, "%v %v", c.a, c.b)
			continue
		}
		require.ErrorIs(t, err, tensor.ErrNotClose, "%v %v", c.a, c.b)
	}
	same := tensor.Tolerance{NaN: true}
	require.NoError(t, same.Compare(s(nan), s(nan)))
	require.Error(t, same.Compare(s(nan), s(1)))
	require.NoError(t, same.Compare(z(complex(nan, 1)), z(complex(2, nan))))
	require.False(t, tensor.Equal(s(nan), s(nan)))
	require.True(t, tensor.Equal(s(inf), s(inf)))
}

func TestAllCloseReports(t *testing.T) {
	a := tensor.MustFromColMajor([]float64{0, 1, 2, 3, 4, 5}, 2, 3)
	b := tensor.MustFromRowMajor([]float64{0, 2, 4.5, 1.25, 3, 5}, 2, 3)
	err := tensor.AllClose(a, b, 0, 0.1)
	var e *tensor.NotCloseError
	require.ErrorAs(t, err, &e)
	require.Equal(t, 2, e.Count)
	require.Equal(t, 6, e.Len)
	require.Equal(t, []int{1, 0}, e.First)
	require.Equal(t, []int{0, 2}, e.Worst)
	require.Equal(t, 4.0, e.A)
	require.Equal(t, 4.5, e.B)
	require.Equal(t, 0.5, e.Diff)
	require.Equal(t, 0.1, e.Allow)
	require.EqualError(t, err,
		"2 of 6 elements differ, most at [0 2]: 4 against 4.5, difference 0.5 where 0.1 is allowed; first at [1 0]")

	// NaN is worse than any difference.
	c := tensor.MustFromColMajor([]float64{0, 1, math.NaN(), 3, 1e300, 5}, 2, 3)
	require.ErrorAs(t, tensor.AllClose(a, c, 0, 0), &e)
	require.Equal(t, []int{0, 1}, e.Worst)

	require.ErrorIs(t, tensor.AllClose(a, tensor.MustNew(tensor.Float32, 2, 3), 1, 1), tensor.ErrDType)
	require.ErrorIs(t, tensor.AllClose(a, tensor.MustNew(tensor.Float64, 3, 2), 1, 1), tensor.ErrShape)
	require.ErrorIs(t, tensor.AllClose(a, nil, 1, 1), tensor.ErrInvalid)
	require.ErrorIs(t, tensor.AllClose(nil, a, 1, 1), tensor.ErrInvalid)
	require.False(t, tensor.Equal(nil, nil))
	require.True(t, tensor.Equal(tensor.MustNew(tensor.Float64, 0, 3), tensor.MustNew(tensor.Float64, 0, 3)))
	require.False(t, tensor.Equal(tensor.MustNew(tensor.Float64, 0, 3), tensor.MustNew(tensor.Float64, 0, 4)))
}

// One element in a random place of two random layouts is changed; the report names exactly that.
func TestAllCloseFinds(t *testing.T) {
	r := newRand(t)
	for range 300 {
		shape := randomShape(r, 6, 500)
		a, b := randomLayout[float64](t, r, shape, true), randomLayout[float64](t, r, shape, false)
		require.NoError(t, tensor.Copy(b, a))
		require.NoError(t, tensor.AllClose(a, b, 0, 0))
		if a.Len() == 0 {
			continue
		}
		index := make([]int, len(shape))
		for axis, size := range shape {
			index[axis] = r.IntN(size)
		}
		require.NoError(t, tensor.Set(b, -1.0, index...))
		var e *tensor.NotCloseError
		require.ErrorAs(t, tensor.AllClose(a, b, 1e-3, 1e-3), &e)
		require.Equal(t, 1, e.Count)
		require.Equal(t, index, e.First)
		require.Equal(t, index, e.Worst)
		require.Equal(t, -1.0, e.B)
	}
}
