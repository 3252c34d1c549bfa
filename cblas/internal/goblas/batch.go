package goblas

// This file holds the three forms of many products of equal sizes.

import "github.com/tenferro/tenferro-go/cblas/internal/kernel"

// Batch is many products C = alpha*op(A)*op(B) + beta*C of equal sizes. Exactly one of its forms is used:
//
//   - with As, Bs and Cs, item i is the product of As[i] and Bs[i] in Cs[i];
//   - with OffC, item i stands at A[OffA[i]:], B[OffB[i]:] and C[OffC[i]:], and the items are done in order wherever
//     they share a result;
//   - else item i stands at A[i*StrideA:], B[i*StrideB:] and C[i*StrideC:].
type Batch[T kernel.Scalar] struct {
	OpA, OpB      Op
	M, N, K       int
	Alpha, Beta   T
	Lda, Ldb, Ldc int
	Count         int

	As, Bs, Cs [][]T

	A, B, C                   []T
	OffA, OffB, OffC          []int
	StrideA, StrideB, StrideC int
}

// item returns the operands and the result of product i. Operands without an element need not reach the offsets.
func (b *Batch[T]) item(i int) (x, y, z []T) {
	switch {
	case b.Cs != nil:
		return b.As[i], b.Bs[i], b.Cs[i]
	case b.K == 0 && b.OffC != nil:
		return nil, nil, b.C[b.OffC[i]:]
	case b.K == 0:
		return nil, nil, b.C[i*b.StrideC:]
	case b.OffC != nil:
		return b.A[b.OffA[i]:], b.B[b.OffB[i]:], b.C[b.OffC[i]:]
	}
	return b.A[i*b.StrideA:], b.B[i*b.StrideB:], b.C[i*b.StrideC:]
}

// run does items [lo, hi), each on at most threads goroutines.
func (b *Batch[T]) run(bl *BLAS[T], threads, lo, hi int) {
	for i := lo; i < hi; i++ {
		x, y, z := b.item(i)
		bl.Gemm(threads, b.OpA, b.OpB, b.M, b.N, b.K, b.Alpha, x, b.Lda, y, b.Ldb, b.Beta, z, b.Ldc)
	}
}

// GemmBatch does the products of a batch on at most threads goroutines: many at a time where one alone would not keep
// the goroutines busy, one after the other on all of them else.
func (bl *BLAS[T]) GemmBatch(threads int, b *Batch[T]) {
	if b.M == 0 || b.N == 0 || b.Count == 0 {
		return
	}
	if threads == 1 || bl.worthwhile(threads, b.M, b.N, b.K) >= threads || !b.separate() {
		b.run(bl, threads, 0, b.Count)
		return
	}
	// An item moves memory even where it has little to compute: count that as work too.
	work := max(b.K, 4)
	items := max(1, float64(b.Count))
	parts := int(min(float64(threads), items, items*float64(b.M)*float64(b.N)*float64(work)*float64(bl.weight)/(1<<20)))
	if parts <= 1 {
		b.run(bl, 1, 0, b.Count)
		return
	}
	j := bl.batches.Get().(*batchJob[T])
	j.Batch = *b
	// A few parts for each goroutine, so that a slow one does not keep the others waiting.
	j.step = ceil(b.Count, 4*parts)
	j.crew.run(parts, ceil(b.Count, j.step))
	j.Batch = Batch[T]{}
	bl.batches.Put(j)
}

// separate reports whether items with different results may be done at the same time. Strided items and those of their
// own slices may; for offsets it must be seen that no two results overlap except where they are the same, and that
// those that are the same follow each other.
func (b *Batch[T]) separate() bool {
	if b.OffC == nil {
		return true
	}
	span := (b.N-1)*b.Ldc + b.M
	gap := span // the least distance of two different results
	for i := 1; i < len(b.OffC); i++ {
		d := b.OffC[i] - b.OffC[i-1]
		if d < 0 {
			return false
		}
		if d > 0 {
			gap = min(gap, d)
		}
	}
	if gap >= span {
		return true
	}
	// The results may also lie between each other's columns.
	reach := b.OffC[len(b.OffC)-1] - b.OffC[0] + b.M
	return gap >= b.M && reach <= b.Ldc
}

// batchJob is a batch that a crew works on.
type batchJob[T kernel.Scalar] struct {
	crew
	Batch[T]
	bl   *BLAS[T]
	step int // items in a part
}

func newBatchJob[T kernel.Scalar](bl *BLAS[T]) *batchJob[T] {
	j := &batchJob[T]{bl: bl}
	j.crew.init(j.do)
	return j
}

// do does one part. Items that update one result belong to the part where the first of them stands.
func (j *batchJob[T]) do(part int) {
	lo, hi := part*j.step, min((part+1)*j.step, j.Count)
	if j.OffC != nil {
		lo, hi = j.firstOfRun(lo), j.firstOfRun(hi)
	}
	j.Batch.run(j.bl, 1, lo, hi)
}

// firstOfRun returns the first item from i on whose result is not that of the item before.
func (j *batchJob[T]) firstOfRun(i int) int {
	for i > 0 && i < j.Count && j.OffC[i] == j.OffC[i-1] {
		i++
	}
	return i
}
