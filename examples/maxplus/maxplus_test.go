package maxplus_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/compiler/compilertest"
	"github.com/tenferro/tenferro-go/cpu"
	"github.com/tenferro/tenferro-go/examples/maxplus"
	"github.com/tenferro/tenferro-go/runtime"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// runtimes are what programs are tried on: the engine of the machine, and the reference.
func runtimes(t testing.TB) map[string]*runtime.Runtime {
	t.Helper()
	be, err := cpu.New(cpu.WithThreads(2))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, be.Close()) })
	all := map[string]*runtime.Runtime{}
	for _, e := range []runtime.Engine{be, &compilertest.Engine{}} {
		rt, err := runtime.New(runtime.WithEngine(e), runtime.WithExtension(maxplus.Extension()))
		require.NoError(t, err)
		all[e.Name()] = rt
	}
	return all
}

// compile compiles one contraction.
func compile(t testing.TB, equation string, in ...*tensor.Tensor) *compiler.Program {
	t.Helper()
	tc := trace.New()
	values := make([]*trace.Value, len(in))
	for i, x := range in {
		values[i] = tc.Input(x.DType(), x.Shape()...)
	}
	g, err := tc.Graph(maxplus.Contract(tc, equation, values...))
	require.NoError(t, err, equation)
	p, err := compiler.Compile(g)
	require.NoError(t, err, equation)
	return p
}

// brute contracts by a loop over the indices of all labels at a time. The equation has neither spaces nor ellipses.
func brute(t testing.TB, equation string, in ...*tensor.Tensor) *tensor.Tensor {
	t.Helper()
	inputs, output, _ := strings.Cut(equation, "->")
	terms := strings.Split(inputs, ",")
	size := map[byte]int{}
	var labels []byte
	for i, term := range terms {
		for axis := range len(term) {
			if _, ok := size[term[axis]]; !ok {
				labels = append(labels, term[axis])
			}
			size[term[axis]] = in[i].Dim(axis)
		}
	}
	at := map[byte]int{}
	index := func(term string) []int {
		out := make([]int, len(term))
		for i := range len(term) {
			out[i] = at[term[i]]
		}
		return out
	}
	shape := make([]int, len(output))
	for i := range shape {
		shape[i] = size[output[i]]
	}
	y := tensor.MustNew(tensor.Float64, shape...)
	data, err := tensor.AsColMajor[float64](y)
	require.NoError(t, err)
	for i := range data {
		data[i] = math.Inf(-1)
	}
	var walk func(labels []byte)
	walk = func(labels []byte) {
		if len(labels) > 0 {
			for at[labels[0]] = 0; at[labels[0]] < size[labels[0]]; at[labels[0]]++ {
				walk(labels[1:])
			}
			return
		}
		sum := 0.0
		for i, term := range terms {
			v, err := tensor.At[float64](in[i], index(term)...)
			require.NoError(t, err)
			sum += v
		}
		old, err := tensor.At[float64](y, index(output)...)
		require.NoError(t, err)
		require.NoError(t, tensor.Set(y, max(old, sum), index(output)...))
	}
	walk(labels)
	return y
}

// random makes an operand of small integers, -Inf among them, in a random layout.
func random(t testing.TB, rng *rand.Rand, shape ...int) *tensor.Tensor {
	t.Helper()
	x := tensor.MustNew(tensor.Float64, shape...)
	data, err := tensor.AsColMajor[float64](x)
	require.NoError(t, err)
	for i := range data {
		data[i] = float64(rng.IntN(19) - 9)
		if rng.IntN(10) == 0 {
			data[i] = math.Inf(-1)
		}
	}
	x, err = compilertest.Relay(x, compilertest.Strides(rng, shape, false))
	require.NoError(t, err)
	return x
}

var equations = []string{
	"ij,jk->ik", "ij,jk->ki", "ji,kj->ik", "ij,jk->", "ij,ij->ij", "ij,ij->", "bij,bjk->bik", "i,j->ij", "ij->i", "ij->ji", "ij->", "i->i",
	"ii->i", "ii->", "ij,k->k", "ij,jk,kl->il", "a,ab,b,bc,c->c", "aij,ajk,akl->il", "iij,jk->ik", "ab,ab,ab->a", "ab,bc,cd,da->", ",i->i", "->",
	"i,ij,j->", "ijk,lk->ijl",
}

