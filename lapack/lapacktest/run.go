package lapacktest

import (
	"math/rand/v2"
	"testing"

	"github.com/tenferro/tenferro-go/lapack"
)

// This file runs the suite over the four element types.

// Run holds a provider to the contract of package lapack. With -short the largest sizes are left out.
func Run(t *testing.T, p lapack.Provider) {
	t.Helper()
	testInfo(t, p)
	t.Run("float32", func(t *testing.T) { runType(t, p.Float32(), p.Info()) })
	t.Run("float64", func(t *testing.T) { runType(t, p.Float64(), p.Info()) })
	t.Run("complex64", func(t *testing.T) { runType(t, p.Complex64(), p.Info()) })
	t.Run("complex128", func(t *testing.T) { runType(t, p.Complex128(), p.Info()) })
}

// suite is the suite for one element type.
type suite[T lapack.Scalar, R lapack.Real] struct {
	lapack.Ops[T, R]
	info lapack.Info
	eps  float64 // distance from 1 to the next number of R
	rng  *rand.Rand
	ws   *lapack.Workspace // one for all calls, as a caller would hold it
}

func runType[T lapack.Scalar, R lapack.Real](t *testing.T, ops lapack.Ops[T, R], info lapack.Info) {
	const seed = 20240229
	s := &suite[T, R]{Ops: ops, info: info, eps: epsilon[R](), ws: new(lapack.Workspace)}
	for _, part := range []struct {
		name string
		test func(*testing.T)
	}{
		{"SVD", s.testSVD},
		{"LeastSquares", s.testLeastSquares},
		{"QR", s.testQR},
		{"PivotedQR", s.testPivotedQR},
		{"LQ", s.testLQ},
		{"LU", s.testLU},
		{"Singular", s.testSingular},
		{"Condition", s.testCondition},
		{"Cholesky", s.testCholesky},
		{"NotPositiveDefinite", s.testNotPositiveDefinite},
		{"Triangular", s.testTriangular},
		{"Hermitian", s.testHermitian},
		{"General", s.testGeneral},
		{"GeneralKnown", s.testGeneralKnown},
		{"Norms", s.testNorms},
		{"Arguments", s.testArguments},
		{"Limits", s.testLimits},
		{"Allocations", s.testAllocations},
		{"Concurrency", s.testConcurrency},
	} {
		t.Run(part.name, func(t *testing.T) {
			t.Logf("seed %d", seed)
			s.rng = rand.New(rand.NewPCG(seed, 1))
			part.test(t)
		})
	}
}

// epsilon returns the distance from 1 to the next number of R.
func epsilon[R lapack.Real]() float64 {
	eps := R(1)
	for 1+eps/2 != 1 {
		eps /= 2
	}
	return float64(eps)
}

// isComplex reports whether T is complex.
func isComplex[T lapack.Scalar]() bool {
	var zero T
	switch any(zero).(type) {
	case complex64, complex128:
		return true
	}
	return false
}

// shape is the size of a matrix.
type shape struct{ m, n int }

// shapes returns the sizes that rectangular routines are tried on.
func shapes() []shape {
	s := []shape{{0, 0}, {0, 4}, {4, 0}, {1, 1}, {1, 9}, {9, 1}, {2, 2}, {3, 3}, {5, 3}, {3, 5}, {17, 17}, {64, 17}, {17, 64},
		{100, 7}, {7, 100}, {40, 33}, {33, 40}, {64, 64}}
	if !testing.Short() {
		s = append(s, shape{200, 200}, shape{200, 30}, shape{30, 200})
	}
	return s
}

// orders returns the sizes that square routines are tried on.
func orders() []int {
	s := []int{0, 1, 2, 3, 17, 64}
	if !testing.Short() {
		s = append(s, 200)
	}
	return s
}

// bound returns the error that is allowed for a computation of order n on data of the given size.
func (s *suite[T, R]) bound(n int, size float64) float64 {
	return 10 * s.eps * float64(max(n, 1)) * size
}
