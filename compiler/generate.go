package compiler

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// generate makes the program of a rewritten graph: what depends on constants alone becomes a program of its own, every
// written value gets a layout, every node its steps, every buffer its place.
func generate(g *ir, c *config) (*Program, error) {
	loop, err := g.arrange()
	if err != nil {
		return nil, err
	}
	p := &Program{}
	e := &emitter{g: g, cm: &c.cost, p: p, output: map[ref]int{}, placed: make([][]Operand, len(g.nodes)), loop: loop, open: -1}
	if err := e.ports(c); err != nil {
		return nil, err
	}
	own, frontier := e.split(c.folding)
	if err := e.fold(frontier, c); err != nil {
		return nil, err
	}
	e.constants(own, frontier)
	e.results()
	e.plan = plan(g, &c.cost, e.placed, e.output)
	e.group = fusions(g, loop)
	for i := range g.nodes {
		e.enter(i)
		if op, ok := g.nodes[i].op.(collect); ok {
			e.collect(i, op)
			continue
		}
		if e.placed[i] != nil || e.group.absorbed[i] {
			continue
		}
		e.placed[i] = make([]Operand, len(g.nodes[i].out))
		if err := e.node(i); err != nil {
			return nil, err
		}
	}
	e.deliver()
	assignArena(p)
	return p, nil
}

// ports makes the buffers of the operands.
func (e *emitter) ports(c *config) error {
	for k := range c.strides {
		if k >= len(e.g.inputs) {
			return fmt.Errorf("input strides: operand %d of %d", k, len(e.g.inputs))
		}
	}
	for k, r := range e.g.inputs {
		t := e.g.typ(r)
		port := Port{DType: t.DType, Shape: slices.Clone(t.Shape), Strides: c.strides[k]}
		if port.Strides == nil {
			port.Strides = compact(t.Shape, ascending(len(t.Shape)))
		}
		if len(port.Strides) != len(t.Shape) {
			return fmt.Errorf("input strides: %d strides for operand %d of rank %d", len(port.Strides), k, len(t.Shape))
		}
		n := 0
		n, port.Origin = extent(t.Shape, port.Strides)
		port.Buf = e.buffer(Input, k, t.DType, n)
		e.p.Inputs = append(e.p.Inputs, port)
		e.placed[r.node] = []Operand{{Buf: port.Buf, Offset: port.Origin, Strides: port.Strides}}
	}
	return nil
}

// extent is the number of elements between the lowest and the highest that a view touches, and how far the view's first
// element is from the lowest.
func extent(shape, strides []int) (n, origin int) {
	if product(shape) == 0 {
		return 0, 0
	}
	n = 1
	for i, d := range shape {
		n += (d - 1) * abs(strides[i])
		if strides[i] < 0 {
			origin -= (d - 1) * strides[i]
		}
	}
	return n, origin
}

// split finds what the program itself computes, going back from its outputs, and the constant values at which it stops:
// those are computed once, by the folded program. Views of constants stay with the program, since they cost nothing.
func (e *emitter) split(folding bool) (own []bool, frontier []ref) {
	own = make([]bool, len(e.g.nodes))
	known := map[ref]bool{}
	stack := slices.Clone(e.g.outputs)
	for len(stack) > 0 {
		r := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		n := &e.g.nodes[r.node]
		if n.konst && !folding && !isLeaf(n.op) && !isView(n.op) {
			if !known[r] {
				known[r] = true
				frontier = append(frontier, r)
			}
			continue
		}
		if !own[r.node] {
			own[r.node] = true
			stack = append(stack, n.in...)
		}
	}
	slices.SortFunc(frontier, func(a, b ref) int {
		return cmp.Or(cmp.Compare(a.node, b.node), cmp.Compare(a.out, b.out))
	})
	return own, frontier
}

// fold compiles the values that depend on constants alone into a program of their own.
func (e *emitter) fold(frontier []ref, c *config) error {
	if len(frontier) == 0 {
		return nil
	}
	sub := &ir{nodes: slices.Clone(e.g.nodes), outputs: slices.Clone(frontier)}
	for i := range sub.nodes {
		sub.nodes[i].in = slices.Clone(sub.nodes[i].in)
	}
	sub.prune()
	var err error
	e.p.Fold, err = generate(sub, &config{cost: c.cost, folding: true})
	return err
}

// isLeaf reports whether a constant needs no computing: it is given, or few values seen through strides of 0.
func isLeaf(op trace.Op) bool {
	switch op.(type) {
	case trace.Const, trace.Full, trace.Iota:
		return true
	}
	return false
}

// constants makes the buffers of the constants that the program reads, folded ones included. Nodes that it has nothing
// to do with are marked as placed.
func (e *emitter) constants(own []bool, frontier []ref) {
	for i := range e.g.nodes {
		switch n := &e.g.nodes[i]; {
		case e.placed[i] != nil:
		case !own[i]:
			e.placed[i] = make([]Operand, len(n.out))
		case isLeaf(n.op):
			e.placed[i] = []Operand{e.leaf(n)}
		}
	}
	for k, r := range frontier {
		t := e.g.typ(r)
		buf := e.buffer(Folded, k, t.DType, product(t.Shape))
		e.placed[r.node][r.out] = Operand{Buf: buf, Strides: compact(t.Shape, ascending(len(t.Shape)))}
	}
}

