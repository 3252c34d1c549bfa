package cblas

// This file is the provider of every build: BLAS in pure Go. It bears the name of gonum, whose place it takes. The routines
// are our own, because gonum's skip zero factors (so 0*NaN is lost), round long float32 sums, and use neither AVX nor
// the caches; what Ops does not have, the adapters (adapter_*.go) take from gonum itself.

import (
	goruntime "runtime"
	"strconv"
	"sync/atomic"

	"gonum.org/v1/gonum"

	"github.com/tenferro/tenferro-go/cblas/internal/goblas"
	"github.com/tenferro/tenferro-go/cblas/internal/kernel"
)

// Gonum returns a new pure-Go provider, named "gonum". It runs on the best kernels that the processor has: AVX-512, AVX2
// or plain Go, the last alone with the build tag noasm and on processors other than amd64. Its thread count is its own
// and begins as GOMAXPROCS. The bits of its results depend on neither the thread count nor what else runs.
func Gonum() Provider { return newGonum(kernel.Names()[0]) }

// gonumProvider is the pure-Go provider.
type gonumProvider struct {
	kernel  string
	threads atomic.Int64

	f32  gonumOps[float32]
	f64  gonumOps[float64]
	c64  gonumOps[complex64]
	c128 gonumOps[complex128]
}

// newGonum returns a provider on the kernels of that name, one of kernel.Names.
func newGonum(name string) *gonumProvider {
	p := &gonumProvider{kernel: name}
	p.threads.Store(int64(goruntime.GOMAXPROCS(0)))
	p.f32 = gonumOps[float32]{p, goblas.New[float32](name)}
	p.f64 = gonumOps[float64]{p, goblas.New[float64](name)}
	p.c64 = gonumOps[complex64]{p, goblas.New[complex64](name)}
	p.c128 = gonumOps[complex128]{p, goblas.New[complex128](name)}
	return p
}

func (p *gonumProvider) Info() Info {
	version, _ := gonum.Version()
	return Info{
		Name:      "gonum",
		Version:   version,
		Kernel:    p.kernel,
		Config:    "own kernels in " + goruntime.Version() + " on " + goruntime.GOARCH + ", the rest from gonum",
		IntBits:   strconv.IntSize,
		Threads:   p.Threads(),
		Threading: "goroutines",
	}
}

func (p *gonumProvider) Threads() int { return int(p.threads.Load()) }

func (p *gonumProvider) SetThreads(n int) error {
	if n < 1 {
		return errTooSmall("setThreads", "n", n, 1)
	}
	p.threads.Store(int64(n))
	return nil
}

func (p *gonumProvider) Float32() Ops[float32]       { return &p.f32 }
func (p *gonumProvider) Float64() Ops[float64]       { return &p.f64 }
func (p *gonumProvider) Complex64() Ops[complex64]   { return &p.c64 }
func (p *gonumProvider) Complex128() Ops[complex128] { return &p.c128 }
