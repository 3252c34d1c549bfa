package compiler

import (
	"fmt"
	"slices"

	"github.com/tenferro/tenferro-go/trace"
)

// Option is a choice in compiling.
type Option func(*config) error

type config struct {
	cost    CostModel
	strides map[int][]int
	folding bool // compiling what depends on constants alone
}

// WithCostModel compiles for a machine of the given speeds; layouts and kernels are chosen by it. The default is
// DefaultCostModel.
func WithCostModel(m CostModel) Option {
	return func(c *config) error { c.cost = m; return nil }
}

// WithInputStrides says how operand i of the runs will lie, in elements. The default is compact and column-major. A run
// whose operand lies otherwise is right all the same, but copies the operand first.
func WithInputStrides(i int, strides ...int) Option {
	return func(c *config) error {
		if i < 0 {
			return fmt.Errorf("input strides: operand %d", i)
		}
		c.strides[i] = slices.Clone(strides)
		return nil
	}
}

// Compile makes a program of a traced graph. The same graph and options give the same program, byte for byte.
func Compile(g *trace.Graph, options ...Option) (*Program, error) {
	c := config{cost: DefaultCostModel, strides: map[int][]int{}}
	for _, o := range options {
		if err := o(&c); err != nil {
			return nil, err
		}
	}
	b := &builder{ir: &ir{seen: map[string]int{}}, cost: c.cost}
	if err := b.program(g); err != nil {
		return nil, err
	}
	b.ir.rewrite()
	p, err := generate(b.ir, &c)
	if err != nil {
		return nil, err
	}
	p.Requires = sortedSet(b.families)
	return p, nil
}

// builder makes the compiler's graph of a traced one.
type builder struct {
	ir       *ir
	cost     CostModel
	families []string
}

func (b *builder) program(g *trace.Graph) error {
	values, err := b.inline(g, nil)
	if err != nil {
		return err
	}
	for _, r := range g.Inputs {
		b.ir.inputs = append(b.ir.inputs, values[r.Node][r.Out])
	}
	for _, r := range g.Outputs {
		b.ir.outputs = append(b.ir.outputs, values[r.Node][r.Out])
	}
	return nil
}

// inline adds the nodes of a graph; its inputs become the given values, or new inputs where there are none. It returns
// what each result of each node has become.
func (b *builder) inline(g *trace.Graph, inputs []ref) ([][]ref, error) {
	values := make([][]ref, len(g.Nodes))
	for k, r := range g.Inputs {
		if inputs != nil {
			values[r.Node] = []ref{inputs[k]}
		}
	}
	for i := range g.Nodes {
		if values[i] != nil {
			continue
		}
		n := &g.Nodes[i]
		in := make([]ref, len(n.In))
		for k, r := range n.In {
			in[k] = values[r.Node][r.Out]
		}
		out, err := b.node(n, in)
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", n.Site, n.Op.Name(), err)
		}
		values[i] = out
	}
	return values, nil
}

// node adds one traced node and returns its results.
func (b *builder) node(n *trace.Node, in []ref) ([]ref, error) {
	if op := b.numbered(n.Op); op != nil {
		return b.ir.add(op, in, n.Out), nil
	}
	if f := n.Op.Family(); f != "" {
		b.families = append(b.families, f)
	}
	if x, ok := n.Op.(Expander); ok {
		return b.expand(x, n, in)
	}
	if _, ok := n.Op.(KernelOp); !ok && n.Op.Family() != "" {
		return nil, fmt.Errorf("no lowering: the operations of an extension, here %q, implement Expander or KernelOp", n.Op.Family())
	}
	if c, ok := n.Op.(trace.Contract); ok {
		return []ref{b.ir.contract(c, in, n.Out[0])}, nil
	}
	return b.ir.add(n.Op, in, n.Out), nil
}

// expansion asks an operation for what it expands into.
func expansion(x Expander, m CostModel, tc *trace.Context, in []*trace.Value) ([]*trace.Value, error) {
	if y, ok := x.(MachineExpander); ok {
		return y.ExpandFor(m, tc, in)
	}
	return x.Expand(tc, in)
}

// expand replaces an operation of an extension by what it expands into.
func (b *builder) expand(x Expander, n *trace.Node, in []ref) ([]ref, error) {
	tc := trace.New()
	args := make([]*trace.Value, len(in))
	for k, r := range in {
		t := b.ir.typ(r)
		args[k] = tc.Input(t.DType, t.Shape...)
	}
	outs, err := expansion(x, b.cost, tc, args)
	if err != nil {
		return nil, err
	}
	g, err := tc.Graph(outs...)
	if err != nil {
		return nil, err
	}
	if len(outs) != len(n.Out) {
		return nil, fmt.Errorf("expanded into %d results, inferred %d", len(outs), len(n.Out))
	}
	values, err := b.inline(g, in)
	if err != nil {
		return nil, err
	}
	results := make([]ref, len(outs))
	for k, r := range g.Outputs {
		results[k] = values[r.Node][r.Out]
		if got := b.ir.typ(results[k]); got.DType != n.Out[k].DType || !slices.Equal(got.Shape, n.Out[k].Shape) {
			return nil, fmt.Errorf("result %d expanded into %s%v, inferred %s%v", k, got.DType, got.Shape, n.Out[k].DType, n.Out[k].Shape)
		}
	}
	return results, nil
}
