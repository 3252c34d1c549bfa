package tracetest

// Random: graphs out of a random number generator, with an eye on what their values may become.

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// Options are the bounds of a random graph. Zero fields mean the defaults.
type Options struct {
	Ops     int            // operations besides leaves and what they need; default 16
	MaxRank int            // of any value; default 4
	MaxSize int            // of the axes of leaves; default 4
	MaxLen  int            // elements of any value; default 512
	DTypes  []tensor.DType // default all; comparisons, positions and indices bring bool and integers all the same
	Exact   bool           // keep to results that are exact: integers, in whatever dtype, however they are summed
}

func (o Options) withDefaults() Options {
	def := func(p *int, n int) {
		if *p <= 0 {
			*p = n
		}
	}
	def(&o.Ops, 16)
	def(&o.MaxRank, 4)
	def(&o.MaxSize, 4)
	def(&o.MaxLen, 512)
	o.DTypes = slices.DeleteFunc(slices.Clone(o.DTypes), func(d tensor.DType) bool { return !d.Valid() })
	if len(o.DTypes) == 0 {
		o.DTypes = []tensor.DType{tensor.Float32, tensor.Float64, tensor.Complex64, tensor.Complex128, tensor.Int32,
			tensor.Int64, tensor.Bool}
	}
	return o
}

// Random makes a graph of random operations on random shapes, sizes 0 and 1 and scalars among them. Over many graphs
// every operation comes up with every dtype that it takes. The same state of rng gives the same graph.
//
// On the operands of Inputs the graph's values stay within known bounds: no overflow but that of integers, no NaN, no
// index out of range, no argument near a branch cut, a pole or a jump of the function, except values that are exact in
// any order of evaluation. So a right result agrees with Eval's as Close has it.
func Random(rng *rand.Rand, opts Options) *trace.Graph {
	g := &generator{tc: trace.New(), rng: rng, opts: opts.withDefaults()}
	kept := 0
	for tries := 0; kept < g.opts.Ops && tries < 50*g.opts.Ops; tries++ {
		if recipes[g.rng.IntN(len(recipes))](g) {
			kept++
		}
	}
	return g.graph()
}

// entry is a value that further operations may use.
type entry struct {
	v     *trace.Value
	bound float64 // the greatest modulus that an element can have
	noise float64 // the greatest absolute error; 0 for integers in any dtype, which are exact
}

func (e entry) dtype() tensor.DType { return e.v.DType() }
func (e entry) shape() []int        { return e.v.Shape() }

// generator grows a graph. Its recipes trace an operation on operands of the pool and keep the result if it is fit for
// use; what they do not keep stays in the graph as dead code.
type generator struct {
	tc   *trace.Context
	rng  *rand.Rand
	opts Options
	pool []entry
}

// graph ends the generation: outputs are all values that nothing uses, and some that something does.
func (g *generator) graph() *trace.Graph {
	if len(g.pool) == 0 {
		g.leaf(g.dtype(tensor.DType.Valid), g.shape())
	}
	values := make([]*trace.Value, len(g.pool))
	for i, e := range g.pool {
		values[i] = e.v
	}
	all, err := g.tc.Graph(values...)
	if err != nil {
		panic("tracetest: a recipe is wrong: " + err.Error())
	}
	used := make([]bool, len(all.Nodes))
	outputs := []trace.Ref{}
	for i := len(values) - 1; i >= 0; i-- {
		if r := all.Outputs[i]; !used[r.Node] || g.rng.IntN(8) == 0 {
			outputs = append(outputs, r)
			markUsed(all, r.Node, used)
		}
	}
	all.Outputs = outputs
	return all
}

// markUsed marks a node and all that it depends on.
func markUsed(g *trace.Graph, node int, used []bool) {
	if used[node] {
		return
	}
	used[node] = true
	for _, r := range g.Nodes[node].In {
		markUsed(g, r.Node, used)
	}
}

// keep puts a value into the pool if it is small enough, in every sense.
func (g *generator) keep(v *trace.Value, bound, noise float64) bool {
	if err := g.tc.Err(); err != nil {
		panic("tracetest: a recipe is wrong: " + err.Error())
	}
	t := v.Type()
	if t.Len() > g.opts.MaxLen || t.Rank() > g.opts.MaxRank || noise > noiseLimit(t.DType) || g.opts.Exact && noise > 0 {
		return false
	}
	if !(bound <= boundLimit(t.DType)) {
		return false
	}
	g.pool = append(g.pool, entry{v, bound, noise})
	return true
}

// boundLimit is the modulus up to which the sums and products of integers are exact in a dtype, with room to spare.
func boundLimit(d tensor.DType) float64 {
	switch d.Real() {
	case tensor.Float32:
		return 1 << 20
	case tensor.Float64:
		return 1 << 40
	}
	return math.Inf(1) // integers wrap round
}

// rounded adds the error of one rounding of results up to bound to a noise that is not 0: what is exact stays so.
func rounded(d tensor.DType, bound, noise float64) float64 {
	if noise == 0 {
		return 0
	}
	return noise + 4*epsilon(d)*bound
}

// chance is true once in n times.
func (g *generator) chance(n int) bool { return g.rng.IntN(n) == 0 }

