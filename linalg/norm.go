package linalg

import (
	"fmt"
	"math"

	"github.com/tenferro/tenferro-go/lapack"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// NormKind names a matrix norm.
type NormKind int

// The matrix norms.
const (
	Frobenius NormKind = iota // square root of the sum of |a|²
	One                       // largest column sum of |a|
	Inf                       // largest row sum of |a|
	Two                       // largest singular value
	Nuclear                   // sum of the singular values
)

func (k NormKind) String() string {
	names := [...]string{"Frobenius", "One", "Inf", "Two", "Nuclear"}
	if k < 0 || int(k) >= len(names) {
		return fmt.Sprintf("NormKind(%d)", int(k))
	}
	return names[k]
}

// lapack is the routine's name of a norm that is not by singular values.
func (k NormKind) lapack() lapack.Norm {
	return [...]lapack.Norm{lapack.Frobenius, lapack.OneNorm, lapack.InfNorm}[k]
}

// Norm computes a norm of each matrix of a: [m, n, batch…], as real [batch…], 0 for an empty one. Frobenius, One and Inf pass
// NaN on; none of them overflows where the norm itself does not. Two and Nuclear need finite elements.
func Norm(a *tensor.Tensor, kind NormKind, opts ...Option) (*tensor.Tensor, error) {
	return normed("norm", kind, opts, a)
}

// VectorNorm computes (Σ|x|^p)^(1/p) over all elements of a tensor of any rank, as a real scalar: p = 2 the Euclidean norm, +Inf
// the largest modulus, -Inf the smallest, 0 the number of elements that are not zero. It is 0 for an empty tensor.
func VectorNorm(x *tensor.Tensor, p float64, opts ...Option) (*tensor.Tensor, error) {
	o, err := parse("vecnorm", opts)
	if err != nil {
		return nil, err
	}
	o.P = p
	out, err := o.run("vecnorm", o.params, x)
	if err != nil {
		return nil, err
	}
	return out[0], nil
}

// TraceNorm is Norm in a traced program.
func TraceNorm(tc *trace.Context, a *trace.Value, kind NormKind) *trace.Value {
	tc.Helper()
	return apply(tc, "norm", params{Kind: kind}, a)[0]
}

// TraceVectorNorm is VectorNorm in a traced program.
func TraceVectorNorm(tc *trace.Context, x *trace.Value, p float64) *trace.Value {
	tc.Helper()
	return apply(tc, "vecnorm", params{P: p}, x)[0]
}

// normed is a one-shot call of an operation that has a norm to choose.
func normed(name string, kind NormKind, opts []Option, a *tensor.Tensor) (*tensor.Tensor, error) {
	o, err := parse(name, opts)
	if err != nil {
		return nil, err
	}
	o.Kind = kind
	out, err := o.run(name, o.params, a)
	if err != nil {
		return nil, err
	}
	return out[0], nil
}

func inferNorm(s *signature) ([]trace.Type, error) {
	_, _, batch := s.matrix(0)
	if s.Kind < Frobenius || s.Kind > Nuclear {
		s.fail(0, "there is no norm %s", s.Kind)
	}
	return s.give(s.real(batch))
}

func inferVectorNorm(s *signature) ([]trace.Type, error) {
	if math.IsNaN(s.P) {
		s.fail(0, "there is no norm of power NaN")
	}
	return s.give(s.real(nil))
}

func norm[T lapack.Scalar, R lapack.Real](c *call[T, R]) error {
	a, s := scratch[T](c.space, 0, c.m*c.n), scratch[R](c.space, 1, min(c.m, c.n))
	return c.each(func(i int) error {
		x := &result[R](c, 0, i)[0]
		switch {
		case c.m == 0 || c.n == 0:
			*x = 0
		case c.Kind == Two, c.Kind == Nuclear:
			if err := c.decompose(lapack.SVDNone, i, a, s, nil, nil, 1); err != nil {
				return err
			}
			*x = s[0]
			if c.Kind == Nuclear {
				*x = R(sum(s))
			}
		default:
			c.read(0, i, a, c.m)
			var err error
			if *x, err = c.lapack.Lange(c.Kind.lapack(), c.m, c.n, a, c.m); err != nil {
				return c.failed(0, i, err)
			}
		}
		return nil
	})
}

func sum[R lapack.Real](x []R) float64 {
	total := 0.0
	for _, v := range x {
		total += float64(v)
	}
	return total
}

// vectorNorm scales by the largest modulus, so that no power of it overflows.
func vectorNorm[T lapack.Scalar, R lapack.Real](c *call[T, R]) error {
	x, err := tensor.ColMajor[T](c.other[0])
	if err != nil {
		return err
	}
	all, _ := tensor.AsColMajor[R](c.out[0])
	all[0] = R(powerNorm(x, c.P))
	return nil
}

func powerNorm[T lapack.Scalar](x []T, p float64) float64 {
	if len(x) == 0 {
		return 0
	}
	least, most, count := math.Inf(1), 0.0, 0
	for _, v := range x {
		r := modulus(v)
		if math.IsNaN(r) {
			return r
		}
		least, most = min(least, r), max(most, r)
		if r != 0 {
			count++
		}
	}
	unit := most
	if p < 0 {
		unit = least
	}
	switch {
	case math.IsInf(p, 1):
		return most
	case math.IsInf(p, -1):
		return least
	case p == 0:
		return float64(count)
	case unit == 0 || math.IsInf(unit, 1):
		return unit
	}
	total := 0.0
	for _, v := range x {
		r := modulus(v) / unit
		switch p {
		case 1:
			total += r
		case 2:
			total += r * r
		default:
			total += math.Pow(r, p)
		}
	}
	return unit * math.Pow(total, 1/p)
}
