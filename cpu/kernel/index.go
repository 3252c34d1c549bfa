package kernel

// What Gather and Scatter share: the walk over index tensors, with every index checked before it is used.

import (
	"slices"
	"unsafe"

	"github.com/tenferro/tenferro-go/tensor"
)

// selection walks the elements of index tensors in column-major order.
type selection struct {
	kernel string
	sizes  []int // of the indexed axes
	step   []int // bytes between elements of x along them
	loops  loops // over the axes of the index tensors: operand 0 is the selected operand, the indices follow
	base   []int // bytes
	wide   bool  // indices are int64, not int32

	extents []Extent // of the index tensors
}

func newSelection(kernel string, idx tensor.DType, sel []int, other Layout, size int, sizes, strides []int, indices []Layout) (selection, error) {
	s := selection{kernel: kernel, sizes: cloneInts(sizes), wide: idx == tensor.Int64}
	if idx != tensor.Int32 && idx != tensor.Int64 {
		return s, planErr(kernel, -1, -1, ErrDType, "indices are %v", idx)
	}
	if len(indices) != len(sizes) || len(strides) != len(sizes) {
		return s, planErr(kernel, -1, -1, ErrShape, "%d index tensors and %d strides for %d indexed axes", len(indices), len(strides), len(sizes))
	}
	n, err := newNest(kernel, sel, append([]Layout{other}, indices...)...)
	if err != nil {
		return s, err
	}
	bytes := []int{size}
	for i := range indices {
		bytes = append(bytes, idx.Size())
		s.extents = append(s.extents, n.extent(i+1))
	}
	n = n.dropOnes().fused().inBytes(bytes...)
	s.loops, s.base = newLoops(n), n.base
	for _, stride := range strides {
		s.step = append(s.step, stride*size)
	}
	return s, nil
}

// offset returns how far the element selected by pass k lies from the first one of x along the indexed axes. at holds the
// positions of the index tensors' elements.
func (s *selection) offset(odo *odometer, indices []unsafe.Pointer, k int) (int, error) {
	off := 0
	for i, size := range s.sizes {
		p := unsafe.Add(indices[i], s.base[i+1]+odo.at(&s.loops, i+1))
		var v int64
		if s.wide {
			v = *(*int64)(p)
		} else {
			v = int64(*(*int32)(p))
		}
		if v < 0 || v >= int64(size) {
			return 0, &IndexError{Kernel: s.kernel, Axis: i, Index: v, Size: size, Position: k}
		}
		off += int(v) * s.step[i]
	}
	return off, nil
}

// indexedParts are the two tensors of a gather or scatter, taken apart by axes.
type indexedParts struct {
	xRest, otherRest, otherSel Layout // without offsets
	stepX                      []int  // strides of x along the indexed axes
	x, other                   *nest  // the whole of x and of the other tensor
}

// splitIndexed takes the layouts apart: other has the axes Rest then Select, x has Rest then Indexed.
func splitIndexed(kernel string, s IndexSpec, other, x Layout) (indexedParts, error) {
	var p indexedParts
	if !s.DType.Valid() {
		return p, dtypeErr(kernel, -1, s.DType)
	}
	var err error
	if p.other, err = newNest(kernel, slices.Concat(s.Rest, s.Select), other); err != nil {
		return p, err
	}
	if p.x, err = newNest(kernel, slices.Concat(s.Rest, s.Indexed), x); err != nil {
		return p, err
	}
	rest := len(s.Rest)
	p.xRest.Strides, p.stepX = x.Strides[:rest], x.Strides[rest:]
	p.otherRest.Strides, p.otherSel.Strides = other.Strides[:rest], other.Strides[rest:]
	return p, nil
}
