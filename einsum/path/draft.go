package path

// A tree that is being changed: the state of the local searches (reconfigure.go, anneal.go).

import "math"

// draft is a tree over the terms of a graph, with the labels and sizes of every node. Leaves are nodes 0 … n-1.
type draft struct {
	g      *graph
	n      int32
	kids   [][2]int32 // children of each node; {-1, -1} for leaves
	parent []int32    // -1 for the root
	root   int32
	legs   [][]int32 // labels of each node, ascending
	lg     []float64 // binary logarithm of its size
	lp     []float64 // the same of the product over all labels of its two children
}

// newDraft takes a tree over at least two terms.
func newDraft(g *graph, pairs [][2]int32) *draft {
	n := g.terms()
	d := &draft{
		g: g, n: int32(n), kids: make([][2]int32, 2*n-1), parent: make([]int32, 2*n-1), root: int32(2*n - 2),
		legs: make([][]int32, 2*n-1), lg: make([]float64, 2*n-1), lp: make([]float64, 2*n-1),
	}
	for t := range int32(n) {
		d.legs[t] = g.term(t)
		d.kids[t] = [2]int32{-1, -1}
		d.lg[t] = g.size(t)
	}
	d.load(pairs)
	return d
}

// load replaces the tree.
func (d *draft) load(pairs [][2]int32) {
	d.root = int32(len(d.kids) - 1)
	d.parent[d.root] = -1
	newWalker(d.g.network()).walk(pairs, func(i int, s *step) {
		v := d.n + int32(i)
		d.kids[v] = pairs[i]
		d.parent[s.left], d.parent[s.right] = v, v
		legs := d.legs[v][:0]
		d.lg[v] = 0
		for _, l := range s.c {
			legs = append(legs, l.label)
			d.lg[v] += d.g.lg[l.label]
		}
		d.legs[v] = legs
		d.lp[v] = d.lg[v]
		for i, j := 0, 0; i < len(s.a) && j < len(s.b); {
			x, y := s.a[i], s.b[j]
			if x.label == y.label && x.count+y.count == d.g.total(x.label) {
				d.lp[v] += d.g.lg[x.label]
			}
			if x.label <= y.label {
				i++
			}
			if y.label <= x.label {
				j++
			}
		}
	})
}

// pairs returns the steps of the tree.
func (d *draft) pairs() [][2]int32 {
	inner := make([][2]int32, len(d.kids)-int(d.n))
	copy(inner, d.kids[d.n:])
	return postorder(int(d.n), inner, d.root, nil)
}

// width returns the binary logarithm of the largest inner node.
func (d *draft) width() float64 {
	w := math.Inf(-1)
	for _, x := range d.lg[d.n:] {
		w = max(w, x)
	}
	return w
}
