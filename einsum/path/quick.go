package path

// Small networks inside larger searches: the steps of a path that name many operands, the leaves of a partition, what
// is left after simplification.

import "math"

// quickDense is up to how many operands a small network is solved exactly without a thought.
const quickDense = 12

// quickPairs orders a small network for few operations: exactly up to 12 operands, greedily above.
func quickPairs(n *Network) [][2]int32 {
	r := plain(n)
	price := pricer{goal: goal{kind: Flops, alpha: alphaDefault}, model: Roofline{}}
	if pairs, ok := quickExact(r.g, &price); ok {
		return pairs
	}
	return newGreedy(r.g).run(greedyParams{mod: 1}, nil)
}

// quickExact solves a graph of up to 12 terms.
func quickExact(g *graph, price *pricer) ([][2]int32, bool) {
	if g.terms() > quickDense || g.terms() < 2 {
		return nil, g.terms() < 2
	}
	var d dense
	d.load(g.terms(), g.groups(), math.Inf(1))
	if d.lgs || !d.solve(price, unlimited, 1, nil) {
		return nil, false
	}
	return d.pairs(nil), true
}

// groups returns the labels of a graph of at most 32 terms with the terms that carry them.
func (g *graph) groups() []group {
	out := make([]group, g.labels())
	for l := range out {
		out[l] = group{lg: g.lg[l], kept: g.out[l]}
	}
	for t := range g.terms() {
		for _, l := range g.term(int32(t)) {
			out[l].mask |= 1 << t
		}
	}
	return out
}
