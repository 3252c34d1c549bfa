package kernel

// The vector kernels with conjugation. Complex numbers are taken apart here: one instance for each precision does what
// complex arithmetic on a type parameter cannot.

import "unsafe"

type float interface{ float32 | float64 }

// pair is a complex number with parts of type F. It lies in memory as complex64 and complex128 do.
type pair[F float] struct{ re, im F }

func (p pair[F]) conj() pair[F] { return pair[F]{p.re, -p.im} }

func (p pair[F]) add(q pair[F]) pair[F] { return pair[F]{p.re + q.re, p.im + q.im} }

func (p pair[F]) mul(q pair[F]) pair[F] {
	return pair[F]{p.re*q.re - p.im*q.im, p.re*q.im + p.im*q.re}
}

// setMulConj is d = x·conj(y).
func setMulConj[F float](d, x, y unsafe.Pointer, n int) {
	a, b, z := vec[pair[F]](x, n), vec[pair[F]](y, n), vec[pair[F]](d, n)
	b, z = b[:len(a)], z[:len(a)]
	for i, v := range a {
		z[i] = v.mul(b[i].conj())
	}
}

// addMulConj is d += x·conj(y).
func addMulConj[F float](d, x, y unsafe.Pointer, n int) {
	a, b, z := vec[pair[F]](x, n), vec[pair[F]](y, n), vec[pair[F]](d, n)
	b, z = b[:len(a)], z[:len(a)]
	for i, v := range a {
		z[i] = z[i].add(v.mul(b[i].conj()))
	}
}

// setConjMul is d = conj(x·y).
func setConjMul[F float](d, x, y unsafe.Pointer, n int) {
	a, b, z := vec[pair[F]](x, n), vec[pair[F]](y, n), vec[pair[F]](d, n)
	b, z = b[:len(a)], z[:len(a)]
	for i, v := range a {
		z[i] = v.mul(b[i]).conj()
	}
}

// addConjMul is d += conj(x·y).
func addConjMul[F float](d, x, y unsafe.Pointer, n int) {
	a, b, z := vec[pair[F]](x, n), vec[pair[F]](y, n), vec[pair[F]](d, n)
	b, z = b[:len(a)], z[:len(a)]
	for i, v := range a {
		z[i] = z[i].add(v.mul(b[i]).conj())
	}
}

// setConjScale is d = conj(x)·y with one y for all.
func setConjScale[F float](d, x, y unsafe.Pointer, n int) {
	a, z, s := vec[pair[F]](x, n), vec[pair[F]](d, n), *(*pair[F])(y)
	z = z[:len(a)]
	for i, v := range a {
		z[i] = v.conj().mul(s)
	}
}

// addConjScale is d += conj(x)·y with one y for all.
func addConjScale[F float](d, x, y unsafe.Pointer, n int) {
	a, z, s := vec[pair[F]](x, n), vec[pair[F]](d, n), *(*pair[F])(y)
	z = z[:len(a)]
	for i, v := range a {
		z[i] = z[i].add(v.conj().mul(s))
	}
}

// setConj is d = conj(x). d and x may be the same memory.
func setConj[F float](d, x, _ unsafe.Pointer, n int) {
	a, z := vec[pair[F]](x, n), vec[pair[F]](d, n)
	z = z[:len(a)]
	for i, v := range a {
		z[i] = v.conj()
	}
}

// addConj is d += conj(x).
func addConj[F float](d, x, _ unsafe.Pointer, n int) {
	a, z := vec[pair[F]](x, n), vec[pair[F]](d, n)
	z = z[:len(a)]
	for i, v := range a {
		z[i] = z[i].add(v.conj())
	}
}
