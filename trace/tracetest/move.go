package tracetest

// Move: operations whose elements are elements of the operands, each taken from one place.

import (
	"fmt"
	"slices"

	"github.com/tenferro/tenferro-go/trace"
)

// IndexError is an index out of the range of its axis, in a gather or a scatter.
type IndexError struct {
	Axis  int // of the tensor that is indexed
	Index int
	Size  int
}

func (e *IndexError) Error() string {
	return fmt.Sprintf("index %d is out of range of axis %d of size %d", e.Index, e.Axis, e.Size)
}

// source says where a structural operation takes the element of an index of its result from.
func source(op trace.Op, in []*array, t trace.Type) func(index []int) number {
	a := in[0]
	from := make([]int, a.Rank()) // the index to read; each function below sets all of it
	switch op := op.(type) {
	case trace.Permute:
		return func(index []int) number {
			for k, axis := range op.Axes {
				from[axis] = index[k]
			}
			return a.at(from)
		}
	case trace.Reshape:
		return func(index []int) number { return a.data[position(t.Shape, index)] }
	case trace.Broadcast:
		return func(index []int) number {
			for axis, to := range op.Axes {
				from[axis] = min(index[to], a.Shape[axis]-1)
			}
			return a.at(from)
		}
	case trace.Slice:
		return func(index []int) number {
			for axis, i := range index {
				from[axis] = op.Start[axis] + i*op.Step[axis]
			}
			return a.at(from)
		}
	case trace.Reverse:
		return func(index []int) number {
			copy(from, index)
			for _, axis := range op.Axes {
				from[axis] = a.Shape[axis] - 1 - index[axis]
			}
			return a.at(from)
		}
	case trace.Pad:
		return func(index []int) number {
			for axis, i := range index {
				at := i - op.Low[axis]
				step := op.Interior[axis] + 1
				if at < 0 || at%step != 0 || at/step >= a.Shape[axis] {
					return in[1].data[0]
				}
				from[axis] = at / step
			}
			return a.at(from)
		}
	case trace.Concatenate:
		return func(index []int) number {
			at := slices.Clone(index)
			for _, part := range in {
				if at[op.Axis] < part.Shape[op.Axis] {
					return part.at(at)
				}
				at[op.Axis] -= part.Shape[op.Axis]
			}
			panic("tracetest: concatenate: the parts do not add up")
		}
	case trace.Diagonal:
		return func(index []int) number {
			return a.at(slices.Insert(slices.Clone(index), op.Axis2, index[op.Axis1]))
		}
	case trace.EmbedDiagonal:
		return func(index []int) number {
			if index[op.Axis1] != index[op.Axis2] {
				return number{}
			}
			return a.at(slices.Delete(slices.Clone(index), op.Axis2, op.Axis2+1))
		}
	case trace.Tril:
		return triangle(a, func(i, j int) bool { return j-i <= op.K })
	case trace.Triu:
		return triangle(a, func(i, j int) bool { return j-i >= op.K })
	}
	panic("tracetest: no meaning known for " + op.Name())
}

func triangle(a *array, inside func(i, j int) bool) func(index []int) number {
	return func(index []int) number {
		if inside(index[0], index[1]) {
			return a.at(index)
		}
		return number{}
	}
}

// gather reads in[0] at the indices in[1:].
func gather(op trace.Gather, in []*array, t trace.Type) (*array, error) {
	var failed error
	a := fill(t, func(index []int) number {
		at, err := target(in[0], op.Axes, in[1:], index)
		if err != nil {
			if failed == nil {
				failed = err
			}
			return number{}
		}
		return in[0].at(at)
	})
	return a, failed
}

// scatter writes the updates in[1] into a copy of in[0] at the indices in[2:]. It walks the updates in column-major
// order, in which the axes of the index tensors come last: of two updates that meet, the later index is the later one.
func scatter(op trace.Scatter, in []*array) (*array, error) {
	out := &array{Type: in[0].Type, data: slices.Clone(in[0].data)}
	var failed error
	each(in[1].Shape, func(index []int) {
		at, err := target(in[0], op.Axes, in[2:], index)
		if err != nil {
			if failed == nil {
				failed = err
			}
			return
		}
		v := in[1].at(index)
		if op.Add {
			v = binary(trace.Add, out.DType, out.at(at), v)
		}
		out.set(at, v)
	})
	return out, failed
}

// target is the index of x that an index (r…, s…) of the gathered tensor means.
func target(x *array, axes []int, indices []*array, index []int) ([]int, error) {
	rest := x.Rank() - len(axes)
	at := make([]int, x.Rank())
	k := 0
	for axis := range at {
		if !slices.Contains(axes, axis) {
			at[axis] = index[k]
			k++
		}
	}
	for i, axis := range axes {
		at[axis] = int(indices[i].at(index[rest:]).n)
		if at[axis] < 0 || at[axis] >= x.Shape[axis] {
			return nil, &IndexError{Axis: axis, Index: at[axis], Size: x.Shape[axis]}
		}
	}
	return at, nil
}
