package cpu

import (
	"context"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var always = context.Background()

// waiting waits until n callers are in the queue.
func waiting(t testing.TB, a *arbiter, n int) {
	t.Helper()
	require.Eventually(t, func() bool {
		a.mu.Lock()
		defer a.mu.Unlock()
		return len(a.queue) == n
	}, 10*time.Second, 100*time.Microsecond)
}

// TestArbiterOrder grants places in the order in which they were asked for: one that needs all places is not overtaken
// by those that need one.
func TestArbiterOrder(t *testing.T) {
	a := newArbiter(3)
	require.NoError(t, a.acquire(always, 1))
	order := make(chan int, 4)
	for i, need := range []int{3, 1, 1, 3} {
		go func() {
			if a.acquire(always, need) == nil {
				order <- i
				a.release(need)
			}
		}()
		waiting(t, a, i+1)
	}
	a.release(1)
	require.Equal(t, 0, <-order)
	seen := map[int]bool{<-order: true, <-order: true}
	require.Equal(t, map[int]bool{1: true, 2: true}, seen)
	require.Equal(t, 3, <-order)
	require.NoError(t, a.acquire(always, 3), "all places come back")
}

// TestArbiterCancelled leaves the queue, and lets those behind through.
func TestArbiterCancelled(t *testing.T) {
	a := newArbiter(2)
	require.NoError(t, a.acquire(always, 1))
	ctx, cancel := context.WithCancel(always)
	refused := make(chan error, 1)
	go func() { refused <- a.acquire(ctx, 2) }()
	waiting(t, a, 1)
	granted := make(chan error, 1)
	go func() { granted <- a.acquire(always, 1) }()
	waiting(t, a, 2)
	cancel()
	require.ErrorIs(t, <-refused, context.Canceled)
	require.NoError(t, <-granted)
	a.release(1)
	a.release(1)
	require.NoError(t, a.acquire(always, 99), "more places than there are means all")
	require.Equal(t, 2, a.used)
	a.release(99)
	require.Zero(t, a.used)
}

// TestArbiterShared never has more places out than there are, however callers come, give up and go.
func TestArbiterShared(t *testing.T) {
	const places = 3
	a := newArbiter(places)
	var out, most atomic.Int32
	var wg sync.WaitGroup
	for g := range 24 {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(g), 3))
			for range 300 {
				ctx, cancel := context.WithCancel(always)
				need := 1 + 2*rng.IntN(2)
				if rng.IntN(3) == 0 {
					go cancel()
				}
				if a.acquire(ctx, need) == nil {
					if n := out.Add(int32(need)); n > most.Load() {
						most.Store(n)
					}
					out.Add(-int32(need))
					a.release(need)
				}
				cancel()
			}
		})
	}
	wg.Wait()
	require.LessOrEqual(t, most.Load(), int32(places))
	require.Zero(t, a.used)
	require.Empty(t, a.queue)
	require.NoError(t, a.acquire(always, places))
}

// TestArbiterAllocates nothing where there is no queue.
func TestArbiterAllocates(t *testing.T) {
	a := newArbiter(2)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		_ = a.acquire(always, 1)
		a.release(1)
	}))
}
