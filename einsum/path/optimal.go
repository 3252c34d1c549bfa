package path

// The exact search.

import (
	"context"
	"math"
)

// Optimal searches all trees. Up to 14 operands, and up to 16 once the network is simplified, that includes trees with
// outer products of operands that share no label. Above, each connected part is searched without outer products, as
// opt_einsum and cotengra do: up to 22 operands always (some seconds), beyond that as far as MaxSets allows, which
// depends on the network: chains and trees of a hundred operands are quick, dense graphs of thirty are not.
//
// Result.Optimal reports whether the search came to its end within those bounds. If not, the result is the best tree of
// a greedy search and its reconfiguration. It is never worse than Greedy.
type Optimal struct {
	// MaxSets bounds the subsets of operands that are held at once (some 100 bytes each), at least 1. Default 4 million.
	MaxSets int `json:"max_sets,omitempty"`
}

// The number of operands up to which outer products are part of the exact search: without and after simplification.
const (
	exactPlain   = 14
	exactReduced = 16
)

// Name returns "optimal".
func (Optimal) Name() string { return "optimal" }

// Find implements Finder.
func (f Optimal) Find(ctx context.Context, n *Network, o Options) (*Result, error) {
	if f.MaxSets < 0 {
		return nil, &OptionError{Field: "MaxSets", Value: f.MaxSets, Reason: "must not be negative"}
	}
	if f.MaxSets == 0 {
		f.MaxSets = 4 << 20
	}
	return find(ctx, n, o, f.Name(), func(s *search) error {
		m := s.meter()
		if s.offerGreedy(newGreedy(s.red.g), m); s.best.tree == nil {
			return nil
		}
		if s.exactSmall(m) {
			return nil
		}
		f.parts(s, m)
		return nil
	})
}

// exactSmall solves networks of few operands with dense tables; false if it is not one or time ran out.
func (s *search) exactSmall(m *meter) bool {
	red := s.red
	if len(s.net.Inputs) <= exactPlain {
		red = plain(s.net)
	} else if red.g.terms() > exactReduced || s.goal.kind == Peak {
		return false
	}
	steps, ok := [][2]int32(nil), true
	if k := red.g.terms(); k > 1 {
		var d dense
		d.load(k, red.g.groups(), math.Inf(1))
		if d.lgs {
			return false
		}
		if s.goal.kind == Peak {
			d.need, d.hold, d.join = sums(s.net)
		}
		if steps, ok = s.dense(&d); !ok {
			return false
		}
	}
	s.trials.Add(1)
	old := s.red
	s.red = red
	c := s.judge(m, Optimal{}.Name(), steps)
	s.red = old
	c.proven = true
	// Two roundings of the same cost must not leave the greedy tree in place with the proof lost.
	if s.best.score.less(c.score) {
		c.tree, c.costs, c.score = s.best.tree, s.best.costs, s.best.score
	}
	s.best.proven = true
	s.offer(c)
	return true
}

// sums returns what the inputs that are summed by themselves take in the dense search for the least peak: nothing until
// the step that uses them.
func sums(n *Network) (need, hold, join []float64) {
	w := newWalker(n)
	need, hold, join = make([]float64, len(n.Inputs)), make([]float64, len(n.Inputs)), make([]float64, len(n.Inputs))
	for i := range n.Inputs {
		legs, gone := w.leaf(i, nil, nil)
		size, before := 1.0, 1.0
		for _, l := range legs {
			size *= w.dims[l.label]
		}
		for _, l := range gone {
			before *= w.dims[l]
		}
		if before != 1 {
			join[i] = size
		}
	}
	return need, hold, join
}

// dense runs a loaded dense search for the objective. For Size and Peak it then saves operations within the optimum.
func (s *search) dense(d *dense) ([][2]int32, bool) {
	if !d.solve(&s.price, unlimited, s.o.Workers, s.stop) {
		return nil, false
	}
	pairs := d.pairs(nil)
	if s.goal.kind == Size {
		flops := s.price
		flops.goal.kind = Flops
		if d.solve(&flops, d.cost()*(1+1e-9), s.o.Workers, s.stop) {
			pairs = d.pairs(pairs)
		}
	}
	return pairs, true
}

// parts solves each connected part of the simplified network.
func (f Optimal) parts(s *search, m *meter) {
	parts := s.red.g.components()
	b := newBuilder(s.red.g.terms())
	roots := make([]int32, len(parts))
	proven := s.goal.kind != Peak // the peaks of parts do not add up
	for i, part := range parts {
		pairs, ok := f.part(s, s.red.g.sub(part))
		if pairs == nil && len(part) > 1 {
			return // cancelled
		}
		proven = proven && ok
		roots[i] = b.graft(part, pairs)
	}
	b.joinParts(roots, s.red.g, parts)
	s.trials.Add(1)
	c := s.judge(m, f.Name(), b.pairs)
	if proven && s.best.score.less(c.score) {
		c.tree, c.costs, c.score = s.best.tree, s.best.costs, s.best.score
	}
	c.proven = proven
	s.offer(c)
	s.best.proven = proven
}

// part solves a connected graph. If it cannot be solved, the steps are those of a greedy search, reconfigured; nil if
// the caller has cancelled.
func (f Optimal) part(s *search, g *graph) (pairs [][2]int32, proven bool) {
	k := g.terms()
	pairs = newGreedy(g).run(greedyParams{mod: 1}, s.cancelled)
	if k < 3 || pairs == nil {
		return pairs, true
	}
	d := newDraft(g, pairs)
	r := newReconfigurer(d, &s.price, 8)
	r.sweep(nil, s.stop)
	pairs = d.pairs()
	if s.goal.kind == Peak {
		return pairs, false
	}
	bound := r.total()
	e := effort{sets: f.MaxSets, work: math.MaxInt, stop: s.stop}
	if k <= maxDense {
		e.work = int(math.Pow(3, float64(k)) / 6) // then dense tables are as quick
	}
	better, found, complete := sparsePairs(g, &s.price, bound*(1-1e-12), unlimited, e)
	if !complete && k <= maxDense {
		var table dense
		if table.load(k, g.groups(), math.Log2(bound)); !table.lgs {
			if better, complete = s.dense(&table); complete {
				return better, true
			}
		}
	}
	if found {
		d.load(better)
		if s.goal.kind == Size {
			r.sweep(nil, s.stop) // save operations within the optimum
		}
		pairs = d.pairs()
	}
	return pairs, complete
}
