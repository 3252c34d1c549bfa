package linalg_test

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/cpu"
	"github.com/tenferro/tenferro-go/linalg"
	"github.com/tenferro/tenferro-go/tensor"
)

// This file is the oracle: plain loops over complex128, and the matrices that the tests are about.

// dense is a column-major matrix.
type dense struct {
	m, n int
	a    []complex128
}

func newDense(m, n int) dense              { return dense{m, n, make([]complex128, m*n)} }
func (x dense) at(i, j int) complex128     { return x.a[i+j*x.m] }
func (x dense) set(i, j int, v complex128) { x.a[i+j*x.m] = v }
func (x dense) each(f func(i, j int, v complex128)) {
	for j := range x.n {
		for i := range x.m {
			f(i, j, x.at(i, j))
		}
	}
}

func (x dense) mul(y dense) dense {
	z := newDense(x.m, y.n)
	for j := range y.n {
		for k := range x.n {
			if w := y.at(k, j); w != 0 {
				for i := range x.m {
					z.a[i+j*x.m] += x.at(i, k) * w
				}
			}
		}
	}
	return z
}

func (x dense) adjoint() dense {
	z := newDense(x.n, x.m)
	x.each(func(i, j int, v complex128) { z.set(j, i, cmplx.Conj(v)) })
	return z
}

func (x dense) minus(y dense) dense {
	z := newDense(x.m, x.n)
	for k := range z.a {
		z.a[k] = x.a[k] - y.a[k]
	}
	return z
}

// norm is the Frobenius norm.
func (x dense) norm() float64 {
	sum := 0.0
	for _, v := range x.a {
		sum = math.Hypot(sum, cmplx.Abs(v))
	}
	return sum
}

func identity(n int) dense {
	x := newDense(n, n)
	for i := range n {
		x.set(i, i, 1)
	}
	return x
}

func diagonal(v []complex128) dense {
	x := newDense(len(v), len(v))
	for i := range v {
		x.set(i, i, v[i])
	}
	return x
}

// triangle keeps one triangle.
func (x dense) triangle(lower, unit bool) dense {
	z := newDense(x.m, x.n)
	x.each(func(i, j int, v complex128) {
		switch {
		case i == j && unit:
			z.set(i, j, 1)
		case i == j, lower && i > j, !lower && i < j:
			z.set(i, j, v)
		}
	})
	return z
}

// elements reads a tensor as complex numbers in column-major order.
func elements(t testing.TB, x *tensor.Tensor) []complex128 {
	t.Helper()
	out := make([]complex128, x.Len())
	read(t, x, out)
	return out
}

func read(t testing.TB, x *tensor.Tensor, out []complex128) {
	switch x.DType() {
	case tensor.Float32:
		convert(t, x, out, func(v float32) complex128 { return complex(float64(v), 0) })
	case tensor.Float64:
		convert(t, x, out, func(v float64) complex128 { return complex(v, 0) })
	case tensor.Complex64:
		convert(t, x, out, func(v complex64) complex128 { return complex128(v) })
	case tensor.Complex128:
		convert(t, x, out, func(v complex128) complex128 { return v })
	case tensor.Int64:
		convert(t, x, out, func(v int64) complex128 { return complex(float64(v), 0) })
	default:
		require.Fail(t, "unexpected dtype", x.DType())
	}
}

func convert[T tensor.Element](t testing.TB, x *tensor.Tensor, out []complex128, f func(T) complex128) {
	data, err := tensor.ColMajor[T](x)
	require.NoError(t, err)
	for i, v := range data {
		out[i] = f(v)
	}
}

// matrices reads a batch: one dense matrix for each index, the leftmost batch axis fastest.
func matrices(t testing.TB, x *tensor.Tensor) []dense {
	t.Helper()
	all := elements(t, x)
	m, n := x.Dim(0), x.Dim(1)
	count := 1
	for _, k := range x.Shape()[2:] {
		count *= k
	}
	out := make([]dense, count)
	for i := range out {
		out[i] = dense{m, n, all[i*m*n : (i+1)*m*n]}
	}
	return out
}

