package cpu

import (
	"container/list"
	"context"
	"errors"
	"sync"
)

// CacheStats counts what a bounded cache holds and has done since it was made.
type CacheStats struct {
	Entries       int
	RetainedBytes int // an estimate of the memory that the entries hold
	Hits          uint64
	Misses        uint64
	Evictions     uint64
	Clears        uint64
}

// CacheLimit bounds a cache. A zero field stands for the default, a negative one for no bound.
type CacheLimit struct {
	Entries       int // default 1024
	RetainedBytes int // default 256 MiB
}

func (l CacheLimit) withDefaults() CacheLimit {
	if l.Entries == 0 {
		l.Entries = 1024
	}
	if l.RetainedBytes == 0 {
		l.RetainedBytes = 256 << 20
	}
	return l
}

// cache keeps values by key and gives up the one that was used least recently when it is over its limit. It may be
// shared by goroutines.
type cache[K comparable, V any] struct {
	mu      sync.Mutex
	limit   CacheLimit
	entries map[K]*list.Element
	recent  *list.List // of *entry[K, V], the most recent first
	stats   CacheStats
	dropped func(V)
	making  map[K]*making[V] // values that a goroutine is at work on
}

// making is a value that others wait for.
type making[V any] struct {
	done  chan struct{}
	value V
	err   error
}

type entry[K comparable, V any] struct {
	key   K
	value V
	bytes int
}

// newCache makes an empty cache. dropped, if not nil, is called for each value that leaves it.
func newCache[K comparable, V any](limit CacheLimit, dropped func(V)) *cache[K, V] {
	return &cache[K, V]{limit: limit.withDefaults(), entries: map[K]*list.Element{}, recent: list.New(), dropped: dropped, making: map[K]*making[V]{}}
}

func (c *cache[K, V]) get(key K) (V, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.entries[key]
	if !ok {
		c.stats.Misses++
		var none V
		return none, false
	}
	c.stats.Hits++
	c.recent.MoveToFront(e)
	return e.Value.(*entry[K, V]).value, true
}

// getOrMake returns the value under a key, or builds it; goroutines that ask for it meanwhile wait for the one that
// builds, each as long as its own context allows. Nothing is kept of a value that could not be built, and those who waited try for themselves: it may have been
// the first one's context that ended.
func (c *cache[K, V]) getOrMake(ctx context.Context, key K, build func() (v V, bytes int, err error)) (V, error) {
	if v, ok := c.get(key); ok {
		return v, nil
	}
	for {
		c.mu.Lock()
		if e, ok := c.entries[key]; ok { // made since
			c.mu.Unlock()
			return e.Value.(*entry[K, V]).value, nil
		}
		m, waiting := c.making[key]
		if !waiting {
			m = &making[V]{done: make(chan struct{})}
			c.making[key] = m
		}
		c.mu.Unlock()
		if !waiting {
			return c.build(key, m, build)
		}
		select {
		case <-m.done:
			if m.err == nil {
				return m.value, nil
			}
		case <-ctx.Done():
			var none V
			return none, ctx.Err()
		}
	}
}

// build makes a value that others may wait for.
func (c *cache[K, V]) build(key K, m *making[V], build func() (v V, bytes int, err error)) (V, error) {
	bytes := 0
	m.err = errNotBuilt // what stays if build panics
	defer func() {
		c.mu.Lock()
		delete(c.making, key)
		if m.err == nil {
			c.put(key, m.value, bytes)
		}
		c.mu.Unlock()
		close(m.done)
	}()
	m.value, bytes, m.err = build()
	return m.value, m.err
}

var errNotBuilt = errors.New("the value could not be made")

// put stores a value. The lock is held.
func (c *cache[K, V]) put(key K, v V, bytes int) {
	c.entries[key] = c.recent.PushFront(&entry[K, V]{key: key, value: v, bytes: bytes})
	c.stats.RetainedBytes += bytes
	c.shrink()
}

// shrink drops the oldest entries until the cache is inside its limit; the newest entry always stays.
func (c *cache[K, V]) shrink() {
	over := func() bool {
		return c.limit.Entries > 0 && c.recent.Len() > c.limit.Entries || c.limit.RetainedBytes > 0 && c.stats.RetainedBytes > c.limit.RetainedBytes
	}
	for c.recent.Len() > 1 && over() {
		c.remove(c.recent.Back())
		c.stats.Evictions++
	}
}

func (c *cache[K, V]) remove(e *list.Element) {
	en := c.recent.Remove(e).(*entry[K, V])
	delete(c.entries, en.key)
	c.stats.RetainedBytes -= en.bytes
	if c.dropped != nil {
		c.dropped(en.value)
	}
}

func (c *cache[K, V]) setLimit(l CacheLimit) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.limit = l.withDefaults()
	c.shrink()
}

func (c *cache[K, V]) clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.recent.Len() > 0 {
		c.remove(c.recent.Back())
	}
	c.stats.Clears++
}

func (c *cache[K, V]) snapshot() CacheStats {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.stats
	s.Entries = c.recent.Len()
	return s
}
