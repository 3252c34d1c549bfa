package kernel

// A staged fold is a product whose operands lie so far across its results that neither vectors nor strips of them follow each
// other: tensors of many short axes in orders of their own. It is taken block by block. The axes of a block are those that
// run fastest in the results and those that run fastest in each such operand, so that whole cache lines are touched on all
// sides; the operand's part is copied to scratch, where it lies as the results do, and the block is a plain fold.

import (
	"slices"
	"unsafe"
)

const (
	// strayBytes is the size of an operand from which lines that are read in parts are lost before they are read again.
	strayBytes = 512 << 10
	// A block reaches so far along the results and along the operand that is staged, or each of two.
	blockDst, blockSrc, blockEach = 2 << 10, 1 << 10, 2 << 10
)

// stagedBlock is a part of a staged fold with one shape of block.
type stagedBlock struct {
	outer loops
	base  [3]int
	copy  [3]*CopyPlan // of the operands that are staged, nil for the others
	fold  *foldPlan
}

// strays reports which operands of the planned rows must be staged: if one is gathered element by element from beyond the
// caches, all that do not lie as the rows do, for strips of another would not stand together in a block.
func (p *foldPlan) strays() (stray [3]bool, any bool) {
	for i := range p.blocks {
		b := &p.blocks[i]
		if b.lanes[0].kind != dense {
			return stray, false
		}
		for o := 1; o < len(b.outer.step); o++ {
			l := &b.lanes[o]
			if (l.kind == strided || l.kind == table || l.kind == runs && l.run*p.ops.size < 2*lineBytes) && p.bytesOf(o) >= strayBytes {
				stray[o], any = true, any || b.strips[o] == nil
			}
		}
	}
	return stray, any
}

// stage plans the fold of the results of n, which has no terms to sum up, with the given operands staged.
func (p *foldPlan) stage(n *nest, stray [3]bool, c conjugation) {
	size := p.ops.size
	dst, src := blockDst, blockSrc
	if stray[1] && stray[2] {
		dst, src = blockEach, blockEach
	}
	axes, cut, t := reach(n, span(0, n.rank()), dst/size)
	for o := 1; o < len(n.step) && cut < 0; o++ {
		if stray[o] {
			var more []int
			more, cut, t = reach(n, n.orderOf(o), src/size, axes...)
			axes = slices.Concat(axes, without(more, axes))
		}
	}
	if cut >= 0 {
		main, rest := n.split(cut, t)
		p.stage(main, stray, c)
		if rest != nil {
			p.stage(rest.dropOnes(), stray, c)
		}
		return
	}
	slices.Sort(axes)
	outer, block := n.pick(without(span(0, n.rank()), axes)), n.pick(axes)
	clear(block.base)
	b := stagedBlock{outer: newLoops(outer)}
	copy(b.base[:], outer.base)
	scratch := 0
	for o := 1; o < len(n.step); o++ {
		if stray[o] {
			b.copy[o] = p.stageOperand(block, o)
			p.tiles[o] = max(p.tiles[o], block.distinct(o)*size)
			scratch = max(scratch, b.copy[o].Scratch())
		}
	}
	b.fold = &foldPlan{ops: p.ops, move: p.move, binary: p.binary, add: p.add, count: p.count, common: common{sizes: p.sizes}}
	b.fold.rows(block.fused(), &nest{step: make([][]int, len(n.step)), base: make([]int, len(n.step))}, c)
	b.fold.layOut()
	p.staged = append(p.staged, b)
	p.pieces = max(p.pieces, b.outer.total)
	p.inside = max(p.inside, scratch, b.fold.Scratch())
}

// stageOperand plans the copy of an operand's part of a block into scratch, densely in the order of the results, and makes
// the block read it there.
func (p *foldPlan) stageOperand(block *nest, operand int) *CopyPlan {
	n := &nest{step: make([][]int, 2), base: make([]int, 2)}
	dense := p.ops.size
	for a, d := range block.dims {
		if s := block.step[operand][a]; s != 0 {
			n.dims = append(n.dims, d)
			n.step[0], n.step[1] = append(n.step[0], dense), append(n.step[1], s)
			block.step[operand][a] = dense
			dense *= d
		}
	}
	plan := &CopyPlan{}
	c := copyPlanner{plan: plan}
	c.cover(n.normal(), p.ops.size)
	return plan
}

// orderOf lists the axes along which an operand moves, from the fastest.
func (n *nest) orderOf(operand int) []int {
	return (&nest{dims: n.dims, step: [][]int{nil, n.step[operand]}}).sourceOrder()
}

// runStaged does this worker's part of a staged fold.
func (p *foldPlan) runStaged(w Work, mem [3]unsafe.Pointer) {
	var stage [3]unsafe.Pointer
	at := w.scratch(p.scratch)
	for o, bytes := range p.tiles {
		stage[o] = at
		at = unsafe.Add(at, align(bytes))
	}
	part := Work{Scratch: unsafe.Slice((*byte)(at), p.inside)}
	for i := range p.staged {
		b := &p.staged[i]
		lo, hi := w.span(b.outer.total)
		if lo < hi {
			b.run(part, mem, stage, lo, hi)
		}
	}
}

// run makes the blocks lo to hi.
func (b *stagedBlock) run(w Work, mem, stage [3]unsafe.Pointer, lo, hi int) {
	var odo odometer
	odo.seek(&b.outer, lo)
	staged := [3]int{unpacked, unpacked, unpacked}
	at := b.base
	for o := range b.outer.step {
		at[o] += odo.at(&b.outer, o)
	}
	for range hi - lo {
		var from [3]unsafe.Pointer
		for o := range b.outer.step {
			from[o] = unsafe.Add(mem[o], at[o])
			if b.copy[o] == nil {
				continue
			}
			if staged[o] != at[o] {
				b.copy[o].Run(w, stage[o], from[o])
				staged[o] = at[o]
			}
			from[o] = stage[o]
		}
		b.fold.run(w, from[0], from[1], from[2])
		if axis := odo.next(&b.outer); axis >= 0 {
			for o := range b.outer.jump {
				at[o] += b.outer.jump[o][axis]
			}
		}
	}
}
