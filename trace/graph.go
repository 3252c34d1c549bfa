package trace

import "github.com/tenferro/tenferro-go/tensor"

// Type is what is known of a value before anything runs: its dtype and its shape.
type Type struct {
	DType tensor.DType
	Shape []int
}

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
// shared.
type Graph struct {
	Nodes   []Node
	Inputs  []Ref // in the order in which they were declared
	Outputs []Ref
}

// Type returns the type of a value of the graph.
func (g *Graph) Type(r Ref) Type { return g.Nodes[r.Node].Out[r.Out] }
