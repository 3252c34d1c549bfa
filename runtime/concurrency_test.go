package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/compiler/compilertest"
	"github.com/tenferro/tenferro-go/cpu"
	"github.com/tenferro/tenferro-go/einsum"
	"github.com/tenferro/tenferro-go/runtime"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
	"github.com/tenferro/tenferro-go/trace/tracetest"
)

// job is a program with operands and the results of a serial run.
type job struct {
	p        *compiler.Program
	in, want []*tensor.Tensor
}

// mixed makes programs of all kinds and sizes: random graphs, networks, products large enough for all threads, kernels of
// an extension that run programs themselves.
func mixed(t testing.TB, count int) []*job {
	t.Helper()
	var jobs []*job
	for seed := range uint64(count) {
		rng := rand.New(rand.NewPCG(seed, 6))
		g := tracetest.Random(rng, tracetest.Options{Ops: 20})
		p, err := compiler.Compile(g)
		require.NoError(t, err)
		jobs = append(jobs, &job{p: p, in: tracetest.Inputs(rng, g)})
	}
	random := func(p *compiler.Program) {
		rng := rand.New(rand.NewPCG(uint64(len(jobs)), 7))
		j := &job{p: p}
		for _, port := range p.Inputs {
			x := tracetest.Tensor(rng, trace.Type{DType: port.DType, Shape: port.Shape})
			if len(j.in)%2 == 1 {
				var err error
				x, err = compilertest.Relay(x, compilertest.Strides(rng, port.Shape, false))
				require.NoError(t, err)
			}
			j.in = append(j.in, x)
		}
		jobs = append(jobs, j)
	}
	for _, n := range []int{1, 8, 33, 64, 129, 256} {
		random(compile(t, func(tc *trace.Context) []*trace.Value {
			return []*trace.Value{tc.MatMul(tc.Input(f64, n, n), tc.Input(f64, n, n))}
		}))
		random(compile(t, func(tc *trace.Context) []*trace.Value {
			x := tc.Input(tensor.Complex64, n, n)
			return []*trace.Value{tc.Tanh(tc.Contract(x, x, []int{0, 1}, []int{2, 1}, []int{2, 0})), tc.Sum(x, 1)}
		}))
	}
	random(compile(t, func(tc *trace.Context) []*trace.Value {
		return []*trace.Value{einsum.Trace(tc, "ab,bcd,de,efc->af", tc.Input(f64, 8, 9), tc.Input(f64, 9, 7, 6), tc.Input(f64, 6, 5),
			tc.Input(f64, 5, 10, 7))}
	}))
	random(compile(t, func(tc *trace.Context) []*trace.Value {
		return tc.Apply(op{"demo", "nested"}, tc.Input(f64, 16, 16))
	}))
	return jobs
}

// mixedRuntime makes a runtime that has what mixed needs. Its kernel runs a program on the runtime.
func mixedRuntime(t testing.TB, e runtime.Engine) *runtime.Runtime {
	t.Helper()
	square := compile(t, func(tc *trace.Context) []*trace.Value {
		x := tc.Input(f64, 16, 16)
		return []*trace.Value{tc.MatMul(x, x)}
	})
	var rt *runtime.Runtime
	kernels := map[string]compiler.Kernel{"nested": func(ctx context.Context, _ any, in, out []*tensor.Tensor) error {
		return rt.RunInto(ctx, square, out, in)
	}}
	rt = on(t, e, runtime.WithExtension(family{"demo", kernels}), runtime.WithExtension(einsum.Extension()))
	return rt
}

// TestConcurrentRuns runs mixed programs from 64 goroutines on one runtime. At one thread the results are those of a
// serial run, bit for bit; the engine prepares each program once. At several threads they are close: a library may split
// a sum otherwise when it is given other threads.
func TestConcurrentRuns(t *testing.T) {
	const goroutines = 64
	rounds, count := 12, 24
	if testing.Short() {
		rounds, count = 4, 10
	}
	for _, provider := range []string{"", "gonum"} {
		for _, threads := range []int{1, 4} {
			be := backend(t, cpu.WithProvider(provider), cpu.WithThreads(threads))
			t.Run(fmt.Sprintf("%s, %d threads", be.Name(), threads), func(t *testing.T) {
				rt := mixedRuntime(t, be)
				jobs := mixed(t, count)
				for _, j := range jobs {
					var err error
					j.want, err = rt.Run(context.Background(), j.p, j.in...)
					require.NoError(t, err)
				}
				errs := make([]error, goroutines)
				var wg sync.WaitGroup
				for g := range goroutines {
					wg.Go(func() {
						for r := range rounds {
							if err := jobs[(g*7+r)%len(jobs)].again(rt, threads == 1, r%2 == 0); err != nil {
								errs[g] = err
								return
							}
						}
					})
				}
				wg.Wait()
				require.NoError(t, errors.Join(errs...))
				require.Zero(t, be.Stats().Pool.InUseBytes)
			})
		}
	}
}

