package path

// The network as the searches see it: labels renumbered without gaps, each at most once in a term, sizes as floats and
// as logarithms, everything in flat arrays.

import (
	"math"
	"slices"
)

// graph is a network laid out for search. Every label has a size of at least 2 and stands in two terms, or in one and
// the output. It is read-only once built and may be shared by goroutines.
type graph struct {
	off  []int32   // term t has the labels lab[off[t]:off[t+1]]
	lab  []int32   // ascending within a term
	dim  []float64 // size of each label
	lg   []float64 // its binary logarithm
	out  []bool    // whether the output keeps it
	pins []int32   // how many terms carry it
}

func (g *graph) terms() int           { return len(g.off) - 1 }
func (g *graph) labels() int          { return len(g.dim) }
func (g *graph) term(t int32) []int32 { return g.lab[g.off[t]:g.off[t+1]] }

// newGraph lays out some label lists. Labels are renumbered in order of appearance; sizes are looked up by dims.
func newGraph(terms [][]int32, dims []float64, kept []bool) *graph {
	total := 0
	for _, t := range terms {
		total += len(t)
	}
	g := &graph{off: make([]int32, 1, len(terms)+1), lab: make([]int32, 0, total)}
	name := make([]int32, len(dims)) // 1 + new number
	for _, t := range terms {
		first := len(g.lab)
		for _, l := range t {
			if name[l] == 0 {
				g.dim = append(g.dim, dims[l])
				g.lg = append(g.lg, math.Log2(dims[l]))
				g.out = append(g.out, kept[l])
				g.pins = append(g.pins, 0)
				name[l] = int32(len(g.dim))
			}
			g.lab = append(g.lab, name[l]-1)
			g.pins[name[l]-1]++
		}
		slices.Sort(g.lab[first:])
		g.off = append(g.off, int32(len(g.lab)))
	}
	return g
}

// sub lays out some terms of g as a graph of their own. Labels that other terms carry count as output.
func (g *graph) sub(terms []int32) *graph {
	pins := make(map[int32]int32)
	lists := make([][]int32, len(terms))
	for i, t := range terms {
		lists[i] = g.term(t)
		for _, l := range lists[i] {
			pins[l]++
		}
	}
	name := make(map[int32]int32, len(pins))
	var dims []float64
	var kept []bool
	local := make([][]int32, len(terms))
	for i, list := range lists {
		local[i] = make([]int32, len(list))
		for j, l := range list {
			at, ok := name[l]
			if !ok {
				at = int32(len(dims))
				name[l] = at
				dims = append(dims, g.dim[l])
				kept = append(kept, g.out[l] || pins[l] < g.pins[l])
			}
			local[i][j] = at
		}
	}
	return newGraph(local, dims, kept)
}

// total returns in how many terms a label stands; the output counts as one more.
func (g *graph) total(l int32) int32 {
	if g.out[l] {
		return g.pins[l] + 1
	}
	return g.pins[l]
}

// plain reports whether every label joins two terms and is summed there, so that neighbours never meet without a sum.
func (g *graph) plain() bool {
	for l, p := range g.pins {
		if p != 2 || g.out[l] {
			return false
		}
	}
	return true
}

// network returns g in the form of a Network, with the same labels.
func (g *graph) network() *Network {
	n := &Network{Inputs: make([][]Label, g.terms()), Sizes: make([]int, g.labels())}
	all := make([]Label, len(g.lab))
	for i, l := range g.lab {
		all[i] = int(l)
	}
	for t := range n.Inputs {
		n.Inputs[t] = all[g.off[t]:g.off[t+1]]
	}
	for l, d := range g.dim {
		n.Sizes[l] = int(d)
		if g.out[l] {
			n.Output = append(n.Output, l)
		}
	}
	return n
}

// size returns the binary logarithm of the size of term t.
func (g *graph) size(t int32) float64 {
	s := 0.0
	for _, l := range g.term(t) {
		s += g.lg[l]
	}
	return s
}

// members returns, for every label, the terms that carry it, in flat form: label l has at[off[l]:off[l+1]].
func (g *graph) members() (off, at []int32) {
	off = make([]int32, g.labels()+1)
	for l, p := range g.pins {
		off[l+1] = off[l] + p
	}
	at = make([]int32, len(g.lab))
	next := slices.Clone(off)
	for t := range int32(g.terms()) {
		for _, l := range g.term(t) {
			at[next[l]] = t
			next[l]++
		}
	}
	return off, at
}

// components returns the terms of each connected part, parts and terms in ascending order.
func (g *graph) components() [][]int32 {
	off, at := g.members()
	part := make([]int32, g.terms())
	seen := make([]bool, g.labels())
	var count int32
	var stack []int32
	for t := range part {
		if part[t] != 0 {
			continue
		}
		count++
		part[t] = count
		stack = append(stack[:0], int32(t))
		for len(stack) > 0 {
			u := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for _, l := range g.term(u) {
				if seen[l] {
					continue
				}
				seen[l] = true
				for _, v := range at[off[l]:off[l+1]] {
					if part[v] == 0 {
						part[v] = count
						stack = append(stack, v)
					}
				}
			}
		}
	}
	parts := make([][]int32, count)
	for t, p := range part {
		parts[p-1] = append(parts[p-1], int32(t))
	}
	return parts
}
