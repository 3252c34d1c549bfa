package bisect

// Fiduccia-Mattheyses passes: every node is moved once, the best gain first, and the pass is wound back to its best
// moment.

// refiner betters one cut in place.
type refiner struct {
	h    *Hypergraph
	side []bool
	most int // weight that a side may have

	load  [2]int
	count [2][]int32 // nodes of each edge on each side
	gain  []float64
	heap  [2][]int32 // nodes of each side that may move, by gain
	place []int32    // position of each node in its heap, -1 for none
	moved []int32
}

func newRefiner(h *Hypergraph, side []bool, imbalance float64) *refiner {
	n := h.Nodes()
	r := &refiner{h: h, side: side, gain: make([]float64, n), place: make([]int32, n)}
	heaviest := int32(0)
	for _, w := range h.weight {
		heaviest = max(heaviest, w)
	}
	r.most = max(int(float64(h.total)*(1+imbalance)/2), (h.total+int(heaviest))/2)
	r.most = min(r.most, h.total-1)
	for s := range r.count {
		r.count[s] = make([]int32, len(h.cost))
	}
	for v := range side {
		r.load[at(side[v])] += int(h.weight[v])
		for _, e := range h.edges(int32(v)) {
			r.count[at(side[v])][e]++
		}
	}
	return r
}

func at(side bool) int {
	if side {
		return 1
	}
	return 0
}

// maxPasses bounds the passes; most cuts settle after three.
const maxPasses = 6

func (r *refiner) run() {
	for range maxPasses {
		if !r.pass() {
			return
		}
	}
}

// over is by how much the heavier side is too heavy.
func (r *refiner) over() int { return max(0, r.load[0]-r.most, r.load[1]-r.most) }

// pass reports whether it found a better cut.
func (r *refiner) pass() bool {
	n := r.h.Nodes()
	r.heap[0], r.heap[1] = r.heap[0][:0], r.heap[1][:0]
	for v := range int32(n) {
		r.gain[v] = r.worth(v)
		h := &r.heap[at(r.side[v])]
		r.place[v] = int32(len(*h))
		*h = append(*h, v)
	}
	for side, h := range r.heap {
		for i := len(h)/2 - 1; i >= 0; i-- {
			r.down(side, i)
		}
	}
	r.moved = r.moved[:0]
	sum, best, keep := 0.0, 0.0, 0
	start := r.over()
	least := start
	for v := r.next(); v >= 0; v = r.next() {
		sum += r.gain[v]
		r.move(v)
		r.moved = append(r.moved, v)
		if o := r.over(); o < least || o == least && sum > best+1e-12 {
			best, least, keep = sum, o, len(r.moved)
		}
		if len(r.moved)-keep > 50+n/10 {
			break
		}
	}
	// Nodes that were not moved leave the heaps, so that winding back does not sort them.
	for _, h := range r.heap {
		for _, v := range h {
			r.place[v] = -1
		}
	}
	for i := len(r.moved) - 1; i >= keep; i-- {
		r.move(r.moved[i])
	}
	return keep > 0
}

// next takes the node of the best gain off its heap, from a side that may give it; -1 if there is none.
func (r *refiner) next() int32 {
	from := -1
	for side, h := range r.heap {
		if len(h) == 0 {
			continue
		}
		if r.load[1-side]+int(r.h.weight[h[0]]) > r.most && r.load[side] <= r.most {
			continue
		}
		if from < 0 || r.before(h[0], r.heap[from][0]) {
			from = side
		}
	}
	if from < 0 {
		return -1
	}
	h := r.heap[from]
	v, last := h[0], len(h)-1
	r.swap(from, 0, last)
	r.place[v] = -1
	r.heap[from] = h[:last]
	r.down(from, 0)
	return v
}

// worth is what moving a node takes off the cut.
func (r *refiner) worth(v int32) float64 {
	g := 0.0
	from := at(r.side[v])
	for _, e := range r.h.edges(v) {
		if r.count[from][e] == 1 {
			g += r.h.cost[e]
		}
		if r.count[1-from][e] == 0 {
			g -= r.h.cost[e]
		}
	}
	return g
}

// move takes a node to the other side and puts right the gains that this changes.
func (r *refiner) move(v int32) {
	from := at(r.side[v])
	to := 1 - from
	r.side[v] = !r.side[v]
	r.load[from] -= int(r.h.weight[v])
	r.load[to] += int(r.h.weight[v])
	for _, e := range r.h.edges(v) {
		c := r.h.cost[e]
		switch r.count[to][e] {
		case 0:
			r.change(e, v, c, from, true)
		case 1:
			r.change(e, v, -c, to, false)
		}
		r.count[from][e]--
		r.count[to][e]++
		switch r.count[from][e] {
		case 0:
			r.change(e, v, -c, to, true)
		case 1:
			r.change(e, v, c, from, false)
		}
	}
}

// change adds to the gain of an edge's nodes on a side, but for v: to all of them, or to the only one.
func (r *refiner) change(e, v int32, by float64, side int, all bool) {
	for _, u := range r.h.pins(e) {
		if u == v || at(r.side[u]) != side {
			continue
		}
		r.gain[u] += by
		if i := r.place[u]; i >= 0 {
			r.down(side, r.up(side, int(i)))
		}
		if !all {
			return
		}
	}
}

// before orders the heap: the larger gain, then the lower number.
func (r *refiner) before(u, v int32) bool {
	if r.gain[u] != r.gain[v] {
		return r.gain[u] > r.gain[v]
	}
	return u < v
}

func (r *refiner) up(side, i int) int {
	h := r.heap[side]
	for i > 0 {
		p := (i - 1) / 2
		if !r.before(h[i], h[p]) {
			break
		}
		r.swap(side, i, p)
		i = p
	}
	return i
}

func (r *refiner) down(side, i int) {
	h := r.heap[side]
	for {
		c := 2*i + 1
		if c >= len(h) {
			return
		}
		if c+1 < len(h) && r.before(h[c+1], h[c]) {
			c++
		}
		if !r.before(h[c], h[i]) {
			return
		}
		r.swap(side, i, c)
		i = c
	}
}

func (r *refiner) swap(side, i, j int) {
	h := r.heap[side]
	h[i], h[j] = h[j], h[i]
	r.place[h[i]], r.place[h[j]] = int32(i), int32(j)
}
