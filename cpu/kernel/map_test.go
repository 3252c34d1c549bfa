package kernel

import (
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/tensor"
)

// programOf is the one-instruction program of fn.
func programOf(fn compiler.Fn, in, out tensor.DType) []compiler.Instr {
	return []compiler.Instr{{Fn: fn, Args: [3]int{0, 1, 2}, In: in, Out: out}}
}

// mapValues runs a program over dense vectors.
func mapValues[T, R any](t *testing.T, code []compiler.Instr, types []tensor.DType, src ...[]T) []R {
	t.Helper()
	n := len(src[0])
	out := make([]R, n)
	one := Layout{Strides: []int{1}}
	layouts, mem := []Layout{}, []unsafe.Pointer{}
	for _, s := range src {
		layouts = append(layouts, one)
		mem = append(mem, unsafe.Pointer(&s[0]))
	}
	p, err := PlanMap(code[len(code)-1].Out, []int{n}, one, types, layouts, code)
	require.NoError(t, err)
	p.Run(Work{}, unsafe.Pointer(&out[0]), mem...)
	return out
}

func repeat(d tensor.DType, n int) []tensor.DType {
	s := make([]tensor.DType, n)
	for i := range s {
		s[i] = d
	}
	return s
}

func TestMapReal(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	x := []float64{-2.5, -1, -0.25, 0, 0.3, 1, 7, nan, inf, -inf, 1e-9, math.Copysign(0, -1)}
	y := []float64{1, 2, nan, 0, -3, 0.5, 7, 1, -inf, 2, 1e9, 0}
	unary := map[compiler.Fn]func(float64) float64{
		compiler.Neg: func(v float64) float64 { return -v }, compiler.Abs: math.Abs, compiler.Exp: math.Exp, compiler.Log: math.Log,
		compiler.Sqrt: math.Sqrt, compiler.Rsqrt: func(v float64) float64 { return 1 / math.Sqrt(v) }, compiler.Sin: math.Sin,
		compiler.Cos: math.Cos, compiler.Tanh: math.Tanh, compiler.Expm1: math.Expm1, compiler.Log1p: math.Log1p,
		compiler.Identity: func(v float64) float64 { return v },
		compiler.Sign: func(v float64) float64 {
			if v == 0 || math.IsNaN(v) {
				return v
			}
			return math.Copysign(1, v)
		},
	}
	binary := map[compiler.Fn]func(a, b float64) float64{
		compiler.Add: func(a, b float64) float64 { return a + b }, compiler.Sub: func(a, b float64) float64 { return a - b },
		compiler.Mul: func(a, b float64) float64 { return a * b }, compiler.Div: func(a, b float64) float64 { return a / b },
		compiler.Pow: math.Pow, compiler.Max: math.Max, compiler.Min: math.Min,
	}
	x32, y32 := make([]float32, len(x)), make([]float32, len(x))
	for i := range x {
		x32[i], y32[i] = float32(x[i]), float32(y[i])
	}
	for fn, f := range unary {
		got := mapValues[float64, float64](t, programOf(fn, tensor.Float64, tensor.Float64), repeat(tensor.Float64, 1), x)
		got32 := mapValues[float32, float32](t, programOf(fn, tensor.Float32, tensor.Float32), repeat(tensor.Float32, 1), x32)
		for i, v := range x {
			requireSame(t, f(v), got[i], 0, "%v(%v)", fn, v)
			requireSame(t, float64(float32(f(float64(x32[i])))), float64(got32[i]), 0, "%v(%v) in float32", fn, v)
		}
	}
	for fn, f := range binary {
		if fn == compiler.Max || fn == compiler.Min { // math.Max prefers infinity to NaN
			f = func(a, b float64) float64 {
				if math.IsNaN(a) || math.IsNaN(b) {
					return nan
				}
				return binary[fn](a, b)
			}
		}
		got := mapValues[float64, float64](t, programOf(fn, tensor.Float64, tensor.Float64), repeat(tensor.Float64, 2), x, y)
		got32 := mapValues[float32, float32](t, programOf(fn, tensor.Float32, tensor.Float32), repeat(tensor.Float32, 2), x32, y32)
		for i := range x {
			requireSame(t, f(x[i], y[i]), got[i], 0, "%v(%v, %v)", fn, x[i], y[i])
			requireSame(t, float64(float32(f(float64(x32[i]), float64(y32[i])))), float64(got32[i]), 1e-7, "%v(%v, %v) in float32", fn, x[i], y[i])
		}
	}
}

