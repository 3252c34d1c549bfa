package compiler

import (
	"cmp"
	"slices"

	"github.com/tenferro/tenferro-go/trace"
)

// planner assigns an axis order to every value that a step writes.
type planner struct {
	g       *ir
	cm      *CostModel
	strides [][][]int // by node and result; nil while unknown
	order   [][]int   // by node: the order of its first result, fastest first; nil for column-major
	fixed   []bool    // by node: the result is an output of the program and stays column-major
	reader  []int     // by node: the one Contract node that reads it, -1 otherwise

	states [][]layout // by node, while its tree is searched
}

// isInner reports whether node i is an intermediate of a tree: a contraction read by one contraction alone.
func (p *planner) isInner(i int) bool {
	_, ok := p.g.nodes[i].op.(trace.Contract)
	return ok && p.reader[i] >= 0 && !p.fixed[i]
}

// tree plans the tree below the contraction at root and sets the orders of its nodes.
func (p *planner) tree(root int) {
	members := p.members(root)
	for _, i := range members {
		p.states[i] = p.search(i, i == root)
	}
	best := 0
	for s := range p.states[root] {
		if p.states[root][s].cost < p.states[root][best].cost {
			best = s
		}
	}
	chosen := map[int]int{root: best}
	for k := len(members) - 1; k >= 0; k-- {
		i := members[k]
		s := p.states[i][chosen[i]]
		p.order[i] = s.order
		p.strides[i] = [][]int{compact(p.g.nodes[i].out[0].Shape, s.order)}
		for t, r := range p.g.nodes[i].in {
			if p.isInner(r.node) {
				chosen[r.node] = s.from[t]
			}
		}
	}
	for _, i := range members {
		p.states[i] = nil
	}
}

// members lists the nodes of the tree below root, operands first.
func (p *planner) members(root int) []int {
	list := []int{root}
	for k := 0; k < len(list); k++ {
		for _, r := range p.g.nodes[list[k]].in {
			if p.isInner(r.node) && p.strides[r.node] == nil {
				list = append(list, r.node)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// search returns the layouts worth keeping for the result of node i.
func (p *planner) search(i int, root bool) []layout {
	n := &p.g.nodes[i]
	op := n.op.(trace.Contract)
	c, _, _ := classify(op, p.g.typ(n.in[0]), p.g.typ(n.in[1]))
	shape := n.out[0].Shape
	optsA, optsB := p.options(n.in[0]), p.options(n.in[1])
	var want *wish
	if !root {
		want = p.wishes(i)
	}
	var space [48]axis
	column := ascending(len(shape))
	pr := c.pair(space[:0], [numOps][]int{optsA[0].strides, optsB[0].strides, compact(shape, column)})
	least := pr.bound(p.cm)
	beam := wideBeam
	if least < cheapStep {
		beam = narrowBeam
	}
	seen := map[string]int{}
	var found []layout
	for ia, a := range optsA {
		for ib, b := range optsB {
			if len(found) >= beam && a.cost+b.cost+least >= kth(found, beam) {
				continue // nothing that comes of these operands can be kept
			}
			orders := [][]int{column}
			if !root {
				orders = c.candidates([2][]int{a.strides, b.strides}, want)
			}
			for _, o := range orders {
				pr := c.pair(space[:0], [numOps][]int{a.strides, b.strides, compact(shape, o)})
				pl := pr.plan(p.cm)
				found = keep(found, seen, layout{order: o, cost: a.cost + b.cost + pl.total, from: [2]int{ia, ib}})
			}
		}
	}
	slices.SortStableFunc(found, func(x, y layout) int { return cmp.Compare(x.cost, y.cost) })
	return found[:min(len(found), beam)]
}

// kth is the k-th smallest cost.
func kth(found []layout, k int) float64 {
	costs := make([]float64, len(found))
	for i, l := range found {
		costs[i] = l.cost
	}
	slices.Sort(costs)
	return costs[k-1]
}

// keep adds a layout, or improves the one with the same order.
func keep(found []layout, seen map[string]int, l layout) []layout {
	key := make([]byte, 0, 2*len(l.order))
	for _, axis := range l.order {
		key = append(key, byte(axis), byte(axis>>8))
	}
	if at, ok := seen[string(key)]; ok {
		if l.cost < found[at].cost {
			found[at] = l
		}
		return found
	}
	seen[string(key)] = len(found)
	return append(found, l)
}

// option is one way in which an operand can be had.
type option struct {
	strides []int
	cost    float64
}

func (p *planner) options(r ref) []option {
	if !p.isInner(r.node) || p.states[r.node] == nil {
		return []option{{strides: p.strides[r.node][r.out]}}
	}
	out := make([]option, len(p.states[r.node]))
	for s, l := range p.states[r.node] {
		out[s] = option{strides: compact(p.g.typ(r).Shape, l.order), cost: l.cost}
	}
	return out
}

// wishes tells what the reader of node i does with its axes.
func (p *planner) wishes(i int) *wish {
	reader := &p.g.nodes[p.reader[i]]
	op := reader.op.(trace.Contract)
	mine, other, sibling := op.A, op.B, reader.in[1]
	if reader.in[0].node != i {
		mine, other, sibling = op.B, op.A, reader.in[0]
	}
	w := &wish{class: make([]int, len(mine))}
	var at []int // where the other operand has the label
	for axis, l := range mine {
		inOther, inOut := slices.Index(other, l), slices.Contains(op.Out, l)
		at = append(at, inOther)
		switch {
		case inOther >= 0 && inOut:
			w.class[axis] = 2
		case inOther >= 0:
			w.class[axis] = 1
		}
	}
	if strides := p.siblingStrides(sibling); strides != nil {
		w.rank = make([]int, len(mine))
		for axis, o := range at {
			if o >= 0 {
				w.rank[axis] = abs(strides[o])
			}
		}
	}
	return w
}

// siblingStrides are the strides of the reader's other operand, or the cheapest ones known so far.
func (p *planner) siblingStrides(r ref) []int {
	if p.strides[r.node] != nil {
		return p.strides[r.node][r.out]
	}
	if p.isInner(r.node) && p.states[r.node] != nil {
		return compact(p.g.typ(r).Shape, p.states[r.node][0].order)
	}
	return nil
}
