package goblas

// This file holds the rank-1 update.

import "github.com/tenferro/tenferro-go/cblas/internal/kernel"

// Ger computes A = A + alpha*x*yᵀ with A: [m, n], y conjugated if conj, on at most threads goroutines. It is a matrix
// product with k = 1, so the tile kernel does it.
func (bl *BLAS[T]) Ger(threads int, conj bool, m, n int, alpha T, x []T, incX int, y []T, incY int, a []T, lda int) {
	if m == 0 || n == 0 || alpha == 0 {
		return
	}
	u := update[T]{m: m, n: n, alpha: alpha, x: x, y: newVector(n, y, incY), a: a, lda: lda, flags: kernel.Add}
	if conj {
		u.flags |= kernel.ConjB
	}
	if incX == 1 {
		bl.ger(threads, &u)
		return
	}
	ws := bl.spaces.Get().(*workspace[T])
	ws.b = grown(ws.b, m)
	newVector(m, x, incX).gather(ws.b, 0)
	u.x = ws.b
	bl.ger(threads, &u)
	bl.spaces.Put(ws)
}

func (bl *BLAS[T]) ger(threads int, u *update[T]) {
	if parts := bl.shares(threads, u.m, u.n); parts > 1 {
		bl.gerParallel(threads, parts, u)
	} else {
		u.run(&bl.set, 0, u.n)
	}
}

// update is one rank-1 update with x contiguous.
type update[T kernel.Scalar] struct {
	m, n  int
	alpha T
	x     []T
	y     vector[T]
	a     []T
	lda   int
	flags kernel.Flags
}

// run updates columns [lo, hi) of A, all tiles of a few columns before the next.
func (u *update[T]) run(set *kernel.Set[T], lo, hi int) {
	if set.MR <= 4 && u.m > set.MR {
		// Small tiles do little for their cost: take whole columns.
		u.columns(set, lo, hi)
		return
	}
	for j := lo; j < hi; j += set.NR {
		nr := min(set.NR, hi-j)
		y := &u.y.data[u.y.first+j*u.y.inc]
		for i := 0; i < u.m; i += set.MR {
			mr := min(set.MR, u.m-i)
			set.Tile(1, &u.x[i], mr, y, 1, u.y.inc, &u.a[i+j*u.lda], u.lda, mr, nr, u.flags, u.alpha)
		}
	}
}

// columns is run by adding a multiple of x to each column.
func (u *update[T]) columns(set *kernel.Set[T], lo, hi int) {
	var none T
	for j := lo; j < hi; j++ {
		y := [1]T{u.y.data[u.y.first+j*u.y.inc]}
		if u.flags&kernel.ConjB != 0 {
			conjugate(y[:])
		}
		c := y[0]
		if u.alpha != 1 {
			c *= u.alpha
		}
		set.Axpys(u.m, &u.x[0], 0, 1, c, none, none, none, &u.a[j*u.lda], 0)
	}
}

// updateJob is a rank-1 update that a crew works on.
type updateJob[T kernel.Scalar] struct {
	crew
	update[T]
	bl   *BLAS[T]
	step int // columns in a part
}

func newUpdateJob[T kernel.Scalar](bl *BLAS[T]) *updateJob[T] {
	j := &updateJob[T]{bl: bl}
	j.crew.init(j.do)
	return j
}

func (j *updateJob[T]) do(part int) {
	j.update.run(&j.bl.set, part*j.step, min((part+1)*j.step, j.n))
}

// gerParallel divides the columns of A.
func (bl *BLAS[T]) gerParallel(threads, parts int, u *update[T]) {
	j := bl.updates.Get().(*updateJob[T])
	j.update = *u
	j.step = ceil(ceil(u.n, parts), bl.set.NR) * bl.set.NR
	j.crew.run(threads, ceil(u.n, j.step))
	j.update = update[T]{}
	bl.updates.Put(j)
}
