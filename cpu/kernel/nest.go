package kernel

// A nest is the loop nest of a kernel over its operands, and the algebra on it that all plans begin with: axes of size 1
// go, axes are turned so that the destination is written forwards, sorted by how fast they move, and neighbours that all
// operands walk as one are fused.

import (
	"cmp"
	"math/bits"
	"slices"
)

// nest is a loop nest over operands: dims[a] passes along axis a, each moving operand o by step[o][a] from base[o].
type nest struct {
	dims []int
	step [][]int // [operand][axis]
	base []int   // [operand]
}

// newNest checks a shape and the layouts of the operands over it. Nothing overflows in what it returns: neither the number
// of passes nor a position in an operand.
func newNest(kernel string, shape []int, operands ...Layout) (*nest, error) {
	n := &nest{dims: cloneInts(shape)}
	points, ok := 1, true
	empty := false
	for a, d := range shape {
		if d < 0 {
			return nil, planErr(kernel, -1, a, ErrShape, "size %d", d)
		}
		empty = empty || d == 0
	}
	for _, d := range shape {
		if points, ok = mulOK(points, d); !ok && !empty {
			return nil, planErr(kernel, -1, -1, ErrOverflow, "shape %v", shape)
		}
	}
	for o, l := range operands {
		if len(l.Strides) != len(shape) {
			return nil, planErr(kernel, o, -1, ErrLayout, "%d strides for rank %d", len(l.Strides), len(shape))
		}
		if !empty && !spans(shape, l) {
			return nil, planErr(kernel, o, -1, ErrOverflow, "shape %v with strides %v", shape, l.Strides)
		}
		n.step = append(n.step, cloneInts(l.Strides))
		n.base = append(n.base, l.Offset)
	}
	return n, nil
}

// spans reports whether every position of the view, in bytes of the largest dtype, is an int.
func spans(shape []int, l Layout) bool {
	const largest = 16
	reach := abs(l.Offset)
	for a, d := range shape {
		p, ok := mulOK(d-1, abs(l.Strides[a]))
		if reach += p; !ok || reach < 0 || l.Strides[a] == -l.Strides[a] && l.Strides[a] != 0 {
			return false
		}
	}
	_, ok := mulOK(reach, largest)
	return ok && reach >= 0
}

// mulOK multiplies two sizes and reports whether the product is an int.
func mulOK(a, b int) (int, bool) {
	hi, lo := bits.Mul(uint(a), uint(b))
	return int(lo), hi == 0 && int(lo) >= 0
}

func abs(x int) int { return max(x, -x) }

// points returns the number of passes of the nest, 1 without axes.
func (n *nest) points() int { return product(n.dims) }

func product(dims []int) int {
	p := 1
	for _, d := range dims {
		p *= d
	}
	return p
}

func (n *nest) rank() int { return len(n.dims) }

// pick returns the nest over the listed axes only, in that order, with the same bases.
func (n *nest) pick(axes []int) *nest {
	m := &nest{base: cloneInts(n.base), step: make([][]int, len(n.step))}
	for _, a := range axes {
		m.dims = append(m.dims, n.dims[a])
	}
	for o := range n.step {
		m.step[o] = make([]int, 0, len(axes))
		for _, a := range axes {
			m.step[o] = append(m.step[o], n.step[o][a])
		}
	}
	return m
}

// cut divides the axes into the first k and the rest. The rest begins at zero, so that positions add up.
func (n *nest) cut(k int) (head, tail *nest) {
	head, tail = n.pick(span(0, k)), n.pick(span(k, n.rank()))
	clear(tail.base)
	return head, tail
}

func span(lo, hi int) []int {
	s := make([]int, 0, max(0, hi-lo))
	for i := lo; i < hi; i++ {
		s = append(s, i)
	}
	return s
}

// dropOnes removes the axes of size 1.
func (n *nest) dropOnes() *nest {
	var keep []int
	for a, d := range n.dims {
		if d != 1 {
			keep = append(keep, a)
		}
	}
	return n.pick(keep)
}

// turn reverses, for all operands, the axes along which the first operand that moves walks backwards.
func (n *nest) turn() {
	for a, d := range n.dims {
		o := slices.IndexFunc(n.step, func(s []int) bool { return s[a] != 0 })
		if o < 0 || n.step[o][a] > 0 {
			continue
		}
		for o := range n.step {
			n.base[o] += (d - 1) * n.step[o][a]
			n.step[o][a] = -n.step[o][a]
		}
	}
}

