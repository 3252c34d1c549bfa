package cpu

import (
	"math"
	goruntime "runtime"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/tenferro/tenferro-go/tensor"
)

// This file keeps the memory of results between runs. A result belongs to the caller, who may hold a slice of it long
// after the tensor is gone. So its memory is Go's: the collector alone knows when nothing refers to it any more, and a
// finaliser then puts it back here instead of letting it go, so that the next result meets no fresh page and no zeroing.

const (
	smallestResult = 16 << 10 // smaller ones come from Go's own allocator, which is as fast
	largestResult  = 1 << 46  // Go panics above
	leastGarbage   = 2 << 20  // not worth a collection; Go's own first one comes with 4 MB
)

// results is a store of memory for results. It may be shared by goroutines.
type results struct {
	mu     sync.Mutex
	free   map[int][]resultMemory // by size class, the most recently used last
	limit  int                    // of cached bytes, negative for none
	stats  PoolStats
	clock  uint64
	closed bool

	given      int // bytes given out of the cache since the last collection that was asked for
	collecting atomic.Bool
	lasting    int // bytes in use that the last collection that was waited for has left
}

// resultMemory is one allocation of Go's heap. What it points to is alive while it is cached or leased.
type resultMemory struct {
	first *byte // of the allocation
	start int   // where the usable bytes begin
	bytes int   // usable, a size class
	used  uint64
}

// lease is the owner of a result's storage.
type lease struct {
	from   *results
	memory resultMemory
	over   atomic.Bool
}

func newResults(limit int) *results { return &results{free: map[int][]resultMemory{}, limit: limit} }

// tensor returns a compact column-major tensor whose elements are not set.
func (rs *results) tensor(d tensor.DType, shape []int) (*tensor.Tensor, error) {
	bytes, err := tensor.CheckedBytes(d, shape)
	if err != nil || bytes < smallestResult || bytes > largestResult {
		return tensor.New(d, shape...)
	}
	strides := make([]int, len(shape))
	n := 1
	for axis, size := range shape {
		strides[axis] = n
		n *= size
	}
	m := rs.get(bytes)
	owner := &lease{from: rs, memory: m}
	return tensor.NewStorage(d, unsafe.Add(unsafe.Pointer(m.first), m.start), n, owner).View(0, shape, strides)
}

// get returns memory for at least the given bytes that comes back by itself.
func (rs *results) get(bytes int) resultMemory {
	class := sizeClass(bytes)
	rs.mu.Lock()
	rs.stats.InUseBytes += class
	if len(rs.free[class]) == 0 && rs.overdue(class) {
		rs.collect(class)
	}
	list := rs.free[class]
	if len(list) == 0 {
		rs.stats.Misses++
		rs.stats.PeakBytes = max(rs.stats.PeakBytes, rs.stats.InUseBytes+rs.stats.CachedBytes)
		rs.mu.Unlock()
		m := newResultMemory(class)
		rs.watch(m)
		return m
	}
	m := list[len(list)-1]
	list[len(list)-1] = resultMemory{}
	rs.free[class] = list[:len(list)-1]
	rs.stats.Buffers--
	rs.stats.CachedBytes -= class
	rs.stats.Hits++
	rs.given += class
	given := rs.given
	rs.mu.Unlock()
	rs.watch(m)
	rs.keepPace(given)
	return m
}

// newResultMemory allocates a size class. Large ones begin at a huge page, as those of the pool do.
func newResultMemory(class int) resultMemory {
	if class < hugePage {
		return resultMemory{first: unsafe.SliceData(make([]byte, class)), bytes: class}
	}
	first := unsafe.SliceData(make([]byte, class+hugePage))
	start := int(-uintptr(unsafe.Pointer(first)) & (hugePage - 1))
	wantHugePages(unsafe.Add(unsafe.Pointer(first), start), class)
	return resultMemory{first: first, start: start, bytes: class}
}

// watch has the memory put back when nothing refers to it any more. The finaliser holds no pointer to it.
func (rs *results) watch(m resultMemory) {
	start, bytes := m.start, m.bytes
	goruntime.SetFinalizer(m.first, func(first *byte) {
		rs.put(resultMemory{first: first, start: start, bytes: bytes})
	})
}

