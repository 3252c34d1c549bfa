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
	stream bool // results go past the caches
}

// copyBlock is a part of a copy with one shape of inner group.
type copyBlock struct {
	loops loops
	base  [2]int
	body  copyBody
	tile  tile
}

// copyBody copies what one pass of the outer loops leads to. next is where the next pass reads.
type copyBody func(t *tile, dst, src, next, scratch unsafe.Pointer)

// streamBytes and foldStreamBytes are the sizes of a destination from which copies and products write past the caches: it would not
// stay in them until it is read, and a line that is written whole need not be read first. What products write densely, the
// last-level cache of a server keeps for the next step; the scattered lines of a transposition cost less past it.
const (
	streamBytes     = 2 << 20
	foldStreamBytes = 12 << 20
)

// PlanCopy plans dst ← src over shape, conjugated if conj is set and d is complex. Source strides may be zero or negative.
// The views must not overlap.
func PlanCopy(d tensor.DType, shape []int, dst, src Layout, conj bool) (*CopyPlan, error) {
	const kernel = "copy"
	if !d.Valid() {
		return nil, dtypeErr(kernel, -1, d)
	}
	n, err := newNest(kernel, shape, dst, src)
	if err != nil {
		return nil, err
	}
	if err := n.writable(kernel); err != nil {
		return nil, err
	}
	size := d.Size()
	p := &CopyPlan{}
	p.tally(n, 0, size)
	p.tally(n, 1, size)
	if n.points() == 0 {
		return p, nil
	}
	p.stream = n.points()*size >= streamBytes
	c := copyPlanner{plan: p, stream: p.stream}
	if conj {
		c.conj = conjOf(d)
	}
	c.cover(n.normal().inBytes(size, size), size)
	return p, nil
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
			to, from := unsafe.Add(dst, d), unsafe.Add(src, s)
			if a := odo.next(&b.loops); a >= 0 {
				d += b.loops.jump[0][a]
				s += b.loops.jump[1][a]
			}
			b.body(&b.tile, to, from, unsafe.Add(src, s), scratch)
		}
	}
	if p.stream {
		fence()
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
