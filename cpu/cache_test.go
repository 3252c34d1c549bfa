package cpu

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// value makes a value of a cache under test.
func value(v, bytes int) func() (int, int, error) {
	return func() (int, int, error) { return v, bytes, nil }
}

func none() (int, int, error) { return 0, 0, errors.New("made again") }

func TestCacheKeepsWhatWasUsedLast(t *testing.T) {
	var gone []int
	c := newCache[string](CacheLimit{Entries: 3}, func(v int) { gone = append(gone, v) })
	for i, key := range []string{"a", "b", "c", "a", "d", "c", "e"} {
		v, err := c.getOrMake(t.Context(), key, value(i, 10))
		require.NoError(t, err)
		require.Equal(t, map[string]int{"a": 0, "b": 1, "c": 2, "d": 4, "e": 6}[key], v)
	}
	require.Equal(t, []int{1, 0}, gone, "b, then a")
	require.Equal(t, CacheStats{Entries: 3, RetainedBytes: 30, Hits: 2, Misses: 5, Evictions: 2}, c.snapshot())
	c.setLimit(CacheLimit{Entries: 1})
	require.Equal(t, []int{1, 0, 4, 2}, gone)
	c.clear()
	require.Equal(t, []int{1, 0, 4, 2, 6}, gone)
	require.Equal(t, CacheStats{Hits: 2, Misses: 5, Evictions: 4, Clears: 1}, c.snapshot())
}

func TestCacheBytes(t *testing.T) {
	c := newCache[int](CacheLimit{Entries: -1, RetainedBytes: 100}, func(int) {})
	for i := range 1000 {
		_, err := c.getOrMake(t.Context(), i, value(i, 30))
		require.NoError(t, err)
	}
	require.Equal(t, 3, c.snapshot().Entries)
	v, err := c.getOrMake(t.Context(), 1000, value(7, 1_000_000)) // one that is over the limit alone stays, alone
	require.NoError(t, err)
	require.Equal(t, 7, v)
	require.Equal(t, CacheStats{Entries: 1, RetainedBytes: 1_000_000, Misses: 1001, Evictions: 1000}, c.snapshot())
	_, err = c.getOrMake(t.Context(), 1000, none)
	require.NoError(t, err)
	_, err = c.getOrMake(t.Context(), 1001, value(1, 1))
	require.NoError(t, err)
	require.Equal(t, 1, c.snapshot().RetainedBytes)
}

func TestCacheLimits(t *testing.T) {
	require.Equal(t, CacheLimit{Entries: 1024, RetainedBytes: 256 << 20}, CacheLimit{}.withDefaults())
	require.Equal(t, CacheLimit{Entries: -1, RetainedBytes: 5}, CacheLimit{Entries: -1, RetainedBytes: 5}.withDefaults())
	c := newCache[int](CacheLimit{Entries: -1, RetainedBytes: -1}, func(int) {})
	for i := range 5000 {
		_, err := c.getOrMake(t.Context(), i, value(i, 1<<30))
		require.NoError(t, err)
	}
	require.Equal(t, 5000, c.snapshot().Entries)
}

func TestCacheErrors(t *testing.T) {
	c := newCache[string, int](CacheLimit{}, nil)
	broken := errors.New("broken")
	_, err := c.getOrMake(t.Context(), "a", func() (int, int, error) { return 0, 0, broken })
	require.ErrorIs(t, err, broken)
	require.Zero(t, c.snapshot().Entries)
	v, err := c.getOrMake(t.Context(), "a", value(1, 1))
	require.NoError(t, err)
	require.Equal(t, 1, v)
	require.Panics(t, func() { _, _ = c.getOrMake(t.Context(), "b", func() (int, int, error) { panic("broken") }) })
	v, err = c.getOrMake(t.Context(), "b", value(2, 1))
	require.NoError(t, err)
	require.Equal(t, 2, v)
}

// TestCacheMakesOnce counts how often values are made while goroutines ask for few keys at the same time; some of the
// makers fail.
func TestCacheMakesOnce(t *testing.T) {
	c := newCache[string, int](CacheLimit{Entries: 100}, nil)
	var made [8]atomic.Int32
	var wg sync.WaitGroup
	for g := range 32 {
		wg.Go(func() {
			for i := range 200 {
				k := (g + i) % len(made)
				v, err := c.getOrMake(t.Context(), fmt.Sprint(k), func() (int, int, error) {
					if n := made[k].Add(1); n <= 3 {
						return 0, 0, errors.New("not yet")
					}
					return k, 1, nil
				})
				if err == nil && v != k {
					panic("another key's value")
				}
			}
		})
	}
	wg.Wait()
	for k := range made {
		require.Equal(t, int32(4), made[k].Load(), "three failures, one value")
	}
}

// One that waits for another's work gives up with its own context.
func TestCacheWaiterGivesUp(t *testing.T) {
	c := newCache[string, int](CacheLimit{}, nil)
	begun, finish := make(chan struct{}), make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		v, err := c.getOrMake(t.Context(), "a", func() (int, int, error) {
			close(begun)
			<-finish
			return 3, 1, nil
		})
		if v != 3 || err != nil {
			panic(fmt.Sprint(v, err))
		}
	})
	<-begun
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := c.getOrMake(ctx, "a", func() (int, int, error) { panic("built twice") })
	require.ErrorIs(t, err, context.Canceled)
	close(finish)
	wg.Wait()
	v, err := c.getOrMake(t.Context(), "a", func() (int, int, error) { panic("built twice") })
	require.NoError(t, err)
	require.Equal(t, 3, v)
}
