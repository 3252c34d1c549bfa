package cpu_test

import (
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/cpu"
	"github.com/tenferro/tenferro-go/einsum"
	"github.com/tenferro/tenferro-go/tensor"
)

// long names the variable that asks for tests that take minutes.
const long = "TENFERRO_LONG_TESTS"

// TestManyShapes contracts operands of ever new shapes by one-shot calls. The cache stays at its bound, what is used all
// the time stays in it, and memory stays flat. With TENFERRO_LONG_TESTS set there are 100,000 shapes.
func TestManyShapes(t *testing.T) {
	shapes := 5000
	switch {
	case os.Getenv(long) != "":
		shapes = 100_000
	case testing.Short():
		shapes = 500
	}
	const entries, pool = 64, 4 << 20
	be := backend(t, cpu.WithProgramLimit(cpu.CacheLimit{Entries: entries}), cpu.WithPoolLimit(pool))
	c, err := einsum.NewContractor(be)
	require.NoError(t, err)
	data := make([]float64, 1<<13)
	matrix := func(m, n int) *tensor.Tensor { return tensor.MustFromColMajor(data[:m*n:m*n], m, n) }
	hot := func(v float64) {
		x := tensor.MustFromColMajor([]float64{1, 2, 3, v}, 4)
		y, err := c.Contract(context.Background(), "i,i->", x, x)
		require.NoError(t, err)
		got, err := tensor.At[float64](y)
		require.NoError(t, err)
		require.Equal(t, 14+v*v, got)
	}
	hot(0)
	var flat int
	for i := range shapes {
		m, k, n := 1+i%23, 1+i/23%23, 1+i/529%23
		if extra := i / 12167; extra > 0 { // beyond 23³ shapes, longer ones
			k += 23 * extra
		}
		_, err := c.Contract(context.Background(), "ij,jk,kl->il", matrix(m, k), matrix(k, n), matrix(n, 3))
		require.NoError(t, err)
		if i%10 == 0 {
			hot(float64(i))
		}
		if i == shapes/2 {
			flat = heap()
		}
	}
	s := be.Stats()
	require.Equal(t, entries, s.Programs.Entries)
	require.Equal(t, uint64(shapes+1), s.Programs.Misses, "the hot program is compiled once")
	require.Equal(t, uint64((shapes+9)/10), s.Programs.Hits)
	require.Equal(t, uint64(shapes+1-entries), s.Programs.Evictions)
	require.LessOrEqual(t, s.Pool.CachedBytes, pool)
	require.Zero(t, s.Pool.InUseBytes)
	require.Less(t, heap()-flat, 2<<20, "bytes gained over the second half")
	be.ClearPrograms()
	require.Zero(t, be.Stats().Programs.Entries)
}
