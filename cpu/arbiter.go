package cpu

import (
	"context"
	"sync"
)

// arbiter shares out processors among the runs that use one provider. A run holds one place while it works through
// steps of one thread, and all places during a step of many threads: then it is alone, may change the provider's thread
// count, and nothing is oversubscribed. Places are granted in the order in which they were asked for.
type arbiter struct {
	mu    sync.Mutex
	total int
	used  int
	queue []*waiter // first come, first served
	spare []*waiter
}

type waiter struct {
	need  int
	ready chan struct{}
}

func newArbiter(places int) *arbiter { return &arbiter{total: max(places, 1)} }

// acquire takes n places, waiting for them; it gives up when ctx is done.
func (a *arbiter) acquire(ctx context.Context, n int) error {
	n = min(n, a.total)
	a.mu.Lock()
	if len(a.queue) == 0 && a.used+n <= a.total {
		a.used += n
		a.mu.Unlock()
		return nil
	}
	w := a.waiter(n)
	a.queue = append(a.queue, w)
	a.mu.Unlock()
	select {
	case <-w.ready:
		a.recycle(w)
		return nil
	case <-ctx.Done():
		a.abandon(w)
		return ctx.Err()
	}
}

// abandon takes a waiter out of the queue, or gives its places back if they were granted meanwhile.
func (a *arbiter) abandon(w *waiter) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for i, x := range a.queue {
		if x == w {
			a.queue = append(a.queue[:i], a.queue[i+1:]...)
			a.grant()
			return
		}
	}
	a.used -= w.need
	a.grant()
}

// release gives n places back.
func (a *arbiter) release(n int) {
	a.mu.Lock()
	a.used -= min(n, a.total)
	a.grant()
	a.mu.Unlock()
}

// grant serves the head of the queue as far as there are places.
func (a *arbiter) grant() {
	for len(a.queue) > 0 && a.used+a.queue[0].need <= a.total {
		w := a.queue[0]
		a.queue = append(a.queue[:0], a.queue[1:]...)
		a.used += w.need
		w.ready <- struct{}{}
	}
}

// contended reports whether somebody waits for places.
func (a *arbiter) contended() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.queue) > 0
}

// exclusive calls f while nobody else holds a place.
func (a *arbiter) exclusive(f func() error) error {
	_ = a.acquire(context.Background(), a.total) // never cancelled
	defer a.release(a.total)
	return f()
}

func (a *arbiter) waiter(n int) *waiter {
	if last := len(a.spare) - 1; last >= 0 {
		w := a.spare[last]
		a.spare = a.spare[:last]
		w.need = n
		return w
	}
	return &waiter{need: n, ready: make(chan struct{}, 1)}
}

func (a *arbiter) recycle(w *waiter) {
	a.mu.Lock()
	a.spare = append(a.spare, w)
	a.mu.Unlock()
}
