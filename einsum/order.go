package einsum

import (
	"context"

	"github.com/tenferro/tenferro-go/einsum/path"
	"github.com/tenferro/tenferro-go/tensor"
)

// order settles the order of contraction: a given one, the one that parentheses fix, or a search's.
func order(ctx context.Context, b *Bound, d tensor.DType, o *options) (*path.Tree, string, error) {
	n := network(b)
	switch {
	case o.linear != nil:
		t, err := path.FromLinear(n, o.linear)
		return t, "given", err
	case o.ssa != nil:
		t, err := path.FromSSA(n, o.ssa)
		return t, "given", err
	case b.Equation.HasParentheses():
		t, err := path.FromNest(n, nest(b.Equation.Order()))
		return t, "parentheses", err
	}
	f, err := finder(o.finder, len(n.Inputs))
	if err != nil {
		return nil, "", err
	}
	r, err := f.Find(ctx, n, path.Options{Element: element(d), Seed: o.seed})
	if err != nil {
		return nil, "", err
	}
	return r.Tree, r.Finder, nil
}

// exactOperands is the number of operands up to which an exact search takes no time that anyone notices.
const exactOperands = 10

// finder is the search of a name, for a number of operands. "auto", the default, is exact for few operands and greedy for
// many.
func finder(name string, operands int) (path.Finder, error) {
	switch {
	case name != "" && name != "auto":
		return path.Lookup(name)
	case operands <= exactOperands:
		return path.Optimal{}, nil
	}
	return path.Greedy{}, nil
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
