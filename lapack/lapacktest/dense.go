package lapacktest

import (
	"math"
	"math/cmplx"
)

// This file holds the oracle's arithmetic: dense complex128 matrices and plain loops.

// dense is a column-major matrix without padding.
type dense struct {
	m, n int
	v    []complex128
}

func newDense(m, n int) dense { return dense{m, n, make([]complex128, m*n)} }

func (a dense) at(i, j int) complex128     { return a.v[i+j*a.m] }
func (a dense) set(i, j int, x complex128) { a.v[i+j*a.m] = x }
func (a dense) col(j int) []complex128     { return a.v[j*a.m : (j+1)*a.m] }

func identity(m, n int) dense {
	a := newDense(m, n)
	for i := range min(m, n) {
		a.set(i, i, 1)
	}
	return a
}

// mul returns a*b.
func mul(a, b dense) dense {
	c := newDense(a.m, b.n)
	for j := range b.n {
		out := c.col(j)
		for k, x := range b.col(j) {
			if x == 0 {
				continue
			}
			for i, y := range a.col(k) {
				out[i] += y * x
			}
		}
	}
	return c
}

// adj returns aᴴ, trans aᵀ.
func adj(a dense) dense {
	b := newDense(a.n, a.m)
	for j := range a.n {
		for i, x := range a.col(j) {
			b.set(j, i, cmplx.Conj(x))
		}
	}
	return b
}

func trans(a dense) dense {
	b := newDense(a.n, a.m)
	for j := range a.n {
		for i, x := range a.col(j) {
			b.set(j, i, x)
		}
	}
	return b
}

// sub returns a - b.
func sub(a, b dense) dense {
	c := newDense(a.m, a.n)
	for i := range c.v {
		c.v[i] = a.v[i] - b.v[i]
	}
	return c
}

// cut returns the leading m by n block.
func (a dense) cut(m, n int) dense {
	c := newDense(m, n)
	for j := range n {
		copy(c.col(j), a.col(j)[:m])
	}
	return c
}

// scaleCols returns a*diag(d).
func scaleCols(a dense, d []float64) dense {
	c := newDense(a.m, a.n)
	for j := range a.n {
		for i, x := range a.col(j) {
			c.set(i, j, x*complex(d[j], 0))
		}
	}
	return c
}

// triangle returns one triangle of a, with ones on the diagonal if unit.
func triangle(a dense, upper, unit bool) dense {
	c := newDense(a.m, a.n)
	for j := range a.n {
		for i := range a.m {
			switch {
			case i == j && unit:
				c.set(i, j, 1)
			case i == j || (i < j) == upper:
				c.set(i, j, a.at(i, j))
			}
		}
	}
	return c
}

// fro returns the Frobenius norm, scaled against overflow. It is NaN if an element is.
func fro(a dense) float64 {
	most := 0.0
	for _, x := range a.v {
		if r := cmplx.Abs(x); r > most || math.IsNaN(r) {
			most = r
		}
	}
	if most == 0 || math.IsNaN(most) || math.IsInf(most, 0) {
		return most
	}
	sum := 0.0
	for _, x := range a.v {
		r := cmplx.Abs(x) / most
		sum += r * r
	}
	return most * math.Sqrt(sum)
}

// norm1 returns the largest column sum.
func norm1(a dense) float64 {
	most := 0.0
	for j := range a.n {
		sum := 0.0
		for _, x := range a.col(j) {
			sum += cmplx.Abs(x)
		}
		most = max(most, sum)
	}
	return most
}

// orthogonality returns ‖QᴴQ - I‖ for a matrix with orthonormal columns.
func orthogonality(q dense) float64 { return fro(sub(mul(adj(q), q), identity(q.n, q.n))) }

// orthonormal returns m by n orthonormal columns made from a by twice repeated Gram-Schmidt.
func orthonormal(a dense) dense {
	q := newDense(a.m, a.n)
	copy(q.v, a.v)
	for j := range q.n {
		x := q.col(j)
		for range 2 {
			for k := range j {
				y := q.col(k)
				var dot complex128
				for i := range x {
					dot += cmplx.Conj(y[i]) * x[i]
				}
				for i := range x {
					x[i] -= dot * y[i]
				}
			}
		}
		r := complex(fro(dense{q.m, 1, x}), 0)
		for i := range x {
			x[i] /= r
		}
	}
	return q
}
