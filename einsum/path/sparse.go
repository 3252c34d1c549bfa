package path

// The exact search over all trees without outer products, for networks with too many operands for dense tables: dynamic
// programming over connected subsets, level by level of their size, as opt_einsum's dp and cotengra's optimal do. What
// makes it quick is that a good tree is in hand already: a subset is dropped when what it cost and what any step that
// uses it must cost exceed that tree's cost, and lists are kept in ascending order of that sum, so that most pairs are
// never looked at.

import (
	"math"
	"math/bits"
	"slices"
)

// bitmask is a set of operands or of labels.
type bitmask interface {
	[1]uint64 | [2]uint64 | [4]uint64 | [8]uint64
}

func meets[M bitmask](a, b *M) bool {
	x := uint64(0)
	for i := 0; i < len(*a); i++ {
		x |= (*a)[i] & (*b)[i]
	}
	return x != 0
}

func join[M bitmask](a, b *M) (c M) {
	for i := 0; i < len(*a); i++ {
		c[i] = (*a)[i] | (*b)[i]
	}
	return c
}

// within reports whether a is a subset of b.
func within[M bitmask](a, b *M) bool {
	x := uint64(0)
	for i := 0; i < len(*a); i++ {
		x |= (*a)[i] &^ (*b)[i]
	}
	return x == 0
}

// subset is a connected set of operands and the best tree over it. M holds operands, L labels.
type subset[M, L bitmask] struct {
	mask, near  M // its operands; the operands that share a label with one of them
	legs        L // labels of its result
	cost, size  float64
	key         float64 // cost, and what a step that uses it costs at least
	left, right int32   // the subsets that it is made of, by number
	number      int32
}

// sparse holds the tables of a search.
type sparse[M, L bitmask] struct {
	g     *graph
	price *pricer
	limit float64 // elements
	cap   float64 // subsets that cost more are dropped
	share float64 // what a step costs at least for each element of an operand
	unit  float64 // what it costs at least for each element of the product over all labels

	sets  []subset[M, L]
	level [][]subset[M, L] // those that were kept, ascending by key
	pins  []M              // operands that carry each label
	index table[M]
	work  int // roughly nanoseconds
}

// effort bounds a sparse search.
type effort struct {
	sets, work int
	stop       func() bool
}

// sparsePairs finds the best tree over a connected graph that costs less than bound, without outer products and with no
// node above limit elements. Found is false if there is none; complete is false if the search gave up for its effort.
func sparsePairs(g *graph, price *pricer, bound, limit float64, e effort) (pairs [][2]int32, found, complete bool) {
	switch n, l := g.terms(), g.labels(); {
	case n <= 64 && l <= 64:
		return newSparse[[1]uint64, [1]uint64](g, price, bound, limit).run(e)
	case n <= 64 && l <= 128:
		return newSparse[[1]uint64, [2]uint64](g, price, bound, limit).run(e)
	case n <= 64 && l <= 512:
		return newSparse[[1]uint64, [8]uint64](g, price, bound, limit).run(e)
	case n <= 128 && l <= 256:
		return newSparse[[2]uint64, [4]uint64](g, price, bound, limit).run(e)
	case n <= 256 && l <= 512:
		return newSparse[[4]uint64, [8]uint64](g, price, bound, limit).run(e)
	}
	return nil, false, false
}

func newSparse[M, L bitmask](g *graph, price *pricer, bound, limit float64) *sparse[M, L] {
	n := g.terms()
	s := &sparse[M, L]{
		g: g, price: price, limit: limit, cap: bound, pins: make([]M, g.labels()), level: make([][]subset[M, L], n+1),
	}
	switch price.goal.kind {
	case Flops, Combo, Limit:
		s.unit = price.affine().once
		if g.plain() {
			s.unit = price.affine().summed
		}
		s.share = s.unit
	}
	for t := range int32(n) {
		for _, l := range g.term(t) {
			s.pins[l][t/64] |= 1 << (t % 64)
		}
	}
	for t := range int32(n) {
		set := subset[M, L]{size: 1, number: t}
		set.mask[t/64] |= 1 << (t % 64)
		for _, l := range g.term(t) {
			set.legs[l/64] |= 1 << (l % 64)
			set.size *= g.dim[l]
			set.near = join(&set.near, &s.pins[l])
		}
		set.key = s.share * set.size
		s.sets = append(s.sets, set)
		s.index.put(t, set.mask)
		s.level[1] = append(s.level[1], set)
	}
	s.sort(1)
	return s
}

func (s *sparse[M, L]) sort(level int) {
	slices.SortFunc(s.level[level], func(x, y subset[M, L]) int {
		switch {
		case x.key < y.key:
			return -1
		case x.key > y.key:
			return 1
		}
		return int(x.number) - int(y.number)
	})
}

func (s *sparse[M, L]) run(e effort) (pairs [][2]int32, found, complete bool) {
	n := s.g.terms()
	for m := 2; m <= n; m++ {
		first := len(s.sets)
		for k := 1; k <= m/2; k++ {
			if !s.pair(m-k, k, e) {
				return nil, false, false
			}
		}
		for i := first; i < len(s.sets); i++ {
			set := &s.sets[i]
			if set.key = set.cost + s.share*set.size; set.key <= s.cap || m == n && set.cost <= s.cap {
				s.level[m] = append(s.level[m], *set)
			}
		}
		s.sort(m)
	}
	if len(s.level[n]) == 0 {
		return nil, false, true
	}
	return s.pairs(s.level[n][0].number), true, true
}

