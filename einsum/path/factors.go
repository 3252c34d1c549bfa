package path

// Small factors of a large tensor are multiplied with each other first.

// factorShare is how much smaller than the tensor the product of its factors has to stay.
const factorShare = 8

// factorLeast is the number of elements from which a tensor is worth it.
const factorLeast = 1 << 12

// FactorsFirst returns the tree in which, wherever factors whose labels a large tensor has are multiplied onto it one after the
// other, ((A·b)·c)·d, the factors are multiplied with each other before, A·((b·c)·d), as long as their product is far smaller
// than A: what was a pass over memory for each factor is one for all. It costs no more operations, and the same steps as before
// sum the same labels. Numerically the order of the multiplications changes.
func (t *Tree) FactorsFirst() *Tree {
	inputs := t.Inputs()
	f := factoring{net: t.net, ids: make([]int32, inputs, inputs+t.Steps()), scaled: map[int]scaled{}}
	f.out.n = inputs
	for i := range inputs {
		f.ids[i] = int32(i)
	}
	for _, c := range t.Contractions(Element{}) {
		f.step(&c)
	}
	f.node(t.Root())
	return newTree(t.net, f.out.pairs)
}

// factoring builds the tree anew.
type factoring struct {
	net    *Network
	out    builder
	ids    []int32        // what stands for a node, -1 if it is not made yet
	scaled map[int]scaled // nodes that are not made yet
}

// scaled is a node that is a large one times a factor, which has some of its labels.
type scaled struct {
	large, factor int32
	labels        map[Label]bool // the factor's
}

// node returns what stands for a node, made now if it has not been.
func (f *factoring) node(i int) int32 {
	if f.ids[i] < 0 {
		s := f.scaled[i]
		f.ids[i] = f.out.join(s.large, s.factor)
		delete(f.scaled, i)
	}
	return f.ids[i]
}

// step adds a step, or puts it off.
func (f *factoring) step(c *Contraction) {
	large, factor := c.Left, c.Right
	if len(c.RightOnly) > 0 || len(c.RightSums) > 0 {
		large, factor = factor, large
		if len(c.LeftOnly) > 0 || len(c.LeftSums) > 0 {
			f.ids = append(f.ids, f.out.join(f.node(c.Left), f.node(c.Right)))
			return
		}
	}
	// All labels of the factor are in both.
	labels := map[Label]bool{}
	for _, l := range c.Batch {
		labels[l] = true
	}
	for _, l := range c.Summed {
		labels[l] = true
	}
	size := 1.0 // of the large one
	for _, some := range [][]Label{c.Batch, c.Summed, c.LeftOnly, c.RightOnly, c.LeftSums, c.RightSums} {
		size *= f.size(some)
	}
	s := scaled{labels: labels}
	if before, ok := f.scaled[large]; ok && f.joint(before.labels, labels)*factorShare <= size {
		for l := range before.labels {
			labels[l] = true
		}
		s.large, s.factor = before.large, f.out.join(before.factor, f.node(factor))
		delete(f.scaled, large)
	} else {
		s.large, s.factor = f.node(large), f.node(factor)
	}
	sums := len(c.Summed) + len(c.LeftSums) + len(c.RightSums)
	if sums > 0 || size < factorLeast {
		f.ids = append(f.ids, f.out.join(s.large, s.factor))
		return
	}
	f.scaled[len(f.ids)] = s
	f.ids = append(f.ids, -1)
}

func (f *factoring) size(labels []Label) float64 {
	n := 1.0
	for _, l := range labels {
		n *= float64(f.net.Sizes[l])
	}
	return n
}

// joint is the size of what has the labels of both.
func (f *factoring) joint(a, b map[Label]bool) float64 {
	n := 1.0
	for l := range a {
		n *= float64(f.net.Sizes[l])
	}
	for l := range b {
		if !a[l] {
			n *= float64(f.net.Sizes[l])
		}
	}
	return n
}
