package kernel

import (
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/tensor"
)

// sums is what an oracle accumulates for one result: the value, the sum of moduli for the tolerance, and wrapped integers.
type sums struct {
	value complex128
	size  float64
	whole int64
	lost  complex128 // what rounding took from value
	terms int
}

// add adds a term, with the compensation of Kahan and Babuška: the oracle must round less than what it judges.
func (s *sums) add(v complex128) {
	re, lostRe := twoSum(real(s.value), real(v))
	im, lostIm := twoSum(imag(s.value), imag(v))
	s.value = complex(re, im)
	s.lost += complex(lostRe, lostIm)
	s.size += cmplx.Abs(v)
	s.terms++
}

// bound is how far a result may be from s. In single precision a block of terms, which goes through one accumulator of that type,
// can lose half a unit of rounding at each of them, always to the same side if they are equal.
func (s *sums) bound(d tensor.DType) float64 {
	relative := tolerance(d)
	if d.Real() == tensor.Float32 {
		relative += float64(min(s.terms, sumBlock)) * 0x1p-24
	}
	return relative * (s.size + cmplx.Abs(s.value+s.lost))
}

func twoSum(a, b float64) (sum, lost float64) {
	sum = a + b
	t := sum - a
	return sum, (a - (sum - t)) + (b - t)
}

func tolerance(d tensor.DType) float64 {
	if d.Real() == tensor.Float32 {
		return 1e-6
	}
	return 1e-14
}

func isInt(d tensor.DType) bool { return d == tensor.Int32 || d == tensor.Int64 }

func readInt(d tensor.DType, p unsafe.Pointer) int64 {
	switch d {
	case tensor.Int32:
		return int64(*(*int32)(p))
	case tensor.Int64:
		return *(*int64)(p)
	}
	return 0
}

// requireSums compares results with the oracle's and checks that nothing but the results was written.
func requireSums(t *testing.T, got, before *view, shape []int, want map[string]sums, about string) {
	t.Helper()
	d := got.d
	rest := got.clone()
	each(shape, func(index []int) {
		s := want[fmt.Sprint(index)]
		p := got.at(index)
		if isInt(d) {
			w := s.whole
			if d == tensor.Int32 {
				w = int64(int32(w))
			}
			if v := readInt(d, p); v != w {
				t.Fatalf("%s: %v is %d, not %d", about, index, v, w)
			}
		} else if v, w := readValue(d, p), s.value+s.lost; !(cmplx.Abs(v-w) <= s.bound(d)) {
			t.Fatalf("%s: %v is %v, not %v", about, index, v, w)
		}
		copy(rest.element(index), before.element(index))
	})
	if !equalWords(rest.mem, before.mem) {
		t.Fatalf("%s: wrote outside of the results", about)
	}
}

func productOracle(shape []int, reduce int, dst, a, b *view, opt ProductOptions) map[string]sums {
	want := map[string]sums{}
	kept := shape[:len(shape)-reduce]
	each(kept, func(index []int) {
		var s sums
		if opt.Add {
			s = sums{value: dst.get(index), size: cmplx.Abs(dst.get(index)), whole: readInt(dst.d, dst.at(index))}
		}
		want[fmt.Sprint(index)] = s
	})
	each(shape, func(index []int) {
		key := fmt.Sprint(index[:len(kept)])
		s := want[key]
		x, y := a.get(index), complex128(1)
		whole := readInt(a.d, a.at(index))
		if opt.ConjA {
			x = cmplx.Conj(x)
		}
		if !opt.Unary {
			y = b.get(index)
			whole *= readInt(b.d, b.at(index))
		}
		if opt.ConjB {
			y = cmplx.Conj(y)
		}
		s.add(x * y)
		s.whole += whole
		want[key] = s
	})
	return want
}

