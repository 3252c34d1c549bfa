package kernel

// This file holds the vector kernels in plain Go: the twins of the assembly kernels, and what runs where there are none.

import "unsafe"

// dotsReal is the Dots for real types.
func dotsReal[F Real](n int, a *F, lda, cols int, x *F, _ Flags) (s0, s1, s2, s3 F) {
	xs := unsafe.Slice(x, n)
	column := func(j int) []F { return unsafe.Slice(at(a, j*lda), n) }
	switch cols {
	case 1:
		return dotReal(column(0), xs), 0, 0, 0
	case 2:
		return dotReal(column(0), xs), dotReal(column(1), xs), 0, 0
	case 3:
		return dotReal(column(0), xs), dotReal(column(1), xs), dotReal(column(2), xs), 0
	}
	a0, a1, a2, a3 := column(0), column(1)[:n], column(2)[:n], column(3)[:n]
	xs = xs[:len(a0)]
	for i, v := range a0 {
		x := xs[i]
		s0 += v * x
		s1 += a1[i] * x
		s2 += a2[i] * x
		s3 += a3[i] * x
	}
	return s0, s1, s2, s3
}

// dotReal sums in four parts, so that four additions are under way at a time.
func dotReal[F Real](a, x []F) F {
	var s0, s1, s2, s3 F
	for len(a) >= 4 && len(x) >= 4 {
		s0 += a[0] * x[0]
		s1 += a[1] * x[1]
		s2 += a[2] * x[2]
		s3 += a[3] * x[3]
		a, x = a[4:], x[4:]
	}
	x = x[:len(a)]
	for i, v := range a {
		s0 += v * x[i]
	}
	return (s0 + s1) + (s2 + s3)
}

// axpysReal is the Axpys for real types.
func axpysReal[F Real](n int, a *F, lda, cols int, x0, x1, x2, x3 F, y *F, _ Flags) {
	ys := unsafe.Slice(y, n)
	if cols < 4 {
		for j, x := range []F{x0, x1, x2}[:cols] {
			for i, v := range unsafe.Slice(at(a, j*lda), n)[:len(ys)] {
				ys[i] += v * x
			}
		}
		return
	}
	a0, a1 := unsafe.Slice(a, n)[:len(ys)], unsafe.Slice(at(a, lda), n)[:len(ys)]
	a2, a3 := unsafe.Slice(at(a, 2*lda), n)[:len(ys)], unsafe.Slice(at(a, 3*lda), n)[:len(ys)]
	for i, v := range ys {
		v += a0[i] * x0
		v += a1[i] * x1
		v += a2[i] * x2
		v += a3[i] * x3
		ys[i] = v
	}
}

// dotsComplex64 is the Dots for complex64.
func dotsComplex64(n int, a *complex64, lda, cols int, x *complex64, flags Flags) (s0, s1, s2, s3 complex64) {
	dot := func(j int) complex64 {
		re, im := dotComplex(n, (*float32)(unsafe.Pointer(at(a, j*lda))), (*float32)(unsafe.Pointer(x)), flags)
		return complex(re, im)
	}
	return columns(cols, dot)
}

// dotsComplex128 is the Dots for complex128.
func dotsComplex128(n int, a *complex128, lda, cols int, x *complex128, flags Flags) (s0, s1, s2, s3 complex128) {
	dot := func(j int) complex128 {
		re, im := dotComplex(n, (*float64)(unsafe.Pointer(at(a, j*lda))), (*float64)(unsafe.Pointer(x)), flags)
		return complex(re, im)
	}
	return columns(cols, dot)
}

// columns calls f for the first n of four columns.
func columns[T Scalar](n int, f func(j int) T) (s0, s1, s2, s3 T) {
	s0 = f(0)
	if n > 1 {
		s1 = f(1)
	}
	if n > 2 {
		s2 = f(2)
	}
	if n > 3 {
		s3 = f(3)
	}
	return s0, s1, s2, s3
}

// dotComplex sums the four kinds of real products apart and combines them at the end.
func dotComplex[F Real](n int, a, x *F, flags Flags) (re, im F) {
	as, xs := unsafe.Slice(a, 2*n), unsafe.Slice(x, 2*n)
	var rr, ii, ri, ir F
	for len(as) >= 2 && len(xs) >= 2 {
		rr += as[0] * xs[0]
		ii += as[1] * xs[1]
		ri += as[0] * xs[1]
		ir += as[1] * xs[0]
		as, xs = as[2:], xs[2:]
	}
	switch flags & (ConjA | ConjB) {
	case ConjA:
		return rr + ii, ri - ir
	case ConjB:
		return rr + ii, ir - ri
	case ConjA | ConjB:
		return rr - ii, -(ri + ir)
	}
	return rr - ii, ri + ir
}

// axpysComplex64 is the Axpys for complex64.
func axpysComplex64(n int, a *complex64, lda, cols int, x0, x1, x2, x3 complex64, y *complex64, flags Flags) {
	coefficients := [4]complex64{x0, x1, x2, x3}
	for j, x := range coefficients[:cols] {
		axpyComplex(n, (*float32)(unsafe.Pointer(at(a, j*lda))), real(x), imag(x), (*float32)(unsafe.Pointer(y)), flags)
	}
}

// axpysComplex128 is the Axpys for complex128.
func axpysComplex128(n int, a *complex128, lda, cols int, x0, x1, x2, x3 complex128, y *complex128, flags Flags) {
	coefficients := [4]complex128{x0, x1, x2, x3}
	for j, x := range coefficients[:cols] {
		axpyComplex(n, (*float64)(unsafe.Pointer(at(a, j*lda))), real(x), imag(x), (*float64)(unsafe.Pointer(y)), flags)
	}
}

func axpyComplex[F Real](n int, a *F, xRe, xIm F, y *F, flags Flags) {
	as, ys := unsafe.Slice(a, 2*n), unsafe.Slice(y, 2*n)
	sign := F(1)
	if flags&ConjA != 0 {
		sign = -1
	}
	for len(as) >= 2 && len(ys) >= 2 {
		re, im := as[0], sign*as[1]
		ys[0] += re*xRe - im*xIm
		ys[1] += re*xIm + im*xRe
		as, ys = as[2:], ys[2:]
	}
}
