package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/compiler/compilertest"
	"github.com/tenferro/tenferro-go/cpu"
	"github.com/tenferro/tenferro-go/internal/race"
	"github.com/tenferro/tenferro-go/runtime"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// TestStridedResults writes into results of any layout, and leaves the memory between their elements alone.
func TestStridedResults(t *testing.T) {
	p := compile(t, product)
	for name, e := range engines(t) {
		t.Run(name, func(t *testing.T) {
			rt := on(t, e)
			want, err := rt.Run(context.Background(), p, operands()...)
			require.NoError(t, err)
			memory := marked(40)
			data, err := tensor.AsColMajor[float64](memory)
			require.NoError(t, err)
			y := tensor.Must(tensor.FromStrided(data, 20, []int{2, 4}, []int{-2, 5}))
			s := tensor.Must(tensor.FromStrided(data, 1, nil, nil))
			require.NoError(t, rt.RunInto(context.Background(), p, []*tensor.Tensor{y, s}, operands()))
			require.True(t, tensor.Equal(want[0], y))
			require.True(t, tensor.Equal(want[1], s))
			touched := 0
			for _, v := range data {
				if v != math.Pi {
					touched++
				}
			}
			require.Equal(t, 9, touched)
		})
	}
}

// TestNaNResults lets nothing of what a result held before into it.
func TestNaNResults(t *testing.T) {
	p := compile(t, func(tc *trace.Context) []*trace.Value {
		a, b, v := tc.Input(f64, 20, 30), tc.Input(f64, 30, 40), tc.Input(f64, 30)
		return []*trace.Value{tc.MatMul(a, b), tc.MatMul(a, v), tc.Contract(v, v, []int{0}, []int{0}, nil), tc.Exp(a), tc.Sum(b, 1),
			tc.Contract(a, b, []int{0, 1}, []int{1, 2}, []int{2, 0}), tc.Pad(a, tc.Scalar(f64, 0), []int{1, 1}, []int{1, 1}, []int{0, 0})}
	})
	in := []*tensor.Tensor{tensor.MustNew(f64, 20, 30), tensor.MustNew(f64, 30, 40), tensor.MustNew(f64, 30)}
	for name, e := range engines(t) {
		t.Run(name, func(t *testing.T) {
			out := make([]*tensor.Tensor, len(p.Outputs))
			for i, port := range p.Outputs {
				out[i] = tensor.MustNew(f64, port.Shape...)
				data, err := tensor.AsColMajor[float64](out[i])
				require.NoError(t, err)
				for k := range data {
					data[k] = math.NaN()
				}
			}
			require.NoError(t, on(t, e).RunInto(context.Background(), p, out, in))
			for i, x := range out {
				data, err := tensor.AsColMajor[float64](x)
				require.NoError(t, err)
				for _, v := range data {
					require.False(t, math.IsNaN(v), "result %d", i)
				}
			}
		})
	}
}

// TestCancelled stops before the first step, and between any two.
func TestCancelled(t *testing.T) {
	const steps = 5
	errStop := errors.New("stopped by the test")
	for name, e := range engines(t) {
		t.Run(name, func(t *testing.T) {
			for after := range steps + 1 {
				ctx, cancel := context.WithCancelCause(context.Background())
				calls := 0
				kernel := func(_ context.Context, _ any, in, out []*tensor.Tensor) error {
					if calls++; calls == after {
						cancel(errStop)
					}
					return tensor.Copy(out[0], in[0])
				}
				if after == 0 {
					cancel(errStop)
				}
				rt := on(t, e, runtime.WithExtension(family{"demo", map[string]compiler.Kernel{"a": kernel, "b": kernel}}))
				p := compile(t, func(tc *trace.Context) []*trace.Value {
					x := tc.Input(f64, 3)
					for i := range steps {
						x = tc.Apply(op{"demo", []string{"a", "b"}[i%2]}, x)[0]
					}
					return []*trace.Value{x}
				})
				_, err := rt.Run(ctx, p, tensor.MustNew(f64, 3))
				if after < steps {
					require.ErrorIs(t, err, context.Canceled)
				}
				require.Equal(t, min(after, steps), calls, "steps that ran")
				cancel(nil)

				calls = steps + 1 // the runtime is sound afterwards
				_, err = rt.Run(context.Background(), p, tensor.MustNew(f64, 3))
				require.NoError(t, err)
			}
		})
	}
}

