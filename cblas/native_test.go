//go:build cgo && (openblas || mkl || accelerate || netlib)

package cblas

// This file tests what native providers need corrected, beyond the conformance suite that all providers run.

import (
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func open(t testing.TB) Provider {
	p, ok := native()
	require.True(t, ok)
	return p
}

// eachType runs f for the four element types.
func eachType(t *testing.T, s func(*testing.T, Ops[float32]), d func(*testing.T, Ops[float64]), c func(*testing.T, Ops[complex64]), z func(*testing.T, Ops[complex128])) {
	p := open(t)
	t.Run("float32", func(t *testing.T) { s(t, p.Float32()) })
	t.Run("float64", func(t *testing.T) { d(t, p.Float64()) })
	t.Run("complex64", func(t *testing.T) { c(t, p.Complex64()) })
	t.Run("complex128", func(t *testing.T) { z(t, p.Complex128()) })
}

func value[T Scalar](re, im float64) (v T) {
	switch v := any(&v).(type) {
	case *float32:
		*v = float32(re)
	case *float64:
		*v = re
	case *complex64:
		*v = complex(float32(re), float32(im))
	case *complex128:
		*v = complex(re, im)
	}
	return v
}

func wide[T Scalar](v T) complex128 {
	switch v := any(v).(type) {
	case float32:
		return complex(float64(v), 0)
	case float64:
		return complex(v, 0)
	case complex64:
		return complex128(v)
	case complex128:
		return v
	}
	panic("unreachable")
}

// integers returns n elements of small integers, so that products are exact in every type.
func integers[T Scalar](rng *rand.Rand, n int) []T {
	v := make([]T, n)
	for i := range v {
		v[i] = value[T](float64(rng.IntN(9)-4), float64(rng.IntN(9)-4))
	}
	return v
}

func filled[T Scalar](n int, v T) []T {
	s := make([]T, n)
	for i := range s {
		s[i] = v
	}
	return s
}

// at returns op(A)[i, j] of a matrix in column-major order.
func at[T Scalar](t Transpose, a []T, lda, i, j int) complex128 {
	switch t {
	case NoTrans:
		return wide(a[i+j*lda])
	case Trans:
		return wide(a[j+i*lda])
	}
	return cmplx.Conj(wide(a[j+i*lda]))
}

// TestNaNOfOldResultsDoesNotSurvive: with beta = 0 every route overwrites its result.
func TestNaNOfOldResultsDoesNotSurvive(t *testing.T) {
	eachType(t, overwrites[float32], overwrites[float64], overwrites[complex64], overwrites[complex128])
}

func overwrites[T Scalar](t *testing.T, o Ops[T]) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, size := range [][3]int{{1, 1, 1}, {1, 5, 3}, {5, 1, 3}, {7, 6, 5}, {33, 17, 40}, {130, 70, 90}, {3, 2, 5000}, {4, 4, 0}} {
		m, n, k := size[0], size[1], size[2]
		for _, alpha := range []T{1, 0} {
			for _, tA := range []Transpose{NoTrans, Trans, ConjTrans} {
				for _, tB := range []Transpose{NoTrans, Trans, ConjTrans} {
					a, b := integers[T](rng, m*max(k, 1)), integers[T](rng, max(k, 1)*n)
					lda, ldb := max(k, 1), n
					if tA == NoTrans {
						lda = m
					}
					if tB == NoTrans {
						ldb = max(k, 1)
					}
					c := filled(m*n, value[T](math.NaN(), math.NaN()))
					require.NoError(t, o.Gemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, 0, c, m))
					for j := range n {
						for i := range m {
							var want complex128
							for l := 0; l < k && alpha != 0; l++ {
								want += at(tA, a, lda, i, l) * at(tB, b, ldb, l, j)
							}
							require.Equal(t, want, wide(c[i+j*m]), "gemm %v%v %v alpha %v [%d, %d]", tA, tB, size, alpha, i, j)
						}
					}
				}
				// A is [m, k] here.
				a := integers[T](rng, m*max(k, 1))
				out, terms := m, k
				if tA != NoTrans {
					out, terms = k, m
				}
				for _, inc := range []int{1, 2, -3} {
					x := integers[T](rng, terms*3+1)
					y := filled(out*3+1, value[T](math.NaN(), 1))
					require.NoError(t, o.Gemv(tA, m, k, alpha, a, m, x, -inc, 0, y, inc))
					for i := range out {
						var want complex128
						for l := 0; l < terms && alpha != 0; l++ {
							want += at(tA, a, m, i, l) * wide(x[vectorIndex(terms, -inc, l)])
						}
						require.Equal(t, want, wide(y[vectorIndex(out, inc, i)]), "gemv %v %v inc %d alpha %v [%d]", tA, size, inc, alpha, i)
					}
				}
			}
		}
	}
}

func vectorIndex(n, inc, i int) int {
	if inc < 0 {
		return (i - n + 1) * inc
	}
	return i * inc
}

// TestScalByZero: a factor with a 0 in it multiplies as any other.
func TestScalByZero(t *testing.T) {
	eachType(t, scalesByZero[float32], scalesByZero[float64], scalesByZero[complex64], scalesByZero[complex128])
}

