package goblas

// This file holds the products of a matrix with a vector.

import (
	"unsafe"

	"github.com/tenferro/tenferro-go/cblas/internal/kernel"
)

const (
	strip = 2048 // rows of y that stay in the level-1 cache while the columns of A pass
	depth = 512  // columns that are summed before the sum is added to y
)

// Gemv computes y = alpha*op(A)*x + beta*y with A: [m, n], x conjugated if conjX, on at most threads goroutines.
func (bl *BLAS[T]) Gemv(threads int, op Op, conjX bool, m, n int, alpha T, a []T, lda int, x []T, incX int, beta T, y []T, incY int) {
	nx, ny := n, m
	if op.Trans {
		nx, ny = m, n
	}
	if ny == 0 {
		return
	}
	yv := newVector(ny, y, incY)
	if nx == 0 || alpha == 0 {
		if beta != 1 {
			scaleVector(beta, ny, yv)
		}
		return
	}
	p := sweep[T]{m: m, n: n, alpha: alpha, a: a, lda: lda, x: x, y: y, yv: yv, beta: beta, trans: op.Trans, stride: incY != 1}
	if op.Conj {
		p.flags |= kernel.ConjA
	}
	if incX == 1 && !conjX {
		bl.sweep(threads, &p)
		return
	}
	ws := bl.spaces.Get().(*workspace[T])
	ws.b = grown(ws.b, nx)
	newVector(nx, x, incX).gather(ws.b, 0)
	if conjX {
		conjugate(ws.b)
	}
	p.x = ws.b
	bl.sweep(threads, &p)
	bl.spaces.Put(ws)
}

func (bl *BLAS[T]) sweep(threads int, p *sweep[T]) {
	if parts := bl.shares(threads, p.m, p.n); parts > 1 {
		bl.sweepParallel(threads, parts, p)
	} else {
		p.run(bl, 0, p.length())
	}
}

// shares returns into how many parts to divide an operation that reads or writes an [m, n] matrix once.
func (bl *BLAS[T]) shares(threads, m, n int) int {
	const grain = 1 << 19 // bytes that pay for waking a goroutine
	if threads == 1 {
		return 1
	}
	bytes := float64(m) * float64(n) * float64(unsafe.Sizeof(*new(T)))
	return int(min(bytes/grain, float64(threads)))
}

// sweep is one pass over a matrix: y = alpha*op(A)*x + beta*y with x contiguous.
type sweep[T kernel.Scalar] struct {
	m, n        int
	alpha, beta T
	a           []T
	lda         int
	x, y        []T
	yv          vector[T]
	trans       bool
	stride      bool // y is not contiguous
	flags       kernel.Flags
}

// length returns the length of y.
func (p *sweep[T]) length() int {
	if p.trans {
		return p.n
	}
	return p.m
}

// run computes elements [lo, hi) of y.
func (p *sweep[T]) run(bl *BLAS[T], lo, hi int) {
	if p.trans {
		p.columns(bl, lo, hi)
		return
	}
	for i := lo; i < hi; i += strip {
		p.rows(bl, i, min(i+strip, hi))
	}
}

// columns computes elements [lo, hi) of y = alpha*op(A)ᵀ*x + beta*y, as dot products of four columns at a time.
func (p *sweep[T]) columns(bl *BLAS[T], lo, hi int) {
	for j := lo; j < hi; j += 4 {
		cols := min(4, hi-j)
		s0, s1, s2, s3 := bl.dots(p.m, p.a[j*p.lda:], p.lda, cols, p.x, p.flags)
		p.put(j, s0)
		if cols > 1 {
			p.put(j+1, s1)
		}
		if cols > 2 {
			p.put(j+2, s2)
		}
		if cols > 3 {
			p.put(j+3, s3)
		}
	}
}

// put finishes element i of y.
func (p *sweep[T]) put(i int, sum T) {
	at := p.yv.first + i*p.yv.inc
	if p.alpha != 1 {
		sum *= p.alpha
	}
	if p.beta == 1 {
		sum += p.y[at]
	} else if p.beta != 0 {
		sum += p.beta * p.y[at]
	}
	p.y[at] = sum
}

