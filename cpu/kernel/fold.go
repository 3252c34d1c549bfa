package kernel

// A fold is the common frame of Product and Reduce: dst[i] = ⊕_r term(a[i,r], b[i,r]). It runs in one of two ways, chosen
// by a rough count of cycles: by rows, where the inner loop runs over a group of results and the terms of the reduction
// are added vector by vector, or by runs, where the inner loop runs over a group of terms of one result.

import (
	"unsafe"

	"github.com/tenferro/tenferro-go/tensor"
)

// foldPlan is a planned fold over operands dst, a and perhaps b.
type foldPlan struct {
	common
	ops     foldOps
	move    mover
	binary  bool
	add     bool    // dst is added to, not overwritten
	swapped bool    // a and b have changed places
	count   float64 // sums are divided by it
	blocks  []foldBlock
	empty   *FillPlan // set instead of blocks if there is nothing to reduce

	vector, wides int // bytes of a vector of elements and of one of accumulators in scratch
}

// foldBlock is a part of a fold with one shape of inner loop.
type foldBlock struct {
	byRuns bool
	outer  loops // results
	inner  loops // terms, but for those in the group
	base   [3]int
	n      int // elements of the group
	lanes  [3]lane

	// By rows: the kernels and which operands are their x and y.
	set, add vectorFunc
	x, y     int
	conjY    bool // y is one element, to be conjugated first
	loneY    bool // y is one element
	wide     bool // long sums go to wide accumulators
}

// foldSpec is what a fold is planned from. The layouts are those of dst, a and, of a binary fold, b.
type foldSpec struct {
	kernel  string
	dtype   tensor.DType
	shape   []int
	reduce  int // trailing axes of shape that are reduced
	layouts []Layout
	ops     foldOps
	conj    conjugation
	add     bool
	count   float64
	neutral complex128 // the value over no terms
}

func planFold(s foldSpec) (foldPlan, error) {
	p := foldPlan{ops: s.ops, move: moverOf(s.ops.size), binary: len(s.layouts) == 3, add: s.add, count: s.count}
	kept := len(s.shape) - s.reduce
	if s.reduce < 0 || kept < 0 {
		return p, planErr(s.kernel, -1, -1, ErrShape, "%d axes to reduce of rank %d", s.reduce, len(s.shape))
	}
	n, err := newNest(s.kernel, s.shape, s.layouts...)
	if err != nil {
		return p, err
	}
	for a := kept; a < n.rank(); a++ {
		n.step[0][a] = 0
	}
	head, tail := n.cut(kept)
	if err := head.writable(s.kernel); err != nil {
		return p, err
	}
	for o := range n.step {
		p.tally(n, o, s.ops.size)
	}
	if head.points() == 0 {
		return p, nil
	}
	if tail.points() == 0 {
		return p, p.planEmpty(s, head)
	}
	p.plan(head, tail, s.conj)
	return p, nil
}

// planEmpty plans the fold over no terms.
func (p *foldPlan) planEmpty(s foldSpec, head *nest) error {
	if s.add {
		return nil
	}
	fill, err := PlanFill(s.dtype, head.dims, Layout{Offset: head.base[0], Strides: head.step[0]}, s.neutral)
	p.empty = fill
	p.extents[0] = fill.Extent(0)
	return err
}

// plan makes the blocks of the fold of the terms of tail into the results of head.
func (p *foldPlan) plan(head, tail *nest, c conjugation) {
	size := p.ops.size
	sizes := make([]int, len(head.base))
	for o := range sizes {
		sizes[o] = size
	}
	head, tail = head.normal().inBytes(sizes...), tail.normal().inBytes(sizes...)
	// Turning the reduced axes moved where the terms begin.
	for o, b := range tail.base {
		head.base[o] += b
	}
	most := groupBytes / size
	tail, inner := runGroup(tail, most, size)
	if p.runsPay(head, tail, inner, most) {
		group, rest := tail.cut(inner)
		p.block(group, head, rest, c, true)
	} else {
		blocks(head, most, func(n *nest, inner int) {
			group, outer := n.cut(inner)
			outer.base = n.base
			p.block(group, outer, tail, c, false)
		})
	}
	p.scratch = 3*align(p.vector) + align(p.wides) + 2*lineBytes
}

// block adds the block with the given group, loops over results and loops over terms.
func (p *foldPlan) block(group, outer, inner *nest, c conjugation, byRuns bool) {
	b := foldBlock{byRuns: byRuns, outer: newLoops(outer), inner: newLoops(inner), n: group.points()}
	copy(b.base[:], outer.base)
	for o := range group.step {
		b.lanes[o] = groupLane(group, o, p.ops.size)
	}
	if !byRuns {
		p.choose(&b, c)
	}
	p.blocks = append(p.blocks, b)
	p.pieces = max(p.pieces, b.outer.total)
	p.vector = max(p.vector, min(b.n, 2*groupBytes/p.ops.size)*p.ops.size)
	p.wides = max(p.wides, p.ops.wide)
	if b.wide {
		p.wides = max(p.wides, b.n*p.ops.wide)
	}
}

