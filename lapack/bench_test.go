package lapack_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tenferro/tenferro-go/lapack"
)

// BenchmarkFactor measures the factorisations of random matrices with a workspace that is kept, copies of the inputs
// included.
func BenchmarkFactor(b *testing.B) {
	for _, p := range lapack.Providers() {
		for _, n := range []int{4, 16, 64, 256} {
			benchmarkType(b, p.Info().Name+"/float64", n, p.Float64())
			benchmarkType(b, p.Info().Name+"/complex128", n, p.Complex128())
		}
	}
}

func benchmarkType[T lapack.Scalar, R lapack.Real](b *testing.B, name string, n int, ops lapack.Ops[T, R]) {
	rng := rand.New(rand.NewPCG(1, 2))
	source, a := make([]T, n*n), make([]T, n*n)
	for i := range source {
		source[i] = number[T](rng)
	}
	u, vt, tau, w, wi, ipiv := make([]T, n*n), make([]T, n*n), make([]T, n), make([]R, n), make([]R, n), make([]int, n)
	var ws lapack.Workspace
	for _, c := range []struct {
		name string
		run  func() error
	}{
		{"getrf", func() error { return ops.Getrf(n, n, a, n, ipiv, &ws) }},
		{"geqrf", func() error { return ops.Geqrf(n, n, a, n, tau, &ws) }},
		{"gesdd", func() error { return ops.Gesdd(lapack.SVDThin, n, n, a, n, w, u, n, vt, n, &ws) }},
		{"syevd", func() error { return ops.Syevd(true, lapack.Lower, n, a, n, w, &ws) }},
		{"geev", func() error { return ops.Geev(false, true, n, a, n, w, wi, nil, 1, vt, n, &ws) }},
	} {
		b.Run(fmt.Sprintf("%s/%s/%d", name, c.name, n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				copy(a, source)
				if err := c.run(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// number returns a random element.
func number[T lapack.Scalar](rng *rand.Rand) T {
	var x T
	switch p := any(&x).(type) {
	case *float32:
		*p = float32(rng.NormFloat64())
	case *float64:
		*p = rng.NormFloat64()
	case *complex64:
		*p = complex(float32(rng.NormFloat64()), float32(rng.NormFloat64()))
	case *complex128:
		*p = complex(rng.NormFloat64(), rng.NormFloat64())
	}
	return x
}
