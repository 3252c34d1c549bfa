package path

// What every search does first: take the steps that cost nothing to decide, so that the search sees a smaller network.
// None of them loses an optimum of the additive objectives: operands with the same labels are multiplied at once (any
// tree gets no dearer when one of the two is moved beside the other), labels of size 1 are dropped, labels of a single
// operand are summed there, and scalars are kept aside.

import "slices"

// reduction is a simplified network and the way back.
type reduction struct {
	net     *Network
	g       *graph
	ids     []int32    // the node of the network's tree that each term of g is
	steps   [][2]int32 // steps that were taken, SSA over the network's inputs
	scalars []int32    // nodes without labels
}

// simplify takes the free steps of a valid network.
func simplify(n *Network) *reduction {
	s := newSimplifier(n)
	for s.next < len(s.terms) {
		s.settle(int32(s.next))
		s.next++
	}
	r := &reduction{net: n, steps: s.steps, scalars: s.scalars}
	var lists [][]int32
	for t, legs := range s.terms {
		if legs != nil {
			lists = append(lists, legs)
			r.ids = append(r.ids, int32(t))
		}
	}
	r.g = newGraph(lists, s.dims, s.kept)
	return r
}

// plain is simplify without its steps: every input stays a term, if need be without labels.
func plain(n *Network) *reduction {
	s := newSimplifier(n)
	r := &reduction{net: n, g: newGraph(s.terms, s.dims, s.kept)}
	for i := range n.Inputs {
		r.ids = append(r.ids, int32(i))
	}
	return r
}

// simplifier holds the terms while they are merged: inputs, then what merging made. A term that is gone is nil.
type simplifier struct {
	terms   [][]int32
	next    int
	dims    []float64
	kept    []bool
	refs    []int32 // terms that carry a label, 1 more if it is kept
	table   map[uint64]int32
	twins   []int32 // next term with the same hash, -1 none
	steps   [][2]int32
	scalars []int32
	inputs  int
}

func newSimplifier(n *Network) *simplifier {
	s := &simplifier{
		terms: make([][]int32, len(n.Inputs), 2*len(n.Inputs)), dims: make([]float64, len(n.Sizes)),
		kept: make([]bool, len(n.Sizes)), refs: n.appearances(), table: make(map[uint64]int32, len(n.Inputs)),
		inputs: len(n.Inputs),
	}
	for l, d := range n.Sizes {
		s.dims[l] = float64(d)
	}
	for _, l := range n.Output {
		s.kept[l] = true
	}
	total := 0
	for _, in := range n.Inputs {
		total += len(in)
	}
	arena := make([]int32, 0, total)
	for i, in := range n.Inputs {
		first := len(arena)
		for _, l := range in {
			if n.Sizes[l] > 1 && s.refs[l] > 1 {
				arena = append(arena, int32(l))
			}
		}
		legs := arena[first:len(arena):len(arena)]
		slices.Sort(legs)
		s.terms[i] = slices.Compact(legs)
	}
	s.twins = make([]int32, len(n.Inputs), 2*len(n.Inputs))
	return s
}

// settle puts a term in its place: aside if it is a scalar, together with its twin if it has one.
func (s *simplifier) settle(t int32) {
	legs := s.terms[t]
	if len(legs) == 0 {
		s.scalars = append(s.scalars, t)
		s.terms[t] = nil
		return
	}
	h := uint64(len(legs))
	for _, l := range legs {
		h += mix(uint64(l))
	}
	first, ok := s.table[h]
	if !ok {
		first = -1
	}
	for u := first; u >= 0; u = s.twins[u] {
		if s.terms[u] != nil && slices.Equal(s.terms[u], legs) {
			s.merge(u, t)
			return
		}
	}
	s.twins[t] = first
	s.table[h] = t
}

// merge multiplies two terms with the same labels.
func (s *simplifier) merge(u, t int32) {
	legs := s.terms[u][:0]
	for _, l := range s.terms[t] {
		if s.refs[l]--; s.refs[l] > 1 {
			legs = append(legs, l)
		}
	}
	s.terms[u], s.terms[t] = nil, nil
	s.steps = append(s.steps, [2]int32{u, t})
	if legs == nil {
		legs = []int32{}
	}
	s.terms = append(s.terms, legs)
	s.twins = append(s.twins, -1)
}

// mix spreads the bits of a number (the finaliser of splitmix64).
func mix(x uint64) uint64 {
	x += 0x9E3779B97F4A7C15
	x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9
	x = (x ^ (x >> 27)) * 0x94D049BB133111EB
	return x ^ (x >> 31)
}

// tree turns a search's steps over the terms of g into a tree over the network. Scalars are multiplied with each other
// and then into the smallest tensor that there is.
func (r *reduction) tree(steps [][2]int32) *Tree {
	b := newBuilder(len(r.net.Inputs))
	for _, p := range r.steps {
		b.join(p[0], p[1])
	}
	root := int32(-1)
	if len(r.ids) > 0 {
		root = b.graft(r.ids, steps)
	}
	if len(r.scalars) == 0 {
		return newTree(r.net, b.pairs)
	}
	sc := r.scalars[0]
	for _, u := range r.scalars[1:] {
		sc = b.join(sc, u)
	}
	if root < 0 {
		return newTree(r.net, b.pairs)
	}
	return newTree(r.net, postorder(b.n, b.pairs, b.attach(root, sc, r.smallest(b, root, sc)), nil))
}

// smallest returns the node with the fewest elements among the terms of g and what the search made of them.
func (r *reduction) smallest(b *builder, root, sc int32) int32 {
	best, least := root, -1.0
	try := func(v int32, size float64) {
		if least < 0 || size < least {
			best, least = v, size
		}
	}
	for i, v := range r.ids {
		p := 1.0
		for _, l := range r.g.term(int32(i)) {
			p *= r.g.dim[l]
		}
		try(v, p)
	}
	first := len(r.net.Inputs) + len(r.steps)
	newWalker(r.net).walk(b.pairs, func(_ int, s *step) {
		if s.out >= first && s.out <= int(root) {
			try(int32(s.out), s.sizeC())
		}
	})
	return best
}

// attach multiplies node sc into node at, wherever that is used, and returns the root of the tree.
func (b *builder) attach(root, sc, at int32) int32 {
	y := int32(b.n + len(b.pairs))
	for i, p := range b.pairs {
		for side, v := range p {
			if v == at {
				b.pairs[i][side] = y
			}
		}
	}
	b.join(sc, at)
	if at == root {
		return y
	}
	return root
}
