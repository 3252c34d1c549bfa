package kernel

// The vector kernels of products and reductions: loops over dense vectors, one instance for each type. They are the plain
// Go form; a faster twin for a processor takes its place in the table that foldOf makes and gives the same results up to
// rounding. All have one signature: d is the vector of results, x and y are the operands, n counts elements.

import "unsafe"

// number is the closed set of types that products compute with.
type number interface {
	float32 | float64 | complex64 | complex128 | int32 | int64
}

type vectorFunc func(d, x, y unsafe.Pointer, n int)

// vec sees n elements at p as a slice.
func vec[T any](p unsafe.Pointer, n int) []T { return unsafe.Slice((*T)(p), n) }

// setMul is d = x·y.
func setMul[T number](d, x, y unsafe.Pointer, n int) {
	a, b, z := vec[T](x, n), vec[T](y, n), vec[T](d, n)
	b, z = b[:len(a)], z[:len(a)]
	for i, v := range a {
		z[i] = v * b[i]
	}
}

// addMul is d += x·y.
func addMul[T number](d, x, y unsafe.Pointer, n int) {
	a, b, z := vec[T](x, n), vec[T](y, n), vec[T](d, n)
	b, z = b[:len(a)], z[:len(a)]
	for i, v := range a {
		z[i] += v * b[i]
	}
}

// setScale is d = x·y with one y for all.
func setScale[T number](d, x, y unsafe.Pointer, n int) {
	a, z, s := vec[T](x, n), vec[T](d, n), *(*T)(y)
	z = z[:len(a)]
	for i, v := range a {
		z[i] = v * s
	}
}

// addScale is d += x·y with one y for all.
func addScale[T number](d, x, y unsafe.Pointer, n int) {
	a, z, s := vec[T](x, n), vec[T](d, n), *(*T)(y)
	z = z[:len(a)]
	for i, v := range a {
		z[i] += v * s
	}
}

// setCopy is d = x.
func setCopy[T any](d, x, _ unsafe.Pointer, n int) { copy(vec[T](d, n), vec[T](x, n)) }

// addCopy is d += x.
func addCopy[T number](d, x, _ unsafe.Pointer, n int) {
	a, z := vec[T](x, n), vec[T](d, n)
	z = z[:len(a)]
	for i, v := range a {
		z[i] += v
	}
}

// mulCopy is d = d·x.
func mulCopy[T number](d, x, _ unsafe.Pointer, n int) {
	a, z := vec[T](x, n), vec[T](d, n)
	z = z[:len(a)]
	for i, v := range a {
		z[i] *= v
	}
}

// ordered is the closed set of types that have an order. Bool is uint8 here.
type ordered interface {
	float32 | float64 | int32 | int64 | uint8
}

// maxCopy is d = max(d, x), NaN if either is.
func maxCopy[T ordered](d, x, _ unsafe.Pointer, n int) {
	a, z := vec[T](x, n), vec[T](d, n)
	z = z[:len(a)]
	for i, v := range a {
		z[i] = max(z[i], v)
	}
}

// minCopy is d = min(d, x), NaN if either is.
func minCopy[T ordered](d, x, _ unsafe.Pointer, n int) {
	a, z := vec[T](x, n), vec[T](d, n)
	z = z[:len(a)]
	for i, v := range a {
		z[i] = min(z[i], v)
	}
}
