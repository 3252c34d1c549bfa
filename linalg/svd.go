package linalg

import (
	"errors"

	"github.com/tenferro/tenferro-go/lapack"
	"github.com/tenferro/tenferro-go/linalg/internal/lanes"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// SVD computes A = U·diag(S)·Vh for a: [m, n, batch…], with k = min(m, n): U: [m, k, batch…] with orthonormal columns, S: [k,
// batch…] descending and not negative, Vh: [k, n, batch…] with orthonormal rows. Options: Full (U: [m, m], Vh: [n, n]),
// Gauge, MaxRank, and the tolerances AbsTol, RelTol and DiscardedWeight, which cut a whole batch to the rank that the most
// demanding of its matrices needs. After a cut by a tolerance, the results are views of the whole ones.
//
// Method: xGESDD, and xGESVD on the matrices that it fails on.
func SVD(a *tensor.Tensor, opts ...Option) (u, s, vh *tensor.Tensor, err error) {
	o, err := parse("svd", opts, "Full", "Gauge", "MaxRank", "AbsTol", "RelTol", "DiscardedWeight")
	if err != nil {
		return nil, nil, nil, err
	}
	if o.Full && o.truncates() {
		return nil, nil, nil, &OptionError{Op: "svd", Option: "Full", Reason: "all vectors are asked for, and a truncation too"}
	}
	p := o.params
	if o.tolerates() {
		p.Rank = 0 // a tolerance looks at all values
	}
	out, err := o.run("svd", p, a)
	if err != nil {
		return nil, nil, nil, err
	}
	u, s, vh = out[0], out[1], out[2]
	if rank := o.keep(s); rank < s.Dim(0) {
		u, s, vh = firstOf(u, 1, rank), firstOf(s, 0, rank), firstOf(vh, 0, rank)
	}
	return u, s, vh, nil
}

// SingularValues computes S of SVD alone: [k, batch…], descending.
func SingularValues(a *tensor.Tensor, opts ...Option) (*tensor.Tensor, error) {
	return single("svdvals", opts, nil, a)
}

// TraceSVD is SVD in a traced program. Options: Full, Gauge, MaxRank; a tolerance would make shapes depend on values.
func TraceSVD(tc *trace.Context, a *trace.Value, opts ...Option) (u, s, vh *trace.Value) {
	tc.Helper()
	o, err := parse("svd", opts, "Full", "Gauge", "MaxRank")
	if err != nil {
		v := tc.Fail(err)
		return v, v, v
	}
	out := apply(tc, "svd", o.params, a)
	return out[0], out[1], out[2]
}

// TraceSingularValues is SingularValues in a traced program.
func TraceSingularValues(tc *trace.Context, a *trace.Value) *trace.Value {
	tc.Helper()
	return apply(tc, "svdvals", params{}, a)[0]
}

func inferSVD(s *signature) ([]trace.Type, error) {
	m, n, batch := s.matrix(0)
	k := min(m, n)
	if s.Full {
		return s.give(s.like(batch, m, m), s.real(batch, k), s.like(batch, n, n))
	}
	if s.Rank > 0 {
		k = min(k, s.Rank)
	}
	return s.give(s.like(batch, m, k), s.real(batch, k), s.like(batch, k, n))
}

func inferSingularValues(s *signature) ([]trace.Type, error) {
	m, n, batch := s.matrix(0)
	return s.give(s.real(batch, min(m, n)))
}

// svd is the kernel of SVD. With a rank that is less than k, LAPACK computes all vectors into scratch memory.
func svd[T lapack.Scalar, R lapack.Real](c *call[T, R]) error {
	m, n := c.m, c.n
	k := min(m, n)
	rank := k
	if c.Rank > 0 {
		rank = min(k, c.Rank)
	}
	job, columns, rows := lapack.SVDThin, k, k
	if c.Full {
		job, columns, rows = lapack.SVDFull, m, n
	}
	a := scratch[T](c.space, 0, m*n)
	one := func(i int) error {
		u, s, vh := result[T](c, 0, i), result[R](c, 1, i), result[T](c, 2, i)
		if rank < k {
			u, s, vh = scratch[T](c.space, 1, m*k), scratch[R](c.space, 2, k), scratch[T](c.space, 3, k*n)
		}
		if err := c.decompose(job, i, a, s, u, vh, rows); err != nil {
			return err
		}
		if c.Gauge {
			gaugePairs(k, u, m, columns, vh, rows, n)
		}
		if rank < k {
			copy(result[T](c, 0, i), u)
			copy(result[R](c, 1, i), s)
			dst := result[T](c, 2, i)
			for j := range n {
				copy(dst[j*rank:(j+1)*rank], vh[j*k:])
			}
		}
		return nil
	}
	if c.grouped(m, n) && rank == k && (!c.Full || m == n) {
		return c.groups(func(lo, count int) int {
			done := lanes.SVD(m, n, c.side(0, lo, count, 1), c.block(0, lo, count), c.block(1, lo, count), c.block(2, lo, count), count)
			for i := lo; c.Gauge && i < lo+done; i++ {
				gaugePairs(k, result[T](c, 0, i), m, k, result[T](c, 2, i), k, n)
			}
			return done
		}, one)
	}
	return c.each(one)
}

// decompose computes the singular value decomposition of matrix i of operand 0, which is copied to a.
func (c *call[T, R]) decompose(job lapack.SVDJob, i int, a []T, s []R, u, vh []T, rows int) error {
	if err := c.take(0, i, a); err != nil {
		return err
	}
	m, n := c.m, c.n
	err := c.lapack.Gesdd(job, m, n, a, max(m, 1), s, u, max(m, 1), vh, max(rows, 1), c.ws)
	if errors.Is(err, lapack.ErrNoConvergence) {
		c.read(0, i, a, m)
		err = c.lapack.Gesvd(job, job, m, n, a, max(m, 1), s, u, max(m, 1), vh, max(rows, 1), c.ws)
	}
	if err != nil {
		return c.failed(0, i, err)
	}
	return nil
}

func singularValues[T lapack.Scalar, R lapack.Real](c *call[T, R]) error {
	a := scratch[T](c.space, 0, c.m*c.n)
	return c.each(func(i int) error {
		return c.decompose(lapack.SVDNone, i, a, result[R](c, 0, i), nil, nil, 1)
	})
}

// gaugePairs makes the element of largest modulus of each of the first k columns of u: [m, columns] real and positive,
// the first of several, and turns the rows of vh: [rows, n] against it, so that the product stays. What belongs to no
// singular value is turned by itself.
func gaugePairs[T lapack.Scalar](k int, u []T, m, columns int, vh []T, rows, n int) {
	for j := range columns {
		p := gaugeColumn(u[j*m : (j+1)*m])
		if j < k {
			for l := range n {
				vh[j+l*rows] *= p
			}
		}
	}
	for i := k; i < rows; i++ {
		row := make([]T, n)
		for l := range n {
			row[l] = vh[i+l*rows]
		}
		gaugeColumn(row)
		for l, v := range row {
			vh[i+l*rows] = v
		}
	}
}

// gaugeColumn makes the element of largest modulus real and positive, the first of several that are as large up to
// rounding. It returns the phase that it had.
func gaugeColumn[T lapack.Scalar](x []T) T {
	largest := 0.0
	for _, v := range x {
		largest = max(largest, modulus(v))
	}
	for i, v := range x {
		if modulus(v) >= largest*(1-1e-3) {
			p := phase(v)
			scale(x, conj(p))
			x[i] = narrow[T](complex(modulus(v), 0)) // without what rounding leaves of the imaginary part
			return p
		}
	}
	return 1
}