func testProduct(t *testing.T, r *rand.Rand, shape []int, reduce int, dst, a, b *view, opt ProductOptions) {
	t.Helper()
	want := productOracle(shape, reduce, dst, a, b, opt)
	strides := append(cloneInts(dst.layout.Strides), make([]int, reduce)...)
	for i := range reduce {
		strides[len(strides)-1-i] = r.IntN(3) // they mean nothing
	}
	p, err := PlanProduct(dst.d, shape, reduce, Layout{dst.layout.Offset, strides}, a.layout, b.layout, opt)
	require.NoError(t, err)
	kept := shape[:len(shape)-reduce]
	if product(shape) > 0 {
		requireExtent(t, dst, kept, p.Extent(0))
		requireExtent(t, a, shape, p.Extent(1))
		if !opt.Unary {
			requireExtent(t, b, shape, p.Extent(2))
		}
	}
	var first *view
	for _, parts := range []int{1, 2, 3, 5} {
		got := dst.clone()
		runParts(r, parts, p.Scratch(), func(w Work) { p.Run(w, got.base(), a.base(), b.base()) })
		if first == nil {
			about := fmt.Sprintf("%v %v/%d dst %v a %v b %v %+v", dst.d, shape, reduce, dst.layout, a.layout, b.layout, opt)
			requireSums(t, got, dst, kept, want, about)
			first = got
		} else if !equalWords(first.mem, got.mem) {
			t.Fatalf("%v %v/%d: %d parts give other bits", dst.d, shape, reduce, parts)
		}
	}
}

func TestProductRandom(t *testing.T) {
	r := newRand(t)
	for range 1200 {
		d := numericTypes[r.IntN(len(numericTypes))]
		shape := randomShape(r, 3000)
		reduce := 0
		if r.IntN(3) > 0 {
			reduce = r.IntN(len(shape) + 1)
		}
		dst := randomView(r, d, shape[:len(shape)-reduce], false)
		a, b := randomView(r, d, shape, true), randomView(r, d, shape, true)
		opt := ProductOptions{ConjA: r.IntN(3) == 0, ConjB: r.IntN(3) == 0, Add: r.IntN(3) == 0, Unary: r.IntN(4) == 0}
		testProduct(t, r, shape, reduce, dst, a, b, opt)
	}
}

// TestProductOfTensors takes dense operands over subsets of labels: what einsum steps without a matrix product are.
func TestProductOfTensors(t *testing.T) {
	r := newRand(t)
	for range 500 {
		d := numericTypes[r.IntN(4)]
		shape := randomShape(r, 8000)
		reduce := r.IntN(min(3, len(shape)) + 1)
		kept := shape[:len(shape)-reduce]
		dst := newView(d, kept, colMajor(kept))
		dst.randomise(r)
		operand := func() *view {
			strides, step := make([]int, len(shape)), 1
			for _, a := range r.Perm(len(shape)) {
				if r.IntN(3) > 0 {
					strides[a] = step
					step *= max(1, shape[a])
				}
			}
			v := newView(d, shape, strides)
			v.randomise(r)
			return v
		}
		testProduct(t, r, shape, reduce, dst, operand(), operand(), ProductOptions{ConjB: r.IntN(2) == 0})
	}
}