// vectors reads a batch of vectors.
func vectors(t testing.TB, x *tensor.Tensor) [][]complex128 {
	t.Helper()
	all := elements(t, x)
	n := x.Dim(0)
	count := 1
	for _, k := range x.Shape()[1:] {
		count *= k
	}
	out := make([][]complex128, count)
	for i := range out {
		out[i] = all[i*n : (i+1)*n]
	}
	return out
}

var dtypes = []tensor.DType{tensor.Float32, tensor.Float64, tensor.Complex64, tensor.Complex128}

func epsilon(d tensor.DType) float64 {
	if d == tensor.Float32 || d == tensor.Complex64 {
		return 0x1p-23
	}
	return 0x1p-52
}

// layouts are the ways in which an operand lies in memory.
var layouts = []string{"column-major", "row-major", "strided"}

// lay makes a tensor of a dtype whose elements are given in column-major order.
func lay(t testing.TB, d tensor.DType, layout string, data []complex128, shape ...int) *tensor.Tensor {
	t.Helper()
	compact := tensor.MustFromColMajor(data, shape...)
	var x *tensor.Tensor
	switch layout {
	case "column-major":
		x = tensor.MustNew(d, shape...)
	case "row-major":
		back := slices.Clone(shape)
		slices.Reverse(back)
		x = tensor.Must(tensor.MustNew(d, back...).Transpose())
	default: // every second element of each axis, the first axis backwards
		double := slices.Clone(shape)
		ranges := make([]tensor.Range, len(shape))
		for i := range double {
			double[i] = 2*double[i] + 1
			ranges[i] = tensor.Range{Start: 1, Stop: double[i], Step: 2}
		}
		x = tensor.Must(tensor.MustNew(d, double...).Slice(ranges...))
		if len(shape) > 0 {
			x = tensor.Must(x.Reverse(0))
		}
	}
	switch d {
	case tensor.Float32:
		write(t, x, compact, func(v complex128) float32 { return float32(real(v)) })
	case tensor.Float64:
		write(t, x, compact, func(v complex128) float64 { return real(v) })
	case tensor.Complex64:
		write(t, x, compact, func(v complex128) complex64 { return complex64(v) })
	case tensor.Complex128:
		require.NoError(t, tensor.Copy(x, compact))
	}
	return x
}

func write[T tensor.Element](t testing.TB, dst, src *tensor.Tensor, f func(complex128) T) {
	data, err := tensor.ColMajor[complex128](src)
	require.NoError(t, err)
	out := make([]T, len(data))
	for i, v := range data {
		out[i] = f(v)
	}
	require.NoError(t, tensor.Copy(dst, tensor.MustFromColMajor(out, src.Shape()...)))
}

// kinds are the matrices that tests are run on, as functions of the sizes. Real dtypes take the real parts.
var kinds = map[string]func(rng *rand.Rand, m, n int) dense{
	"random": random,
	"graded": func(rng *rand.Rand, m, n int) dense {
		x := random(rng, m, n)
		x.each(func(i, j int, v complex128) { x.set(i, j, v*complex(math.Pow(10, -4*float64(i+j)/float64(m+n)), 0)) })
		return x
	},
	"rank deficient": func(rng *rand.Rand, m, n int) dense {
		r := max(1, min(m, n)/2)
		return random(rng, m, r).mul(random(rng, r, n))
	},
	"ill-conditioned": func(_ *rand.Rand, m, n int) dense { // Hilbert's
		x := newDense(m, n)
		x.each(func(i, j int, _ complex128) { x.set(i, j, complex(1/float64(i+j+1), 0)) })
		return x
	},
	"structured": func(_ *rand.Rand, m, n int) dense { // Jordan-like, with repeated singular values
		x := newDense(m, n)
		x.each(func(i, j int, _ complex128) {
			if i == j || i+1 == j {
				x.set(i, j, 1)
			}
		})
		return x
	},
	"zero": func(_ *rand.Rand, m, n int) dense { return newDense(m, n) },
}

func random(rng *rand.Rand, m, n int) dense {
	x := newDense(m, n)
	for k := range x.a {
		x.a[k] = complex(rng.NormFloat64(), rng.NormFloat64())
	}
	return x
}

// realPart drops what a real dtype cannot hold.
func realPart(d tensor.DType, x dense) dense {
	if !d.IsComplex() {
		for k := range x.a {
			x.a[k] = complex(real(x.a[k]), 0)
		}
	}
	return x
}

