package einsum

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/einsum/path"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// Plan is an equation bound to shapes with an order of contraction. It is immutable and may be shared by goroutines.
type Plan struct {
	bound *Bound
	dtype tensor.DType
	found *path.Plan
}

// planning is what a plan is made from.
type planning struct {
	bound   *Bound
	dtype   tensor.DType // of the result
	types   []trace.Type // of the operands
	strides [][]int      // how the operands lie; nil for compact and column-major
	options *options
	machine *compiler.CostModel // of what will run the plan; nil if that is not known
}

// NewPlan binds an equation to shapes and finds an order of contraction for elements of the given dtype. ctx bounds the
// search.
func NewPlan(ctx context.Context, eq *Equation, d tensor.DType, shapes [][]int, opts ...Option) (*Plan, error) {
	o, err := newOptions(opts)
	if err != nil {
		return nil, err
	}
	bound, err := eq.Bind(shapes...)
	if err != nil {
		return nil, err
	}
	p := &planning{bound: bound, dtype: d, types: operandTypes(bound, d), options: o}
	return p.plan(ctx)
}

// plan settles the order of contraction and, where memory is short, its slices.
func (p *planning) plan(ctx context.Context) (*Plan, error) {
	found, err := p.order(ctx)
	if err != nil {
		return nil, fmt.Errorf("einsum %q: %w", p.bound.Equation, err)
	}
	own := *found // one that was given is not ours to change
	own.Equation = p.bound.Equation.String()
	return p.fit(ctx, &Plan{bound: p.bound, dtype: p.dtype, found: &own})
}

// Bound is the equation with its sizes.
func (p *Plan) Bound() *Bound { return p.bound }

// DType is the type of the elements that the plan was made for.
func (p *Plan) DType() tensor.DType { return p.dtype }

// Tree is the order of contraction; its labels are those of Bound.
func (p *Plan) Tree() *path.Tree { return p.found.Tree() }

// Slicing is the order of contraction with the labels that are fixed in turn: none if the memory suffices without.
func (p *Plan) Slicing() *path.Slicing { return p.found.Slicing }

// Finder names the search that found the order: "given" and "parentheses" for one that was not searched for.
func (p *Plan) Finder() string { return p.found.Finder }

// Search tells how the order was found, and what it costs. The slicing is the plan's; nothing in it may be changed.
func (p *Plan) Search() *path.Plan { return p.found }

// Costs are the costs of the order, all slices together, in every convention; the time is by the given model, or by a
// rough one for nil.
func (p *Plan) Costs(model path.CostModel) path.Costs {
	return p.found.Slicing.Costs(element(p.dtype), model)
}

// key writes what tells the plan from others for one network.
func (p *Plan) key(b []byte) []byte {
	for _, pair := range p.Tree().SSA() {
		b = strconv.AppendInt(b, int64(pair[0]), 36)
		b = append(b, ',')
		b = strconv.AppendInt(b, int64(pair[1]), 36)
		b = append(b, ';')
	}
	for _, l := range p.Slicing().Labels() {
		b = append(b, '/')
		b = strconv.AppendInt(b, int64(l), 36)
	}
	return b
}

// Compile makes a program of the plan for operands of the plan's dtype that are compact and column-major. A runtime
// needs this package's Extension to run it.
func (p *Plan) Compile(model compiler.CostModel) (*compiler.Program, error) {
	return compile(&op{eq: p.bound.Equation, options: &options{limit: NoMemoryLimit}, plan: p}, operandTypes(p.bound, p.dtype), nil, model)
}

// operandTypes are the types of the operands of a bound equation.
func operandTypes(b *Bound, d tensor.DType) []trace.Type {
	types := make([]trace.Type, len(b.Inputs))
	for i, labels := range b.Inputs {
		types[i] = trace.Type{DType: d, Shape: make([]int, len(labels))}
		for axis, l := range labels {
			types[i].Shape[axis] = b.Sizes[l]
		}
		for _, axis := range b.Broadcast[i] {
			types[i].Shape[axis] = 1
		}
	}
	return types
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
