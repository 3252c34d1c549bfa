package goblas

// This file holds the matrix product as it is called, and its division among goroutines.

import "github.com/tenferro/tenferro-go/cblas/internal/kernel"

// Gemm computes C = alpha*op(A)*op(B) + beta*C on at most threads goroutines.
func (bl *BLAS[T]) Gemm(threads int, opA, opB Op, m, n, k int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int) {
	if m == 0 || n == 0 {
		return
	}
	if k == 0 || alpha == 0 {
		if beta != 1 {
			scaleMatrix(beta, c, ldc, m, n)
		}
		return
	}
	flags := conjugations(opA, opB)
	if n == 1 && (opA.Trans || m*k > smallOperand) {
		// One column: op(A) times a vector, which stands along or across B.
		inc := 1
		if opB.Trans {
			inc = ldb
		}
		am, an := m, k
		if opA.Trans {
			am, an = k, m
		}
		bl.Gemv(threads, opA, opB.Conj, am, an, alpha, a, lda, b, inc, beta, c, 1)
		return
	}
	if m == 1 && n*k > smallOperand {
		// One row: the transpose is op(B)ᵀ times a vector.
		inc := lda
		if opA.Trans {
			inc = 1
		}
		bm, bn := k, n
		if opB.Trans {
			bm, bn = n, k
		}
		bl.Gemv(threads, Op{Trans: !opB.Trans, Conj: opB.Conj}, opA.Conj, bm, bn, alpha, b, ldb, a, inc, beta, c, ldc)
		return
	}
	if !opA.Trans && m*k <= smallOperand && n*k <= smallOperand && k <= bl.set.KC && (beta == 0 || beta == 1) {
		if beta != 0 {
			flags |= kernel.Add
		}
		bk, bj := 1, ldb
		if opB.Trans {
			bk, bj = ldb, 1
		}
		bl.direct(m, n, k, alpha, a, lda, b, bk, bj, c, ldc, flags)
		return
	}
	p := product[T]{
		m: m, n: n, k: k, alpha: alpha, beta: beta,
		a: newOperand(opA, a, lda), b: newOperand(opB, b, ldb), c: c, ldc: ldc,
		flags: flags,
	}
	if threads > 1 {
		if t := bl.worthwhile(threads, m, n, k); t > 1 {
			bl.gemmParallel(t, &p)
			return
		}
	}
	p.run(bl, 0, m, 0, n)
}

func conjugations(opA, opB Op) (flags kernel.Flags) {
	if opA.Conj {
		flags |= kernel.ConjA
	}
	if opB.Conj {
		flags |= kernel.ConjB
	}
	return flags
}

// worthwhile returns how many of the threads a product of this size keeps busy long enough to pay for waking them:
// grain real multiplications each.
func (bl *BLAS[T]) worthwhile(threads, m, n, k int) int {
	const grain = 1 << 20
	work := float64(m) * float64(n) * float64(k) * float64(bl.weight)
	if work >= grain*float64(threads) {
		return threads
	}
	return int(work / grain)
}

// productJob is a product that a crew works on.
type productJob[T kernel.Scalar] struct {
	crew
	product[T]
	bl           *BLAS[T]
	rows         int // parts in a column of the grid
	stepM, stepN int
}

func newProductJob[T kernel.Scalar](bl *BLAS[T]) *productJob[T] {
	j := &productJob[T]{bl: bl}
	j.crew.init(j.do)
	return j
}

// do computes one rectangle of C.
func (j *productJob[T]) do(part int) {
	i0, j0 := part%j.rows*j.stepM, part/j.rows*j.stepN
	j.product.run(j.bl, i0, min(i0+j.stepM, j.m), j0, min(j0+j.stepN, j.n))
}

// gemmParallel divides C into a grid of rectangles. Each is a product of its own, that packs what it needs: with
// rectangles near squares that costs little and needs no barrier.
func (bl *BLAS[T]) gemmParallel(threads int, p *product[T]) {
	j := bl.products.Get().(*productJob[T])
	j.product = *p
	pieces := threads
	if bl.worthwhile(32*threads, p.m, p.n, p.k) == 32*threads {
		pieces = 3 * threads // large enough that goroutines which come late or run slowly may leave work to others
	}
	rows, cols := bl.grid(threads, pieces, p.m, p.n)
	j.stepM = ceil(ceil(p.m, rows), bl.set.MR) * bl.set.MR
	j.stepN = ceil(ceil(p.n, cols), bl.set.NR) * bl.set.NR
	j.rows = ceil(p.m, j.stepM)
	j.crew.run(threads, j.rows*ceil(p.n, j.stepN))
	j.product = product[T]{}
	bl.products.Put(j)
}

// grid chooses rows*cols >= pieces rectangles of C: the grid whose busiest goroutine has least to compute and to pack.
func (bl *BLAS[T]) grid(threads, pieces, m, n int) (rows, cols int) {
	best := -1
	for r := 1; r <= pieces; r++ {
		c := ceil(pieces, r)
		mb := min(ceil(ceil(m, r), bl.set.MR)*bl.set.MR, m)
		nb := min(ceil(ceil(n, c), bl.set.NR)*bl.set.NR, n)
		turns := ceil(ceil(m, mb)*ceil(n, nb), threads)
		// Packing a row or column of length k costs about as much as packCost rows' worth of products.
		const packCost = 4
		cost := turns * (mb*nb + packCost*(mb+nb))
		if best < 0 || cost < best {
			best, rows, cols = cost, r, c
		}
	}
	return rows, cols
}

func ceil(a, b int) int { return (a + b - 1) / b }
