package path

// Subtree reconfiguration: cut a piece of a few nodes out of the tree, put the best possible piece in its place, and go
// on until no piece can be bettered (cotengra's subtree_reconfigure; Gray and Kourtis, Quantum 5, 410, 2021, section
// 4.4). The dense search does a piece of 8 in some microseconds.

import (
	"math"
	"math/rand/v2"
	"slices"
)

// reconfigurer betters a draft piece by piece. It keeps buffers and is not safe for concurrent use.
type reconfigurer struct {
	d     *draft
	price pricer
	dense dense
	size  int // operands of a piece

	leaves []int32 // operands of the piece, nodes of the draft
	inner  []int32 // nodes of the draft that the piece is made of, its root first
	groups []group
	labels []int32 // label of each group
	local  []int32 // position of a label in groups
	stamp  []int32
	epoch  int32
	steps  [][2]int32
	masks  []uint32

	queued []bool
	queue  []int32
	limit  float64 // binary logarithm of the largest node that may be made
	width  float64 // of the largest node there is, for Size
}

// newReconfigurer works for the objective of price; for Peak, which no piece has to itself, pieces are judged by Size.
func newReconfigurer(d *draft, price *pricer, size int) *reconfigurer {
	r := &reconfigurer{
		d: d, price: *price, size: min(size, maxDense), limit: math.Inf(1),
		local: make([]int32, d.g.labels()), stamp: make([]int32, d.g.labels()), queued: make([]bool, len(d.kids)),
	}
	if r.price.goal.kind == Peak {
		r.price.goal.kind = Size
	}
	return r
}

