package kernel

// A fold is the common frame of Product and Reduce: dst[i] = ⊕_r term(a[i,r], b[i,r]). It runs in one of two ways, chosen
// by a rough count of cycles: by rows, where the inner loop runs over a group of results and the terms of the reduction
// are added vector by vector, or by runs, where the inner loop runs over a group of terms of one result.

import (
	"math"
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
	staged  []stagedBlock // set instead of blocks where operands are staged
	inside  int           // bytes of scratch that the staged blocks share
	empty   *FillPlan     // set instead of blocks if there is nothing to reduce

	vector, wides int    // bytes of a vector of elements and of one of accumulators in scratch
	tiles         [3]int // bytes of an operand's tile in scratch
	stream        bool   // some rows are written past the caches
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
	conjY    bool      // y is one element, to be conjugated first
	loneY    bool      // y is one element
	wide     bool      // long sums go to wide accumulators
	stream   bool      // rows are written past the caches
	direct   bool      // operands are taken where they lie
	terms    [3][]int  // of a direct block: where the terms are, from the first one
	strips   [3]*strip // operands that are brought to scratch in tiles, nil for the others
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
		p.runs(head, tail, inner)
	} else {
		p.rows(head, tail, c)
		if stray, any := p.strays(); any && tail.rank() == 0 {
			p.blocks, p.tiles, p.pieces = nil, [3]int{}, 0
			p.stage(head, stray, c)
		}
	}
	p.layOut()
}

// layOut says how much scratch memory a worker needs.
func (p *foldPlan) layOut() {
	p.scratch = p.inside
	if p.staged == nil {
		p.scratch = 3*align(p.vector) + align(p.wides) + 2*lineBytes
	}
	for _, t := range p.tiles {
		p.scratch += align(t)
	}
}

// block begins a block with the given group, loops over results and loops over terms.
func (p *foldPlan) block(group, outer, inner *nest) foldBlock {
	b := foldBlock{outer: newLoops(outer), inner: newLoops(inner), n: group.points()}
	copy(b.base[:], outer.base)
	for o := range group.step {
		b.lanes[o] = groupLane(group, o, p.ops.size)
	}
	return b
}

// keep adds a finished block and its needs of scratch.
func (p *foldPlan) keep(b foldBlock) {
	p.blocks = append(p.blocks, b)
	p.pieces = max(p.pieces, b.outer.total)
	vector := b.n
	if b.byRuns {
		vector = min(vector, pieceOf(p.ops.size)) // longer runs are taken in pieces
	}
	p.vector = max(p.vector, vector*p.ops.size)
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

// run does this worker's part.
func (p *foldPlan) run(w Work, dst, a, b unsafe.Pointer) {
	if p.empty != nil {
		p.empty.Run(w, dst)
		return
	}
	if p.staged != nil {
		p.runStaged(w, [3]unsafe.Pointer{dst, a, b})
		return
	}
	if len(p.blocks) == 0 {
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
		s.packed = [3]int{unpacked, unpacked, unpacked}
		s.walk(p, blk, lo, hi)
	}
	if p.stream {
		fence()
	}
}

// unpacked is no position of an operand.
const unpacked = math.MinInt

// foldState is what one worker carries through a run.
type foldState struct {
	mem    [3]unsafe.Pointer // base addresses of the operands
	pack   [3]unsafe.Pointer // where loaded vectors are; for dst, the vector of results
	packed [3]int            // the position whose vector or tile is loaded
	tiles  [3]unsafe.Pointer // where tiles are
	wide   unsafe.Pointer    // accumulators
	lone   unsafe.Pointer    // one conjugated element

	result, term int // how many passes of the loops have gone before

	outer, inner odometer
}

// divide shares the scratch memory out.
func (s *foldState) divide(p *foldPlan, scratch unsafe.Pointer) {
	for o := range s.pack {
		s.pack[o] = unsafe.Add(scratch, o*align(p.vector))
	}
	s.wide = unsafe.Add(scratch, 3*align(p.vector))
	s.lone = unsafe.Add(s.wide, align(p.wides))
	at := unsafe.Add(s.lone, 2*lineBytes)
	for o := range s.tiles {
		s.tiles[o] = at
		at = unsafe.Add(at, align(p.tiles[o]))
	}
}

// walk makes the results lo to hi of a block's outer loops.
func (s *foldState) walk(p *foldPlan, b *foldBlock, lo, hi int) {
	s.outer.seek(&b.outer, lo)
	var at [3]int
	for o := range b.outer.step {
		at[o] = b.base[o] + s.outer.at(&b.outer, o)
	}
	if b.direct {
		s.directRows(p, b, at, lo, hi)
		return
	}
	for k := lo; k < hi; k++ {
		s.result, s.term = k, 0
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
	if b.strips[o] != nil {
		return s.strip(b.strips[o], o, at)
	}
	if s.packed[o] != at {
		p.move.load(s.pack[o], unsafe.Add(s.mem[o], at), &b.lanes[o], n)
		s.packed[o] = at
	}
	return s.pack[o]
}
