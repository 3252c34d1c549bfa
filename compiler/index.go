package compiler

import (
	"slices"

	"github.com/tenferro/tenferro-go/trace"
)

// triangle emits the copy of a triangle.
func (e *emitter) triangle(i int, lower bool, k int) {
	n := &e.g.nodes[i]
	t := n.out[0]
	dst := e.dest(i, 0)
	if points := product(t.Shape); points > 0 {
		e.emit(&Triangle{Shape: slices.Clone(t.Shape), Dst: dst, Src: e.at(n.in[0]), Lower: lower, K: k}, "", 0, 2*float64(points*t.DType.Size()))
	}
}

// gather emits the reading of elements at computed positions.
func (e *emitter) gather(i int, op trace.Gather) {
	n := &e.g.nodes[i]
	x, sel := e.g.typ(n.in[0]), e.g.typ(n.in[1])
	dst := e.dest(i, 0)
	if product(n.out[0].Shape) == 0 {
		return
	}
	from, rest, indexed := indexedLast(e.at(n.in[0]), x.Shape, op.Axes)
	s := &Gather{Rest: rest, Indexed: indexed, Select: slices.Clone(sel.Shape), Dst: dst, X: from}
	for _, r := range n.in[1:] {
		s.Indices = append(s.Indices, e.at(r))
	}
	e.emit(s, "", 0, 2*float64(product(n.out[0].Shape)*x.DType.Size()))
}

// scatter emits a copy of the operand and the writing of the updates into it.
func (e *emitter) scatter(i int, op trace.Scatter) {
	n := &e.g.nodes[i]
	x, updates, sel := n.out[0], e.g.typ(n.in[1]), e.g.typ(n.in[2])
	dst := e.dest(i, 0)
	e.copy(dst, e.at(n.in[0]), x, false, "scatter")
	if product(updates.Shape) == 0 {
		return
	}
	to, rest, indexed := indexedLast(dst, x.Shape, op.Axes)
	s := &Scatter{Rest: rest, Indexed: indexed, Select: slices.Clone(sel.Shape), Add: op.Add, Dst: to, X: e.at(n.in[1])}
	for _, r := range n.in[2:] {
		s.Indices = append(s.Indices, e.at(r))
	}
	e.emit(s, "", 0, 2*float64(product(updates.Shape)*x.DType.Size()))
}

// indexedLast is a view with the indexed axes behind the others, and the sizes of both.
func indexedLast(o Operand, shape, axes []int) (v Operand, rest, indexed []int) {
	v = Operand{Buf: o.Buf, Offset: o.Offset}
	for a, d := range shape {
		if !slices.Contains(axes, a) {
			rest = append(rest, d)
			v.Strides = append(v.Strides, o.Strides[a])
		}
	}
	for _, a := range axes {
		indexed = append(indexed, shape[a])
		v.Strides = append(v.Strides, o.Strides[a])
	}
	return v, rest, indexed
}
