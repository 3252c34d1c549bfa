package compiler

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tenferro/tenferro-go/trace"
)

// This file lets an operation expand into a computation that is done slice by slice: some axes of its operands are fixed
// in turn to each of their indices, the rest is computed for each, and the results are added up or put side by side. What
// does not depend on the fixed indices is computed once, before the slices. In the compiler's graph a loop is two kinds
// of nodes, the parts of operands and the collected result; what lies between belongs to the loop, because it depends on
// a part. No other pass has to know of it.

// Slices is a loop over the indices of some axes, for the use of one operation while it expands (Expander). All of its
// parts and its one collected value belong to the same tracing context. What is computed from parts is computed for each
// slice; it may be used by nothing but what is collected in the end.
type Slices struct {
	sizes []int
}

// NewSlices makes a loop over axes of the given sizes; the first index runs fastest.
func NewSlices(sizes ...int) *Slices { return &Slices{sizes: slices.Clone(sizes)} }

// Part is v with some axes fixed to the indices of the slice: axes has an entry for each axis of the loop, the axis of v
// that runs with it, -1 for none. The result lacks those axes. It costs nothing: each slice looks at memory elsewhere.
func (s *Slices) Part(tc *trace.Context, v *trace.Value, axes ...int) *trace.Value {
	tc.Helper()
	return tc.Apply(part{loop: s, axes: slices.Clone(axes)}, v)[0]
}

// Collect is the value that the slices of v make together: axes has an entry for each axis of the loop, the axis of the
// result that runs with it, -1 for one over which the slices are added up. The other axes of the result are v's. Where
// slices are added up, their sums are taken in place, one slice after the other.
func (s *Slices) Collect(tc *trace.Context, v *trace.Value, axes ...int) *trace.Value {
	tc.Helper()
	return tc.Apply(collect{loop: s, axes: slices.Clone(axes)}, v)[0]
}

// part and collect are the compiler's own operations. In its graph the loop has a number as well.
type part struct {
	loop   *Slices
	number int
	axes   []int
}

type collect struct {
	loop   *Slices
	number int
	axes   []int
}

func (part) Family() string    { return "compiler" }
func (collect) Family() string { return "compiler" }
func (part) Name() string      { return "part" }
func (collect) Name() string   { return "collect" }
func (p part) Attrs() string {
	return fmt.Sprintf("loop=%d sizes=%v axes=%v", p.number, p.loop.sizes, p.axes)
}
func (c collect) Attrs() string {
	return fmt.Sprintf("loop=%d sizes=%v axes=%v", c.number, c.loop.sizes, c.axes)
}

// Infer gives the operand's type without the axes that are fixed.
func (p part) Infer(in []trace.Type) ([]trace.Type, error) {
	if err := p.loop.check(in, p.axes, len(in[0].Shape)); err != nil {
		return nil, err
	}
	out := trace.Type{DType: in[0].DType, Shape: []int{}}
	for axis, d := range in[0].Shape {
		k := slices.Index(p.axes, axis)
		if k < 0 {
			out.Shape = append(out.Shape, d)
		} else if d != p.loop.sizes[k] {
			return nil, fmt.Errorf("axis %d of size %d for slices of %d", axis, d, p.loop.sizes[k])
		}
	}
	return []trace.Type{out}, nil
}

// Infer gives the operand's type with the axes that run with the loop.
func (c collect) Infer(in []trace.Type) ([]trace.Type, error) {
	rank := len(in[0].Shape)
	for _, axis := range c.axes {
		if axis >= 0 {
			rank++
		}
	}
	if err := c.loop.check(in, c.axes, rank); err != nil {
		return nil, err
	}
	out := trace.Type{DType: in[0].DType, Shape: make([]int, 0, rank)}
	for axis, from := 0, 0; axis < rank; axis++ {
		if k := slices.Index(c.axes, axis); k >= 0 {
			out.Shape = append(out.Shape, c.loop.sizes[k])
			continue
		}
		out.Shape = append(out.Shape, in[0].Shape[from])
		from++
	}
	return []trace.Type{out}, nil
}

