package cpu

import (
	"fmt"
	goruntime "runtime"
	"sync"

	"github.com/tenferro/tenferro-go/cblas"
	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/cpu/internal/small"
)

// Option is a choice in making a backend.
type Option func(*options) error

type options struct {
	threads   int // 0: from the environment
	provider  string
	placement Placement
	memory    int
	pool      int
	results   int
	programs  CacheLimit
}

// WithThreads sets how many threads a large step uses, at least 1. The default follows the provider's own variable
// (OPENBLAS_NUM_THREADS, MKL_NUM_THREADS, VECLIB_MAXIMUM_THREADS), then OMP_NUM_THREADS, then the processors that the
// container's quota grants.
func WithThreads(n int) Option {
	return func(o *options) error {
		if n < 1 {
			return fmt.Errorf("threads: %d, at least 1 is needed", n)
		}
		o.threads = n
		return nil
	}
}

// WithProvider chooses the provider by name: "gonum" is the pure Go one, which every build has; the native one of the
// build ("openblas", "mkl", "accelerate", "netlib") is the default where there is one.
func WithProvider(name string) Option {
	return func(o *options) error { o.provider = name; return nil }
}

// WithMemoryLimit bounds the bytes of temporary memory that runs may hold at once. A run that would need more fails
// with a *MemoryError before anything is computed. The default, 0, is no bound.
func WithMemoryLimit(bytes int) Option {
	return func(o *options) error {
		if bytes < 0 {
			return fmt.Errorf("memory limit: %d bytes", bytes)
		}
		o.memory = bytes
		return nil
	}
}

// WithPoolLimit bounds the bytes of unused memory that the pool keeps between runs; what is over goes back to the
// system. Negative is no bound; the default is half of the memory that the container has.
func WithPoolLimit(bytes int) Option {
	return func(o *options) error { o.pool = bytes; return nil }
}

// WithResultLimit bounds the bytes of unused memory that is kept for later results. Negative is no bound; the default is
// a quarter of the memory that the container has.
func WithResultLimit(bytes int) Option {
	return func(o *options) error { o.results = bytes; return nil }
}

// WithProgramLimit bounds the cache of one-shot programs.
func WithProgramLimit(l CacheLimit) Option {
	return func(o *options) error { o.programs = l; return nil }
}

// New makes a backend. Close it when it is no longer needed.
func New(opts ...Option) (*Backend, error) {
	o := options{pool: defaultPoolLimit(), results: defaultPoolLimit() / 2}
	for _, f := range opts {
		if err := f(&o); err != nil {
			return nil, err
		}
	}
	p, correction, err := OpenProvider(o.provider)
	if err != nil {
		return nil, err
	}
	be := &Backend{provider: p, name: p.Info().Name, correction: correction, threads: o.threads, cost: compiler.DefaultCostModel, life: newLife()}
	if be.small = small.Available && be.name != "gonum"; be.small {
		be.cost.Small, be.cost.SmallNs = tinyProduct, 12
	}
	if be.threads == 0 {
		be.threads = DefaultThreads(be.name).N
	}
	if err := o.placement.check(); err != nil {
		return nil, err
	}
	be.arbiter = arbiterFor(p)
	if err := be.arbiter.exclusive(func() error { return p.SetThreads(1) }); err != nil {
		return nil, fmt.Errorf("provider %s: %w", be.name, err)
	}
	if be.workers, err = newWorkers(be.threads, o.placement); err != nil {
		return nil, err
	}
	be.pool = newPool(o.pool, o.memory)
	be.results = newResults(o.results)
	be.programs = newCache[string, *executable](o.programs, nil)
	return be, nil
}

// Default returns the backend that one-shot calls use: all defaults, made at the first call and never closed.
var Default = sync.OnceValues(func() (*Backend, error) { return New() })

// arbiterFor returns what shares out the processors. A native library keeps one thread count and one pool of threads for
// the whole process, so that all backends on it queue at one arbiter; a provider in pure Go belongs to its backend.
func arbiterFor(p cblas.Provider) *arbiter {
	if p.Info().Name == cblas.Gonum().Info().Name {
		return newArbiter(goruntime.NumCPU())
	}
	return nativeArbiter()
}

// nativeArbiter shares out the one native library that a build has.
var nativeArbiter = sync.OnceValue(func() *arbiter { return newArbiter(goruntime.NumCPU()) })
