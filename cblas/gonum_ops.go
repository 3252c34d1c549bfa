package cblas

// This file joins the argument checks to the pure-Go routines.

import (
	"math"

	"github.com/tenferro/tenferro-go/cblas/internal/goblas"
)

// gonumOps holds the pure-Go routines for one element type.
type gonumOps[T Scalar] struct {
	p  *gonumProvider
	bl *goblas.BLAS[T]
}

func goOp(t Transpose) goblas.Op { return goblas.Op{Trans: t != NoTrans, Conj: t == ConjTrans} }

func (o *gonumOps[T]) Gemm(transA, transB Transpose, m, n, k int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int) error {
	work, err := checkGemm(transA, transB, m, n, k, lda, len(a), ldb, len(b), ldc, len(c), math.MaxInt)
	if err != nil || !work {
		return err
	}
	o.bl.Gemm(o.p.Threads(), goOp(transA), goOp(transB), m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
	return nil
}

func (o *gonumOps[T]) GemmBatch(transA, transB Transpose, m, n, k int, alpha T, a [][]T, lda int, b [][]T, ldb int, beta T, c [][]T, ldc int) error {
	work, err := checkGemmBatch(transA, transB, m, n, k, a, lda, b, ldb, c, ldc, math.MaxInt)
	if err != nil || !work {
		return err
	}
	o.bl.GemmBatch(o.p.Threads(), &goblas.Batch[T]{
		OpA: goOp(transA), OpB: goOp(transB), M: m, N: n, K: k,
		Alpha: alpha, Beta: beta, Lda: lda, Ldb: ldb, Ldc: ldc,
		Count: len(c), As: a, Bs: b, Cs: c,
	})
	return nil
}

func (o *gonumOps[T]) GemmStrided(transA, transB Transpose, m, n, k int, alpha T, a []T, lda, strideA int, b []T, ldb, strideB int, beta T, c []T, ldc, strideC, count int) error {
	work, err := checkGemmStrided(transA, transB, m, n, k, lda, strideA, len(a), ldb, strideB, len(b), ldc, strideC, len(c), count, math.MaxInt)
	if err != nil || !work {
		return err
	}
	o.bl.GemmBatch(o.p.Threads(), &goblas.Batch[T]{
		OpA: goOp(transA), OpB: goOp(transB), M: m, N: n, K: k,
		Alpha: alpha, Beta: beta, Lda: lda, Ldb: ldb, Ldc: ldc,
		Count: count, A: a, B: b, C: c, StrideA: strideA, StrideB: strideB, StrideC: strideC,
	})
	return nil
}

func (o *gonumOps[T]) GemmOffsets(transA, transB Transpose, m, n, k int, alpha T, a []T, lda int, offA []int, b []T, ldb int, offB []int, beta T, c []T, ldc int, offC []int) error {
	work, err := checkGemmOffsets(transA, transB, m, n, k, lda, len(a), offA, ldb, len(b), offB, ldc, len(c), offC, math.MaxInt)
	if err != nil || !work {
		return err
	}
	o.bl.GemmBatch(o.p.Threads(), &goblas.Batch[T]{
		OpA: goOp(transA), OpB: goOp(transB), M: m, N: n, K: k,
		Alpha: alpha, Beta: beta, Lda: lda, Ldb: ldb, Ldc: ldc,
		Count: len(offC), A: a, B: b, C: c, OffA: offA, OffB: offB, OffC: offC,
	})
	return nil
}

func (o *gonumOps[T]) Gemv(trans Transpose, m, n int, alpha T, a []T, lda int, x []T, incX int, beta T, y []T, incY int) error {
	work, err := checkGemv(trans, m, n, lda, len(a), len(x), incX, len(y), incY, math.MaxInt)
	if err != nil || !work {
		return err
	}
	o.bl.Gemv(o.p.Threads(), goOp(trans), false, m, n, alpha, a, lda, x, incX, beta, y, incY)
	return nil
}

func (o *gonumOps[T]) Ger(m, n int, alpha T, x []T, incX int, y []T, incY int, a []T, lda int) error {
	return o.ger("ger", false, m, n, alpha, x, incX, y, incY, a, lda)
}

func (o *gonumOps[T]) Gerc(m, n int, alpha T, x []T, incX int, y []T, incY int, a []T, lda int) error {
	return o.ger("gerc", true, m, n, alpha, x, incX, y, incY, a, lda)
}

func (o *gonumOps[T]) ger(routine string, conj bool, m, n int, alpha T, x []T, incX int, y []T, incY int, a []T, lda int) error {
	work, err := checkGer(routine, m, n, len(x), incX, len(y), incY, lda, len(a), math.MaxInt)
	if err != nil || !work {
		return err
	}
	o.bl.Ger(o.p.Threads(), conj, m, n, alpha, x, incX, y, incY, a, lda)
	return nil
}

func (o *gonumOps[T]) Dot(n int, x []T, incX int, y []T, incY int) (T, error) {
	return o.dot("dot", false, n, x, incX, y, incY)
}

func (o *gonumOps[T]) Dotc(n int, x []T, incX int, y []T, incY int) (T, error) {
	return o.dot("dotc", true, n, x, incX, y, incY)
}

func (o *gonumOps[T]) dot(routine string, conj bool, n int, x []T, incX int, y []T, incY int) (T, error) {
	work, err := checkDot(routine, n, len(x), incX, len(y), incY, math.MaxInt)
	if err != nil || !work {
		return 0, err
	}
	return o.bl.Dot(conj, n, x, incX, y, incY), nil
}

func (o *gonumOps[T]) Axpy(n int, alpha T, x []T, incX int, y []T, incY int) error {
	work, err := checkAxpy(n, len(x), incX, len(y), incY, math.MaxInt)
	if err != nil || !work {
		return err
	}
	o.bl.Axpy(n, alpha, x, incX, y, incY)
	return nil
}

func (o *gonumOps[T]) Scal(n int, alpha T, x []T, incX int) error {
	work, err := checkScal(n, len(x), incX, math.MaxInt)
	if err != nil || !work {
		return err
	}
	o.bl.Scal(n, alpha, x, incX)
	return nil
}
