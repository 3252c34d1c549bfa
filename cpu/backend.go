package cpu

import (
	"context"
	"errors"

	"github.com/tenferro/tenferro-go/cblas"
	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/tensor"
)

// ErrClosed is returned by what is asked of a closed backend.
var ErrClosed = errors.New("the backend is closed")

// Backend is the CPU engine: it owns the threads, the memory and the caches that programs run with, and the provider
// that computes their matrix products. It may be shared by goroutines; runs that come at the same time queue for the
// provider.
type Backend struct {
	provider   cblas.Provider
	name       string // of the provider
	correction *Correction
	threads    int
	cost       compiler.CostModel
	small      bool // whether products go to package small where it suits
	arbiter    *arbiter
	workers    *workers
	pool       *pool
	results    *results
	programs   *cache[string, *executable]
	life       *life
}

// Name implements runtime.Engine.
func (be *Backend) Name() string { return "cpu/" + be.name }

// Threads is the number of threads that a large step uses.
func (be *Backend) Threads() int { return be.threads }

// Provider is what computes the backend's matrix products. It must not be called while the backend runs programs.
func (be *Backend) Provider() cblas.Provider { return be.provider }

// Correction says what was done about a provider that had mistaken the processor; nil if nothing was.
func (be *Backend) Correction() *Correction { return be.correction }

// CostModel is what the backend tells compilers about its speed.
func (be *Backend) CostModel() compiler.CostModel { return be.cost }

// Empty returns a compact column-major tensor whose elements are not set. It implements runtime.Engine. Its memory, from
// 16 KiB on, is used again for later results: when nothing refers to the tensor, its views and slices any more, or
// when it is given to Release.
func (be *Backend) Empty(d tensor.DType, shape ...int) (*tensor.Tensor, error) {
	return be.results.tensor(d, shape)
}

// Release gives the memory of results back at once, without waiting until the garbage collector finds that they are
// no longer used. Neither the tensors nor their views and slices may be used afterwards. Tensors whose memory did not
// come from this backend, and results released before, are left alone.
func (be *Backend) Release(results ...*tensor.Tensor) {
	for _, t := range results {
		if t == nil {
			continue
		}
		if l, ok := t.Storage().Owner().(*lease); ok && l.from == be.results {
			l.release()
		}
	}
}

// Close waits for the runs under way, ends the backend's threads and gives its memory back. What comes later fails with
// ErrClosed. It must not be called from within a run, by a kernel of an extension.
func (be *Backend) Close() error {
	if !be.life.end() {
		return ErrClosed
	}
	be.workers.close()
	be.programs.clear()
	be.pool.close()
	be.results.close()
	return nil
}

// Prepared is a program made ready by a backend. It may be shared by goroutines.
type Prepared struct {
	*executable
}

// Program is what was made ready.
func (p Prepared) Program() *compiler.Program { return p.prog }

// Cached returns the prepared program under a key, compiling it on a miss. It is what one-shot calls run on; kernels finds
// the kernels of extensions by name, as in Prepare, and may be nil for a program without;
// calls with one key that come at the same time compile once, and those that wait for it give up with their context.
func (be *Backend) Cached(ctx context.Context, key []byte, compile func() (*compiler.Program, error), kernels func(family, name string) compiler.Kernel) (Prepared, error) {
	x, err := be.programs.getOrMake(ctx, string(key), func() (*executable, int, error) {
		p, err := compile()
		if err != nil {
			return nil, 0, err
		}
		x, err := be.prepare(p, kernels)
		if err != nil {
			return nil, 0, err
		}
		return x, x.retained() + len(key), nil
	})
	return Prepared{x}, err
}

// Prepare implements runtime.Engine.
func (be *Backend) Prepare(p *compiler.Program, kernels func(family, name string) compiler.Kernel) (compiler.Executable, error) {
	return be.prepare(p, kernels)
}

// Stats is a snapshot of a backend's memory and caches.
type Stats struct {
	Pool     PoolStats // temporary memory of runs
	Results  PoolStats // memory of results, from 16 KiB on
	Programs CacheStats
}

// Stats returns a snapshot of the backend's memory and caches.
func (be *Backend) Stats() Stats {
	return Stats{Pool: be.pool.snapshot(), Results: be.results.snapshot(), Programs: be.programs.snapshot()}
}

// ClearPrograms empties the cache of one-shot programs.
func (be *Backend) ClearPrograms() { be.programs.clear() }

// LimitPrograms sets the bound of the cache of one-shot programs; what is over goes at once.
func (be *Backend) LimitPrograms(l CacheLimit) { be.programs.setLimit(l) }

// ClearPool returns all cached memory to the system.
func (be *Backend) ClearPool() { be.pool.clear() }

// TrimPool returns cached memory to the system until at most bytes are cached.
func (be *Backend) TrimPool(bytes int) { be.pool.trim(bytes) }

// LimitPool sets how many bytes the pool may cache; negative for no bound.
func (be *Backend) LimitPool(bytes int) { be.pool.setLimit(bytes) }

// ClearResults lets go of all memory that is kept for results.
func (be *Backend) ClearResults() { be.results.clear() }

// TrimResults lets go of memory that is kept for results until at most bytes are.
func (be *Backend) TrimResults(bytes int) { be.results.trim(bytes) }

// LimitResults sets how many bytes may be kept for results; negative for no bound.
func (be *Backend) LimitResults(bytes int) { be.results.setLimit(bytes) }
