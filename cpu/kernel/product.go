package kernel

// Product: the multiply(-reduce) of two broadcast operands.

import (
	"unsafe"

	"github.com/tenferro/tenferro-go/tensor"
)

// ProductOptions say how a product is taken. The zero value is dst = Σ a·b.
type ProductOptions struct {
	ConjA, ConjB bool // conjugate an operand; nothing to real ones
	Unary        bool // the sum of a alone; b is not looked at
	Add          bool // dst += the product
}

// ProductPlan computes dst[i] = Σ_r a[i,r]·b[i,r], or adds it to dst.
//
// Sums of float32 and complex64 are taken in blocks of at most 128 terms, which are added up in double precision: the error does
// not grow with the number of blocks. Integers wrap round. A sum over no terms is 0. Zero times NaN or infinity is NaN.
type ProductPlan struct{ foldPlan }

// PlanProduct plans a product in a numeric dtype. shape holds the axes i, then reduce axes r; the strides of dst along r
// mean nothing. Strides of 0 in a and b broadcast. dst may be the same view as a or b if reduce is 0 and the strides of
// the two agree; it must not overlap them otherwise.
func PlanProduct(d tensor.DType, shape []int, reduce int, dst, a, b Layout, opt ProductOptions) (*ProductPlan, error) {
	s := foldSpec{kernel: "product", dtype: d, shape: shape, reduce: reduce, add: opt.Add, count: 1}
	if !d.IsComplex() {
		opt.ConjA, opt.ConjB = false, false
	}
	var ok bool
	if opt.Unary {
		s.layouts = []Layout{dst, a}
		s.ops, ok = sumOps(d, opt.ConjA)
	} else {
		switch {
		case opt.ConjA && opt.ConjB:
			s.conj = both
		case opt.ConjA:
			s.conj, a, b = second, b, a
		case opt.ConjB:
			s.conj = second
		}
		s.layouts = []Layout{dst, a, b}
		s.ops, ok = productOps(d, s.conj)
	}
	if !ok {
		return nil, dtypeErr(s.kernel, -1, d)
	}
	f, err := planFold(s)
	if err != nil {
		return nil, err
	}
	p := &ProductPlan{foldPlan: f}
	if opt.ConjA && !opt.ConjB && !opt.Unary {
		p.swapped = true
		p.extents[1], p.extents[2] = p.extents[2], p.extents[1]
	}
	return p, nil
}

// Run computes this worker's part from the memory at a and b into that at dst, each the base address of its operand. b is
// not used by a unary product.
func (p *ProductPlan) Run(w Work, dst, a, b unsafe.Pointer) {
	if p.swapped {
		a, b = b, a
	}
	p.run(w, dst, a, b)
}
