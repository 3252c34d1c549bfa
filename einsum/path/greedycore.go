package path

// The engine of the greedy searches. It contracts, again and again, the pair of neighbours with the lowest cost
//
//	size(C)/mod − mod·(size(A) + size(B))            (mod = 1: what opt_einsum calls memory-removed)
//
// and, where only tensors without common labels are left, the two smallest. Every live tensor has at most one entry in
// the queue: its cheapest neighbour at the time. Costs of a pair never change while both live, so an entry whose
// neighbour is gone is a lower bound, and it is enough to look again when it comes to the top. A step costs time
// proportional to the labels of the two tensors, and the queue holds three entries a tensor at most.

import (
	"math"
	"math/rand/v2"
	"slices"
)

// greedyParams are what random-greedy varies from trial to trial.
type greedyParams struct {
	mod         float64    // weight of the result against the operands, above 0
	temperature float64    // 0 for none
	rng         *rand.Rand // needed above temperature 0
	bound       float64    // give up once the multiplications exceed it; 0 for none
}

// The kinds of labels, by how many live tensors carry them.
const (
	open   uint8 = iota // one, and the output: never gone, joins nobody
	bond                // two: goes when they meet
	bondUp              // two and the output: stays
	hyper               // three or more
	dead
)

// entry is a tensor and its cheapest neighbour, by node number.
type entry struct {
	cost float64
	a, b int32
}

// before orders entries by cost, then so that older tensors come first: map order, addresses and the number of workers
// never matter.
func (e entry) before(f entry) bool {
	if e.cost != f.cost {
		return e.cost < f.cost
	}
	e1, f1 := max(e.a, e.b), max(f.a, f.b)
	if e1 != f1 {
		return e1 < f1
	}
	return min(e.a, e.b) < min(f.a, f.b)
}

// common is what a tensor shares with the one being looked at.
type common struct {
	all   float64 // product of the sizes of the labels in both
	kept  float64 // the part of it that stays when the two are contracted
	epoch int32
}

// greedy runs the search over one graph, any number of times; its buffers are reused. It is not safe for concurrent use.
// Live tensors occupy slots: the result of a step takes the slot of its larger operand, whose labels then need no visit.
type greedy struct {
	g     *graph
	param greedyParams

	legs [][]int32 // labels of each slot, some of them dead
	size []float64 // elements, +Inf above huge
	lg   []float64 // binary logarithm of it
	node []int32   // SSA number of what the slot holds
	slot []int32   // slot of each node

	kind []uint8
	refs []int32   // live tensors that carry the label
	pair []int32   // exclusive or of the two slots of a bond
	edge []int32   // position of a hyper label in many
	many []members // slots of hyper labels
	base [][]int32 // the same before the first step
	into []int32   // the slot that took in what was in a slot; itself if live

	seen   []int32 // the read in which a slot was met; see members
	reads  int32
	picked []int32

	late    bool // whether labels of the output make neighbours
	comm    []common
	touched []int32
	epoch   int32
	mark    []int32

	queue []entry
	steps [][2]int32
	mults float64 // multiplications so far
}

// huge is the binary logarithm above which sizes are no longer compared as numbers but by their logarithms.
const (
	huge     = 990
	hugeSize = 0x1p990
)

func newGreedy(g *graph) *greedy {
	n, labels := g.terms(), g.labels()
	s := &greedy{
		g: g, legs: make([][]int32, n), size: make([]float64, n), lg: make([]float64, n), node: make([]int32, n),
		slot: make([]int32, 2*n), kind: make([]uint8, labels), refs: make([]int32, labels), pair: make([]int32, labels),
		edge: make([]int32, labels), comm: make([]common, n), mark: make([]int32, labels), into: make([]int32, n),
		seen:  make([]int32, n),
		steps: make([][2]int32, 0, n),
	}
	off, at := g.members()
	for l := range labels {
		if g.pins[l] > 2 {
			s.edge[l] = int32(len(s.base))
			s.base = append(s.base, at[off[l]:off[l+1]])
		}
	}
	s.many = make([]members, len(s.base))
	return s
}

// reset puts every tensor back in its slot.
func (s *greedy) reset(p greedyParams) {
	s.param = p
	s.queue, s.steps, s.mults = s.queue[:0], s.steps[:0], 0
	clear(s.pair)
	clear(s.mark)
	for l, pins := range s.g.pins {
		s.refs[l] = pins
		switch {
		case pins > 2:
			s.kind[l] = hyper
		case pins == 2 && s.g.out[l]:
			s.kind[l] = bondUp
		case pins == 2:
			s.kind[l] = bond
		default:
			s.kind[l] = open
		}
	}
	for t := range s.legs {
		legs := s.g.term(int32(t))
		s.legs[t] = append(s.legs[t][:0], legs...)
		s.lg[t], s.size[t] = 0, 1
		for _, l := range legs {
			s.lg[t] += s.g.lg[l]
			s.size[t] *= s.g.dim[l]
			s.pair[l] ^= int32(t)
		}
		if s.lg[t] > huge {
			s.size[t] = math.Inf(1)
		}
		s.node[t], s.slot[t], s.into[t] = int32(t), int32(t), int32(t)
	}
	for e := range s.base {
		s.many[e].reset(s.base[e], s.size)
	}
}

