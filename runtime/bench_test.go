package runtime_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/cpu"
	"github.com/tenferro/tenferro-go/tensor"
)

// BenchmarkConcurrent runs mixed programs one after the other, and the same programs shared out among 64 goroutines on the
// same runtime; the two take turns. "throughput" is the runs per second of the goroutines over those of the serial loop.
func BenchmarkConcurrent(b *testing.B) {
	const goroutines, rounds = 64, 20
	for _, provider := range []string{"", "gonum"} {
		for _, threads := range []int{1, 2} {
			be := backend(b, cpu.WithProvider(provider), cpu.WithThreads(threads))
			b.Run(fmt.Sprintf("%s, %d threads", be.Name(), threads), func(b *testing.B) {
				rt := mixedRuntime(b, be)
				jobs := mixed(b, 24)
				results := make([][][]*tensor.Tensor, goroutines)
				for g := range results {
					for _, j := range jobs {
						results[g] = append(results[g], ports(j.p.Outputs))
					}
				}
				run := func(g int) {
					for r := range rounds {
						i := (g*7 + r) % len(jobs)
						if err := rt.RunInto(context.Background(), jobs[i].p, results[g][i], jobs[i].in); err != nil {
							panic(err)
						}
					}
				}
				var serial, shared time.Duration
				for b.Loop() {
					begin := time.Now()
					for g := range goroutines {
						run(g)
					}
					serial += time.Since(begin)
					begin = time.Now()
					var wg sync.WaitGroup
					for g := range goroutines {
						wg.Go(func() { run(g) })
					}
					wg.Wait()
					shared += time.Since(begin)
				}
				require.NotZero(b, shared)
				b.ReportMetric(serial.Seconds()/shared.Seconds(), "throughput")
			})
		}
	}
}
