package linalg

import (
	"errors"
	"math"

	"github.com/tenferro/tenferro-go/cblas"
	"github.com/tenferro/tenferro-go/lapack"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// Pinv computes the Moore-Penrose inverse of a: [m, n, batch…], as [n, m, batch…]. Options: Tolerance.
//
// Method: singular value decomposition.
func Pinv(a *tensor.Tensor, opts ...Option) (*tensor.Tensor, error) {
	return single("pinv", opts, []string{"Tolerance"}, a)
}

// MatrixRank counts the singular values that are more than zero, as int64 [batch…]. Options: Tolerance.
func MatrixRank(a *tensor.Tensor, opts ...Option) (*tensor.Tensor, error) {
	return single("rank", opts, []string{"Tolerance"}, a)
}

// Cond computes the condition number ‖A‖·‖A⁻¹‖ in a norm: Two, by the singular values, of any matrix; One, Inf or Frobenius,
// by the inverse, of square ones. A singular matrix has +Inf, an empty one 0.
func Cond(a *tensor.Tensor, kind NormKind, opts ...Option) (*tensor.Tensor, error) {
	return normed("cond", kind, opts, a)
}

// TracePinv is Pinv in a traced program.
func TracePinv(tc *trace.Context, a *trace.Value, opts ...Option) *trace.Value {
	tc.Helper()
	return traceSingle(tc, "pinv", opts, []string{"Tolerance"}, a)
}

// TraceMatrixRank is MatrixRank in a traced program.
func TraceMatrixRank(tc *trace.Context, a *trace.Value, opts ...Option) *trace.Value {
	tc.Helper()
	return traceSingle(tc, "rank", opts, []string{"Tolerance"}, a)
}

// TraceCond is Cond in a traced program.
func TraceCond(tc *trace.Context, a *trace.Value, kind NormKind) *trace.Value {
	tc.Helper()
	return apply(tc, "cond", params{Kind: kind}, a)[0]
}

func inferPinv(s *signature) ([]trace.Type, error) {
	m, n, batch := s.matrix(0)
	return s.give(s.like(batch, n, m))
}

func inferRank(s *signature) ([]trace.Type, error) {
	_, _, batch := s.matrix(0)
	return s.give(s.count(batch))
}

func inferCond(s *signature) ([]trace.Type, error) {
	m, n, batch := s.matrix(0)
	switch s.Kind {
	case Two:
	case One, Inf, Frobenius:
		if m != n {
			s.fail(0, "a square matrix is needed for the condition in the norm %s", s.Kind)
		}
	default:
		s.fail(0, "there is no condition in the norm %s", s.Kind)
	}
	return s.give(s.real(batch))
}

// pinv is V·diag(1/s)·Uᴴ over the singular values that are not zero.
func pinv[T lapack.Scalar, R lapack.Real](c *call[T, R]) error {
	m, n := c.m, c.n
	k := min(m, n)
	a, u, vh := scratch[T](c.space, 0, m*n), scratch[T](c.space, 1, m*k), scratch[T](c.space, 2, k*n)
	s := scratch[R](c.space, 3, k)
	return c.each(func(i int) error {
		if err := c.decompose(lapack.SVDThin, i, a, s, u, vh, k); err != nil {
			return err
		}
		rank := c.rankOf(s)
		for j := range rank {
			scale(u[j*m:(j+1)*m], narrow[T](complex(1/float64(s[j]), 0)))
		}
		return c.blas.Gemm(cblas.ConjTrans, cblas.ConjTrans, n, m, rank, 1, vh, max(k, 1), u, max(m, 1), 0, result[T](c, 0, i), max(n, 1))
	})
}

// rankOf counts the singular values that are not zero.
func (c *call[T, R]) rankOf(s []R) int {
	if len(s) == 0 {
		return 0
	}
	limit := R(c.tolerance(c.m, c.n, epsilon[R]())) * s[0]
	rank := 0
	for rank < len(s) && s[rank] > limit {
		rank++
	}
	return rank
}

func matrixRank[T lapack.Scalar, R lapack.Real](c *call[T, R]) error {
	a, s := scratch[T](c.space, 0, c.m*c.n), scratch[R](c.space, 1, min(c.m, c.n))
	return c.each(func(i int) error {
		if err := c.decompose(lapack.SVDNone, i, a, s, nil, nil, 1); err != nil {
			return err
		}
		result[int64](c, 0, i)[0] = int64(c.rankOf(s))
		return nil
	})
}

func cond[T lapack.Scalar, R lapack.Real](c *call[T, R]) error {
	k := min(c.m, c.n)
	if k == 0 {
		return emptyCond(c)
	}
	a, s := scratch[T](c.space, 0, c.m*c.n), scratch[R](c.space, 1, k)
	pivots := make([]int, k)
	return c.each(func(i int) error {
		x := &result[R](c, 0, i)[0]
		if c.Kind == Two {
			if err := c.decompose(lapack.SVDNone, i, a, s, nil, nil, 1); err != nil {
				return err
			}
			if *x = s[0] / s[k-1]; s[k-1] == 0 {
				*x = R(math.Inf(1))
			}
			return nil
		}
		if err := c.take(0, i, a); err != nil {
			return err
		}
		norm, err := c.lapack.Lange(c.Kind.lapack(), k, k, a, k)
		if err != nil {
			return c.failed(0, i, err)
		}
		err = c.lapack.Getrf(k, k, a, k, pivots, c.ws)
		if err == nil {
			err = c.lapack.Getri(k, a, k, pivots, c.ws)
		}
		if errors.Is(err, lapack.ErrSingular) {
			*x = R(math.Inf(1))
			return nil
		}
		if err != nil {
			return c.failed(0, i, err)
		}
		inverse, err := c.lapack.Lange(c.Kind.lapack(), k, k, a, k)
		if err != nil {
			return c.failed(0, i, err)
		}
		*x = norm * inverse
		return nil
	})
}

// emptyCond gives 0 for the condition of empty matrices.
func emptyCond[T lapack.Scalar, R lapack.Real](c *call[T, R]) error {
	return c.each(func(i int) error {
		result[R](c, 0, i)[0] = 0
		return nil
	})
}
