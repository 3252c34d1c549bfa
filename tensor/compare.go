package tensor

// This file compares values, for tests and for checks of results.

import (
	"math"
	"math/cmplx"
	"runtime"
)

// Tolerance says how far two values may differ: a and b are close if they are equal or |a-b| <= Abs + Rel*|b|, finite.
// Complex values are compared by modulus. Differences of integers are exact; bools are equal or differ by 1.
type Tolerance struct {
	Rel, Abs float64
	NaN      bool // NaN equals NaN; otherwise NaN is close to nothing
}

// AllClose returns nil if a and b have one dtype, one shape and close values, |a-b| <= atol + rtol*|b| (NumPy's rule), and
// else an error: a *DTypeError, a *ShapeError, or a *NotCloseError that says how many differ, where, and by how much.
// Equal infinities are close, NaN is close to nothing; Tolerance has the choice.
func AllClose(a, b *Tensor, rtol, atol float64) error {
	return Tolerance{Rel: rtol, Abs: atol}.Compare(a, b)
}

// Equal reports whether a and b have one dtype, one shape and equal values. As in Go, NaN is not equal to itself, and -0
// equals 0.
func Equal(a, b *Tensor) bool { return Tolerance{}.Compare(a, b) == nil }

// Compare is AllClose under this tolerance.
func (tol Tolerance) Compare(a, b *Tensor) error {
	const op = "compare"
	if err := a.check(op); err != nil {
		return err
	}
	if err := b.check(op); err != nil {
		return err
	}
	if a.dtype != b.dtype {
		return &DTypeError{Op: op, Got: a.dtype, Want: b.dtype}
	}
	if !SameShape(a, b) {
		return &ShapeError{Op: op, Got: a.Shape(), Want: b.Shape()}
	}
	if a.Len() == 0 {
		return nil
	}
	c := comparison{Tolerance: tol, len: a.Len()}
	switch a.dtype {
	case Float32:
		compareAll(&c, a, b, func(x, y float32) (float64, float64) { return floatDiff(float64(x), float64(y)) })
	case Float64:
		compareAll(&c, a, b, floatDiff)
	case Complex64:
		compareAll(&c, a, b, func(x, y complex64) (float64, float64) { return complexDiff(complex128(x), complex128(y)) })
	case Complex128:
		compareAll(&c, a, b, complexDiff)
	case Int32:
		compareAll(&c, a, b, func(x, y int32) (float64, float64) { return intDiff(int64(x), int64(y)) })
	case Int64:
		compareAll(&c, a, b, intDiff)
	case Bool:
		compareAll(&c, a, b, func(x, y bool) (float64, float64) { return 1, 1 })
	}
	runtime.KeepAlive(a.storage)
	runtime.KeepAlive(b.storage)
	return c.err(a.shape)
}

// comparison collects what differs.
type comparison struct {
	Tolerance
	len, count   int
	first, worst int // positions in column-major order
	excess       float64
	diff, allow  float64
	a, b         any
}

// compareAll compares the elements in column-major order. For elements that are not equal, diff returns |x-y| and |y|.
func compareAll[T Element](c *comparison, a, b *Tensor, diff func(x, y T) (float64, float64)) {
	as, bs := elements[T](a.storage), elements[T](b.storage)
	axes := make([]axis, len(a.shape))
	for i, size := range a.shape {
		axes[i] = axis{size, a.strides[i], b.strides[i]}
	}
	at := -1
	walk(fuse(axes), a.offset, b.offset, func(i, j int) {
		at++
		x, y := as[i], bs[j]
		if x == y {
			return
		}
		if c.NaN && x != x && y != y {
			return
		}
		d, size := diff(x, y)
		allow := c.Abs + c.Rel*size
		if d <= allow && !math.IsInf(d, 0) {
			return
		}
		if c.count++; c.count == 1 {
			c.first = at
		}
		excess := d - allow
		if math.IsNaN(excess) {
			excess = math.Inf(1)
		}
		if c.count == 1 || excess > c.excess {
			c.worst, c.excess, c.diff, c.allow, c.a, c.b = at, excess, d, allow, x, y
		}
	})
}

func (c *comparison) err(shape []int) error {
	if c.count == 0 {
		return nil
	}
	return &NotCloseError{Count: c.count, Len: c.len, First: unravel(c.first, shape), Worst: unravel(c.worst, shape),
		A: c.a, B: c.b, Diff: c.diff, Allow: c.allow}
}

func floatDiff(x, y float64) (diff, size float64) { return math.Abs(x - y), math.Abs(y) }

func complexDiff(x, y complex128) (diff, size float64) { return cmplx.Abs(x - y), cmplx.Abs(y) }

func intDiff(x, y int64) (diff, size float64) {
	return float64(uint64(max(x, y)) - uint64(min(x, y))), math.Abs(float64(y))
}
