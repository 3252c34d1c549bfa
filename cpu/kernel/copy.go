package kernel

// Copy: moving a view to another place and order of axes, the transposition kernel.

import (
	"unsafe"

	"github.com/tenferro/tenferro-go/tensor"
)

// CopyPlan copies a strided view to another, element by element of one shape, in any order of axes.
type CopyPlan struct {
	common
	blocks []copyBlock
}

// copyBlock is a part of a copy with one shape of inner loop.
type copyBlock struct {
	body  func(b *copyBlock, dst, src, scratch unsafe.Pointer)
	loops loops
	base  [2]int
	n     int
	lanes [2]lane
	move  mover
	conj  vectorFunc
}

// PlanCopy plans dst ← src over shape, conjugated if conj is set and d is complex. Source strides may be zero or negative.
// The views must not overlap.
func PlanCopy(d tensor.DType, shape []int, dst, src Layout, conj bool) (*CopyPlan, error) {
	if !d.Valid() {
		return nil, dtypeErr("copy", -1, d)
	}
	n, err := newNest("copy", shape, dst, src)
	if err != nil {
		return nil, err
	}
	if err := n.writable("copy"); err != nil {
		return nil, err
	}
	size := d.Size()
	p := &CopyPlan{}
	p.tally(n, 0, size)
	p.tally(n, 1, size)
	if n.points() == 0 {
		return p, nil
	}
	blocks(n.normal().inBytes(size, size), groupBytes/size, func(n *nest, inner int) {
		head, tail := n.cut(inner)
		b := copyBlock{loops: newLoops(tail), base: [2]int(n.base), n: head.points(), move: moverOf(size)}
		for o := range b.lanes {
			b.lanes[o] = newLane(head, o, size)
		}
		b.body = copyGroup
		if conj {
			b.conj = conjOf(d)
		}
		p.blocks = append(p.blocks, b)
		p.pieces = max(p.pieces, b.loops.total)
	})
	p.scratch = 2 * groupBytes
	return p, nil
}

func copyGroup(b *copyBlock, dst, src, scratch unsafe.Pointer) {
	b.move.load(scratch, src, &b.lanes[1], b.n)
	if b.conj != nil {
		b.conj(scratch, scratch, nil, b.n)
	}
	b.move.store(dst, &b.lanes[0], scratch, b.n)
}

// Run copies this worker's part from the memory at src to that at dst, each the base address of its operand.
func (p *CopyPlan) Run(w Work, dst, src unsafe.Pointer) {
	scratch := w.scratch(p.scratch)
	var odo odometer
	for i := range p.blocks {
		b := &p.blocks[i]
		lo, hi := w.span(b.loops.total)
		if lo == hi {
			continue
		}
		odo.seek(&b.loops, lo)
		d, s := b.base[0]+odo.at(&b.loops, 0), b.base[1]+odo.at(&b.loops, 1)
		for k := lo; k < hi; k++ {
			b.body(b, unsafe.Add(dst, d), unsafe.Add(src, s), scratch)
			if a := odo.next(&b.loops); a >= 0 {
				d += b.loops.jump[0][a]
				s += b.loops.jump[1][a]
			}
		}
	}
}

// conjOf returns the kernel d = conj(x), nil for a real dtype.
func conjOf(d tensor.DType) vectorFunc {
	switch d {
	case tensor.Complex64:
		return setConj[float32]
	case tensor.Complex128:
		return setConj[float64]
	}
	return nil
}