// groupLane is newLane, without a table for the one axis of a long run.
func groupLane(group *nest, operand, size int) lane {
	if group.rank() != 1 {
		return newLane(group, operand, size)
	}
	switch d := group.step[operand][0]; d {
	case size:
		return lane{kind: dense, stride: size}
	case 0:
		return lane{kind: scalar}
	default:
		return lane{kind: strided, stride: d}
	}
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

// run does this worker's part.
func (p *foldPlan) run(w Work, dst, a, b unsafe.Pointer) {
	if p.empty != nil {
		p.empty.Run(w, dst)
		return
	}
	s := foldState{mem: [3]unsafe.Pointer{dst, a, b}}
	s.divide(p, w.scratch(p.scratch))
	for i := range p.blocks {
		blk := &p.blocks[i]
		lo, hi := w.span(blk.outer.total)
		if lo == hi {
			continue
		}
		s.packed = [3]int{-1, -1, -1}
		s.walk(p, blk, lo, hi)
	}
}

// foldState is what one worker carries through a run.
type foldState struct {
	mem    [3]unsafe.Pointer // base addresses of the operands
	pack   [3]unsafe.Pointer // where loaded vectors are; for dst, the vector of results
	packed [3]int            // the position whose vector is loaded, -1 for none
	wide   unsafe.Pointer    // accumulators
	lone   unsafe.Pointer    // one conjugated element

	outer, inner odometer
}

// divide shares the scratch memory out.
func (s *foldState) divide(p *foldPlan, scratch unsafe.Pointer) {
	for o := range s.pack {
		s.pack[o] = unsafe.Add(scratch, o*align(p.vector))
	}
	s.wide = unsafe.Add(scratch, 3*align(p.vector))
	s.lone = unsafe.Add(s.wide, align(p.wides))
}

// walk makes the results lo to hi of a block's outer loops.
func (s *foldState) walk(p *foldPlan, b *foldBlock, lo, hi int) {
	s.outer.seek(&b.outer, lo)
	var at [3]int
	for o := range b.outer.step {
		at[o] = b.base[o] + s.outer.at(&b.outer, o)
	}
	for k := lo; k < hi; k++ {
		switch {
		case b.byRuns:
			s.byRuns(p, b, at)
		case b.wide:
			s.wideRow(p, b, at)
		default:
			s.row(p, b, at)
		}
		if axis := s.outer.next(&b.outer); axis >= 0 {
			for o := range b.outer.jump {
				at[o] += b.outer.jump[o][axis]
			}
		}
	}
}

// operand returns a dense vector of the n elements of an operand's lane at a position.
func (s *foldState) operand(p *foldPlan, b *foldBlock, o, at, n int) unsafe.Pointer {
	if b.lanes[o].kind == dense {
		return unsafe.Add(s.mem[o], at)
	}
	if s.packed[o] != at {
		p.move.load(s.pack[o], unsafe.Add(s.mem[o], at), &b.lanes[o], n)
		s.packed[o] = at
	}
	return s.pack[o]
}

// term computes one term of a row into d by the given kernel.
func (s *foldState) term(p *foldPlan, b *foldBlock, do vectorFunc, d unsafe.Pointer, at [3]int) {
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
	d := unsafe.Add(s.mem[0], at[0])
	if b.lanes[0].kind != dense {
		d = s.pack[0]
		if p.add {
			p.move.load(d, unsafe.Add(s.mem[0], at[0]), &b.lanes[0], b.n)
		}
	}
	do := b.set
	if p.add {
		do = b.add
	}
	pos := at
	for range b.inner.total {
		s.term(p, b, do, d, pos)
		do = b.add
		s.step(b, &pos)
	}
	if b.lanes[0].kind != dense {
		p.move.store(unsafe.Add(s.mem[0], at[0]), &b.lanes[0], d, b.n)
	}
}

// step moves to the next term.
func (s *foldState) step(b *foldBlock, pos *[3]int) {
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
			s.term(p, b, do, s.pack[0], pos)
			do = b.add
			s.step(b, &pos)
			left--
		}
		p.ops.widen(s.wide, s.pack[0], nil, b.n)
	}
	s.finish(p, b, at[0], b.n)
}

// finish writes n accumulators to the results.
func (s *foldState) finish(p *foldPlan, b *foldBlock, at, n int) {
	dst := unsafe.Add(s.mem[0], at)
	if n == 1 || b.lanes[0].kind == dense {
		p.ops.narrow(dst, s.wide, n, p.count, p.add)
		return
	}
	if p.add {
		p.move.load(s.pack[0], dst, &b.lanes[0], n)
	}
	p.ops.narrow(s.pack[0], s.wide, n, p.count, p.add)
	p.move.store(dst, &b.lanes[0], s.pack[0], n)
}

// byRuns makes one result, run by run of its terms.
func (s *foldState) byRuns(p *foldPlan, b *foldBlock, at [3]int) {
	p.ops.start(s.wide, 1)
	pos := at
	for range b.inner.total {
		s.oneRun(p, b, pos)
		s.step(b, &pos)
	}
	s.finish(p, b, at[0], 1)
}

// oneRun adds the group's terms to the accumulator. A run whose operands are not all dense is taken in pieces that fit
// into scratch; only runs along one axis are so long.
func (s *foldState) oneRun(p *foldPlan, b *foldBlock, pos [3]int) {
	piece := 2 * groupBytes / p.ops.size
	if b.lanes[1].kind == dense && (!p.binary || b.lanes[2].kind == dense) {
		piece = b.n
	}
	for left := b.n; left > 0; {
		n := min(left, piece)
		if n != b.n {
			s.packed = [3]int{-1, -1, -1}
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
