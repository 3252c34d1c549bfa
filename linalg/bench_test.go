package linalg_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/cpu"
	"github.com/tenferro/tenferro-go/lapack"
	"github.com/tenferro/tenferro-go/linalg"
	"github.com/tenferro/tenferro-go/tensor"
)

// BenchmarkAgainstLAPACK alternates between one-shot calls and the same factorisations straight from the provider on the same
// column-major data, with the copy that LAPACK's overwriting makes necessary. "ratio" is the median time of the first over
// that of the second, which writes into the same memory again and again, as the first does with results that are released;
// "unreleased" is the same for results that are left to the collector, whose memory comes round again only later.
func BenchmarkAgainstLAPACK(b *testing.B) {
	for _, n := range []int{64, 256, 1024} {
		rng := rand.New(rand.NewPCG(1, uint64(n)))
		data, spd := make([]float64, n*n), make([]float64, n*n)
		for i := range data {
			data[i] = rng.NormFloat64()
		}
		for j := range n {
			for i := range n {
				spd[i+j*n] = (data[i+j*n] + data[j+i*n]) / 2
			}
			spd[j+j*n] += 4 * float64(n)
		}
		x, p := tensor.MustFromColMajor(data, n, n), tensor.MustFromColMajor(spd, n, n)
		be, err := cpu.New(cpu.WithThreads(1))
		require.NoError(b, err)
		b.Cleanup(func() { _ = be.Close() })
		o := linalg.WithBackend(be)
		ops := lapack.Default().Float64()
		var ws lapack.Workspace
		a, u, vt, s, tau := make([]float64, n*n), make([]float64, n*n), make([]float64, n*n), make([]float64, n), make([]float64, n)
		pivots := make([]int, n)
		rhs := make([]float64, n)
		y := tensor.MustFromColMajor(data[:n], n)
		for _, c := range []struct {
			name       string
			ours       func() ([]*tensor.Tensor, error)
			straightly func() error
		}{
			{"SVD", func() ([]*tensor.Tensor, error) { u, s, v, err := linalg.SVD(x, o); return all(err, u, s, v) }, func() error {
				copy(a, data)
				return ops.Gesdd(lapack.SVDThin, n, n, a, n, s, u, n, vt, n, &ws)
			}},
			{"QR", func() ([]*tensor.Tensor, error) { u, s, err := linalg.QR(x, o); return all(err, u, s) }, func() error {
				copy(a, data)
				if err := ops.Geqrf(n, n, a, n, tau, &ws); err != nil {
					return err
				}
				for j := range n { // R is a result too
					copy(vt[j*n:j*n+j+1], a[j*n:])
					clear(vt[j*n+j+1 : (j+1)*n])
				}
				return ops.Orgqr(n, n, n, a, n, tau, &ws)
			}},
			{"Eigh", func() ([]*tensor.Tensor, error) { u, s, err := linalg.Eigh(p, o); return all(err, u, s) }, func() error {
				copy(a, spd)
				return ops.Syevd(true, lapack.Upper, n, a, n, s, &ws)
			}},
			{"Cholesky", func() ([]*tensor.Tensor, error) { z, err := linalg.Cholesky(p, o); return all(err, z) }, func() error {
				copy(a, spd)
				if err := ops.Potrf(lapack.Upper, n, a, n, &ws); err != nil {
					return err
				}
				for j := range n {
					clear(a[j*n+j+1 : (j+1)*n])
				}
				return nil
			}},
			{"Solve", func() ([]*tensor.Tensor, error) { z, err := linalg.Solve(x, y, o); return all(err, z) }, func() error {
				copy(a, data)
				copy(rhs, data)
				return ops.Gesv(n, 1, a, n, pivots, rhs, n, &ws)
			}},
			{"Inv", func() ([]*tensor.Tensor, error) { z, err := linalg.Inv(x, o); return all(err, z) }, func() error {
				copy(a, data)
				if err := ops.Getrf(n, n, a, n, pivots, &ws); err != nil {
					return err
				}
				return ops.Getri(n, a, n, pivots, &ws)
			}},
		} {
			if n == 1024 && (c.name == "SVD" || c.name == "Eigh") && lapack.Default().Info().Name == "gonum" {
				continue
			}
			b.Run(fmt.Sprintf("%s/%d", c.name, n), func(b *testing.B) {
				var times [3][]time.Duration
				for round := 0; b.Loop(); round++ {
					for i := range times {
						at := (round + i) % len(times)
						begin := time.Now()
						switch at {
						case 0, 1:
							out, err := c.ours()
							require.NoError(b, err)
							if at == 0 {
								be.Release(out...)
							}
						case 2:
							require.NoError(b, c.straightly())
						}
						times[at] = append(times[at], time.Since(begin))
					}
				}
				straight := float64(median(times[2]))
				b.ReportMetric(float64(median(times[0]))/straight, "ratio")
				b.ReportMetric(float64(median(times[1]))/straight, "unreleased")
				b.ReportMetric(straight/1e3, "lapack-µs")
			})
		}
	}
}

// all are the results of a call.
func all(err error, results ...*tensor.Tensor) ([]*tensor.Tensor, error) { return results, err }

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}

// BenchmarkBatch factors batches of small matrices.
func BenchmarkBatch(b *testing.B) {
	for _, n := range []int{4, 16} {
		const count = 4096
		rng := rand.New(rand.NewPCG(2, uint64(n)))
		data := make([]float64, n*n*count)
		for i := range data {
			data[i] = rng.NormFloat64()
		}
		for k := range count {
			for i := range n {
				data[k*n*n+i*(n+1)] += 3 * float64(n)
			}
		}
		x, y := tensor.MustFromColMajor(data, n, n, count), tensor.MustFromColMajor(data[:n*count], n, count)
		be, err := cpu.New(cpu.WithThreads(1))
		require.NoError(b, err)
		b.Cleanup(func() { _ = be.Close() })
		o := linalg.WithBackend(be)
		for name, f := range map[string]func() error{
			"SVD":      func() error { _, _, _, err := linalg.SVD(x, o); return err },
			"QR":       func() error { _, _, err := linalg.QR(x, o); return err },
			"Eigh":     func() error { _, _, err := linalg.Eigh(x, o); return err },
			"Solve":    func() error { _, err := linalg.Solve(x, y, o); return err },
			"Inv":      func() error { _, err := linalg.Inv(x, o); return err },
			"Cholesky": func() error { _, err := linalg.Cholesky(x, o); return err },
		} {
			b.Run(fmt.Sprintf("%s/%dx%d", name, n, n), func(b *testing.B) {
				for b.Loop() {
					require.NoError(b, f())
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/count, "ns/matrix")
			})
		}
	}
}
