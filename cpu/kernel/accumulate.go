package kernel

// Sums are accumulated in blocks and in float64, so that single precision keeps its digits over any length: at most
// sumBlock terms run in one accumulator of the elements' own type before they are added to a wide one. The error of a
// blocked sum grows with the block and the number of blocks rather than with their product (Higham, Accuracy and
// Stability of Numerical Algorithms, 2nd ed., §4.2).

import "unsafe"

// sumBlock is the number of terms added in the elements' own type before they go to the wide accumulator.
const sumBlock = 128

// accumFunc adds the sum over n elements of x, or of x·y, to the wide accumulator at acc.
type accumFunc func(acc, x, y unsafe.Pointer, n int)

// dotReal adds Σ x·y in type W, over four independent chains.
func dotReal[T, W float32 | float64 | int32 | int64](acc, x, y unsafe.Pointer, n int) {
	const block = 4 * 256
	a, b := vec[T](x, n), vec[T](y, n)
	total := *(*W)(acc)
	for len(a) > 0 {
		m := min(len(a), block)
		u, v := a[:m], b[:m]
		a, b = a[m:], b[m:]
		var s0, s1, s2, s3 W
		for len(u) >= 4 && len(v) >= 4 {
			s0 += W(u[0]) * W(v[0])
			s1 += W(u[1]) * W(v[1])
			s2 += W(u[2]) * W(v[2])
			s3 += W(u[3]) * W(v[3])
			u, v = u[4:], v[4:]
		}
		for i, t := range u {
			s0 += W(t) * W(v[i])
		}
		total += (s0 + s1) + (s2 + s3)
	}
	*(*W)(acc) = total
}

// sumReal adds Σ x in type W, over four independent chains.
func sumReal[T, W float32 | float64 | int32 | int64](acc, x, _ unsafe.Pointer, n int) {
	const block = 4 * 256
	a := vec[T](x, n)
	total := *(*W)(acc)
	for len(a) > 0 {
		m := min(len(a), block)
		u := a[:m]
		a = a[m:]
		var s0, s1, s2, s3 W
		for len(u) >= 4 {
			s0 += W(u[0])
			s1 += W(u[1])
			s2 += W(u[2])
			s3 += W(u[3])
			u = u[4:]
		}
		for _, t := range u {
			s0 += W(t)
		}
		total += (s0 + s1) + (s2 + s3)
	}
	*(*W)(acc) = total
}

// products holds the four real sums that make a complex one.
type products struct{ rr, ii, ri, ir float64 }

// sum puts the real sums together.
func (s *products) sum(c conjugation) complex128 {
	switch c {
	case second:
		return complex(s.rr+s.ii, s.ir-s.ri)
	case both:
		return complex(s.rr-s.ii, -(s.ri + s.ir))
	}
	return complex(s.rr-s.ii, s.ri+s.ir)
}

// dotPairs sums the products of the parts of x and y: from them, sums of x·y, x·conj(y) and conj(x·y) are all made.
func dotPairs[F float](x, y unsafe.Pointer, n int) products {
	const block = 256
	a, b := vec[pair[F]](x, n), vec[pair[F]](y, n)
	var total products
	for len(a) > 0 {
		m := min(len(a), block)
		u, v := a[:m], b[:m]
		a, b = a[m:], b[m:]
		var s products
		for i, p := range u {
			q := v[i]
			s.rr += float64(p.re) * float64(q.re)
			s.ii += float64(p.im) * float64(q.im)
			s.ri += float64(p.re) * float64(q.im)
			s.ir += float64(p.im) * float64(q.re)
		}
		total.rr += s.rr
		total.ii += s.ii
		total.ri += s.ri
		total.ir += s.ir
	}
	return total
}

// dotComplex makes the run of a sum of products.
func dotComplex[F float](c conjugation) accumFunc {
	return func(acc, x, y unsafe.Pointer, n int) {
		s := dotPairs[F](x, y, n)
		*(*complex128)(acc) += s.sum(c)
	}
}

