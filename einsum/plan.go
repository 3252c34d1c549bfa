package einsum

import (
	"context"
	"fmt"
	"slices"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/einsum/path"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// Plan is an equation bound to shapes with an order of contraction. It is immutable and may be shared by goroutines.
type Plan struct {
	bound  *Bound
	tree   *path.Tree
	finder string
	dtype  tensor.DType
}

// NewPlan binds an equation to shapes and finds an order of contraction for elements of the given dtype. ctx bounds the
// search.
func NewPlan(ctx context.Context, eq *Equation, d tensor.DType, shapes [][]int, opts ...Option) (*Plan, error) {
	o, err := newOptions(opts)
	if err != nil {
		return nil, err
	}
	return newPlan(ctx, eq, d, shapes, o)
}

func newPlan(ctx context.Context, eq *Equation, d tensor.DType, shapes [][]int, o *options) (*Plan, error) {
	bound, err := eq.Bind(shapes...)
	if err != nil {
		return nil, err
	}
	p := &Plan{bound: bound, dtype: d}
	if p.tree, p.finder, err = order(ctx, bound, d, o); err != nil {
		return nil, fmt.Errorf("einsum %q: %w", eq, err)
	}
	p.tree = p.tree.Reorder()
	return p, nil
}

// Bound is the equation with its sizes.
func (p *Plan) Bound() *Bound { return p.bound }

// Tree is the order of contraction; its labels are those of Bound.
func (p *Plan) Tree() *path.Tree { return p.tree }

// Finder names the search that found the order: "given" and "parentheses" for one that was not searched for.
func (p *Plan) Finder() string { return p.finder }

// Costs are the costs of the order, in every convention; the time is by the given model, or by a rough one for nil.
func (p *Plan) Costs(model path.CostModel) path.Costs { return p.tree.Costs(element(p.dtype), model) }

func element(d tensor.DType) path.Element {
	return path.Element{Bytes: d.Size(), Complex: d.IsComplex()}
}

// Compile makes a program of the plan for operands of the plan's dtype that are compact and column-major. A runtime
// needs this package's Extension to run it.
func (p *Plan) Compile(model compiler.CostModel) (*compiler.Program, error) {
	types := make([]trace.Type, len(p.bound.Inputs))
	for i, labels := range p.bound.Inputs {
		types[i] = trace.Type{DType: p.dtype, Shape: make([]int, len(labels))}
		for axis, l := range labels {
			types[i].Shape[axis] = p.bound.Sizes[l]
		}
		for _, axis := range p.bound.Broadcast[i] {
			types[i].Shape[axis] = 1
		}
	}
	return compile(&op{eq: p.bound.Equation, options: &options{}, plan: p}, types, nil, model)
}

// network is the bound equation as path searches see it: axes that broadcast are absent.
func network(b *Bound) *path.Network {
	n := &path.Network{Output: b.Output, Sizes: b.Sizes, Inputs: make([][]path.Label, len(b.Inputs))}
	for i := range b.Inputs {
		n.Inputs[i] = carried(b, i)
	}
	return n
}

// carried is the labels that operand i really varies along.
func carried(b *Bound, i int) []int {
	if len(b.Broadcast[i]) == 0 {
		return b.Inputs[i]
	}
	var labels []int
	for axis, l := range b.Inputs[i] {
		if !slices.Contains(b.Broadcast[i], axis) {
			labels = append(labels, l)
		}
	}
	return labels
}
