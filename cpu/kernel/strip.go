package kernel

// A strip is how a fold reads an operand that runs across its rows: the vectors of some passes together, as one tile that is
// transposed into scratch, so that each cache line of the operand is read once.

import (
	"cmp"
	"slices"
	"unsafe"
)

const (
	// stripRow is the length of the rows of a fold with strips: tiles of them and of stripBytes stay in cache.
	stripRow = 4 << 10
	// stripBytes is how far a strip reaches along the operand.
	stripBytes = 256
)

// strip is the plan of the tiles of one operand. Its columns are the vectors of m passes that follow each other, which are
// results or terms.
type strip struct {
	tile
	terms bool
	m     int
	every int   // passes between two columns
	off   []int // where column c begins in the operand, from the first
	col   []int // where column c is in the tile
}

// stripAxes looks among the given axes of n for those along which an operand lies densely, fastest first, enough of them
// for a strip. If the last must be cut, cut is that axis and t the size of its pieces; cut is -1 otherwise.
func stripAxes(n *nest, axes []int, operand, size int) (strip []int, cut, t int) {
	step := n.step[operand]
	order := slices.DeleteFunc(slices.Clone(axes), func(a int) bool { return step[a] == 0 })
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(abs(step[a]), abs(step[b])) })
	next, points, most := size, 1, stripBytes/size
	for _, a := range order {
		room := most / points
		if step[a] != next || room < 2 {
			break
		}
		if t := chunk(n.dims[a], room); t < n.dims[a] {
			return append(strip, a), a, t
		}
		strip = append(strip, a)
		points *= n.dims[a]
		next *= n.dims[a]
	}
	if points*size < 32 {
		return nil, -1, 0 // shorter than a vector
	}
	return strip, -1, 0
}

// fits reports whether axes can be made to run fastest when those of first already do.
func fits(first, axes []int) bool {
	common := 0
	for _, a := range axes {
		if slices.Contains(first, a) {
			common++
		}
	}
	return common == 0 || common == len(axes)
}

// lead adds axes to those that run fastest.
func lead(first, axes []int) []int { return slices.Concat(first, without(axes, first)) }

// newStrip plans the tiles of an operand: group is the group of the rows, axes the dense axes of n, and first the axes that
// run fastest in the loops, axes among them.
func newStrip(group, n *nest, axes, first []int, operand, size int) *strip {
	run := n.pick(axes)
	s := &strip{m: run.points(), every: 1}
	s.n, s.size, s.rowLen = group.points(), size, s.m
	s.rows = group.offsets(operand)
	s.pad()
	s.stream = true
	// The passes go through axes in the order of first.
	var order []int
	for _, a := range first {
		if slices.Contains(axes, a) {
			order = append(order, a)
		} else if len(order) == 0 {
			s.every *= n.dims[a]
		}
	}
	s.off = n.pick(order).offsets(operand)
	return s
}

// layOut places the columns in scratch and returns the size of the tile.
func (s *strip) layOut() int {
	s.ld = align(len(s.rows)*s.size) | lineBytes
	s.col = make([]int, s.m)
	for c, o := range s.off {
		s.col[c] = o / s.size * s.ld
	}
	return s.m * s.ld
}

// strip returns the vector of operand o at a position, from its tile.
func (s *foldState) strip(st *strip, o, at int) unsafe.Pointer {
	pass := s.result
	if st.terms {
		pass = s.term
	}
	c := pass / st.every % st.m
	if from := at - st.off[c]; s.packed[o] != from {
		st.stage(unsafe.Add(s.mem[o], from), unsafe.Add(s.mem[o], from), s.tiles[o])
		s.packed[o] = from
	}
	return unsafe.Add(s.tiles[o], st.col[c])
}

// reuseOrder orders the loops over axes so that a vector that must be loaded serves as many passes as it can: the axes
// along which such an operand stays come first. Otherwise the order is left.
func reuseOrder(n *nest, axes []int, group *nest, size int) []int {
	var best []int
	gain := 1
	for o := 1; o < len(n.step); o++ {
		if l := groupLane(group, o, size); l.kind == dense || l.kind == scalar {
			continue
		}
		still := slices.DeleteFunc(slices.Clone(axes), func(a int) bool { return n.step[o][a] != 0 })
		if g := n.pick(still).points(); g > gain {
			best, gain = still, g
		}
	}
	return slices.Concat(best, without(axes, best))
}
