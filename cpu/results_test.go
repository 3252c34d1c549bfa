package cpu

import (
	goruntime "runtime"
	"runtime/debug"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/tensor"
)

func result(t testing.TB, rs *results, n int) *tensor.Tensor {
	t.Helper()
	x, err := rs.tensor(tensor.Float64, []int{n})
	require.NoError(t, err)
	return x
}

// collected waits until the finalisers that are due have run.
func collected(t *testing.T, done func() bool) {
	t.Helper()
	require.Eventually(t, func() bool { goruntime.GC(); return done() }, 10*time.Second, time.Millisecond)
}

// A slice of a result outlives the tensor: its memory is not given to another result as long as the slice is used.
func TestResultsOutliveTheirTensors(t *testing.T) {
	for _, n := range []int{10_000, 1 << 20} {
		rs := newResults(-1)
		x := result(t, rs, n)
		kept, err := tensor.AsColMajor[float64](x)
		require.NoError(t, err)
		tail := kept[n-10:]
		x, kept = nil, nil
		for range 5 {
			goruntime.GC()
			y := result(t, rs, n)
			data, err := tensor.AsColMajor[float64](y)
			require.NoError(t, err)
			for i := range data {
				data[i] = -1
			}
			goruntime.KeepAlive(y)
		}
		for i := range tail {
			require.Zero(t, tail[i], "fresh memory is zero, and nobody else has written to it")
		}
		goruntime.KeepAlive(tail)
		tail = nil
		collected(t, func() bool { return rs.snapshot().InUseBytes == 0 })
	}
}

func TestResultsComeBack(t *testing.T) {
	rs := newResults(-1)
	x := result(t, rs, 100_000)
	first := uintptr(x.Storage().Pointer()) // which does not keep it
	require.Zero(t, first%64)
	require.Equal(t, sizeClass(800_000), rs.snapshot().InUseBytes)
	goruntime.KeepAlive(x)
	x = nil
	collected(t, func() bool { return rs.snapshot().Buffers == 1 })
	y := result(t, rs, 100_000)
	require.Equal(t, first, uintptr(y.Storage().Pointer()))
	s := rs.snapshot()
	require.Equal(t, []uint64{1, 1}, []uint64{s.Hits, s.Misses})

	l := y.Storage().Owner().(*lease)
	require.True(t, l.release())
	require.False(t, l.release(), "once")
	require.Equal(t, 1, rs.snapshot().Buffers)
	require.Zero(t, rs.snapshot().InUseBytes)
	goruntime.GC()
	require.Equal(t, 1, rs.snapshot().Buffers, "a released result does not come back a second time")
}

// In a loop that drops its results the store runs in a circle, whatever else is on the heap.
func TestResultsCirculate(t *testing.T) {
	for _, n := range []int{20_000, 1 << 20} {
		rs := newResults(-1)
		for range 400 {
			x := result(t, rs, n)
			data, err := tensor.AsColMajor[float64](x)
			require.NoError(t, err)
			data[0] = 1
			time.Sleep(100 * time.Microsecond)
		}
		s := rs.snapshot()
		require.Greater(t, s.Hits, s.Misses, "%d elements: %+v", n, s)
	}
}

// Without a collector nothing comes back, and nothing is asked for.
func TestResultsWithoutCollector(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	rs := newResults(-1)
	for range 10 {
		l := result(t, rs, 1<<20).Storage().Owner().(*lease)
		l.release()
	}
	require.False(t, rs.collecting.Load())
	require.Equal(t, uint64(9), rs.snapshot().Hits)
}

func TestResultLimits(t *testing.T) {
	rs := newResults(2 << 20)
	var all []*lease
	for range 4 {
		all = append(all, result(t, rs, 1<<17).Storage().Owner().(*lease))
	}
	for _, l := range all {
		l.release()
	}
	s := rs.snapshot()
	require.Equal(t, PoolStats{Buffers: 2, CachedBytes: 2 << 20, PeakBytes: 4 << 20, Misses: 4, Evictions: 2}, s)
	rs.trim(1 << 20)
	require.Equal(t, 1<<20, rs.snapshot().CachedBytes)
	rs.setLimit(0)
	require.Zero(t, rs.snapshot().CachedBytes)
	rs.setLimit(-1)
	result(t, rs, 1<<17).Storage().Owner().(*lease).release()
	rs.clear()
	require.Equal(t, uint64(1), rs.snapshot().Clears)
	require.Zero(t, rs.snapshot().CachedBytes)
	rs.close()
	result(t, rs, 1<<17).Storage().Owner().(*lease).release()
	require.Zero(t, rs.snapshot().CachedBytes)
}

func TestResultsRefuse(t *testing.T) {
	rs := newResults(-1)
	_, err := rs.tensor(tensor.Float64, []int{-1})
	require.Error(t, err)
	_, err = rs.tensor(tensor.Float64, []int{1 << 60})
	var size *tensor.SizeError
	require.ErrorAs(t, err, &size)
	x, err := rs.tensor(tensor.Float64, []int{0, 1 << 20})
	require.NoError(t, err)
	require.Zero(t, x.Len())
	x, err = rs.tensor(tensor.Bool, []int{300, 300})
	require.NoError(t, err)
	require.Equal(t, []int{1, 300}, x.Strides())
	require.NotEqual(t, unsafe.Pointer(nil), x.Storage().Pointer())
}
