package goblas

// This file holds the vector routines, and how vectors with increments become contiguous ones.

import "github.com/tenferro/tenferro-go/cblas/internal/kernel"

// chunk is how many elements of a vector with an increment are gathered at a time.
const chunk = 1024

// vector is a vector as the routines see it: element i is data[first + i*inc]. As in BLAS, a negative increment walks
// backwards from the end.
type vector[T kernel.Scalar] struct {
	data       []T
	first, inc int
}

func newVector[T kernel.Scalar](n int, data []T, inc int) vector[T] {
	if inc < 0 {
		return vector[T]{data, (n - 1) * -inc, inc}
	}
	return vector[T]{data, 0, inc}
}

// gather copies elements [i, i+len(dst)).
func (v vector[T]) gather(dst []T, i int) {
	at := v.first + i*v.inc
	for p := range dst {
		dst[p] = v.data[at]
		at += v.inc
	}
}

// scatter is the reverse of gather.
func (v vector[T]) scatter(src []T, i int) {
	at := v.first + i*v.inc
	for _, x := range src {
		v.data[at] = x
		at += v.inc
	}
}

// Dot returns Σ x[i]*y[i], with x conjugated if conj.
func (bl *BLAS[T]) Dot(conj bool, n int, x []T, incX int, y []T, incY int) T {
	var flags kernel.Flags
	if conj {
		flags = kernel.ConjA
	}
	if incX == 1 && incY == 1 {
		s, _, _, _ := bl.dots(n, x, 0, 1, y, flags)
		return s
	}
	ws := bl.spaces.Get().(*workspace[T])
	s := bl.dotGathered(n, newVector(n, x, incX), newVector(n, y, incY), 0, ws, flags)
	bl.spaces.Put(ws)
	return s
}

// dotGathered sums n products from element i on, by halves as dots does.
func (bl *BLAS[T]) dotGathered(n int, x, y vector[T], i int, ws *workspace[T], flags kernel.Flags) T {
	if n > chunk {
		h := half(n, chunk)
		return bl.dotGathered(h, x, y, i, ws, flags) + bl.dotGathered(n-h, x, y, i+h, ws, flags)
	}
	ws.a, ws.b = grown(ws.a, n), grown(ws.b, n)
	x.gather(ws.a, i)
	y.gather(ws.b, i)
	s, _, _, _ := bl.set.Dots(n, &ws.a[0], 0, 1, &ws.b[0], flags)
	return s
}

// dots is kernel.Dots for n > 0 of any size. It sums by halves, so that the error grows with the logarithm of n: float32
// keeps its digits over long sums (Higham, "The accuracy of floating point summation", SIAM J. Sci. Comput. 14, 1993).
func (bl *BLAS[T]) dots(n int, a []T, lda, cols int, x []T, flags kernel.Flags) (s0, s1, s2, s3 T) {
	const block = 4096
	if n <= block {
		return bl.set.Dots(n, &a[0], lda, cols, &x[0], flags)
	}
	h := half(n, block)
	s0, s1, s2, s3 = bl.dots(h, a, lda, cols, x, flags)
	t0, t1, t2, t3 := bl.dots(n-h, a[h:], lda, cols, x[h:], flags)
	return s0 + t0, s1 + t1, s2 + t2, s3 + t3
}

// half returns about half of n, a multiple of block.
func half(n, block int) int { return (n/2 + block - 1) / block * block }

// Axpy computes y = alpha*x + y. With alpha = 0 it does nothing.
func (bl *BLAS[T]) Axpy(n int, alpha T, x []T, incX int, y []T, incY int) {
	if n == 0 || alpha == 0 {
		return
	}
	var none T
	if incX == 1 && incY == 1 {
		bl.set.Axpys(n, &x[0], 0, 1, alpha, none, none, none, &y[0], 0)
		return
	}
	ws := bl.spaces.Get().(*workspace[T])
	xv, yv := newVector(n, x, incX), newVector(n, y, incY)
	for i := 0; i < n; i += chunk {
		w := min(chunk, n-i)
		ws.a, ws.b = grown(ws.a, w), grown(ws.b, w)
		xv.gather(ws.a, i)
		yv.gather(ws.b, i)
		bl.set.Axpys(w, &ws.a[0], 0, 1, alpha, none, none, none, &ws.b[0], 0)
		yv.scatter(ws.b, i)
	}
	bl.spaces.Put(ws)
}

// Scal computes x = alpha*x, also for alpha = 0.
func (bl *BLAS[T]) Scal(n int, alpha T, x []T, incX int) {
	if incX == 1 {
		for i := range x[:n] {
			x[i] *= alpha
		}
		return
	}
	at := newVector(n, x, incX).first
	for range n {
		x[at] *= alpha
		at += incX
	}
}

// scaleVector computes y = beta*y; with beta = 0 it clears y without reading it.
func scaleVector[T kernel.Scalar](beta T, n int, y vector[T]) {
	at := y.first
	for range n {
		if beta == 0 {
			y.data[at] = 0
		} else {
			y.data[at] *= beta
		}
		at += y.inc
	}
}

// conjugate replaces the elements by their conjugates.
func conjugate[T kernel.Scalar](x []T) {
	switch x := any(x).(type) {
	case []complex64:
		for i, v := range x {
			x[i] = complex(real(v), -imag(v))
		}
	case []complex128:
		for i, v := range x {
			x[i] = complex(real(v), -imag(v))
		}
	}
}
