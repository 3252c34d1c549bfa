package cpu

import (
	"fmt"
	"math/bits"
	"sync"
	"unsafe"
)

const hugePage = 2 << 20

// PoolStats describes the memory of a backend's buffer pool.
type PoolStats struct {
	Buffers     int // blocks cached, ready for use
	InUseBytes  int // bytes in blocks that are out
	CachedBytes int // bytes in cached blocks
	PeakBytes   int // the most that was in use and cached at once
	Hits        uint64
	Misses      uint64
	Evictions   uint64
	Clears      uint64
}

// block is memory from the pool: aligned to 64 bytes, or to a huge page when it is large.
type block struct {
	ptr   unsafe.Pointer
	bytes int // usable, a size class
	mem   []byte
	used  uint64 // when it was put back last, by the pool's clock
}

// pool keeps blocks of memory between runs, so that the steady state meets no fresh page. Blocks come in size classes
// of 32 steps to each power of two, at most 1/32 larger than asked. It may be shared by goroutines.
type pool struct {
	mu     sync.Mutex
	free   map[int][]*block // by size class, the most recently used last
	limit  int              // of cached bytes, negative for none
	memory int              // limit of bytes in use, 0 for none
	stats  PoolStats
	clock  uint64
	closed bool
}

func newPool(limit, memory int) *pool {
	return &pool{free: map[int][]*block{}, limit: limit, memory: memory}
}

// sizeClass rounds a size up to the next of 32 steps between powers of two, and to whole pages.
func sizeClass(bytes int) int {
	const page = 4 << 10
	step := max(page, 1<<max(0, bits.Len(uint(max(bytes, 1)-1))-6))
	return max(step, (bytes+step-1)/step*step)
}

// MemoryError says that an allocation was refused because of a memory limit.
type MemoryError struct {
	Need  int // bytes asked for
	InUse int // bytes in use
	Limit int
}

func (e *MemoryError) Error() string {
	return fmt.Sprintf("memory limit: %d bytes wanted with %d in use, limit %d", e.Need, e.InUse, e.Limit)
}

// get returns a block of at least the given size. Its contents are whatever was there.
func (p *pool) get(bytes int) (*block, error) {
	class := sizeClass(bytes)
	p.mu.Lock()
	if p.memory > 0 && p.stats.InUseBytes+class > p.memory {
		err := &MemoryError{Need: class, InUse: p.stats.InUseBytes, Limit: p.memory}
		p.mu.Unlock()
		return nil, err
	}
	p.stats.InUseBytes += class
	if list := p.free[class]; len(list) > 0 {
		b := list[len(list)-1]
		p.free[class] = list[:len(list)-1]
		p.stats.Buffers--
		p.stats.CachedBytes -= class
		p.stats.Hits++
		p.mu.Unlock()
		return b, nil
	}
	p.stats.Misses++
	p.stats.PeakBytes = max(p.stats.PeakBytes, p.stats.InUseBytes+p.stats.CachedBytes)
	p.mu.Unlock()
	b, err := mapMemory(class)
	if err != nil {
		p.mu.Lock()
		p.stats.InUseBytes -= class
		p.mu.Unlock()
		return nil, err
	}
	return b, nil
}

// put gives a block back.
func (p *pool) put(b *block) {
	p.mu.Lock()
	p.stats.InUseBytes -= b.bytes
	keep := !p.closed && (p.limit < 0 || b.bytes <= p.limit)
	if keep {
		p.clock++
		b.used = p.clock
		p.free[b.bytes] = append(p.free[b.bytes], b)
		p.stats.Buffers++
		p.stats.CachedBytes += b.bytes
		p.stats.PeakBytes = max(p.stats.PeakBytes, p.stats.InUseBytes+p.stats.CachedBytes)
	}
	var out []*block
	if p.limit >= 0 {
		out = p.shed(p.limit)
	}
	p.mu.Unlock()
	if !keep {
		out = append(out, b)
	}
	for _, b := range out {
		b.unmap()
	}
}

// shed takes cached blocks out until at most limit bytes are cached, the one used least recently first.
func (p *pool) shed(limit int) []*block {
	var out []*block
	for p.stats.CachedBytes > limit {
		class := 0
		for c, list := range p.free {
			if len(list) > 0 && (class == 0 || list[0].used < p.free[class][0].used) {
				class = c
			}
		}
		if class == 0 {
			break
		}
		list := p.free[class]
		out = append(out, list[0])
		p.free[class] = append(list[:0], list[1:]...)
		p.stats.Buffers--
		p.stats.CachedBytes -= class
		p.stats.Evictions++
	}
	return out
}

// trim returns cached memory to the system until at most limit bytes are cached.
func (p *pool) trim(limit int) {
	p.mu.Lock()
	out := p.shed(max(limit, 0))
	p.mu.Unlock()
	for _, b := range out {
		b.unmap()
	}
}

func (p *pool) clear() {
	p.trim(0)
	p.mu.Lock()
	p.stats.Clears++
	p.mu.Unlock()
}

func (p *pool) setLimit(limit int) {
	p.mu.Lock()
	p.limit = limit
	p.mu.Unlock()
	if limit >= 0 {
		p.trim(limit)
	}
}

func (p *pool) close() {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	p.trim(0)
}

func (p *pool) snapshot() PoolStats {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stats
}
