package compilertest

// Run: the memory of a run, and its steps.

import (
	"context"
	"fmt"
	"unsafe"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
	"github.com/tenferro/tenferro-go/trace/tracetest"
)

// executable is a program made ready.
type executable struct {
	engine  *Engine
	program *compiler.Program
	kernels map[[2]string]compiler.Kernel
	folded  []*tensor.Tensor
}

// Run implements compiler.Executable.
func (x *executable) Run(ctx context.Context, in, out []*tensor.Tensor) error {
	x.engine.count(func(c *Counts) { c.Runs++ })
	memory, err := x.memory(in)
	if err != nil {
		return err
	}
	next := 0
	for k := range x.program.Loops {
		l := &x.program.Loops[k]
		if err := x.span(ctx, next, l.First, memory); err != nil {
			return err
		}
		if err := x.slices(ctx, l, memory); err != nil {
			return err
		}
		next = l.End
	}
	if err := x.span(ctx, next, len(x.program.Steps), memory); err != nil {
		return err
	}
	for i, port := range x.program.Outputs {
		v, err := memory[port.Buf].View(port.Origin, port.Shape, port.Strides)
		if err != nil {
			return fmt.Errorf("result %d: %w", i, err)
		}
		if err := tensor.Copy(out[i], v); err != nil {
			return fmt.Errorf("result %d: %w", i, err)
		}
	}
	return ctx.Err()
}

// span does the steps from first up to end.
func (x *executable) span(ctx context.Context, first, end int, memory []*tensor.Storage) error {
	for i := first; i < end; i++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := x.step(ctx, i, memory); err != nil {
			return err
		}
	}
	return nil
}

// slices does the steps of a loop for each slice.
func (x *executable) slices(ctx context.Context, l *compiler.Loop, memory []*tensor.Storage) error {
	for n := range l.Slices() {
		for _, w := range l.Windows {
			at, rest := w.Start, n
			for k, size := range l.Sizes {
				at += rest % size * w.Strides[k]
				rest /= size
			}
			b, of := &x.program.Buffers[w.Buf], memory[w.Of]
			memory[w.Buf] = tensor.NewStorage(b.DType, unsafe.Add(of.Pointer(), at*b.DType.Size()), b.Len, of)
		}
		if err := x.span(ctx, l.First, l.End, memory); err != nil {
			return err
		}
	}
	return nil
}

// memory makes the storage of every buffer. Nothing is shared with the operands: each is copied into a buffer of its own
// as its port says it lies.
func (x *executable) memory(in []*tensor.Tensor) ([]*tensor.Storage, error) {
	p := x.program
	arena := tensor.MustNew(tensor.Complex128, (p.ArenaBytes+15)/16).Storage()
	poison(arena)
	memory := make([]*tensor.Storage, len(p.Buffers))
	for i := range p.Buffers {
		b := &p.Buffers[i]
		switch b.Kind {
		case compiler.Const:
			memory[i] = p.Consts[b.Index].Storage()
		case compiler.Folded:
			memory[i] = x.folded[b.Index].Storage()
		case compiler.Temp:
			memory[i] = tensor.NewStorage(b.DType, unsafe.Add(arena.Pointer(), b.Offset), b.Len, arena)
		case compiler.Moving: // where it lies depends on the slice
		default:
			t, err := tensor.New(b.DType, b.Len)
			if err != nil {
				return nil, err
			}
			memory[i] = t.Storage()
			poison(memory[i])
		}
	}
	for i, port := range p.Inputs {
		v, err := memory[port.Buf].View(port.Origin, port.Shape, port.Strides)
		if err != nil {
			return nil, fmt.Errorf("operand %d: %w", i, err)
		}
		if err := copyElements(v, in[i]); err != nil {
			return nil, fmt.Errorf("operand %d: %w", i, err)
		}
	}
	return memory, nil
}

// copyElements copies to where an operand lies, which may be one place for several of its elements.
func copyElements(dst, src *tensor.Tensor) error {
	if !dst.HasSelfOverlap() {
		return tensor.Copy(dst, src)
	}
	for axis := range dst.Rank() {
		if dst.Stride(axis) == 0 && dst.Dim(axis) > 1 {
			d, err := dst.Slice(first(dst, axis)...)
			if err != nil {
				return err
			}
			s, err := src.Slice(first(src, axis)...)
			if err != nil {
				return err
			}
			return copyElements(d, s)
		}
	}
	return tensor.Copy(dst, src)
}

// first is the ranges that keep the first index of one axis and the whole of the others.
func first(t *tensor.Tensor, axis int) []tensor.Range {
	ranges := make([]tensor.Range, t.Rank())
	for a := range ranges {
		ranges[a] = tensor.All()
	}
	ranges[axis] = tensor.Range{Stop: 1, Step: 1}
	return ranges
}

// step does one step: what it reads is evaluated to what it means, and that is written.
func (x *executable) step(ctx context.Context, i int, memory []*tensor.Storage) error {
	body := x.program.Steps[i].Body
	fail := func(err error) error { return fmt.Errorf("step %d, %s: %w", i, body.Kind(), err) }
	if f := x.engine.Before; f != nil {
		if err := f(i, body.Kind()); err != nil {
			return fail(err)
		}
	}
	x.engine.count(func(c *Counts) { c.Steps[body.Kind()]++ })
	list, err := accesses(body)
	if err != nil {
		return fail(err)
	}
	var in, out []*tensor.Tensor
	for _, a := range list {
		v, err := memory[a.Buf].View(a.Offset, a.Shape, a.Strides)
		if err != nil {
			return fail(err)
		}
		if a.written {
			out = append(out, v)
		} else {
			in = append(in, v)
		}
	}
	if c, ok := body.(*compiler.Call); ok {
		f := x.kernels[[2]string{c.Family, c.Kernel}]
		if f == nil {
			return fail(fmt.Errorf("no kernel %q of %q", c.Kernel, c.Family))
		}
		return f(ctx, c.Op, in, out)
	}
	result, err := evaluate(body, out[0].DType(), in)
	if err != nil {
		return fail(err)
	}
	if err := tensor.Copy(out[0], result); err != nil {
		return fail(err)
	}
	return nil
}

// evaluate computes a step by the interpreter of traced graphs.
func evaluate(body compiler.Body, d tensor.DType, in []*tensor.Tensor) (*tensor.Tensor, error) {
	tc := trace.New()
	values := make([]*trace.Value, len(in))
	for i, t := range in {
		values[i] = tc.Input(t.DType(), t.Shape()...)
	}
	v, err := meaning(tc, body, d, values)
	if err != nil {
		return nil, err
	}
	g, err := tc.Graph(v)
	if err != nil {
		return nil, err
	}
	out, err := tracetest.Eval(g, in)
	if err != nil {
		return nil, err
	}
	return out[0], nil
}

// poison fills memory with ones: NaN in floating point, -1 in integers, true.
func poison(s *tensor.Storage) {
	if s.Len() == 0 {
		return
	}
	fill := byte(0xFF)
	if s.DType() == tensor.Bool {
		fill = 1
	}
	bytes := unsafe.Slice((*byte)(s.Pointer()), s.Len()*s.DType().Size())
	for i := range bytes {
		bytes[i] = fill
	}
}
