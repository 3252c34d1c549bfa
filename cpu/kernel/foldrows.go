package kernel

// A fold by rows: vectors of results, to which the terms of the reduction are added vector by vector.

import (
	"slices"
	"unsafe"
)

// rows plans the fold by rows.
func (p *foldPlan) rows(head, tail *nest, c conjugation) {
	more := reloads(func(int) int { return p.ops.size })
	blocks(head, p.rowLimit(head, tail), more, func(n *nest, inner int) { p.rowBlock(n, inner, tail, c) })
}

// longRowBytes is the length of rows that are summed up from dense operands: long enough to be read as a stream.
const longRowBytes = 16 << 10

// reuseBytes is the size up to which results stay in cache, so that their order may follow the operands.
const reuseBytes = 512 << 10

// rowLimit returns how many elements a row should have at most.
func (p *foldPlan) rowLimit(head, tail *nest) int {
	size := p.ops.size
	if head.rank() == 0 {
		return 1
	}
	easy := true
	for o := 1; o < len(head.step); o++ {
		if s := head.step[o][0]; s != 0 && s != size {
			easy = false
			if chain, _, _ := stripAxes(head, span(1, head.rank()), o, size); chain != nil && tail.distinct(o) == 1 {
				return stripRow / size
			}
			if chain, cut, _ := stripAxes(tail, span(0, tail.rank()), o, size); chain != nil && cut < 0 {
				return stripRow / size
			}
		}
	}
	if easy && tail.points() > 1 {
		return longRowBytes / size
	}
	return groupBytes / size
}

// rowBlock adds the block whose rows run over the first inner axes of n, with the terms of tail.
func (p *foldPlan) rowBlock(n *nest, inner int, tail *nest, c conjugation) {
	group, _ := n.cut(inner)
	outer := span(inner, n.rank())
	var first, terms []int // axes that must run fastest, among outer and those of tail
	var strips [3]*strip
	for o := 1; o < len(n.step); o++ {
		if l := groupLane(group, o, p.ops.size); l.kind != strided && l.kind != table {
			continue
		}
		if axes, cut, _ := stripAxes(tail, span(0, tail.rank()), o, p.ops.size); axes != nil && cut < 0 && fits(terms, axes) {
			terms = lead(terms, axes)
			strips[o] = newStrip(group, tail, axes, terms, o, p.ops.size)
			strips[o].terms = true
			continue
		}
		if tail.distinct(o) > 1 {
			continue // a tile would serve one term
		}
		axes, cut, t := stripAxes(n, outer, o, p.ops.size)
		if cut >= 0 {
			main, rest := n.split(cut, t)
			p.rowBlock(main, inner, tail, c)
			if rest != nil {
				p.rows(rest.dropOnes(), tail, c)
			}
			return
		}
		if axes != nil && fits(first, axes) {
			first = lead(first, axes)
			strips[o] = newStrip(group, n, axes, first, o, p.ops.size)
		}
	}
	order := slices.Concat(first, without(outer, first))
	if first == nil && p.bytesOf(0) <= reuseBytes {
		order = reuseOrder(n, outer, group, p.ops.size)
	}
	loop := n.pick(order)
	inside := tail.pick(slices.Concat(terms, without(span(0, tail.rank()), terms)))
	b := p.block(group, loop, inside)
	b.strips = strips
	p.choose(&b, c)
	if p.bytesOf(0) >= foldStreamBytes && b.rowsStream(p.ops.size) {
		b.stream, p.stream = true, true
	}
	b.direct = !b.wide && b.takesInPlace(b.x) && (b.y == 0 || b.takesInPlace(b.y) || b.loneY && !b.conjY)
	if b.direct {
		for o := range inside.step {
			b.terms[o] = inside.offsets(o)
		}
	}
	for o, s := range strips {
		if s != nil {
			p.tiles[o] = max(p.tiles[o], s.layOut())
		}
	}
	p.keep(b)
}

// takesInPlace reports whether the vectors of an operand are taken where they lie.
func (b *foldBlock) takesInPlace(o int) bool { return b.lanes[o].kind == dense }

// rowsStream reports whether rows can be written past the caches: they must be whole cache lines, or so long that the
// lines at their ends, which are not, do not count.
func (b *foldBlock) rowsStream(size int) bool {
	if !streams || b.lanes[0].kind != dense {
		return false
	}
	whole := b.n*size%lineBytes == 0 && b.base[0]%lineBytes == 0
	for _, s := range b.outer.step[0] {
		whole = whole && s%lineBytes == 0
	}
	return whole || b.n*size >= 1<<10
}

