package kernel

// Gather and Scatter: reading and writing at positions that are themselves data. Take is a gather along one axis.

import (
	"unsafe"

	"github.com/tenferro/tenferro-go/tensor"
)

// IndexSpec says which elements of a tensor x a gather reads or a scatter writes: all of the axes that are not indexed
// (rest), at the positions that the index tensors give along the indexed axes.
type IndexSpec struct {
	DType   tensor.DType // of the elements
	Index   tensor.DType // of the indices: Int32 or Int64
	Rest    []int        // sizes of the axes of x that are not indexed
	Indexed []int        // sizes of the axes of x that are indexed, one for each index tensor
	Select  []int        // the shape of the index tensors
}

// GatherPlan computes dst[r…, s…] = x[r…, index₀[s…], index₁[s…], …].
type GatherPlan struct {
	common
	sel   selection
	slab  *CopyPlan // one slab x[r…]
	elem  mover
	lone  bool // a slab is one element
	unit  lane // how that element lies
	size  int
	baseX int
	baseD int
}

// PlanGather plans a gather. The strides of dst belong to the axes Rest then Select; those of x to Rest then Indexed; those
// of each index tensor to Select. dst must not overlap the sources. Extent(1) is the whole of x, whatever is read of it;
// the index tensors follow.
func PlanGather(s IndexSpec, dst, x Layout, indices []Layout) (*GatherPlan, error) {
	const kernel = "gather"
	p := &GatherPlan{}
	parts, err := splitIndexed(kernel, s, dst, x)
	if err != nil {
		return nil, err
	}
	p.size = s.DType.Size()
	p.sel, err = newSelection(kernel, s.Index, s.Select, parts.otherSel, p.size, s.Indexed, parts.stepX, indices)
	if err != nil {
		return nil, err
	}
	if p.slab, err = PlanCopy(s.DType, s.Rest, parts.otherRest, parts.xRest, false); err != nil {
		return nil, err
	}
	p.baseD, p.baseX = dst.Offset*p.size, x.Offset*p.size
	p.elem, p.lone = moverOf(p.size), product(s.Rest) == 1
	if err := parts.other.writable(kernel); err != nil {
		return nil, err
	}
	p.extents = append([]Extent{parts.other.extent(0), parts.x.extent(0)}, p.sel.extents...)
	p.bytes = p.slab.bytes * p.sel.loops.total
	p.pieces = p.sel.loops.total
	p.scratch = p.slab.scratch
	return p, nil
}

// Run computes this worker's part from the memory at x, each pointer being the base address of its operand. At the first
// index that is out of range it stops with an *IndexError; the part is then undefined.
func (p *GatherPlan) Run(w Work, dst, x unsafe.Pointer, indices ...unsafe.Pointer) error {
	if p.slab.Extent(0).Empty() {
		return nil
	}
	l := &p.sel.loops
	lo, hi := w.span(l.total)
	if lo == hi {
		return nil
	}
	slab := Work{Scratch: w.Scratch}
	var odo odometer
	odo.seek(l, lo)
	d := p.baseD + odo.at(l, 0)
	for k := lo; k < hi; k++ {
		off, err := p.sel.offset(&odo, indices, k)
		if err != nil {
			return err
		}
		to, from := unsafe.Add(dst, d), unsafe.Add(x, p.baseX+off)
		if p.lone {
			p.elem.load(to, from, &p.unit, 1)
		} else {
			p.slab.Run(slab, to, from)
		}
		if a := odo.next(l); a >= 0 {
			d += l.jump[0][a]
		}
	}
	return nil
}

// ScatterPlan computes x[r…, index₀[s…], index₁[s…], …] = updates[r…, s…], or += with Add, in column-major order of s.
type ScatterPlan struct {
	common
	sel   selection
	set   *CopyPlan
	add   *ProductPlan
	size  int
	baseX int
	baseU int
}

// PlanScatter plans a scatter into x, which holds what is not written already. Layouts are as in PlanGather, with updates
// in the place of its dst. Where several updates meet in one element, the last one stays, or all are added, in
// column-major order of the index tensors. To add, the dtype must be numeric. Workers share Rest among them.
func PlanScatter(s IndexSpec, add bool, x, updates Layout, indices []Layout) (*ScatterPlan, error) {
	const kernel = "scatter"
	p := &ScatterPlan{}
	parts, err := splitIndexed(kernel, s, updates, x)
	if err != nil {
		return nil, err
	}
	p.size = s.DType.Size()
	p.sel, err = newSelection(kernel, s.Index, s.Select, parts.otherSel, p.size, s.Indexed, parts.stepX, indices)
	if err != nil {
		return nil, err
	}
	if add {
		p.add, err = PlanProduct(s.DType, s.Rest, 0, parts.xRest, parts.otherRest, Layout{}, ProductOptions{Unary: true, Add: true})
	} else {
		p.set, err = PlanCopy(s.DType, s.Rest, parts.xRest, parts.otherRest, false)
	}
	if err != nil {
		return nil, err
	}
	p.baseX, p.baseU = x.Offset*p.size, updates.Offset*p.size
	c := p.slab()
	if err := parts.x.writable(kernel); err != nil {
		return nil, err
	}
	p.extents = append([]Extent{parts.x.extent(0), parts.other.extent(0)}, p.sel.extents...)
	p.bytes = c.bytes * p.sel.loops.total
	p.pieces, p.scratch = c.pieces, c.scratch
	if c.bytes < minPartBytes/64 {
		p.pieces = 1 // every part walks all indices
	}
	return p, nil
}

func (p *ScatterPlan) slab() *common {
	if p.add != nil {
		return &p.add.common
	}
	return &p.set.common
}

// Run writes this worker's part of the memory at x, each pointer being the base address of its operand. At the first
// index that is out of range it stops with an *IndexError; x has then been written in part.
func (p *ScatterPlan) Run(w Work, x, updates unsafe.Pointer, indices ...unsafe.Pointer) error {
	l := &p.sel.loops
	if p.slab().Extent(0).Empty() {
		return nil
	}
	var odo odometer
	u := p.baseU
	for k := range l.total {
		off, err := p.sel.offset(&odo, indices, k)
		if err != nil {
			return err
		}
		to, from := unsafe.Add(x, p.baseX+off), unsafe.Add(updates, u)
		if p.add != nil {
			p.add.Run(w, to, from, nil)
		} else {
			p.set.Run(w, to, from)
		}
		if a := odo.next(l); a >= 0 {
			u += l.jump[0][a]
		}
	}
	return nil
}
