package trace

// Reduce: what is left when axes go away.

import "github.com/tenferro/tenferro-go/tensor"

// ReduceFn is the function of a Reduce operation.
type ReduceFn uint8

// The reductions.
//
//   - ReduceSum and ReduceProd take numeric dtypes; integers wrap round. Over an empty axis they give 0 and 1.
//   - ReduceMax and ReduceMin take real dtypes and give NaN if there is one.
//   - ReduceMean takes floating-point and complex dtypes.
//   - ReduceArgMax and ReduceArgMin take real dtypes and give the int64 position of the first extreme element, of the
//     first NaN if there is one, counted in column-major order over the reduced axes (the first axis fastest).
//
// All but sum and product refuse an empty axis when they are traced.
const (
	ReduceSum ReduceFn = iota + 1
	ReduceProd
	ReduceMax
	ReduceMin
	ReduceMean
	ReduceArgMax
	ReduceArgMin
)

var reduceFns = [...]struct {
	name  string
	takes class
	empty bool // has a value over an empty axis
	arg   bool // gives a position
}{
	ReduceSum:    {"reduce_sum", numeric, true, false},
	ReduceProd:   {"reduce_prod", numeric, true, false},
	ReduceMax:    {"reduce_max", ordered, false, false},
	ReduceMin:    {"reduce_min", ordered, false, false},
	ReduceMean:   {"reduce_mean", inexact, false, false},
	ReduceArgMax: {"argmax", ordered, false, true},
	ReduceArgMin: {"argmin", ordered, false, true},
}

// Valid reports whether f is one of the reductions above.
func (f ReduceFn) Valid() bool { return f > 0 && int(f) < len(reduceFns) }

// String returns the reduction's name, such as "reduce_sum" or "argmax".
func (f ReduceFn) String() string {
	if !f.Valid() {
		return "reduce"
	}
	return reduceFns[f].name
}

// Reduce reduces the listed axes, which vanish from the shape. Axes ascend. No axes at all reduce nothing: the result is
// the operand, or zeros for a position.
type Reduce struct {
	builtin
	Fn   ReduceFn
	Axes []int
}

// Name returns the reduction's name.
func (op Reduce) Name() string { return op.Fn.String() }

// Attrs returns the axes: "axes=[0 2]".
func (op Reduce) Attrs() string { return "axes=" + shapeString(op.Axes) }

// Infer gives the operand's type without the axes; int64 for positions.
func (op Reduce) Infer(in []Type) ([]Type, error) {
	if !op.Fn.Valid() {
		return nil, paramErr("fn", "%d is not a reduction", op.Fn)
	}
	if err := arity(in, 1); err != nil {
		return nil, err
	}
	fn := reduceFns[op.Fn]
	if err := fn.takes.check(in, 0); err != nil {
		return nil, err
	}
	if err := checkAscending("axes", op.Axes, in[0].Rank()); err != nil {
		return nil, err
	}
	for _, a := range op.Axes {
		if in[0].Shape[a] == 0 && !fn.empty {
			return nil, operandErr(ErrEmpty, 0, a, "size 0 leaves nothing to take the %s of", op.Fn)
		}
	}
	d := in[0].DType
	if fn.arg {
		d = tensor.Int64
	}
	return result(d, without(in[0].Shape, op.Axes))
}

// reduce is the front of all reductions: negative axes count from the end, no axes mean all.
func (tc *Context) reduce(fn ReduceFn, x *Value, axes []int) *Value {
	op := Reduce{Fn: fn, Axes: normSet(axes, x.Rank())}
	if len(axes) == 0 {
		op.Axes = span(0, x.Rank())
	}
	return tc.apply1(op, x)
}

// Sum returns the sum over axes, over all of them if none is given; negative axes count from the end. The axes vanish;
// ExpandDims with the same axes puts them back with size 1.
func (tc *Context) Sum(x *Value, axes ...int) *Value { return tc.reduce(ReduceSum, x, axes) }

// Prod returns the product over axes, taken as in Sum.
func (tc *Context) Prod(x *Value, axes ...int) *Value { return tc.reduce(ReduceProd, x, axes) }

// Mean returns the mean over axes, taken as in Sum.
func (tc *Context) Mean(x *Value, axes ...int) *Value { return tc.reduce(ReduceMean, x, axes) }

// ReduceMax returns the greatest element over axes, taken as in Sum.
func (tc *Context) ReduceMax(x *Value, axes ...int) *Value { return tc.reduce(ReduceMax, x, axes) }

// ReduceMin returns the least element over axes, taken as in Sum.
func (tc *Context) ReduceMin(x *Value, axes ...int) *Value { return tc.reduce(ReduceMin, x, axes) }

// ArgMax returns the int64 position of the first greatest element, counted column-major over the axes, taken as in Sum.
func (tc *Context) ArgMax(x *Value, axes ...int) *Value { return tc.reduce(ReduceArgMax, x, axes) }

// ArgMin returns the int64 position of the first least element, counted column-major over the axes, taken as in Sum.
func (tc *Context) ArgMin(x *Value, axes ...int) *Value { return tc.reduce(ReduceArgMin, x, axes) }

// span returns lo, lo+1, …, hi-1.
func span(lo, hi int) []int {
	s := make([]int, 0, max(hi-lo, 0))
	for i := lo; i < hi; i++ {
		s = append(s, i)
	}
	return s
}
