package cblastest

// This file tests what is not finite, not there or not to be read.

import (
	"fmt"
	"math"
	"math/cmplx"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/cblas"
)

// notFinite are the values that zeros must not hide: 0 times each is NaN.
func notFinite[T cblas.Scalar]() []T {
	return []T{number[T](complex(math.NaN(), 0)), number[T](complex(math.Inf(1), 0)), number[T](complex(math.Inf(-1), 0))}
}

// isNaN reports whether a part of x is NaN.
func isNaN[T cblas.Scalar](x T) bool { return x != x }

// nanOnly requires exactly those elements to be NaN that want names.
func nanOnly[T cblas.Scalar](t *testing.T, s []T, want func(i int) bool, call string, args ...any) {
	t.Helper()
	for i, x := range s {
		if isNaN(x) != want(i) {
			require.Failf(t, "zeros hide NaN, or more is NaN than must be", "%s: element %d is %v", fmt.Sprintf(call, args...), i, x)
		}
	}
}

// testSpecial checks that 0*NaN and 0*Inf are NaN, and that nothing else becomes so.
func (s *suite[T]) testSpecial(t *testing.T) {
	for _, x := range notFinite[T]() {
		for _, size := range [][3]int{{1, 1, 1}, {2, 3, 4}, {1, 5, 7}, {6, 1, 9}, {17, 9, 33}, {65, 65, 65}, {1, 200, 300}, {300, 1, 200}} {
			for _, transA := range transposes {
				for _, transB := range transposes {
					s.checkHidden(t, transA, transB, size[0], size[1], size[2], x)
				}
			}
			s.checkHiddenMatvec(t, size[0], size[2], x)
		}
		s.checkHiddenVector(t, x)
	}
	s.checkUnread(t)
}

// checkHidden multiplies zeros with a matrix that holds x once: that row or column of C must be NaN and no other.
func (s *suite[T]) checkHidden(t *testing.T, transA, transB cblas.Transpose, m, n, k int, x T) {
	t.Helper()
	c := product[T]{transA: transA, transB: transB, m: m, n: n, k: k}
	lda, ldb, ldc := c.ld()
	rowsA, colsA := stored(transA, m, k)
	rowsB, colsB := stored(transB, k, n)
	one, zero := number[T](1), number[T](0)
	for _, inA := range []bool{true, false} {
		a, b := make([]T, rowsA*colsA), make([]T, rowsB*colsB)
		out := make([]T, m*n)
		row, col, p := m/2, n-1, k/2
		if inA {
			i, j := stored(transA, row, p)
			a[i+j*lda] = x
		} else {
			i, j := stored(transB, p, col)
			b[i+j*ldb] = x
		}
		require.NoError(t, s.ops.Gemm(transA, transB, m, n, k, one, a, lda, b, ldb, zero, out, ldc))
		want := func(at int) bool { return inA && at%m == row || !inA && at/m == col }
		nanOnly(t, out, want, "gemm %d,%d m=%d n=%d k=%d with one %v, in A: %v", transA, transB, m, n, k, x, inA)
	}
}

// checkHiddenMatvec does the same for gemv and ger.
func (s *suite[T]) checkHiddenMatvec(t *testing.T, m, n int, x T) {
	t.Helper()
	one, zero := number[T](1), number[T](0)
	for _, trans := range transposes {
		ny, nx := stored(trans, m, n)
		a, v, y := make([]T, m*n), make([]T, nx), make([]T, ny)
		v[nx/2] = x
		require.NoError(t, s.ops.Gemv(trans, m, n, one, a, m, v, 1, zero, y, 1))
		nanOnly(t, y, func(int) bool { return true }, "gemv trans %d m=%d n=%d of zeros with %v in x", trans, m, n, x)
		v[nx/2] = zero
		i, j := stored(trans, ny/2, nx/2)
		a[i+j*m] = x
		require.NoError(t, s.ops.Gemv(trans, m, n, one, a, m, v, 1, zero, y, 1))
		nanOnly(t, y, func(i int) bool { return i == ny/2 }, "gemv trans %d m=%d n=%d of zeros with %v in a", trans, m, n, x)
	}
	for _, ger := range []func(int, int, T, []T, int, []T, int, []T, int) error{s.ops.Ger, s.ops.Gerc} {
		u, v, a := make([]T, m), make([]T, n), make([]T, m*n)
		v[n/2] = x
		require.NoError(t, ger(m, n, one, u, 1, v, 1, a, m))
		u[m/2], v[n/2] = x, zero
		require.NoError(t, ger(m, n, one, u, 1, v, 1, a, m))
		nanOnly(t, a, func(at int) bool { return at%m == m/2 || at/m == n/2 }, "ger m=%d n=%d of zeros with %v in x and y", m, n, x)
	}
}

