package lapack

import "math"

// This file computes matrix norms, in Go for every provider.

func (o *checked[T, R]) Lange(norm Norm, m, n int, a []T, lda int) (R, error) {
	c := o.check("lange")
	c.flag("norm", uint8(norm), uint8(Frobenius))
	c.dim("m", m)
	c.dim("n", n)
	c.matrix("a", m, n, len(a), lda)
	if c.err != nil || m == 0 || n == 0 {
		return 0, c.err
	}
	switch norm {
	case MaxAbs:
		return R(maxAbs(m, n, a, lda)), nil
	case OneNorm:
		return R(columnSum(m, n, a, lda)), nil
	case InfNorm:
		return R(rowSum(m, n, a, lda)), nil
	}
	return R(frobenius(m, n, a, lda)), nil
}

// modulus returns |x|, for complex T without overflow.
func modulus[T Scalar](x T) float64 {
	switch v := any(x).(type) {
	case float32:
		return math.Abs(float64(v))
	case float64:
		return math.Abs(v)
	case complex64:
		return math.Hypot(float64(real(v)), float64(imag(v)))
	case complex128:
		return math.Hypot(real(v), imag(v))
	}
	panic("unreachable")
}

// larger returns the larger of two values at least 0, NaN if one is.
func larger(x, y float64) float64 {
	if x > y || math.IsNaN(x) {
		return x
	}
	return y
}

func maxAbs[T Scalar](m, n int, a []T, lda int) float64 {
	most := 0.0
	for j := range n {
		for _, x := range a[j*lda : j*lda+m] {
			most = larger(modulus(x), most)
		}
	}
	return most
}

func columnSum[T Scalar](m, n int, a []T, lda int) float64 {
	most := 0.0
	for j := range n {
		sum := 0.0
		for _, x := range a[j*lda : j*lda+m] {
			sum += modulus(x)
		}
		most = larger(sum, most)
	}
	return most
}

// rowSum goes down strips of rows, so that the sums fit an array and the columns are read in pieces.
func rowSum[T Scalar](m, n int, a []T, lda int) float64 {
	const strip = 128
	most := 0.0
	for i := 0; i < m; i += strip {
		var sums [strip]float64
		rows := min(strip, m-i)
		for j := range n {
			for r, x := range a[j*lda+i : j*lda+i+rows] {
				sums[r] += modulus(x)
			}
		}
		for _, sum := range sums[:rows] {
			most = larger(sum, most)
		}
	}
	return most
}

// frobenius scales by the largest element, so that no square over- or underflows.
func frobenius[T Scalar](m, n int, a []T, lda int) float64 {
	scale := maxAbs(m, n, a, lda)
	if scale == 0 || math.IsNaN(scale) || math.IsInf(scale, 0) {
		return scale
	}
	sum := 0.0
	for j := range n {
		for _, x := range a[j*lda : j*lda+m] {
			r := modulus(x) / scale
			sum += r * r
		}
	}
	return scale * math.Sqrt(sum)
}
