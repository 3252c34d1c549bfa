package trace

// Layout: operations that keep every element and change only where it stands.

import (
	"fmt"
	"slices"
)

// Permute reorders axes: axis i of the result is axis Axes[i] of the operand.
type Permute struct {
	builtin
	Axes []int
}

// Name returns "permute".
func (op Permute) Name() string { return "permute" }

// Attrs returns the axes: "axes=[1 0]".
func (op Permute) Attrs() string { return "axes=" + shapeString(op.Axes) }

// Infer gives the operand's type with its axes reordered.
func (op Permute) Infer(in []Type) ([]Type, error) {
	if err := arity(in, 1); err != nil {
		return nil, err
	}
	rank := in[0].Rank()
	if err := checkAxes("axes", op.Axes, rank); err != nil {
		return nil, err
	}
	if len(op.Axes) != rank {
		return nil, paramErr("axes", "%s names %d of %d axes", shapeString(op.Axes), len(op.Axes), rank)
	}
	shape := make([]int, rank)
	for i, a := range op.Axes {
		shape[i] = in[0].Shape[a]
	}
	return result(in[0].DType, shape)
}

// Reshape gives the elements a new shape, in column-major order: the leftmost index runs fastest on both sides.
type Reshape struct {
	builtin
	Shape []int
}

// Name returns "reshape".
func (op Reshape) Name() string { return "reshape" }

// Attrs returns the new shape: "shape=[6]".
func (op Reshape) Attrs() string { return "shape=" + shapeString(op.Shape) }

// Infer gives the operand's dtype and the new shape, which must have as many elements.
func (op Reshape) Infer(in []Type) ([]Type, error) {
	if err := arity(in, 1); err != nil {
		return nil, err
	}
	out, err := result(in[0].DType, op.Shape)
	if err != nil {
		return nil, err
	}
	if have, want := in[0].Len(), out[0].Len(); have != want {
		return nil, operandErr(ErrSize, 0, -1, "shape %s has %d elements, %s has %d", shapeString(in[0].Shape), have,
			shapeString(op.Shape), want)
	}
	return out, nil
}

// Broadcast repeats elements along new axes and axes of size 1: axis i of the operand becomes axis Axes[i] of the
// result, and must have its size there or size 1. Axes ascend; Permute does the rest.
type Broadcast struct {
	builtin
	Shape []int
	Axes  []int
}

// Name returns "broadcast".
func (op Broadcast) Name() string { return "broadcast" }

// Attrs returns the shape and the axes: "shape=[2 3] axes=[0]".
func (op Broadcast) Attrs() string {
	return "shape=" + shapeString(op.Shape) + " axes=" + shapeString(op.Axes)
}

// Infer gives the operand's dtype and the new shape.
func (op Broadcast) Infer(in []Type) ([]Type, error) {
	if err := arity(in, 1); err != nil {
		return nil, err
	}
	if len(op.Axes) != in[0].Rank() {
		return nil, operandErr(ErrRank, 0, -1, "rank %d, but axes=%s", in[0].Rank(), shapeString(op.Axes))
	}
	if err := checkAscending("axes", op.Axes, len(op.Shape)); err != nil {
		return nil, err
	}
	for i, a := range op.Axes {
		if n := in[0].Shape[i]; n != 1 && n != op.Shape[a] {
			return nil, operandErr(ErrSize, 0, i, "size %d, want 1 or %d as axis %d of shape %s has", n, op.Shape[a], a,
				shapeString(op.Shape))
		}
	}
	return result(in[0].DType, op.Shape)
}

// Permute returns x with its axes reordered: axis i of the result is axis axes[i] of x. Negative axes count from the end.
func (tc *Context) Permute(x *Value, axes ...int) *Value {
	return tc.apply1(Permute{Axes: normAxes(axes, x.Rank())}, x)
}