// run searches and returns the steps over the graph's terms, valid until the next run; nil if the bound was exceeded or
// stop returned true.
func (s *greedy) run(p greedyParams, stop func() bool) [][2]int32 {
	s.reset(p)
	for _, s.late = range [...]bool{false, true} {
		if !s.neighbours(stop) {
			return nil
		}
	}
	s.outer()
	return s.steps
}

// neighbours contracts neighbours until there are none; false if the search is to be given up.
func (s *greedy) neighbours(stop func() bool) bool {
	s.queue = s.queue[:0]
	for t, v := range s.node {
		if v < 0 {
			continue
		}
		if e, ok := s.cheapest(int32(t)); ok {
			s.queue = append(s.queue, e)
		}
	}
	s.heapify()
	for polls := 0; len(s.queue) > 0; polls++ {
		if polls&255 == 255 && stop != nil && stop() {
			return false
		}
		top := s.queue[0]
		a := s.slot[top.a]
		if s.node[a] != top.a {
			s.pop()
			continue
		}
		b := s.slot[top.b]
		if s.node[b] == top.b {
			s.pop()
			a = s.contract(a, b)
			if s.param.bound > 0 && s.mults > s.param.bound {
				return false
			}
			if e, ok := s.cheapest(a); ok {
				s.push(e)
			}
		} else if e, ok := s.cheapest(a); ok {
			s.replaceTop(e)
		} else {
			s.pop()
		}
	}
	return true
}

// cheapest looks at all neighbours of a slot and returns the best entry; false if there is no neighbour.
func (s *greedy) cheapest(a int32) (entry, bool) {
	s.meet(a)
	best := entry{cost: math.Inf(1), a: s.node[a], b: math.MaxInt32}
	for _, b := range s.touched {
		e := entry{cost: s.cost(a, b), a: s.node[a], b: s.node[b]}
		if e.before(best) || best.b == math.MaxInt32 {
			best = e
		}
	}
	return best, len(s.touched) > 0
}

// meet collects the neighbours of a slot and what each shares with it. Dead labels are dropped on the way.
func (s *greedy) meet(a int32) {
	s.epoch++
	s.touched = s.touched[:0]
	legs := s.legs[a]
	live := legs[:0]
	limit := max(2, min(maxNeighbours, maxMeetings/max(1, len(legs))))
	kept := 0
	for _, l := range legs {
		kind := s.kind[l]
		if kind == dead {
			continue
		}
		live = append(live, l)
		switch kind {
		case bond:
			s.share(s.pair[l]^a, s.g.dim[l], 1)
		case hyper:
			if s.g.out[l] {
				kept++
				continue
			}
			for _, b := range s.members(l, limit) {
				if b != a {
					s.share(b, s.g.dim[l], s.g.dim[l])
				}
			}
		case bondUp:
			kept++
		}
	}
	s.legs[a] = live
	if kept > 0 {
		s.meetKept(a, limit)
	}
}

// meetKept adds what a slot shares by labels of the output. Such labels never go, so that they alone make no neighbours
// as long as there are others.
func (s *greedy) meetKept(a int32, limit int) {
	for _, l := range s.legs[a] {
		if !s.g.out[l] {
			continue
		}
		switch d := s.g.dim[l]; s.kind[l] {
		case bondUp:
			if b := s.pair[l] ^ a; s.late || s.comm[b].epoch == s.epoch {
				s.share(b, d, d)
			}
		case hyper:
			for _, b := range s.members(l, limit) {
				if b != a && (s.late || s.comm[b].epoch == s.epoch) {
					s.share(b, d, d)
				}
			}
		}
	}
}

func (s *greedy) share(b int32, all, kept float64) {
	c := &s.comm[b]
	if c.epoch != s.epoch {
		*c = common{all: all, kept: kept, epoch: s.epoch}
		s.touched = append(s.touched, b)
		return
	}
	if c.all < 1e290 { // beyond, the price is a matter of logarithms, and this one will do
		c.all *= all
		c.kept *= kept
	}
}

