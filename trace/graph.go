package trace

// Graph: the result of tracing and the contract with the compiler, as plain data.

import "fmt"

// Op is one operation of a graph. An Op is immutable and may be shared. The operations of this package are closed
// structs (Unary, Binary, Contract, ...); an extension brings its own.
type Op interface {
	// Family names the extension that the operation belongs to; it is empty for the operations of this package.
	Family() string
	// Name says what the operation does: "add", "permute", "contract".
	Name() string
	// Attrs writes the operation's parameters for people: "axes=[1 0]". Two operations with equal family, name and
	// attributes compute the same results from the same operands; the compiler shares them.
	Attrs() string
	// Infer returns the types of the results, or an error that says which operand or axis is wrong.
	Infer(in []Type) ([]Type, error)
}

// MultiOp is implemented by operations that give any number of results but one. The number may depend on the
// operation's parameters, not on its operands: Apply must know it even where inference fails.
type MultiOp interface {
	Op
	// Results returns the number of results.
	Results() int
}

// Ref names one result of one node of a graph.
type Ref struct {
	Node int // position in Graph.Nodes
	Out  int // which of the node's results
}

// Node is one application of an operation.
type Node struct {
	Op   Op
	In   []Ref  // operands; each comes from an earlier node
	Out  []Type // types of the results
	Site string // "file.go:12", where it was traced
}

// Graph is a traced computation: nodes in an order in which every operand comes first. It is immutable and may be
// shared. It holds every node that was traced, also those that no output needs: leaving them out is the compiler's work.
type Graph struct {
	Nodes   []Node
	Inputs  []Ref // in the order in which they were declared
	Outputs []Ref
}

// Type returns the type of a value of the graph.
func (g *Graph) Type(r Ref) Type { return g.Nodes[r.Node].Out[r.Out] }

// Check holds a graph against its own rules: operands come first, the types are those that the operations infer, the
// inputs are Input nodes numbered in their order. Graphs of a Context keep them; Check is for graphs made by hand or
// rewritten.
func (g *Graph) Check() error {
	for i := range g.Nodes {
		if err := g.checkNode(i); err != nil {
			return fmt.Errorf("node %d: %w", i, err)
		}
	}
	for i, r := range g.Inputs {
		if !g.has(r, len(g.Nodes)) {
			return fmt.Errorf("input %d: %w: %s is not in the graph", i, ErrValue, r)
		}
		if in, ok := g.Nodes[r.Node].Op.(Input); !ok || in.Index != i {
			return fmt.Errorf("input %d: %w: %s is not the input with that index", i, ErrValue, r)
		}
	}
	for i, r := range g.Outputs {
		if !g.has(r, len(g.Nodes)) {
			return fmt.Errorf("output %d: %w: %s is not in the graph", i, ErrValue, r)
		}
	}
	return nil
}

// has reports whether r names a result of one of the first n nodes.
func (g *Graph) has(r Ref, n int) bool {
	return r.Node >= 0 && r.Node < n && r.Out >= 0 && r.Out < len(g.Nodes[r.Node].Out)
}

func (g *Graph) checkNode(i int) error {
	node := g.Nodes[i]
	if node.Op == nil {
		return fmt.Errorf("%w: no operation", ErrValue)
	}
	types := make([]Type, len(node.In))
	for k, r := range node.In {
		if !g.has(r, i) {
			return fmt.Errorf("%s: %w: operand %d, %s, does not come first", node.Op.Name(), ErrValue, k, r)
		}
		types[k] = g.Type(r)
	}
	out, err := node.Op.Infer(types)
	if err != nil {
		return fmt.Errorf("%s: %w", node.Op.Name(), err)
	}
	if len(out) != len(node.Out) {
		return fmt.Errorf("%s: %w: %d results, want %d", node.Op.Name(), ErrValue, len(node.Out), len(out))
	}
	for k, t := range out {
		if !t.Equal(node.Out[k]) {
			return fmt.Errorf("%s: %w: result %d is %s, want %s", node.Op.Name(), ErrValue, k, node.Out[k], t)
		}
	}
	return nil
}
