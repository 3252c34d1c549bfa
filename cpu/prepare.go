package cpu

import (
	"context"
	"fmt"
	"unsafe"

	"github.com/tenferro/tenferro-go/cblas"
	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/cpu/kernel"
	"github.com/tenferro/tenferro-go/tensor"
)

// wideFlops is the work from which a provider's call is given all threads: below it, waking them costs more than they
// save.
const wideFlops = 4e6

// prepare makes a program ready: kernels are planned, offsets tabled, constants folded.
func (be *Backend) prepare(p *compiler.Program, kernels func(family, name string) compiler.Kernel) (*executable, error) {
	if be.life.over() {
		return nil, ErrClosed
	}
	x := &executable{be: be, prog: p, steps: make([]step, len(p.Steps)), fixed: make([]unsafe.Pointer, len(p.Buffers))}
	if err := x.constants(kernels); err != nil {
		return nil, err
	}
	for i := range p.Steps {
		s, err := x.step(&p.Steps[i], kernels)
		if err != nil {
			return nil, fmt.Errorf("step %d, %s %s: %w", i, p.Steps[i].Body.Kind(), p.Steps[i].Label, err)
		}
		x.steps[i] = s
	}
	return x, nil
}

// constants settles the addresses of constant buffers and computes the folded ones.
func (x *executable) constants(kernels func(family, name string) compiler.Kernel) error {
	p := x.prog
	folded := make([]*tensor.Tensor, 0)
	if p.Fold != nil {
		f, err := x.be.prepare(p.Fold, kernels)
		if err != nil {
			return fmt.Errorf("folding constants: %w", err)
		}
		for i := range p.Fold.Outputs {
			t, err := tensor.New(p.Fold.Outputs[i].DType, p.Fold.Outputs[i].Shape...)
			if err != nil {
				return fmt.Errorf("folding constants: %w", err)
			}
			folded = append(folded, t)
		}
		if err := f.Run(context.Background(), nil, folded); err != nil {
			return fmt.Errorf("folding constants: %w", err)
		}
	}
	for i := range p.Buffers {
		var t *tensor.Tensor
		switch b := &p.Buffers[i]; b.Kind {
		case compiler.Const:
			t = p.Consts[b.Index]
		case compiler.Folded:
			t = folded[b.Index]
		default:
			continue
		}
		x.keep = append(x.keep, t)
		x.fixed[i] = t.Storage().Pointer()
	}
	return nil
}

// retained estimates the memory that the executable keeps, in bytes.
func (x *executable) retained() int {
	const perStep = 1024
	n := perStep * len(x.steps)
	for _, t := range x.keep {
		n += t.Len() * t.DType().Size()
	}
	for i := range x.prog.Steps {
		if g, ok := x.prog.Steps[i].Body.(*compiler.Gemm); ok && len(g.Batch)+len(g.Sum) > 1 {
			n += 3 * 8 * points(g.Batch) * points(g.Sum) // the tables of offsets
		}
	}
	return n
}

// step makes one step ready.
func (x *executable) step(s *compiler.Step, kernels func(family, name string) compiler.Kernel) (step, error) {
	switch b := s.Body.(type) {
	case *compiler.Gemm:
		return x.provided(s, x.dtype(b.C), b)
	case *compiler.Gemv:
		return x.provided(s, x.dtype(b.Y), b)
	case *compiler.Dot:
		return x.provided(s, x.dtype(b.Dst), b)
	case *compiler.Call:
		return x.call(b, kernels)
	}
	return x.kernel(s.Body)
}

func (x *executable) dtype(o compiler.Operand) tensor.DType { return x.prog.Buffers[o.Buf].DType }

// provided makes a step of the provider ready.
func (x *executable) provided(s *compiler.Step, d tensor.DType, b compiler.Body) (step, error) {
	var do action
	if g, ok := b.(*compiler.Gemm); ok && x.be.small {
		switch d {
		case tensor.Float32:
			do = smallStep[float32](g, x.size)
		case tensor.Float64:
			do = smallStep[float64](g, x.size)
		}
	}
	if do == nil {
		switch p := x.be.provider; d {
		case tensor.Float32:
			do = providerStep(p.Float32(), b, x.size)
		case tensor.Float64:
			do = providerStep(p.Float64(), b, x.size)
		case tensor.Complex64:
			do = providerStep(p.Complex64(), b, x.size)
		case tensor.Complex128:
			do = providerStep(p.Complex128(), b, x.size)
		}
	}
	if do == nil {
		return step{}, fmt.Errorf("%s: no matrix products in this dtype", d)
	}
	if x.be.threads == 1 || s.Flops < wideFlops {
		return step{do: do}, nil
	}
	if g, ok := b.(*compiler.Gemm); ok && outside(points(g.Batch), x.be.threads) {
		return step{do: do, parts: x.be.threads}, nil
	}
	return step{do: do, wide: true}, nil
}

// outside reports whether threads share a batch of products out, each computing whole ones, rather than every product: as
// long as they all have something to do until the end.
func outside(count, threads int) bool {
	return count >= 4*threads || count >= threads && count%threads == 0
}

func providerStep[T cblas.Scalar](ops cblas.Ops[T], b compiler.Body, size func(buf int) int) action {
	switch s := b.(type) {
	case *compiler.Gemm:
		return gemmStep(ops, s, size)
	case *compiler.Gemv:
		return gemvStep(ops, s, size)
	case *compiler.Dot:
		return dotStep(ops, s, size)
	}
	return nil
}

// size is the number of elements of a buffer.
func (x *executable) size(buf int) int { return x.prog.Buffers[buf].Len }

// planned is what the plans of package kernel have in common.
type planned interface {
	Extent(operand int) kernel.Extent
	Parts(limit int) int
	Scratch() int
}

// own wraps a kernel plan as a step, after checking once that it stays inside its buffers.
func (x *executable) own(p planned, do func(r *run, w kernel.Work) error, operands ...compiler.Operand) (step, error) {
	for i, o := range operands {
		if e := p.Extent(i); !e.Empty() && (e.Min < 0 || e.Max >= x.size(o.Buf)) {
			return step{}, fmt.Errorf("operand %d reaches elements %d to %d of a buffer of %d", i, e.Min, e.Max, x.size(o.Buf))
		}
	}
	x.scratch = max(x.scratch, p.Scratch())
	return step{parts: p.Parts(x.be.threads), do: func(r *run, part, parts int) error {
		return do(r, kernel.Work{Part: part, Parts: parts, Scratch: r.scratch[part]})
	}}, nil
}

func layout(o compiler.Operand) kernel.Layout {
	return kernel.Layout{Offset: o.Offset, Strides: o.Strides}
}