// rows computes elements [lo, hi) of y = alpha*A*x + beta*y, at most a strip.
func (p *sweep[T]) rows(bl *BLAS[T], lo, hi int) {
	switch {
	case p.stride || p.n > depth:
		p.pieces(bl, lo, hi)
	case p.m <= bl.set.MR && (p.beta == 0 || p.beta == 1):
		flags := p.flags
		if p.beta != 0 {
			flags |= kernel.Add
		}
		bl.set.Tile(p.n, &p.a[lo], p.lda, &p.x[0], 1, 1, &p.y[lo], 1, hi-lo, 1, flags, p.alpha)
	case p.m > bl.set.MR && p.alpha == 1:
		y := p.y[lo:hi]
		if p.beta != 1 {
			scaleVector(p.beta, len(y), vector[T]{y, 0, 1})
		}
		p.accumulate(bl, y, lo, 0, p.n)
	default:
		p.pieces(bl, lo, hi)
	}
}

// pieces is rows by way of a buffer. The sum over the columns is cut into pieces that are added up apart, so that it does
// not become one long chain of additions.
func (p *sweep[T]) pieces(bl *BLAS[T], lo, hi int) {
	ws := bl.spaces.Get().(*workspace[T])
	w := hi - lo
	ws.a = grown(ws.a, 2*w)
	sum, piece := ws.a[:w], ws.a[w:]
	for j := 0; j < p.n; j += depth {
		cols := min(depth, p.n-j)
		if j == 0 {
			p.part(bl, sum, lo, j, cols)
			continue
		}
		p.part(bl, piece, lo, j, cols)
		for i, s := range piece {
			sum[i] += s
		}
	}
	for i, s := range sum {
		p.put(lo+i, s)
	}
	bl.spaces.Put(ws)
}

// part computes out = A[lo:lo+len(out), j:j+cols] * x[j:j+cols].
func (p *sweep[T]) part(bl *BLAS[T], out []T, lo, j, cols int) {
	if p.m <= bl.set.MR {
		// Few rows: they stay in registers.
		bl.set.Tile(cols, &p.a[lo+j*p.lda], p.lda, &p.x[j], 1, 1, &out[0], 1, len(out), 1, p.flags, 1)
		return
	}
	clear(out)
	p.accumulate(bl, out, lo, j, cols)
}

// accumulate computes out += A[lo:lo+len(out), j:j+cols] * x[j:j+cols], four columns at a time.
func (p *sweep[T]) accumulate(bl *BLAS[T], out []T, lo, j, cols int) {
	x := p.x[j : j+cols]
	a := p.a[lo+j*p.lda:]
	for len(x) >= 4 {
		bl.set.Axpys(len(out), &a[0], p.lda, 4, x[0], x[1], x[2], x[3], &out[0], p.flags)
		x = x[4:]
		if len(x) == 0 {
			return
		}
		a = a[4*p.lda:]
	}
	var c [4]T
	copy(c[:], x)
	bl.set.Axpys(len(out), &a[0], p.lda, len(x), c[0], c[1], c[2], c[3], &out[0], p.flags)
}

// sweepJob is a sweep that a crew works on.
type sweepJob[T kernel.Scalar] struct {
	crew
	sweep[T]
	bl   *BLAS[T]
	step int // elements of y in a part
}

func newSweepJob[T kernel.Scalar](bl *BLAS[T]) *sweepJob[T] {
	j := &sweepJob[T]{bl: bl}
	j.crew.init(j.do)
	return j
}

func (j *sweepJob[T]) do(part int) {
	j.sweep.run(j.bl, part*j.step, min((part+1)*j.step, j.length()))
}

// sweepParallel divides y into equal parts. A part is a multiple of 64, so that it begins where four columns begin and,
// as a rule, a cache line does.
func (bl *BLAS[T]) sweepParallel(threads, parts int, p *sweep[T]) {
	ny := p.length()
	j := bl.sweeps.Get().(*sweepJob[T])
	j.sweep = *p
	j.step = ceil(ceil(ny, parts), 64) * 64
	j.crew.run(threads, ceil(ny, j.step))
	j.sweep = sweep[T]{}
	bl.sweeps.Put(j)
}
