package tracetest

// Recipe: how each kind of elementwise operation and reduction is drawn, and what it does to bounds and noise.

import (
	"math"
	"slices"

	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// recipes are all ways to grow a graph. Each reports whether it kept something.
var recipes = []func(*generator) bool{
	(*generator).unary, (*generator).unary, (*generator).binary, (*generator).binary, (*generator).compare,
	(*generator).choose, (*generator).clamp, (*generator).cast, (*generator).cast, (*generator).reduce,
	(*generator).reduce, (*generator).permute, (*generator).reshape, (*generator).broadcast, (*generator).slice,
	(*generator).reverse, (*generator).pad, (*generator).concatenate, (*generator).diagonal, (*generator).embed,
	(*generator).triangle, (*generator).gather, (*generator).scatter, (*generator).contract, (*generator).contract,
}

// The classes of dtypes that operations take.

func isNumeric(d tensor.DType) bool { return d.Valid() && d != tensor.Bool }
func isReal(d tensor.DType) bool    { return isNumeric(d) && !d.IsComplex() }
func isInexact(d tensor.DType) bool { return d.IsScalar() }
func isComplex(d tensor.DType) bool { return d.IsComplex() }
func isIndex(d tensor.DType) bool   { return d == tensor.Int32 || d == tensor.Int64 }

func (g *generator) unary() bool {
	fn := trace.Neg + trace.UnaryFn(g.rng.IntN(int(trace.Imag)))
	class := isInexact
	switch fn {
	case trace.Neg, trace.Abs, trace.Sign:
		class = isNumeric
	case trace.Conj, trace.Real, trace.Imag:
		class = isComplex
	}
	if !g.has(class) {
		return false
	}
	e, bound, noise := g.unaryBounds(fn, g.any(class))
	return g.keep(g.tc.Apply(trace.Unary{Fn: fn}, e.v)[0], bound, noise)
}

// unaryBounds makes the operand fit for the function and bounds the result. The noise of an operand grows with the
// greatest slope of the function, and the function adds a few roundings.
func (g *generator) unaryBounds(fn trace.UnaryFn, e entry) (operand entry, bound, noise float64) {
	d := e.dtype()
	eps := 8 * epsilon(d)
	switch fn {
	case trace.Abs:
		if d.IsComplex() {
			return e, e.bound, e.noise + eps*e.bound
		}
	case trace.Sign:
		e = g.exact(e)
		if d.IsComplex() {
			return e, 1, eps
		}
		return e, 1, 0
	case trace.Exp, trace.Expm1:
		e = g.small(e, 4)
		return e, math.Exp(e.bound) + 1, math.Exp(e.bound) * (e.noise + eps)
	case trace.Sin, trace.Cos:
		if d.IsComplex() {
			e = g.small(e, 4)
			return e, math.Exp(e.bound), math.Exp(e.bound) * (e.noise + eps)
		}
		e = g.small(e, 100)
		return e, 1, e.noise + eps
	case trace.Tanh:
		if d.IsComplex() { // at Gaussian integers of modulus below 5, at least 0.28 from a pole
			e = g.small(g.exact(e), 4)
			return e, 8, 16 * eps
		}
		return e, 1, e.noise + eps
	case trace.Log, trace.Log1p:
		e = g.positive(e)
		return e, e.bound + 2, e.noise + eps*(e.bound+2)
	case trace.Sqrt:
		e = g.positive(e)
		return e, e.bound, e.noise + eps*e.bound
	case trace.Rsqrt:
		e = g.positive(e)
		return e, 1, e.noise + eps
	}
	return e, e.bound, e.noise // neg, conj, real, imag
}

func (g *generator) binary() bool {
	fn := trace.Add + trace.BinaryFn(g.rng.IntN(int(trace.Min)))
	class := isNumeric
	if fn == trace.Max || fn == trace.Min {
		class = isReal
	}
	if !g.has(class) {
		return false
	}
	x := g.any(class)
	d := x.dtype()
	y := g.partner(x)
	var bound, noise float64
	switch {
	case fn == trace.Add || fn == trace.Sub:
		bound = x.bound + y.bound
		noise = rounded(d, bound, x.noise+y.noise)
	case fn == trace.Mul:
		bound = x.bound * y.bound
		noise = rounded(d, bound, x.noise*y.bound+y.noise*x.bound)
	case fn == trace.Max || fn == trace.Min:
		bound, noise = max(x.bound, y.bound), max(x.noise, y.noise)
	case fn == trace.Div && isInexact(d):
		y = g.positive(y)
		bound, noise = x.bound, x.noise+y.noise*x.bound+8*epsilon(d)*x.bound
	case fn == trace.Pow && isInexact(d):
		x, y, bound, noise = g.powBounds(x, y)
	case fn == trace.Div:
		bound = x.bound
	case fn == trace.Pow:
		y = g.small(y, 5)
		bound = max(1, math.Pow(x.bound, y.bound))
	}
	if g.chance(2) && fn != trace.Div && fn != trace.Pow {
		x, y = y, x
	}
	v := map[trace.BinaryFn]func(x, y *trace.Value) *trace.Value{
		trace.Add: g.tc.Add, trace.Sub: g.tc.Sub, trace.Mul: g.tc.Mul, trace.Div: g.tc.Div, trace.Pow: g.tc.Pow,
		trace.Max: g.tc.Max, trace.Min: g.tc.Min,
	}[fn](x.v, y.v)
	return g.keep(v, bound, noise)
}

// partner draws a second operand for x: of its type, or a scalar.
func (g *generator) partner(x entry) entry {
	if g.chance(4) {
		return g.like(x.dtype())
	}
	return g.like(x.dtype(), x.shape()...)
}

// powBounds makes base and exponent fit: a base in the right half plane, and a small exponent, real for complex64.
func (g *generator) powBounds(x, y entry) (base, exponent entry, bound, noise float64) {
	d := x.dtype()
	x = g.positive(g.small(x, 3))
	if d.IsComplex() {
		e := g.small(g.like(d.Real(), y.shape()...), 2)
		y = entry{g.tc.Cast(e.v, d), e.bound, e.noise}
		if e.noise > 0 {
			y = g.small(entry{y.v, 9, 0}, 2) // a leaf, of complex exponents
		}
	} else {
		y = g.small(y, 2)
	}
	bound = math.Pow(x.bound, y.bound)
	if d.IsComplex() {
		bound *= math.Exp(math.Pi / 2 * y.bound)
	}
	return x, y, bound, bound * (y.bound*x.noise + math.Log(x.bound)*y.noise + 16*epsilon(d))
}

func (g *generator) compare() bool {
	fn := trace.Equal + trace.CompareFn(g.rng.IntN(int(trace.GreaterEqual)))
	class := isReal
	if fn == trace.Equal || fn == trace.NotEqual {
		class = tensor.DType.Valid
	}
	if !g.has(class) {
		return false
	}
	x := g.exact(g.any(class))
	y := g.exact(g.partner(x))
	if g.chance(2) {
		x, y = y, x
	}
	v := map[trace.CompareFn]func(x, y *trace.Value) *trace.Value{
		trace.Equal: g.tc.Equal, trace.NotEqual: g.tc.NotEqual, trace.Less: g.tc.Less, trace.LessEqual: g.tc.LessEqual,
		trace.Greater: g.tc.Greater, trace.GreaterEqual: g.tc.GreaterEqual,
	}[fn](x.v, y.v)
	return g.keep(v, 1, 0)
}

func (g *generator) choose() bool {
	x := g.any(tensor.DType.Valid)
	y := g.partner(x)
	cond := g.like(tensor.Bool, x.shape()...)
	return g.keep(g.tc.Where(cond.v, x.v, y.v), max(x.bound, y.bound), max(x.noise, y.noise))
}

func (g *generator) clamp() bool {
	if !g.has(isReal) {
		return false
	}
	x := g.any(isReal)
	low, high := g.partner(x), g.partner(x)
	return g.keep(g.tc.Clamp(x.v, low.v, high.v), max(x.bound, low.bound, high.bound), max(x.noise, low.noise, high.noise))
}

// cast converts exact values between all dtypes, and noisy ones where neither a jump nor a finer dtype would tell.
func (g *generator) cast() bool {
	e := g.any(tensor.DType.Valid)
	from, to := e.dtype(), g.dtype(tensor.DType.Valid)
	switch {
	case !isInexact(to) || epsilon(to) < epsilon(from):
		e = g.exact(e)
	case isIndex(from):
		e = g.small(e, 100)
	}
	bound := e.bound
	switch {
	case to == tensor.Bool:
		bound = 1
	case isIndex(to) && isInexact(from) && bound > math.MaxInt32:
		return false
	case to == tensor.Int32:
		bound = min(bound, -math.MinInt32)
	}
	return g.keep(g.tc.Apply(trace.Cast{To: to}, e.v)[0], bound, rounded(to, bound, e.noise))
}

func (g *generator) reduce() bool {
	fn := trace.ReduceSum + trace.ReduceFn(g.rng.IntN(int(trace.ReduceArgMin)))
	class := isReal
	switch fn {
	case trace.ReduceSum, trace.ReduceProd:
		class = isNumeric
	case trace.ReduceMean:
		class = isInexact
	}
	if !g.has(class) {
		return false
	}
	e := g.any(class)
	d := e.dtype()
	axes := g.subset(len(e.shape()))
	count := 1
	for _, a := range axes {
		count *= e.shape()[a]
	}
	n := float64(count)
	bound, noise := e.bound, e.noise
	switch fn {
	case trace.ReduceSum:
		bound, noise = n*bound, rounded(d, n*n*bound, n*noise)
	case trace.ReduceProd:
		e = g.small(e, 2)
		bound = max(1, math.Pow(e.bound, n))
		noise = rounded(d, n*bound, n*bound*e.noise)
	case trace.ReduceMean:
		noise += 8 * epsilon(d) * bound
	case trace.ReduceArgMax, trace.ReduceArgMin:
		e = g.exact(e)
		bound, noise = n, 0
	}
	if count == 0 && fn != trace.ReduceSum && fn != trace.ReduceProd {
		return false
	}
	return g.keep(g.tc.Apply(trace.Reduce{Fn: fn, Axes: axes}, e.v)[0], bound, noise)
}

// subset draws axes out of rank, ascending.
func (g *generator) subset(rank int) []int {
	axes := g.rng.Perm(rank)[:g.rng.IntN(rank+1)]
	slices.Sort(axes)
	return axes
}
