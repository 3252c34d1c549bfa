package kernel

// A fold by runs: one result at a time, to whose accumulator whole runs of terms are added.

import "unsafe"

// runs plans the fold by runs over the first inner axes of tail.
func (p *foldPlan) runs(head, tail *nest, inner int) {
	group, rest := tail.cut(inner)
	b := p.block(group, head, rest)
	b.byRuns = true
	p.keep(b)
}

// pieceOf is the number of elements of size bytes that a run is cut into where operands must be loaded.
func pieceOf(size int) int { return 2 * groupBytes / size }

// byRuns makes one result, run by run of its terms.
func (s *foldState) byRuns(p *foldPlan, b *foldBlock, at [3]int) {
	p.ops.start(s.wide, 1)
	pos := at
	for range b.inner.total {
		s.oneRun(p, b, pos)
		s.step(b, &pos)
	}
	p.ops.narrow(unsafe.Add(s.mem[0], at[0]), s.wide, 1, p.count, p.add)
}

// oneRun adds the group's terms to the accumulator. A run whose operands are not all dense is taken in pieces that fit
// into scratch; only runs along one axis are so long.
func (s *foldState) oneRun(p *foldPlan, b *foldBlock, pos [3]int) {
	piece := pieceOf(p.ops.size)
	if b.lanes[1].kind == dense && (!p.binary || b.lanes[2].kind == dense) {
		piece = b.n
	}
	for left := b.n; left > 0; {
		n := min(left, piece)
		if n != b.n {
			s.packed = [3]int{unpacked, unpacked, unpacked}
		}
		x := s.operand(p, b, 1, pos[1], n)
		var y unsafe.Pointer
		if p.binary {
			y = s.operand(p, b, 2, pos[2], n)
		}
		p.ops.run(s.wide, x, y, n)
		for o := 1; o < 3; o++ {
			pos[o] += n * b.lanes[o].stride
		}
		left -= n
	}
}