// TestProductLong checks long reductions in every way they can lie.
// TestProductStaged multiplies large tensors of short axes in orders of their own, which are brought to scratch in blocks.
func TestProductStaged(t *testing.T) {
	r := newRand(t)
	shape := []int{3, 5, 3, 2, 3, 4, 3, 3, 2, 3, 5, 3}
	n := product(shape)
	shuffled := func() []int {
		strides, step := make([]int, len(shape)), 1
		for _, a := range r.Perm(len(shape)) {
			strides[a] = step
			step *= shape[a]
		}
		return strides
	}
	staged := 0
	for round := range 6 {
		a, b, before := make([]complex128, n), make([]complex128, n), make([]complex128, n+2)
		for _, x := range [][]complex128{a, b, before} {
			for i := range x {
				x[i] = complex(float64(r.IntN(19)-9), float64(r.IntN(19)-9))
			}
		}
		sa, sb, sd := shuffled(), shuffled(), colMajor(shape)
		if round == 1 {
			sa = sd
		}
		opt := ProductOptions{ConjA: round == 2, ConjB: round == 3, Add: round >= 4}
		p, err := PlanProduct(tensor.Complex128, shape, 0, Layout{1, sd}, Layout{0, sa}, Layout{0, sb}, opt)
		require.NoError(t, err)
		staged += len(p.staged)
		got := slices.Clone(before)
		parts := 1 + round%3
		for part := range parts {
			p.Run(Work{Part: part, Parts: parts}, unsafe.Pointer(&got[0]), unsafe.Pointer(&a[0]), unsafe.Pointer(&b[0]))
		}
		require.Equal(t, before[0], got[0])
		require.Equal(t, before[n+1], got[n+1])
		at := [3]int{}
		index := make([]int, len(shape))
		for range n {
			x, y, want := a[at[1]], b[at[2]], complex128(0)
			if opt.ConjA {
				x = cmplx.Conj(x)
			}
			if opt.ConjB {
				y = cmplx.Conj(y)
			}
			if opt.Add {
				want = before[1+at[0]]
			}
			if want += x * y; got[1+at[0]] != want {
				t.Fatalf("round %d: %v is %v, not %v", round, index, got[1+at[0]], want)
			}
			for axis := range index {
				for o, s := range [3][]int{sd, sa, sb} {
					at[o] += s[axis]
				}
				if index[axis]++; index[axis] < shape[axis] {
					break
				}
				index[axis] = 0
				for o, s := range [3][]int{sd, sa, sb} {
					at[o] -= s[axis] * shape[axis]
				}
			}
		}
	}
	require.Positive(t, staged)
}

func TestProductLong(t *testing.T) {
	r := newRand(t)
	for _, d := range numericTypes {
		for _, shape := range [][]int{{1, 5000}, {3, 3001}, {70, 300}, {2, 3, 700}} {
			reduce := 1
			dst := newView(d, shape[:len(shape)-1], colMajor(shape[:len(shape)-1]))
			dst.randomise(r)
			for range 3 {
				a, b := randomView(r, d, shape, true), randomView(r, d, shape, true)
				testProduct(t, r, shape, reduce, dst, a, b, ProductOptions{Add: r.IntN(2) == 0})
			}
		}
	}
}

// TestProductPrecision holds float32 sums to the figures of numba/numba#2855 and of numpy/numpy#13734: a running sum in
// single precision gives 3909.23 and sticks at 2²⁴.
func TestProductPrecision(t *testing.T) {
	const n = 1000000
	data := make([]float32, 1<<24+8)
	for i := range n {
		data[i] = float32(1) / 255
	}
	one := float32(1)
	run := func(shape []int, reduce int, a []int, opt ProductOptions) float64 {
		dst := make([]float32, 8)
		p, err := PlanProduct(tensor.Float32, shape, reduce, Layout{Strides: make([]int, len(shape))}, Layout{Strides: a},
			Layout{Strides: make([]int, len(shape))}, opt)
		require.NoError(t, err)
		p.Run(Work{}, unsafe.Pointer(&dst[0]), unsafe.Pointer(&data[0]), unsafe.Pointer(&one))
		return float64(dst[0])
	}
	for _, opt := range []ProductOptions{{}, {Unary: true}} {
		require.InDelta(t, 3921.56885937, run([]int{n}, 1, []int{1}, opt), 0.1)
		require.InDelta(t, 3921.56885937, run([]int{1, n}, 1, []int{1, 1}, opt), 0.1)
		require.InDelta(t, 3921.56885937, run([]int{1, 1000, 1000}, 2, []int{1, 1000, 1}, opt), 0.1)
	}
	// Four results side by side, so that rows are added: the running sums of an axpy.
	dst := make([]float32, 4)
	p, err := PlanProduct(tensor.Float32, []int{4, n / 4}, 1, Layout{Strides: []int{1, 0}}, Layout{Strides: []int{1, 4}}, Layout{},
		ProductOptions{Unary: true})
	require.NoError(t, err)
	p.Run(Work{}, unsafe.Pointer(&dst[0]), unsafe.Pointer(&data[0]), nil)
	for _, v := range dst {
		require.InDelta(t, 3921.56885937/4, float64(v), 0.025)
	}
	for i := range data {
		data[i] = 1
	}
	for _, opt := range []ProductOptions{{}, {Unary: true}} {
		require.Equal(t, 16777224.0, run([]int{len(data)}, 1, []int{1}, opt))
	}
}

