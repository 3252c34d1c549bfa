package goblas

// This file holds the blocked matrix product for one goroutine.

import (
	"unsafe"

	"github.com/tenferro/tenferro-go/cblas/internal/kernel"
)

// product is one C = alpha*A*B + beta*C, with the transpositions of A and B applied.
type product[T kernel.Scalar] struct {
	m, n, k     int
	alpha, beta T
	a, b        operand[T]
	c           []T
	ldc         int
	flags       kernel.Flags // conjugations
}

// packing says which operands are copied into panels before use. An operand that is used only a few times, or lies in the
// level-1 cache anyhow, is read where it stands.
type packing struct{ a, b bool }

// packing decides for a product of these sizes. The bounds are those from which packing paid on a Zen 4, where reading
// in place gave up to 99 % of the peak.
func (bl *BLAS[T]) packing(p *product[T]) packing {
	pk := packing{a: p.a.row != 1}
	if p.m*p.k <= smallOperand && p.n*p.k <= smallOperand {
		return pk
	}
	pk.a = pk.a || p.n > 16*bl.set.NR
	pk.b = p.m > 12*bl.set.MR || p.m > bl.set.MR && p.b.collides(p.k)
	return pk
}

// smallOperand is the size, in elements, up to which an operand is not packed for the sake of the caches.
const smallOperand = 64 * 64

// collides reports whether k consecutive rows of an operand, read across, fall on few places of the level-1 cache.
func (o operand[T]) collides(k int) bool {
	const way = 4096 // bytes of one way, on all current amd64 processors
	return k > 64 && o.row*int(unsafe.Sizeof(*new(T)))%(way/2) == 0
}

// run computes rows [i0, i1) and columns [j0, j1) of C.
func (p *product[T]) run(bl *BLAS[T], i0, i1, j0, j1 int) {
	pk := bl.packing(p)
	if !pk.a && !pk.b {
		p.loops(bl, pk, nil, i0, i1, j0, j1)
		return
	}
	ws := bl.spaces.Get().(*workspace[T])
	p.loops(bl, pk, ws, i0, i1, j0, j1)
	bl.spaces.Put(ws)
}

// loops runs the three outer loops: panels of columns, blocks of k, blocks of rows.
func (p *product[T]) loops(bl *BLAS[T], pk packing, ws *workspace[T], i0, i1, j0, j1 int) {
	set := &bl.set
	if p.beta != 0 && p.beta != 1 {
		scaleMatrix(p.beta, p.c[i0+j0*p.ldc:], p.ldc, i1-i0, j1-j0)
	}
	stepK := evenly(p.k, set.KC, 1)
	stepM := evenly(i1-i0, set.MC, set.MR)
	stepN := evenly(j1-j0, set.NC, set.NR)
	for j := j0; j < j1; j += stepN {
		nb := min(stepN, j1-j)
		for q := 0; q < p.k; q += stepK {
			kb := min(stepK, p.k-q)
			flags := p.flags
			if p.beta != 0 || q > 0 {
				flags |= kernel.Add
			}
			if pk.b {
				ws.b = grown(ws.b, kb*nb)
				pack(ws.b, p.b.flip().from(j, q), nb, kb, set.NR)
			}
			for i := i0; i < i1; i += stepM {
				mb := min(stepM, i1-i)
				if pk.a {
					ws.a = grown(ws.a, mb*kb)
					pack(ws.a, p.a.from(i, q), mb, kb, set.MR)
				}
				p.tiles(set, pk, ws, i, j, q, mb, nb, kb, flags)
			}
		}
	}
}

// tiles runs the two inner loops over the tiles of one block of C, [m, n] at (i0, j0), for k products from q on.
func (p *product[T]) tiles(set *kernel.Set[T], pk packing, ws *workspace[T], i0, j0, q, m, n, k int, flags kernel.Flags) {
	for j := 0; j < n; j += set.NR {
		nr := min(set.NR, n-j)
		b0, bk, bj := (*T)(nil), nr, 1
		if pk.b {
			b0 = &ws.b[j*k]
		} else {
			b0, bk, bj = &p.b.data[q*p.b.row+(j0+j)*p.b.col], p.b.row, p.b.col
		}
		c := p.c[i0+(j0+j)*p.ldc:]
		for i := 0; i < m; i += set.MR {
			mr := min(set.MR, m-i)
			a0, as := (*T)(nil), mr
			if pk.a {
				a0 = &ws.a[i*k]
			} else {
				a0, as = &p.a.data[i0+i+q*p.a.col], p.a.col
			}
			set.Tile(k, a0, as, b0, bk, bj, &c[i], p.ldc, mr, nr, flags, p.alpha)
		}
	}
}

// direct computes a product of operands that the level-1 cache holds, with no more than KC products to a sum: tile after
// tile, where they stand. A is not transposed; element (p, j) of B is b[p*bk + j*bj].
func (bl *BLAS[T]) direct(m, n, k int, alpha T, a []T, lda int, b []T, bk, bj int, c []T, ldc int, flags kernel.Flags) {
	set := &bl.set
	for j := 0; j < n; j += set.NR {
		nr := min(set.NR, n-j)
		for i := 0; i < m; i += set.MR {
			set.Tile(k, &a[i], lda, &b[j*bj], bk, bj, &c[i+j*ldc], ldc, min(set.MR, m-i), nr, flags, alpha)
		}
	}
}

// evenly returns a step of at most limit, a multiple of unit where it is below n, that divides n into parts of nearly
// equal size.
func evenly(n, limit, unit int) int {
	if n <= limit {
		return max(n, 1)
	}
	parts := (n + limit - 1) / limit
	step := (n + parts - 1) / parts
	return min((step+unit-1)/unit*unit, limit)
}

// scaleMatrix computes C = beta*C; with beta = 0 it clears C without reading it.
func scaleMatrix[T kernel.Scalar](beta T, c []T, ldc, m, n int) {
	for j := range n {
		column := c[j*ldc : j*ldc+m]
		if beta == 0 {
			clear(column)
			continue
		}
		for i := range column {
			column[i] *= beta
		}
	}
}
