package einsum_test

// Faults that BLAS libraries had with many callers at once, and that searches had with chance.

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	goruntime "runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/cpu"
	"github.com/tenferro/tenferro-go/einsum"
	"github.com/tenferro/tenferro-go/runtime"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// stormProvider names, in the environment of a process of its own, the provider that the storm goes over.
const stormProvider = "TENFERRO_TEST_STORM"

// threadVariables are those that providers read.
var threadVariables = []string{"OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS", "OMP_NUM_THREADS", "BLIS_NUM_THREADS"}

// Many callers at once exhausted OpenBLAS's buffers or dead-locked in it (B27, OpenMathLib/OpenBLAS#1641, #539, #937).
func TestGoroutineStorm(t *testing.T) {
	if name := os.Getenv(stormProvider); name != "" {
		storm(t, name)
		return
	}
	for _, name := range providers() {
		for _, threads := range []string{"", "1", "2", "64"} {
			if testing.Short() && threads != "" && threads != "64" {
				continue
			}
			t.Run(name+"/"+threads, func(t *testing.T) {
				cmd := exec.Command(os.Args[0], "-test.run=^TestGoroutineStorm$", "-test.timeout=300s")
				if testing.Short() {
					cmd.Args = append(cmd.Args, "-test.short")
				}
				cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool {
					name, _, _ := strings.Cut(v, "=")
					return slices.Contains(threadVariables, name) || name == "GOMAXPROCS"
				})
				cmd.Env = append(cmd.Env, stormProvider+"="+name, "GOMAXPROCS=64")
				if threads != "" {
					variable := map[string]string{"openblas": "OPENBLAS_NUM_THREADS", "mkl": "MKL_NUM_THREADS", "accelerate": "VECLIB_MAXIMUM_THREADS"}[name]
					if variable == "" {
						variable = "OMP_NUM_THREADS"
					}
					cmd.Env = append(cmd.Env, variable+"="+threads)
				}
				var stdout, stderr bytes.Buffer
				cmd.Stdout, cmd.Stderr = &stdout, &stderr
				require.NoError(t, cmd.Run(), "%s%s", &stdout, &stderr)
				require.Empty(t, stderr.String())
			})
		}
	}
}

