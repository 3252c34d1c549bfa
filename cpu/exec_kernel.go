package cpu

import (
	"context"
	"fmt"
	"slices"
	"unsafe"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/cpu/kernel"
	"github.com/tenferro/tenferro-go/tensor"
)

// kernel plans a step of the engine's own kernels.
func (x *executable) kernel(b compiler.Body) (step, error) {
	switch s := b.(type) {
	case *compiler.Copy:
		p, err := kernel.PlanCopy(x.dtype(s.Dst), s.Shape, layout(s.Dst), layout(s.Src), s.Conj)
		if err != nil {
			return step{}, err
		}
		dst, src := s.Dst.Buf, s.Src.Buf
		return x.own(p, func(r *run, w kernel.Work) error { p.Run(w, r.base[dst], r.base[src]); return nil }, s.Dst, s.Src)
	case *compiler.Fill:
		p, err := kernel.PlanFill(x.dtype(s.Dst), s.Shape, layout(s.Dst), s.Value)
		if err != nil {
			return step{}, err
		}
		dst := s.Dst.Buf
		return x.own(p, func(r *run, w kernel.Work) error { p.Run(w, r.base[dst]); return nil }, s.Dst)
	case *compiler.Product:
		return x.product(s)
	case *compiler.Map:
		return x.mapped(s)
	case *compiler.Triangle:
		p, err := kernel.PlanTriangle(x.dtype(s.Dst), s.Shape, layout(s.Dst), layout(s.Src), s.Lower, s.K)
		if err != nil {
			return step{}, err
		}
		dst, src := s.Dst.Buf, s.Src.Buf
		return x.own(p, func(r *run, w kernel.Work) error { p.Run(w, r.base[dst], r.base[src]); return nil }, s.Dst, s.Src)
	case *compiler.Gather:
		return x.gather(s)
	case *compiler.Scatter:
		return x.scatter(s)
	case *compiler.Reduce:
		p, err := kernel.PlanReduce(s.Fn, x.dtype(s.Src), s.Shape, s.Reduce, layout(s.Dst), layout(s.Src))
		if err != nil {
			return step{}, err
		}
		dst, src := s.Dst.Buf, s.Src.Buf
		return x.own(p, func(r *run, w kernel.Work) error { p.Run(w, r.base[dst], r.base[src]); return nil }, s.Dst, s.Src)
	}
	return step{}, fmt.Errorf("this engine has no kernel for a %s step", b.Kind())
}

func (x *executable) product(s *compiler.Product) (step, error) {
	opt := kernel.ProductOptions{ConjA: s.ConjA, ConjB: s.ConjB, Unary: s.Unary}
	p, err := kernel.PlanProduct(x.dtype(s.Dst), s.Shape, s.Reduce, layout(s.Dst), layout(s.A), layout(s.B), opt)
	if err != nil {
		return step{}, err
	}
	dst, a, b := s.Dst.Buf, s.A.Buf, s.B.Buf
	if s.Unary {
		return x.own(p, func(r *run, w kernel.Work) error { p.Run(w, r.base[dst], r.base[a], nil); return nil }, s.Dst, s.A)
	}
	return x.own(p, func(r *run, w kernel.Work) error { p.Run(w, r.base[dst], r.base[a], r.base[b]); return nil }, s.Dst, s.A, s.B)
}

func (x *executable) mapped(s *compiler.Map) (step, error) {
	layouts := make([]kernel.Layout, len(s.Src))
	types := make([]tensor.DType, len(s.Src))
	for i, o := range s.Src {
		layouts[i], types[i] = layout(o), x.dtype(o)
	}
	p, err := kernel.PlanMap(x.dtype(s.Dst), s.Shape, layout(s.Dst), types, layouts, s.Code)
	if err != nil {
		return step{}, err
	}
	dst, src := s.Dst.Buf, buffers(s.Src)
	x.args = max(x.args, len(src))
	return x.own(p, func(r *run, w kernel.Work) error {
		p.Run(w, r.base[dst], r.pointers(w.Part, src)...)
		return nil
	}, append([]compiler.Operand{s.Dst}, s.Src...)...)
}

