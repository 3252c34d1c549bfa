package compiler

import (
	"fmt"
	"slices"

	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// This file holds the rewritings that need no knowledge of layouts. Most happen when a node is added: permutations and
// conjugations are taken into the contraction that reads them, so that they cost nothing.

// isConstant reports whether an operation without operands has a value that does not depend on the run.
func isConstant(op trace.Op) bool {
	switch op.(type) {
	case trace.Const, trace.Full, trace.Iota:
		return true
	}
	return false
}

// simplify returns what an operation on the given operands becomes: itself, an operation on other operands, or, as nil,
// its operands.
func (g *ir) simplify(op trace.Op, in []ref) (trace.Op, []ref) {
	switch o := op.(type) {
	case trace.Permute:
		if p, ok := g.nodes[in[0].node].op.(trace.Permute); ok {
			axes := make([]int, len(o.Axes))
			for i, a := range o.Axes {
				axes[i] = p.Axes[a]
			}
			return g.simplify(trace.Permute{Axes: axes}, g.nodes[in[0].node].in)
		}
		if slices.IsSorted(o.Axes) {
			return nil, in
		}
	case trace.Reshape:
		if _, ok := g.nodes[in[0].node].op.(trace.Reshape); ok {
			return g.simplify(o, g.nodes[in[0].node].in)
		}
		if slices.Equal(o.Shape, g.typ(in[0]).Shape) {
			return nil, in
		}
	case trace.Unary:
		if o.Fn == trace.Conj && !g.typ(in[0]).DType.IsComplex() {
			return nil, in
		}
		if u, ok := g.nodes[in[0].node].op.(trace.Unary); ok && u.Fn == o.Fn && (o.Fn == trace.Conj || o.Fn == trace.Neg) {
			return nil, g.nodes[in[0].node].in
		}
	case trace.Cast:
		if g.typ(in[0]).DType == o.To {
			return nil, in
		}
	}
	return op, in
}

// contract adds a contraction, with the permutations and conjugations of its operands taken in, and labels that are
// summed on one side only summed before.
func (g *ir) contract(op trace.Contract, in []ref, out trace.Type) ref {
	in = slices.Clone(in)
	labels := [2][]int{op.A, op.B}
	for t := range in {
		for axis, l := range labels[t] {
			if g.typ(in[t]).Shape[axis] == 0 && !slices.Contains(op.Out, l) { // a sum over nothing, whatever the other operand
				return g.add(trace.Full{Value: zero(out.DType), Shape: out.Shape}, nil, []trace.Type{out})[0]
			}
		}
	}
	conj := [2]bool{op.ConjA, op.ConjB}
	for t := range in {
		for {
			n := &g.nodes[in[t].node]
			if u, ok := n.op.(trace.Unary); ok && u.Fn == trace.Conj {
				conj[t] = !conj[t]
			} else if p, ok := n.op.(trace.Permute); ok {
				moved := make([]int, len(labels[t]))
				for i, a := range p.Axes {
					moved[a] = labels[t][i]
				}
				labels[t] = moved
			} else {
				break
			}
			in[t] = n.in[0]
		}
	}
	for t := range in {
		other := labels[1-t]
		keep := func(l int) bool { return slices.Contains(other, l) || slices.Contains(op.Out, l) }
		if !slices.ContainsFunc(labels[t], func(l int) bool { return !keep(l) }) {
			continue
		}
		sum := sumLabels{in: labels[t]}
		shape := []int{}
		for axis, l := range labels[t] {
			if keep(l) && !slices.Contains(sum.out, l) {
				sum.out = append(sum.out, l)
				shape = append(shape, g.typ(in[t]).Shape[axis])
			}
		}
		in[t] = g.add(sum, []ref{in[t]}, []trace.Type{{DType: out.DType, Shape: shape}})[0]
		labels[t] = sum.out
	}
	op.A, op.B, op.ConjA, op.ConjB = labels[0], labels[1], conj[0], conj[1]
	return g.add(op, in, []trace.Type{out})[0]
}

// zero is the 0 of a numeric dtype, as trace.Full takes it.
func zero(d tensor.DType) any {
	switch d {
	case tensor.Float32:
		return float32(0)
	case tensor.Float64:
		return float64(0)
	case tensor.Complex64:
		return complex64(0)
	case tensor.Complex128:
		return complex128(0)
	case tensor.Int32:
		return int32(0)
	}
	return int64(0)
}

// sumLabels sums a tensor over the labels that are not kept, on the diagonal where a label repeats. It is the
// compiler's own operation: the unary form of a contraction.
type sumLabels struct{ in, out []int }

func (sumLabels) Family() string  { return "" }
func (sumLabels) Name() string    { return "sum-labels" }
func (s sumLabels) Attrs() string { return fmt.Sprint(s.in, s.out) }
func (sumLabels) Infer([]trace.Type) ([]trace.Type, error) {
	return nil, fmt.Errorf("sum-labels is made by the compiler alone")
}

// rewrite runs the passes that need the whole graph.
func (g *ir) rewrite() {
	g.prune()
	uses := g.uses()
	for i := range g.nodes {
		g.turnContraction(i, uses)
	}
	g.prune()
}

// turnContraction makes a permutation of a contraction that nobody else reads part of the contraction.
func (g *ir) turnContraction(i int, uses []int) {
	p, ok := g.nodes[i].op.(trace.Permute)
	if !ok {
		return
	}
	from := g.nodes[i].in[0].node
	c, ok := g.nodes[from].op.(trace.Contract)
	if !ok || uses[from] != 1 {
		return
	}
	turned := make([]int, len(c.Out))
	for k, a := range p.Axes {
		turned[k] = c.Out[a]
	}
	c.Out = turned
	g.nodes[i].op, g.nodes[i].in = c, g.nodes[from].in
}