// choose picks the kernels by which a block's rows are made.
func (p *foldPlan) choose(b *foldBlock, c conjugation) {
	terms := b.inner.total
	b.wide = p.count != 1 || p.ops.widen != nil && terms > sumBlock
	b.set, b.add, b.x = p.ops.set, p.ops.add, 1
	if !p.binary {
		return
	}
	b.y = 2
	switch {
	case b.lanes[2].kind == scalar:
		b.pickScale(&p.ops, c == both, c != plain)
	case b.lanes[1].kind == scalar:
		b.x, b.y = 2, 1
		b.pickScale(&p.ops, c != plain, c == both)
	}
}

func (b *foldBlock) pickScale(ops *foldOps, conjX, conjY bool) {
	s := ops.scale[0]
	if conjX {
		s = ops.scale[1]
	}
	b.set, b.add, b.conjY, b.loneY = s.set, s.add, conjY, true
}

// directRows makes rows of results whose operands are all taken where they lie.
func (s *foldState) directRows(p *foldPlan, b *foldBlock, at [3]int, lo, hi int) {
	l, first := &b.outer, b.set
	if p.add {
		first = b.add
	}
	x, y := s.mem[b.x], s.mem[b.y]
	tx, ty := b.terms[b.x], b.terms[b.y]
	jd, jx, jy := l.jump[0], l.jump[b.x], l.jump[b.y]
	pd, px, py := at[0], at[b.x], at[b.y]
	for k := lo; k < hi; k++ {
		d := s.begin(p, b, pd)
		first(d, unsafe.Add(x, px), unsafe.Add(y, py), b.n)
		for t := 1; t < len(tx) && t < len(ty); t++ {
			b.add(d, unsafe.Add(x, px+tx[t]), unsafe.Add(y, py+ty[t]), b.n)
		}
		if b.stream || b.lanes[0].kind != dense {
			s.deliver(p, b, pd)
		}
		if a := s.outer.next(l); a >= 0 {
			pd += jd[a]
			px += jx[a]
			py += jy[a]
		}
	}
}

// addTerm computes one term of a row into d by the given kernel.
func (s *foldState) addTerm(p *foldPlan, b *foldBlock, do vectorFunc, d unsafe.Pointer, at [3]int) {
	x := s.operand(p, b, b.x, at[b.x], b.n)
	var y unsafe.Pointer
	switch {
	case !p.binary:
	case b.conjY:
		y = s.lone
		p.ops.conj(y, unsafe.Add(s.mem[b.y], at[b.y]), nil, 1)
	case b.loneY:
		y = unsafe.Add(s.mem[b.y], at[b.y])
	default:
		y = s.operand(p, b, b.y, at[b.y], b.n)
	}
	do(d, x, y, b.n)
}

// row makes one row of results in place, term by term.
func (s *foldState) row(p *foldPlan, b *foldBlock, at [3]int) {
	d := s.begin(p, b, at[0])
	do := b.set
	if p.add {
		do = b.add
	}
	pos := at
	for range b.inner.total {
		s.addTerm(p, b, do, d, pos)
		do = b.add
		s.step(b, &pos)
	}
	s.deliver(p, b, at[0])
}

// begin returns where a row of results is made: in place if it can be. Results that are added to are loaded first.
func (s *foldState) begin(p *foldPlan, b *foldBlock, at int) unsafe.Pointer {
	dst := unsafe.Add(s.mem[0], at)
	if b.lanes[0].kind == dense && !b.stream {
		return dst
	}
	if p.add {
		p.move.load(s.pack[0], dst, &b.lanes[0], b.n)
	}
	return s.pack[0]
}

// deliver takes a row of results to its place if it was not made there.
func (s *foldState) deliver(p *foldPlan, b *foldBlock, at int) {
	dst := unsafe.Add(s.mem[0], at)
	switch {
	case b.stream:
		streamRun(dst, s.pack[0], b.n*p.ops.size)
	case b.lanes[0].kind != dense:
		p.move.store(dst, &b.lanes[0], s.pack[0], b.n)
	}
}

// step moves to the next term.
func (s *foldState) step(b *foldBlock, pos *[3]int) {
	s.term++
	if axis := s.inner.next(&b.inner); axis >= 0 {
		for o := range b.inner.jump {
			pos[o] += b.inner.jump[o][axis]
		}
	}
}

// wideRow makes one row of results whose sums are long: blocks of terms are added to wide accumulators.
func (s *foldState) wideRow(p *foldPlan, b *foldBlock, at [3]int) {
	p.ops.start(s.wide, b.n)
	pos := at
	for left := b.inner.total; left > 0; {
		do := b.set
		for range min(left, sumBlock) {
			s.addTerm(p, b, do, s.pack[0], pos)
			do = b.add
			s.step(b, &pos)
			left--
		}
		p.ops.widen(s.wide, s.pack[0], nil, b.n)
	}
	p.ops.narrow(s.begin(p, b, at[0]), s.wide, b.n, p.count, p.add)
	s.deliver(p, b, at[0])
}
