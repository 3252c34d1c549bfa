package cblas

// This file tests a provider in the program that uses it. Libraries choose kernels by processor, and kernels have been
// wrong for certain remainders of certain sizes on certain processors (OpenBLAS issues 1955, 2029, 2168, 2182), which no
// test on another machine can show.

import (
	"context"
	"fmt"
	"math"
)

// Level says how thorough SelfTest is.
type Level int

const (
	// Quick tries sizes next to the usual tile sizes, once: some 10⁹ operations, for use at every start.
	Quick Level = iota
	// Full tries 22 sizes from 1 to 385 along each of the three axes, twice: some 10¹² operations.
	Full
)

// sizes returns the values that m, n and k take, in all combinations.
func (l Level) sizes() []int {
	if l == Quick {
		return []int{1, 3, 8, 17, 24, 33, 65}
	}
	return []int{1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 24, 31, 33, 48, 63, 65, 96, 127, 129, 192, 257, 385}
}

// runs returns how often each product is done.
func (l Level) runs() int {
	if l == Quick {
		return 1
	}
	return 2
}

// SelfTestError is the first wrong answer that SelfTest met.
type SelfTestError struct {
	Provider, Kernel string // as Info says
	Routine          string // "gemm", "gemv", "dot", "ger"
	Type             string // "float32", ...
	TransA, TransB   Transpose
	M, N, K          int
	Row, Col         int    // the element that is wrong
	Got, Want        string // its value
}

// Error tells provider, call, element and values.
func (e *SelfTestError) Error() string {
	return fmt.Sprintf("cblas: self-test of %s (kernels %q): %s %s transA=%d transB=%d m=%d n=%d k=%d: element (%d, %d) is %s, want %s",
		e.Provider, e.Kernel, e.Routine, e.Type, e.TransA, e.TransB, e.M, e.N, e.K, e.Row, e.Col, e.Got, e.Want)
}

// SelfTest multiplies matrices of small whole numbers, for all four element types, all transposes and many sizes, and
// compares every element with the exact result. It returns a *SelfTestError for the first wrong one, the error of ctx if
// that ends first, or what the provider returns. It allocates a few megabytes and uses the provider's threads as set.
func SelfTest(ctx context.Context, p Provider, level Level) error {
	for _, test := range []func(context.Context, Provider, Level) error{
		selfTest[float32], selfTest[float64], selfTest[complex64], selfTest[complex128],
	} {
		if err := test(ctx, p, level); err != nil {
			return err
		}
	}
	return nil
}

// The test matrices are A_ij = (7i+3j) mod 11 - 5 and B_jk = (5j+2k) mod 13 - 6, with the same, shifted, as imaginary
// parts. Because they are periodic, the products for one k have only 11*13 different elements.
const (
	periodA = 11
	periodB = 13
)

func patternA(i, j int) int { return (7*i+3*j)%periodA - 5 }

func patternB(j, k int) int { return (5*j+2*k)%periodB - 6 }

func imaginaryA(i, j int) int { return patternA(i+4, j+1) }

func imaginaryB(j, k int) int { return patternB(j+1, k+2) }

// exact holds the elements of the product for one k: element (i, j) of C is exact[i % 11][j % 13].
type exact[T Scalar] [periodA][periodB]T

// newExact sums in integers.
func newExact[T Scalar](transA, transB Transpose, k int) *exact[T] {
	signA, signB := 1, 1
	if transA == ConjTrans {
		signA = -1
	}
	if transB == ConjTrans {
		signB = -1
	}
	if !isComplex[T]() {
		signA, signB = 0, 0
	}
	e := new(exact[T])
	for i := range periodA {
		for j := range periodB {
			var re, im int
			for p := range k {
				a, ai := patternA(i, p), signA*imaginaryA(i, p)
				b, bi := patternB(p, j), signB*imaginaryB(p, j)
				re += a*b - ai*bi
				im += a*bi + ai*b
			}
			e[i][j] = fromInts[T](re, im)
		}
	}
	return e
}

func isComplex[T Scalar]() bool {
	var zero T
	switch any(zero).(type) {
	case complex64, complex128:
		return true
	}
	return false
}

// fromInts converts to T. Real types have no imaginary part.
func fromInts[T Scalar](re, im int) T {
	var t T
	switch p := any(&t).(type) {
	case *float32:
		*p = float32(re)
	case *float64:
		*p = float64(re)
	case *complex64:
		*p = complex(float32(re), float32(im))
	case *complex128:
		*p = complex(float64(re), float64(im))
	}
	return t
}

// tester holds the operands for one element type: the largest A and B, as they are and transposed. Smaller operands
// are their corners, so that whatever a kernel reads beyond an edge is a number that would show.
type tester[T Scalar] struct {
	p              Provider
	ops            Ops[T]
	ld             int
	a, at, b, bt   []T
	c              []T
	transA, transB Transpose
	m, n, k        int
	want           *exact[T]
}

