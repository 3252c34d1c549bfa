package kernel

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/tensor"
)

// copyOracle is dst = src, element by element.
func copyOracle(dst, src *view, shape []int, conj bool) {
	size := dst.d.Size()
	to, from := dst.bytes()[guard:], src.bytes()[guard:]
	eachPair(shape, dst.layout, src.layout, func(d, s int) {
		copy(to[d*size:][:size], from[s*size:][:size])
		if conj {
			switch p := unsafe.Pointer(&to[d*size]); dst.d {
			case tensor.Complex64:
				v := *(*complex64)(p)
				*(*complex64)(p) = complex(real(v), -imag(v))
			case tensor.Complex128:
				v := *(*complex128)(p)
				*(*complex128)(p) = complex(real(v), -imag(v))
			}
		}
	})
}

// eachPair visits the positions of two views over a shape, the first axis fastest.
func eachPair(shape []int, a, b Layout, visit func(i, j int)) {
	if len(shape) == 0 {
		visit(a.Offset, b.Offset)
		return
	}
	last := len(shape) - 1
	for range shape[last] {
		eachPair(shape[:last], a, b, visit)
		a.Offset += a.Strides[last]
		b.Offset += b.Strides[last]
	}
}

func testCopy(t *testing.T, r *rand.Rand, shape []int, dst, src *view, conj bool) {
	t.Helper()
	want := dst.clone()
	copyOracle(want, src, shape, conj)
	p, err := PlanCopy(dst.d, shape, dst.layout, src.layout, conj)
	require.NoError(t, err)
	requireExtent(t, dst, shape, p.Extent(0))
	requireExtent(t, src, shape, p.Extent(1))
	for _, parts := range []int{1, 1 + r.IntN(5)} {
		got := dst.clone()
		runParts(r, parts, p.Scratch(), func(w Work) { p.Run(w, got.base(), src.base()) })
		if !equalWords(want.mem, got.mem) {
			t.Fatalf("%v %v dst %v src %v conj %v parts %d", dst.d, shape, dst.layout, src.layout, conj, parts)
		}
	}
}

func equalWords(a, b []uint64) bool {
	for i, v := range a {
		if v != b[i] {
			return false
		}
	}
	return true
}

func TestCopyRandom(t *testing.T) {
	r := newRand(t)
	for range 1000 {
		d := allTypes[r.IntN(len(allTypes))]
		shape := randomShape(r, 6000)
		testCopy(t, r, shape, randomView(r, d, shape, false), randomView(r, d, shape, true), r.IntN(3) == 0)
	}
}

// permuted returns the column-major strides of a source of the given shape, in the order that a permutation of its axes
// gives, and the permuted shape.
func permuted(shape, perm []int) (out, strides []int) {
	s := make([]int, len(shape))
	step := 1
	for a, n := range shape {
		s[a] = step
		step *= n
	}
	for _, a := range perm {
		out = append(out, shape[a])
		strides = append(strides, s[a])
	}
	return out, strides
}

func colMajor(shape []int) []int {
	_, s := permuted(shape, span(0, len(shape)))
	return s
}

func TestCopyPermutations(t *testing.T) {
	r := newRand(t)
	for range 150 {
		d := allTypes[r.IntN(len(allTypes))]
		shape := randomShape(r, 60000)
		shape, strides := permuted(shape, r.Perm(len(shape)))
		src, dst := newView(d, shape, strides), newView(d, shape, colMajor(shape))
		src.randomise(r)
		dst.randomise(r)
		testCopy(t, r, shape, dst, src, false)
	}
}

// TestCopyPatterns checks the patterns of the permutation suite, shortened until they are just large enough to be written
// past the caches.
func TestCopyPatterns(t *testing.T) {
	r := newRand(t)
	for _, p := range permutationPatterns {
		t.Run(p.name, func(t *testing.T) {
			for _, d := range []tensor.DType{tensor.Float64, tensor.Float32, tensor.Complex128} {
				shape := cloneInts(p.shape)
				for product(shape)*d.Size() > 2*streamBytes {
					if a := r.IntN(len(shape)); shape[a] > 3 || len(shape) > 12 {
						shape[a] = max(1, shape[a]*2/3)
					}
				}
				shape, strides := permuted(shape, p.perm)
				src, dst := newView(d, shape, strides), newView(d, shape, colMajor(shape))
				src.shift(r.IntN(2) * r.IntN(8))
				dst.shift(r.IntN(2) * r.IntN(8)) // columns begin with a cache line, or amid one
				src.randomise(r)
				dst.randomise(r)
				testCopy(t, r, shape, dst, src, false)
			}
		})
	}
}