// cost is the price of contracting slot a, which was met last, with its neighbour b.
func (s *greedy) cost(a, b int32) float64 {
	c := &s.comm[b]
	x, y := s.size[a], s.size[b]
	z := (x / c.all) * (y / c.all) * c.kept
	p := &s.param
	var cost float64
	if x+y+z <= hugeSize {
		cost = z/p.mod - p.mod*(x+y)
	} else {
		cost = s.hugeCost(a, b)
	}
	if p.temperature > 0 {
		// The Gumbel trick: the least of these is a Boltzmann choice between the logarithms of the costs.
		lg := math.Log2(math.Abs(cost) + 1)
		cost = math.Copysign(lg, cost) + p.temperature*math.Log(p.rng.ExpFloat64())
	}
	return cost
}

// hugeCost keeps the order of costs that no longer fit a float64: beyond all that fit, by logarithm.
func (s *greedy) hugeCost(a, b int32) float64 {
	c := &s.comm[b]
	z := s.lg[a] + s.lg[b] - 2*math.Log2(c.all) + math.Log2(c.kept)
	if in := max(s.lg[a], s.lg[b]); z <= in {
		return -1e300 * (1 + 1e-6*in)
	}
	return 1e300 * (1 + 1e-6*z)
}

// contract replaces two neighbours by their product and returns its slot.
func (s *greedy) contract(a, b int32) int32 {
	if len(s.legs[a]) < len(s.legs[b]) {
		a, b = b, a
	}
	s.steps = append(s.steps, [2]int32{min(s.node[a], s.node[b]), max(s.node[a], s.node[b])})
	s.markHyper(a, b)
	s.into[b] = a
	all, kept, gone := 1.0, 1.0, 0.0
	for _, l := range s.legs[b] {
		switch s.kind[l] {
		case dead:
			continue
		case open:
			s.legs[a] = append(s.legs[a], l)
			continue
		case bond, bondUp:
			if s.pair[l] != a^b {
				s.pair[l] ^= a ^ b
				s.legs[a] = append(s.legs[a], l)
				continue
			}
			s.refs[l]--
		case hyper:
			if s.mark[l] != a+1 {
				s.legs[a] = append(s.legs[a], l)
				continue
			}
			s.refs[l]--
			s.settle(l)
		}
		all *= s.g.dim[l]
		gone += s.g.lg[l]
		switch {
		case s.refs[l] > 1:
			kept *= s.g.dim[l]
		case s.g.out[l]:
			kept *= s.g.dim[l]
			s.kind[l] = open
		default:
			s.kind[l] = dead
			gone += s.g.lg[l]
		}
	}
	s.combine(a, b, all, kept, gone)
	return a
}

// markHyper marks the labels of a, if b has hyper labels: for them there is no quicker way to know that both carry one.
func (s *greedy) markHyper(a, b int32) {
	if !slices.ContainsFunc(s.legs[b], func(l int32) bool { return s.kind[l] == hyper }) {
		return
	}
	for _, l := range s.legs[a] {
		s.mark[l] = a + 1
	}
}

// settle makes a hyper label that is down to two tensors a bond.
func (s *greedy) settle(l int32) {
	if s.refs[l] > 2 {
		return
	}
	s.kind[l] = bond
	if s.g.out[l] {
		s.kind[l] = bondUp
	}
	two := s.members(l, maxNeighbours)
	s.pair[l] = two[0] ^ two[1]
}

// combine sets the size of slot a, which took in slot b, and gives it its new node. all and kept are the products of
// what both had and of the part of it that stays; gone is by how much the sum of their logarithms shrinks.
func (s *greedy) combine(a, b int32, all, kept, gone float64) {
	s.mults += s.size[a] * (s.size[b] / all)
	s.lg[a] += s.lg[b] - gone
	if x := (s.size[a] / all) * (s.size[b] / all) * kept; x <= hugeSize {
		s.size[a] = x
	} else if s.lg[a] <= huge {
		s.size[a] = math.Exp2(s.lg[a])
	} else {
		s.size[a] = math.Inf(1)
	}
	s.legs[b] = s.legs[b][:0]
	s.node[b] = -1
	s.node[a] = int32(len(s.legs) + len(s.steps) - 1)
	s.slot[s.node[a]] = a
}

// outer multiplies what has no common labels left, the two smallest first.
func (s *greedy) outer() {
	s.queue = s.queue[:0]
	for a, v := range s.node {
		if v >= 0 {
			s.queue = append(s.queue, entry{cost: s.lg[a], a: v, b: v})
		}
	}
	s.heapify()
	for len(s.queue) > 1 {
		x := s.pop()
		y := s.queue[0]
		a, b := s.slot[x.a], s.slot[y.a]
		s.steps = append(s.steps, [2]int32{min(x.a, y.a), max(x.a, y.a)})
		s.combine(a, b, 1, 1, 0)
		s.replaceTop(entry{cost: s.lg[a], a: s.node[a], b: s.node[a]})
	}
}