// TestDeadline gives the context's error, also while a run waits for its turn.
func TestDeadline(t *testing.T) {
	be := backend(t, cpu.WithProvider("gonum"), cpu.WithThreads(1))
	begun, finish := make(chan struct{}), make(chan struct{})
	rt := on(t, be)
	p := compile(t, product)
	busy := compile(t, func(tc *trace.Context) []*trace.Value { return tc.Apply(op{"demo", "wait"}, tc.Input(f64, 3)) })
	waiting := on(t, be, runtime.WithExtension(family{"demo", map[string]compiler.Kernel{
		"wait": func(_ context.Context, _ any, in, out []*tensor.Tensor) error {
			close(begun)
			<-finish
			return tensor.Copy(out[0], in[0])
		}}}))
	done := make(chan error, 1)
	go func() {
		_, err := waiting.Run(context.Background(), busy, tensor.MustNew(f64, 3))
		done <- err
	}()
	<-begun
	ctx, cancel := context.WithDeadline(context.Background(), time.Now().Add(-time.Second))
	defer cancel()
	_, err := rt.Run(ctx, p, operands()...)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	_, err = rt.Run(context.Background(), p, operands()...) // a kernel of others holds nothing that runs need
	require.NoError(t, err)
	close(finish)
	require.NoError(t, <-done)
}

// TestKernelFails passes on the error of an extension's kernel with the step that failed.
func TestKernelFails(t *testing.T) {
	broken := errors.New("broken")
	for name, e := range engines(t) {
		t.Run(name, func(t *testing.T) {
			rt := on(t, e, runtime.WithExtension(family{"demo", map[string]compiler.Kernel{
				"run": func(context.Context, any, []*tensor.Tensor, []*tensor.Tensor) error { return broken },
			}}))
			apply := func(x *trace.Value, tc *trace.Context) *trace.Value { return tc.Apply(op{"demo", "run"}, x)[0] }
			run := compile(t, func(tc *trace.Context) []*trace.Value { return []*trace.Value{apply(tc.Exp(tc.Input(f64, 3)), tc)} })
			_, err := rt.Run(context.Background(), run, tensor.MustNew(f64, 3))
			if _, reference := e.(*compilertest.Engine); !reference {
				require.ErrorContains(t, err, "step 1")
			}
			require.ErrorIs(t, err, broken)
			folded := compile(t, func(tc *trace.Context) []*trace.Value { return []*trace.Value{apply(tc.Iota(f64, 0, 3), tc)} })
			_, err = rt.Run(context.Background(), folded)
			require.ErrorIs(t, err, broken)
		})
	}
}

// TestIndexErrors fails a run whose indices are outside their axis, and no other.
func TestIndexErrors(t *testing.T) {
	p := compile(t, func(tc *trace.Context) []*trace.Value {
		return []*trace.Value{tc.Gather(tc.Input(f64, 3, 2), []int{0}, tc.Input(tensor.Int64, 2))}
	})
	x := tensor.MustNew(f64, 3, 2)
	for name, e := range engines(t) {
		t.Run(name, func(t *testing.T) {
			rt := on(t, e)
			for _, bad := range []int64{3, -1, math.MaxInt64, math.MinInt64} {
				_, err := rt.Run(context.Background(), p, x, tensor.MustFromColMajor([]int64{0, bad}, 2))
				require.ErrorContains(t, err, fmt.Sprint(bad))
			}
			_, err := rt.Run(context.Background(), p, x, tensor.MustFromColMajor([]int64{0, 2}, 2))
			require.NoError(t, err)
		})
	}
}

// TestNested runs programs on a runtime from inside a kernel of a program that runs on it, on as many goroutines as
// there are processors and more, confined to processors and not.
func TestNested(t *testing.T) {
	for _, threads := range []int{1, 2, 4} {
		for _, confined := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d threads, confined %t", threads, confined), func(t *testing.T) {
				options := []cpu.Option{cpu.WithThreads(threads)}
				if confined {
					options = append(options, cpu.WithPlacement(allowed(t)))
				}
				nested(t, backend(t, options...))
			})
		}
	}
}