// pair joins every subset of one level with every disjoint neighbour of another.
func (s *sparse[M, L]) pair(big, small int, e effort) bool {
	partners := s.level[small]
	for i := range s.level[big] {
		x := &s.level[big][i]
		if len(s.sets) > e.sets || s.work > e.work || i&15 == 0 && e.stop != nil && e.stop() {
			return false
		}
		if big == small {
			partners = s.level[small][i+1:]
		}
		room, most := s.cap-x.cost, s.cap-x.key
		for j := range partners {
			y := &partners[j]
			if y.key > room {
				partners = partners[:j] // the next x leaves less room still, or its own key does
				break
			}
			if !meets(&x.mask, &y.mask) && meets(&x.near, &y.mask) && y.cost <= most {
				s.meet(x, y, len(s.level) == big+small+1)
			}
		}
		s.work += 2 * len(partners)
		partners = s.level[small]
	}
	return true
}

// meet joins two subsets, if that keeps to the cap.
func (s *sparse[M, L]) meet(x, y *subset[M, L], last bool) {
	s.work += 10
	p := x.size * (y.size / s.shared(&x.legs, &y.legs))
	cost := x.cost + y.cost
	if cost+s.unit*p > s.cap {
		return
	}
	mask := join(&x.mask, &y.mask)
	at := s.index.get(mask)
	if at < 0 {
		at = s.make(mask, x, y, p)
	}
	set := &s.sets[at]
	if set.size > s.limit && !last {
		return
	}
	if s.price.goal.kind == Size {
		cost = max(x.cost, y.cost, set.size)
	} else {
		cost += s.price.price(x.size, y.size, set.size, p)
	}
	if cost < set.cost {
		set.cost, set.left, set.right = cost, x.number, y.number
	}
}

// shared multiplies the sizes of the labels that two results have in common.
func (s *sparse[M, L]) shared(a, b *L) float64 {
	p := 1.0
	for w := 0; w < len(*a); w++ {
		for both := (*a)[w] & (*b)[w]; both != 0; both &= both - 1 {
			p *= s.g.dim[64*w+bits.TrailingZeros64(both)]
		}
	}
	return p
}

// make adds the union of two subsets, without a tree yet. p is the product over all labels of the two.
func (s *sparse[M, L]) make(mask M, x, y *subset[M, L], p float64) int32 {
	s.work += 100
	set := subset[M, L]{
		mask: mask, near: join(&x.near, &y.near), legs: join(&x.legs, &y.legs), cost: math.Inf(1), size: p,
		number: int32(len(s.sets)),
	}
	for w := 0; w < len(set.legs); w++ {
		for both := x.legs[w] & y.legs[w]; both != 0; both &= both - 1 {
			l := 64*w + bits.TrailingZeros64(both)
			if !s.g.out[l] && within(&s.pins[l], &mask) {
				set.size /= s.g.dim[l]
				set.legs[w] &^= both & -both
			}
		}
	}
	s.sets = append(s.sets, set)
	s.index.put(set.number, mask)
	return set.number
}

// pairs returns the steps of the tree over a subset.
func (s *sparse[M, L]) pairs(root int32) [][2]int32 {
	n := int32(s.g.terms())
	b := newBuilder(int(n))
	var walk func(i int32) int32
	walk = func(i int32) int32 {
		if i < n {
			return i
		}
		l := walk(s.sets[i].left)
		return b.join(l, walk(s.sets[i].right))
	}
	walk(root)
	return b.pairs
}

// table finds the number of a mask: open addressing, masks beside their numbers.
type table[M bitmask] struct {
	slots []slot[M]
	used  int
}

type slot[M bitmask] struct {
	mask   M
	number int32 // 1 more; 0 for an empty slot
}

func hash[M bitmask](m *M) uint64 {
	h := uint64(0)
	for i := 0; i < len(*m); i++ {
		h = mix(h ^ (*m)[i])
	}
	return h
}

// get returns -1 for a mask that is not there.
func (t *table[M]) get(m M) int32 {
	for h := hash(&m); ; h++ {
		s := &t.slots[h&uint64(len(t.slots)-1)]
		if s.number == 0 || s.mask == m {
			return s.number - 1
		}
	}
}

// put adds a mask that is not there yet.
func (t *table[M]) put(number int32, m M) {
	if 2*(t.used+1) > len(t.slots) {
		old := t.slots
		t.slots = make([]slot[M], max(1024, 2*len(old)))
		for i := range old {
			if old[i].number != 0 {
				t.place(old[i])
			}
		}
	}
	t.used++
	t.place(slot[M]{m, number + 1})
}

func (t *table[M]) place(s slot[M]) {
	h := hash(&s.mask)
	for t.slots[h&uint64(len(t.slots)-1)].number != 0 {
		h++
	}
	t.slots[h&uint64(len(t.slots)-1)] = s
}
