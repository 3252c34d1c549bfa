package goblas

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tenferro/tenferro-go/cblas/internal/kernel"
)

func randomOf[T kernel.Scalar](n int) []T {
	rng := rand.New(rand.NewPCG(1, 1))
	s := make([]T, n)
	for i := range s {
		switch p := any(&s[i]).(type) {
		case *float32:
			*p = rng.Float32()
		case *float64:
			*p = rng.Float64()
		case *complex64:
			*p = complex(rng.Float32(), rng.Float32())
		case *complex128:
			*p = complex(rng.Float64(), rng.Float64())
		}
	}
	return s
}

func benchGemm[T kernel.Scalar](b *testing.B, set string, threads int) {
	var zero T
	for _, n := range []int{2, 4, 8, 16, 24, 32, 48, 64, 96, 100, 128, 256, 512, 1024} {
		b.Run(fmt.Sprintf("%T/%s/t%d/%d", zero, set, threads, n), func(b *testing.B) {
			bl := New[T](set)
			x, y, z := randomOf[T](n*n), randomOf[T](n*n), randomOf[T](n*n)
			one, zero := number[T](1), number[T](0)
			for b.Loop() {
				bl.Gemm(threads, Op{}, Op{}, n, n, n, one, x, n, y, n, zero, z, n)
			}
			flops := float64(2*bl.weight) * float64(n*n*n) * float64(b.N)
			b.ReportMetric(flops/float64(b.Elapsed().Nanoseconds()), "GFLOP/s")
		})
	}
}

func number[T kernel.Scalar](x float64) T {
	var t T
	switch p := any(&t).(type) {
	case *float32:
		*p = float32(x)
	case *float64:
		*p = x
	case *complex64:
		*p = complex(float32(x), 0)
	case *complex128:
		*p = complex(x, 0)
	}
	return t
}

func BenchmarkGemm(b *testing.B) {
	for _, set := range kernel.Names() {
		for _, threads := range []int{1, 2} {
			benchGemm[float64](b, set, threads)
			benchGemm[float32](b, set, threads)
			benchGemm[complex128](b, set, threads)
			benchGemm[complex64](b, set, threads)
		}
	}
}