// has reports whether the options have a dtype of a class.
func (g *generator) has(class func(tensor.DType) bool) bool {
	return slices.ContainsFunc(g.opts.DTypes, class)
}

// dtype draws one of the dtypes of a class; if the options have none of it, one of all.
func (g *generator) dtype(class func(tensor.DType) bool) tensor.DType {
	reject := func(d tensor.DType) bool { return !class(d) }
	fit := slices.DeleteFunc(slices.Clone(g.opts.DTypes), reject)
	if len(fit) == 0 {
		fit = slices.DeleteFunc(Options{}.withDefaults().DTypes, reject)
	}
	return fit[g.rng.IntN(len(fit))]
}

// size draws the size of an axis: 0 seldom, 1 more often.
func (g *generator) size() int {
	switch g.rng.IntN(16) {
	case 0:
		return 0
	case 1, 2:
		return 1
	}
	return 1 + g.rng.IntN(g.opts.MaxSize)
}

// shape draws a shape within the limits.
func (g *generator) shape() []int {
	shape := make([]int, g.rng.IntN(g.opts.MaxRank+1))
	for i := range shape {
		shape[i] = g.size()
	}
	for product(shape) > g.opts.MaxLen {
		shape = shape[1:]
	}
	return shape
}

// any draws a value with a dtype of a class out of the pool, or makes one.
func (g *generator) any(class func(tensor.DType) bool) entry {
	return g.where(func(e entry) bool { return class(e.dtype()) }, func() entry {
		return g.leaf(g.dtype(class), g.shape())
	})
}

// where draws a value that fits out of the pool; if there is none, and now and then anyway, it makes one.
func (g *generator) where(fits func(entry) bool, otherwise func() entry) entry {
	if !g.chance(6) {
		start := g.rng.IntN(len(g.pool) + 1)
		for i := range g.pool {
			if e := g.pool[(start+i)%len(g.pool)]; fits(e) {
				return e
			}
		}
	}
	return otherwise()
}

// like draws a value of a type, reshaping one of the pool if need be.
func (g *generator) like(d tensor.DType, shape ...int) entry {
	e := g.where(func(e entry) bool { return e.dtype() == d && product(e.shape()) == product(shape) }, func() entry {
		return g.leaf(d, shape)
	})
	if !slices.Equal(e.shape(), shape) {
		e.v = g.tc.Reshape(e.v, shape...)
	}
	return e
}

// exact returns e if it has no noise, else an exact leaf of its type.
func (g *generator) exact(e entry) entry {
	if e.noise > 0 {
		return g.leaf(e.dtype(), e.shape())
	}
	return e
}

// small returns e if its modulus is at most bound; else real values clamped, and a leaf for complex ones.
func (g *generator) small(e entry, bound float64) entry {
	d := e.dtype()
	switch {
	case e.bound <= bound:
		return e
	case d.IsComplex():
		return g.leaf(d, e.shape())
	}
	return entry{g.tc.Clamp(e.v, g.tc.Scalar(d, -bound), g.tc.Scalar(d, bound)), bound, e.noise}
}

// positive returns |x|+1 for a real value, and makes that the real part of a complex one: all the arguments that
// logarithms, roots, powers and quotients like.
func (g *generator) positive(e entry) entry {
	d := e.dtype()
	re := g.tc.Abs(g.tc.Real(e.v))
	v := g.tc.Add(re, g.tc.Ones(re.DType()))
	if d.IsComplex() {
		im := g.tc.Mul(g.tc.Cast(g.tc.Imag(e.v), d), g.tc.Scalar(d, 1i))
		v = g.tc.Add(g.tc.Cast(v, d), im)
	}
	return entry{v, e.bound + 1, rounded(d, e.bound+1, e.noise)}
}

// leaf makes an input or a constant of small integers.
func (g *generator) leaf(d tensor.DType, shape []int) entry {
	bound := float64(inputBound)
	if d.IsComplex() {
		bound *= math.Sqrt2
	}
	var v *trace.Value
	switch kind := g.rng.IntN(8); {
	case kind == 0:
		v = g.tc.Const(Tensor(g.rng, trace.Type{DType: d, Shape: shape}))
	case kind == 1:
		v = g.full(d, shape)
	case kind == 2 && d != tensor.Bool && len(shape) > 0:
		axis := g.rng.IntN(len(shape))
		v, bound = g.tc.Iota(d, axis, shape...), float64(max(shape[axis], 1))
	default:
		v = g.tc.Input(d, shape...)
	}
	g.pool = append(g.pool, entry{v, bound, 0})
	return g.pool[len(g.pool)-1]
}

// full makes a tensor of one small integer.
func (g *generator) full(d tensor.DType, shape []int) *trace.Value {
	n := g.rng.IntN(2*inputBound+1) - inputBound
	switch {
	case d == tensor.Bool:
		return g.tc.Full(d, n > 0, shape...)
	case d.IsComplex():
		return g.tc.Full(d, complex(float64(n), float64(g.rng.IntN(inputBound))), shape...)
	}
	return g.tc.Full(d, n, shape...)
}

func product(sizes []int) int {
	n := 1
	for _, d := range sizes {
		n *= d
	}
	return n
}
