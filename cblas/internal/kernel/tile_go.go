package kernel

// This file holds the tile kernels in plain Go: the twins of the assembly kernels, and what runs where there are none.

import "unsafe"

// at returns the address of p[i] without a bounds check.
func at[T Scalar](p *T, i int) *T {
	return (*T)(unsafe.Add(unsafe.Pointer(p), i*int(unsafe.Sizeof(*p))))
}

// tileReal is the Tile for real types, up to 4 by 4.
func tileReal[F Real](k int, a *F, as int, b *F, bk, bj int, c *F, ldc, mr, nr int, flags Flags, alpha F) {
	if mr == 4 && nr == 4 {
		tileReal4x4(k, a, as, b, bk, bj, c, ldc, flags, alpha)
		return
	}
	for j := range nr {
		for i := range mr {
			var sum F
			for p := range k {
				sum += *at(a, i+p*as) * *at(b, p*bk+j*bj)
			}
			put(at(c, i+j*ldc), flags, alpha*sum)
		}
	}
}

// tileReal4x4 does a full tile as two halves, so that its sums fit sixteen registers. Offsets walk, not pointers: a
// pointer beyond the end of its slice would confuse the garbage collector.
func tileReal4x4[F Real](k int, a *F, as int, b *F, bk, bj int, c *F, ldc int, flags Flags, alpha F) {
	for j := 0; j < 4; j += 2 {
		var c00, c10, c20, c30, c01, c11, c21, c31 F
		ai, bi, bi1 := 0, j*bj, (j+1)*bj
		for range k {
			a0, a1, a2, a3 := *at(a, ai), *at(a, ai+1), *at(a, ai+2), *at(a, ai+3)
			b0, b1 := *at(b, bi), *at(b, bi1)
			c00 += a0 * b0
			c10 += a1 * b0
			c20 += a2 * b0
			c30 += a3 * b0
			c01 += a0 * b1
			c11 += a1 * b1
			c21 += a2 * b1
			c31 += a3 * b1
			ai, bi, bi1 = ai+as, bi+bk, bi1+bk
		}
		c0, c1 := at(c, j*ldc), at(c, (j+1)*ldc)
		put(c0, flags, alpha*c00)
		put(at(c0, 1), flags, alpha*c10)
		put(at(c0, 2), flags, alpha*c20)
		put(at(c0, 3), flags, alpha*c30)
		put(c1, flags, alpha*c01)
		put(at(c1, 1), flags, alpha*c11)
		put(at(c1, 2), flags, alpha*c21)
		put(at(c1, 3), flags, alpha*c31)
	}
}

// put finishes one element of C.
func put[T Scalar](c *T, flags Flags, x T) {
	if flags&Add != 0 {
		x += *c
	}
	*c = x
}

// tileComplex64 is the Tile for complex64, up to 2 by 2.
func tileComplex64(k int, a *complex64, as int, b *complex64, bk, bj int, c *complex64, ldc, mr, nr int, flags Flags, alpha complex64) {
	tileComplex(k, (*float32)(unsafe.Pointer(a)), as, (*float32)(unsafe.Pointer(b)), bk, bj,
		(*float32)(unsafe.Pointer(c)), ldc, mr, nr, flags, real(alpha), imag(alpha))
}

// tileComplex128 is the Tile for complex128, up to 2 by 2.
func tileComplex128(k int, a *complex128, as int, b *complex128, bk, bj int, c *complex128, ldc, mr, nr int, flags Flags, alpha complex128) {
	tileComplex(k, (*float64)(unsafe.Pointer(a)), as, (*float64)(unsafe.Pointer(b)), bk, bj,
		(*float64)(unsafe.Pointer(c)), ldc, mr, nr, flags, real(alpha), imag(alpha))
}

// tileComplex works on complex numbers as pairs of real ones. Increments count complex elements.
func tileComplex[F Real](k int, a *F, as int, b *F, bk, bj int, c *F, ldc, mr, nr int, flags Flags, alphaRe, alphaIm F) {
	signA, signB := F(1), F(1)
	if flags&ConjA != 0 {
		signA = -1
	}
	if flags&ConjB != 0 {
		signB = -1
	}
	for j := range nr {
		bp, cp := at(b, 2*j*bj), at(c, 2*j*ldc)
		if mr == 1 {
			re, im := dotColumn(k, a, 2*as, bp, 2*bk, signA, signB)
			putComplex(cp, flags, re, im, alphaRe, alphaIm)
			continue
		}
		// Two rows at once: eight products for three loads of pairs.
		var re0, im0, re1, im1 F
		ai, bi := 0, 0
		for range k {
			a0, a1, a2, a3 := *at(a, ai), signA**at(a, ai+1), *at(a, ai+2), signA**at(a, ai+3)
			b0, b1 := *at(bp, bi), signB**at(bp, bi+1)
			re0 += a0*b0 - a1*b1
			im0 += a0*b1 + a1*b0
			re1 += a2*b0 - a3*b1
			im1 += a2*b1 + a3*b0
			ai, bi = ai+2*as, bi+2*bk
		}
		putComplex(cp, flags, re0, im0, alphaRe, alphaIm)
		putComplex(at(cp, 2), flags, re1, im1, alphaRe, alphaIm)
	}
}

// dotColumn sums one row of A times one column of B.
func dotColumn[F Real](k int, a *F, as int, b *F, bk int, signA, signB F) (re, im F) {
	ai, bi := 0, 0
	for range k {
		a0, a1 := *at(a, ai), signA**at(a, ai+1)
		b0, b1 := *at(b, bi), signB**at(b, bi+1)
		re += a0*b0 - a1*b1
		im += a0*b1 + a1*b0
		ai, bi = ai+as, bi+bk
	}
	return re, im
}

// putComplex finishes one complex element of C. A real alpha must not make 0*Inf of an infinite sum.
func putComplex[F Real](c *F, flags Flags, re, im, alphaRe, alphaIm F) {
	x, y := alphaRe*re, alphaRe*im
	if alphaIm != 0 {
		x, y = x-alphaIm*im, y+alphaIm*re
	}
	put(c, flags, x)
	put(at(c, 1), flags, y)
}
