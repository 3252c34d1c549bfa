package linalg

import (
	"github.com/tenferro/tenferro-go/lapack"
	"github.com/tenferro/tenferro-go/linalg/internal/lanes"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// Solve computes X with A·X = B for a: [n, n, batch…] and b: [n, k, batch…], or [n, batch…] for one right-hand side each; X
// has b's shape. A singular matrix is a *MatrixError with a lapack.SingularError. Options: Adjoint (Aᴴ·X = B).
//
// Method: LU with partial pivoting, xGETRF and xGETRS.
func Solve(a, b *tensor.Tensor, opts ...Option) (*tensor.Tensor, error) {
	return single("solve", opts, []string{"Adjoint"}, a, b)
}

// SolvePositive is Solve for a Hermitian positive definite a, of which the upper triangle is read, with Lower the lower
// one. What is not positive definite is a *MatrixError with a lapack.NotPositiveDefiniteError.
//
// Method: Cholesky, xPOSV.
func SolvePositive(a, b *tensor.Tensor, opts ...Option) (*tensor.Tensor, error) {
	return single("solvepos", opts, []string{"Lower"}, a, b)
}

// SolveTriangular is Solve for an upper triangular a, with Lower a lower triangular one; the other triangle is not
// read. Options: Lower, UnitDiagonal, Adjoint.
//
// Method: substitution, xTRTRS.
func SolveTriangular(a, b *tensor.Tensor, opts ...Option) (*tensor.Tensor, error) {
	return single("solvetri", opts, []string{"Lower", "UnitDiagonal", "Adjoint"}, a, b)
}

// LstSq computes the X of least norm that makes ‖B - A·X‖ least, for a: [m, n, batch…] and b: [m, k, batch…] or [m, batch…];
// X is [n, k, batch…] or [n, batch…]. It returns as well the rank of each matrix, int64 [batch…], and its singular
// values. Options: Tolerance, which decides the rank.
//
// Method: singular value decomposition, xGELSD.
func LstSq(a, b *tensor.Tensor, opts ...Option) (x, rank, s *tensor.Tensor, err error) {
	o, err := parse("lstsq", opts, "Tolerance")
	if err != nil {
		return nil, nil, nil, err
	}
	out, err := o.run("lstsq", o.params, a, b)
	if err != nil {
		return nil, nil, nil, err
	}
	return out[0], out[1], out[2], nil
}

// TraceSolve is Solve in a traced program.
func TraceSolve(tc *trace.Context, a, b *trace.Value, opts ...Option) *trace.Value {
	tc.Helper()
	return traceSingle(tc, "solve", opts, []string{"Adjoint"}, a, b)
}

// TraceSolvePositive is SolvePositive in a traced program.
func TraceSolvePositive(tc *trace.Context, a, b *trace.Value, opts ...Option) *trace.Value {
	tc.Helper()
	return traceSingle(tc, "solvepos", opts, []string{"Lower"}, a, b)
}

// TraceSolveTriangular is SolveTriangular in a traced program.
func TraceSolveTriangular(tc *trace.Context, a, b *trace.Value, opts ...Option) *trace.Value {
	tc.Helper()
	return traceSingle(tc, "solvetri", opts, []string{"Lower", "UnitDiagonal", "Adjoint"}, a, b)
}

// TraceLstSq is LstSq in a traced program.
func TraceLstSq(tc *trace.Context, a, b *trace.Value, opts ...Option) (x, rank, s *trace.Value) {
	tc.Helper()
	o, err := parse("lstsq", opts, "Tolerance")
	if err != nil {
		v := tc.Fail(err)
		return v, v, v
	}
	out := apply(tc, "lstsq", o.params, a, b)
	return out[0], out[1], out[2]
}

func inferSolve(s *signature) ([]trace.Type, error) {
	n, batch := s.square(0)
	s.rows(1, n, batch)
	return s.give(s.in[1])
}

func inferLstSq(s *signature) ([]trace.Type, error) {
	m, n, batch := s.matrix(0)
	x := s.like(batch, n)
	if k := s.rows(1, m, batch); k >= 0 {
		x = s.like(batch, n, k)
	}
	return s.give(x, s.count(batch), s.real(batch, min(m, n)))
}

// trans is how the matrix of a system is read.
func (p *params) trans() lapack.Transpose {
	if p.Adjoint {
		return lapack.ConjTrans
	}
	return lapack.NoTrans
}

// system returns what calls f with the matrix and the right-hand sides of system i; those stand where the result does.
func (c *call[T, R]) system(take func(k, i int, a []T) error, f func(a, b []T, k int) error) func(i int) error {
	a := scratch[T](c.space, 0, c.m*c.n)
	k := c.in[1].n
	return func(i int) error {
		if err := take(0, i, a); err != nil {
			return err
		}
		b := result[T](c, 0, i)
		if err := c.take(1, i, b); err != nil {
			return err
		}
		if err := f(a, b, k); err != nil {
			return c.failed(0, i, err)
		}
		return nil
	}
}

func solve[T lapack.Scalar, R lapack.Real](c *call[T, R]) error {
	n := c.n
	pivots := make([]int, n)
	one := c.system(c.take, func(a, b []T, k int) error {
		if err := c.getrf(n, a, pivots); err != nil {
			return err
		}
		return c.getrs(c.trans(), n, k, a, pivots, b)
	})
	if k := c.in[1].n; c.grouped(n, k) {
		return c.groups(func(lo, count int) int {
			return lanes.Solve(n, k, c.side(0, lo, count, 1), c.Adjoint, c.side(1, lo, count, 2), c.block(0, lo, count), count)
		}, one)
	}
	return c.each(one)
}

func solvePositive[T lapack.Scalar, R lapack.Real](c *call[T, R]) error {
	n := c.n
	return c.each(c.system(c.takeTriangle, func(a, b []T, k int) error {
		return c.lapack.Posv(c.triangle(), n, k, a, max(n, 1), b, max(n, 1), c.ws)
	}))
}

func solveTriangular[T lapack.Scalar, R lapack.Real](c *call[T, R]) error {
	n := c.n
	diag := lapack.NonUnit
	if c.Unit {
		diag = lapack.Unit
	}
	return c.each(c.system(c.takeTriangle, func(a, b []T, k int) error {
		return c.lapack.Trtrs(c.triangle(), c.trans(), diag, n, k, a, max(n, 1), b, max(n, 1), c.ws)
	}))
}

func lstSq[T lapack.Scalar, R lapack.Real](c *call[T, R]) error {
	m, n := c.m, c.n
	k := c.in[1].n
	ld := max(m, n, 1)
	a, b := scratch[T](c.space, 0, m*n), scratch[T](c.space, 1, ld*k)
	return c.each(func(i int) error {
		if err := c.take(0, i, a); err != nil {
			return err
		}
		c.read(1, i, b, ld)
		if err := lapack.CheckFinite(m, k, b, ld); err != nil {
			return c.failed(1, i, err)
		}
		x, s := result[T](c, 0, i), result[R](c, 2, i)
		if m == 0 || n == 0 {
			clear(x) // no equations, or nothing to solve for
			result[int64](c, 1, i)[0] = 0
			return nil
		}
		rank, err := c.lapack.Gelsd(m, n, k, a, m, b, ld, s, R(c.tolerance(m, n, epsilon[R]())), c.ws)
		if err != nil {
			return c.failed(0, i, err)
		}
		for j := range k {
			copy(x[j*n:(j+1)*n], b[j*ld:])
		}
		result[int64](c, 1, i)[0] = int64(rank)
		return nil
	})
}

// tolerance is below which part of the largest singular value of an m×n matrix others count as zero.
func (p *params) tolerance(m, n int, epsilon float64) float64 {
	if p.Tol >= 0 {
		return p.Tol
	}
	return float64(max(m, n)) * epsilon
}
