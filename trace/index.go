package trace

// Index: reading and writing at positions that are themselves data.

import "slices"

// Gather reads elements at computed positions. Its operands are x and, for each of the axes, in order, an index tensor;
// the index tensors have one integer dtype and one shape S. The result has the axes of x that are not indexed, then S:
//
//	result[r…, s…] = x[…], with index s of the k-th index tensor on axis Axes[k], and r on the other axes
//
// So what is gathered is batched behind, as batches are everywhere here. An index outside its axis, negative ones
// included, fails the run with an error that names the index and the axis.
type Gather struct {
	builtin
	Axes []int // distinct, in the order of the index operands
}

// Name returns "gather".
func (op Gather) Name() string { return "gather" }

// Attrs returns the axes: "axes=[1]".
func (op Gather) Attrs() string { return "axes=" + shapeString(op.Axes) }

// Infer gives the dtype of x; the shape is described above.
func (op Gather) Infer(in []Type) ([]Type, error) {
	if err := arity(in, 1+len(op.Axes)); err != nil {
		return nil, err
	}
	shape, err := gathered(in, op.Axes, 1)
	if err != nil {
		return nil, err
	}
	return result(in[0].DType, shape)
}

// Scatter is the way back of Gather: its operands are x, updates of the type that Gather would give, and the index
// tensors of Gather. The result is x with the updates set or, with Add, added at the indexed positions.
//
// Where several updates meet at one position they are taken in column-major order of the index tensors: sums come out
// the same each time, and of values that are set the last one stays.
type Scatter struct {
	builtin
	Axes []int // as in Gather
	Add  bool
}

// Name returns "scatter_add" or "scatter_set".
func (op Scatter) Name() string {
	if op.Add {
		return "scatter_add"
	}
	return "scatter_set"
}

// Attrs returns the axes: "axes=[1]".
func (op Scatter) Attrs() string { return "axes=" + shapeString(op.Axes) }

// Infer gives the type of x. To add, the dtype must be numeric.
func (op Scatter) Infer(in []Type) ([]Type, error) {
	if err := arity(in, 2+len(op.Axes)); err != nil {
		return nil, err
	}
	if op.Add {
		if err := numeric.check(in, 0); err != nil {
			return nil, err
		}
	}
	if err := sameDType(in, 1, 0); err != nil {
		return nil, err
	}
	shape, err := gathered(in, op.Axes, 2)
	if err != nil {
		return nil, err
	}
	if !slices.Equal(in[1].Shape, shape) {
		return nil, operandErr(ErrSize, 1, -1, "shape %s, want %s: the axes that are not indexed, then those of the indices",
			shapeString(in[1].Shape), shapeString(shape))
	}
	return result(in[0].DType, in[0].Shape)
}

// gathered checks the axes and the index operands, from in[first] on, and returns the shape that Gather gives.
func gathered(in []Type, axes []int, first int) ([]int, error) {
	if len(axes) == 0 {
		return nil, paramErr("axes", "none is named")
	}
	if err := checkAxes("axes", axes, in[0].Rank()); err != nil {
		return nil, err
	}
	if err := index.check(in, first); err != nil {
		return nil, err
	}
	for i := first + 1; i < len(in); i++ {
		if err := sameType(in, i, first); err != nil {
			return nil, err
		}
	}
	shape := append(without(in[0].Shape, axes), in[first].Shape...)
	for _, a := range axes {
		if in[0].Shape[a] == 0 && product(in[first].Shape) > 0 {
			return nil, operandErr(ErrEmpty, 0, a, "size 0 has no element to index")
		}
	}
	return shape, nil
}

// Gather returns the elements of x at the given indices of the given axes, one index tensor for each axis: first the
// axes of x that are not indexed, then those of the index tensors. Negative axes count from the end; a scalar among the
// index tensors goes with any shape.
func (tc *Context) Gather(x *Value, axes []int, indices ...*Value) *Value {
	op := Gather{Axes: normAxes(axes, x.Rank())}
	return tc.apply1(op, slices.Concat([]*Value{x}, tc.stretch(op.Name(), indices...))...)
}

// ScatterAdd returns x with updates added at the given indices of the given axes; updates has the shape that Gather would
// give.
func (tc *Context) ScatterAdd(x, updates *Value, axes []int, indices ...*Value) *Value {
	return tc.scatter(Scatter{Axes: normAxes(axes, x.Rank()), Add: true}, x, updates, indices)
}

// ScatterSet returns x with updates in place of the elements at the given indices of the given axes; updates has the
// shape that Gather would give.
func (tc *Context) ScatterSet(x, updates *Value, axes []int, indices ...*Value) *Value {
	return tc.scatter(Scatter{Axes: normAxes(axes, x.Rank())}, x, updates, indices)
}

func (tc *Context) scatter(op Scatter, x, updates *Value, indices []*Value) *Value {
	return tc.apply1(op, slices.Concat([]*Value{x, updates}, tc.stretch(op.Name(), indices...))...)
}

// Take returns the parts of x at the given positions along one axis, which the axes of indices replace. It is composed:
// a gather and a permutation.
func (tc *Context) Take(x, indices *Value, axis int) *Value {
	const op = "take"
	a, ok := tc.alongAxis(op, x, axis)
	if !ok || !tc.ready(op, x, indices) {
		return tc.poison1()
	}
	g := tc.as(op, tc.apply1(Gather{Axes: []int{a}}, x, indices))
	rest, rank := x.Rank()-1, g.Rank()
	if a == rest {
		return g
	}
	axes := slices.Concat(span(0, a), span(rest, rank), span(a, rest))
	return tc.as(op, tc.apply1(Permute{Axes: axes}, g))
}
