package bisect

// The hypergraph, in flat arrays, and how it is made coarser.

import "math/rand/v2"

// Hypergraph is a set of nodes and of edges that each join two or more of them.
type Hypergraph struct {
	weight []int32   // of nodes
	cost   []float64 // of edges
	pinOff []int32   // edge e joins nodes pin[pinOff[e]:pinOff[e+1]]
	pin    []int32
	incOff []int32 // node v is in edges inc[incOff[v]:incOff[v+1]]
	inc    []int32
	total  int
}

// New makes a hypergraph from the nodes of each edge, in the same flat form: edge e joins pins[off[e]:off[e+1]], each
// node once. The slices are kept. Every node weighs 1.
func New(nodes int, off, pins []int32, cost []float64) *Hypergraph {
	h := &Hypergraph{weight: make([]int32, nodes), cost: cost, pinOff: off, pin: pins}
	for v := range h.weight {
		h.weight[v] = 1
	}
	h.index()
	return h
}

// Nodes returns the number of nodes.
func (h *Hypergraph) Nodes() int { return len(h.weight) }

// Cut returns the cost of the edges that have nodes on both sides.
func (h *Hypergraph) Cut(side []bool) float64 {
	sum := 0.0
	for e, c := range h.cost {
		pins := h.pins(int32(e))
		for _, v := range pins {
			if side[v] != side[pins[0]] {
				sum += c
				break
			}
		}
	}
	return sum
}

func (h *Hypergraph) pins(e int32) []int32  { return h.pin[h.pinOff[e]:h.pinOff[e+1]] }
func (h *Hypergraph) edges(v int32) []int32 { return h.inc[h.incOff[v]:h.incOff[v+1]] }

// index fills in what follows from pins and weights.
func (h *Hypergraph) index() {
	n := len(h.weight)
	h.incOff = make([]int32, n+1)
	for _, v := range h.pin {
		h.incOff[v+1]++
	}
	for v := range n {
		h.incOff[v+1] += h.incOff[v]
		h.total += int(h.weight[v])
	}
	h.inc = make([]int32, len(h.pin))
	next := append([]int32(nil), h.incOff[:n]...)
	for e := range h.cost {
		for _, v := range h.pins(int32(e)) {
			h.inc[next[v]] = int32(e)
			next[v]++
		}
	}
}

// maxRated is the largest edge along which nodes are merged: larger ones say little about who belongs together.
const maxRated = 64

// coarsen merges pairs of nodes along heavy edges of few nodes. It returns the coarser hypergraph and the node of it
// that each node went into. No merged node weighs more than limit.
func (h *Hypergraph) coarsen(limit int, rng *rand.Rand) (*Hypergraph, []int32) {
	n := len(h.weight)
	into := make([]int32, n)
	for v := range into {
		into[v] = -1
	}
	rating := make([]float64, n)
	var seen []int32
	count := int32(0)
	for _, v := range rng.Perm(n) {
		if into[v] >= 0 {
			continue
		}
		seen = seen[:0]
		for _, e := range h.edges(int32(v)) {
			pins := h.pins(e)
			if len(pins) > maxRated {
				continue
			}
			r := h.cost[e] / float64(len(pins)-1)
			for _, u := range pins {
				if int(u) == v || into[u] >= 0 {
					continue
				}
				if rating[u] == 0 {
					seen = append(seen, u)
				}
				rating[u] += r
			}
		}
		best, at := 0.0, int32(-1)
		for _, u := range seen {
			// Light partners first, so that weights stay even.
			if r := rating[u] / float64(h.weight[u]); int(h.weight[u]+h.weight[v]) <= limit && r > best {
				best, at = r, u
			}
			rating[u] = 0
		}
		into[v] = count
		if at >= 0 {
			into[at] = count
		}
		count++
	}
	return h.contract(into, int(count)), into
}

// contract builds the hypergraph of merged nodes. Edges within one node go; edges of the same two nodes are one.
func (h *Hypergraph) contract(into []int32, count int) *Hypergraph {
	c := &Hypergraph{weight: make([]int32, count), pinOff: []int32{0}}
	for v, u := range into {
		c.weight[u] += h.weight[v]
	}
	last := make([]int32, count)
	pairs := make(map[[2]int32]int32)
	for e := range h.cost {
		first := len(c.pin)
		for _, v := range h.pins(int32(e)) {
			if u := into[v]; last[u] != int32(e+1) {
				last[u] = int32(e + 1)
				c.pin = append(c.pin, u)
			}
		}
		switch len(c.pin) - first {
		case 1:
			c.pin = c.pin[:first]
			continue
		case 2:
			key := [2]int32{min(c.pin[first], c.pin[first+1]), max(c.pin[first], c.pin[first+1])}
			if twin, ok := pairs[key]; ok {
				c.cost[twin] += h.cost[e]
				c.pin = c.pin[:first]
				continue
			}
			pairs[key] = int32(len(c.cost))
		}
		c.cost = append(c.cost, h.cost[e])
		c.pinOff = append(c.pinOff, int32(len(c.pin)))
	}
	c.index()
	return c
}
