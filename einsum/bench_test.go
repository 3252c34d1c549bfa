package einsum_test

// What a contraction costs beside the provider's own call, and what it costs where there is next to nothing to compute.
// No figure comes from zeros: processors are faster on them.

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/cblas"
	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/cpu"
	"github.com/tenferro/tenferro-go/einsum"
	"github.com/tenferro/tenferro-go/runtime"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

func uniform(n int) []float64 {
	rng := rand.New(rand.NewPCG(1, 2))
	data := make([]float64, n)
	for i := range data {
		data[i] = 2*rng.Float64() - 1
	}
	return data
}

// BenchmarkOneShotMatmul1024 alternates between a one-shot contraction and the same product straight from the provider, on
// the same matrices and threads, into memory that was there before. "ratio" is the first's median time over the second's;
// into-ratio is that of ContractInto, which allocates no result.
func BenchmarkOneShotMatmul1024(b *testing.B) {
	const n = 1024
	for _, name := range providers() {
		for _, threads := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/threads=%d", name, threads), func(b *testing.B) {
				be, err := cpu.New(cpu.WithProvider(name), cpu.WithThreads(threads))
				require.NoError(b, err)
				defer be.Close()
				c, err := einsum.NewContractor(be)
				require.NoError(b, err)
				x, y, z := uniform(n*n), uniform(n*n), make([]float64, n*n)
				slices.Reverse(y)
				operands := []*tensor.Tensor{tensor.MustFromColMajor(x, n, n), tensor.MustFromColMajor(y, n, n)}
				dst := tensor.MustFromColMajor(z, n, n)
				ctx := context.Background()
				ways := []func() error{
					func() error { // all threads, as the engine gives them to a step of this size
						if err := be.Provider().SetThreads(threads); err != nil {
							return err
						}
						err := be.Provider().Float64().Gemm(cblas.NoTrans, cblas.NoTrans, n, n, n, 1, x, n, y, n, 0, z, n)
						if e := be.Provider().SetThreads(1); err == nil {
							err = e
						}
						return err
					},
					func() error { _, err := c.Contract(ctx, "ij,jk->ik", operands...); return err },
					func() error { return c.ContractInto(ctx, dst, "ij,jk->ik", operands...) },
				}
				times := make([][]time.Duration, len(ways))
				round := 0
				for b.Loop() {
					for i := range ways {
						at := (round + i) % len(ways) // nobody always follows the same one
						begin := time.Now()
						require.NoError(b, ways[at]())
						times[at] = append(times[at], time.Since(begin))
					}
					round++
				}
				provider := median(times[0])
				b.ReportMetric(float64(median(times[1]))/float64(provider), "ratio")
				b.ReportMetric(float64(median(times[2]))/float64(provider), "into-ratio")
				b.ReportMetric(2*n*n*n/float64(provider), "provider-GFLOP/s")
			})
		}
	}
}

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}