// checkHiddenVector does the same for the vector routines.
func (s *suite[T]) checkHiddenVector(t *testing.T, x T) {
	t.Helper()
	for _, n := range []int{1, 2, 5, 9, 33, 200} {
		u, v := make([]T, n), make([]T, n)
		u[n/2] = x
		for _, dot := range []func(int, []T, int, []T, int) (T, error){s.ops.Dot, s.ops.Dotc} {
			got, err := dot(n, u, 1, v, 1)
			require.NoError(t, err)
			require.True(t, isNaN(got), "dot n=%d: 0*%v is %v", n, x, got)
		}
		require.NoError(t, s.ops.Axpy(n, number[T](0), u, 1, v, 1))
		require.Equal(t, make([]T, n), v, "axpy with alpha = 0 does nothing")
		require.NoError(t, s.ops.Axpy(n, number[T](1), u, 1, v, 1))
		require.False(t, isFinite(v[n/2]))
		require.NoError(t, s.ops.Scal(n, number[T](0), u, 1))
		nanOnly(t, u, func(i int) bool { return i == n/2 }, "scal n=%d of zeros and %v by 0", n, x)
	}
}

func isFinite[T cblas.Scalar](x T) bool {
	w := wide1(x)
	return !cmplx.IsNaN(w) && !cmplx.IsInf(w)
}

// checkUnread checks that with alpha = 0 the operands are not read, and that C is if beta is not 0.
func (s *suite[T]) checkUnread(t *testing.T) {
	t.Helper()
	const n = 9
	bad := filled(n*n, nan[T]())
	zero, two := number[T](0), number[T](2)
	c := filled(n*n, number[T](3))
	require.NoError(t, s.ops.Gemm(cblas.NoTrans, cblas.Trans, n, n, n, zero, bad, n, bad, n, two, c, n))
	require.Equal(t, filled(n*n, number[T](6)), c, "gemm with alpha = 0")
	y := filled(n, number[T](3))
	require.NoError(t, s.ops.Gemv(cblas.Trans, n, n, zero, bad, n, bad, 1, two, y, 1))
	require.Equal(t, filled(n, number[T](6)), y, "gemv with alpha = 0")
	require.NoError(t, s.ops.Ger(n, n, zero, bad, 1, bad, 1, c, n))
	require.Equal(t, filled(n*n, number[T](6)), c, "ger with alpha = 0")

	ones := filled(n*n, number[T](1))
	c[4] = nan[T]()
	require.NoError(t, s.ops.Gemm(cblas.NoTrans, cblas.NoTrans, n, n, n, two, ones, n, ones, n, number[T](1), c, n))
	nanOnly(t, c, func(i int) bool { return i == 4 }, "gemm with beta = 1 and one NaN in C")
}

// testOverwrite checks that with beta = 0 nothing of the old result survives (numpy's and OpenBLAS's NaN bugs: gonum 1293,
// OpenBLAS 746, 929).
func (s *suite[T]) testOverwrite(t *testing.T) {
	one, zero := number[T](1), number[T](0)
	a := []T{number[T](1), number[T](2), number[T](2), number[T](3)}
	eye := []T{one, zero, zero, one}
	dirty := func(n int) []T { return filled(n, nan[T]()) }

	c := dirty(4)
	require.NoError(t, s.ops.Gemm(cblas.NoTrans, cblas.NoTrans, 2, 2, 2, one, a, 2, eye, 2, zero, c, 2))
	require.Equal(t, a, c)
	c = dirty(4)
	require.NoError(t, s.ops.GemmBatch(cblas.NoTrans, cblas.NoTrans, 2, 2, 2, one, [][]T{a}, 2, [][]T{eye}, 2, zero, [][]T{c}, 2))
	require.Equal(t, a, c)
	c = dirty(8)
	require.NoError(t, s.ops.GemmStrided(cblas.NoTrans, cblas.NoTrans, 2, 2, 2, one, a, 2, 0, eye, 2, 0, zero, c, 2, 4, 2))
	require.Equal(t, append(append([]T{}, a...), a...), c)
	c = dirty(4)
	require.NoError(t, s.ops.GemmOffsets(cblas.NoTrans, cblas.NoTrans, 2, 2, 2, one, a, 2, []int{0, 0}, eye, 2, []int{0, 0}, zero, c, 2, []int{0, 0}))
	require.Equal(t, a, c)
	y := dirty(2)
	require.NoError(t, s.ops.Gemv(cblas.NoTrans, 2, 2, one, a, 2, eye[:2], 1, zero, y, 1))
	require.Equal(t, a[:2], y)

	// Empty sums and alpha = 0 leave zeros, not NaN.
	for _, n := range []int{1, 2, 9, 70} {
		c = dirty(n * n)
		require.NoError(t, s.ops.Gemm(cblas.NoTrans, cblas.NoTrans, n, n, 0, one, nil, n, nil, 1, zero, c, n))
		require.Equal(t, make([]T, n*n), c)
		c = dirty(n * n)
		require.NoError(t, s.ops.Gemm(cblas.NoTrans, cblas.NoTrans, n, n, n, zero, dirty(n*n), n, dirty(n*n), n, zero, c, n))
		require.Equal(t, make([]T, n*n), c)
		y = dirty(n)
		require.NoError(t, s.ops.Gemv(cblas.NoTrans, n, 0, one, nil, n, nil, 1, zero, y, 1))
		require.Equal(t, make([]T, n), y)
		y = dirty(n)
		require.NoError(t, s.ops.Gemv(cblas.Trans, 0, n, one, nil, 1, nil, 1, zero, y, 1))
		require.Equal(t, make([]T, n), y)
	}
}

