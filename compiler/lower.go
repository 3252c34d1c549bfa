package compiler

import (
	"fmt"
	"slices"

	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// node emits the steps of one node and settles where its results lie.
func (e *emitter) node(i int) error {
	n := &e.g.nodes[i]
	if isView(n.op) {
		e.view(i)
		return nil
	}
	switch op := n.op.(type) {
	case trace.Contract:
		e.contract(i, op)
	case trace.Unary, trace.Binary, trace.Compare, trace.Where, trace.Clamp, trace.Cast:
		e.elementwise(i)
	case sumLabels:
		e.sumLabels(i, op)
	case trace.Reduce:
		e.reduce(i, op)
	case trace.Concatenate:
		e.concatenate(i, op)
	case trace.Pad:
		e.pad(i, op)
	case trace.EmbedDiagonal:
		dst, t := e.dest(i, 0), e.g.typ(n.in[0])
		e.fill(dst, n.out[0], 0)
		e.copy(Operand{Buf: dst.Buf, Offset: dst.Offset, Strides: diagonal(op.Axis1, op.Axis2, dst.Strides)}, e.at(n.in[0]), t, false, "")
	case trace.Tril:
		e.triangle(i, true, op.K)
	case trace.Triu:
		e.triangle(i, false, op.K)
	case trace.Gather:
		e.gather(i, op)
	case trace.Scatter:
		e.scatter(i, op)
	case KernelOp:
		e.call(i, op)
	default:
		return fmt.Errorf("the operation %s has no lowering", n.op.Name())
	}
	return nil
}

// view settles a node that only looks at memory differently, or copies where a reshape cannot.
func (e *emitter) view(i int) {
	n := &e.g.nodes[i]
	in, src := e.g.typ(n.in[0]), e.at(n.in[0])
	if op, ok := n.op.(part); ok {
		e.placed[i][0] = e.windowOn(src, op.axes, n.out[0])
		return
	}
	if dst, ok := view(n.op, in, src); ok {
		if product(n.out[0].Shape) == 0 {
			dst.Offset = src.Offset // a view without elements stays inside its buffer
		}
		e.placed[i][0] = dst
		return
	}
	tmp := e.temp(in, nil)
	e.copy(tmp, src, in, false, "reshape")
	e.placed[i][0], _ = view(n.op, in, tmp)
}

// diagonal merges two axes: a step along the diagonal is a step along both.
func diagonal(axis1, axis2 int, strides []int) []int {
	merged := slices.Clone(strides)
	merged[axis1] += merged[axis2]
	return slices.Delete(merged, axis2, axis2+1)
}

// sumLabels emits the sum of a tensor over labels. A label that stands twice is a diagonal.
func (e *emitter) sumLabels(i int, op sumLabels) {
	n := &e.g.nodes[i]
	in, src := e.g.typ(n.in[0]), e.at(n.in[0])
	stride, dim := map[int]int{}, map[int]int{}
	var summed []int
	for axis, l := range op.in {
		if _, ok := dim[l]; !ok && !slices.Contains(op.out, l) {
			summed = append(summed, l)
		}
		stride[l] += src.Strides[axis]
		dim[l] = in.Shape[axis]
	}
	from := Operand{Buf: src.Buf, Offset: src.Offset}
	var shape []int
	for _, l := range slices.Concat(op.out, summed) {
		from.Strides = append(from.Strides, stride[l])
		shape = append(shape, dim[l])
	}
	e.sum(i, from, shape, len(summed))
}

// sum emits a sum over the last axes of a view.
func (e *emitter) sum(i int, src Operand, shape []int, reduce int) {
	t := e.g.nodes[i].out[0]
	dst := e.dest(i, 0)
	points, results := float64(product(shape)), float64(product(t.Shape))
	switch {
	case results == 0:
	case points == 0:
		e.fill(dst, t, 0)
	default:
		over := Operand{Buf: dst.Buf, Offset: dst.Offset, Strides: slices.Concat(dst.Strides, make([]int, reduce))}
		body := &Product{Shape: shape, Reduce: reduce, Dst: over, A: src, Unary: true}
		e.emit(body, "sum", points, (points+results)*float64(t.DType.Size()))
	}
}

// reduce emits a reduction. Sums go by the kernel that contractions use, which sums accurately.
func (e *emitter) reduce(i int, op trace.Reduce) {
	n := &e.g.nodes[i]
	in, src := e.g.typ(n.in[0]), e.at(n.in[0])
	from := Operand{Buf: src.Buf, Offset: src.Offset}
	var shape []int
	add := func(reduced bool) {
		for axis, d := range in.Shape {
			if slices.Contains(op.Axes, axis) == reduced {
				from.Strides = append(from.Strides, src.Strides[axis])
				shape = append(shape, d)
			}
		}
	}
	add(false)
	add(true)
	fn := reduceFns[op.Fn]
	if fn == ReduceSum && in.DType != tensor.Bool {
		e.sum(i, from, shape, len(op.Axes))
		return
	}
	t := n.out[0]
	dst := e.dest(i, 0)
	if product(t.Shape) == 0 {
		return
	}
	over := Operand{Buf: dst.Buf, Offset: dst.Offset, Strides: slices.Concat(dst.Strides, make([]int, len(op.Axes)))}
	points := float64(product(shape))
	e.emit(&Reduce{Fn: fn, Shape: shape, Reduce: len(op.Axes), Dst: over, Src: from}, "", points,
		points*float64(in.DType.Size())+float64(product(t.Shape)*t.DType.Size()))
}

var reduceFns = map[trace.ReduceFn]ReduceFn{
	trace.ReduceSum: ReduceSum, trace.ReduceProd: ReduceProd, trace.ReduceMax: ReduceMax, trace.ReduceMin: ReduceMin,
	trace.ReduceMean: ReduceMean, trace.ReduceArgMax: ReduceArgMax, trace.ReduceArgMin: ReduceArgMin,
}

// concatenate emits one copy for each operand, into its part of the result.
func (e *emitter) concatenate(i int, op trace.Concatenate) {
	dst := e.dest(i, 0)
	at := dst
	for _, r := range e.g.nodes[i].in {
		t := e.g.typ(r)
		e.copy(at, e.at(r), t, false, "concatenate")
		at.Offset += t.Shape[op.Axis] * dst.Strides[op.Axis]
	}
}

// pad emits the filling of the result with the pad value and the copy of the operand into its middle.
func (e *emitter) pad(i int, op trace.Pad) {
	n := &e.g.nodes[i]
	dst, t, in := e.dest(i, 0), n.out[0], e.g.typ(n.in[0])
	value := e.at(n.in[1])
	value.Strides = make([]int, len(t.Shape))
	e.copy(dst, value, t, false, "pad")
	inner := Operand{Buf: dst.Buf, Offset: dst.Offset}
	for axis, s := range dst.Strides {
		inner.Offset += op.Low[axis] * s
		inner.Strides = append(inner.Strides, s*(1+op.Interior[axis]))
	}
	e.copy(inner, e.at(n.in[0]), in, false, "pad")
}

// call emits a step that an extension's kernel computes.
func (e *emitter) call(i int, op KernelOp) {
	n := &e.g.nodes[i]
	c := &Call{Family: op.Family(), Kernel: op.Kernel(), Op: op}
	var bytes float64
	empty := true
	for _, r := range n.in {
		t := e.g.typ(r)
		c.In = append(c.In, View{Operand: e.at(r), Shape: slices.Clone(t.Shape)})
		bytes += float64(product(t.Shape) * t.DType.Size())
	}
	for k, t := range n.out {
		c.Out = append(c.Out, View{Operand: e.dest(i, k), Shape: slices.Clone(t.Shape)})
		bytes += float64(product(t.Shape) * t.DType.Size())
		empty = empty && product(t.Shape) == 0
	}
	if !empty {
		e.emit(c, "", 0, bytes)
	}
}