// BenchmarkOverhead takes products so small that what is measured is the way to them: a one-shot call that finds its
// program in the cache, one into a tensor of the caller, a compiled program, and the provider alone.
func BenchmarkOverhead(b *testing.B) {
	ctx := context.Background()
	for _, name := range providers() {
		s := newStation(b, name, cpu.WithThreads(1))
		c, err := einsum.NewContractor(s.be)
		require.NoError(b, err)
		for _, n := range []int{2, 4, 8, 16, 32, 64} {
			x, y, z := uniform(n*n), uniform(n*n), make([]float64, n*n)
			operands := []*tensor.Tensor{tensor.MustFromColMajor(x, n, n), tensor.MustFromColMajor(y, n, n)}
			dst := tensor.MustFromColMajor(z, n, n)
			p, err := contraction("ij,jk->ik", operands...).program(s)
			require.NoError(b, err)
			results := []*tensor.Tensor{dst}
			for _, way := range []struct {
				name string
				run  func() error
			}{
				{"one-shot", func() error { _, err := c.Contract(ctx, "ij,jk->ik", operands...); return err }},
				{"into", func() error { return c.ContractInto(ctx, dst, "ij,jk->ik", operands...) }},
				{"compiled", func() error { return s.rt.RunInto(ctx, p, results, operands) }},
				{"provider", func() error {
					return s.be.Provider().Float64().Gemm(cblas.NoTrans, cblas.NoTrans, n, n, n, 1, x, n, y, n, 0, z, n)
				}},
			} {
				b.Run(fmt.Sprintf("%s/%s/n=%d", name, way.name, n), func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						if err := way.run(); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}

// BenchmarkCompile is what the first call of a shape costs.
func BenchmarkCompile(b *testing.B) {
	s := newStation(b, providers()[0])
	for _, equation := range []string{"ij,jk->ik", "abcd,be,cf,dg->efga", "...ij,...jk->...ik"} {
		terms, _ := termsOf(equation)
		operands := make([]*tensor.Tensor, len(terms))
		for i, shape := range map[string][][]int{
			"ij,jk->ik":           {{8, 8}, {8, 8}},
			"abcd,be,cf,dg->efga": {{4, 4, 4, 4}, {4, 4}, {4, 4}, {4, 4}},
			"...ij,...jk->...ik":  {{5, 8, 8}, {5, 8, 8}},
		}[equation] {
			operands[i] = small(tensor.Float64, i, shape...)
		}
		c := contraction(equation, operands...)
		b.Run(equation, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := c.program(s); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// In the steady state a compiled run into tensors of the caller allocates nothing, and a one-shot call into one no more
// than the key that it looks its program up by and the list of its results.
func TestSteadyStateAllocatesNothing(t *testing.T) {
	ctx := context.Background()
	for _, s := range stations(t) {
		c, err := einsum.NewContractor(s.be)
		require.NoError(t, err)
		for _, x := range []call{
			contraction("ij,jk->ik", small(tensor.Float64, 1, 8, 9), small(tensor.Float64, 2, 9, 7)),
			contraction("ij,jk->ki", small(tensor.Complex64, 1, 40, 30), small(tensor.Complex64, 2, 30, 20)),
			contraction("ab,bc,cd->ad", small(tensor.Float32, 1, 20, 30), small(tensor.Float32, 2, 30, 20), small(tensor.Float32, 3, 20, 5)),
			contraction("iaj,jak->ik", small(tensor.Complex128, 1, 12, 3, 16), small(tensor.Complex128, 2, 16, 3, 12)),
			contraction("i,i->", small(tensor.Float64, 1, 100), small(tensor.Float64, 2, 100)),
			contraction("ij,ij->ij", small(tensor.Int64, 1, 8, 9), small(tensor.Int64, 2, 8, 9)),
		} {
			dst, err := x.into("column-major")
			require.NoError(t, err)
			p, err := x.program(s)
			require.NoError(t, err)
			results := []*tensor.Tensor{dst}
			scalars := 0.0
			if s.name == "netlib" && dst.DType().IsComplex() {
				scalars = 2 // gonum's binding gives C the addresses of alpha and beta, which Go takes from the heap
			}
			require.LessOrEqual(t, testing.AllocsPerRun(50, func() {
				if err := s.rt.RunInto(ctx, p, results, x.operands); err != nil {
					panic(err)
				}
			}), scalars, "%s: compiled: %v", s.name, x)
			require.LessOrEqual(t, testing.AllocsPerRun(50, func() {
				if err := c.ContractInto(ctx, dst, x.equation, x.operands...); err != nil {
					panic(err)
				}
			}), 2.0+scalars, "%s: one-shot: %v", s.name, x)
		}
	}
}

// BenchmarkStepOverhead alternates between compiled runs of a chain of 64×64 products and the same provider calls made
// directly in a loop, on one thread. "overhead-ns/step" is the difference of the median times for each product.
func BenchmarkStepOverhead(b *testing.B) {
	const n = 64
	for _, name := range providers() {
		for _, steps := range []int{2, 20} {
			b.Run(fmt.Sprintf("%s/%d steps", name, steps), func(b *testing.B) {
				be, err := cpu.New(cpu.WithProvider(name), cpu.WithThreads(1))
				require.NoError(b, err)
				defer be.Close()
				rt, err := runtime.New(runtime.WithEngine(be), runtime.WithExtension(einsum.Extension()))
				require.NoError(b, err)
				tc := trace.New()
				v := tc.Input(tensor.Float64, n, n)
				data := [][]float64{uniform(n * n)}
				operands := []*tensor.Tensor{tensor.MustFromColMajor(data[0], n, n)}
				for range steps {
					v = tc.MatMul(v, tc.Input(tensor.Float64, n, n))
					data = append(data, uniform(n*n))
					operands = append(operands, tensor.MustFromColMajor(data[len(data)-1], n, n))
				}
				g, err := tc.Graph(v)
				require.NoError(b, err)
				p, err := compiler.Compile(g, compiler.WithCostModel(be.CostModel()))
				require.NoError(b, err)
				require.Len(b, p.Steps, steps)
				out := []*tensor.Tensor{tensor.MustNew(tensor.Float64, n, n)}
				ops := be.Provider().Float64()
				buffers := [2][]float64{make([]float64, n*n), make([]float64, n*n)}
				ctx := context.Background()
				ways := []func(){
					func() {
						if err := rt.RunInto(ctx, p, out, operands); err != nil {
							panic(err)
						}
					},
					func() {
						left := data[0]
						for i := range steps {
							if err := ops.Gemm(cblas.NoTrans, cblas.NoTrans, n, n, n, 1, left, n, data[i+1], n, 0, buffers[i%2], n); err != nil {
								panic(err)
							}
							left = buffers[i%2]
						}
					},
				}
				times := make([][]time.Duration, len(ways))
				for b.Loop() {
					for i, f := range ways {
						begin := time.Now()
						f()
						times[i] = append(times[i], time.Since(begin))
					}
				}
				run, direct := median(times[0]), median(times[1])
				b.ReportMetric(float64(run-direct)/float64(steps), "overhead-ns/step")
				b.ReportMetric(float64(direct)/float64(steps), "direct-ns/step")
			})
		}
	}
}
