package bisect

// The levels, and the first cut at the coarsest.

import "math/rand/v2"

const (
	coarsest = 60 // nodes at which coarsening ends
	attempts = 8  // first cuts that are tried
)

// Split cuts h in two. Neither side weighs more than (1+imbalance)/2 of the whole, as far as single nodes allow, and
// neither is empty if there are two nodes. The result is a function of h, imbalance and the random numbers.
func Split(h *Hypergraph, imbalance float64, rng *rand.Rand) []bool {
	n := h.Nodes()
	if n < 2 {
		return make([]bool, n)
	}
	limit := max(1, h.total*3/(2*coarsest))
	levels := []*Hypergraph{h}
	var maps [][]int32
	for top := h; top.Nodes() > coarsest; {
		next, into := top.coarsen(limit, rng)
		if next.Nodes() > top.Nodes()*95/100 {
			break
		}
		levels, maps = append(levels, next), append(maps, into)
		top = next
	}
	top := levels[len(levels)-1]
	side := top.first(imbalance, rng)
	for i := len(maps) - 1; i >= 0; i-- {
		finer := levels[i]
		fine := make([]bool, finer.Nodes())
		for v, u := range maps[i] {
			fine[v] = side[u]
		}
		side = fine
		newRefiner(finer, side, imbalance).run()
	}
	return side
}

// first cuts a small hypergraph: grown from random nodes, bettered, the best of some attempts.
func (h *Hypergraph) first(imbalance float64, rng *rand.Rand) []bool {
	var best []bool
	least, worst := 0.0, 0
	for range attempts {
		side := h.grow(rng)
		r := newRefiner(h, side, imbalance)
		r.run()
		over := max(0, max(r.load[0], r.load[1])-r.most)
		if cut := h.Cut(side); best == nil || over < worst || over == worst && cut < least {
			best, least, worst = side, cut, over
		}
	}
	return best
}

// grow takes nodes to the true side, neighbours of those there first, until it holds half the weight.
func (h *Hypergraph) grow(rng *rand.Rand) []bool {
	n := h.Nodes()
	side := make([]bool, n)
	seen := make([]bool, n)
	queue := make([]int32, 0, n)
	load := 0
	order := rng.Perm(n)
	for _, start := range order {
		if 2*load >= h.total {
			break
		}
		if seen[start] {
			continue
		}
		seen[start] = true
		queue = append(queue[:0], int32(start))
		for at := 0; at < len(queue) && 2*load < h.total; at++ {
			v := queue[at]
			side[v] = true
			load += int(h.weight[v])
			for _, e := range h.edges(v) {
				for _, u := range h.pins(e) {
					if !seen[u] {
						seen[u] = true
						queue = append(queue, u)
					}
				}
			}
		}
	}
	return side
}