// sorted returns the nest with axes from the fastest, by the steps of the operands in their order. An operand that does
// not move along an axis has no say about it but against axes along which it does.
func (n *nest) sorted() *nest {
	order := span(0, n.rank())
	slices.SortStableFunc(order, func(x, y int) int {
		for o := range n.step {
			if c := cmp.Compare(abs(n.step[o][x]), abs(n.step[o][y])); c != 0 {
				return c
			}
		}
		return 0
	})
	return n.pick(order)
}

// fused joins neighbouring axes that all operands walk as one.
func (n *nest) fused() *nest {
	var keep []int
	m := n.pick(span(0, n.rank()))
	for a := range m.dims {
		if last := len(keep) - 1; last >= 0 && m.joins(keep[last], a) {
			m.dims[keep[last]] *= m.dims[a]
			continue
		}
		keep = append(keep, a)
	}
	return m.pick(keep)
}

// joins reports whether axis b continues axis a in every operand.
func (n *nest) joins(a, b int) bool {
	for o := range n.step {
		if n.step[o][b] != n.step[o][a]*n.dims[a] {
			return false
		}
	}
	return true
}

// normal is the nest in its shortest form. It visits the same points in another order.
func (n *nest) normal() *nest {
	m := n.dropOnes()
	m.turn()
	return m.sorted().fused()
}

// inBytes returns the nest with steps and bases in bytes, for operands whose elements have the given sizes.
func (n *nest) inBytes(sizes ...int) *nest {
	m := n.pick(span(0, n.rank()))
	for o, size := range sizes {
		m.base[o] *= size
		for a := range m.dims {
			m.step[o][a] *= size
		}
	}
	return m
}

// split cuts axis a into chunks of t: main has the axes (t, n/t) in its place; rest, nil if t divides the size, covers
// what remains.
func (n *nest) split(a, t int) (main, rest *nest) {
	d := n.dims[a]
	q, r := d/t, d%t
	main = n.pick(append(span(0, a+1), span(a, n.rank())...))
	main.dims[a], main.dims[a+1] = t, q
	for o := range main.step {
		main.step[o][a+1] *= t
	}
	if r == 0 {
		return main, nil
	}
	rest = n.pick(span(0, n.rank()))
	rest.dims[a] = r
	for o := range rest.step {
		rest.base[o] += (d - r) * rest.step[o][a]
	}
	return main, rest
}

// offsets lists the positions of an operand over all passes, the first axis running fastest, from zero.
func (n *nest) offsets(operand int) []int {
	out := make([]int, 1, n.points())
	for a, d := range n.dims {
		head := len(out)
		for k := 1; k < d; k++ {
			for _, o := range out[:head] {
				out = append(out, o+k*n.step[operand][a])
			}
		}
	}
	return out
}

// extent returns the range of positions of an operand.
func (n *nest) extent(operand int) Extent {
	if slices.Contains(n.dims, 0) {
		return noElements
	}
	e := Extent{Min: n.base[operand], Max: n.base[operand]}
	for a, d := range n.dims {
		if reach := (d - 1) * n.step[operand][a]; reach < 0 {
			e.Min += reach
		} else {
			e.Max += reach
		}
	}
	return e
}

// distinct returns the number of passes along axes on which an operand moves.
func (n *nest) distinct(operand int) int {
	p := 1
	for a, d := range n.dims {
		if n.step[operand][a] != 0 || d == 0 {
			p *= d
		}
	}
	return p
}

// writable checks that the destination, operand 0, has a place of its own for each pass.
func (n *nest) writable(kernel string) error {
	if n.points() == 0 {
		return nil
	}
	for a, d := range n.dims {
		if d > 1 && n.step[0][a] == 0 {
			return planErr(kernel, 0, a, ErrOverlap, "stride 0 along size %d", d)
		}
	}
	return nil
}

// chunk chooses a tile for an axis of size n: about want, a divisor of n if there is a good one, else what leaves the
// largest remainder.
func chunk(n, want int) int {
	if n <= want+want/2 {
		return n
	}
	best := want
	for t := want; t > want/2; t-- {
		if n%t == 0 {
			return t
		}
		if n%t > n%best {
			best = t
		}
	}
	return best
}