// sumPairs adds Σ x.
func sumPairs[F float](acc, x, _ unsafe.Pointer, n int) {
	*(*complex128)(acc) += addPairs[F](x, n)
}

// sumConj adds Σ conj(x).
func sumConj[F float](acc, x, _ unsafe.Pointer, n int) {
	s := addPairs[F](x, n)
	*(*complex128)(acc) += complex(real(s), -imag(s))
}

func addPairs[F float](x unsafe.Pointer, n int) complex128 {
	const block = 2 * 256
	a := vec[pair[F]](x, n)
	var re, im float64
	for len(a) > 0 {
		m := min(len(a), block)
		u := a[:m]
		a = a[m:]
		var r0, i0, r1, i1 float64
		for len(u) >= 2 {
			r0 += float64(u[0].re)
			i0 += float64(u[0].im)
			r1 += float64(u[1].re)
			i1 += float64(u[1].im)
			u = u[2:]
		}
		for _, p := range u {
			r0 += float64(p.re)
			i0 += float64(p.im)
		}
		re += r0 + r1
		im += i0 + i1
	}
	return complex(re, im)
}

// prodRun multiplies the accumulator by the elements of x; maxRun and minRun take the extreme of both.
func prodRun[T number](acc, x, _ unsafe.Pointer, n int) {
	p := *(*T)(acc)
	for _, v := range vec[T](x, n) {
		p *= v
	}
	*(*T)(acc) = p
}

func maxRun[T ordered](acc, x, _ unsafe.Pointer, n int) {
	m := *(*T)(acc)
	for _, v := range vec[T](x, n) {
		m = max(m, v)
	}
	*(*T)(acc) = m
}

func minRun[T ordered](acc, x, _ unsafe.Pointer, n int) {
	m := *(*T)(acc)
	for _, v := range vec[T](x, n) {
		m = min(m, v)
	}
	*(*T)(acc) = m
}

// widenReal adds the vector x to the wide accumulators at acc.
func widenReal[T, W float32 | float64 | int32 | int64](acc, x, _ unsafe.Pointer, n int) {
	a, w := vec[T](x, n), vec[W](acc, n)
	w = w[:len(a)]
	for i, v := range a {
		w[i] += W(v)
	}
}

func widenPairs[F float](acc, x, _ unsafe.Pointer, n int) {
	a, w := vec[pair[F]](x, n), vec[pair[float64]](acc, n)
	w = w[:len(a)]
	for i, v := range a {
		w[i] = w[i].add(pair[float64]{float64(v.re), float64(v.im)})
	}
}

// narrowFunc writes wide accumulators, divided by count, to the vector d, or adds them to it.
type narrowFunc func(d, acc unsafe.Pointer, n int, count float64, add bool)

func narrowReal[T, W float32 | float64](d, acc unsafe.Pointer, n int, count float64, add bool) {
	z, w := vec[T](d, n), vec[W](acc, n)
	z = z[:len(w)]
	for i, v := range w {
		v /= W(count)
		if add {
			v += W(z[i])
		}
		z[i] = T(v)
	}
}

func narrowInt[T int32 | int64 | uint8](d, acc unsafe.Pointer, n int, _ float64, add bool) {
	z, w := vec[T](d, n), vec[T](acc, n)
	z = z[:len(w)]
	for i, v := range w {
		if add {
			v += z[i]
		}
		z[i] = v
	}
}

func narrowPairs[F float](d, acc unsafe.Pointer, n int, count float64, add bool) {
	z, w := vec[pair[F]](d, n), vec[pair[float64]](acc, n)
	z = z[:len(w)]
	for i, v := range w {
		v.re /= count
		v.im /= count
		if add {
			v = v.add(pair[float64]{float64(z[i].re), float64(z[i].im)})
		}
		z[i] = pair[F]{F(v.re), F(v.im)}
	}
}
