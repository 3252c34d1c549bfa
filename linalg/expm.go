package linalg

import (
	"math"

	"github.com/tenferro/tenferro-go/cblas"
	"github.com/tenferro/tenferro-go/lapack"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// MatrixExp computes the exponential of a: [n, n, batch…].
//
// Method: Padé approximation with scaling and squaring; N. J. Higham, The scaling and squaring method for the matrix
// exponential revisited, SIAM J. Matrix Anal. Appl. 26, 2005.
func MatrixExp(a *tensor.Tensor, opts ...Option) (*tensor.Tensor, error) {
	return single("expm", opts, nil, a)
}

// TraceMatrixExp is MatrixExp in a traced program.
func TraceMatrixExp(tc *trace.Context, a *trace.Value) *trace.Value {
	tc.Helper()
	return traceSingle(tc, "expm", nil, nil, a)
}

// padeDegrees are the degrees of the diagonal Padé approximants in use, each with the largest ‖A‖₁ for which it is exact
// to rounding in double precision (Higham 2005, table 2.3).
var padeDegrees = [...]struct {
	degree int
	norm   float64
}{{3, 1.495585217958292e-2}, {5, 2.539398330063230e-1}, {7, 9.504178996162932e-1}, {9, 2.097847961257068e0}, {13, 5.371920351148152e0}}

// padeCoefficients are those of the numerator of degree m, the constant one first.
func padeCoefficients(m int) []float64 {
	c := make([]float64, m+1)
	c[0] = 1
	for j := 1; j <= m; j++ {
		c[j] = c[j-1] * float64(m-j+1) / float64(j*(2*m-j+1))
	}
	return c
}

func matrixExp[T lapack.Scalar, R lapack.Real](c *call[T, R]) error {
	n := c.n
	if n == 0 {
		return nil
	}
	a, pivots := scratch[T](c.space, 0, n*n), make([]int, n)
	return c.each(func(i int) error {
		if err := c.take(0, i, a); err != nil {
			return err
		}
		norm, err := c.lapack.Lange(lapack.OneNorm, n, n, a, n)
		if err != nil {
			return c.failed(0, i, err)
		}
		x := result[T](c, 0, i)
		if err := c.exponential(x, a, float64(norm), pivots); err != nil {
			return c.failed(0, i, err)
		}
		return nil
	})
}

// exponential writes exp(a) to x; a is destroyed. norm is ‖a‖₁, pivots: [n] are scratch.
func (c *call[T, R]) exponential(x, a []T, norm float64, pivots []int) error {
	n := c.n
	degree, squarings := 0, 0
	for _, p := range padeDegrees {
		if degree = p.degree; norm <= p.norm {
			break
		}
	}
	if top := padeDegrees[len(padeDegrees)-1].norm; norm > top {
		_, squarings = math.Frexp(norm / top)
		if math.IsInf(norm, 1) { // a sum of finite elements, at most n times the largest
			largest, err := c.lapack.Lange(lapack.MaxAbs, n, n, a, n)
			if err != nil {
				return err
			}
			_, size := math.Frexp(float64(n))
			_, squarings = math.Frexp(float64(largest) / top)
			squarings += size
		}
		scale(a, narrow[T](complex(math.Ldexp(1, -squarings), 0)))
	}
	u, v := scratch[T](c.space, 1, n*n), scratch[T](c.space, 2, n*n)
	if err := c.pade(degree, a, u, v); err != nil {
		return err
	}
	for k, odd := range u { // (V - U)·X = V + U
		x[k] = v[k] + odd
		v[k] -= odd
	}
	if err := c.lapack.Gesv(n, n, v, n, pivots, x, n, c.ws); err != nil {
		return err
	}
	for range squarings {
		copy(a, x)
		if err := c.times(a, a, x); err != nil {
			return err
		}
	}
	return nil
}

// pade splits the numerator of the approximant into its odd part u and its even part v.
func (c *call[T, R]) pade(degree int, a, u, v []T) error {
	n := c.n
	coefficient := padeCoefficients(degree)
	powers := [][]T{nil, scratch[T](c.space, 3, n*n), scratch[T](c.space, 4, n*n), scratch[T](c.space, 5, n*n), scratch[T](c.space, 6, n*n)}
	odd := scratch[T](c.space, 7, n*n)
	high := min(degree/2, 3) // powers[k] is A^2k
	if degree == 9 {
		high = 4
	}
	if err := c.times(a, a, powers[1]); err != nil {
		return err
	}
	for k := 2; k <= high; k++ {
		if err := c.times(powers[1], powers[k-1], powers[k]); err != nil {
			return err
		}
	}
	// combine writes Σ coefficient[first + 2k]·A^2k over the powers from, ..., to.
	combine := func(dst []T, first, from, to int) {
		clear(dst)
		for k := from; k <= to; k++ {
			w := narrow[T](complex(coefficient[first+2*k], 0))
			if k == 0 {
				for j := range n {
					dst[j+j*n] += w
				}
				continue
			}
			for e, p := range powers[k] {
				dst[e] += w * p
			}
		}
	}
	if degree < 13 {
		combine(odd, 1, 0, high)
		combine(v, 0, 0, high)
		return c.times(a, odd, u)
	}
	top, product := scratch[T](c.space, 8, n*n), scratch[T](c.space, 9, n*n)
	part := func(dst []T, parity int) error { // A⁶·(the powers above A⁶, divided by it) + the others
		combine(top, parity+6, 1, 3)
		if err := c.times(powers[3], top, product); err != nil {
			return err
		}
		combine(dst, parity, 0, 3)
		for e, p := range product {
			dst[e] += p
		}
		return nil
	}
	if err := part(odd, 1); err != nil {
		return err
	}
	if err := part(v, 0); err != nil {
		return err
	}
	return c.times(a, odd, u)
}

// times writes the product of two n×n matrices to dst.
func (c *call[T, R]) times(a, b, dst []T) error {
	n := c.n
	return c.blas.Gemm(cblas.NoTrans, cblas.NoTrans, n, n, n, 1, a, n, b, n, 0, dst, n)
}
