package path

// A tree whose network is contracted slice by slice, and what that costs.

import (
	"math"
	"slices"
)

// Slicing is a tree and some labels that are fixed in turn to each of their values. For each of the slices the tree is
// run on operands without those labels; results are added up where the label is summed and put side by side where it is
// in the output. Steps with no sliced label below them are run once, before the slices.
//
// A Slicing never changes after it was made and may be shared by goroutines.
type Slicing struct {
	tree   *Tree
	labels []Label
	inner  *Network // the network of one slice
	varies []bool   // steps that are run for each slice
}

// Slice fixes some labels of the tree's network. Each must stand in an input; the order is kept, doubles are refused.
func (t *Tree) Slice(labels []Label) (*Slicing, error) {
	total := t.net.appearances()
	cut := make([]bool, len(t.net.Sizes))
	for i, l := range labels {
		switch {
		case l < 0 || l >= len(total) || total[l] == 0:
			return nil, &PathError{Step: -1, Operand: l, Reason: "sliced label is in no input"}
		case cut[l]:
			return nil, &PathError{Step: -1, Operand: l, Reason: "label is sliced twice"}
		}
		cut[labels[i]] = true
	}
	s := &Slicing{tree: t, labels: slices.Clone(labels), inner: t.net.without(cut), varies: make([]bool, len(t.pairs))}
	n := len(t.net.Inputs)
	changes := func(v int32) bool {
		if int(v) >= n {
			return s.varies[int(v)-n]
		}
		return len(s.inner.Inputs[v]) < len(t.net.Inputs[v])
	}
	for i, p := range t.pairs {
		s.varies[i] = changes(p[0]) || changes(p[1])
	}
	return s, nil
}

// without returns the network with some labels taken out of every list. Sizes are shared.
func (n *Network) without(cut []bool) *Network {
	strip := func(labels []Label) []Label {
		if !slices.ContainsFunc(labels, func(l Label) bool { return cut[l] }) {
			return labels
		}
		kept := make([]Label, 0, len(labels))
		for _, l := range labels {
			if !cut[l] {
				kept = append(kept, l)
			}
		}
		return kept
	}
	out := &Network{Inputs: make([][]Label, len(n.Inputs)), Output: strip(n.Output), Sizes: n.Sizes}
	for i, in := range n.Inputs {
		out.Inputs[i] = strip(in)
	}
	return out
}

// Tree returns the tree that each slice runs.
func (s *Slicing) Tree() *Tree { return s.tree }

// Labels returns the labels that are fixed.
func (s *Slicing) Labels() []Label { return slices.Clone(s.labels) }

// Inner returns the tree over the network of one slice, in which the fixed labels do not stand. Its steps are those of
// Tree.
func (s *Slicing) Inner() *Tree { return newTree(s.inner, s.tree.pairs) }

// Count returns the number of slices, 1 if no label is fixed.
func (s *Slicing) Count() float64 {
	c := 1.0
	for _, l := range s.labels {
		c *= float64(s.tree.net.Sizes[l])
	}
	return c
}

// Varies reports whether step i is run for each slice. The others are run once.
func (s *Slicing) Varies(i int) bool { return s.varies[i] }

// Costs adds up what all slices cost together, steps that do not vary counted once. Adding the slices' results up, which
// the last step does in place, is not counted. MaxSize is the largest tensor of a slice. Peak holds all inputs, the
// whole output, what was made once for the slices, and what a slice needs beside. A nil model is DefaultRoofline(e).
func (s *Slicing) Costs(e Element, model CostModel) Costs {
	return s.costs(newMeter(s.inner, e, model), alphaDefault)
}

func (s *Slicing) costs(m *meter, alpha float64) Costs {
	if len(s.labels) == 0 || len(s.tree.pairs) == 0 {
		return newMeter(s.tree.net, m.e, m.model).costs(s.tree.pairs, alpha)
	}
	count := s.Count()
	c := m.sums.times(count) // an input's own sums are taken for each slice at worst
	n := len(s.inner.Inputs)
	m.size = append(m.size[:0], make([]float64, len(s.tree.pairs))...)
	once := memory{n: n, size: m.size}
	each := memory{n: n, size: m.size}
	m.w.walk(s.tree.pairs, func(i int, st *step) {
		price := m.price(st, alpha)
		m.size[i] = st.sizeC()
		if s.varies[i] {
			c.add(price.times(count))
			each.step(st, s.made)
		} else {
			c.add(price)
			once.step(st, nil)
		}
		c.MaxSize = math.Max(c.MaxSize, m.size[i])
	})
	held, out := 0.0, 1.0
	for i := range n {
		held += s.tree.net.inputElements(i)
	}
	w := newWalker(s.tree.net)
	kept := make([]bool, len(w.dims))
	for _, l := range s.tree.net.Output {
		if !kept[l] {
			kept[l] = true
			out *= w.dims[l]
		}
	}
	c.Peak = held + math.Max(once.peak, once.live+out+each.peak)
	c.PeakFreed = 0
	c.PeakBytes = c.Peak * m.e.size()
	return c
}

// made reports whether a node is made in each slice, and so given up in it.
func (s *Slicing) made(v int) bool {
	n := len(s.tree.net.Inputs)
	return v >= n && s.varies[v-n]
}

// memory follows what is alive besides the inputs.
type memory struct {
	n          int
	size       []float64 // of each step's result
	live, peak float64
}

// step makes a result and gives up the operands, those for which free is false apart.
func (m *memory) step(s *step, free func(v int) bool) {
	during := m.live + s.sizeC()
	if s.preA != 1 {
		during += s.sizeA()
	}
	if s.preB != 1 {
		during += s.sizeB()
	}
	m.peak = math.Max(m.peak, during)
	m.live += s.sizeC()
	for _, v := range [2]int{s.left, s.right} {
		if v >= m.n && (free == nil || free(v)) {
			m.live -= m.size[v-m.n]
		}
	}
}
