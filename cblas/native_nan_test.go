//go:build cgo && (openblas || mkl || accelerate || netlib)

package cblas

// This file tests that native providers drop no NaN: neither a factor 0 nor a kernel's shortcut hides one.

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestZeroTimesNaN(t *testing.T) {
	eachType(t, keepsNaN[float32], keepsNaN[float64], keepsNaN[complex64], keepsNaN[complex128])
}

func keepsNaN[T Scalar](t *testing.T, o Ops[T]) {
	for _, bad := range []T{value[T](math.NaN(), 0), value[T](math.Inf(1), 0), value[T](0, math.NaN())} {
		if bad == 0 {
			continue // the last one, in a real type
		}
		for _, n := range []int{1, 2, 3, 5, 8, 17, 40, 300, 2100} {
			isNaN := func(v T, what string) {
				t.Helper()
				require.True(t, v != v, "%s of %d: 0*%v = %v", what, n, bad, v)
			}
			poisoned := filled(n, T(1))
			poisoned[n/2] = bad
			zeros := make([]T, n)
			for _, inc := range []int{1, -1} {
				sum, err := o.Dot(n, poisoned, 1, zeros, inc)
				require.NoError(t, err)
				isNaN(sum, "dot")
				sum, err = o.Dotc(n, zeros, 1, poisoned, inc)
				require.NoError(t, err)
				isNaN(sum, "dotc")
			}
			y := filled(n, T(1))
			require.NoError(t, o.Gemm(NoTrans, NoTrans, 1, 1, n, 1, zeros, 1, poisoned, n, 1, y, 1))
			isNaN(y[0], "gemm")
			if n > 300 {
				continue
			}
			for _, trans := range []Transpose{NoTrans, Trans, ConjTrans} {
				// A is [n, n] of zeros, x poisoned: every result is NaN; then A poisoned in one place and x zero.
				a := make([]T, n*n)
				y = filled(n, T(1))
				require.NoError(t, o.Gemv(trans, n, n, 1, a, n, poisoned, 1, 1, y, 1))
				for i := range y {
					isNaN(y[i], "gemv with x")
				}
				a[n/2*n+n/2] = bad
				y = filled(n, T(1))
				require.NoError(t, o.Gemv(trans, n, n, 1, a, n, zeros, 1, 1, y, 1))
				isNaN(y[n/2], "gemv with A")

				c := filled(n*n, T(1))
				require.NoError(t, o.Gemm(trans, trans, n, n, n, 1, a, n, make([]T, n*n), n, 1, c, n))
				for j := range n {
					isNaN(c[n/2+j*n], "gemm with A")
				}
				c = filled(n*n, T(1))
				require.NoError(t, o.Gemm(trans, trans, n, n, n, 1, make([]T, n*n), n, a, n, 1, c, n))
				for i := range n {
					isNaN(c[i+n/2*n], "gemm with B")
				}
			}
			c := filled(n*n, T(1))
			require.NoError(t, o.Ger(n, n, 1, poisoned, 1, zeros, 1, c, n))
			for j := range n {
				isNaN(c[n/2+j*n], "ger with x")
			}
			c = filled(n*n, T(1))
			require.NoError(t, o.Gerc(n, n, 1, zeros, 1, poisoned, 1, c, n))
			for i := range n {
				isNaN(c[i+n/2*n], "gerc with y")
			}
		}
	}
}