// keepPace asks for a collection where Go would have begun one, had the given bytes been allocated: they grow Go's heap
// by nothing, so that it would see no reason to look for results that have died, and the cache would run out.
func (rs *results) keepPace(given int) {
	if given < leastGarbage {
		return
	}
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/gc/gogc:percent"}}
	metrics.Read(sample)
	live, percent := sample[0].Value.Uint64(), sample[1].Value.Uint64()
	if percent == math.MaxUint64 || float64(given) < float64(live)*float64(percent)/200 { // half way, to be in time
		return
	}
	if rs.collecting.Swap(true) {
		return
	}
	rs.mu.Lock()
	rs.given = 0
	rs.mu.Unlock()
	go func() {
		goruntime.GC()
		rs.collecting.Store(false)
	}()
}

// worthWaiting is the size from which fresh memory costs more than a collection of a small heap: the system has to find
// and to clear the pages.
const worthWaiting = 1 << 20

// patience is how long finalisers may take to bring memory back.
const patience = 2 * time.Millisecond

// overdue reports whether enough results have been given out since the last collection for some to have died, while Go has
// not noticed. What lasts must grow by half for another, so that a caller who keeps results pays for few. rs is locked.
func (rs *results) overdue(class int) bool {
	return class >= worthWaiting && rs.stats.InUseBytes-class-rs.lasting >= max(class, rs.lasting/2)
}

// collect looks for results that have died, and waits for one of a class. rs is locked, and unlocked meanwhile. A process
// that has switched collections off is left alone.
func (rs *results) collect(class int) {
	percent := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(percent)
	if percent[0].Value.Uint64() == math.MaxUint64 || rs.collecting.Swap(true) {
		return
	}
	rs.mu.Unlock()
	goruntime.GC()
	rs.collecting.Store(false)
	for end := time.Now().Add(patience); ; {
		goruntime.Gosched()
		rs.mu.Lock()
		if len(rs.free[class]) > 0 || time.Now().After(end) {
			break
		}
		rs.mu.Unlock()
	}
	rs.lasting = rs.stats.InUseBytes - class
}

// put takes memory back.
func (rs *results) put(m resultMemory) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	rs.stats.InUseBytes -= m.bytes
	if rs.closed || rs.limit >= 0 && m.bytes > rs.limit {
		return
	}
	rs.clock++
	m.used = rs.clock
	rs.free[m.bytes] = append(rs.free[m.bytes], m)
	rs.stats.Buffers++
	rs.stats.CachedBytes += m.bytes
	rs.stats.PeakBytes = max(rs.stats.PeakBytes, rs.stats.InUseBytes+rs.stats.CachedBytes)
	if rs.limit >= 0 {
		rs.shed(rs.limit)
	}
}

// shed lets cached memory go until at most limit bytes are cached, the one used least recently first. The collector
// takes it: it has no finaliser any more.
func (rs *results) shed(limit int) {
	for rs.stats.CachedBytes > limit {
		class := 0
		for c, list := range rs.free {
			if len(list) > 0 && (class == 0 || list[0].used < rs.free[class][0].used) {
				class = c
			}
		}
		list := rs.free[class]
		copy(list, list[1:])
		list[len(list)-1] = resultMemory{}
		rs.free[class] = list[:len(list)-1]
		rs.stats.Buffers--
		rs.stats.CachedBytes -= class
		rs.stats.Evictions++
	}
}

func (rs *results) trim(limit int) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	rs.shed(max(limit, 0))
}

func (rs *results) clear() {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	rs.shed(0)
	rs.stats.Clears++
}

func (rs *results) setLimit(limit int) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	rs.limit = limit
	if limit >= 0 {
		rs.shed(limit)
	}
}

func (rs *results) close() {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	rs.closed = true
	rs.shed(0)
}

func (rs *results) snapshot() PoolStats {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	return rs.stats
}

// release gives the lease's memory back at once; it is false if that was done before.
func (l *lease) release() bool {
	if l.over.Swap(true) {
		return false
	}
	goruntime.SetFinalizer(l.memory.first, nil)
	l.from.put(l.memory)
	l.memory.first = nil
	return true
}
