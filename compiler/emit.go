package compiler

import (
	"slices"

	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// emitter turns the planned graph into steps over buffers.
type emitter struct {
	g      *ir
	cm     *CostModel
	plan   *planner
	group  grouping
	p      *Program
	placed [][]Operand // by node and result: where the value lies
	temps  int         // temporary buffers made so far
	output map[ref]int // the output port that a value is written to directly

	loop    []int // by node: the loop that it belongs to, -1 for none
	open    int   // the loop that is being emitted, -1 for none
	windows int   // buffers that move, made so far
}

// temp makes a temporary buffer for a tensor whose axes lie compactly in the given order (nil: column-major).
func (e *emitter) temp(t trace.Type, order []int) Operand {
	if order == nil {
		order = ascending(len(t.Shape))
	}
	buf := e.buffer(Temp, e.temps, t.DType, product(t.Shape))
	e.temps++
	return Operand{Buf: buf, Strides: compact(t.Shape, order)}
}

func (e *emitter) buffer(kind BufferKind, index int, d tensor.DType, n int) int {
	e.p.Buffers = append(e.p.Buffers, Buffer{Kind: kind, Index: index, DType: d, Len: n})
	return len(e.p.Buffers) - 1
}

// dest is where a result is to be written: its output port if it has one, otherwise a temporary in its planned layout.
func (e *emitter) dest(n, out int) Operand {
	r := ref{n, out}
	if port, ok := e.output[r]; ok {
		o := &e.p.Outputs[port]
		e.placed[n][out] = Operand{Buf: o.Buf, Offset: o.Origin, Strides: o.Strides}
	} else {
		e.placed[n][out] = e.temp(e.g.typ(r), e.plan.orderOf(r))
	}
	return e.placed[n][out]
}

// at is where a value lies.
func (e *emitter) at(r ref) Operand { return e.placed[r.node][r.out] }

func (e *emitter) emit(b Body, label string, flops, bytes float64) {
	e.p.Steps = append(e.p.Steps, Step{Body: b, Label: label, Flops: flops, Bytes: bytes})
}

// copy emits a move of a whole tensor, unless it has no element.
func (e *emitter) copy(dst, src Operand, t trace.Type, conj bool, label string) {
	n := product(t.Shape)
	if n == 0 {
		return
	}
	e.emit(&Copy{Shape: slices.Clone(t.Shape), Dst: dst, Src: src, Conj: conj}, label, 0, 2*float64(n)*float64(t.DType.Size()))
}

// fill emits a constant value over a whole tensor, unless it has no element.
func (e *emitter) fill(dst Operand, t trace.Type, value complex128) {
	n := product(t.Shape)
	if n == 0 {
		return
	}
	e.emit(&Fill{Shape: slices.Clone(t.Shape), Dst: dst, Value: value}, "", 0, float64(n)*float64(t.DType.Size()))
}

func product(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}
