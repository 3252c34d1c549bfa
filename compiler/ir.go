package compiler

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tenferro/tenferro-go/trace"
)

// ref names one result of one node of the compiler's graph.
type ref struct{ node, out int }

// node is an operation of the compiler's graph. Unlike the traced graph's nodes it may be rewritten by the passes.
type node struct {
	op    trace.Op
	in    []ref
	out   []trace.Type
	konst bool // depends on constants alone
}

// ir is the graph that the passes work on: the traced graph with extensions expanded and equal nodes shared. Nodes
// stand in an order in which operands come first.
type ir struct {
	nodes   []node
	inputs  []ref
	outputs []ref
	seen    map[string]int // nodes by what they compute
	loops   []*Slices      // by the number that parts and collected values have
}

func (g *ir) typ(r ref) trace.Type { return g.nodes[r.node].out[r.out] }

// add appends a node, or finds one that already computes the same, and returns its results.
func (g *ir) add(op trace.Op, in []ref, out []trace.Type) []ref {
	op, in = g.simplify(op, in)
	if op == nil {
		return in // the results are the operands
	}
	key, shareable := identity(op, in)
	i, ok := g.seen[key]
	if !ok || !shareable {
		_, sliced := op.(part)
		n := node{op: op, in: slices.Clone(in), out: out, konst: (isConstant(op) || len(in) > 0) && !sliced}
		for _, r := range in {
			n.konst = n.konst && g.nodes[r.node].konst
		}
		i = len(g.nodes)
		g.nodes = append(g.nodes, n)
		if shareable {
			g.seen[key] = i
		}
	}
	refs := make([]ref, len(out))
	for k := range refs {
		refs[k] = ref{i, k}
	}
	return refs
}

// identity is a string that equal computations share. Inputs are never equal.
func identity(op trace.Op, in []ref) (string, bool) {
	if _, ok := op.(trace.Input); ok {
		return "", false
	}
	var k strings.Builder
	k.WriteString(op.Family())
	k.WriteByte(0)
	k.WriteString(op.Name())
	k.WriteByte(0)
	k.WriteString(op.Attrs())
	for _, r := range in {
		fmt.Fprintf(&k, "\x00%d.%d", r.node, r.out)
	}
	return k.String(), true
}

// uses counts how often each node's results are read, by other nodes and as outputs.
func (g *ir) uses() []int {
	n := make([]int, len(g.nodes))
	for i := range g.nodes {
		for _, r := range g.nodes[i].in {
			n[r.node]++
		}
	}
	for _, r := range g.outputs {
		n[r.node]++
	}
	return n
}

// prune drops the nodes that no output needs. Inputs stay, since they are the program's operands.
func (g *ir) prune() {
	live := make([]bool, len(g.nodes))
	for _, r := range slices.Concat(g.outputs, g.inputs) {
		live[r.node] = true
	}
	for i := len(g.nodes) - 1; i >= 0; i-- {
		if live[i] {
			for _, r := range g.nodes[i].in {
				live[r.node] = true
			}
		}
	}
	where := make([]int, len(g.nodes))
	kept := g.nodes[:0]
	for i := range g.nodes {
		if live[i] {
			where[i] = len(kept)
			kept = append(kept, g.nodes[i])
		}
	}
	g.nodes = kept
	moved := func(rs []ref) {
		for i := range rs {
			rs[i].node = where[rs[i].node]
		}
	}
	for i := range g.nodes {
		moved(g.nodes[i].in)
	}
	moved(g.inputs)
	moved(g.outputs)
	g.seen = nil
}
