package kernel

// This file holds every vector kernel, assembly and Go alike, against naive sums.

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestVectors(t *testing.T) {
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) {
			t.Run("float32", func(t *testing.T) { testVectors[float32](t, name) })
			t.Run("float64", func(t *testing.T) { testVectors[float64](t, name) })
			t.Run("complex64", func(t *testing.T) { testVectors[complex64](t, name) })
			t.Run("complex128", func(t *testing.T) { testVectors[complex128](t, name) })
		})
	}
}

func testVectors[T Scalar](t *testing.T, name string) {
	set := For[T](name)
	rng := rand.New(rand.NewPCG(3, 4))
	for n := 1; n <= 70; n++ {
		for cols := 1; cols <= 4; cols++ {
			for flags := range 4 {
				lda := n + rng.IntN(4)
				checkDots(t, set, n, lda, cols, Flags(flags)*ConjA, rng)
				checkAxpys(t, set, n, lda, cols, Flags(flags)&1*ConjA, rng)
			}
		}
	}
	checkDots(t, set, 3, 0, 1, 0, rng)
	checkAxpys(t, set, 5, 0, 1, ConjA, rng)
}

// columnsOf returns cols columns of n numbers, lda apart, with NaN before, between and after.
func columnsOf[T Scalar](rng *rand.Rand, n, lda, cols int) []T {
	s := filled(1+cols*lda+n+1, number[T](math.NaN(), math.NaN()))
	for j := range cols {
		for i := range n {
			s[1+i+j*lda] = value[T](rng)
		}
	}
	return s
}

// conj returns the conjugate of a where the flag says so. Real numbers are their own.
func conj(a complex128, flags, flag Flags) complex128 {
	if flags&flag != 0 {
		return cmplx.Conj(a)
	}
	return a
}

func checkDots[T Scalar](t *testing.T, set Set[T], n, lda, cols int, flags Flags, rng *rand.Rand) {
	t.Helper()
	a, x := columnsOf[T](rng, n, lda, cols), columnsOf[T](rng, n, n, 1)
	var want [4]complex128
	for j := range cols {
		for i := range n {
			want[j] += conj(wide(a[1+i+j*lda]), flags, ConjA) * conj(wide(x[1+i]), flags, ConjB)
		}
	}
	s0, s1, s2, s3 := set.Dots(n, &a[1], lda, cols, &x[1], flags)
	for j, s := range []T{s0, s1, s2, s3} {
		require.Equal(t, want[j], wide(s), "%s %T n=%d lda=%d column %d of %d, flags %d", set.Name, s, n, lda, j, cols, flags)
	}
}

func checkAxpys[T Scalar](t *testing.T, set Set[T], n, lda, cols int, flags Flags, rng *rand.Rand) {
	t.Helper()
	a, y := columnsOf[T](rng, n, lda, cols), columnsOf[T](rng, n, n, 1)
	x := [4]T{value[T](rng), value[T](rng), value[T](rng), value[T](rng)}
	want := make([]complex128, len(y))
	for i := range y {
		want[i] = wide(y[i])
	}
	for j := range cols {
		for i := range n {
			want[1+i] += conj(wide(a[1+i+j*lda]), flags, ConjA) * wide(x[j])
		}
	}
	set.Axpys(n, &a[1], lda, cols, x[0], x[1], x[2], x[3], &y[1], flags)
	for i := range y {
		require.True(t, same(want[i], wide(y[i])), "%s %T n=%d lda=%d cols=%d flags %d: y[%d] is %v, want %v",
			set.Name, y[i], n, lda, cols, flags, i-1, y[i], want[i])
	}
}
