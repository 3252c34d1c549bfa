package path

// A step with its labels sorted into classes, for lowering and for printouts.

// Contraction is one step of a tree: what it reads and makes, and the class of each label. The classes are disjoint and
// ascending.
type Contraction struct {
	Left, Right, Out int     // nodes
	Batch            []Label // in both operands and kept
	LeftOnly         []Label // in the left operand alone, kept
	RightOnly        []Label
	Summed           []Label // in both operands and gone
	LeftSums         []Label // in the left operand, an input, and nowhere else: to be summed first
	RightSums        []Label
	Size             StepSize // without the operands' own sums
}

// Labels returns the labels of the result, class by class.
func (c *Contraction) Labels() []Label {
	out := make([]Label, 0, len(c.Batch)+len(c.LeftOnly)+len(c.RightOnly))
	return append(append(append(out, c.Batch...), c.LeftOnly...), c.RightOnly...)
}

// Contractions returns the steps of the tree in order.
func (t *Tree) Contractions(e Element) []Contraction {
	out := make([]Contraction, len(t.pairs))
	newWalker(t.net).walk(t.pairs, func(i int, s *step) { out[i] = s.classes(e) })
	return out
}

func (s *step) classes(e Element) Contraction {
	c := Contraction{Left: s.left, Right: s.right, Out: s.out}
	c.Size = StepSize{Batch: s.batch, M: s.m, N: s.n, K: s.k, Element: e}
	widen := func(from []int32) (to []Label) {
		for _, l := range from {
			to = append(to, int(l))
		}
		return to
	}
	c.LeftSums, c.RightSums = widen(s.sumA), widen(s.sumB)
	i, j, k := 0, 0, 0
	for i < len(s.a) || j < len(s.b) {
		switch {
		case j == len(s.b) || i < len(s.a) && s.a[i].label < s.b[j].label:
			c.LeftOnly = append(c.LeftOnly, int(s.a[i].label))
			i++
		case i == len(s.a) || s.b[j].label < s.a[i].label:
			c.RightOnly = append(c.RightOnly, int(s.b[j].label))
			j++
		default:
			l := s.a[i].label
			for k < len(s.c) && s.c[k].label < l {
				k++
			}
			if k < len(s.c) && s.c[k].label == l {
				c.Batch = append(c.Batch, int(l))
			} else {
				c.Summed = append(c.Summed, int(l))
			}
			i++
			j++
		}
	}
	return c
}
