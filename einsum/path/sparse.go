package path

// The exact search over all trees without outer products, for networks with too many operands for dense tables: dynamic
// programming over connected subsets, level by level of their size, as opt_einsum's dp and cotengra's optimal do, with
// subsets dropped whose cost is above that of a tree already in hand. Lists are kept in ascending order of the least
// cost that a step adds, so that most pairs are never looked at.

import (
	"math"
	"math/bits"
	"slices"
)

// bitmask is a set of operands.
type bitmask interface {
	[1]uint64 | [2]uint64 | [4]uint64
}

// maxSparse is the most operands that a bitmask holds.
const maxSparse = 256

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

// subset is a connected set of operands and the best tree over it.
type subset[M bitmask] struct {
	near M // operands that share a label with one of it
	cost float64
	size float64
	// root is the product of the square roots of the operands' sizes over the product of the labels that are gone. For
	// plain bonds it is the root of size. The product over all labels of A and B is size(S)/root(S)·root(A)·root(B).
	root        float64
	left, right int32
}

// sparse holds the tables of a search.
type sparse[M bitmask] struct {
	g     *graph
	price *pricer
	limit float64
	cap   float64 // subsets that cost more are dropped
	share float64 // of an operand's size, what any step that uses it costs at least

	sets  []subset[M]
	masks []M
	legs  []uint64 // labels of each subset, words each
	words int
	pins  []M // operands that carry each label
	index table[M]
	level [][]ranked[M]
	work  int // pairs looked at
}

// ranked is a subset in the list of its level.
type ranked[M bitmask] struct {
	mask M
	key  float64
	set  int32
}

// sparsePairs finds the best tree over a connected graph that costs less than bound, without outer products and with no
// node above limit elements. Found is false if there is none; complete is false if the search gave up: stop said so, or
// it held more than maxSets subsets or looked at more than maxWork pairs.
func sparsePairs(g *graph, price *pricer, bound, limit float64, maxSets, maxWork int, stop func() bool) (pairs [][2]int32, found, complete bool) {
	switch n := g.terms(); {
	case n <= 64:
		return newSparse[[1]uint64](g, price, bound, limit).run(maxSets, maxWork, stop)
	case n <= 128:
		return newSparse[[2]uint64](g, price, bound, limit).run(maxSets, maxWork, stop)
	case n <= maxSparse:
		return newSparse[[4]uint64](g, price, bound, limit).run(maxSets, maxWork, stop)
	}
	return nil, false, false
}

func newSparse[M bitmask](g *graph, price *pricer, bound, limit float64) *sparse[M] {
	n := g.terms()
	s := &sparse[M]{
		g: g, price: price, limit: limit, cap: bound, words: (g.labels() + 63) / 64,
		pins: make([]M, g.labels()), level: make([][]ranked[M], n+1),
	}
	switch price.goal.kind {
	case Flops, Combo, Limit:
		s.share = price.affine().once
	}
	for t := range int32(n) {
		for _, l := range g.term(t) {
			s.pins[l][t/64] |= 1 << (t % 64)
		}
	}
	for t := range int32(n) {
		var m M
		m[t/64] |= 1 << (t % 64)
		set := subset[M]{size: 1, left: -1, right: -1}
		at := len(s.legs)
		s.legs = append(s.legs, make([]uint64, s.words)...)
		for _, l := range g.term(t) {
			s.legs[at+int(l/64)] |= 1 << (l % 64)
			set.size *= g.dim[l]
			set.near = join(&set.near, &s.pins[l])
		}
		set.root = math.Sqrt(set.size)
		i := s.add(m, set)
		s.index.put(s.masks, m, i)
		s.level[1] = append(s.level[1], ranked[M]{m, s.share * set.size / 2, i})
	}
	s.sort(1)
	return s
}

func (s *sparse[M]) add(m M, set subset[M]) int32 {
	s.sets = append(s.sets, set)
	s.masks = append(s.masks, m)
	return int32(len(s.sets) - 1)
}

func (s *sparse[M]) sort(level int) {
	slices.SortFunc(s.level[level], func(x, y ranked[M]) int {
		switch {
		case x.key < y.key:
			return -1
		case x.key > y.key:
			return 1
		}
		return int(x.set) - int(y.set)
	})
}

func (s *sparse[M]) run(maxSets, maxWork int, stop func() bool) (pairs [][2]int32, found, complete bool) {
	n := s.g.terms()
	for m := 2; m <= n; m++ {
		first := len(s.sets)
		for k := 1; k <= m/2; k++ {
			if !s.pair(m-k, k, maxSets, maxWork, stop) {
				return nil, false, false
			}
		}
		for i := first; i < len(s.sets); i++ {
			set := &s.sets[i]
			if set.cost <= s.cap {
				s.level[m] = append(s.level[m], ranked[M]{s.masks[i], set.cost + s.share*set.size/2, int32(i)})
			}
		}
		s.sort(m)
	}
	if len(s.level[n]) == 0 {
		return nil, false, true
	}
	return s.pairs(s.level[n][0].set), true, true
}

