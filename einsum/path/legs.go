package path

// The labels that a node of a tree still carries, and how they change when two nodes are contracted. Every exact figure
// of a tree (costs.go, exact.go, table.go) comes from one walk over its steps; the searches keep label sets of their own.

import "slices"

// leg is a label of a node and the number of inputs below the node that carry it. A label goes when every input that
// carries it is below and the output does not ask for it.
type leg struct{ label, count int32 }

// step is what a walk shows of one step.
type step struct {
	left, right, out int
	a, b, c          []leg   // labels of the operands, after their own sums, and of the result
	sumA, sumB       []int32 // labels that an operand, being an input, sums by itself first

	batch, m, n, k float64 // products of sizes: in both and kept, left only, right only, in both and gone
	preA, preB     float64 // products of the sizes of sumA and sumB; 1 for none
}

// The products of sizes that all conventions are made of.
func (s *step) sizeA() float64 { return s.batch * s.m * s.k }
func (s *step) sizeB() float64 { return s.batch * s.n * s.k }
func (s *step) sizeC() float64 { return s.batch * s.m * s.n }
func (s *step) union() float64 { return s.batch * s.m * s.n * s.k }

// gone counts the labels that both operands had and the result has not.
func (s *step) gone() int {
	shared := len(s.a) + len(s.b) - s.rank()
	kept := len(s.c) - (len(s.a) - shared) - (len(s.b) - shared)
	return shared - kept
}

// rank counts the labels of the two operands together, after their own sums.
func (s *step) rank() int {
	n, i, j := 0, 0, 0
	for i < len(s.a) && j < len(s.b) {
		x, y := s.a[i].label, s.b[j].label
		if x <= y {
			i++
		}
		if y <= x {
			j++
		}
		n++
	}
	return n + len(s.a) - i + len(s.b) - j
}

// walker goes through the steps of trees of one network. It keeps buffers between walks and is not safe for concurrent
// use.
type walker struct {
	net   *Network
	total []int32 // appearances of each label
	dims  []float64
	live  [][]leg // labels of the nodes that are made and not yet used
	spare [][]leg
	sumA  []int32
	sumB  []int32
}

func newWalker(n *Network) *walker {
	w := &walker{net: n, total: n.appearances(), dims: make([]float64, len(n.Sizes))}
	for l, d := range n.Sizes {
		w.dims[l] = float64(d)
	}
	return w
}

// leaf appends the labels that input i keeps after its own sums to legs, and those it sums to sums, both ascending.
func (w *walker) leaf(i int, legs []leg, sums []int32) ([]leg, []int32) {
	for _, l := range w.net.Inputs[i] {
		legs = append(legs, leg{int32(l), 1})
	}
	if !slices.IsSortedFunc(legs, func(x, y leg) int { return int(x.label) - int(y.label) }) {
		slices.SortFunc(legs, func(x, y leg) int { return int(x.label) - int(y.label) })
	}
	legs = slices.Compact(legs)
	kept := legs[:0]
	for _, l := range legs {
		if w.total[l.label] == 1 {
			sums = append(sums, l.label)
		} else {
			kept = append(kept, l)
		}
	}
	return kept, sums
}

func (w *walker) buffer() []leg {
	if k := len(w.spare); k > 0 {
		b := w.spare[k-1]
		w.spare = w.spare[:k-1]
		return b[:0]
	}
	return nil
}

// take returns the labels of node v, which is used now and never again.
func (w *walker) take(v int, sums []int32) ([]leg, []int32, float64) {
	if v >= len(w.net.Inputs) {
		return w.live[v-len(w.net.Inputs)], sums[:0], 1
	}
	legs, sums := w.leaf(v, w.buffer(), sums[:0])
	pre := 1.0
	for _, l := range sums {
		pre *= w.dims[l]
	}
	return legs, sums, pre
}

// walk shows visit every step in order. The step and its slices are valid only during the call.
func (w *walker) walk(pairs [][2]int32, visit func(i int, s *step)) {
	if cap(w.live) < len(pairs) {
		w.live = make([][]leg, len(pairs))
	}
	w.live = w.live[:len(pairs)]
	var s step
	for i, p := range pairs {
		s = step{left: int(p[0]), right: int(p[1]), out: len(w.net.Inputs) + i}
		s.a, s.sumA, s.preA = w.take(s.left, w.sumA)
		s.b, s.sumB, s.preB = w.take(s.right, w.sumB)
		w.sumA, w.sumB = s.sumA, s.sumB
		w.merge(&s, w.buffer())
		visit(i, &s)
		w.live[i] = s.c
		w.spare = append(w.spare, s.a, s.b)
	}
	if k := len(pairs); k > 0 {
		w.spare = append(w.spare, w.live[k-1])
	}
	clear(w.live)
}

// merge fills in the result and the products of a step, using c as the memory for the result's labels.
func (w *walker) merge(s *step, c []leg) {
	a, b := s.a, s.b
	s.batch, s.m, s.n, s.k = 1, 1, 1, 1
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		switch x, y := a[i], b[j]; {
		case x.label < y.label:
			s.m *= w.dims[x.label]
			c = append(c, x)
			i++
		case x.label > y.label:
			s.n *= w.dims[y.label]
			c = append(c, y)
			j++
		default:
			if x.count += y.count; x.count == w.total[x.label] {
				s.k *= w.dims[x.label]
			} else {
				s.batch *= w.dims[x.label]
				c = append(c, x)
			}
			i++
			j++
		}
	}
	for _, x := range a[i:] {
		s.m *= w.dims[x.label]
		c = append(c, x)
	}
	for _, y := range b[j:] {
		s.n *= w.dims[y.label]
		c = append(c, y)
	}
	s.c = c
}
