package kernel

// This file holds every tile kernel, assembly and Go alike, against a naive product.

import (
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// value returns a small whole number of type T, so that sums are exact in any order.
func value[T Scalar](rng *rand.Rand) T {
	re, im := float64(rng.IntN(17)-8), float64(rng.IntN(17)-8)
	return number[T](re, im)
}

// number converts to T; real types drop im.
func number[T Scalar](re, im float64) T {
	var t T
	switch p := any(&t).(type) {
	case *float32:
		*p = float32(re)
	case *float64:
		*p = re
	case *complex64:
		*p = complex(float32(re), float32(im))
	case *complex128:
		*p = complex(re, im)
	}
	return t
}

// wide converts from T.
func wide[T Scalar](x T) complex128 {
	switch v := any(x).(type) {
	case float32:
		return complex(float64(v), 0)
	case float64:
		return complex(v, 0)
	case complex64:
		return complex128(v)
	}
	return any(x).(complex128)
}

// same compares bit by bit, except that all NaN are equal.
func same(a, b complex128) bool {
	return sameReal(real(a), real(b)) && sameReal(imag(a), imag(b))
}

func sameReal(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }

// tileCase is one call of a tile kernel.
type tileCase struct {
	k, mr, nr, as, bk, bj, ldc int
	flags                      Flags
}

// tileCases returns every size of tile, with packed and with strided operands.
func tileCases(mr, nr int, complex bool) []tileCase {
	var cases []tileCase
	for m := 1; m <= mr; m++ {
		for n := 1; n <= nr; n++ {
			for _, k := range []int{1, 2, 5, 16} {
				cases = append(cases,
					tileCase{k, m, n, m, n, 1, m, 0},
					tileCase{k, m, n, m + 3, 1, k + 2, m + 5, Add})
			}
			if complex {
				cases = append(cases,
					tileCase{3, m, n, m, n, 1, m, ConjA},
					tileCase{3, m, n, m, 1, 3, m, ConjB | Add},
					tileCase{3, m, n, m, n + 1, 1, m + 1, ConjA | ConjB})
			}
		}
	}
	return cases
}

func testTile[T Scalar](t *testing.T, name string) {
	set := For[T](name)
	require.Equal(t, name, set.Name)
	require.Zero(t, set.MC%set.MR)
	require.Zero(t, set.NC%set.NR)
	rng := rand.New(rand.NewPCG(1, 2))
	var zero T
	_, c64 := any(zero).(complex64)
	_, c128 := any(zero).(complex128)
	for _, c := range tileCases(set.MR, set.NR, c64 || c128) {
		for _, alpha := range []T{number[T](1, 0), number[T](-2, 3)} {
			checkTile(t, set, c, alpha, rng)
		}
	}
}

// checkTile runs one case on buffers whose every element outside the matrices is NaN.
func checkTile[T Scalar](t *testing.T, set Set[T], tc tileCase, alpha T, rng *rand.Rand) {
	nan := number[T](math.NaN(), math.NaN())
	a := filled(2+tc.k*tc.as+tc.mr, nan)
	b := filled(2+tc.k*tc.bk+tc.nr*tc.bj, nan)
	c := filled(2+tc.nr*tc.ldc, nan)
	for p := range tc.k {
		for i := range tc.mr {
			a[1+i+p*tc.as] = value[T](rng)
		}
		for j := range tc.nr {
			b[1+p*tc.bk+j*tc.bj] = value[T](rng)
		}
	}
	if tc.flags&Add != 0 {
		for j := range tc.nr {
			for i := range tc.mr {
				c[1+i+j*tc.ldc] = value[T](rng)
			}
		}
	}
	want := make([]complex128, len(c))
	for i, x := range c {
		want[i] = wide(x)
	}
	for j := range tc.nr {
		for i := range tc.mr {
			var sum complex128
			for p := range tc.k {
				x, y := wide(a[1+i+p*tc.as]), wide(b[1+p*tc.bk+j*tc.bj])
				if tc.flags&ConjA != 0 {
					x = cmplx.Conj(x)
				}
				if tc.flags&ConjB != 0 {
					y = cmplx.Conj(y)
				}
				sum += x * y
			}
			at := 1 + i + j*tc.ldc
			sum *= wide(alpha)
			if tc.flags&Add != 0 {
				sum += want[at]
			}
			want[at] = sum
		}
	}
	set.Tile(tc.k, &a[1], tc.as, &b[1], tc.bk, tc.bj, &c[1], tc.ldc, tc.mr, tc.nr, tc.flags, alpha)
	for i := range c {
		if !same(want[i], wide(c[i])) {
			require.Failf(t, "wrong tile", "%s %T %+v alpha %v: c[%d] is %v, want %v", set.Name, alpha, tc, alpha, i-1, c[i], want[i])
		}
	}
}

func filled[T Scalar](n int, x T) []T {
	s := make([]T, n)
	for i := range s {
		s[i] = x
	}
	return s
}

func TestTile(t *testing.T) {
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) {
			t.Run("float32", func(t *testing.T) { testTile[float32](t, name) })
			t.Run("float64", func(t *testing.T) { testTile[float64](t, name) })
			t.Run("complex64", func(t *testing.T) { testTile[complex64](t, name) })
			t.Run("complex128", func(t *testing.T) { testTile[complex128](t, name) })
		})
	}
}

// TestTileSpecial holds NaN and Inf to IEEE 754: 0*NaN and 0*Inf are NaN, and a real alpha leaves an infinite part of a
// complex sum apart from its finite one.
func TestTileSpecial(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, name := range Names() {
		for _, x := range []float64{inf, nan} {
			set := For[float64](name)
			a, b, c := []float64{0, 1}, []float64{x, 2}, []float64{7}
			set.Tile(2, &a[0], 1, &b[0], 1, 1, &c[0], 1, 1, 1, 0, 1)
			require.True(t, math.IsNaN(c[0]), "%s: 0*%v", name, x)
		}
		set := For[complex128](name)
		a, b, c := []complex128{complex(inf, 3)}, []complex128{2}, []complex128{0}
		set.Tile(1, &a[0], 1, &b[0], 1, 1, &c[0], 1, 1, 1, 0, -1)
		require.True(t, math.IsNaN(imag(c[0])), "%s: the four products of %v*%v hold Inf*0", name, a[0], b[0])

		a, b, c = []complex128{complex(inf, 0), complex(1, 0)}, []complex128{complex(1, 1), complex(0, 0)}, []complex128{0}
		set.Tile(2, &a[0], 1, &b[0], 1, 1, &c[0], 1, 1, 1, 0, 1)
		require.Equal(t, fmt.Sprint(complex(inf, inf)), fmt.Sprint(naive(a, b)), "the oracle")
		require.Equal(t, complex(inf, inf), c[0], name)
	}
}

// naive multiplies by the four real products.
func naive(a, b []complex128) (sum complex128) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}