func requireSame(t *testing.T, want, got, tol float64, format string, args ...any) {
	t.Helper()
	if math.IsNaN(want) && math.IsNaN(got) || want == got && math.Signbit(want) == math.Signbit(got) {
		return
	}
	require.LessOrEqual(t, math.Abs(want-got), tol*math.Abs(want), append([]any{format + ": %v, not %v"}, append(args, got, want)...)...)
	require.False(t, math.IsNaN(got) || tol == 0, append([]any{format + ": %v, not %v"}, append(args, got, want)...)...)
}

func TestMapComplex(t *testing.T) {
	inf := math.Inf(1)
	x := []complex128{1, -1, 1i, 2 - 3i, -0.5 + 0.25i, 1e-9 + 2e-9i, 3 + 4i, -1e-5 + 4.47e-3i, 40 - 1i, 0}
	y := []complex128{2, 0.5i, 1 - 1i, 3, 1i, 2 + 1i, -1, 1, 1 + 1i, 5}
	unary := map[compiler.Fn]func(complex128) complex128{
		compiler.Neg: func(v complex128) complex128 { return -v }, compiler.Exp: cmplx.Exp, compiler.Log: cmplx.Log,
		compiler.Sqrt: cmplx.Sqrt, compiler.Sin: cmplx.Sin, compiler.Cos: cmplx.Cos, compiler.Tanh: cmplx.Tanh, compiler.Conj: cmplx.Conj,
		compiler.Rsqrt: func(v complex128) complex128 { return 1 / cmplx.Sqrt(v) },
		compiler.Sign: func(v complex128) complex128 {
			if v == 0 {
				return 0
			}
			return v / complex(cmplx.Abs(v), 0)
		},
		// By series where cmplx would cancel.
		compiler.Expm1: func(v complex128) complex128 {
			if cmplx.Abs(v) < 1e-2 {
				return v * (1 + v/2*(1+v/3*(1+v/4*(1+v/5*(1+v/6*(1+v/7))))))
			}
			return cmplx.Exp(v) - 1
		},
		compiler.Log1p: func(v complex128) complex128 {
			if cmplx.Abs(v) < 1e-2 {
				s, p := complex128(0), v
				for k := 1.0; k < 12; k++ {
					s += p / complex(k, 0)
					p *= -v
				}
				return s
			}
			return cmplx.Log(1 + v)
		},
	}
	x64 := make([]complex64, len(x))
	for i := range x {
		x64[i] = complex64(x[i])
	}
	for fn, f := range unary {
		got := mapValues[complex128, complex128](t, programOf(fn, tensor.Complex128, tensor.Complex128), repeat(tensor.Complex128, 1), x)
		got64 := mapValues[complex64, complex64](t, programOf(fn, tensor.Complex64, tensor.Complex64), repeat(tensor.Complex64, 1), x64)
		for i, v := range x {
			want := f(v)
			if cmplx.IsInf(want) || cmplx.IsNaN(want) {
				require.True(t, cmplx.IsInf(got[i]) || cmplx.IsNaN(got[i]))
				continue
			}
			require.LessOrEqual(t, cmplx.Abs(got[i]-want), 1e-14*cmplx.Abs(want), "%v(%v) is %v, not %v", fn, v, got[i], want)
			want = f(complex128(x64[i]))
			require.LessOrEqual(t, cmplx.Abs(complex128(got64[i])-want), 2e-7*cmplx.Abs(want), "%v(%v) is %v, not %v", fn, x64[i], got64[i], want)
		}
	}
	for fn, f := range map[compiler.Fn]func(a, b complex128) complex128{
		compiler.Add: func(a, b complex128) complex128 { return a + b }, compiler.Sub: func(a, b complex128) complex128 { return a - b },
		compiler.Mul: func(a, b complex128) complex128 { return a * b }, compiler.Div: func(a, b complex128) complex128 { return a / b },
		compiler.Pow: cmplx.Pow,
	} {
		got := mapValues[complex128, complex128](t, programOf(fn, tensor.Complex128, tensor.Complex128), repeat(tensor.Complex128, 2), x, y)
		for i := range x {
			want := f(x[i], y[i])
			require.LessOrEqual(t, cmplx.Abs(got[i]-want), 1e-15*cmplx.Abs(want), "%v(%v, %v)", fn, x[i], y[i])
		}
	}
	for fn, f := range map[compiler.Fn]func(complex128) float64{
		compiler.Abs: cmplx.Abs, compiler.Real: func(v complex128) float64 { return real(v) }, compiler.Imag: func(v complex128) float64 { return imag(v) },
	} {
		got := mapValues[complex128, float64](t, programOf(fn, tensor.Complex128, tensor.Float64), repeat(tensor.Complex128, 1), x)
		for i, v := range x {
			require.InDelta(t, f(v), got[i], 1e-15*math.Abs(f(v)))
		}
	}
	require.Equal(t, complex(1, 0), complexTanh(complex(400, 1)))
	require.Equal(t, complex(-1, 0), complexTanh(complex(-1e300, 1)))
	require.InDelta(t, math.Sqrt2/2, real(complexSign(complex(inf, -inf))), 1e-15)
	require.InDelta(t, math.Sqrt2/2, real(complexSign(complex(1.5e308, 1.5e308))), 1e-15)
	require.InDelta(t, math.Sqrt2/2, real(complexSign(complex(5e-324, 5e-324))), 1e-15)
}

