package trace

// Window: operations that take a part of a tensor, turn it round, or set it into a larger one.

import (
	"fmt"
	"slices"
)

// Slice takes every Step-th element from Start up to, not including, Stop, along every axis: 0 ≤ Start ≤ Stop ≤ size
// and Step ≥ 1.
type Slice struct {
	builtin
	Start, Stop, Step []int
}

// Name returns "slice".
func (op Slice) Name() string { return "slice" }

// Attrs returns the ranges: "[0:4 1:9:2]".
func (op Slice) Attrs() string {
	ranges := make([]string, len(op.Start))
	for a := range ranges {
		ranges[a] = fmt.Sprintf("%d:%d", op.Start[a], op.Stop[a])
		if op.Step[a] != 1 {
			ranges[a] += fmt.Sprintf(":%d", op.Step[a])
		}
	}
	return fmt.Sprint(ranges)
}

// Infer gives the operand's dtype and ⌈(Stop-Start)/Step⌉ elements along each axis.
func (op Slice) Infer(in []Type) ([]Type, error) {
	if err := arity(in, 1); err != nil {
		return nil, err
	}
	if err := perAxis(in[0].Rank(), []string{"start", "stop", "step"}, op.Start, op.Stop, op.Step); err != nil {
		return nil, err
	}
	shape := make([]int, in[0].Rank())
	for a, n := range in[0].Shape {
		start, stop, step := op.Start[a], op.Stop[a], op.Step[a]
		switch {
		case start < 0 || start > stop || stop > n:
			return nil, operandErr(ErrParam, 0, a, "range %d:%d does not lie in size %d", start, stop, n)
		case step < 1:
			return nil, operandErr(ErrParam, 0, a, "step %d, want at least 1 (Reverse turns an axis)", step)
		}
		if stop > start {
			shape[a] = (stop-start-1)/step + 1
		}
	}
	return result(in[0].DType, shape)
}

// perAxis checks that each list of parameters has one entry for each axis.
func perAxis(rank int, names []string, lists ...[]int) error {
	for i, l := range lists {
		if len(l) != rank {
			return paramErr(names[i], "%s has %d entries, want one for each of %d axes", shapeString(l), len(l), rank)
		}
	}
	return nil
}

// Reverse turns axes round: the last index comes first. Axes ascend.
type Reverse struct {
	builtin
	Axes []int
}

// Name returns "reverse".
func (op Reverse) Name() string { return "reverse" }

// Attrs returns the axes: "axes=[0]".
func (op Reverse) Attrs() string { return "axes=" + shapeString(op.Axes) }

// Infer gives the operand's type.
func (op Reverse) Infer(in []Type) ([]Type, error) {
	if err := arity(in, 1); err != nil {
		return nil, err
	}
	if err := checkAscending("axes", op.Axes, in[0].Rank()); err != nil {
		return nil, err
	}
	return result(in[0].DType, in[0].Shape)
}

// Pad sets its first operand into a larger tensor filled with its second, a scalar. Along each axis, Low elements come
// before, High after, and Interior between any two neighbours; none is negative.
type Pad struct {
	builtin
	Low, High, Interior []int
}

// Name returns "pad".
func (op Pad) Name() string { return "pad" }

// Attrs returns the widths: "low=[1 0] high=[0 2] interior=[0 0]".
func (op Pad) Attrs() string {
	return fmt.Sprintf("low=%s high=%s interior=%s", shapeString(op.Low), shapeString(op.High), shapeString(op.Interior))
}

// Infer takes (T, scalar of T's dtype) and gives Low + n + (n-1)·Interior + High elements along each axis, Low + High
// where n is 0.
func (op Pad) Infer(in []Type) ([]Type, error) {
	if err := arity(in, 2); err != nil {
		return nil, err
	}
	if err := sameDType(in, 1, 0); err != nil {
		return nil, err
	}
	if in[1].Rank() != 0 {
		return nil, operandErr(ErrRank, 1, -1, "shape %s, want a scalar", shapeString(in[1].Shape))
	}
	if err := perAxis(in[0].Rank(), []string{"low", "high", "interior"}, op.Low, op.High, op.Interior); err != nil {
		return nil, err
	}
	shape := make([]int, in[0].Rank())
	for a, n := range in[0].Shape {
		low, high, interior := op.Low[a], op.High[a], op.Interior[a]
		if low < 0 || high < 0 || interior < 0 {
			return nil, operandErr(ErrParam, 0, a, "low %d, high %d, interior %d: none may be negative", low, high, interior)
		}
		between, ok := mul(max(n-1, 0), interior)
		for _, part := range []int{n, low, high} {
			if between += part; between < 0 {
				ok = false
			}
		}
		if !ok {
			return nil, operandErr(ErrOverflow, 0, a, "size %d with low %d, high %d, interior %d overflows",
				n, low, high, interior)
		}
		shape[a] = between
	}
	return result(in[0].DType, shape)
}

// Concatenate joins one or more operands along an axis; their other sizes agree.
type Concatenate struct {
	builtin
	Axis int
}

// Name returns "concatenate".
func (op Concatenate) Name() string { return "concatenate" }

// Attrs returns the axis: "axis=0".
func (op Concatenate) Attrs() string { return fmt.Sprintf("axis=%d", op.Axis) }

