package linalg

import (
	"github.com/tenferro/tenferro-go/lapack"
	"github.com/tenferro/tenferro-go/linalg/internal/lanes"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// Cholesky computes the upper triangular U with A = Uᴴ·U of a Hermitian positive definite a: [n, n, batch…], of which the upper
// triangle is read; with Lower the lower triangular L with A = L·Lᴴ, from the lower triangle. The diagonal is real and
// positive, the other triangle zero. What is not positive definite is a *MatrixError with a
// lapack.NotPositiveDefiniteError, which has the index. Options: Lower.
//
// Method: xPOTRF.
func Cholesky(a *tensor.Tensor, opts ...Option) (*tensor.Tensor, error) {
	return single("cholesky", opts, []string{"Lower"}, a)
}

// TraceCholesky is Cholesky in a traced program.
func TraceCholesky(tc *trace.Context, a *trace.Value, opts ...Option) *trace.Value {
	tc.Helper()
	return traceSingle(tc, "cholesky", opts, []string{"Lower"}, a)
}

func cholesky[T lapack.Scalar, R lapack.Real](c *call[T, R]) error {
	one := func(i int) error {
		a := result[T](c, 0, i)
		if err := c.takeTriangle(0, i, a); err != nil {
			return err
		}
		if err := c.potrf(c.n, a); err != nil {
			return c.failed(0, i, err)
		}
		return nil
	}
	if c.grouped(c.n) {
		return c.groups(func(lo, count int) int {
			return lanes.Cholesky(c.n, c.Lower, c.side(0, lo, count, 1), c.block(0, lo, count), count)
		}, one)
	}
	return c.each(one)
}