// leaf makes the buffer of a constant that needs no computing.
func (e *emitter) leaf(n *node) Operand {
	t := n.out[0]
	o := Operand{Strides: make([]int, len(t.Shape))}
	var value *tensor.Tensor
	switch op := n.op.(type) {
	case trace.Const:
		value, o.Strides = op.Tensor(), compact(t.Shape, ascending(len(t.Shape)))
	case trace.Full:
		value = op.Scalar()
	case trace.Iota:
		value = iota1(op.DType, op.Shape[op.Axis])
		o.Strides[op.Axis] = 1
	}
	o.Buf = e.buffer(Const, len(e.p.Consts), t.DType, value.Len())
	e.p.Consts = append(e.p.Consts, value)
	return o
}

// iota1 is the tensor 0, 1, …, n-1.
func iota1(d tensor.DType, n int) *tensor.Tensor {
	counts := make([]int64, n)
	for i := range counts {
		counts[i] = int64(i)
	}
	t := tensor.MustFromColMajor(counts, n)
	if d == tensor.Int64 {
		return t
	}
	return tensor.Must(t.Convert(d)) // the operation has refused counts that the dtype does not hold
}

// results makes the buffers of the outputs. A value that a step writes is written straight into the first of its ports.
func (e *emitter) results() {
	for k, r := range e.g.outputs {
		t := e.g.typ(r)
		port := Port{DType: t.DType, Shape: slices.Clone(t.Shape), Strides: compact(t.Shape, ascending(len(t.Shape)))}
		port.Buf = e.buffer(Output, k, t.DType, product(t.Shape))
		e.p.Outputs = append(e.p.Outputs, port)
		if _, taken := e.output[r]; !taken && e.placed[r.node] == nil && !isView(e.g.nodes[r.node].op) {
			e.output[r] = k
		}
	}
}

// deliver copies into the outputs what was not written there.
func (e *emitter) deliver() {
	for k, r := range e.g.outputs {
		if port, ok := e.output[r]; ok && port == k {
			continue
		}
		o := &e.p.Outputs[k]
		e.copy(Operand{Buf: o.Buf, Strides: o.Strides}, e.at(r), e.g.typ(r), false, "")
	}
}

// plan assigns the orders of all values that steps write.
func plan(g *ir, cm *CostModel, placed [][]Operand, output map[ref]int) *planner {
	p := &planner{g: g, cm: cm, strides: make([][][]int, len(g.nodes)), order: make([][]int, len(g.nodes)),
		fixed: make([]bool, len(g.nodes)), reader: make([]int, len(g.nodes)), states: make([][]layout, len(g.nodes))}
	for r := range output {
		p.fixed[r.node] = true
	}
	uses := g.uses()
	for i := range p.reader {
		p.reader[i] = -1
	}
	for i := range g.nodes {
		if _, ok := g.nodes[i].op.(trace.Contract); ok {
			for _, r := range g.nodes[i].in {
				if uses[r.node] == 1 {
					p.reader[r.node] = i
				}
			}
		}
	}
	for i := range g.nodes {
		p.node(i, placed[i])
	}
	return p
}

// node settles the strides of a node's results.
func (p *planner) node(i int, placed []Operand) {
	n := &p.g.nodes[i]
	if placed != nil {
		for _, o := range placed {
			p.strides[i] = append(p.strides[i], o.Strides)
		}
		return
	}
	if _, ok := n.op.(trace.Contract); ok {
		if !p.isInner(i) {
			p.tree(i)
		}
		return
	}
	if isView(n.op) {
		src := p.strides[n.in[0].node][n.in[0].out]
		if v, ok := view(n.op, p.g.typ(n.in[0]), Operand{Strides: src}); ok {
			p.strides[i] = [][]int{v.Strides}
			return
		}
	}
	p.order[i] = p.follow(i)
	for k := range n.out {
		p.strides[i] = append(p.strides[i], compact(n.out[k].Shape, p.orderOf(ref{i, k})))
	}
}

// orderOf is the axis order in which a value is written, fastest first.
func (p *planner) orderOf(r ref) []int {
	if r.out == 0 && p.order[r.node] != nil && !p.fixed[r.node] {
		return p.order[r.node]
	}
	return ascending(len(p.g.typ(r).Shape))
}

// follow is the order of an elementwise result or a reduction: its operand's, so that memory is walked in one go. It is
// nil, column-major, for other operations.
func (p *planner) follow(i int) []int {
	n := &p.g.nodes[i]
	if p.fixed[i] {
		return nil
	}
	switch op := n.op.(type) {
	case trace.Unary, trace.Binary, trace.Compare, trace.Where, trace.Clamp, trace.Cast:
		for _, r := range n.in {
			strides := p.strides[r.node][r.out]
			if !slices.Contains(strides, 0) {
				return sortedByStride(strides, ascending(len(strides)))
			}
		}
	case trace.Reduce:
		return keptOrder(p.strides[n.in[0].node][n.in[0].out], func(axis int) bool { return !slices.Contains(op.Axes, axis) })
	}
	return nil
}

// sortedByStride returns the axes with the smallest stride first.
func sortedByStride(strides, axes []int) []int {
	slices.SortStableFunc(axes, func(a, b int) int { return abs(strides[a]) - abs(strides[b]) })
	return axes
}

// keptOrder is the order of the kept axes of an operand, numbered as in the result.
func keptOrder(strides []int, keep func(axis int) bool) []int {
	var kept []int
	for axis, s := range strides {
		if keep(axis) {
			kept = append(kept, s)
		}
	}
	return sortedByStride(kept, ascending(len(kept)))
}
