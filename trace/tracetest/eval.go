package tracetest

// Eval: a graph interpreted node by node.

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// Eval computes the outputs of a graph on the given inputs. The inputs may lie in any layout; the outputs are compact
// and new. Values of float32 and complex64 are computed in double precision and rounded once for each operation.
//
// It fails if the graph does not hold together, if an input has not the type that the graph wants, on an *IndexError, and
// on operations of extensions, which it does not know.
func Eval(g *trace.Graph, in []*tensor.Tensor) ([]*tensor.Tensor, error) {
	if g == nil {
		return nil, errors.New("no graph")
	}
	if err := g.Check(); err != nil {
		return nil, err
	}
	if len(in) != len(g.Inputs) {
		return nil, fmt.Errorf("%d inputs, want %d", len(in), len(g.Inputs))
	}
	values := make([]*array, len(g.Nodes))
	for i, t := range in {
		a, err := loadInput(t, g.Type(g.Inputs[i]))
		if err != nil {
			return nil, fmt.Errorf("input %d: %w", i, err)
		}
		values[g.Inputs[i].Node] = a
	}
	for i, n := range g.Nodes {
		if values[i] != nil {
			continue
		}
		operands := make([]*array, len(n.In))
		for k, r := range n.In {
			operands[k] = values[r.Node]
		}
		if n.Op.Family() != "" {
			return nil, fmt.Errorf("node %d: no meaning known for %s of family %q", i, n.Op.Name(), n.Op.Family())
		}
		a, err := evalOp(n.Op, operands, n.Out[0])
		if err != nil {
			return nil, fmt.Errorf("node %d, %s: %w", i, n.Op.Name(), err)
		}
		values[i] = a
	}
	out := make([]*tensor.Tensor, len(g.Outputs))
	for i, r := range g.Outputs {
		t, err := values[r.Node].store()
		if err != nil {
			return nil, fmt.Errorf("output %d: %w", i, err)
		}
		out[i] = t
	}
	return out, nil
}

func loadInput(t *tensor.Tensor, want trace.Type) (*array, error) {
	if t == nil {
		return nil, fmt.Errorf("nil, want %s", want)
	}
	if have := (trace.Type{DType: t.DType(), Shape: t.Shape()}); !have.Equal(want) {
		return nil, fmt.Errorf("%s, want %s", have, want)
	}
	return load(t)
}

// evalOp computes the result, of type t, of one operation. All operations of package trace have one result.
func evalOp(op trace.Op, in []*array, t trace.Type) (*array, error) {
	switch op := op.(type) {
	case trace.Const:
		return load(op.Tensor())
	case trace.Full:
		s, err := load(op.Scalar())
		if err != nil {
			return nil, err
		}
		return fill(t, func([]int) number { return s.data[0] }), nil
	case trace.Iota:
		return fill(t, func(index []int) number { return cast(tensor.Int64, t.DType, number{n: int64(index[op.Axis])}) }), nil
	case trace.Unary, trace.Binary, trace.Compare, trace.Where, trace.Clamp, trace.Cast:
		return elementwise(op, in, t), nil
	case trace.Reduce:
		return reduce(op, in[0], t), nil
	case trace.Gather:
		return gather(op, in, t)
	case trace.Scatter:
		return scatter(op, in)
	case trace.Contract:
		return contract(op, in[0], in[1], t), nil
	}
	return fill(t, source(op, in, t)), nil
}

// elementwise computes operations whose result at an index depends on the operands at that index.
func elementwise(op trace.Op, in []*array, t trace.Type) *array {
	d := in[0].DType
	return fill(t, func(index []int) number {
		x := make([]number, len(in))
		for i, a := range in {
			x[i] = a.at(index)
		}
		switch op := op.(type) {
		case trace.Unary:
			return unary(op.Fn, d, x[0])
		case trace.Binary:
			return binary(op.Fn, d, x[0], x[1])
		case trace.Compare:
			return boolNumber(compare(op.Fn, d, x[0], x[1]))
		case trace.Clamp:
			return clamp(d, x[0], x[1], x[2])
		case trace.Cast:
			return cast(d, op.To, x[0])
		}
		if x[0].n != 0 { // Where
			return x[1]
		}
		return x[2]
	})
}

// reduce walks the reduced axes in column-major order, for each index of the result.
func reduce(op trace.Reduce, a *array, t trace.Type) *array {
	var inner, kept []int
	for axis, n := range a.Shape {
		if slices.Contains(op.Axes, axis) {
			inner = append(inner, n)
		} else {
			kept = append(kept, axis)
		}
	}
	return fill(t, func(index []int) number {
		var column []number
		full := make([]int, a.Rank())
		for k, axis := range kept {
			full[axis] = index[k]
		}
		each(inner, func(r []int) {
			for k, axis := range op.Axes {
				full[axis] = r[k]
			}
			column = append(column, a.at(full))
		})
		return reduceColumn(op.Fn, a.DType, column)
	})
}

// reduceColumn reduces a list of elements of dtype d.
func reduceColumn(fn trace.ReduceFn, d tensor.DType, column []number) number {
	fold := func(fn trace.BinaryFn, start number) number {
		for _, x := range column {
			start = binary(fn, d, start, x)
		}
		return start
	}
	switch fn {
	case trace.ReduceSum:
		return fold(trace.Add, number{})
	case trace.ReduceMean:
		return binary(trace.Div, d, fold(trace.Add, number{}), realNumber(float64(len(column))))
	case trace.ReduceProd:
		if d.IsScalar() {
			return fold(trace.Mul, realNumber(1))
		}
		return fold(trace.Mul, number{n: 1})
	case trace.ReduceMax:
		return fold(trace.Max, column[0])
	case trace.ReduceMin:
		return fold(trace.Min, column[0])
	}
	better := trace.Greater
	if fn == trace.ReduceArgMin {
		better = trace.Less
	}
	best := 0
	for i, x := range column {
		b := column[best]
		if !b.isNaN() && (x.isNaN() || compare(better, d, x, b)) { // the first NaN beats everything
			best = i
		}
	}
	return number{n: int64(best)}
}

// contract sums products over all indices of all labels, each in turn.
func contract(op trace.Contract, a, b *array, t trace.Type) *array {
	var labels, sizes []int
	note := func(ls, shape []int) {
		for axis, l := range ls {
			if !slices.Contains(labels, l) {
				labels, sizes = append(labels, l), append(sizes, shape[axis])
			}
		}
	}
	note(op.A, a.Shape)
	note(op.B, b.Shape)
	sum := &array{Type: t, data: make([]number, t.Len())}
	each(sizes, func(index []int) {
		pick := func(ls []int) []int {
			at := make([]int, len(ls))
			for axis, l := range ls {
				at[axis] = index[slices.Index(labels, l)]
			}
			return at
		}
		x, y := a.at(pick(op.A)), b.at(pick(op.B))
		if op.ConjA && t.DType.IsComplex() {
			x = unary(trace.Conj, t.DType, x)
		}
		if op.ConjB && t.DType.IsComplex() {
			y = unary(trace.Conj, t.DType, y)
		}
		to := position(t.Shape, pick(op.Out))
		sum.data[to] = binary(trace.Add, t.DType, sum.data[to], binary(trace.Mul, t.DType, x, y))
	})
	return fill(t, sum.at) // rounds
}
