package kernel

// Fill: one value everywhere.

import (
	"unsafe"

	"github.com/tenferro/tenferro-go/tensor"
)

// FillPlan sets every element of a view to one value.
type FillPlan struct {
	common
	copy  *CopyPlan
	value [2]uint64 // the bits of one element
}

// PlanFill plans dst = value over shape. The value is converted as Cast does: its real part for a real dtype, rounded or
// truncated to the dtype; for bool, whether it differs from 0.
func PlanFill(d tensor.DType, shape []int, dst Layout, value complex128) (*FillPlan, error) {
	if !d.Valid() {
		return nil, dtypeErr("fill", -1, d)
	}
	p := &FillPlan{}
	putValue(d, unsafe.Pointer(&p.value), value)
	c, err := PlanCopy(d, shape, dst, Layout{Strides: make([]int, len(shape))}, false)
	if err != nil {
		return nil, err
	}
	p.copy, p.common = c, c.common
	p.extents = p.extents[:1]
	return p, nil
}

// Run fills this worker's part of the memory at dst, the base address of the view.
func (p *FillPlan) Run(w Work, dst unsafe.Pointer) { p.copy.Run(w, dst, unsafe.Pointer(&p.value)) }

// putValue writes a value as one element of dtype d.
func putValue(d tensor.DType, p unsafe.Pointer, v complex128) {
	re := real(v)
	switch d {
	case tensor.Float32:
		*(*float32)(p) = float32(re)
	case tensor.Float64:
		*(*float64)(p) = re
	case tensor.Complex64:
		*(*complex64)(p) = complex64(v)
	case tensor.Complex128:
		*(*complex128)(p) = v
	case tensor.Int32:
		*(*int32)(p) = toInt32(re)
	case tensor.Int64:
		*(*int64)(p) = toInt64(re)
	case tensor.Bool:
		*(*bool)(p) = v != 0
	}
}
