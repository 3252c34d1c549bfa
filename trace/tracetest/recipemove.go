package tracetest

// Recipemove: how operations that move, index and contract are drawn.

import (
	"slices"

	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// ranked draws a value of at least the given rank.
func (g *generator) ranked(class func(tensor.DType) bool, least int) entry {
	return g.where(func(e entry) bool { return class(e.dtype()) && len(e.shape()) >= least }, func() entry {
		shape := g.shape()
		for len(shape) < least {
			shape = append(shape, 1+g.rng.IntN(g.opts.MaxSize))
		}
		return g.leaf(g.dtype(class), shape)
	})
}

func (g *generator) permute() bool {
	e := g.any(tensor.DType.Valid)
	return g.keep(g.tc.Permute(e.v, g.rng.Perm(len(e.shape()))...), e.bound, e.noise)
}

// reshape deals the prime factors of the sizes out to new axes.
func (g *generator) reshape() bool {
	e := g.any(tensor.DType.Valid)
	shape := slices.Repeat([]int{1}, g.rng.IntN(g.opts.MaxRank+1))
	rest := product(e.shape())
	if len(shape) == 0 && rest != 1 {
		shape = []int{1}
	}
	for p := 2; rest > 1; p++ {
		for ; rest%p == 0; rest /= p {
			shape[g.rng.IntN(len(shape))] *= p
		}
	}
	if rest == 0 {
		shape[g.rng.IntN(len(shape))] = 0
	}
	return g.keep(g.tc.Reshape(e.v, shape...), e.bound, e.noise)
}

// broadcast puts axes in between, and stretches axes of size 1.
func (g *generator) broadcast() bool {
	e := g.any(tensor.DType.Valid)
	rank := len(e.shape())
	if rank >= g.opts.MaxRank {
		return false
	}
	total := rank + 1 + g.rng.IntN(g.opts.MaxRank-rank)
	axes := g.rng.Perm(total)[:rank]
	slices.Sort(axes)
	shape := make([]int, total)
	for i := range shape {
		shape[i] = g.size()
	}
	for i, a := range axes {
		if n := e.shape()[i]; n != 1 || g.chance(2) {
			shape[a] = n
		}
	}
	if product(shape) > g.opts.MaxLen {
		return false
	}
	return g.keep(g.tc.Apply(trace.Broadcast{Shape: shape, Axes: axes}, e.v)[0], e.bound, e.noise)
}

func (g *generator) slice() bool {
	e := g.any(tensor.DType.Valid)
	var start, stop, step []int
	for _, n := range e.shape() {
		from := g.rng.IntN(n + 1)
		start = append(start, from)
		stop = append(stop, from+g.rng.IntN(n-from+1))
		step = append(step, 1+g.rng.IntN(3))
	}
	return g.keep(g.tc.Slice(e.v, start, stop, step), e.bound, e.noise)
}

func (g *generator) reverse() bool {
	e := g.any(tensor.DType.Valid)
	return g.keep(g.tc.Apply(trace.Reverse{Axes: g.subset(len(e.shape()))}, e.v)[0], e.bound, e.noise)
}

func (g *generator) pad() bool {
	e := g.any(tensor.DType.Valid)
	value := g.like(e.dtype())
	var low, high, interior []int
	for range e.shape() {
		low, high, interior = append(low, g.rng.IntN(3)), append(high, g.rng.IntN(3)), append(interior, g.rng.IntN(2))
	}
	v := g.tc.Pad(e.v, value.v, low, high, interior)
	return g.keep(v, max(e.bound, value.bound), max(e.noise, value.noise))
}

func (g *generator) concatenate() bool {
	e := g.ranked(tensor.DType.Valid, 1)
	axis := g.rng.IntN(len(e.shape()))
	parts := []*trace.Value{e.v}
	bound, noise := e.bound, e.noise
	for range g.rng.IntN(3) {
		shape := e.shape()
		shape[axis] = g.size()
		p := g.like(e.dtype(), shape...)
		parts = append(parts, p.v)
		bound, noise = max(bound, p.bound), max(noise, p.noise)
	}
	g.rng.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	return g.keep(g.tc.Concatenate(axis, parts...), bound, noise)
}

func (g *generator) diagonal() bool {
	axes := func(e entry) (i, j int, ok bool) {
		shape := e.shape()
		for j := range shape {
			if i := slices.Index(shape[:j], shape[j]); i >= 0 {
				return i, j, true
			}
		}
		return 0, 0, false
	}
	e := g.where(func(e entry) bool { _, _, ok := axes(e); return ok }, func() entry {
		n := g.size()
		return g.leaf(g.dtype(tensor.DType.Valid), []int{n, g.size(), n}[:min(3, max(2, g.opts.MaxRank))])
	})
	i, j, ok := axes(e)
	return ok && g.keep(g.tc.Diagonal(e.v, i, j), e.bound, e.noise)
}

func (g *generator) embed() bool {
	e := g.ranked(tensor.DType.Valid, 1)
	rank := len(e.shape())
	j := 1 + g.rng.IntN(rank)
	return g.keep(g.tc.EmbedDiagonal(e.v, g.rng.IntN(j), j), e.bound, e.noise)
}

func (g *generator) triangle() bool {
	e := g.ranked(tensor.DType.Valid, 2)
	k := g.rng.IntN(5) - 2
	if g.chance(2) {
		return g.keep(g.tc.Tril(e.v, k), e.bound, e.noise)
	}
	return g.keep(g.tc.Triu(e.v, k), e.bound, e.noise)
}

// indices draws axes of a shape and an index tensor within range for each.
func (g *generator) indices(shape []int) (axes []int, shapeOfIndex []int, indices []*trace.Value) {
	axes = g.rng.Perm(len(shape))[:1+g.rng.IntN(len(shape))]
	for range g.rng.IntN(3) {
		shapeOfIndex = append(shapeOfIndex, g.size())
	}
	d := g.dtype(isIndex)
	for _, a := range axes {
		if shape[a] == 0 {
			shapeOfIndex = []int{0}
		}
	}
	for _, a := range axes {
		e := g.like(d, shapeOfIndex...)
		indices = append(indices, g.tc.Clamp(e.v, g.tc.Scalar(d, 0), g.tc.Scalar(d, max(shape[a]-1, 0))))
	}
	return axes, shapeOfIndex, indices
}

func (g *generator) gather() bool {
	e := g.ranked(tensor.DType.Valid, 1)
	axes, _, indices := g.indices(e.shape())
	return g.keep(g.tc.Gather(e.v, axes, indices...), e.bound, e.noise)
}

func (g *generator) scatter() bool {
	add := g.chance(2)
	class := tensor.DType.Valid
	if add {
		class = isNumeric
	}
	if !g.has(class) {
		return false
	}
	e := g.ranked(class, 1)
	axes, at, indices := g.indices(e.shape())
	var shape []int
	for axis, n := range e.shape() {
		if !slices.Contains(axes, axis) {
			shape = append(shape, n)
		}
	}
	shape = append(shape, at...)
	if product(shape) > g.opts.MaxLen {
		return false
	}
	u := g.like(e.dtype(), shape...)
	if !add {
		return g.keep(g.tc.ScatterSet(e.v, u.v, axes, indices...), max(e.bound, u.bound), max(e.noise, u.noise))
	}
	n := float64(product(at))
	bound := e.bound + n*u.bound
	v := g.tc.ScatterAdd(e.v, u.v, axes, indices...)
	return g.keep(v, bound, rounded(e.dtype(), (n+1)*bound, e.noise+n*u.noise))
}

// contract labels the axes of a value, now and then two alike, draws a second operand that shares some of the labels, and
// keeps some of all labels.
func (g *generator) contract() bool {
	if !g.has(isNumeric) {
		return false
	}
	a := g.any(isNumeric)
	op := trace.Contract{ConjA: g.chance(4), ConjB: g.chance(4)}
	sizes := map[int]int{}
	for _, n := range a.shape() {
		op.A = append(op.A, g.label(sizes, n, g.chance(8)))
	}
	var shape []int
	for range g.rng.IntN(g.opts.MaxRank + 1) {
		n := g.size()
		if len(op.A) > 0 && !g.chance(3) {
			n = sizes[op.A[g.rng.IntN(len(op.A))]]
		}
		op.B = append(op.B, g.label(sizes, n, !g.chance(4)))
		shape = append(shape, n)
	}
	op.Out = g.rng.Perm(len(sizes))
	op.Out = slices.DeleteFunc(op.Out, func(l int) bool {
		both := slices.Contains(op.A, l) && slices.Contains(op.B, l)
		return g.chance(3) || both && g.chance(2)
	})
	work, summed := 1, 1
	for l, n := range sizes {
		work *= n
		if !slices.Contains(op.Out, l) {
			summed *= n
		}
	}
	if product(shape) > g.opts.MaxLen || work > 64*g.opts.MaxLen {
		return false
	}
	b := g.like(a.dtype(), shape...)
	n := float64(summed)
	bound := n * a.bound * b.bound
	noise := rounded(a.dtype(), n*bound, n*(a.noise*b.bound+b.noise*a.bound))
	return g.keep(g.tc.Apply(op, a.v, b.v)[0], bound, noise)
}

// label returns a label for an axis of size n: to share, one that is in use for that size, if there is one; else a new one.
func (g *generator) label(sizes map[int]int, n int, share bool) int {
	if share {
		start := g.rng.IntN(len(sizes) + 1)
		for i := range len(sizes) {
			if l := (start + i) % len(sizes); sizes[l] == n {
				return l
			}
		}
	}
	l := len(sizes)
	sizes[l] = n
	return l
}