func selfTest[T Scalar](ctx context.Context, p Provider, level Level) error {
	sizes := level.sizes()
	t := newTester[T](p, sizes[len(sizes)-1])
	for _, t.transA = range transposes[T]() {
		for _, t.transB = range transposes[T]() {
			for _, t.k = range sizes {
				t.want = newExact[T](t.transA, t.transB, t.k)
				if err := t.plane(ctx, sizes, level.runs()); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func transposes[T Scalar]() []Transpose {
	if isComplex[T]() {
		return []Transpose{NoTrans, Trans, ConjTrans}
	}
	return []Transpose{NoTrans, Trans}
}

func newTester[T Scalar](p Provider, largest int) *tester[T] {
	t := &tester[T]{p: p, ops: For[T](p), ld: largest + 3}
	size := t.ld * t.ld
	t.a, t.at, t.b, t.bt, t.c = make([]T, size), make([]T, size), make([]T, size), make([]T, size), make([]T, size)
	for j := range t.ld {
		for i := range t.ld {
			a := fromInts[T](patternA(i, j), imaginaryA(i, j))
			b := fromInts[T](patternB(i, j), imaginaryB(i, j))
			t.a[i+j*t.ld], t.at[j+i*t.ld] = a, a
			t.b[i+j*t.ld], t.bt[j+i*t.ld] = b, b
		}
	}
	return t
}

// operands returns A and B as they stand in memory for the transposes under test.
func (t *tester[T]) operands() (a, b []T) {
	a, b = t.a, t.b
	if t.transA != NoTrans {
		a = t.at
	}
	if t.transB != NoTrans {
		b = t.bt
	}
	return a, b
}

// plane tests all m and n for one k.
func (t *tester[T]) plane(ctx context.Context, sizes []int, runs int) error {
	for _, t.m = range sizes {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := t.vectors(); err != nil {
			return err
		}
		for _, t.n = range sizes {
			for range runs {
				if err := t.product(); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// product tests gemm. The result lies densely, and is filled with NaN before.
func (t *tester[T]) product() error {
	a, b := t.operands()
	c := t.c[:t.m*t.n]
	poison(c)
	if err := t.ops.Gemm(t.transA, t.transB, t.m, t.n, t.k, 1, a, t.ld, b, t.ld, 0, c, t.m); err != nil {
		return err
	}
	return t.compare("gemm", c, t.m, t.n)
}

// vectors tests gemv, dot and ger on the first row and column of the product.
func (t *tester[T]) vectors() error {
	a, b := t.operands()
	rows, cols := t.m, t.k
	if t.transA != NoTrans {
		rows, cols = cols, rows
	}
	if t.transB == NoTrans {
		y := t.c[:t.m]
		poison(y)
		if err := t.ops.Gemv(t.transA, rows, cols, 1, a, t.ld, b, 1, 0, y, 1); err != nil {
			return err
		}
		if err := t.compare("gemv", y, t.m, 1); err != nil {
			return err
		}
	}
	if t.transA == Trans && t.transB == NoTrans {
		// Column i of the transposed A is row i of A.
		s, err := t.ops.Dot(t.k, a, 1, b, 1)
		if err != nil {
			return err
		}
		if err := t.compare("dot", []T{s}, 1, 1); err != nil {
			return err
		}
	}
	if t.k == 1 && t.transA == NoTrans && t.transB == Trans {
		c := t.c[:t.m*t.m]
		clear(c)
		if err := t.ops.Ger(t.m, t.m, 1, a, 1, b, 1, c, t.m); err != nil {
			return err
		}
		return t.compare("ger", c, t.m, t.m)
	}
	return nil
}

// poison fills with NaN.
func poison[T Scalar](s []T) {
	nan := math.NaN()
	switch s := any(s).(type) {
	case []float32:
		fill(s, float32(nan))
	case []float64:
		fill(s, nan)
	case []complex64:
		fill(s, complex64(complex(nan, nan)))
	case []complex128:
		fill(s, complex(nan, nan))
	}
}

func fill[T Scalar](s []T, x T) {
	for i := range s {
		s[i] = x
	}
}

// compare holds C: [m, n], dense, against the exact product.
func (t *tester[T]) compare(routine string, c []T, m, n int) error {
	for j := range n {
		for i := range m {
			if got, want := c[i+j*m], t.want[i%periodA][j%periodB]; got != want {
				info := t.p.Info()
				return &SelfTestError{
					Provider: info.Name, Kernel: info.Kernel, Routine: routine, Type: fmt.Sprintf("%T", got),
					TransA: t.transA, TransB: t.transB, M: m, N: n, K: t.k,
					Row: i, Col: j, Got: fmt.Sprint(got), Want: fmt.Sprint(want),
				}
			}
		}
	}
	return nil
}