func scalesByZero[T Scalar](t *testing.T, o Ops[T]) {
	for _, inc := range []int{1, 2, -2} {
		for _, n := range []int{1, 5, 40, 3000} {
			x := filled(2*n, T(3))
			x[0], x[2*(n-1)/2*2] = value[T](math.NaN(), 0), value[T](math.Inf(1), 0)
			before := append([]T(nil), x...)
			require.NoError(t, o.Scal(n, 0, x, inc))
			step := max(inc, -inc)
			for i := range n {
				want := before[i*step] * 0
				if want == want {
					require.Equal(t, want, x[i*step])
				} else {
					require.True(t, x[i*step] != x[i*step], "0*%v = %v", before[i*step], x[i*step])
				}
			}
		}
	}
}

// TestGemmBatchCounts: products go over in groups, whose last is smaller.
func TestGemmBatchCounts(t *testing.T) {
	eachType(t, batches[float32], batches[float64], batches[complex64], batches[complex128])
}

func batches[T Scalar](t *testing.T, o Ops[T]) {
	rng := rand.New(rand.NewPCG(3, 4))
	const m, n, k = 3, 4, 5
	for count := range 20 {
		var a, b, c, want [][]T
		for range count {
			a, b, c = append(a, integers[T](rng, m*k)), append(b, integers[T](rng, k*n)), append(c, integers[T](rng, m*n))
			want = append(want, append([]T(nil), c[len(c)-1]...))
			require.NoError(t, o.Gemm(NoTrans, Trans, m, n, k, 2, a[len(a)-1], m, b[len(b)-1], n, 3, want[len(want)-1], m))
		}
		require.NoError(t, o.GemmBatch(NoTrans, Trans, m, n, k, 2, a, m, b, n, 3, c, m))
		require.Equal(t, want, c)
	}
	// Results at one place accumulate in order; apart, a library may do them all at once.
	for _, offC := range [][]int{{0, 0, 0}, {0, m * n, 2 * m * n}, {2 * m * n, 0, m * n}} {
		a, b, c := integers[T](rng, 3*m*k), integers[T](rng, k*n), integers[T](rng, 3*m*n)
		want := append([]T(nil), c...)
		offA, offB := []int{m * k, 0, 2 * m * k}, []int{0, 0, 0}
		for i := range offC {
			require.NoError(t, o.Gemm(NoTrans, NoTrans, m, n, k, 1, a[offA[i]:], m, b, k, 1, want[offC[i]:], m))
		}
		require.NoError(t, o.GemmOffsets(NoTrans, NoTrans, m, n, k, 1, a, m, offA, b, k, offB, 1, c, m, offC))
		require.Equal(t, want, c, "offsets %v", offC)
	}
	for _, strideA := range []int{0, m * k} {
		const count = 5
		a, b, c := integers[T](rng, count*m*k), integers[T](rng, count*k*n), integers[T](rng, count*m*n)
		want := append([]T(nil), c...)
		for i := range count {
			require.NoError(t, o.Gemm(NoTrans, ConjTrans, m, n, k, 2, a[i*strideA:], m, b[i*k*n:], n, -1, want[i*m*n:], m))
		}
		require.NoError(t, o.GemmStrided(NoTrans, ConjTrans, m, n, k, 2, a, m, strideA, b, n, k*n, -1, c, m, m*n, count))
		require.Equal(t, want, c)
	}
}

// TestLongSums: single precision keeps its digits over a million terms, by every route that may carry such a sum.
func TestLongSums(t *testing.T) {
	o := open(t).Float32()
	for _, c := range []struct {
		n     int
		v     float32
		want  float64
		delta float64
	}{
		{1000000, 1.0 / 255, 3921.56885937, 0.05},
		{1<<24 + 8, 1, 1<<24 + 8, 0},
	} {
		x, ones := filled(c.n, c.v), filled(c.n, float32(1))
		near := func(got float32, err error, route string) {
			t.Helper()
			require.NoError(t, err)
			require.InDelta(t, c.want, float64(got), c.delta, route)
		}
		sum, err := o.Dot(c.n, x, 1, ones, 1)
		near(sum, err, "dot")
		sum, err = o.Dot(c.n, x, -1, ones, 1)
		near(sum, err, "dot backwards")
		for rows := 1; rows <= 2; rows++ { // two rows or columns share the memory of x, half as long
			terms, scale := c.n/rows, float32(rows)
			y := make([]float32, rows*rows)
			for _, trans := range []Transpose{NoTrans, Trans} {
				m, n := rows, terms
				if trans == Trans {
					m, n = terms, rows
				}
				err = o.Gemv(trans, m, n, scale, x, m, ones, 1, 0, y, 1)
				near(y[rows-1], err, fmt.Sprint("gemv ", trans))
				err = o.Gemm(trans, NoTrans, rows, 1, terms, scale, x, m, ones, terms, 0, y, rows)
				near(y[rows-1], err, fmt.Sprint("gemm ", trans))
				err = o.Gemm(trans, NoTrans, rows, rows, terms, scale, x, m, ones, terms, 0, y, rows)
				near(y[rows*rows-1], err, fmt.Sprint("gemm ", trans))
			}
		}
	}
}
