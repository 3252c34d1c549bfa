package linalg

import (
	"github.com/tenferro/tenferro-go/lapack"
	"github.com/tenferro/tenferro-go/linalg/internal/lanes"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// QR computes A = Q·R for a: [m, n, batch…], with k = min(m, n): Q: [m, k, batch…] with orthonormal columns, R: [k, n,
// batch…] upper triangular or trapezoidal. Options: Full (Q: [m, m], R: [m, n]), Gauge (the diagonal of R is not negative).
//
// Method: Householder reflections, xGEQRF.
func QR(a *tensor.Tensor, opts ...Option) (q, r *tensor.Tensor, err error) {
	return pair("qr", opts, []string{"Full", "Gauge"}, a)
}

// LQ computes A = L·Q for a: [m, n, batch…], with k = min(m, n): L: [m, k, batch…] lower triangular or trapezoidal, Q: [k, n,
// batch…] with orthonormal rows. Options: Full (L: [m, n], Q: [n, n]), Gauge (the diagonal of L is not negative).
//
// Method: Householder reflections, xGELQF.
func LQ(a *tensor.Tensor, opts ...Option) (l, q *tensor.Tensor, err error) {
	return pair("lq", opts, []string{"Full", "Gauge"}, a)
}

// PivotedQR computes A[:, p] = Q·R as QR does, with the columns in an order in which the diagonal of R does not grow in
// modulus: it falls off where the rank ends. p: [n, batch…] holds int64: column j of Q·R is column p[j] of A. Options: Full,
// Gauge.
//
// Method: xGEQP3.
func PivotedQR(a *tensor.Tensor, opts ...Option) (q, r, p *tensor.Tensor, err error) {
	o, err := parse("qrp", opts, "Full", "Gauge")
	if err != nil {
		return nil, nil, nil, err
	}
	out, err := o.run("qrp", o.params, a)
	if err != nil {
		return nil, nil, nil, err
	}
	return out[0], out[1], out[2], nil
}

// TraceQR is QR in a traced program.
func TraceQR(tc *trace.Context, a *trace.Value, opts ...Option) (q, r *trace.Value) {
	tc.Helper()
	return tracePair(tc, "qr", opts, []string{"Full", "Gauge"}, a)
}

// TraceLQ is LQ in a traced program.
func TraceLQ(tc *trace.Context, a *trace.Value, opts ...Option) (l, q *trace.Value) {
	tc.Helper()
	return tracePair(tc, "lq", opts, []string{"Full", "Gauge"}, a)
}

// TracePivotedQR is PivotedQR in a traced program.
func TracePivotedQR(tc *trace.Context, a *trace.Value, opts ...Option) (q, r, p *trace.Value) {
	tc.Helper()
	o, err := parse("qrp", opts, "Full", "Gauge")
	if err != nil {
		v := tc.Fail(err)
		return v, v, v
	}
	out := apply(tc, "qrp", o.params, a)
	return out[0], out[1], out[2]
}

// pair is a one-shot call with two results.
func pair(name string, opts []Option, takes []string, operands ...*tensor.Tensor) (x, y *tensor.Tensor, err error) {
	o, err := parse(name, opts, takes...)
	if err != nil {
		return nil, nil, err
	}
	out, err := o.run(name, o.params, operands...)
	if err != nil {
		return nil, nil, err
	}
	return out[0], out[1], nil
}

// tracePair is a traced operation with two results.
func tracePair(tc *trace.Context, name string, opts []Option, takes []string, in ...*trace.Value) (x, y *trace.Value) {
	tc.Helper()
	o, err := parse(name, opts, takes...)
	if err != nil {
		v := tc.Fail(err)
		return v, v
	}
	out := apply(tc, name, o.params, in...)
	return out[0], out[1]
}

func inferQR(s *signature) ([]trace.Type, error) {
	m, n, batch := s.matrix(0)
	k := min(m, n)
	if s.Full {
		k = m
	}
	return s.give(s.like(batch, m, k), s.like(batch, k, n))
}

func inferPivotedQR(s *signature) ([]trace.Type, error) {
	types, err := inferQR(s)
	if err != nil {
		return nil, err
	}
	_, n, batch := s.matrix(0)
	return s.give(append(types, s.count(batch, n))...)
}

func inferLQ(s *signature) ([]trace.Type, error) {
	m, n, batch := s.matrix(0)
	k := min(m, n)
	if s.Full {
		k = n
	}
	return s.give(s.like(batch, m, k), s.like(batch, k, n))
}

func qr[T lapack.Scalar, R lapack.Real](c *call[T, R]) error {
	one := func(i int) error {
		return c.qr(i, func(a, tau []T) error { return c.lapack.Geqrf(c.m, c.n, a, max(c.m, 1), tau, c.ws) })
	}
	if c.grouped(c.m, c.n) && (!c.Full || c.m <= c.n) {
		return c.groups(func(lo, count int) int {
			done := lanes.QR(c.m, c.n, c.side(0, lo, count, 1), c.block(0, lo, count), c.block(1, lo, count), count)
			for i := lo; c.Gauge && i < lo+done; i++ {
				c.gaugeQR(i, min(c.m, c.n))
			}
			return done
		}, one)
	}
	return c.each(one)
}

func pivotedQR[T lapack.Scalar, R lapack.Real](c *call[T, R]) error {
	pivots := make([]int, c.n)
	return c.each(func(i int) error {
		for j := range pivots {
			pivots[j] = j // where there is nothing to factor
		}
		err := c.qr(i, func(a, tau []T) error { return c.lapack.Geqp3(c.m, c.n, a, max(c.m, 1), pivots, tau, c.ws) })
		for j, p := range pivots {
			result[int64](c, 2, i)[j] = int64(p)
		}
		return err
	})
}

// qr forms Q and R of matrix i from the reflectors that factor leaves in a. A tall matrix is factored in Q's own memory.
func (c *call[T, R]) qr(i int, factor func(a, tau []T) error) error {
	m, n := c.m, c.n
	k := min(m, n)
	columns := k // of Q
	if c.Full {
		columns = m
	}
	q, r := result[T](c, 0, i), result[T](c, 1, i)
	a := q
	if columns < n {
		a = scratch[T](c.space, 0, m*n)
	}
	tau := scratch[T](c.space, 1, k)
	if err := c.take(0, i, a); err != nil {
		return err
	}
	if err := factor(a, tau); err != nil {
		return c.failed(0, i, err)
	}
	for j := range n {
		top := min(j+1, k)
		copy(r[j*columns:], a[j*m:j*m+top])
		clear(r[j*columns+top : (j+1)*columns])
	}
	if columns < n {
		copy(q, a[:m*columns])
	}
	if err := c.lapack.Orgqr(m, columns, k, q, max(m, 1), tau, c.ws); err != nil {
		return c.failed(0, i, err)
	}
	if c.Gauge {
		c.gaugeQR(i, columns)
	}
	return nil
}

// gaugeQR makes the diagonal of the R of matrix i, whose Q has that many columns, real and not negative.
func (c *call[T, R]) gaugeQR(i, columns int) {
	m, n := c.m, c.n
	q, r := result[T](c, 0, i), result[T](c, 1, i)
	for j := range min(m, n) {
		p := phase(r[j+j*columns])
		scale(q[j*m:(j+1)*m], p)
		r[j+j*columns] = narrow[T](complex(modulus(r[j+j*columns]), 0))
		for l := j + 1; l < n; l++ {
			r[j+l*columns] *= conj(p)
		}
	}
}

func lq[T lapack.Scalar, R lapack.Real](c *call[T, R]) error {
	m, n := c.m, c.n
	k := min(m, n)
	rows := k // of Q
	if c.Full {
		rows = n
	}
	a, tau := scratch[T](c.space, 0, m*n), scratch[T](c.space, 1, k)
	return c.each(func(i int) error {
		if err := c.take(0, i, a); err != nil {
			return err
		}
		if err := c.lapack.Gelqf(m, n, a, max(m, 1), tau, c.ws); err != nil {
			return c.failed(0, i, err)
		}
		l, q := result[T](c, 0, i), result[T](c, 1, i)
		for j := range rows {
			top := min(j, m)
			clear(l[j*m : j*m+top])
			if j < k {
				copy(l[j*m+top:(j+1)*m], a[j*m+top:(j+1)*m])
			} else {
				clear(l[j*m+top : (j+1)*m])
			}
		}
		for j := range n {
			copy(q[j*rows:j*rows+min(m, rows)], a[j*m:])
		}
		if err := c.lapack.Orglq(rows, n, k, q, max(rows, 1), tau, c.ws); err != nil {
			return c.failed(0, i, err)
		}
		if c.Gauge {
			for j := range k {
				p := phase(l[j+j*m])
				l[j+j*m] = narrow[T](complex(modulus(l[j+j*m]), 0))
				scale(l[j*m+j+1:(j+1)*m], conj(p))
				for col := range n {
					q[j+col*rows] *= p
				}
			}
		}
		return nil
	})
}
