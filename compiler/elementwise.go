package compiler

import (
	"slices"

	"github.com/tenferro/tenferro-go/trace"
)

// This file fuses chains of elementwise operations into Map steps, one pass over memory each.

// longestMap bounds the instructions of one Map: its registers should stay in the first-level cache.
const longestMap = 48

// grouping says which elementwise nodes are computed inside their reader's Map.
type grouping struct {
	absorbed []bool
}

// fusions finds the elementwise nodes that one Map alone reads: they are computed inside it, however often it reads them,
// but not in a loop that they do not belong to.
func fusions(g *ir, loop []int) grouping {
	const nobody, several = -1, -2
	reader := make([]int, len(g.nodes)) // the Map that reads a node, named by the node that ends it
	for i := range reader {
		reader[i] = nobody
	}
	claim := func(i, by int) {
		if reader[i] == nobody {
			reader[i] = by
		} else if reader[i] != by {
			reader[i] = several
		}
	}
	for _, r := range g.outputs {
		claim(r.node, several)
	}
	absorbed := make([]bool, len(g.nodes))
	length := make([]int, len(g.nodes))
	for i := len(g.nodes) - 1; i >= 0; i-- { // readers first
		n, by := &g.nodes[i], several
		if isElementwise(n.op) {
			by = i
			if to := reader[i]; to >= 0 && n.konst == g.nodes[to].konst && loop[i] == loop[to] && length[to] < longestMap {
				absorbed[i], by = true, to
			}
			length[by]++
		}
		for _, r := range n.in {
			claim(r.node, by)
		}
	}
	return grouping{absorbed: absorbed}
}

func isElementwise(op trace.Op) bool {
	switch op.(type) {
	case trace.Unary, trace.Binary, trace.Compare, trace.Where, trace.Clamp, trace.Cast:
		return true
	}
	return false
}

// elementwise emits the Map of node i and of the nodes absorbed in it.
func (e *emitter) elementwise(i int) {
	t := e.g.nodes[i].out[0]
	m := &mapBuilder{e: e, shape: t.Shape, register: map[ref]int{}}
	m.sources(ref{i, 0})
	m.compute(ref{i, 0})
	dst := e.dest(i, 0)
	n := float64(product(t.Shape))
	if n == 0 {
		return
	}
	bytes := n * float64(t.DType.Size())
	for _, s := range m.types {
		bytes += float64(s)
	}
	e.emit(&Map{Shape: slices.Clone(t.Shape), Dst: dst, Src: m.src, Code: m.code}, "", n*float64(len(m.code)), bytes)
}

// mapBuilder collects the sources and the code of one Map.
type mapBuilder struct {
	e        *emitter
	shape    []int
	src      []Operand
	types    []int // bytes of each source
	code     []Instr
	register map[ref]int
}

// inside reports whether a value is computed by the Map that is being built.
func (m *mapBuilder) inside(r ref, root bool) bool {
	return root || m.e.group.absorbed[r.node]
}

// sources numbers the values that are read from memory; they come first among the registers.
func (m *mapBuilder) sources(root ref) {
	stack := []ref{root}
	for first := true; len(stack) > 0; first = false {
		r := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if m.inside(r, first) {
			in := m.e.g.nodes[r.node].in
			for k := len(in) - 1; k >= 0; k-- {
				stack = append(stack, in[k])
			}
			continue
		}
		if _, ok := m.register[r]; ok {
			continue
		}
		m.register[r] = len(m.src)
		o := m.e.at(r)
		m.src = append(m.src, o)
		t := m.e.g.typ(r)
		bytes := t.DType.Size()
		for axis, d := range t.Shape {
			if o.Strides[axis] != 0 {
				bytes *= d
			}
		}
		m.types = append(m.types, bytes)
	}
}

// compute appends the code of a value, operands first, and returns its register.
func (m *mapBuilder) compute(r ref) int {
	if at, ok := m.register[r]; ok {
		return at
	}
	n := &m.e.g.nodes[r.node]
	c := instruction(n.op)
	for k, x := range n.in {
		c.Args[k] = m.compute(x)
	}
	c.In = m.e.g.typ(n.in[len(n.in)-1]).DType
	c.Out = n.out[0].DType
	m.code = append(m.code, c)
	at := len(m.src) + len(m.code) - 1
	m.register[r] = at
	return at
}

// instruction is the Map instruction of an elementwise operation, without its registers.
func instruction(op trace.Op) Instr {
	switch o := op.(type) {
	case trace.Unary:
		return Instr{Fn: unaryFns[o.Fn]}
	case trace.Binary:
		return Instr{Fn: binaryFns[o.Fn]}
	case trace.Compare:
		return Instr{Fn: compareFns[o.Fn]}
	case trace.Where:
		return Instr{Fn: Where}
	case trace.Clamp:
		return Instr{Fn: Clamp}
	case trace.Cast:
		return Instr{Fn: Cast}
	}
	return Instr{}
}

var unaryFns = map[trace.UnaryFn]Fn{
	trace.Neg: Neg, trace.Abs: Abs, trace.Sign: Sign, trace.Exp: Exp, trace.Log: Log, trace.Sqrt: Sqrt, trace.Rsqrt: Rsqrt,
	trace.Sin: Sin, trace.Cos: Cos, trace.Tanh: Tanh, trace.Expm1: Expm1, trace.Log1p: Log1p, trace.Conj: Conj,
	trace.Real: Real, trace.Imag: Imag,
}

var binaryFns = map[trace.BinaryFn]Fn{
	trace.Add: Add, trace.Sub: Sub, trace.Mul: Mul, trace.Div: Div, trace.Pow: Pow, trace.Max: Max, trace.Min: Min,
}

var compareFns = map[trace.CompareFn]Fn{
	trace.Equal: Equal, trace.NotEqual: NotEqual, trace.Less: Less, trace.LessEqual: LessEqual, trace.Greater: Greater,
	trace.GreaterEqual: GreaterEqual,
}