// again runs a job once more.
func (j *job) again(rt *runtime.Runtime, exact, into bool) error {
	var got []*tensor.Tensor
	var err error
	if into {
		got = ports(j.p.Outputs)
		err = rt.RunInto(context.Background(), j.p, got, j.in)
	} else {
		got, err = rt.Run(context.Background(), j.p, j.in...)
	}
	if err != nil {
		return err
	}
	for i := range got {
		if err := tracetest.Close(got[i], j.want[i]); err != nil {
			return fmt.Errorf("result %d: %w\n%s", i, err, j.p)
		}
		if exact && !tensor.Equal(got[i], j.want[i]) {
			return fmt.Errorf("result %d is close, but not the same\n%s", i, j.p)
		}
	}
	return nil
}

// TestConcurrentFirstRuns prepares each program once, though many goroutines ask for it first.
func TestConcurrentFirstRuns(t *testing.T) {
	e := &compilertest.Engine{}
	rt := on(t, e)
	p := compile(t, product)
	errs := make([]error, 32)
	var wg sync.WaitGroup
	for g := range errs {
		wg.Go(func() { _, errs[g] = rt.Run(context.Background(), p, operands()...) })
	}
	wg.Wait()
	require.NoError(t, errors.Join(errs...))
	require.Equal(t, 1, e.Counts().Prepared)
}

// TestSharedProvider runs on several backends of one native library at a time, which shares its threads out among them.
func TestSharedProvider(t *testing.T) {
	p := compile(t, func(tc *trace.Context) []*trace.Value {
		x := tc.Input(f64, 160, 160)
		return []*trace.Value{tc.MatMul(x, x)}
	})
	x := tracetest.Tensor(rand.New(rand.NewPCG(1, 8)), trace.Type{DType: f64, Shape: []int{160, 160}})
	var wg sync.WaitGroup
	outs := make([][]*tensor.Tensor, 12)
	errs := make([]error, len(outs))
	for g := range outs {
		rt := on(t, backend(t, cpu.WithThreads(1+g%4)))
		wg.Go(func() {
			for range 5 {
				if outs[g], errs[g] = rt.Run(context.Background(), p, x); errs[g] != nil {
					return
				}
			}
		})
	}
	wg.Wait()
	require.NoError(t, errors.Join(errs...))
	for _, out := range outs {
		require.True(t, tensor.Equal(outs[0][0], out[0]), "integers come out the same however they are summed")
	}
}

// TestCancelManyWaiting cancels runs that wait for their turn, and sees that the others go on.
func TestCancelManyWaiting(t *testing.T) {
	rt := on(t, backend(t, cpu.WithThreads(2)))
	p := compile(t, func(tc *trace.Context) []*trace.Value {
		x := tc.Input(f64, 200, 200)
		for range 4 {
			x = tc.MatMul(x, x)
		}
		return []*trace.Value{x}
	})
	x := tensor.MustNew(f64, 200, 200)
	ctx, cancel := context.WithCancel(context.Background())
	errs := make([]error, 64)
	var wg sync.WaitGroup
	for g := range errs {
		wg.Go(func() {
			run := context.Background()
			if g%2 == 0 {
				run = ctx
			}
			_, errs[g] = rt.Run(run, p, x)
		})
	}
	cancel()
	wg.Wait()
	for g, err := range errs {
		if g%2 == 1 || err != nil && !errors.Is(err, context.Canceled) {
			require.NoError(t, err)
		}
	}
	_, err := rt.Run(context.Background(), p, x)
	require.NoError(t, err)
}