func TestCopyErrors(t *testing.T) {
	for _, c := range []struct {
		name     string
		d        tensor.DType
		shape    []int
		dst, src Layout
		want     error
	}{
		{"dtype", tensor.Invalid, nil, Layout{}, Layout{}, ErrDType},
		{"rank", tensor.Float64, []int{2}, Layout{}, Layout{Strides: []int{1}}, ErrLayout},
		{"negative", tensor.Float64, []int{-1}, Layout{Strides: []int{1}}, Layout{Strides: []int{1}}, ErrShape},
		{"overlap", tensor.Float64, []int{2}, Layout{Strides: []int{0}}, Layout{Strides: []int{1}}, ErrOverlap},
		{"points", tensor.Float64, []int{1 << 40, 1 << 40}, Layout{Strides: []int{1, 2}}, Layout{Strides: []int{0, 0}}, ErrOverflow},
		{"reach", tensor.Float64, []int{1 << 20}, Layout{Strides: []int{1 << 50}}, Layout{Strides: []int{0}}, ErrOverflow},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := PlanCopy(c.d, c.shape, c.dst, c.src, false)
			require.ErrorIs(t, err, c.want)
		})
	}
}

func TestCopyDoesNotAllocate(t *testing.T) {
	shape, strides := permuted([]int{32, 32, 32}, []int{2, 0, 1})
	src, dst := newView(tensor.Float64, shape, strides), newView(tensor.Float64, shape, colMajor(shape))
	p, err := PlanCopy(tensor.Float64, shape, dst.layout, src.layout, false)
	require.NoError(t, err)
	w := Work{Scratch: make([]byte, p.Scratch())}
	require.Zero(t, testing.AllocsPerRun(10, func() { p.Run(w, dst.base(), src.base()) }))
}

type pattern struct {
	name        string
	shape, perm []int
}

func sizes(n, rank int) []int {
	s := make([]int, rank)
	for i := range s {
		s[i] = n
	}
	return s
}

func reversed(n int) []int {
	p := make([]int, n)
	for i := range p {
		p[i] = n - 1 - i
	}
	return p
}

var lightPerm = []int{0, 1, 2, 3, 22, 4, 23, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21}

// permutationPatterns are those of the public permutation suite of tenferro-benchmark.
var permutationPatterns = []pattern{
	{name: "memcpy_24d", shape: sizes(2, 24), perm: span(0, 24)},
	{name: "transpose_2d_2048", shape: []int{2048, 2048}, perm: []int{1, 0}},
	{name: "transpose_3d_256_201", shape: []int{256, 256, 256}, perm: []int{2, 0, 1}},
	{name: "transpose_3d_256_102", shape: []int{256, 256, 256}, perm: []int{1, 0, 2}},
	{name: "rotation_6d", shape: []int{32, 32, 32, 32, 16, 16}, perm: []int{5, 0, 4, 1, 3, 2}},
	{name: "reverse_23d_2", shape: sizes(2, 23), perm: reversed(23)},
	{name: "reverse_15d_3", shape: sizes(3, 15), perm: reversed(15)},
	{name: "cyclic_15d_3", shape: sizes(3, 15), perm: append(span(1, 15), 0)},
	{name: "light_24d", shape: sizes(2, 24), perm: lightPerm},
}

func benchCopy(b *testing.B, d tensor.DType, shape, dst, src []int) {
	n := product(shape)
	to, from := benchMemory(b, n*d.Size()), benchMemory(b, n*d.Size())
	fillMemory(from, n*d.Size())
	fillMemory(to, n*d.Size())
	p, err := PlanCopy(d, shape, Layout{Strides: dst}, Layout{Strides: src}, false)
	require.NoError(b, err)
	w := Work{Scratch: make([]byte, p.Scratch())}
	b.SetBytes(int64(2 * n * d.Size()))
	b.ResetTimer()
	for b.Loop() {
		p.Run(w, to, from)
	}
}

func BenchmarkCopy(b *testing.B) {
	b.Run("memmove", func(b *testing.B) {
		const n = 1 << 24
		to, from := benchMemory(b, n*8), benchMemory(b, n*8)
		fillMemory(from, n*8)
		fillMemory(to, n*8)
		b.SetBytes(2 * n * 8)
		for b.Loop() {
			copy(unsafe.Slice((*byte)(to), n*8), unsafe.Slice((*byte)(from), n*8))
		}
	})
	for _, p := range permutationPatterns {
		b.Run(p.name, func(b *testing.B) {
			shape := cloneInts(p.shape)
			if product(shape) > 1<<26 {
				shape[0], shape[1] = 8, 8
			}
			shape, strides := permuted(shape, p.perm)
			benchCopy(b, tensor.Float64, shape, colMajor(shape), strides)
		})
	}
}

func BenchmarkCopySizes(b *testing.B) {
	for _, d := range []tensor.DType{tensor.Float32, tensor.Float64, tensor.Complex128} {
		for _, n := range []int{8, 64, 500, 2000} {
			b.Run(fmt.Sprintf("%v/transpose_%d", d, n), func(b *testing.B) {
				benchCopy(b, d, []int{n, n}, []int{1, n}, []int{n, 1})
			})
		}
	}
}