// TestContract holds equations against brute force, on operands of all layouts and sizes, 0 and 1 among them.
func TestContract(t *testing.T) {
	for name, rt := range runtimes(t) {
		t.Run(name, func(t *testing.T) {
			for _, equation := range equations {
				for seed := range uint64(20) {
					rng := rand.New(rand.NewPCG(seed, 1))
					size := map[rune]int{}
					var in []*tensor.Tensor
					inputs, _, _ := strings.Cut(equation, "->")
					for _, term := range strings.Split(inputs, ",") {
						shape := []int{}
						for _, l := range term {
							if _, ok := size[l]; !ok {
								size[l] = max(rng.IntN(7), rng.IntN(3))
							}
							shape = append(shape, size[l])
						}
						in = append(in, random(t, rng, shape...))
					}
					got, err := rt.Run(context.Background(), compile(t, equation, in...), in...)
					require.NoError(t, err)
					require.True(t, tensor.Equal(brute(t, equation, in...), got[0]), "%s, seed %d", equation, seed)
				}
			}
		})
	}
}

// TestBroadcast follows the dialect of package einsum.
func TestBroadcast(t *testing.T) {
	x, y := tensor.MustFromColMajor([]float64{1, 5, 2}, 3, 1), tensor.MustFromColMajor([]float64{3, 4}, 1, 2)
	for _, rt := range runtimes(t) {
		got, err := rt.Run(context.Background(), compile(t, "..., ... -> ...", x, y), x, y)
		require.NoError(t, err)
		require.True(t, tensor.Equal(tensor.MustFromRowMajor([]float64{4, 5, 8, 9, 5, 6}, 3, 2), got[0]), "%v", got[0])
	}
}

// TestNaN comes through, in float32 as well, except where there is nothing to take the maximum of.
func TestNaN(t *testing.T) {
	nan := float32(math.NaN())
	x := tensor.MustFromRowMajor([]float32{1, nan, 2, 3}, 2, 2)
	for _, rt := range runtimes(t) {
		got, err := rt.Run(context.Background(), compile(t, "ij->i", x), x)
		require.NoError(t, err)
		v, err := tensor.ColMajor[float32](got[0])
		require.NoError(t, err)
		require.True(t, v[0] != v[0] && v[1] == 3, "%v", v)
	}
}

func TestMistakes(t *testing.T) {
	f64 := tensor.Float64
	cases := []struct {
		want  string
		trace func(tc *trace.Context) *trace.Value
	}{
		{"label j", func(tc *trace.Context) *trace.Value {
			return maxplus.Contract(tc, "ij,jk->ik", tc.Input(f64, 2, 3), tc.Input(f64, 4, 5))
		}},
		{"operand", func(tc *trace.Context) *trace.Value { return maxplus.Contract(tc, "ij,jk->ik", tc.Input(f64, 2, 3)) }},
		{"z", func(tc *trace.Context) *trace.Value { return maxplus.Contract(tc, "i->z", tc.Input(f64, 2)) }},
		{"twice", func(tc *trace.Context) *trace.Value { return maxplus.Contract(tc, "i->ii", tc.Input(f64, 2)) }},
		{"dtype complex128", func(tc *trace.Context) *trace.Value {
			return maxplus.Contract(tc, "i->i", tc.Input(tensor.Complex128, 2))
		}},
		{"dtype float32", func(tc *trace.Context) *trace.Value {
			return maxplus.Contract(tc, "i,i->i", tc.Input(f64, 2), tc.Input(tensor.Float32, 2))
		}},
		{"no observation", func(tc *trace.Context) *trace.Value {
			states, _ := maxplus.Viterbi(tc, tc.Input(f64, 2), tc.Input(f64, 2, 2), tc.Input(f64, 2, 3), tc.Input(tensor.Int64, 0))
			return states
		}},
	}
	for _, c := range cases {
		tc := trace.New()
		_, err := tc.Graph(c.trace(tc))
		require.ErrorContains(t, err, c.want)
		require.ErrorContains(t, err, "maxplus_test.go:", "mistakes are the caller's")
	}
}

// TestMissing runs a program on a runtime without the extension.
func TestMissing(t *testing.T) {
	rt, err := runtime.New(runtime.WithEngine(&compilertest.Engine{}))
	require.NoError(t, err)
	x := tensor.MustNew(tensor.Float64, 2, 2)
	_, err = rt.Run(context.Background(), compile(t, "ij->i", x), x)
	var missing *runtime.MissingExtensionError
	require.ErrorAs(t, err, &missing)
	require.Equal(t, maxplus.Family, missing.Family)
}