// sweep goes on until no piece around any node can be bettered, or stop says so. rng, if not nil, chooses how pieces
// grow; otherwise their largest nodes are opened first. It reports whether anything changed.
func (r *reconfigurer) sweep(rng *rand.Rand, stop func() bool) bool {
	d := r.d
	r.queue = r.queue[:0]
	for v := d.n; v < int32(len(d.kids)); v++ {
		r.enqueue(v)
	}
	// The dearest first: what they look like decides what the cheap ones are worth.
	slices.SortStableFunc(r.queue, func(a, b int32) int {
		switch x, y := d.lp[a], d.lp[b]; {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return int(a) - int(b)
	})
	r.width = d.width()
	changed := false
	// Every change makes the tree cheaper, but for Size only by two standards in turn; the bound is for that case.
	for seen, at := 0, 0; at < len(r.queue) && seen < 100*len(d.kids); at, seen = at+1, seen+1 {
		if seen&15 == 15 && stop != nil && stop() {
			break
		}
		v := r.queue[at]
		r.queued[v] = false
		if r.better(v, rng) {
			changed = true
			r.around(v)
			if r.price.goal.kind == Size {
				r.width = d.width()
			}
		}
		if at > 1<<16 {
			r.queue = append(r.queue[:0], r.queue[at+1:]...)
			at = -1
		}
	}
	clear(r.queued)
	return changed
}

func (r *reconfigurer) enqueue(v int32) {
	if !r.queued[v] {
		r.queued[v] = true
		r.queue = append(r.queue, v)
	}
}

// around queues the nodes whose pieces may hold what was changed below and at v.
func (r *reconfigurer) around(v int32) {
	for _, u := range r.inner {
		r.enqueue(u)
	}
	for range r.size - 2 {
		if v = r.d.parent[v]; v < 0 {
			return
		}
		r.enqueue(v)
	}
}

// better replaces the piece below v by a better one, if there is one.
func (r *reconfigurer) better(v int32, rng *rand.Rand) bool {
	r.grow(v, rng)
	if len(r.leaves) < 3 {
		return false
	}
	r.load()
	if r.price.goal.kind == Size {
		return r.solveSize()
	}
	return r.solve(&r.price, r.limit)
}

// grow collects a piece with root v.
func (r *reconfigurer) grow(v int32, rng *rand.Rand) {
	d := r.d
	r.inner = append(r.inner[:0], v)
	r.leaves = append(r.leaves[:0], d.kids[v][0], d.kids[v][1])
	for len(r.leaves) < r.size {
		at := r.pick(rng)
		if at < 0 {
			return
		}
		u := r.leaves[at]
		r.inner = append(r.inner, u)
		r.leaves[at] = d.kids[u][0]
		r.leaves = append(r.leaves, d.kids[u][1])
	}
}

// pick chooses the operand of the piece to open next, -1 if none can be.
func (r *reconfigurer) pick(rng *rand.Rand) int {
	best, at, seen := math.Inf(-1), -1, 0
	for i, u := range r.leaves {
		if u < r.d.n {
			continue
		}
		if rng == nil {
			if r.d.lg[u] > best {
				best, at = r.d.lg[u], i
			}
		} else if seen++; rng.IntN(seen) == 0 {
			at = i
		}
	}
	return at
}

// load turns the piece into the groups of a dense search. Labels are ascending, as the nodes' lists have to be.
func (r *reconfigurer) load() {
	d := r.d
	r.epoch++
	r.labels, r.groups = r.labels[:0], r.groups[:0]
	for i, u := range r.leaves {
		for _, l := range d.legs[u] {
			if r.stamp[l] != r.epoch {
				r.stamp[l] = r.epoch
				r.local[l] = int32(len(r.groups))
				r.labels = append(r.labels, l)
				r.groups = append(r.groups, group{lg: d.g.lg[l]})
			}
			r.groups[r.local[l]].mask |= 1 << i
		}
	}
	for _, l := range d.legs[r.inner[0]] {
		r.groups[r.local[l]].kept = true
	}
	bound := math.Inf(-1)
	for _, u := range r.inner {
		bound = max(bound, d.lp[u], d.lg[u]+math.Log2(1+r.price.goal.alpha))
	}
	r.dense.load(len(r.leaves), r.groups, bound+math.Log2(float64(8*len(r.inner))))
}

// current prices the piece as it is, on the scale of the dense search.
func (r *reconfigurer) current(f *pricer) float64 {
	d, sum := r.d, 0.0
	down := r.dense.scale
	g := *f
	if r.dense.lgs && g.goal.kind == Time {
		g.goal.kind = Flops
	}
	for _, u := range r.inner {
		a, b := d.kids[u][0], d.kids[u][1]
		sum += g.price(exp2(d.lg[a]-down), exp2(d.lg[b]-down), exp2(d.lg[u]-down), exp2(d.lp[u]-down))
	}
	return sum
}

// solve puts in the best piece whose nodes keep to a limit, if it is cheaper.
func (r *reconfigurer) solve(f *pricer, limit float64) bool {
	bound := unlimited
	if limit < huge {
		bound = exp2(limit) * (1 + 1e-9)
	}
	if !r.dense.solve(f, bound, 1, nil) || r.dense.cost() >= r.current(f)*(1-1e-9) {
		return false
	}
	r.replace()
	return true
}

// solveSize makes the largest node of the tree smaller, if it is in the piece; else it saves operations without making
// another node as large.
func (r *reconfigurer) solveSize() bool {
	d := r.d
	now := math.Inf(-1)
	for _, u := range r.inner {
		now = max(now, d.lg[u])
	}
	flops := r.price
	flops.goal.kind = Flops
	if now < r.width-1e-9 {
		return r.solve(&flops, r.width-1e-9)
	}
	if !r.dense.solve(&r.price, unlimited, 1, nil) {
		return false
	}
	least := math.Log2(r.dense.cost()) + r.dense.scale
	if least > now-1e-9 {
		return r.solve(&flops, now)
	}
	if !r.dense.solve(&flops, exp2(least)*(1+1e-9), 1, nil) {
		return false
	}
	r.replace()
	return true
}

// replace puts the piece that the dense search found into the draft. The nodes of the old piece are used again.
func (r *reconfigurer) replace() {
	d := r.d
	r.steps = r.dense.pairs(r.steps)
	k := int32(len(r.leaves))
	root := r.inner[0]
	// The last step is the root; the others take the other nodes.
	name := func(v int32) int32 {
		switch {
		case v < k:
			return r.leaves[v]
		case v == 2*k-2:
			return root
		}
		return r.inner[1+v-k]
	}
	slices.Sort(r.labels)
	r.masks = r.masks[:0]
	for i := range r.leaves {
		r.masks = append(r.masks, 1<<i)
	}
	for i, p := range r.steps {
		v := name(k + int32(i))
		a, b := name(p[0]), name(p[1])
		d.kids[v] = [2]int32{a, b}
		d.parent[a], d.parent[b] = v, v
		ma, mb := r.masks[p[0]], r.masks[p[1]]
		r.masks = append(r.masks, ma|mb)
		r.fill(v, ma, mb)
	}
}

// fill sets the labels and sizes of an inner node of the new piece, whose children hold the operands ma and mb.
func (r *reconfigurer) fill(v int32, ma, mb uint32) {
	d := r.d
	m := ma | mb
	legs := d.legs[v][:0]
	d.lg[v], d.lp[v] = 0, 0
	for _, l := range r.labels {
		g := &r.groups[r.local[l]]
		if g.mask&m == 0 {
			continue
		}
		if g.kept || g.mask&^m != 0 {
			legs = append(legs, l)
			d.lg[v] += g.lg
		} else if g.mask&^ma != 0 && g.mask&^mb != 0 {
			d.lp[v] += g.lg
		}
	}
	d.lp[v] += d.lg[v]
	d.legs[v] = legs
}

// total prices the draft, or gives the size of its largest node for Size and Peak.
func (r *reconfigurer) total() float64 {
	d, sum := r.d, 0.0
	if !r.price.goal.additive() {
		return exp2(d.width())
	}
	for v := d.n; v < int32(len(d.kids)); v++ {
		a, b := d.kids[v][0], d.kids[v][1]
		sum += r.price.price(exp2(d.lg[a]), exp2(d.lg[b]), exp2(d.lg[v]), exp2(d.lp[v]))
	}
	return sum
}