// Infer gives the operands' dtype and shape, with the sum of the sizes along the axis.
func (op Concatenate) Infer(in []Type) ([]Type, error) {
	if len(in) == 0 {
		return nil, fmt.Errorf("%w: 0, want at least 1", ErrOperands)
	}
	if err := checkAxis("axis", op.Axis, in[0].Rank()); err != nil {
		return nil, err
	}
	shape := cloneInts(in[0].Shape)
	for i := 1; i < len(in); i++ {
		if err := sameDType(in, i, 0); err != nil {
			return nil, err
		}
		if in[i].Rank() != in[0].Rank() {
			return nil, operandErr(ErrRank, i, -1, "rank %d, want %d as operand 0 has", in[i].Rank(), in[0].Rank())
		}
		for a, n := range in[i].Shape {
			switch {
			case a == op.Axis && n > maxInt-shape[a]:
				return nil, operandErr(ErrOverflow, i, a, "size %d makes the sum overflow", n)
			case a == op.Axis:
				shape[a] += n
			case n != shape[a]:
				return nil, operandErr(ErrSize, i, a, "size %d, want %d as operand 0 has", n, shape[a])
			}
		}
	}
	return result(in[0].DType, shape)
}

// Slice returns every step-th element of x from start up to, not including, stop, along every axis. A nil start means 0,
// a nil stop the sizes, a nil step 1, for all axes.
func (tc *Context) Slice(x *Value, start, stop, step []int) *Value {
	op := Slice{Start: cloneInts(start), Stop: cloneInts(stop), Step: cloneInts(step)}
	if start == nil {
		op.Start = make([]int, x.Rank())
	}
	if stop == nil {
		op.Stop = cloneInts(x.Shape())
	}
	if step == nil {
		op.Step = slices.Repeat([]int{1}, x.Rank())
	}
	return tc.apply1(op, x)
}

// SliceAxis returns the part of x from start up to, not including, stop along one axis.
func (tc *Context) SliceAxis(x *Value, axis, start, stop int) *Value {
	a, ok := tc.alongAxis("slice", x, axis)
	if !ok {
		return tc.poison1()
	}
	from, to := make([]int, x.Rank()), x.Shape()
	from[a], to[a] = start, stop
	return tc.Slice(x, from, to, nil)
}

// Reverse turns axes of x round, all of them if none is given. Negative axes count from the end.
func (tc *Context) Reverse(x *Value, axes ...int) *Value {
	op := Reverse{Axes: normSet(axes, x.Rank())}
	if len(axes) == 0 {
		op.Axes = span(0, x.Rank())
	}
	return tc.apply1(op, x)
}

// Pad sets x into a larger tensor filled with value, a scalar of x's dtype: low elements before, high after, interior
// between neighbours, for each axis. A nil list means 0 for all axes.
func (tc *Context) Pad(x, value *Value, low, high, interior []int) *Value {
	list := func(l []int) []int {
		if l == nil {
			return make([]int, x.Rank())
		}
		return cloneInts(l)
	}
	return tc.apply1(Pad{Low: list(low), High: list(high), Interior: list(interior)}, x, value)
}

// Concatenate joins values along an axis; a negative axis counts from the end.
func (tc *Context) Concatenate(axis int, xs ...*Value) *Value {
	if len(xs) > 0 {
		axis = normAxis(axis, xs[0].Rank())
	}
	return tc.apply1(Concatenate{Axis: axis}, xs...)
}

// Stack joins values of one type along a new axis, at its position in the result; a negative axis counts from the end,
// so that -1 appends it. It is composed: reshapes and a concatenation.
func (tc *Context) Stack(axis int, xs ...*Value) *Value {
	const op = "stack"
	if !tc.ready(op, xs...) {
		return tc.poison1()
	}
	types := make([]Type, len(xs))
	grown := make([]*Value, len(xs))
	for i, x := range xs {
		types[i] = x.typ
		if err := sameType(types, i, 0); err != nil {
			return tc.poisoned(1, op, err)[0]
		}
		grown[i] = tc.ExpandDims(x, axis)
	}
	return tc.as(op, tc.Concatenate(axis, grown...))
}

// Split cuts x along an axis into parts of the given sizes, which add up to the size of the axis. It is composed: slices.
func (tc *Context) Split(x *Value, axis int, sizes ...int) []*Value {
	const op = "split"
	a, ok := tc.alongAxis(op, x, axis)
	if !ok {
		return tc.poison(len(sizes))
	}
	n := x.typ.Shape[a]
	rest := n
	for i, size := range sizes {
		if size < 0 || size > rest {
			return tc.poisoned(len(sizes), op, operandErr(ErrSize, 0, a, "part %d of size %d is not in the %d left of %d",
				i, size, rest, n))
		}
		rest -= size
	}
	if rest != 0 {
		return tc.poisoned(len(sizes), op, operandErr(ErrSize, 0, a, "parts %s leave %d of size %d",
			shapeString(sizes), rest, n))
	}
	parts := make([]*Value, len(sizes))
	at := 0
	for i, size := range sizes {
		parts[i] = tc.SliceAxis(x, a, at, at+size)
		at += size
	}
	return parts
}