// hermitian makes a square matrix Hermitian.
func hermitian(x dense) dense {
	h := x.adjoint()
	for k := range h.a {
		h.a[k] = (h.a[k] + x.a[k]) / 2
	}
	return h
}

// positive makes a well-conditioned Hermitian positive definite matrix.
func positive(x dense) dense {
	p := x.mul(x.adjoint())
	for i := range p.m {
		p.set(i, i, complex(real(p.at(i, i))+float64(p.m), 0))
	}
	return hermitian(p)
}

// testCase is a batch of matrices as a tensor, and as the oracle sees it after rounding to the dtype.
type testCase struct {
	d     tensor.DType
	x     *tensor.Tensor
	exact []dense
	eps   float64
}

// options are those of a call on the backend.
type station struct {
	name string
	be   *cpu.Backend
}

func (s station) opts(more ...linalg.Option) []linalg.Option {
	return append(more, linalg.WithBackend(s.be))
}

// stations are backends on pure Go and on the build's own provider.
func stations(t testing.TB) []station {
	var out []station
	for _, name := range []string{"", "gonum"} {
		be, err := cpu.New(cpu.WithProvider(name))
		require.NoError(t, err)
		t.Cleanup(func() { _ = be.Close() })
		if len(out) == 0 || be.ProviderName() != out[0].name {
			out = append(out, station{be.ProviderName(), be})
		}
	}
	return out
}

// sizes of rectangular matrices, and of square ones.
func rectangles() [][2]int {
	out := [][2]int{{0, 0}, {0, 3}, {3, 0}, {1, 1}, {1, 4}, {4, 1}, {2, 2}, {3, 2}, {2, 3}, {17, 17}, {17, 5}, {5, 17}, {64, 64}}
	if !testing.Short() {
		out = append(out, [2]int{200, 64}, [2]int{64, 200}, [2]int{200, 200})
	}
	return out
}

func squares() []int {
	if testing.Short() {
		return []int{0, 1, 2, 3, 17, 64}
	}
	return []int{0, 1, 2, 3, 17, 64, 200}
}

// cases calls f with batches of m×n matrices of every kind, in all dtypes; layouts and batch shapes take turns.
func cases(t *testing.T, m, n int, shape func(x dense) dense, f func(t *testing.T, s station, c testCase)) {
	rng := rand.New(rand.NewPCG(uint64(m), uint64(n)))
	batches := [][]int{nil, {3}, {2, 2}, {1}}
	turn := 0
	names := []string{"random", "graded", "rank deficient", "ill-conditioned", "structured", "zero"}
	for _, s := range stations(t) {
		for _, d := range dtypes {
			for _, kind := range names {
				turn++
				batch := batches[turn%len(batches)]
				if m*n > 1000 && (kind != "random" && kind != "rank deficient" || d == tensor.Float32 || d == tensor.Complex64) {
					continue // large matrices take their time in the oracle
				}
				if m*n > 1000 {
					batch = nil
				}
				c := testCase{d: d, eps: epsilon(d)}
				count := 1
				for _, k := range batch {
					count *= k
				}
				var all []complex128
				for range count {
					x := realPart(d, kinds[kind](rng, m, n))
					if shape != nil {
						x = shape(x)
					}
					all = append(all, x.a...)
				}
				c.x = lay(t, d, layouts[turn%len(layouts)], all, append([]int{m, n}, batch...)...)
				c.exact = matrices(t, c.x)
				t.Run(s.name+"/"+d.String()+"/"+kind, func(t *testing.T) { f(t, s, c) })
			}
		}
	}
}

// small requires ‖x‖ ≤ 20·n·eps·scale.
func (c *testCase) small(t testing.TB, x dense, scale float64, what string) {
	t.Helper()
	n := float64(max(x.m, x.n, 2))
	require.LessOrEqual(t, x.norm(), 20*n*c.eps*max(scale, math.SmallestNonzeroFloat64), "%s of %d×%d", what, x.m, x.n)
}

// orthonormal requires the columns of q to be.
func (c *testCase) orthonormal(t testing.TB, q dense, what string) {
	t.Helper()
	c.small(t, q.adjoint().mul(q).minus(identity(q.n)), math.Sqrt(float64(max(q.m, q.n))), what)
}
