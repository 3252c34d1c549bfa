package cpu_test

import (
	"context"
	"errors"
	"fmt"
	goruntime "runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/cpu"
	"github.com/tenferro/tenferro-go/runtime"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

const f64 = tensor.Float64

// backend makes a backend that is closed with the test.
func backend(t testing.TB, opts ...cpu.Option) *cpu.Backend {
	t.Helper()
	be, err := cpu.New(opts...)
	require.NoError(t, err)
	t.Cleanup(func() { _ = be.Close() })
	return be
}

func on(t testing.TB, be *cpu.Backend, opts ...runtime.Option) *runtime.Runtime {
	t.Helper()
	rt, err := runtime.New(append(opts, runtime.WithEngine(be))...)
	require.NoError(t, err)
	return rt
}

func compile(t testing.TB, f func(tc *trace.Context) *trace.Value) *compiler.Program {
	t.Helper()
	tc := trace.New()
	g, err := tc.Graph(f(tc))
	require.NoError(t, err)
	p, err := compiler.Compile(g)
	require.NoError(t, err)
	return p
}

// chain is the product of n matrices, size×size each.
func chain(n, size int) func(tc *trace.Context) *trace.Value {
	return func(tc *trace.Context) *trace.Value {
		x := tc.Input(f64, size, size)
		for range n - 1 {
			x = tc.MatMul(x, tc.Input(f64, size, size))
		}
		return x
	}
}

// zeros makes an operand for each input of a program.
func zeros(p *compiler.Program) []*tensor.Tensor {
	in := make([]*tensor.Tensor, len(p.Inputs))
	for i, port := range p.Inputs {
		in[i] = tensor.MustNew(port.DType, port.Shape...)
	}
	return in
}

func TestNewRefuses(t *testing.T) {
	for want, o := range map[string]cpu.Option{
		"threads":      cpu.WithThreads(0),
		"memory limit": cpu.WithMemoryLimit(-1),
		"nonesuch":     cpu.WithProvider("nonesuch"),
		"placement":    cpu.WithPlacement(cpu.Placement{CPUs: []int{99_999}}),
		"empty":        cpu.WithPlacement(cpu.Placement{CPUs: []int{}}),
	} {
		_, err := cpu.New(o)
		require.Error(t, err, want)
		if goruntime.GOOS == "linux" {
			require.ErrorContains(t, err, want)
		}
	}
	be := backend(t, cpu.WithProvider("gonum"), cpu.WithThreads(3))
	require.Equal(t, "cpu/gonum", be.Name())
	require.Equal(t, 3, be.Threads())
	require.Nil(t, be.Correction())
}

// TestMemoryLimit refuses what would take more temporary memory than is allowed, before anything is computed, and goes
// on with what takes less.
func TestMemoryLimit(t *testing.T) {
	rt := on(t, backend(t, cpu.WithMemoryLimit(1<<20)))
	large, small := compile(t, chain(4, 300)), compile(t, chain(4, 100))
	out := tensor.Must(tensor.FromColMajor([]float64{1}, 1, 1))
	_, err := rt.Run(context.Background(), large, zeros(large)...)
	var refused *cpu.MemoryError
	require.ErrorAs(t, err, &refused)
	require.GreaterOrEqual(t, refused.Need, large.ArenaBytes)
	require.Equal(t, 1<<20, refused.Limit)

	_, err = rt.Run(context.Background(), small, zeros(small)...)
	require.NoError(t, err)

	// Operands that have to be copied count, and a result is not touched.
	one := compile(t, func(tc *trace.Context) *trace.Value {
		return tc.Reshape(tc.Sum(tc.Input(f64, 400, 400)), 1, 1)
	})
	x := tensor.Must(tensor.MustNew(f64, 400, 400).Transpose())
	err = rt.RunInto(context.Background(), one, []*tensor.Tensor{out}, []*tensor.Tensor{x})
	require.ErrorAs(t, err, &refused)
	v, err := tensor.At[float64](out, 0, 0)
	require.NoError(t, err)
	require.Equal(t, 1.0, v)
	x = tensor.MustNew(f64, 400, 400)
	require.NoError(t, rt.RunInto(context.Background(), one, []*tensor.Tensor{out}, []*tensor.Tensor{x}))
}

// TestPeakMemory holds the memory that a run takes from the pool against the program's arena.
func TestPeakMemory(t *testing.T) {
	for _, n := range []int{3, 4, 64} {
		be := backend(t)
		p := compile(t, chain(n, 256))
		for range 3 {
			_, err := on(t, be).Run(context.Background(), p, zeros(p)...)
			require.NoError(t, err)
		}
		s := be.Stats().Pool
		require.InEpsilon(t, p.ArenaBytes, s.PeakBytes, 0.05)
		require.Equal(t, cpu.PoolStats{Buffers: 1, CachedBytes: s.PeakBytes, PeakBytes: s.PeakBytes, Hits: 2, Misses: 1}, s)
		be.ClearPool()
		require.Equal(t, cpu.PoolStats{PeakBytes: s.PeakBytes, Hits: 2, Misses: 1, Evictions: 1, Clears: 1}, be.Stats().Pool)
	}
}

// TestPoolSettings bounds what is kept between runs.
func TestPoolSettings(t *testing.T) {
	p := compile(t, chain(4, 100))
	be := backend(t, cpu.WithPoolLimit(0))
	run := func() {
		_, err := on(t, be).Run(context.Background(), p, zeros(p)...)
		require.NoError(t, err)
	}
	run()
	require.Zero(t, be.Stats().Pool.CachedBytes)
	be.LimitPool(-1)
	run()
	require.GreaterOrEqual(t, be.Stats().Pool.CachedBytes, p.ArenaBytes)
	be.TrimPool(0)
	require.Zero(t, be.Stats().Pool.CachedBytes)
	run()
	be.LimitPool(1)
	require.Zero(t, be.Stats().Pool.CachedBytes)
}

// TestClose gives everything back: memory, goroutines. What comes later is refused.
func TestClose(t *testing.T) {
	before := goruntime.NumGoroutine()
	be, err := cpu.New(cpu.WithThreads(4))
	require.NoError(t, err)
	rt := on(t, be)
	p := compile(t, chain(4, 300))
	_, err = rt.Run(context.Background(), p, zeros(p)...)
	require.NoError(t, err)
	compileP := func() (*compiler.Program, error) { return p, nil }
	cached, err := be.Cached(context.Background(), []byte("p"), compileP, nil)
	require.NoError(t, err)
	require.NoError(t, be.Close())
	for end := time.Now().Add(10 * time.Second); goruntime.NumGoroutine() > before && time.Now().Before(end); {
		goruntime.Gosched() // a goroutine has still to leave after its last word
	}
	require.LessOrEqual(t, goruntime.NumGoroutine(), before)
	s := be.Stats()
	require.Zero(t, s.Pool.InUseBytes+s.Pool.CachedBytes+s.Pool.Buffers)
	require.Zero(t, s.Programs.Entries+s.Programs.RetainedBytes)

	require.ErrorIs(t, be.Close(), cpu.ErrClosed)
	_, err = rt.Run(context.Background(), p, zeros(p)...)
	require.ErrorIs(t, err, cpu.ErrClosed)
	_, err = rt.Run(context.Background(), compile(t, chain(2, 3)), tensor.MustNew(f64, 3, 3), tensor.MustNew(f64, 3, 3))
	require.ErrorIs(t, err, cpu.ErrClosed)
	_, err = be.Cached(context.Background(), []byte("p"), compileP, nil)
	require.ErrorIs(t, err, cpu.ErrClosed)
	require.ErrorIs(t, cached.Run(context.Background(), zeros(p), zeros(p)[:1]), cpu.ErrClosed)
}

// TestCloseDuringRuns waits for runs under way, refuses those that come later, and breaks neither.
func TestCloseDuringRuns(t *testing.T) {
	for _, confined := range []bool{false, true} {
		options := []cpu.Option{cpu.WithThreads(2)}
		if confined {
			p, err := cpu.NodePlacement(0)
			if err != nil {
				t.Skipf("no placement on this system: %v", err)
			}
			options = append(options, cpu.WithPlacement(p))
		}
		be, err := cpu.New(options...)
		require.NoError(t, err)
		rt := on(t, be)
		p := compile(t, chain(6, 200))
		begun, ended := make(chan struct{}, 1000), make(chan error)
		for range 4 {
			go func() {
				for {
					_, err := rt.Run(context.Background(), p, zeros(p)...)
					if err != nil {
						ended <- err
						return
					}
					select {
					case begun <- struct{}{}:
					default:
					}
				}
			}()
		}
		<-begun
		require.NoError(t, be.Close())
		s := be.Stats().Pool
		require.Zero(t, s.InUseBytes+s.CachedBytes, "runs under way have ended")
		for range 4 {
			require.ErrorIs(t, <-ended, cpu.ErrClosed)
		}
	}
}

// TestRunAllocates the results alone.
func TestRunAllocates(t *testing.T) {
	rt := on(t, backend(t, cpu.WithThreads(1)))
	p := compile(t, chain(64, 24))
	in := zeros(p)
	ctx := context.Background()
	var result *tensor.Tensor
	empty := testing.AllocsPerRun(50, func() { result = tensor.MustNew(f64, 24, 24) })
	goruntime.KeepAlive(result)
	run := testing.AllocsPerRun(50, func() {
		if _, err := rt.Run(ctx, p, in...); err != nil {
			panic(err)
		}
	})
	require.LessOrEqual(t, run, empty+1, "the result, and the list that it comes in")
}

// TestProgramCache counts, bounds and clears the cache of one-shot programs.
func TestProgramCache(t *testing.T) {
	be := backend(t, cpu.WithProgramLimit(cpu.CacheLimit{Entries: 2}))
	compiled := 0
	get := func(n int) {
		x, err := be.Cached(context.Background(), fmt.Append(nil, n), func() (*compiler.Program, error) {
			compiled++
			return compile(t, chain(2, n)), nil
		}, nil)
		require.NoError(t, err)
		require.Equal(t, n, x.Program().Inputs[0].Shape[0])
	}
	for _, n := range []int{1, 2, 1, 3, 1, 2} {
		get(n)
	}
	require.Equal(t, 4, compiled)
	s := be.Stats().Programs
	require.Positive(t, s.RetainedBytes)
	s.RetainedBytes = 0
	require.Equal(t, cpu.CacheStats{Entries: 2, Hits: 2, Misses: 4, Evictions: 2}, s)
	be.LimitPrograms(cpu.CacheLimit{Entries: 1})
	require.Equal(t, 1, be.Stats().Programs.Entries)
	be.ClearPrograms()
	require.Equal(t, cpu.CacheStats{Hits: 2, Misses: 4, Evictions: 3, Clears: 1}, be.Stats().Programs)
}

// TestRetainedBytes counts what a prepared program keeps: tables of offsets and constants.
func TestRetainedBytes(t *testing.T) {
	const n = 200
	tables := func() (*compiler.Program, error) {
		tc := trace.New()
		a, b := tc.Input(f64, 8, 8, n, n), tc.Input(f64, 8, 8, n, n)
		g, err := tc.Graph(tc.Contract(a, b, []int{0, 1, 2, 3}, []int{1, 4, 2, 3}, []int{0, 4, 2, 3}))
		if err != nil {
			return nil, err
		}
		strides := []int{1, 8, 64, 64*n + 8} // gaps, so that the batch is a loop nest
		return compiler.Compile(g, compiler.WithInputStrides(0, strides...), compiler.WithInputStrides(1, strides...))
	}
	constants := func() (*compiler.Program, error) {
		tc := trace.New()
		g, err := tc.Graph(tc.Add(tc.Input(f64, n, n), tc.Exp(tc.Iota(f64, 0, n, n))))
		if err != nil {
			return nil, err
		}
		return compiler.Compile(g)
	}
	for name, f := range map[string]func() (*compiler.Program, error){"tables": tables, "constants": constants} {
		t.Run(name, func(t *testing.T) {
			be := backend(t)
			p, err := f()
			require.NoError(t, err)
			before := heap()
			x, err := be.Cached(context.Background(), []byte("key"), func() (*compiler.Program, error) { return p, nil }, nil)
			require.NoError(t, err)
			kept := heap() - before
			goruntime.KeepAlive(x)
			require.Greater(t, kept, 100_000, "the test is about programs that keep much\n%s", p)
			require.InEpsilon(t, kept, be.Stats().Programs.RetainedBytes, 0.25, p.String())
		})
	}
}

// heap is the bytes of live objects.
func heap() int {
	var m goruntime.MemStats
	goruntime.GC()
	goruntime.GC()
	goruntime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// TestLibrary runs functions in their turn, the wide ones alone and on all threads.
func TestLibrary(t *testing.T) {
	be := backend(t, cpu.WithThreads(2))
	var running, most atomic.Int32
	var wg sync.WaitGroup
	for i := range 32 {
		wg.Go(func() {
			err := be.Library(t.Context(), i%4 == 0, func() error {
				most.Store(max(most.Load(), running.Add(1)))
				defer running.Add(-1)
				if n := be.Provider().Threads(); n > 1 && running.Load() > 1 {
					return fmt.Errorf("%d threads beside another call", n)
				}
				return nil
			})
			if err != nil {
				panic(err)
			}
		})
	}
	wg.Wait()
	require.LessOrEqual(t, int(most.Load()), goruntime.NumCPU())
	require.Equal(t, 1, be.Provider().Threads())
	broken := errors.New("broken")
	require.ErrorIs(t, be.Library(t.Context(), true, func() error { return broken }), broken)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	hold, held := make(chan struct{}), make(chan struct{})
	wg.Go(func() { _ = be.Library(t.Context(), true, func() error { close(held); <-hold; return nil }) })
	<-held
	require.ErrorIs(t, be.Library(ctx, false, func() error { return nil }), context.Canceled)
	close(hold)
	wg.Wait()
	require.Nil(t, cpu.FromContext(t.Context()))
	require.NoError(t, be.Close())
	require.ErrorIs(t, be.Library(t.Context(), false, func() error { return nil }), cpu.ErrClosed)
}
