package lapacktest

import (
	"math"
	"math/cmplx"

	"github.com/tenferro/tenferro-go/lapack"
)

// This file makes the matrices that the routines are tried on.

// sample is a named matrix, exact in T.
type sample struct {
	name string
	a    dense
}

// random returns elements uniform in the square from -1-i to 1+i, real for a real T.
func (s *suite[T, R]) random(m, n int) dense {
	a := newDense(m, n)
	for i := range a.v {
		a.v[i] = s.number()
	}
	return a
}

func (s *suite[T, R]) number() complex128 {
	x := complex(2*s.rng.Float64()-1, 0)
	if isComplex[T]() {
		x += complex(0, 2*s.rng.Float64()-1)
	}
	return x
}

// rounded returns a as T holds it.
func rounded[T lapack.Scalar](a dense) dense {
	b := newDense(a.m, a.n)
	for i, x := range a.v {
		b.v[i] = to(from[T](x))
	}
	return b
}

// unitary returns m by n random orthonormal columns, n ≤ m.
func (s *suite[T, R]) unitary(m, n int) dense { return orthonormal(s.random(m, n)) }

// withValues returns U*diag(d)*Vᴴ with random orthonormal factors, and the factors.
func (s *suite[T, R]) withValues(m, n int, d []float64) (a, u, v dense) {
	u, v = s.unitary(m, len(d)), s.unitary(n, len(d))
	return mul(scaleCols(u, d), adj(v)), u, v
}

// hermitian returns (A + Aᴴ)/2 of a square matrix.
func hermitian(a dense) dense {
	h := newDense(a.n, a.n)
	for j := range a.n {
		for i := range a.n {
			h.set(i, j, (a.at(i, j)+cmplx.Conj(a.at(j, i)))/2)
		}
	}
	return h
}

// geometric returns k values from 1 down to last.
func geometric(k int, last float64) []float64 {
	d := make([]float64, k)
	for i := range d {
		d[i] = 1
		if k > 1 {
			d[i] = math.Pow(last, float64(i)/float64(k-1))
		}
	}
	return d
}

// samples returns matrices of all kinds of one size; of a large size only those that strain an algorithm.
func (s *suite[T, R]) samples(m, n int) []sample {
	k := min(m, n)
	list := []sample{{"random", s.random(m, n)}}
	add := func(name string, a dense) { list = append(list, sample{name, a}) }
	if k > 0 {
		ones, hilbert, graded := newDense(m, n), newDense(m, n), s.random(m, n)
		for j := range n {
			for i := range m {
				ones.set(i, j, 1)
				hilbert.set(i, j, complex(1/float64(i+j+1), 0))
				graded.set(i, j, graded.at(i, j)*complex(math.Pow(s.eps, 0.5*float64(i+j)/float64(m+n)), 0))
			}
		}
		ill, _, _ := s.withValues(m, n, geometric(k, s.eps))
		deficient, _, _ := s.withValues(m, n, geometric((k+1)/2, 0.1))
		add("graded", graded)
		add("ill-conditioned", ill)
		add("rank-deficient", deficient)
		if max(m, n) <= 100 {
			add("zero", newDense(m, n))
			add("identity", identity(m, n))
			add("ones", ones)
			add("hilbert", hilbert)
			add("upper triangular", triangle(s.random(m, n), true, false))
			add("cyclic shift", shift(m, n))
			add("tiny", times(s.random(m, n), 0x1p-100))
			add("huge", times(s.random(m, n), 0x1p+100))
		}
	}
	for i := range list {
		list[i].a = rounded[T](list[i].a)
	}
	return list
}

// shift returns ones below the diagonal, and in the last column's first row.
func shift(m, n int) dense {
	a := newDense(m, n)
	for j := range n {
		a.set((j+1)%m, j, 1)
	}
	return a
}

// times returns f*a.
func times(a dense, f float64) dense {
	b := newDense(a.m, a.n)
	for i, x := range a.v {
		b.v[i] = x * complex(f, 0)
	}
	return b
}
