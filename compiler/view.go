package compiler

import (
	"slices"

	"github.com/tenferro/tenferro-go/trace"
)

// This file resolves the operations that only look at memory differently. They cost no step: their readers get strides.

func isView(op trace.Op) bool {
	switch op.(type) {
	case trace.Permute, trace.Broadcast, trace.Slice, trace.Reverse, trace.Diagonal, trace.Reshape, part:
		return true
	}
	return false
}

// view returns where the result of a view operation lies, given where its operand does. It fails for a reshape that the
// operand's strides do not allow.
func view(op trace.Op, in trace.Type, src Operand) (Operand, bool) {
	dst := Operand{Buf: src.Buf, Offset: src.Offset}
	switch o := op.(type) {
	case trace.Permute:
		for _, a := range o.Axes {
			dst.Strides = append(dst.Strides, src.Strides[a])
		}
	case trace.Broadcast:
		dst.Strides = make([]int, len(o.Shape))
		for i, a := range o.Axes {
			if in.Shape[i] == o.Shape[a] {
				dst.Strides[a] = src.Strides[i]
			}
		}
	case trace.Slice:
		for i := range o.Start {
			dst.Offset += o.Start[i] * src.Strides[i]
			dst.Strides = append(dst.Strides, o.Step[i]*src.Strides[i])
		}
	case trace.Reverse:
		dst.Strides = slices.Clone(src.Strides)
		for _, a := range o.Axes {
			dst.Offset += max(0, in.Shape[a]-1) * src.Strides[a]
			dst.Strides[a] = -src.Strides[a]
		}
	case trace.Diagonal:
		dst.Strides = diagonal(o.Axis1, o.Axis2, src.Strides)
	case part: // the strides; where it begins depends on the slice
		for axis, s := range src.Strides {
			if !slices.Contains(o.axes, axis) {
				dst.Strides = append(dst.Strides, s)
			}
		}
	case trace.Reshape:
		return reshape(in.Shape, o.Shape, src)
	}
	return dst, true
}

// reshape regroups the axes of a strided tensor, which it can do where every new axis runs along old ones that lie
// behind each other. Axes of size 1 come and go freely.
func reshape(from, to []int, src Operand) (Operand, bool) {
	dst := Operand{Buf: src.Buf, Offset: src.Offset, Strides: make([]int, len(to))}
	if product(to) == 0 {
		dst.Strides = compact(to, ascending(len(to)))
		return dst, true
	}
	// runs holds the old axes, joined where they lie behind each other; each run is used up by new axes in turn.
	type run struct{ size, stride int }
	var runs []run
	for i, d := range from {
		if d == 1 {
			continue
		}
		if n := len(runs); n > 0 && src.Strides[i] == runs[n-1].stride*runs[n-1].size {
			runs[n-1].size *= d
		} else {
			runs = append(runs, run{d, src.Strides[i]})
		}
	}
	for i, d := range to {
		if d == 1 {
			continue
		}
		r := &runs[0] // sizes match, so that there is one while new axes are left
		if r.size%d != 0 {
			return Operand{}, false
		}
		dst.Strides[i] = r.stride
		r.stride *= d
		if r.size /= d; r.size == 1 {
			runs = runs[1:]
		}
	}
	return dst, true
}