func TestMapInt(t *testing.T) {
	const least, most = math.MinInt64, math.MaxInt64
	x := []int64{7, -7, 7, least, least, most, 0, 2, -1, -1, 1, 0, 3, -2}
	y := []int64{2, 2, 0, -1, 1, 2, 0, 70, -3, -4, -9, -1, 5, 3}
	for _, c := range []struct {
		fn   compiler.Fn
		want []int64
	}{
		{compiler.Div, []int64{3, -3, 0, least, least, most / 2, 0, 0, 0, 0, 0, 0, 0, 0}},
		{compiler.Add, []int64{9, -5, 7, most, least + 1, least + 1, 0, 72, -4, -5, -8, -1, 8, 1}},
		{compiler.Mul, []int64{14, -14, 0, least, least, -2, 0, 140, 3, 4, -9, 0, 15, -6}},
		{compiler.Pow, []int64{49, 49, 1, 0, least, 1, 1, 0, -1, 1, 1, 0, 243, -8}},
		{compiler.Max, []int64{7, 2, 7, -1, 1, most, 0, 70, -1, -1, 1, 0, 5, 3}},
	} {
		require.Equal(t, c.want, mapValues[int64, int64](t, programOf(c.fn, tensor.Int64, tensor.Int64), repeat(tensor.Int64, 2), x, y), "%v", c.fn)
	}
	require.Equal(t, []int32{math.MinInt32, 5, 0}, mapValues[int32, int32](t, programOf(compiler.Abs, tensor.Int32, tensor.Int32), repeat(tensor.Int32, 1), []int32{math.MinInt32, -5, 0}))
	require.Equal(t, []int32{-1, 1, 0}, mapValues[int32, int32](t, programOf(compiler.Sign, tensor.Int32, tensor.Int32), repeat(tensor.Int32, 1), []int32{math.MinInt32, 5, 0}))
}

