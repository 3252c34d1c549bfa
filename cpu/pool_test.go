package cpu

import (
	"math/rand/v2"
	"sync"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

func take(t testing.TB, p *pool, bytes int) *block {
	t.Helper()
	b, err := p.get(bytes)
	require.NoError(t, err)
	return b
}

func TestSizeClasses(t *testing.T) {
	for _, c := range [][2]int{{0, 4096}, {1, 4096}, {4096, 4096}, {4097, 8192}, {1 << 20, 1 << 20}, {1<<20 + 1, 1<<20 + 1<<15}, {3 << 30, 3 << 30}} {
		require.Equal(t, c[1], sizeClass(c[0]), "%d bytes", c[0])
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 10_000 {
		n := 1 + rng.IntN(1<<rng.IntN(40))
		class := sizeClass(n)
		require.GreaterOrEqual(t, class, n)
		require.LessOrEqual(t, float64(class), max(4096+float64(n), 1.04*float64(n)))
		require.Equal(t, class, sizeClass(class), "a class is its own")
		require.Zero(t, class%4096)
	}
}

// TestPoolBlocks looks at the memory itself: alignment, size, that it can be written to.
func TestPoolBlocks(t *testing.T) {
	p := newPool(-1, 0)
	defer p.close()
	for _, n := range []int{1, 64, 4096, 100_000, 2<<20 - 1, 2 << 20, 5 << 20} {
		b := take(t, p, n)
		require.Zero(t, uintptr(b.ptr)%64)
		require.GreaterOrEqual(t, b.bytes, n)
		mem := unsafe.Slice((*byte)(b.ptr), b.bytes)
		mem[0], mem[len(mem)-1] = 1, 2
		p.put(b)
		again := take(t, p, n)
		require.Same(t, b, again)
		p.put(again)
	}
}

func TestPoolStats(t *testing.T) {
	p := newPool(-1, 0)
	a, b := take(t, p, 10_000), take(t, p, 20_000)
	require.Equal(t, PoolStats{InUseBytes: 12288 + 20480, PeakBytes: 12288 + 20480, Misses: 2}, p.snapshot())
	p.put(a)
	require.Equal(t, PoolStats{Buffers: 1, InUseBytes: 20480, CachedBytes: 12288, PeakBytes: 32768, Misses: 2}, p.snapshot())
	p.put(b)
	a = take(t, p, 12_000)
	require.Equal(t, PoolStats{Buffers: 1, InUseBytes: 12288, CachedBytes: 20480, PeakBytes: 32768, Hits: 1, Misses: 2}, p.snapshot())
	p.put(a)
	p.clear()
	require.Equal(t, PoolStats{PeakBytes: 32768, Hits: 1, Misses: 2, Evictions: 2, Clears: 1}, p.snapshot())
	p.close()
	b = take(t, p, 1) // what is out at the time, or taken later, is not kept
	p.put(b)
	require.Zero(t, p.snapshot().CachedBytes)
}

// TestPoolLimit keeps what was used last, whatever its size.
func TestPoolLimit(t *testing.T) {
	const k = 1 << 10
	for _, first := range []int{8 * k, 992 * k} {
		p := newPool(1000*k, 0)
		p.put(take(t, p, first))
		for _, n := range []int{64 * k, 100 * k, 900 * k, 8 * k} { // the program has moved on to other sizes
			for range 3 {
				p.put(take(t, p, n))
				require.LessOrEqual(t, p.snapshot().CachedBytes, 1000*k)
			}
		}
		s := p.snapshot()
		require.GreaterOrEqual(t, s.Hits, uint64(8), "each size but the first is found again")
		p.put(take(t, p, 2000*k)) // too large to be kept
		require.Equal(t, s.CachedBytes, p.snapshot().CachedBytes)
		p.trim(10 * k)
		require.LessOrEqual(t, p.snapshot().CachedBytes, 10*k)
		p.setLimit(0)
		require.Zero(t, p.snapshot().CachedBytes)
		p.put(take(t, p, k))
		require.Zero(t, p.snapshot().CachedBytes)
		p.setLimit(-1)
		p.put(take(t, p, 2000*k))
		require.Equal(t, sizeClass(2000*k), p.snapshot().CachedBytes)
		p.close()
	}
}

func TestPoolMemoryLimit(t *testing.T) {
	p := newPool(-1, 1<<20)
	defer p.close()
	a := take(t, p, 1<<19)
	_, err := p.get(1<<19 + 1)
	var refused *MemoryError
	require.ErrorAs(t, err, &refused)
	require.Equal(t, MemoryError{Need: sizeClass(1<<19 + 1), InUse: 1 << 19, Limit: 1 << 20}, *refused)
	b := take(t, p, 1<<19)
	p.put(a)
	p.put(b)
	require.Zero(t, p.snapshot().InUseBytes)
}

func TestPoolShared(t *testing.T) {
	p := newPool(1<<20, 0)
	var wg sync.WaitGroup
	for g := range 16 {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(g), 2))
			for range 300 {
				b, err := p.get(1 + rng.IntN(200_000))
				if err != nil {
					panic(err)
				}
				mem := unsafe.Slice((*byte)(b.ptr), b.bytes)
				mem[0], mem[len(mem)-1] = byte(g), byte(g)
				if rng.IntN(50) == 0 {
					p.trim(1 << 18)
				}
				if mem[0] != byte(g) || mem[len(mem)-1] != byte(g) {
					panic("two goroutines have one block")
				}
				p.put(b)
			}
		})
	}
	wg.Wait()
	s := p.snapshot()
	require.Zero(t, s.InUseBytes)
	require.LessOrEqual(t, s.CachedBytes, 1<<20)
	p.close()
	require.Zero(t, p.snapshot().CachedBytes)
	require.Zero(t, p.snapshot().Buffers)
}
