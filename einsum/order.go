package einsum

import (
	"cmp"
	"context"

	"github.com/tenferro/tenferro-go/einsum/path"
)

// This file settles the order of contraction: a given one, the one that parentheses fix, or a search's.

// order returns the plan that a planning comes to before its memory is looked at.
func (p *planning) order(ctx context.Context) (*path.Plan, error) {
	n, o := network(p.bound), p.options
	switch {
	case o.plan != nil:
		return p.given(n)
	case o.linear != nil:
		t, err := path.FromLinear(n, o.linear)
		return p.unsearched(t, "given", err)
	case o.ssa != nil:
		t, err := path.FromSSA(n, o.ssa)
		return p.unsearched(t, "given", err)
	case p.bound.Equation.HasParentheses():
		t, err := path.FromNest(n, nest(p.bound.Equation.Order()))
		return p.unsearched(t, "parentheses", err)
	case len(n.Inputs) <= 2 && o.progress == nil:
		t, err := path.LeftToRight(n) // there is no other
		return p.unsearched(t, "optimal", err)
	}
	f, err := finder(o.finder)
	if err != nil {
		return nil, err
	}
	return path.Search(ctx, n, f, p.searchOptions(), path.Limits{})
}

// unsearched makes a plan of an order that is there already.
func (p *planning) unsearched(t *path.Tree, finder string, err error) (*path.Plan, error) {
	if err != nil {
		return nil, err
	}
	t = t.Reorder()
	s, err := t.Slice(nil)
	if err != nil {
		return nil, err
	}
	o := p.searchOptions()
	return &path.Plan{Slicing: s, Costs: s.Costs(o.Element, o.Model), Element: o.Element, Objective: o.Objective, Finder: finder, Seed: o.Seed, Optimal: finder == "optimal"}, nil
}

// given returns the plan of the options, if it is one for this contraction: its network is the same, or differs in the
// order of axes alone.
func (p *planning) given(n *path.Network) (*path.Plan, error) {
	g := p.options.plan
	if g.dtype != p.dtype {
		return nil, &PlanError{Reason: "it is for " + g.dtype.String() + ", the operands are " + p.dtype.String()}
	}
	differs := sameNetwork(g.found.Tree().Network(), n)
	if differs == nil {
		return g.found, nil
	}
	named, number, ok := g.rename(p.bound)
	if !ok || sameSets(named, n) != nil {
		return nil, differs
	}
	ssa := make([][]int, 0, g.Tree().Steps())
	for _, pair := range g.Tree().SSA() {
		ssa = append(ssa, pair[:])
	}
	t, err := path.FromSSA(n, ssa)
	if err != nil {
		return nil, err
	}
	fixed := g.Slicing().Labels()
	for i, l := range fixed {
		fixed[i] = number[l]
	}
	moved := *g.found
	moved.Slicing, err = t.Slice(fixed)
	return &moved, err
}

// searchOptions are the options as package path takes them.
func (p *planning) searchOptions() path.Options {
	o := p.options
	return path.Options{Objective: cmp.Or(o.objective, path.Time), Element: element(p.dtype), Seed: o.seed, Workers: o.workers,
		Budget: o.budget, Model: o.modelOf(p.machine), Progress: o.progress}
}

// finder is the search of a name.
func finder(name string) (path.Finder, error) {
	if name == "" {
		return path.Auto{}, nil
	}
	return path.Lookup(name)
}

// nest is the order that parentheses fix, as path trees are built of.
func nest(items []Item) path.Nest {
	parts := make([]path.Nest, len(items))
	for i, it := range items {
		if it.Operand >= 0 {
			parts[i] = path.Nest{Input: it.Operand}
		} else {
			parts[i] = nest(it.Group)
		}
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return path.Nest{Parts: parts}
}