func TestMapCompareAndChoose(t *testing.T) {
	nan := math.NaN()
	x, y := []float64{1, 2, 3, nan, nan}, []float64{2, 2, 2, 1, nan}
	for fn, want := range map[compiler.Fn][]bool{
		compiler.Equal: {false, true, false, false, false}, compiler.NotEqual: {true, false, true, true, true},
		compiler.Less: {true, false, false, false, false}, compiler.LessEqual: {true, true, false, false, false},
		compiler.Greater: {false, false, true, false, false}, compiler.GreaterEqual: {false, true, true, false, false},
	} {
		require.Equal(t, want, mapValues[float64, bool](t, programOf(fn, tensor.Float64, tensor.Bool), repeat(tensor.Float64, 2), x, y), "%v", fn)
	}
	clamped := mapValues[float64, float64](t, programOf(compiler.Clamp, tensor.Float64, tensor.Float64), repeat(tensor.Float64, 3),
		[]float64{5, -5, 1, nan, 0, 0}, []float64{0, 0, 0, 0, nan, 3}, []float64{2, 2, 2, 2, 2, 1})
	require.Equal(t, []float64{2, 0, 1}, clamped[:3])
	require.True(t, math.IsNaN(clamped[3]) && math.IsNaN(clamped[4]))
	require.Equal(t, 1.0, clamped[5], "high wins where the bounds cross")

	for _, d := range allTypes {
		r := rand.New(rand.NewPCG(1, 2))
		shape := []int{7, 5}
		c, a, b, dst := randomView(r, tensor.Bool, shape, true), randomView(r, d, shape, true), randomView(r, d, shape, true), randomView(r, d, shape, false)
		p, err := PlanMap(d, shape, dst.layout, []tensor.DType{tensor.Bool, d, d}, []Layout{c.layout, a.layout, b.layout}, programOf(compiler.Where, d, d))
		require.NoError(t, err)
		p.Run(Work{}, dst.base(), c.base(), a.base(), b.base())
		each(shape, func(index []int) {
			want := b.get(index)
			if c.get(index) != 0 {
				want = a.get(index)
			}
			require.Equal(t, want, dst.get(index))
		})
	}
}

func TestMapCast(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	values := []float64{0, 1, -1.9, 2.5, 1e10, -1e10, 1e30, inf, -inf, nan}
	wantInt64 := []int64{0, 1, -1, 2, 1e10, -1e10, math.MaxInt64, math.MaxInt64, math.MinInt64, 0}
	wantInt32 := []int32{0, 1, -1, 2, math.MaxInt32, math.MinInt32, math.MaxInt32, math.MaxInt32, math.MinInt32, 0}
	wantBool := []bool{false, true, true, true, true, true, true, true, true, true}
	f32, c64, c128 := make([]float32, len(values)), make([]complex64, len(values)), make([]complex128, len(values))
	for i, v := range values {
		f32[i], c64[i], c128[i] = float32(v), complex(float32(v), 3), complex(v, 3)
	}
	cast := func(in, out tensor.DType) []compiler.Instr { return programOf(compiler.Cast, in, out) }
	f64s := repeat(tensor.Float64, 1)
	require.Equal(t, wantInt64, mapValues[float64, int64](t, cast(tensor.Float64, tensor.Int64), f64s, values))
	require.Equal(t, wantInt32, mapValues[float64, int32](t, cast(tensor.Float64, tensor.Int32), f64s, values))
	require.Equal(t, wantBool, mapValues[float64, bool](t, cast(tensor.Float64, tensor.Bool), f64s, values))
	require.Equal(t, wantInt64, mapValues[float32, int64](t, cast(tensor.Float32, tensor.Int64), repeat(tensor.Float32, 1), f32))
	require.Equal(t, wantInt64, mapValues[complex64, int64](t, cast(tensor.Complex64, tensor.Int64), repeat(tensor.Complex64, 1), c64))
	require.Equal(t, wantInt32, mapValues[complex128, int32](t, cast(tensor.Complex128, tensor.Int32), repeat(tensor.Complex128, 1), c128))
	require.Equal(t, []bool{false, true, true}, mapValues[complex128, bool](t, cast(tensor.Complex128, tensor.Bool), repeat(tensor.Complex128, 1), []complex128{0, 1i, cmplx.NaN()}))
	require.Equal(t, []int32{-1, 0, math.MaxInt32}, mapValues[int64, int32](t, cast(tensor.Int64, tensor.Int32), repeat(tensor.Int64, 1), []int64{-1, 1 << 32, math.MaxInt32}))
	// Every pair: small values survive, in whatever type they fit.
	for _, in := range allTypes {
		for _, out := range allTypes {
			r := rand.New(rand.NewPCG(3, 4))
			shape := []int{9, 3}
			src, dst := randomView(r, in, shape, true), randomView(r, out, shape, false)
			p, err := PlanMap(out, shape, dst.layout, []tensor.DType{in}, []Layout{src.layout}, cast(in, out))
			require.NoError(t, err, "%v to %v", in, out)
			p.Run(Work{}, dst.base(), src.base())
			each(shape, func(index []int) {
				v := src.get(index)
				switch {
				case out == tensor.Bool:
					if v != 0 {
						v = 1
					}
				case isInt(out):
					v = complex(math.Trunc(real(v)), 0)
				case !out.IsComplex():
					v = complex(real(v), 0)
				}
				require.InDelta(t, real(v), real(dst.get(index)), 1e-7, "%v to %v", in, out)
				require.InDelta(t, imag(v), imag(dst.get(index)), 1e-7, "%v to %v", in, out)
			})
		}
	}
}

