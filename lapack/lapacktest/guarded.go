package lapacktest

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tenferro/tenferro-go/lapack"
)

// This file holds the buffers that the routines get: padded columns, NaN all around, and no element more than needed.

// guard is the number of NaN elements before and after a buffer.
const guard = 5

// guarded is a column-major matrix in a larger buffer.
type guarded[T lapack.Scalar] struct {
	m, n, ld int
	buffer   []T
	data     []T // what the routine gets: ends with the last element of the matrix
}

// room returns an m by n matrix of NaN with padded columns.
func room[T lapack.Scalar](m, n, pad int) *guarded[T] {
	g := &guarded[T]{m: m, n: n, ld: max(1, m) + pad}
	need := 0
	if m > 0 && n > 0 {
		need = (n-1)*g.ld + m
	}
	g.buffer = make([]T, need+2*guard)
	for i := range g.buffer {
		g.buffer[i] = nan[T]()
	}
	g.data = g.buffer[guard : guard+need : guard+need]
	return g
}

// put returns a buffer that holds a rounded to T.
func put[T lapack.Scalar](a dense, pad int) *guarded[T] {
	g := room[T](a.m, a.n, pad)
	for j := range a.n {
		for i, x := range a.col(j) {
			g.data[i+j*g.ld] = from[T](x)
		}
	}
	return g
}

// get returns the matrix, and fails if an element outside of it has been written.
func (g *guarded[T]) get(t *testing.T) dense {
	t.Helper()
	a := newDense(g.m, g.n)
	inside := make([]bool, len(g.buffer))
	for j := range g.n {
		for i := range g.m {
			a.set(i, j, to(g.data[i+j*g.ld]))
			inside[guard+i+j*g.ld] = true
		}
	}
	for k, x := range g.buffer {
		if !inside[k] && x == x {
			require.Failf(t, "guard element written", "offset %d of a %d by %d matrix with ld %d: %v", k-guard, g.m, g.n, g.ld, x)
		}
	}
	return a
}

// clone returns a copy of the buffer.
func (g *guarded[T]) clone() *guarded[T] {
	c := *g
	c.buffer = append([]T(nil), g.buffer...)
	c.data = c.buffer[guard : guard+len(g.data) : guard+len(g.data)]
	return &c
}

// blank writes NaN over what a routine must not read of a triangular matrix: the other triangle, and the diagonal if it
// is taken to be ones.
func (g *guarded[T]) blank(uplo lapack.Uplo, unit bool) {
	for j := range g.n {
		for i := range g.m {
			if (i == j && unit) || (i < j && uplo == lapack.Lower) || (i > j && uplo == lapack.Upper) {
				g.data[i+j*g.ld] = nan[T]()
			}
		}
	}
}

// blankIntact fails if something that blank has covered was written.
func (g *guarded[T]) blankIntact(t *testing.T, uplo lapack.Uplo, unit bool) {
	t.Helper()
	for j := range g.n {
		for i := range g.m {
			if (i == j && unit) || (i < j && uplo == lapack.Lower) || (i > j && uplo == lapack.Upper) {
				x := g.data[i+j*g.ld]
				require.False(t, x == x, "element (%d, %d) of the other triangle was written", i, j)
			}
		}
	}
}

// nan returns NaN, in both parts of a complex T.
func nan[T lapack.Scalar]() T { return from[T](complex(math.NaN(), math.NaN())) }

// from rounds x to T; a real T takes the real part.
func from[T lapack.Scalar](x complex128) T {
	var v T
	switch p := any(&v).(type) {
	case *float32:
		*p = float32(real(x))
	case *float64:
		*p = real(x)
	case *complex64:
		*p = complex64(x)
	case *complex128:
		*p = x
	}
	return v
}

// to returns x exactly.
func to[T lapack.Scalar](x T) complex128 {
	switch v := any(x).(type) {
	case float32:
		return complex(float64(v), 0)
	case float64:
		return complex(v, 0)
	case complex64:
		return complex128(v)
	case complex128:
		return v
	}
	return 0
}

// vector returns n elements between guards that a routine fills.
func vector[T lapack.Scalar](n int) *guarded[T] { return room[T](n, 1, 0) }

// reals returns the elements of a vector.
func reals[R lapack.Real](t *testing.T, g *guarded[R]) []float64 {
	t.Helper()
	a := g.get(t)
	x := make([]float64, len(a.v))
	for i, v := range a.v {
		x[i] = real(v)
	}
	return x
}
