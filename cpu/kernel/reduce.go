package kernel

// Reduce: sums, products, extremes, means and positions of extremes over axes.

import (
	"unsafe"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/tensor"
)

// ReducePlan computes dst[i] = fn_r src[i,r].
//
//   - Sum and product take numeric dtypes; integers wrap round. Over no terms they are 0 and 1. Sums and means of float32
//     and complex64 are accumulated in double precision.
//   - Max and min take real dtypes and bool, and give NaN if there is one.
//   - Mean takes floating-point and complex dtypes.
//   - ArgMax and ArgMin take real dtypes and bool and give an int64: the position, counted column-major over the reduced
//     axes (the first one fastest), of the first NaN if there is one, else of the first extreme element.
type ReducePlan struct {
	foldPlan
	arg *argPlan
}

// PlanReduce plans a reduction of elements of dtype d. shape holds the axes i, then reduce axes r; the strides of dst along
// r mean nothing. All but sum and product refuse to reduce no elements. dst must not overlap src.
func PlanReduce(fn compiler.ReduceFn, d tensor.DType, shape []int, reduce int, dst, src Layout) (*ReducePlan, error) {
	if fn == compiler.ReduceArgMax || fn == compiler.ReduceArgMin {
		a, err := planArg(fn == compiler.ReduceArgMax, d, shape, reduce, dst, src)
		if err != nil {
			return nil, err
		}
		return &ReducePlan{arg: a, foldPlan: foldPlan{common: a.common}}, nil
	}
	s := foldSpec{kernel: "reduce", dtype: d, shape: shape, reduce: reduce, layouts: []Layout{dst, src}, count: 1}
	var ok bool
	if s.ops, ok = reduceOps(fn, d); !ok {
		return nil, dtypeErr(s.kernel, -1, d)
	}
	terms, err := reducedPoints(s.kernel, shape, reduce)
	if err != nil {
		return nil, err
	}
	switch fn {
	case compiler.ReduceProd:
		s.neutral = 1
	case compiler.ReduceMean:
		s.count = float64(terms)
	}
	if terms == 0 && fn != compiler.ReduceSum && fn != compiler.ReduceProd {
		return nil, planErr(s.kernel, 1, -1, ErrEmpty, "%d reduced axes of shape %v", reduce, shape)
	}
	f, err := planFold(s)
	if err != nil {
		return nil, err
	}
	return &ReducePlan{foldPlan: f}, nil
}

// reducedPoints counts the elements that are reduced to one.
func reducedPoints(kernel string, shape []int, reduce int) (int, error) {
	if reduce < 0 || reduce > len(shape) {
		return 0, planErr(kernel, -1, -1, ErrShape, "%d axes to reduce of rank %d", reduce, len(shape))
	}
	n, ok := 1, true
	for a, d := range shape[len(shape)-reduce:] {
		if d < 0 {
			return 0, planErr(kernel, -1, len(shape)-reduce+a, ErrShape, "size %d", d)
		}
		if n, ok = mulOK(n, d); !ok {
			return 0, planErr(kernel, -1, -1, ErrOverflow, "shape %v", shape)
		}
	}
	return n, nil
}

// Run computes this worker's part from the memory at src into that at dst, each the base address of its operand.
func (p *ReducePlan) Run(w Work, dst, src unsafe.Pointer) {
	if p.arg != nil {
		p.arg.run(w, dst, src)
		return
	}
	p.run(w, dst, src, nil)
}
