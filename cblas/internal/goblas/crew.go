package goblas

// This file starts the goroutines of a parallel operation, without allocating.

import (
	"sync"
	"sync/atomic"
)

// crew shares the parts of one operation among goroutines. It belongs to a job that is reused, so the functions it
// starts exist from the beginning. The caller's goroutine is one of the crew.
type crew struct {
	part  func(i int) // does part i
	start func()      // runs parts, then tells wait
	next  atomic.Int64
	parts int64
	wait  sync.WaitGroup
}

// init binds the crew to what does a part.
func (c *crew) init(part func(i int)) {
	c.part = part
	c.start = func() {
		c.work()
		c.wait.Done()
	}
}

// run does parts parts on at most threads goroutines and returns when all are done.
func (c *crew) run(threads, parts int) {
	c.next.Store(0)
	c.parts = int64(parts)
	others := min(threads, parts) - 1
	c.wait.Add(others)
	for range others {
		go c.start()
	}
	c.work()
	c.wait.Wait()
}

// work does parts until none is left.
func (c *crew) work() {
	for {
		i := c.next.Add(1) - 1
		if i >= c.parts {
			return
		}
		c.part(int(i))
	}
}