// Transpose returns x with its first two axes exchanged: the transpose of each matrix of a batch.
func (tc *Context) Transpose(x *Value) *Value {
	if !tc.ready("transpose", x) {
		return tc.poison1()
	}
	if err := wantRank([]Type{x.typ}, 0, 2); err != nil {
		return tc.poisoned(1, "transpose", err)[0]
	}
	axes := span(0, x.Rank())
	axes[0], axes[1] = 1, 0
	return tc.apply1(Permute{Axes: axes}, x)
}

// Reshape returns the elements of x, in column-major order, under a new shape. One size may be -1: it is inferred.
func (tc *Context) Reshape(x *Value, shape ...int) *Value {
	if !tc.ready("reshape", x) {
		return tc.poison1()
	}
	full, err := inferSize(x.typ, shape)
	if err != nil {
		return tc.poisoned(1, "reshape", err)[0]
	}
	return tc.apply1(Reshape{Shape: full}, x)
}

// inferSize replaces the one -1 of a shape by the size that makes the element counts agree.
func inferSize(t Type, shape []int) ([]int, error) {
	full := cloneInts(shape)
	hole := slices.Index(full, -1)
	if hole < 0 {
		return full, nil
	}
	full[hole] = 1
	out, err := result(t.DType, full) // also finds a second -1
	if err != nil {
		return nil, err
	}
	if out[0].Len() == 0 || t.Len()%out[0].Len() != 0 {
		return nil, operandErr(ErrSize, 0, -1, "no size for -1 gives shape %s the %d elements of %s", shapeString(shape),
			t.Len(), shapeString(t.Shape))
	}
	full[hole] = t.Len() / out[0].Len()
	return full, nil
}

// Broadcast repeats x along new axes and axes of size 1. Axis i of x becomes axis axes[i] of the shape; without axes it
// becomes axis i, so that new axes trail, as batch axes do.
func (tc *Context) Broadcast(x *Value, shape []int, axes ...int) *Value {
	op := Broadcast{Shape: cloneInts(shape), Axes: normAxes(axes, len(shape))}
	if len(axes) == 0 {
		op.Axes = span(0, x.Rank())
	}
	return tc.apply1(op, x)
}

// ExpandDims puts axes of size 1 into the shape, at the positions that they have in the result. It is the way back from
// a reduction or Squeeze over the same axes. It is composed: a reshape.
func (tc *Context) ExpandDims(x *Value, axes ...int) *Value {
	if !tc.ready("expand_dims", x) {
		return tc.poison1()
	}
	rank := x.Rank() + len(axes)
	set := normSet(axes, rank)
	if err := checkAxes("axes", set, rank); err != nil {
		return tc.poisoned(1, "expand_dims", err)[0]
	}
	shape := x.Shape()
	for _, a := range set {
		shape = slices.Insert(shape, a, 1)
	}
	return tc.apply1(Reshape{Shape: shape}, x)
}

// Squeeze drops axes, which must have size 1. It is composed: a reshape.
func (tc *Context) Squeeze(x *Value, axes ...int) *Value {
	if !tc.ready("squeeze", x) {
		return tc.poison1()
	}
	set := normSet(axes, x.Rank())
	if err := checkAxes("axes", set, x.Rank()); err != nil {
		return tc.poisoned(1, "squeeze", err)[0]
	}
	for _, a := range set {
		if n := x.typ.Shape[a]; n != 1 {
			return tc.poisoned(1, "squeeze", operandErr(ErrSize, 0, a, "size %d, want 1", n))[0]
		}
	}
	return tc.apply1(Reshape{Shape: without(x.typ.Shape, set)}, x)
}

// alongAxis checks one axis of x for a composed front and returns it counted from the start.
func (tc *Context) alongAxis(op string, x *Value, axis int) (int, bool) {
	if !tc.ready(op, x) {
		return 0, false
	}
	a := normAxis(axis, x.Rank())
	if err := checkAxis("axis", a, x.Rank()); err != nil {
		tc.fail(op, fmt.Errorf("operand 0: %w", err))
		return 0, false
	}
	return a, true
}
