package runtime_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/compiler/compilertest"
	"github.com/tenferro/tenferro-go/cpu"
	"github.com/tenferro/tenferro-go/runtime"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
	"github.com/tenferro/tenferro-go/trace/tracetest"
)

// engines makes the engines that programs are tried on: the reference, and a CPU backend for each provider of the build
// and for one thread and several.
func engines(t testing.TB) map[string]runtime.Engine {
	t.Helper()
	all := map[string]runtime.Engine{"reference": &compilertest.Engine{}}
	for _, provider := range []string{"", "gonum"} {
		for _, threads := range []int{1, 3} {
			be := backend(t, cpu.WithProvider(provider), cpu.WithThreads(threads))
			all[fmt.Sprintf("%s, %d threads", be.Name(), threads)] = be
		}
	}
	return all
}

// backend makes a CPU backend that is closed with the test.
func backend(t testing.TB, opts ...cpu.Option) *cpu.Backend {
	t.Helper()
	be, err := cpu.New(opts...)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, be.Close()) })
	return be
}

// on makes a runtime on an engine.
func on(t testing.TB, e runtime.Engine, opts ...runtime.Option) *runtime.Runtime {
	t.Helper()
	rt, err := runtime.New(append(opts, runtime.WithEngine(e))...)
	require.NoError(t, err)
	return rt
}

// TestRandomGraphs runs random graphs, on operands and into results of all layouts, on every engine.
func TestRandomGraphs(t *testing.T) {
	count := uint64(400)
	if testing.Short() {
		count = 40
	}
	kinds := map[string]tracetest.Options{
		"all":   {},
		"exact": {Exact: true, Ops: 24},
		"large": {Ops: 8, MaxSize: 24, MaxLen: 1 << 12},
		"rank":  {Ops: 10, MaxRank: 7, MaxSize: 3},
	}
	for name, e := range engines(t) {
		rt := on(t, e)
		for kind, opts := range kinds {
			t.Run(name+"/"+kind, func(t *testing.T) {
				n := count
				if kind == "large" {
					n /= 8 // the interpreter is slow
				}
				for seed := range n {
					require.NoError(t, oneGraph(rt, seed, opts), "seed %d", seed)
				}
			})
		}
	}
}

func oneGraph(rt *runtime.Runtime, seed uint64, opts tracetest.Options) error {
	rng := rand.New(rand.NewPCG(seed, 2))
	g := tracetest.Random(rng, opts)
	in := tracetest.Inputs(rng, g)
	for i, x := range in {
		if rng.IntN(2) == 0 {
			y, err := compilertest.Relay(x, compilertest.Strides(rng, x.Shape(), rng.IntN(4) == 0))
			if err != nil {
				return err
			}
			in[i] = y
		}
	}
	want, err := tracetest.Eval(g, in)
	if err != nil {
		return err
	}
	p, err := compiler.Compile(g)
	if err != nil {
		return err
	}
	before := clones(in)
	got, err := rt.Run(context.Background(), p, in...)
	if err != nil {
		return fmt.Errorf("%w\n%s\n%s", err, g, p)
	}
	if err := agree(got, want, g, p); err != nil {
		return err
	}
	strided, err := results(rng, want)
	if err != nil {
		return err
	}
	if err := rt.RunInto(context.Background(), p, strided, in); err != nil {
		return fmt.Errorf("%w\n%s\n%s", err, g, p)
	}
	for i := range in {
		if !tensor.Equal(in[i], before[i]) {
			return fmt.Errorf("operand %d was written to\n%s\n%s", i, g, p)
		}
	}
	for i := range got {
		if !tensor.Equal(got[i], strided[i]) {
			return fmt.Errorf("a second run, into strides %v, gives another result %d\n%s\n%s", strided[i].Strides(), i, g, p)
		}
	}
	return nil
}

func agree(got, want []*tensor.Tensor, g *trace.Graph, p *compiler.Program) error {
	for i := range want {
		if err := tracetest.Close(got[i], want[i]); err != nil {
			return fmt.Errorf("result %d: %w\n%s\n%s", i, err, g, p)
		}
	}
	return nil
}

// results makes tensors of the types of others, in random layouts.
func results(rng *rand.Rand, like []*tensor.Tensor) ([]*tensor.Tensor, error) {
	out := make([]*tensor.Tensor, len(like))
	for i, t := range like {
		zero, err := tensor.New(t.DType(), t.Shape()...)
		if err != nil {
			return nil, err
		}
		if out[i], err = compilertest.Relay(zero, compilertest.Strides(rng, t.Shape(), false)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func clones(ts []*tensor.Tensor) []*tensor.Tensor {
	out := make([]*tensor.Tensor, len(ts))
	for i, t := range ts {
		out[i] = tensor.Must(t.Clone())
	}
	return out
}