// TestCompiled looks at what the compiler makes of the extension's operations: equal ones are computed once, and those
// on constants before the first run.
func TestCompiled(t *testing.T) {
	tc := trace.New()
	x, c := tc.Input(tensor.Float64, 3, 3), tc.Const(tensor.MustNew(tensor.Float64, 3, 3))
	square := func(v *trace.Value) *trace.Value { return maxplus.Contract(tc, "ij,jk->ik", v, v) }
	g, err := tc.Graph(square(x), maxplus.Contract(tc, "ab,bc->ac", x, x), tc.Add(x, square(c)))
	require.NoError(t, err)
	p, err := compiler.Compile(g)
	require.NoError(t, err)
	calls := func(p *compiler.Program) int { return strings.Count(fmt.Sprint(p), "CALL") }
	require.Equal(t, 1, calls(p.Fold), p.String())
	require.Equal(t, 2, calls(p), "one of the run, one of the folded program\n%s", p)
	require.Equal(t, []string{maxplus.Family}, p.Requires)
}

// TestManyRuns runs one program from many goroutines.
func TestManyRuns(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	in := []*tensor.Tensor{random(t, rng, 30, 40), random(t, rng, 40, 20), random(t, rng, 20, 30)}
	p := compile(t, "ab,bc,ca->ac", in...)
	want := brute(t, "ab,bc,ca->ac", in...)
	for name, rt := range runtimes(t) {
		t.Run(name, func(t *testing.T) {
			runs := 16
			if name == "reference" {
				runs = 2
			}
			errs := make(chan error, runs)
			var wg sync.WaitGroup
			for range runs {
				wg.Go(func() {
					out, err := rt.Run(context.Background(), p, in...)
					if err == nil && !tensor.Equal(want, out[0]) {
						err = fmt.Errorf("another result")
					}
					errs <- err
				})
			}
			wg.Wait()
			for range runs {
				require.NoError(t, <-errs)
			}
		})
	}
}

// TestCancelled stops a kernel that is at work.
func TestCancelled(t *testing.T) {
	x := tensor.MustNew(tensor.Float64, 50, 50)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	kernel := maxplus.Extension().Kernels()["pair"]
	p := compile(t, "ij,jk->ik", x, x)
	call := p.Steps[0].Body.(*compiler.Call)
	err := kernel(ctx, call.Op, []*tensor.Tensor{x, x}, []*tensor.Tensor{tensor.MustNew(tensor.Float64, 50, 50)})
	require.ErrorIs(t, err, context.Canceled)
}

// TestViterbi holds the likeliest path of random models against all paths.
func TestViterbi(t *testing.T) {
	const s, o, n = 3, 4, 5
	for name, rt := range runtimes(t) {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(20) {
				rng := rand.New(rand.NewPCG(seed, 3))
				model := func(shape ...int) *tensor.Tensor {
					x := tensor.MustNew(tensor.Float64, shape...)
					data, err := tensor.AsColMajor[float64](x)
					require.NoError(t, err)
					for i := range data {
						data[i] = rng.Float64()
					}
					return x
				}
				start, move, emit := model(s), model(s, s), model(s, o)
				seen := make([]int64, n)
				for i := range seen {
					seen[i] = rng.Int64N(o)
				}
				tc := trace.New()
				v, score := maxplus.Viterbi(tc, tc.Input(tensor.Float64, s), tc.Input(tensor.Float64, s, s), tc.Input(tensor.Float64, s, o),
					tc.Input(tensor.Int64, n))
				g, err := tc.Graph(v, score)
				require.NoError(t, err)
				p, err := compiler.Compile(g)
				require.NoError(t, err)
				out, err := rt.Run(context.Background(), p, start, move, emit, tensor.MustFromColMajor(seen, n))
				require.NoError(t, err)
				got, err := tensor.ColMajor[int64](out[0])
				require.NoError(t, err)
				logp, err := tensor.At[float64](out[1])
				require.NoError(t, err)

				at := func(x *tensor.Tensor, index ...int) float64 {
					v, err := tensor.At[float64](x, index...)
					require.NoError(t, err)
					return v
				}
				bestP, best := 0.0, []int64{}
				for code := range int(math.Pow(s, n)) {
					path := make([]int64, n)
					for i := range path {
						path[i] = int64(code % s)
						code /= s
					}
					prob := at(start, int(path[0]))
					for i, x := range path {
						if i > 0 {
							prob *= at(move, int(path[i-1]), int(x))
						}
						prob *= at(emit, int(x), int(seen[i]))
					}
					if prob > bestP {
						bestP, best = prob, path
					}
				}
				require.Equal(t, best, got, "seed %d", seed)
				require.InDelta(t, math.Log(bestP), logp, 1e-12)
			}
		})
	}
}