// TestMapPrograms runs random programs of several instructions over random views against a straight evaluation.
func TestMapPrograms(t *testing.T) {
	r := newRand(t)
	fns := []compiler.Fn{compiler.Add, compiler.Sub, compiler.Mul, compiler.Neg, compiler.Identity}
	for range 400 {
		d := numericTypes[r.IntN(len(numericTypes))]
		shape := randomShape(r, 3000)
		var src []*view
		var layouts []Layout
		for range 1 + r.IntN(4) {
			v := randomView(r, d, shape, true)
			src, layouts = append(src, v), append(layouts, v.layout)
		}
		var code []compiler.Instr
		for i := range 1 + r.IntN(7) {
			in := compiler.Instr{Fn: fns[r.IntN(len(fns))], In: d, Out: d}
			for k := range in.Args {
				in.Args[k] = r.IntN(len(src) + i)
			}
			code = append(code, in)
		}
		dst := randomView(r, d, shape, false)
		p, err := PlanMap(d, shape, dst.layout, repeat(d, len(src)), layouts, code)
		require.NoError(t, err)
		requireExtent(t, dst, shape, p.Extent(0))
		want := map[string]sums{}
		each(shape, func(index []int) {
			want[fmt.Sprint(index)] = evaluate(code, src, index)
		})
		var mem []unsafe.Pointer
		for i, v := range src {
			requireExtent(t, v, shape, p.Extent(i+1))
			mem = append(mem, v.base())
		}
		for _, parts := range []int{1, 2, 5} {
			got := dst.clone()
			runParts(r, parts, p.Scratch(), func(w Work) { p.Run(w, got.base(), mem...) })
			requireSums(t, got, dst, shape, want, fmt.Sprintf("%v %v %v", d, shape, code))
		}
	}
}

// evaluate runs a program at one point; size bounds the rounding of its intermediate values.
func evaluate(code []compiler.Instr, src []*view, index []int) sums {
	var regs []sums
	for _, v := range src {
		x := v.get(index)
		regs = append(regs, sums{value: x, size: cmplx.Abs(x), whole: readInt(v.d, v.at(index))})
	}
	for _, in := range code {
		a, b := regs[in.Args[0]], regs[in.Args[1]]
		switch in.Fn {
		case compiler.Add:
			a = sums{value: a.value + b.value, size: a.size + b.size, whole: a.whole + b.whole}
		case compiler.Sub:
			a = sums{value: a.value - b.value, size: a.size + b.size, whole: a.whole - b.whole}
		case compiler.Mul:
			a = sums{value: a.value * b.value, size: a.size * b.size * 4, whole: a.whole * b.whole}
		case compiler.Neg:
			a = sums{value: -a.value, size: a.size, whole: -a.whole}
		}
		regs = append(regs, a)
	}
	s := regs[len(regs)-1]
	s.size = 8 * (s.size + 1)
	return s
}

func TestMapInPlace(t *testing.T) {
	x := []float64{1, 2, 3}
	one := Layout{Strides: []int{1}}
	p, err := PlanMap(tensor.Float64, []int{3}, one, repeat(tensor.Float64, 1), []Layout{one},
		[]compiler.Instr{{Fn: compiler.Mul, Args: [3]int{0, 0}, In: tensor.Float64, Out: tensor.Float64}, {Fn: compiler.Add, Args: [3]int{1, 0}, In: tensor.Float64, Out: tensor.Float64}})
	require.NoError(t, err)
	p.Run(Work{}, unsafe.Pointer(&x[0]), unsafe.Pointer(&x[0]))
	require.Equal(t, []float64{2, 6, 12}, x)
}