func TestProductSpecialValues(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	a, b := []float64{0, 0, 2, nan}, []float64{nan, inf, inf, 0}
	dst := []float64{nan, nan, nan, nan}
	p, err := PlanProduct(tensor.Float64, []int{4}, 0, Layout{Strides: []int{1}}, Layout{Strides: []int{1}}, Layout{Strides: []int{1}}, ProductOptions{})
	require.NoError(t, err)
	p.Run(Work{}, unsafe.Pointer(&dst[0]), unsafe.Pointer(&a[0]), unsafe.Pointer(&b[0]))
	require.True(t, math.IsNaN(dst[0]) && math.IsNaN(dst[1]) && math.IsInf(dst[2], 1) && math.IsNaN(dst[3]))
	// Nothing to sum: zeros over whatever was there.
	p, err = PlanProduct(tensor.Float64, []int{4, 0}, 1, Layout{Strides: []int{1, 0}}, Layout{Strides: []int{0, 0}}, Layout{Strides: []int{0, 0}}, ProductOptions{})
	require.NoError(t, err)
	p.Run(Work{}, unsafe.Pointer(&dst[0]), nil, nil)
	require.Equal(t, []float64{0, 0, 0, 0}, dst)
}

func TestProductErrors(t *testing.T) {
	s1 := Layout{Strides: []int{1}}
	_, err := PlanProduct(tensor.Bool, []int{2}, 0, s1, s1, s1, ProductOptions{})
	require.ErrorIs(t, err, ErrDType)
	_, err = PlanProduct(tensor.Float64, []int{2}, 2, s1, s1, s1, ProductOptions{})
	require.ErrorIs(t, err, ErrShape)
	_, err = PlanProduct(tensor.Float64, []int{2}, 0, Layout{Strides: []int{0}}, s1, s1, ProductOptions{})
	require.ErrorIs(t, err, ErrOverlap)
	_, err = PlanProduct(tensor.Float64, []int{2}, 0, s1, s1, Layout{}, ProductOptions{})
	require.ErrorIs(t, err, ErrLayout)
	var pe *PlanError
	require.ErrorAs(t, err, &pe)
	require.Equal(t, 2, pe.Operand)
}

// TestProductPastTheCaches checks every element of products that are large enough to be written past the caches, into rows that
// begin amid a cache line.
func TestProductPastTheCaches(t *testing.T) {
	const rows = 1291
	for name, strides := range map[string][2][2]int{
		"outer":         {{1, 0}, {0, 1}},
		"scale columns": {{1, rows}, {0, 1}},
		"hadamard":      {{1, rows}, {1, rows}},
	} {
		for parts := 1; parts <= 2; parts++ {
			cols := foldStreamBytes/8/rows + 3
			a, b, dst := make([]float64, rows*cols), make([]float64, rows*cols), make([]float64, rows*cols+1)
			for i := range a {
				a[i], b[i] = float64(i%1013)+1, float64(i%17)-8.5
			}
			p, err := PlanProduct(tensor.Float64, []int{rows, cols}, 0, Layout{1, []int{1, rows}}, Layout{0, strides[0][:]}, Layout{0, strides[1][:]}, ProductOptions{})
			require.NoError(t, err)
			runParts(rand.New(rand.NewPCG(1, 2)), parts, p.Scratch(), func(w Work) {
				p.Run(w, unsafe.Pointer(&dst[0]), unsafe.Pointer(&a[0]), unsafe.Pointer(&b[0]))
			})
			for j := range cols {
				for i := range rows {
					if got, want := dst[1+i+j*rows], a[i*strides[0][0]+j*strides[0][1]]*b[i*strides[1][0]+j*strides[1][1]]; got != want {
						t.Fatalf("%s, %d parts: element %d, %d is %v, not %v", name, parts, i, j, got, want)
					}
				}
			}
			require.Zero(t, dst[0])
		}
	}
}