// pair joins every subset of one level with every disjoint neighbour of another.
func (s *sparse[M]) pair(big, small, maxSets, maxWork int, stop func() bool) bool {
	partners := s.level[small]
	for i := range s.level[big] {
		x := &s.level[big][i]
		if len(s.sets) > maxSets || s.work > maxWork || i&15 == 0 && stop != nil && stop() {
			return false
		}
		if big == small {
			partners = s.level[small][i+1:]
		}
		near := s.sets[x.set].near
		room := s.cap - x.key
		j := 0
		for ; j < len(partners); j++ {
			y := &partners[j]
			if y.key > room {
				break
			}
			if !meets(&x.mask, &y.mask) && meets(&near, &y.mask) {
				s.meet(x, y)
			}
		}
		s.work += j
	}
	return true
}

// meet joins two subsets.
func (s *sparse[M]) meet(x, y *ranked[M]) {
	mask := join(&x.mask, &y.mask)
	a, b := &s.sets[x.set], &s.sets[y.set]
	at := s.index.get(s.masks, mask)
	if at < 0 {
		at = s.make(mask, x.set, y.set)
		a, b = &s.sets[x.set], &s.sets[y.set]
	}
	set := &s.sets[at]
	if set.size > s.limit && len(s.level[1]) != s.count(&mask) {
		return
	}
	var cost float64
	if s.price.goal.kind == Size {
		cost = max(a.cost, b.cost, set.size)
	} else {
		p := set.size / set.root * a.root * b.root
		cost = a.cost + b.cost + s.price.price(a.size, b.size, set.size, p)
	}
	if cost < set.cost {
		set.cost, set.left, set.right = cost, x.set, y.set
	}
}

func (s *sparse[M]) count(m *M) int {
	n := 0
	for i := 0; i < len(*m); i++ {
		n += bits.OnesCount64((*m)[i])
	}
	return n
}

// make adds the union of two subsets, without a tree yet.
func (s *sparse[M]) make(mask M, x, y int32) int32 {
	a, b := &s.sets[x], &s.sets[y]
	at := len(s.legs)
	s.legs = append(s.legs, make([]uint64, s.words)...)
	shared, gone := 1.0, 1.0
	for w := range s.words {
		la, lb := s.legs[int(x)*s.words+w], s.legs[int(y)*s.words+w]
		keep := la | lb
		for both := la & lb; both != 0; both &= both - 1 {
			bit := bits.TrailingZeros64(both)
			l := 64*w + bit
			shared *= s.g.dim[l]
			if !s.g.out[l] && within(&s.pins[l], &mask) {
				gone *= s.g.dim[l]
				keep &^= 1 << bit
			}
		}
		s.legs[at+w] = keep
	}
	set := subset[M]{
		near: join(&a.near, &b.near), cost: math.Inf(1), size: a.size / shared * b.size / gone,
		root: a.root * b.root / gone, left: -1, right: -1,
	}
	i := s.add(mask, set)
	s.index.put(s.masks, mask, i)
	return i
}

// pairs returns the steps of the tree over a subset.
func (s *sparse[M]) pairs(root int32) [][2]int32 {
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

// table finds a subset by its mask: open addressing over positions in a list of masks.
type table[M bitmask] struct {
	slots []int32 // 1 + position
	used  int
}

func hash[M bitmask](m *M) uint64 {
	h := uint64(0)
	for i := 0; i < len(*m); i++ {
		h = mix(h ^ (*m)[i])
	}
	return h
}

func (t *table[M]) get(masks []M, m M) int32 {
	for h := hash(&m); ; h++ {
		i := t.slots[h&uint64(len(t.slots)-1)]
		if i == 0 {
			return -1
		}
		if masks[i-1] == m {
			return i - 1
		}
	}
}

// put adds the position of a mask that is not there yet.
func (t *table[M]) put(masks []M, m M, at int32) {
	if 2*(t.used+1) > len(t.slots) {
		old := t.slots
		t.slots = make([]int32, max(1024, 2*len(old)))
		for _, i := range old {
			if i != 0 {
				t.place(hash(&masks[i-1]), i)
			}
		}
	}
	t.used++
	t.place(hash(&m), at+1)
}

func (t *table[M]) place(h uint64, i int32) {
	for t.slots[h&uint64(len(t.slots)-1)] != 0 {
		h++
	}
	t.slots[h&uint64(len(t.slots)-1)] = i
}
