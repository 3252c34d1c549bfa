package path

// A Tree is the one form in which this package holds an order of contraction. Paths, parentheses and search results are
// turned into it, and costs are read from it.

import (
	"cmp"
	"slices"
)

// Tree is a binary contraction tree over a network, in single-assignment (SSA) numbering: inputs are nodes 0 … n-1, step
// i makes node n+i from two earlier nodes, and the last node is the result. The steps stand in the order in which they
// are meant to run; that order decides the peak memory, not the other costs.
//
// A Tree never changes after it was made and may be shared by goroutines.
type Tree struct {
	net   *Network
	pairs [][2]int32
}

// newTree wraps pairs that are known to be valid. It keeps pairs.
func newTree(n *Network, pairs [][2]int32) *Tree { return &Tree{net: n, pairs: pairs} }

// Network returns the network that the tree contracts. It must not be changed.
func (t *Tree) Network() *Network { return t.net }

// Inputs returns the number of inputs.
func (t *Tree) Inputs() int { return len(t.net.Inputs) }

// Steps returns the number of steps, one less than there are inputs.
func (t *Tree) Steps() int { return len(t.pairs) }

// Root returns the number of the node that is the result. With a single input it is that input.
func (t *Tree) Root() int { return len(t.net.Inputs) + len(t.pairs) - 1 }

// Step returns the two nodes that step i contracts, and the node it makes. It panics as indexing a slice does when there
// is no such step.
func (t *Tree) Step(i int) (left, right, out int) {
	return int(t.pairs[i][0]), int(t.pairs[i][1]), len(t.net.Inputs) + i
}

// LeftToRight returns the tree that takes the inputs in the order in which they stand: ((0,1),2),…
func LeftToRight(n *Network) (*Tree, error) {
	if err := n.Validate(); err != nil {
		return nil, err
	}
	return newTree(n, chain(len(n.Inputs))), nil
}

// chain returns the steps of a left-to-right order over n operands.
func chain(n int) [][2]int32 {
	pairs := make([][2]int32, 0, max(n-1, 0))
	last := int32(0)
	for i := 1; i < n; i++ {
		pairs = append(pairs, [2]int32{last, int32(i)})
		last = int32(n + len(pairs) - 1)
	}
	return pairs
}

// builder collects the steps of a tree over n operands.
type builder struct {
	n     int
	pairs [][2]int32
}

func newBuilder(n int) *builder { return &builder{n: n, pairs: make([][2]int32, 0, max(n-1, 0))} }

// join adds a step and returns the node it makes.
func (b *builder) join(l, r int32) int32 {
	b.pairs = append(b.pairs, [2]int32{l, r})
	return int32(b.n + len(b.pairs) - 1)
}

// graft adds the steps of a tree over some nodes of b: ids[i] is the node that stands for the tree's operand i. It
// returns the node of the tree's result.
func (b *builder) graft(ids []int32, pairs [][2]int32) int32 {
	if len(pairs) == 0 {
		return ids[0]
	}
	first := int32(b.n + len(b.pairs))
	at := func(v int32) int32 {
		if int(v) < len(ids) {
			return ids[v]
		}
		return first + v - int32(len(ids))
	}
	var last int32
	for _, p := range pairs {
		last = b.join(at(p[0]), at(p[1]))
	}
	return last
}

// joinParts multiplies the results of the connected parts of a graph, the two smallest first, and returns the root.
func (b *builder) joinParts(roots []int32, g *graph, parts [][]int32) int32 {
	type result struct {
		node int32
		lg   float64
	}
	plain := make([]result, len(roots))
	for i, part := range parts {
		plain[i].node = roots[i]
		for _, t := range part {
			for _, l := range g.term(t) {
				if g.out[l] {
					plain[i].lg += g.lg[l] / float64(g.pins[l])
				}
			}
		}
	}
	slices.SortStableFunc(plain, func(x, y result) int { return cmp.Compare(x.lg, y.lg) })
	// Products come in ascending order, so that the next smallest is at the front of one of two queues.
	var made []result
	next := func() (r result) {
		if len(made) == 0 || len(plain) > 0 && plain[0].lg <= made[0].lg {
			r, plain = plain[0], plain[1:]
		} else {
			r, made = made[0], made[1:]
		}
		return r
	}
	for len(plain)+len(made) > 1 {
		x, y := next(), next()
		made = append(made, result{b.join(x.node, y.node), x.lg + y.lg})
	}
	return next().node
}
