package einsum

import (
	"cmp"
	"slices"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/einsum/path"
	"github.com/tenferro/tenferro-go/trace"
)

// This file writes a plan as operations of package trace: contractions of two operands, in the plan's order.

// operand is a value with the label of each of its axes.
type operand struct {
	value  *trace.Value
	labels []int
	conj   bool
}

// expand traces the plan on its operands.
func (p *Plan) expand(tc *trace.Context, in []*trace.Value) *trace.Value {
	b := p.bound
	if slices.Contains(b.Sizes, 0) {
		return tc.Zeros(p.dtype, b.OutputShape...) // a sum over nothing, in every order and whatever the other factors are
	}
	tree, kept := p.Tree(), distinctLabels(b.Output)
	nodes := make([]operand, len(in), len(in)+tree.Steps())
	for i, v := range in {
		nodes[i] = operand{value: dropBroadcast(tc, v, b.Broadcast[i]), labels: carried(b, i), conj: b.Conj[i]}
	}
	fixed := loopOrder(p.Slicing().Labels(), kept)
	if len(fixed) == 0 {
		return embed(tc, p.contract(tc, nodes, tree, kept), b.Output)
	}
	sizes, axes := make([]int, len(fixed)), make([]int, len(fixed))
	for k, l := range fixed {
		sizes[k], axes[k] = b.Sizes[l], slices.Index(kept, l)
	}
	loop := compiler.NewSlices(sizes...)
	for i := range in {
		nodes[i] = nodes[i].part(tc, loop, fixed)
	}
	each := slices.DeleteFunc(slices.Clone(kept), func(l int) bool { return slices.Contains(fixed, l) })
	v := p.contract(tc, nodes, p.Slicing().Inner(), each)
	return embed(tc, loop.Collect(tc, v, axes...), b.Output)
}

// loopOrder puts labels that are summed before those that are kept: the slices that are added to one place follow each
// other.
func loopOrder(fixed, kept []int) []int {
	slices.SortStableFunc(fixed, func(l, m int) int {
		return cmp.Compare(slices.Index(kept, l), slices.Index(kept, m)) // -1 for a label that is summed
	})
	return fixed
}

// part is the operand with the labels that a loop fixes.
func (x operand) part(tc *trace.Context, loop *compiler.Slices, fixed []int) operand {
	for _, l := range fixed {
		x.value, x.labels = diagonal(tc, x.value, x.labels, l)
	}
	axes := make([]int, len(fixed))
	for k, l := range fixed {
		axes[k] = slices.Index(x.labels, l)
	}
	if slices.Max(axes) >= 0 {
		x.value = loop.Part(tc, x.value, axes...)
		x.labels = slices.DeleteFunc(slices.Clone(x.labels), func(l int) bool { return slices.Contains(fixed, l) })
	}
	return x
}

// contract traces a tree on its operands; the result has the axes kept.
func (p *Plan) contract(tc *trace.Context, nodes []operand, tree *path.Tree, kept []int) *trace.Value {
	if len(nodes) == 1 {
		return single(tc, nodes[0], kept)
	}
	steps := tree.FactorsFirst().Contractions(element(p.dtype))
	for i := range steps {
		s := &steps[i]
		x, y := nodes[s.Left], nodes[s.Right]
		out := s.Labels()
		if i == len(steps)-1 {
			out = kept
		}
		c := trace.Contract{A: x.labels, B: y.labels, Out: out, ConjA: x.conj, ConjB: y.conj}
		nodes = append(nodes, operand{value: tc.Apply(c, x.value, y.value)[0], labels: out})
	}
	return nodes[len(nodes)-1].value
}

// diagonal takes the diagonal of the axes under one label, where there are several.
func diagonal(tc *trace.Context, v *trace.Value, labels []int, label int) (*trace.Value, []int) {
	first := slices.Index(labels, label)
	for j := len(labels) - 1; j > first && first >= 0; j-- {
		if labels[j] == label {
			v = tc.Diagonal(v, first, j)
			labels = slices.Delete(slices.Clone(labels), j, j+1)
		}
	}
	return v, labels
}

// dropBroadcast removes axes of size 1 along which the operand is the same for every value of the label.
func dropBroadcast(tc *trace.Context, v *trace.Value, axes []int) *trace.Value {
	if len(axes) == 0 {
		return v
	}
	return tc.Squeeze(v, axes...)
}

// single traces an equation of one operand: diagonals, then sums, then the order of the axes.
func single(tc *trace.Context, x operand, kept []int) *trace.Value {
	v, labels := x.value, slices.Clone(x.labels)
	for i := 0; i < len(labels); i++ {
		v, labels = diagonal(tc, v, labels, labels[i])
	}
	var summed []int
	for axis, l := range labels {
		if !slices.Contains(kept, l) {
			summed = append(summed, axis)
		}
	}
	if len(summed) > 0 {
		v = tc.Sum(v, summed...)
		labels = slices.DeleteFunc(labels, func(l int) bool { return !slices.Contains(kept, l) })
	}
	axes := make([]int, len(kept))
	for i, l := range kept {
		axes[i] = slices.Index(labels, l)
	}
	v = tc.Permute(v, axes...)
	if x.conj {
		v = tc.Conj(v)
	}
	return v
}

// embed writes a value whose axes are the distinct output labels on the diagonals that repeated labels ask for.
func embed(tc *trace.Context, v *trace.Value, output []int) *trace.Value {
	for axis, l := range output {
		if first := slices.Index(output, l); first < axis {
			v = tc.EmbedDiagonal(v, first, axis)
		}
	}
	return v
}

// distinctLabels is the labels in order of their first place.
func distinctLabels(labels []int) []int {
	out := make([]int, 0, len(labels))
	for _, l := range labels {
		if !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	return out
}