func nested(t *testing.T, be *cpu.Backend) {
	var rt *runtime.Runtime
	inner := compile(t, product)
	want := []float64{}
	again := func(ctx context.Context, o any, in, out []*tensor.Tensor) error {
		if o.(op).name == "twice" { // a nested run with a nested run
			p := compile(t, func(tc *trace.Context) []*trace.Value { return tc.Apply(op{"demo", "once"}, tc.Input(f64, 3)) })
			return rt.RunInto(ctx, p, out, in)
		}
		y, err := rt.Run(ctx, inner, operands()...)
		if err != nil {
			return err
		}
		if s, err := tensor.At[float64](y[1]); err != nil || s != want[0] {
			return fmt.Errorf("nested run: %g, %w", s, err)
		}
		return tensor.Copy(out[0], in[0])
	}
	rt = on(t, be, runtime.WithExtension(family{"demo", map[string]compiler.Kernel{"once": again, "twice": again}}))
	y, err := rt.Run(context.Background(), inner, operands()...)
	require.NoError(t, err)
	s, err := tensor.At[float64](y[1])
	require.NoError(t, err)
	want = append(want, s)
	outer := compile(t, func(tc *trace.Context) []*trace.Value {
		return tc.Apply(op{"demo", "once"}, tc.Apply(op{"demo", "twice"}, tc.Input(f64, 3))...)
	})
	var wg sync.WaitGroup
	errs := make([]error, 8)
	for g := range errs {
		wg.Go(func() { _, errs[g] = rt.Run(context.Background(), outer, tensor.MustNew(f64, 3)) })
	}
	done := make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("nested runs wait for each other")
	}
	require.NoError(t, errors.Join(errs...))
}

// allowed is all processors that the process may use, as a placement: threads are confined all the same.
func allowed(t *testing.T) cpu.Placement {
	t.Helper()
	p, err := cpu.NodePlacement(0)
	if err != nil {
		t.Skipf("no placement on this system: %v", err)
	}
	return p
}

// TestRunIntoAllocates nothing in the steady state.
func TestRunIntoAllocates(t *testing.T) {
	if race.Enabled {
		t.Skip("the race detector gives memory of pools up at random")
	}
	programs := map[string]*compiler.Program{
		"product": compile(t, product),
		"chain of 64": compile(t, func(tc *trace.Context) []*trace.Value {
			x := tc.Input(f64, 24, 24)
			for range 63 {
				x = tc.MatMul(x, tc.Input(f64, 24, 24))
			}
			return []*trace.Value{x}
		}),
		"large enough for all threads": compile(t, func(tc *trace.Context) []*trace.Value {
			x := tc.Input(f64, 256, 256)
			return []*trace.Value{tc.Transpose(tc.Exp(tc.MatMul(x, x))), tc.Sum(x, 0)}
		}),
		"every kind of step": compile(t, func(tc *trace.Context) []*trace.Value {
			x, v, i := tc.Input(f64, 30, 30), tc.Input(f64, 30), tc.Input(tensor.Int64, 5)
			return []*trace.Value{tc.MatMul(x, v), tc.Contract(v, v, []int{0}, []int{0}, nil), tc.Tril(tc.Exp(x), 0), tc.Gather(x, []int{0}, i),
				tc.ScatterAdd(v, tc.Gather(v, []int{0}, i), []int{0}, i), tc.ReduceMax(tc.Mul(x, x)), tc.Where(tc.Less(x, tc.Transpose(x)), x, tc.Neg(x)),
				tc.EmbedDiagonal(v, 0, 1), tc.Contract(x, x, []int{0, 1}, []int{0, 1}, []int{1, 0})}
		}),
		"scalars": compile(t, func(tc *trace.Context) []*trace.Value {
			return []*trace.Value{tc.Exp(tc.Input(f64))}
		}),
	}
	for _, threads := range []int{1, 2} {
		rt := on(t, backend(t, cpu.WithThreads(threads)))
		for name, p := range programs {
			t.Run(fmt.Sprintf("%s, %d threads", name, threads), func(t *testing.T) {
				in, out := ports(p.Inputs), ports(p.Outputs)
				ctx := context.Background()
				var err error
				allocs := testing.AllocsPerRun(20, func() { err = errors.Join(err, rt.RunInto(ctx, p, out, in)) })
				require.NoError(t, err)
				require.Zero(t, allocs)
			})
		}
	}
}

// ports makes compact tensors of the ports' types, of zeros.
func ports(list []compiler.Port) []*tensor.Tensor {
	out := make([]*tensor.Tensor, len(list))
	for i, p := range list {
		out[i] = tensor.MustNew(p.DType, p.Shape...)
	}
	return out
}