func TestMapErrors(t *testing.T) {
	one := Layout{Strides: []int{1}}
	f := tensor.Float64
	for name, code := range map[string][]compiler.Instr{
		"empty":       nil,
		"no function": {{}},
		"register":    {{Fn: compiler.Neg, Args: [3]int{1}, In: f, Out: f}},
		"negative":    {{Fn: compiler.Neg, Args: [3]int{-1}, In: f, Out: f}},
		"type":        {{Fn: compiler.Neg, In: tensor.Float32, Out: tensor.Float32}},
		"out":         {{Fn: compiler.Neg, In: f, Out: tensor.Bool}},
		"result":      {{Fn: compiler.Cast, In: f, Out: tensor.Int32}},
		"no conj":     {{Fn: compiler.Conj, In: f, Out: f}},
		"where":       {{Fn: compiler.Where, In: f, Out: f}},
		"unknown":     {{Fn: 200, In: f, Out: f}},
	} {
		_, err := PlanMap(f, []int{3}, one, repeat(f, 1), []Layout{one}, code)
		require.ErrorIs(t, err, ErrProgram, name)
	}
	_, err := PlanMap(f, []int{3}, one, nil, []Layout{one}, programOf(compiler.Neg, f, f))
	require.ErrorIs(t, err, ErrProgram)
	_, err = PlanMap(f, []int{3}, one, []tensor.DType{0}, []Layout{one}, programOf(compiler.Neg, f, f))
	require.ErrorIs(t, err, ErrDType)
}

func TestMapDoesNotAllocate(t *testing.T) {
	shape := []int{40, 30}
	src, dst := newView(tensor.Float64, shape, []int{30, 1}), newView(tensor.Float64, shape, []int{1, 40})
	p, err := PlanMap(tensor.Float64, shape, dst.layout, repeat(tensor.Float64, 1), []Layout{src.layout}, programOf(compiler.Exp, tensor.Float64, tensor.Float64))
	require.NoError(t, err)
	w, mem := Work{Scratch: make([]byte, p.Scratch())}, []unsafe.Pointer{src.base()}
	require.Zero(t, testing.AllocsPerRun(10, func() { p.Run(w, dst.base(), mem...) }))
}

func BenchmarkMap(b *testing.B) {
	const n = 1 << 20
	f := tensor.Float64
	one, zero := Layout{Strides: []int{1}}, Layout{Strides: []int{0}}
	for _, c := range []struct {
		name string
		code []compiler.Instr
		src  []Layout
	}{
		{"add", []compiler.Instr{{Fn: compiler.Add, Args: [3]int{0, 1}, In: f, Out: f}}, []Layout{one, one}},
		{"axpy", []compiler.Instr{{Fn: compiler.Mul, Args: [3]int{0, 2}, In: f, Out: f}, {Fn: compiler.Add, Args: [3]int{3, 1}, In: f, Out: f}}, []Layout{one, one, zero}},
		{"max", []compiler.Instr{{Fn: compiler.Max, Args: [3]int{0, 1}, In: f, Out: f}}, []Layout{one, one}},
		{"exp", []compiler.Instr{{Fn: compiler.Exp, In: f, Out: f}}, []Layout{one}},
	} {
		b.Run(c.name, func(b *testing.B) {
			p, err := PlanMap(f, []int{n}, one, repeat(f, len(c.src)), c.src, c.code)
			require.NoError(b, err)
			to := benchMemory(b, n*8)
			var mem []unsafe.Pointer
			for range c.src {
				m := benchMemory(b, n*8)
				fillMemory(m, n*8)
				mem = append(mem, m)
			}
			w := Work{Scratch: make([]byte, p.Scratch())}
			b.SetBytes(int64(p.Bytes()))
			for b.Loop() {
				p.Run(w, to, mem...)
			}
		})
	}
}
