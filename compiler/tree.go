package compiler

import (
	"slices"

	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// This file assigns layouts to the intermediates of contraction trees: a dynamic program from the leaves to the root.
// Each node keeps a few of the cheapest axis orders of its result, with the cost of having it so; its reader combines
// the orders of both operands with the candidates for its own. What a step costs in given layouts is pair.plan's answer.

// Beam widths: how many orders a node keeps. Steps that take no time are not worth a choice.
const (
	wideBeam   = 6
	cheapStep  = 3000.0 // nanoseconds
	narrowBeam = 1
)

// layout is one way to lay an intermediate out.
type layout struct {
	order []int // axes, fastest first
	cost  float64
	from  [2]int // the layouts of the operands that it was computed from
}

// contraction is a Contract node seen as a pair: every label once, with its places in the operands' and result's axes.
type contraction struct {
	dtype        tensor.DType
	conjA, conjB bool
	labels       []labelPlace
}

// labelPlace tells where a label stands. at[t] lists its axes in tensor t: none, one, or several on a diagonal.
type labelPlace struct {
	class class
	dim   int
	at    [numOps][]int
}

// classify sorts the labels of a Contract node. Labels that stand in one operand only and are summed are returned as
// solo: they are reduced before the product.
func classify(op trace.Contract, a, b trace.Type) (c contraction, soloA, soloB bool) {
	c = contraction{dtype: a.DType, conjA: op.ConjA && a.DType.IsComplex(), conjB: op.ConjB && a.DType.IsComplex()}
	index := map[int]int{}
	add := func(labels, shape []int, t int) {
		for axis, l := range labels {
			i, ok := index[l]
			if !ok {
				i = len(c.labels)
				index[l] = i
				c.labels = append(c.labels, labelPlace{})
			}
			p := &c.labels[i]
			if shape != nil {
				p.dim = shape[axis]
			}
			p.at[t] = append(p.at[t], axis)
		}
	}
	add(op.A, a.Shape, opA)
	add(op.B, b.Shape, opB)
	add(op.Out, nil, opC)
	for i := range c.labels {
		p := &c.labels[i]
		inA, inB, inC := len(p.at[opA]) > 0, len(p.at[opB]) > 0, len(p.at[opC]) > 0
		switch {
		case inA && inB && inC:
			p.class = batch
		case inA && inB:
			p.class = contracted
		case inA && inC:
			p.class = left
		case inB && inC:
			p.class = right
		case inA:
			soloA = true
		default:
			soloB = true
		}
	}
	return c, soloA, soloB
}

// pair is the contraction on tensors with the given strides. Its axes are in the memory of space.
func (c *contraction) pair(space []axis, strides [numOps][]int) pair {
	p := pair{dtype: c.dtype, conjA: c.conjA, conjB: c.conjB, axes: space}
	for i := range c.labels {
		l := &c.labels[i]
		x := axis{class: l.class, dim: l.dim}
		for t := range numOps {
			for _, at := range l.at[t] {
				x.stride[t] += strides[t][at]
			}
		}
		p.axes = append(p.axes, x)
	}
	return p
}

// compact returns the strides of a tensor of the given shape whose axes lie in the given order, fastest first.
func compact(shape, order []int) []int {
	strides := make([]int, len(shape))
	n := 1
	for _, axis := range order {
		strides[axis] = n
		n *= shape[axis]
	}
	return strides
}

// ascending is the column-major order.
func ascending(rank int) []int {
	order := make([]int, rank)
	for i := range order {
		order[i] = i
	}
	return order
}

// candidates proposes orders for the result of a contraction whose operands have the given strides: the orders that a
// matrix product writes without help, and those that put what the reader contracts on one side. wanted classifies the
// result's axes for the reader: 0 kept, 1 contracted, 2 batch; rank orders them inside a class where the reader's other
// operand fixes it.
func (c *contraction) candidates(strides [2][]int, want *wish) [][]int {
	var byClass [numClasses][]int // positions in c.labels
	for i, l := range c.labels {
		byClass[l.class] = append(byClass[l.class], i)
	}
	along := func(cl class, t int) []int {
		ls := byClass[cl]
		slices.SortStableFunc(ls, func(i, j int) int {
			return abs(strides[t][c.labels[i].at[t][0]]) - abs(strides[t][c.labels[j].at[t][0]])
		})
		out := make([]int, len(ls))
		for k, i := range ls {
			out[k] = c.labels[i].at[opC][0]
		}
		return out
	}
	m, n, b := along(left, opA), along(right, opB), along(batch, opA)
	out := [][]int{slices.Concat(m, n, b), slices.Concat(n, m, b)}
	if want != nil {
		out = append(out, want.sort(out[0], 0, 1, 2), want.sort(out[0], 1, 0, 2), want.sort(out[1], 0, 1, 2), want.sort(out[1], 1, 0, 2))
	}
	if len(b) > 0 {
		out = append(out, slices.Concat(b, m, n))
		if want != nil {
			out = append(out, want.sort(out[0], 2, 0, 1), want.sort(out[0], 2, 1, 0))
		}
	}
	return distinct(out)
}

// wish is what the reader of a result would like of its axes.
type wish struct {
	class []int // of each axis: 0 kept, 1 contracted, 2 batch
	rank  []int // of each axis: its place among the contracted ones in the reader's other operand; nil if open
}

// sort returns the axes grouped by class in the given sequence of classes, otherwise in the order they had.
func (w *wish) sort(order []int, classes ...int) []int {
	out := make([]int, 0, len(order))
	for _, c := range classes {
		from := len(out)
		for _, axis := range order {
			if w.class[axis] == c {
				out = append(out, axis)
			}
		}
		if c == 1 && w.rank != nil {
			slices.SortStableFunc(out[from:], func(i, j int) int { return w.rank[i] - w.rank[j] })
		}
	}
	return out
}

func distinct(orders [][]int) [][]int {
	out := orders[:0]
	for i, o := range orders {
		if !slices.ContainsFunc(orders[:i], func(p []int) bool { return slices.Equal(o, p) }) {
			out = append(out, o)
		}
	}
	return out
}
