package einsum

import (
	"slices"

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
	nodes := make([]operand, len(in), len(in)+p.tree.Steps())
	for i, v := range in {
		nodes[i] = operand{value: dropBroadcast(tc, v, b.Broadcast[i]), labels: carried(b, i), conj: b.Conj[i]}
	}
	kept := distinctLabels(b.Output)
	if len(nodes) == 1 {
		return embed(tc, single(tc, nodes[0], kept), b.Output)
	}
	steps := p.tree.Contractions(element(p.dtype))
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
	return embed(tc, nodes[len(nodes)-1].value, b.Output)
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
		for j := len(labels) - 1; j > i; j-- {
			if labels[j] == labels[i] {
				v = tc.Diagonal(v, i, j)
				labels = slices.Delete(labels, j, j+1)
			}
		}
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