func (x *executable) gather(s *compiler.Gather) (step, error) {
	spec, indices := x.indexSpec(s.X, s.Rest, s.Indexed, s.Select, s.Indices)
	p, err := kernel.PlanGather(spec, layout(s.Dst), layout(s.X), indices)
	if err != nil {
		return step{}, err
	}
	dst, from, at := s.Dst.Buf, s.X.Buf, buffers(s.Indices)
	x.args = max(x.args, len(at))
	return x.own(p, func(r *run, w kernel.Work) error {
		return p.Run(w, r.base[dst], r.base[from], r.pointers(w.Part, at)...)
	}, append([]compiler.Operand{s.Dst, s.X}, s.Indices...)...)
}

func (x *executable) scatter(s *compiler.Scatter) (step, error) {
	spec, indices := x.indexSpec(s.X, s.Rest, s.Indexed, s.Select, s.Indices)
	p, err := kernel.PlanScatter(spec, s.Add, layout(s.Dst), layout(s.X), indices)
	if err != nil {
		return step{}, err
	}
	dst, from, at := s.Dst.Buf, s.X.Buf, buffers(s.Indices)
	x.args = max(x.args, len(at))
	return x.own(p, func(r *run, w kernel.Work) error {
		return p.Run(w, r.base[dst], r.base[from], r.pointers(w.Part, at)...)
	}, append([]compiler.Operand{s.Dst, s.X}, s.Indices...)...)
}

func (x *executable) indexSpec(o compiler.Operand, rest, indexed, sel []int, indices []compiler.Operand) (kernel.IndexSpec, []kernel.Layout) {
	layouts := make([]kernel.Layout, len(indices))
	for i, o := range indices {
		layouts[i] = layout(o)
	}
	return kernel.IndexSpec{DType: x.dtype(o), Index: x.dtype(indices[0]), Rest: rest, Indexed: indexed, Select: sel}, layouts
}

func buffers(os []compiler.Operand) []int {
	out := make([]int, len(os))
	for i, o := range os {
		out[i] = o.Buf
	}
	return out
}

// pointers lists the addresses of buffers, in memory of the part's own.
func (r *run) pointers(part int, bufs []int) []unsafe.Pointer {
	out := r.args[part][:len(bufs)]
	for i, b := range bufs {
		out[i] = r.base[b]
	}
	return out
}

// call makes a step that runs a kernel by name ready.
func (x *executable) call(s *compiler.Call, kernels func(family, name string) compiler.Kernel) (step, error) {
	var f compiler.Kernel
	if kernels != nil {
		f = kernels(s.Family, s.Kernel)
	}
	if f == nil {
		return step{}, fmt.Errorf("no kernel %q of extension %q is registered", s.Kernel, s.Family)
	}
	return step{do: func(r *run, _, _ int) error {
		in, err := r.views(s.In)
		if err != nil {
			return err
		}
		out, err := r.views(s.Out)
		if err != nil {
			return err
		}
		return r.outside(func(ctx context.Context) error { return f(ctx, s.Op, in, out) })
	}}, nil
}

// views are tensors over buffers of the run.
func (r *run) views(vs []compiler.View) ([]*tensor.Tensor, error) {
	out := make([]*tensor.Tensor, len(vs))
	for i, v := range vs {
		b := &r.exe.prog.Buffers[v.Buf]
		t, err := tensor.NewStorage(b.DType, r.base[v.Buf], b.Len, nil).View(v.Offset, slices.Clone(v.Shape), slices.Clone(v.Strides))
		if err != nil {
			return nil, err
		}
		out[i] = t
	}
	return out, nil
}

// outside runs the code of others without a place of the arbiter, so that it may itself run programs on the backend.
func (r *run) outside(f func(ctx context.Context) error) error {
	a := r.exe.be.arbiter
	a.release(1)
	err := f(context.WithValue(r.ctx, backendKey{}, r.exe.be))
	if e := a.acquire(context.Background(), 1); err == nil {
		err = e
	}
	return err
}