// productCase is a product as einsum steps have them, for the benchmarks.
type productCase struct {
	name      string
	shape     []int
	reduce    int
	dst, a, b []int
}

// broadcastStrides gives column-major strides over the axes whose bits are set.
func broadcastStrides(shape []int, axes ...int) []int {
	s, step := make([]int, len(shape)), 1
	for _, a := range axes {
		s[a] = step
		step *= shape[a]
	}
	return s
}

func productCases() []productCase {
	threes := sizes(3, 14)
	batch := []int{1 << 14, 4, 4, 4}
	big := []int{2048, 2048}
	return []productCase{
		{"hadamard", big, 0, []int{1, 2048}, []int{1, 2048}, []int{1, 2048}},
		{"hadamard_small", []int{1000}, 0, []int{1}, []int{1}, []int{1}},
		{"transposed", big, 0, []int{1, 2048}, []int{1, 2048}, []int{2048, 1}},
		{"outer", big, 0, []int{1, 2048}, []int{1, 0}, []int{0, 1}},
		{"scale_columns", big, 0, []int{1, 2048}, []int{1, 2048}, []int{0, 1}},
		{"tiny_axes", threes, 0, colMajor(threes), broadcastStrides(threes, 0, 1, 2, 3, 5, 7, 8, 9, 11, 12), broadcastStrides(threes, 1, 2, 4, 6, 8, 10, 13)},
		{"tiny_axes_shuffled", threes, 0, colMajor(threes), broadcastStrides(threes, 12, 3, 5, 0, 8, 9, 1, 7, 11, 2), broadcastStrides(threes, 4, 13, 1, 8, 2, 6, 10)},
		{"tiny_axes_sum_last", threes, 1, colMajor(threes[:13]), broadcastStrides(threes, 0, 1, 2, 3, 5, 7, 8, 9, 11, 12, 13), broadcastStrides(threes, 1, 2, 4, 6, 8, 10, 13)},
		{"tiny_axes_sum_first", threes, 2, colMajor(threes[:12]), broadcastStrides(threes, 13, 12, 0, 1, 2, 3, 5, 7, 8, 9, 11), broadcastStrides(threes, 12, 13, 1, 2, 4, 6, 8, 10)},
		{"tiny_gemm_batch_fastest", batch, 1, broadcastStrides(batch[:3], 0, 1, 2), broadcastStrides(batch, 0, 1, 3), broadcastStrides(batch, 0, 3, 2)},
		{"dot", []int{1 << 20}, 1, nil, []int{1}, []int{1}},
		{"rows_sum", big, 1, []int{1}, []int{1, 2048}, []int{0, 1}},
		{"columns_sum", big, 1, []int{1}, []int{2048, 1}, []int{0, 1}},
	}
}

func BenchmarkProduct(b *testing.B) {
	for _, c := range productCases() {
		for _, d := range []tensor.DType{tensor.Float64, tensor.Float32, tensor.Complex128} {
			b.Run(fmt.Sprintf("%s/%v", c.name, d), func(b *testing.B) {
				strides := append(cloneInts(c.dst), make([]int, c.reduce)...)
				p, err := PlanProduct(d, c.shape, c.reduce, Layout{Strides: strides}, Layout{Strides: c.a}, Layout{Strides: c.b}, ProductOptions{})
				require.NoError(b, err)
				mem := [3]unsafe.Pointer{}
				for o := range mem {
					n := (p.Extent(o).Max + 1) * d.Size()
					mem[o] = benchMemory(b, n+8)
					fillMemory(mem[o], n)
				}
				w := Work{Scratch: make([]byte, p.Scratch())}
				b.SetBytes(int64(p.Bytes()))
				for b.Loop() {
					p.Run(w, mem[0], mem[1], mem[2])
				}
				b.ReportMetric(float64(product(c.shape))*float64(b.N)/b.Elapsed().Seconds()/1e9, "Gmul/s")
			})
		}
	}
}