// storm contracts from 128 goroutines and compares with the serial results, which are exact.
func storm(t *testing.T, provider string) {
	callers, each := 128, 50
	if testing.Short() {
		callers, each = 64, 10
	}
	ctx := context.Background()
	be, err := cpu.New(cpu.WithProvider(provider)) // threads as the environment says
	require.NoError(t, err)
	defer be.Close()
	c, err := einsum.NewContractor(be)
	require.NoError(t, err)
	rt, err := runtime.New(runtime.WithEngine(be), runtime.WithExtension(einsum.Extension()), runtime.WithExtension(nested{c}))
	require.NoError(t, err)

	sizes := []int{8, 33, 64, 129, 256}
	var a, b, want []*tensor.Tensor
	var shared, nests []*compiler.Program
	for i, n := range sizes {
		a, b = append(a, small(floats[i%4], i, n, n)), append(b, small(floats[i%4], i+1, n, n))
		p, err := compileShapes("ij,jk->ik", floats[i%4], [][]int{{n, n}, {n, n}}, nil)
		require.NoError(t, err)
		shared = append(shared, p)
		tc := trace.New()
		x := tc.Apply(nestedOp{}, tc.Input(floats[i%4], n, n), tc.Input(floats[i%4], n, n))
		g, err := tc.Graph(einsum.Trace(tc, "ij->ij", x[0]))
		require.NoError(t, err)
		p, err = compiler.Compile(g)
		require.NoError(t, err)
		nests = append(nests, p)
		out, err := c.Contract(ctx, "ij,jk->ik", a[i], b[i])
		require.NoError(t, err)
		want = append(want, out)
	}
	var wg sync.WaitGroup
	errs := make([]error, callers)
	for g := range callers {
		wg.Go(func() {
			for r := range each {
				i := (g + r) % len(sizes)
				var got *tensor.Tensor
				var err error
				switch (g + r) % 4 {
				case 0, 1:
					got, err = c.Contract(ctx, "ij,jk->ik", a[i], b[i])
				case 2: // one program for all goroutines
					var out []*tensor.Tensor
					if out, err = rt.Run(ctx, shared[i], a[i], b[i]); err == nil {
						got = out[0]
					}
				case 3: // a contraction that a step of another program starts
					var out []*tensor.Tensor
					if out, err = rt.Run(ctx, nests[i], a[i], b[i]); err == nil {
						got = out[0]
					}
				}
				if err == nil {
					err = same(want[i], got)
				}
				if err != nil {
					errs[g] = fmt.Errorf("goroutine %d, round %d, size %d: %w", g, r, sizes[i], err)
					return
				}
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		require.NoError(t, err)
	}
}

// nested is an extension whose one kernel contracts on the backend that it runs on.
type nested struct{ c *einsum.Contractor }

func (nested) Family() string { return "nested" }

func (x nested) Kernels() map[string]compiler.Kernel {
	return map[string]compiler.Kernel{"matmul": func(ctx context.Context, _ any, in, out []*tensor.Tensor) error {
		return x.c.ContractInto(ctx, out[0], "ij,jk->ik", in...)
	}}
}

type nestedOp struct{}

func (nestedOp) Family() string { return "nested" }
func (nestedOp) Name() string   { return "matmul" }
func (nestedOp) Kernel() string { return "matmul" }
func (nestedOp) Attrs() string  { return "" }

func (nestedOp) Infer(in []trace.Type) ([]trace.Type, error) {
	return []trace.Type{{DType: in[0].DType, Shape: []int{in[0].Shape[0], in[1].Shape[1]}}}, nil
}

// One pool of threads for many goroutines that all contract large matrices, some of them with contexts that end.
func TestStormOfCancellations(t *testing.T) {
	for _, s := range stations(t, cpu.WithThreads(max(2, goruntime.NumCPU()))) {
		c, err := einsum.NewContractor(s.be)
		require.NoError(t, err)
		a, b := small(tensor.Float64, 1, 200, 200), small(tensor.Float64, 2, 200, 200)
		want, err := c.Contract(context.Background(), "ij,jk,kl,lm->im", a, b, a, b)
		require.NoError(t, err)
		errs := make([]error, 32)
		var wg sync.WaitGroup
		for g := range errs {
			wg.Go(func() {
				for r := range 6 {
					ctx, cancel := context.WithCancel(context.Background())
					if (g+r)%2 == 0 {
						go cancel()
					}
					got, err := c.Contract(ctx, "ij,jk,kl,lm->im", a, b, a, b)
					cancel()
					switch {
					case err == nil:
						err = same(want, got)
					case (g+r)%2 == 0 && ctx.Err() != nil:
						require.ErrorIs(t, err, context.Canceled)
						err = nil
					}
					if err != nil {
						errs[g] = err
						return
					}
				}
			})
		}
		wg.Wait()
		for _, err := range errs {
			require.NoError(t, err)
		}
		got, err := c.Contract(context.Background(), "ij,jk,kl,lm->im", a, b, a, b)
		require.NoError(t, err)
		require.NoError(t, same(want, got))
	}
}

// The same seed gave another plan (S16, dgasmith/opt_einsum#127). That the searches themselves repeat is tested in package
// path; here it is the whole way to a program.
func TestPlansRepeat(t *testing.T) {
	// A ring with chords: 60 tensors, three neighbours each.
	const n = 60
	terms := make([][]int, n)
	label := 0
	join := func(i, j int) {
		terms[i], terms[j] = append(terms[i], label), append(terms[j], label)
		label++
	}
	for i := range n {
		join(i, (i+1)%n)
	}
	for i := range n / 2 {
		join(i, (i*7+31)%(n/2)+n/2)
	}
	shapes := make([][]int, n)
	for i, term := range terms {
		shapes[i] = slices.Repeat([]int{2}, len(term))
	}
	eq, err := einsum.FromLabels(terms, nil)
	require.NoError(t, err)
	for finder, runs := range map[string]int{"greedy": 20, "random-greedy": 3} {
		var first string
		for range runs {
			plan, err := einsum.NewPlan(context.Background(), eq, tensor.Float64, shapes, einsum.WithFinder(finder), einsum.WithSeed(7))
			require.NoError(t, err)
			p, err := plan.Compile(compiler.DefaultCostModel)
			require.NoError(t, err)
			text := fmt.Sprint(plan.Tree().SSA(), "\n", p)
			if first == "" {
				first = text
			}
			require.Equal(t, first, text, finder)
		}
	}
}
