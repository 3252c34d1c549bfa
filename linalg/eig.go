package linalg

import (
	"github.com/tenferro/tenferro-go/lapack"
	"github.com/tenferro/tenferro-go/linalg/internal/lanes"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// Eigh computes A·V = V·diag(W) for Hermitian, or real symmetric, a: [n, n, batch…]: W: [n, batch…] real and ascending, V: [n,
// n, batch…] unitary. The upper triangle is read, with Lower the lower one; the other is not looked at, and imaginary
// parts on the diagonal are taken to be zero. Options: Lower, Gauge.
//
// Method: xSYEVD or xHEEVD.
func Eigh(a *tensor.Tensor, opts ...Option) (w, v *tensor.Tensor, err error) {
	return pair("eigh", opts, []string{"Lower", "Gauge"}, a)
}

// EigvalsH computes W of Eigh alone. Options: Lower.
func EigvalsH(a *tensor.Tensor, opts ...Option) (*tensor.Tensor, error) {
	return single("eigvalsh", opts, []string{"Lower"}, a)
}

// Eig computes A·V = V·diag(W) for any square a: [n, n, batch…]: W: [n, batch…] and V: [n, n, batch…] are complex, of real
// matrices too. The columns of V have Euclidean norm 1 and a real element of largest modulus; of a defective matrix
// they are not independent. The order is LAPACK's and none to rely on, but that conjugate pairs of a real matrix stand
// together, the positive imaginary part first. Options: Gauge (that element is positive).
//
// Method: xGEEV.
func Eig(a *tensor.Tensor, opts ...Option) (w, v *tensor.Tensor, err error) {
	return pair("eig", opts, []string{"Gauge"}, a)
}

// Eigvals computes W of Eig alone.
func Eigvals(a *tensor.Tensor, opts ...Option) (*tensor.Tensor, error) {
	return single("eigvals", opts, nil, a)
}

// TraceEigh is Eigh in a traced program.
func TraceEigh(tc *trace.Context, a *trace.Value, opts ...Option) (w, v *trace.Value) {
	tc.Helper()
	return tracePair(tc, "eigh", opts, []string{"Lower", "Gauge"}, a)
}

// TraceEigvalsH is EigvalsH in a traced program.
func TraceEigvalsH(tc *trace.Context, a *trace.Value, opts ...Option) *trace.Value {
	tc.Helper()
	return traceSingle(tc, "eigvalsh", opts, []string{"Lower"}, a)
}

// TraceEig is Eig in a traced program.
func TraceEig(tc *trace.Context, a *trace.Value, opts ...Option) (w, v *trace.Value) {
	tc.Helper()
	return tracePair(tc, "eig", opts, []string{"Gauge"}, a)
}

// TraceEigvals is Eigvals in a traced program.
func TraceEigvals(tc *trace.Context, a *trace.Value) *trace.Value {
	tc.Helper()
	return traceSingle(tc, "eigvals", nil, nil, a)
}

func inferEigh(s *signature) ([]trace.Type, error) {
	n, batch := s.square(0)
	return s.give(s.real(batch, n), s.like(batch, n, n))
}

func inferEigvalsH(s *signature) ([]trace.Type, error) {
	n, batch := s.square(0)
	return s.give(s.real(batch, n))
}

func inferEig(s *signature) ([]trace.Type, error) {
	n, batch := s.square(0)
	return s.give(s.complex(batch, n), s.complex(batch, n, n))
}

func inferEigvals(s *signature) ([]trace.Type, error) {
	n, batch := s.square(0)
	return s.give(s.complex(batch, n))
}

func (p *params) triangle() lapack.Uplo {
	if p.Lower {
		return lapack.Lower
	}
	return lapack.Upper
}

// wholeTriangle is the largest order at which a matrix is copied and checked in one piece, of which one triangle is needed:
// until there it fits the second cache, and a column costs more in calls than in elements.
const wholeTriangle = 128

// takeTriangle is take for a matrix of which one triangle is read: what stands in the other is replaced by zeros.
func (c *call[T, R]) takeTriangle(k, i int, a []T) error {
	n, s := c.n, &c.in[k]
	from := s.at(i)
	columns := s.rs == 1 && n > wholeTriangle
	if !columns {
		c.read(k, i, a, n)
	}
	finite := true
	for j := range n {
		column, first, last := a[j*n:(j+1)*n], 0, j+1
		if c.Lower {
			first, last = j, n
		}
		if columns {
			copy(column[first:last], s.data[from+j*s.cs+first:])
		}
		clear(column[:first])
		clear(column[last:])
		if c.Unit {
			column[j] = 1
		}
		if columns {
			finite = lapack.AllFinite(column[first:last]) && finite
		}
	}
	if finite && (columns || lapack.AllFinite(a[:n*n])) {
		return nil
	}
	return c.failed(k, i, lapack.CheckFinite(n, n, a, n))
}

// eigh computes in the memory of V.
func eigh[T lapack.Scalar, R lapack.Real](c *call[T, R]) error {
	n := c.n
	gauge := func(i int) {
		v := result[T](c, 1, i)
		for j := range n {
			gaugeColumn(v[j*n : (j+1)*n])
		}
	}
	one := func(i int) error {
		v := result[T](c, 1, i)
		if err := c.takeTriangle(0, i, v); err != nil {
			return err
		}
		if err := c.lapack.Syevd(true, c.triangle(), n, v, max(n, 1), result[R](c, 0, i), c.ws); err != nil {
			return c.failed(0, i, err)
		}
		if c.Gauge {
			gauge(i)
		}
		return nil
	}
	if c.grouped(n) {
		return c.groups(func(lo, count int) int {
			done := lanes.Eigh(n, c.Lower, c.side(0, lo, count, 1), c.block(0, lo, count), c.block(1, lo, count), count)
			for i := lo; c.Gauge && i < lo+done; i++ {
				gauge(i)
			}
			return done
		}, one)
	}
	return c.each(one)
}

func eigvalsH[T lapack.Scalar, R lapack.Real](c *call[T, R]) error {
	n := c.n
	a := scratch[T](c.space, 0, n*n)
	return c.each(func(i int) error {
		if err := c.takeTriangle(0, i, a); err != nil {
			return err
		}
		if err := c.lapack.Syevd(false, c.triangle(), n, a, max(n, 1), result[R](c, 0, i), c.ws); err != nil {
			return c.failed(0, i, err)
		}
		return nil
	})
}

func eig[T lapack.Scalar, R lapack.Real](c *call[T, R]) error {
	if c.out[0].DType() == tensor.Complex64 {
		return general[complex64](c, true)
	}
	return general[complex128](c, true)
}

func eigvals[T lapack.Scalar, R lapack.Real](c *call[T, R]) error {
	if c.out[0].DType() == tensor.Complex64 {
		return general[complex64](c, false)
	}
	return general[complex128](c, false)
}

// general is the kernel of Eig and Eigvals, C the complex type that goes with T.
func general[C complex64 | complex128, T lapack.Scalar, R lapack.Real](c *call[T, R], vectors bool) error {
	n := c.n
	a := scratch[T](c.space, 0, n*n)
	var v []T
	if vectors {
		v = scratch[T](c.space, 1, n*n)
	}
	wr, wi := scratch[R](c.space, 2, n), scratch[R](c.space, 3, n)
	return c.each(func(i int) error {
		if err := c.take(0, i, a); err != nil {
			return err
		}
		if err := c.lapack.Geev(false, vectors, n, a, max(n, 1), wr, wi, nil, 1, v, max(n, 1), c.ws); err != nil {
			return c.failed(0, i, err)
		}
		w := result[C](c, 0, i)
		for k := range w {
			w[k] = C(complex(float64(wr[k]), float64(wi[k])))
		}
		if !vectors {
			return nil
		}
		z := result[C](c, 1, i)
		if err := expand(n, wi, v, z); err != nil {
			return c.failed(0, i, err)
		}
		if c.Gauge {
			for j := range n {
				gaugeColumn(z[j*n : (j+1)*n])
			}
		}
		return nil
	})
}

// expand writes LAPACK's eigenvectors as complex ones.
func expand[C complex64 | complex128, T lapack.Scalar, R lapack.Real](n int, wi []R, v []T, z []C) error {
	if packed, ok := any(v).([]R); ok {
		return lapack.ExpandEigenvectors(n, wi, packed, max(n, 1), z, max(n, 1))
	}
	for k, x := range v[:n*n] {
		z[k] = C(wide128(x))
	}
	return nil
}