// testEmpty calls every routine without an element, on nil slices.
func (s *suite[T]) testEmpty(t *testing.T) {
	one, two := number[T](1), number[T](2)
	for _, trans := range transposes {
		for _, size := range [][3]int{{0, 3, 3}, {3, 0, 3}, {0, 0, 3}, {0, 3, 0}, {0, 0, 0}} {
			m, n, k := size[0], size[1], size[2]
			require.NoError(t, s.ops.Gemm(trans, trans, m, n, k, one, nil, 3, nil, 3, two, nil, 3))
			require.NoError(t, s.ops.GemmBatch(trans, trans, m, n, k, one, [][]T{nil}, 3, [][]T{nil}, 3, two, [][]T{nil}, 3))
			require.NoError(t, s.ops.GemmStrided(trans, trans, m, n, k, one, nil, 3, 9, nil, 3, 9, two, nil, 3, 9, 4))
			require.NoError(t, s.ops.GemmOffsets(trans, trans, m, n, k, one, nil, 3, []int{7}, nil, 3, []int{7}, two, nil, 3, []int{7}))
		}
		require.NoError(t, s.ops.GemmBatch(trans, trans, 3, 3, 3, one, nil, 3, nil, 3, two, nil, 3))
		require.NoError(t, s.ops.GemmStrided(trans, trans, 3, 3, 3, one, nil, 3, 9, nil, 3, 9, two, nil, 3, 9, 0))
		require.NoError(t, s.ops.GemmOffsets(trans, trans, 3, 3, 3, one, nil, 3, nil, nil, 3, nil, two, nil, 3, nil))
		require.NoError(t, s.ops.Gemv(trans, 0, 0, one, nil, 1, nil, 1, two, nil, 1))

		// Sums over nothing: C and y are only scaled.
		c := filled(6, one)
		require.NoError(t, s.ops.GemmStrided(trans, trans, 1, 3, 0, one, nil, 3, 5, nil, 3, 5, two, c, 1, 3, 2))
		require.Equal(t, filled(6, two), c)
		require.NoError(t, s.ops.GemmBatch(trans, trans, 1, 3, 0, one, [][]T{nil, nil}, 3, [][]T{nil, {}}, 3, two, [][]T{c[:3], c[3:]}, 1))
		require.Equal(t, filled(6, number[T](4)), c)
		require.NoError(t, s.ops.GemmOffsets(trans, trans, 1, 3, 0, one, nil, 3, []int{0, 8}, nil, 3, []int{0, 8}, two, c, 1, []int{3, 0}))
		require.Equal(t, filled(6, number[T](8)), c)
	}
	require.NoError(t, s.ops.Gemv(cblas.NoTrans, 0, 4, one, nil, 1, filled(4, one), 1, two, nil, 1))
	require.NoError(t, s.ops.Gemv(cblas.Trans, 4, 0, one, nil, 4, filled(4, one), 1, two, nil, 1))
	require.NoError(t, s.ops.Ger(0, 4, one, nil, 1, filled(4, one), 1, nil, 1))
	require.NoError(t, s.ops.Gerc(4, 0, one, filled(4, one), 1, nil, 1, nil, 4))
	require.NoError(t, s.ops.Axpy(0, one, nil, 1, nil, 1))
	require.NoError(t, s.ops.Scal(0, one, nil, 1))
	for _, dot := range []func(int, []T, int, []T, int) (T, error){s.ops.Dot, s.ops.Dotc} {
		got, err := dot(0, nil, 1, nil, 1)
		require.NoError(t, err)
		require.Equal(t, number[T](0), got)
	}
}
