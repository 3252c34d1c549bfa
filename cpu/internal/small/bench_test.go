//go:build cgo && (openblas || mkl || netlib || (accelerate && darwin))

package small

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/tenferro/tenferro-go/cblas"
)

// BenchmarkAgainstProvider alternates between the kernels and the provider's own products, one call a batch each. "ratio" is the
// provider's time over ours: above 1 ours are faster.
func BenchmarkAgainstProvider(b *testing.B) {
	provider := cblas.Default()
	if err := provider.SetThreads(1); err != nil {
		b.Fatal(err)
	}
	ops := provider.Float64()
	for _, s := range []struct{ m, n, k int }{
		{2, 2, 2}, {4, 4, 4}, {8, 8, 8}, {16, 16, 16}, {24, 24, 24}, {32, 32, 32}, {48, 48, 48}, {64, 64, 64},
		{16, 1, 11}, {16, 4, 4}, {19, 19, 19}, {19, 19, 64}, {4, 64, 16}, {4, 64, 64}, {64, 4, 64}, {64, 16, 16}, {128, 128, 16}, {176, 1900, 11}, {256, 1900, 16},
		{81, 27, 9}, {27, 59049, 3}, {19683, 9, 27}, {3, 19683, 27}, {2109, 19, 19}, {65536, 32, 32}, {65536, 4, 32}, {2048, 32, 64}, {2048, 64, 64}, {1 << 20, 2, 2},
	} {
		for _, trans := range []string{"NN", "TN", "NT"} {
			b.Run(fmt.Sprintf("%s/%dx%dx%d", trans, s.m, s.n, s.k), func(b *testing.B) {
				count := max(1, 200_000/(s.m*s.k+s.k*s.n+s.m*s.n))
				p := &Product{TransA: trans[0] == 'T', TransB: trans[1] == 'T', M: s.m, N: s.n, K: s.k, LDA: s.m, LDB: s.k, LDC: s.m}
				ta, tb := cblas.NoTrans, cblas.NoTrans
				if p.TransA {
					p.LDA, ta = s.k, cblas.Trans
				}
				if p.TransB {
					p.LDB, tb = s.n, cblas.Trans
				}
				stepA, stepB, stepC := s.m*s.k, s.k*s.n, s.m*s.n
				x, y, z := make([]float64, stepA*count), make([]float64, stepB*count), make([]float64, stepC*count)
				for i := range x {
					x[i] = 1 + float64(i%17)/16
				}
				for i := range y {
					y[i] = 1 - float64(i%13)/32
				}
				var ours, theirs []time.Duration
				for b.Loop() {
					start := time.Now()
					Strided(p, x, stepA, y, stepB, z, stepC, count, false)
					middle := time.Now()
					if err := ops.GemmStrided(ta, tb, s.m, s.n, s.k, 1, x, p.LDA, stepA, y, p.LDB, stepB, 0, z, p.LDC, stepC, count); err != nil {
						b.Fatal(err)
					}
					ours, theirs = append(ours, middle.Sub(start)), append(theirs, time.Since(middle))
				}
				slices.Sort(ours)
				slices.Sort(theirs)
				t, u := ours[len(ours)/2].Seconds(), theirs[len(theirs)/2].Seconds()
				b.ReportMetric(u/t, "ratio")
				b.ReportMetric(2e-9*float64(s.m*s.n*s.k)*float64(count)/t, "GFLOP/s")
				b.ReportMetric(1e9*t/float64(count), "ns/product")
			})
		}
	}
}
