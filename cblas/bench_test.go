package cblas_test

// This file measures the providers of the build: go test -bench . [-tags openblas]. Operands are random; a provider that
// skips zeros gains nothing.

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/tenferro/tenferro-go/cblas"
)

// randomSlice returns n numbers from 0 to 1.
func randomSlice[T cblas.Scalar](n int) []T {
	rng := rand.New(rand.NewPCG(1, 1))
	s := make([]T, n)
	switch s := any(s).(type) {
	case []float32:
		for i := range s {
			s[i] = rng.Float32()
		}
	case []float64:
		for i := range s {
			s[i] = rng.Float64()
		}
	case []complex64:
		for i := range s {
			s[i] = complex(rng.Float32(), rng.Float32())
		}
	case []complex128:
		for i := range s {
			s[i] = complex(rng.Float64(), rng.Float64())
		}
	}
	return s
}

// everywhere runs a benchmark on each provider, with one thread and with as many as it has.
func everywhere(b *testing.B, run func(b *testing.B, p cblas.Provider)) {
	for _, p := range cblas.Providers() {
		all := p.Threads()
		for _, threads := range []int{1, all} {
			if p.SetThreads(threads) == nil {
				b.Run(fmt.Sprintf("%s/%dthreads", p.Info().Name, threads), func(b *testing.B) { run(b, p) })
			}
			if all == 1 {
				break
			}
		}
		_ = p.SetThreads(all)
	}
}

func BenchmarkGemm(b *testing.B) {
	everywhere(b, func(b *testing.B, p cblas.Provider) {
		gemm[float64](b, p)
		gemm[float32](b, p)
		gemm[complex128](b, p)
		gemm[complex64](b, p)
	})
}

func gemm[T cblas.Scalar](b *testing.B, p cblas.Provider) {
	ops := cblas.For[T](p)
	one, zero := oneOf[T](), *new(T)
	for _, n := range []int{2, 4, 8, 16, 32, 64, 100, 128, 256, 512, 1024} {
		b.Run(fmt.Sprintf("%T/%d", zero, n), func(b *testing.B) {
			x, y, z := randomSlice[T](n*n), randomSlice[T](n*n), make([]T, n*n)
			for b.Loop() {
				_ = ops.Gemm(cblas.NoTrans, cblas.NoTrans, n, n, n, one, x, n, y, n, zero, z, n)
			}
			flops := 2 * float64(n) * float64(n) * float64(n) * float64(b.N)
			if isComplexType(zero) {
				flops *= 4
			}
			b.ReportMetric(flops/float64(b.Elapsed().Nanoseconds()), "GFLOP/s")
		})
	}
}

func isComplexType(x any) bool {
	switch x.(type) {
	case complex64, complex128:
		return true
	}
	return false
}

// oneOf returns 1.
func oneOf[T cblas.Scalar]() T {
	s := []T{*new(T)}
	switch s := any(s).(type) {
	case []float32:
		s[0] = 1
	case []float64:
		s[0] = 1
	case []complex64:
		s[0] = 1
	case []complex128:
		s[0] = 1
	}
	return s[0]
}

func BenchmarkGemv(b *testing.B) {
	everywhere(b, func(b *testing.B, p cblas.Provider) {
		gemv[float64](b, p)
		gemv[complex128](b, p)
	})
}

func gemv[T cblas.Scalar](b *testing.B, p cblas.Provider) {
	ops := cblas.For[T](p)
	one, zero := oneOf[T](), *new(T)
	for _, trans := range []cblas.Transpose{cblas.NoTrans, cblas.Trans} {
		for _, n := range []int{4, 32, 256, 2048} {
			b.Run(fmt.Sprintf("%T/%d/%d", zero, trans, n), func(b *testing.B) {
				a, x, y := randomSlice[T](n*n), randomSlice[T](n), make([]T, n)
				b.SetBytes(int64(n*n) * int64(unsafe.Sizeof(zero)))
				for b.Loop() {
					_ = ops.Gemv(trans, n, n, one, a, n, x, 1, zero, y, 1)
				}
			})
		}
	}
}

func BenchmarkGemmStrided(b *testing.B) {
	everywhere(b, func(b *testing.B, p cblas.Provider) {
		ops := p.Complex128()
		const count = 1000
		for _, n := range []int{2, 4, 8, 16} {
			b.Run(fmt.Sprint(n), func(b *testing.B) {
				x, y, z := randomSlice[complex128](count*n*n), randomSlice[complex128](n*n), make([]complex128, count*n*n)
				for b.Loop() {
					_ = ops.GemmStrided(cblas.NoTrans, cblas.NoTrans, n, n, n, 1, x, n, n*n, y, n, 0, 0, z, n, n*n, count)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/count, "ns/product")
			})
		}
	})
}
