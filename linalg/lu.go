package linalg

import (
	"errors"
	"math"

	"github.com/tenferro/tenferro-go/lapack"
	"github.com/tenferro/tenferro-go/linalg/internal/lanes"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// LU computes A[p, :] = L·U for a: [m, n, batch…], with k = min(m, n): p: [m, batch…] holds int64, row i of L·U is row p[i] of A;
// L: [m, k, batch…] is unit lower and U: [k, n, batch…] upper triangular or trapezoidal. A singular matrix has a U with a
// zero on its diagonal.
//
// Method: partial pivoting, xGETRF.
func LU(a *tensor.Tensor, opts ...Option) (p, l, u *tensor.Tensor, err error) {
	o, err := parse("lu", opts)
	if err != nil {
		return nil, nil, nil, err
	}
	out, err := o.run("lu", o.params, a)
	if err != nil {
		return nil, nil, nil, err
	}
	return out[0], out[1], out[2], nil
}

// LUSolve computes X with A·X = B from the factors of LU of a square A; b and X are as with Solve. Options: Adjoint.
func LUSolve(p, l, u, b *tensor.Tensor, opts ...Option) (*tensor.Tensor, error) {
	return single("lusolve", opts, []string{"Adjoint"}, l, u, p, b)
}

// Inv computes the inverse of a: [n, n, batch…]. A singular matrix is a *MatrixError with a lapack.SingularError.
//
// Method: xGETRF and xGETRI.
func Inv(a *tensor.Tensor, opts ...Option) (*tensor.Tensor, error) {
	return single("inv", opts, nil, a)
}

// Det computes the determinant of a: [n, n, batch…], as [batch…]. It overflows, or vanishes, where SlogDet does not.
func Det(a *tensor.Tensor, opts ...Option) (*tensor.Tensor, error) {
	return single("det", opts, nil, a)
}

// SlogDet computes the determinant as sign·exp(logAbs): sign has modulus 1 and a's dtype, logAbs is real. A singular
// matrix has sign 0 and logAbs -Inf.
func SlogDet(a *tensor.Tensor, opts ...Option) (sign, logAbs *tensor.Tensor, err error) {
	return pair("slogdet", opts, nil, a)
}

// TraceLU is LU in a traced program.
func TraceLU(tc *trace.Context, a *trace.Value) (p, l, u *trace.Value) {
	tc.Helper()
	out := apply(tc, "lu", params{}, a)
	return out[0], out[1], out[2]
}

// TraceLUSolve is LUSolve in a traced program.
func TraceLUSolve(tc *trace.Context, p, l, u, b *trace.Value, opts ...Option) *trace.Value {
	tc.Helper()
	return traceSingle(tc, "lusolve", opts, []string{"Adjoint"}, l, u, p, b)
}

// TraceInv is Inv in a traced program.
func TraceInv(tc *trace.Context, a *trace.Value) *trace.Value {
	tc.Helper()
	return traceSingle(tc, "inv", nil, nil, a)
}

// TraceDet is Det in a traced program.
func TraceDet(tc *trace.Context, a *trace.Value) *trace.Value {
	tc.Helper()
	return traceSingle(tc, "det", nil, nil, a)
}

// TraceSlogDet is SlogDet in a traced program.
func TraceSlogDet(tc *trace.Context, a *trace.Value) (sign, logAbs *trace.Value) {
	tc.Helper()
	return tracePair(tc, "slogdet", nil, nil, a)
}

func inferLU(s *signature) ([]trace.Type, error) {
	m, n, batch := s.matrix(0)
	k := min(m, n)
	return s.give(s.count(batch, m), s.like(batch, m, k), s.like(batch, k, n))
}

// inferLUSolve has the operands L, U, p, B.
func inferLUSolve(s *signature) ([]trace.Type, error) {
	n, batch := s.square(0)
	s.same(1, s.in[0].Shape)
	s.same(2, s.in[0].Shape[min(1, len(s.in[0].Shape)):])
	s.rows(3, n, batch)
	return s.give(s.in[3])
}

func isPermutation(operand int) bool { return operand == 2 }

func inferInv(s *signature) ([]trace.Type, error) {
	s.square(0)
	return s.give(s.in[0])
}

func inferDet(s *signature) ([]trace.Type, error) {
	_, batch := s.square(0)
	return s.give(s.like(batch))
}

func inferSlogDet(s *signature) ([]trace.Type, error) {
	_, batch := s.square(0)
	return s.give(s.like(batch), s.real(batch))
}

// factored copies matrix i to a and factors it there. A singular one is factored too.
func (c *call[T, R]) factored(i int, a []T, pivots []int) (singular bool, err error) {
	if err := c.take(0, i, a); err != nil {
		return false, err
	}
	if c.m == c.n {
		err = c.getrf(c.n, a, pivots)
	} else {
		err = c.lapack.Getrf(c.m, c.n, a, max(c.m, 1), pivots, c.ws)
	}
	if singular = errors.Is(err, lapack.ErrSingular); err != nil && !singular {
		return false, c.failed(0, i, err)
	}
	return singular, nil
}

func lu[T lapack.Scalar, R lapack.Real](c *call[T, R]) error {
	m, n := c.m, c.n
	k := min(m, n)
	a, pivots := scratch[T](c.space, 0, m*n), make([]int, k)
	return c.each(func(i int) error {
		if _, err := c.factored(i, a, pivots); err != nil {
			return err
		}
		p, l, u := result[int64](c, 0, i), result[T](c, 1, i), result[T](c, 2, i)
		for row := range p {
			p[row] = int64(row)
		}
		for row, other := range pivots {
			p[row], p[other] = p[other], p[row]
		}
		for j := range k {
			clear(l[j*m : j*m+j])
			l[j+j*m] = 1
			copy(l[j*m+j+1:(j+1)*m], a[j*m+j+1:])
		}
		for j := range n {
			top := min(j+1, k)
			copy(u[j*k:], a[j*m:j*m+top])
			clear(u[j*k+top : (j+1)*k])
		}
		return nil
	})
}

// luSolve permutes the rows of B, then substitutes twice; for the adjoint, Aᴴ = Uᴴ·Lᴴ·P, the other way round.
func luSolve[T lapack.Scalar, R lapack.Real](c *call[T, R]) error {
	n, k := c.n, c.in[3].n
	l, u, rows := scratch[T](c.space, 0, n*n), scratch[T](c.space, 1, n*n), scratch[T](c.space, 2, n*k)
	perm, seen := permutations(c.other[2]), make([]bool, n)
	return c.each(func(i int) error {
		if err := c.take(0, i, l); err != nil {
			return err
		}
		if err := c.take(1, i, u); err != nil {
			return err
		}
		if err := c.take(3, i, rows); err != nil {
			return err
		}
		p, x := perm[i*n:(i+1)*n], result[T](c, 0, i)
		if err := c.checkPermutation(i, p, seen); err != nil {
			return err
		}
		if !c.Adjoint {
			for j := range k {
				for row, from := range p {
					x[row+j*n] = rows[int(from)+j*n]
				}
			}
			if err := c.substitute(0, i, lapack.Lower, lapack.Unit, l, x, k); err != nil {
				return err
			}
			return c.substitute(1, i, lapack.Upper, lapack.NonUnit, u, x, k)
		}
		if err := c.substitute(1, i, lapack.Upper, lapack.NonUnit, u, rows, k); err != nil {
			return err
		}
		if err := c.substitute(0, i, lapack.Lower, lapack.Unit, l, rows, k); err != nil {
			return err
		}
		for j := range k {
			for row, to := range p {
				x[int(to)+j*n] = rows[row+j*n]
			}
		}
		return nil
	})
}

func permutations(t *tensor.Tensor) []int64 {
	p, _ := tensor.ColMajor[int64](t) // the dtype is right
	return p
}

// substitute solves with matrix i of a triangular operand, a, in the memory of x: [n, k].
func (c *call[T, R]) substitute(operand, i int, uplo lapack.Uplo, diag lapack.Diag, a, x []T, k int) error {
	ld := max(c.n, 1)
	if err := c.lapack.Trtrs(uplo, c.trans(), diag, c.n, k, a, ld, x, ld, c.ws); err != nil {
		return c.failed(operand, i, err)
	}
	return nil
}

// checkPermutation refuses rows that are none; seen: [n] is scratch.
func (c *call[T, R]) checkPermutation(i int, p []int64, seen []bool) error {
	clear(seen)
	for _, row := range p {
		if row < 0 || int(row) >= len(p) || seen[row] {
			return c.failed(2, i, errNoPermutation)
		}
		seen[row] = true
	}
	return nil
}

var errNoPermutation = errors.New("is not a permutation of the rows")

func inv[T lapack.Scalar, R lapack.Real](c *call[T, R]) error {
	n := c.n
	pivots := make([]int, n)
	one := func(i int) error {
		a := result[T](c, 0, i)
		if err := c.take(0, i, a); err != nil {
			return err
		}
		err := c.getrf(n, a, pivots)
		if err == nil {
			err = c.getri(n, a, pivots)
		}
		if err != nil {
			return c.failed(0, i, err)
		}
		return nil
	}
	if c.grouped(n) {
		return c.groups(func(lo, count int) int {
			return lanes.Solve(n, n, c.side(0, lo, count, 1), false, nil, c.block(0, lo, count), count)
		}, one)
	}
	return c.each(one)
}

func det[T lapack.Scalar, R lapack.Real](c *call[T, R]) error {
	n := c.n
	a, pivots := scratch[T](c.space, 0, n*n), make([]int, n)
	return c.each(func(i int) error {
		if _, err := c.factored(i, a, pivots); err != nil {
			return err
		}
		d := T(1)
		for j, other := range pivots {
			d *= a[j+j*n]
			if other != j {
				d = -d
			}
		}
		result[T](c, 0, i)[0] = d
		return nil
	})
}

func slogDet[T lapack.Scalar, R lapack.Real](c *call[T, R]) error {
	n := c.n
	a, pivots := scratch[T](c.space, 0, n*n), make([]int, n)
	return c.each(func(i int) error {
		singular, err := c.factored(i, a, pivots)
		if err != nil {
			return err
		}
		sign, sum := T(1), 0.0
		for j, other := range pivots {
			sign *= phase(a[j+j*n])
			sum += math.Log(modulus(a[j+j*n]))
			if other != j {
				sign = -sign
			}
		}
		if singular {
			sign, sum = 0, math.Inf(-1)
		}
		result[T](c, 0, i)[0] = sign
		result[R](c, 1, i)[0] = R(sum)
		return nil
	})
}