// check refuses axes that do not belong to a tensor of the given rank, or twice.
func (s *Slices) check(in []trace.Type, axes []int, rank int) error {
	if len(in) != 1 || len(axes) != len(s.sizes) {
		return fmt.Errorf("%d operands and %d axes, want one and %d", len(in), len(axes), len(s.sizes))
	}
	for k, axis := range axes {
		if axis < -1 || axis >= rank || axis >= 0 && slices.Contains(axes[:k], axis) {
			return fmt.Errorf("axes %v of a tensor of rank %d", axes, rank)
		}
	}
	return nil
}

// sums reports whether slices are added up.
func (c collect) sums() bool { return slices.Contains(c.axes, -1) }

// numbered is a part or collect with its loop's number in the graph, given in the order in which loops turn up.
func (b *builder) numbered(op trace.Op) trace.Op {
	number := func(s *Slices) int {
		i := slices.Index(b.ir.loops, s)
		if i < 0 {
			i = len(b.ir.loops)
			b.ir.loops = append(b.ir.loops, s)
		}
		return i
	}
	switch x := op.(type) {
	case part:
		x.number = number(x.loop)
		return x
	case collect:
		x.number = number(x.loop)
		return x
	}
	return nil
}

// ErrSlices says that an operation expanded into a loop that cannot be run: its values meet those of another loop, leave
// it otherwise than collected, or are collected twice.
var ErrSlices = errors.New("slices that cannot be run")

// arrange finds what belongs to which loop, and moves the nodes of each together: before them stands what they need,
// after them what needs the collected value. It returns the loop of each node, -1 for none; the node that collects
// counts with its loop.
func (g *ir) arrange() ([]int, error) {
	if len(g.loops) == 0 {
		return slices.Repeat([]int{-1}, len(g.nodes)), nil
	}
	within := make([]int, len(g.nodes)) // the loop for each of whose slices a node is computed
	order := make([]int, 0, len(g.nodes))
	loop := make([]int, 0, len(g.nodes))
	waiting := make([][]int, len(g.loops))
	collected := make([]bool, len(g.loops))
	for i := range g.nodes {
		within[i] = -1
		for _, r := range g.nodes[i].in {
			if l := within[r.node]; l >= 0 {
				if within[i] >= 0 && within[i] != l {
					return nil, fmt.Errorf("%w: %s of values of two loops", ErrSlices, g.nodes[i].op.Name())
				}
				within[i] = l
			}
		}
		switch op := g.nodes[i].op.(type) {
		case part:
			if within[i] >= 0 {
				return nil, fmt.Errorf("%w: a part of a part", ErrSlices)
			}
			within[i] = op.number
		case collect:
			if within[i] >= 0 && within[i] != op.number || collected[op.number] {
				return nil, fmt.Errorf("%w: collected twice, or in another loop", ErrSlices)
			}
			collected[op.number] = true
			for _, j := range append(waiting[op.number], i) {
				order, loop = append(order, j), append(loop, op.number)
			}
			within[i], waiting[op.number] = -1, nil
			continue
		}
		if l := within[i]; l >= 0 {
			waiting[l] = append(waiting[l], i)
			continue
		}
		order, loop = append(order, i), append(loop, -1)
	}
	if len(order) < len(g.nodes) {
		return nil, fmt.Errorf("%w: not collected", ErrSlices)
	}
	g.reorder(order)
	return loop, nil
}

// reorder puts the nodes in another order.
func (g *ir) reorder(order []int) {
	where := make([]int, len(order))
	nodes := make([]node, len(order))
	for to, from := range order {
		where[from], nodes[to] = to, g.nodes[from]
	}
	move := func(rs []ref) {
		for i := range rs {
			rs[i].node = where[rs[i].node]
		}
	}
	g.nodes = nodes
	for i := range g.nodes {
		move(g.nodes[i].in)
	}
	move(g.inputs)
	move(g.outputs)
	g.seen = nil
}
