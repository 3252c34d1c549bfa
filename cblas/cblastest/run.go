package cblastest

// This file holds the suite's entry and what all its tests share.

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/cblas"
)

// Run holds p to the contract. It changes p's thread count on the way, and restores it; nothing else may use p meanwhile.
// It takes some ten seconds.
func Run(t *testing.T, p cblas.Provider) {
	t.Run("info", func(t *testing.T) { testInfo(t, p) })
	t.Run("threads", func(t *testing.T) { testThreads(t, p) })
	t.Run("selftest", func(t *testing.T) { require.NoError(t, cblas.SelfTest(t.Context(), p, cblas.Quick)) })
	runType[float32](t, p)
	runType[float64](t, p)
	runType[complex64](t, p)
	runType[complex128](t, p)
}

// runType runs the tests of one element type: all with two threads, if the provider can, and with one those whose work
// the threads share.
func runType[T cblas.Scalar](t *testing.T, p cblas.Provider) {
	before := p.Threads()
	defer func() { require.NoError(t, p.SetThreads(before)) }()
	var zero T
	s := &suite[T]{p: p, ops: cblas.For[T](p)}
	require.NoError(t, p.SetThreads(1))
	t.Run(fmt.Sprintf("%T/1thread", zero), s.shared)
	_ = p.SetThreads(2) // testThreads has judged whether it may refuse
	t.Run(fmt.Sprintf("%T/%dthreads", zero, p.Threads()), func(t *testing.T) {
		s.shared(t)
		t.Run("dot", s.testDot)
		t.Run("axpy", s.testAxpy)
		t.Run("scal", s.testScal)
		t.Run("empty", s.testEmpty)
		t.Run("special", s.testSpecial)
		t.Run("overwrite", s.testOverwrite)
		t.Run("arguments", s.testArguments)
		t.Run("limits", s.testLimits)
		t.Run("accuracy", s.testAccuracy)
		t.Run("conjugation", s.testConjugation)
	})
}

// shared runs the tests whose work is shared by threads.
func (s *suite[T]) shared(t *testing.T) {
	t.Run("gemm", s.testGemm)
	t.Run("gemmBatch", s.testBatch)
	t.Run("gemmStrided", s.testStrided)
	t.Run("gemmOffsets", s.testOffsets)
	t.Run("gemv", s.testGemv)
	t.Run("ger", s.testGer)
	t.Run("determinism", s.testDeterminism)
	t.Run("concurrency", s.testConcurrency)
}

// suite is the tests for one element type.
type suite[T cblas.Scalar] struct {
	p   cblas.Provider
	ops cblas.Ops[T]
}

// newRand returns a source of random numbers whose seed is printed if the test fails.
func newRand(t *testing.T, seed uint64) *rand.Rand {
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("random seed %d", seed)
		}
	})
	return rand.New(rand.NewPCG(seed, 0))
}

// sizes are those at and about the edges of tiles.
var sizes = [...]int{0, 1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 24, 31, 33, 48, 63, 65, 96, 129}

// pick returns one of the choices.
func pick[E any](rng *rand.Rand, choices ...E) E { return choices[rng.IntN(len(choices))] }

// size returns one of the sizes.
func size(rng *rand.Rand) int { return sizes[rng.IntN(len(sizes))] }

// testInfo checks that the provider describes itself.
func testInfo(t *testing.T, p cblas.Provider) {
	info := p.Info()
	require.NotEmpty(t, info.Name)
	require.Contains(t, []int{32, 64}, info.IntBits)
	require.NotEmpty(t, info.Threading)
	require.Equal(t, p.Threads(), info.Threads)
	require.GreaterOrEqual(t, p.Threads(), 1)
}

// testThreads checks the thread count: 1 is always possible, less never, and what was set is what is told.
func testThreads(t *testing.T, p cblas.Provider) {
	before := p.Threads()
	defer func() { require.NoError(t, p.SetThreads(before)) }()
	require.NoError(t, p.SetThreads(1))
	require.Equal(t, 1, p.Threads())
	require.Error(t, p.SetThreads(0))
	require.Error(t, p.SetThreads(-1))
	require.Equal(t, 1, p.Threads())
	if err := p.SetThreads(2); err != nil {
		require.Equal(t, 1, p.Threads(), "a refused count changes nothing")
		return
	}
	require.Equal(t, 2, p.Threads())
	require.Equal(t, 2, p.Info().Threads)
}
