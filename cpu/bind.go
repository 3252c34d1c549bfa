package cpu

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/tensor"
)

// This file gives operands and results their places among the buffers of a run.

// bind sets the address of an input or output buffer. A tensor that does not lie as the program was compiled for is
// copied: an operand before the steps, a result after them.
func (r *run) bind(buf int, b *compiler.Buffer) error {
	port, t := &r.exe.prog.Inputs, r.in
	if b.Kind == compiler.Output {
		port, t = &r.exe.prog.Outputs, r.out
	}
	p, x := &(*port)[b.Index], t[b.Index]
	if b.Len == 0 {
		return nil
	}
	if fits(x, p) {
		size := b.DType.Size()
		r.base[buf] = unsafe.Add(x.Storage().Pointer(), (x.Offset()-p.Origin)*size)
		return nil
	}
	block, err := r.exe.be.pool.get(b.Bytes())
	if err != nil {
		return fmt.Errorf("copying operand or result %d: %w", b.Index, err)
	}
	r.staged = append(r.staged, block)
	r.base[buf] = block.ptr
	if b.Kind == compiler.Output {
		return nil
	}
	return tensor.Copy(portView(p, b, block.ptr), x)
}

// deliver copies the results that were staged.
func (r *run) deliver() error {
	for i := range r.exe.prog.Outputs {
		p := &r.exe.prog.Outputs[i]
		b := &r.exe.prog.Buffers[p.Buf]
		if b.Len == 0 || fits(r.out[i], p) {
			continue
		}
		if err := tensor.Copy(r.out[i], portView(p, b, r.base[p.Buf])); err != nil {
			return err
		}
	}
	return nil
}

// fits reports whether a tensor lies as its port says. The stride of an axis of size 1 means nothing.
func fits(t *tensor.Tensor, p *compiler.Port) bool {
	for axis, n := range p.Shape {
		if n > 1 && t.Stride(axis) != p.Strides[axis] {
			return false
		}
	}
	return true
}

// portView is the tensor that a port sees in memory of the pool.
func portView(p *compiler.Port, b *compiler.Buffer, ptr unsafe.Pointer) *tensor.Tensor {
	t, err := tensor.NewStorage(b.DType, ptr, b.Len, nil).View(p.Origin, slices.Clone(p.Shape), slices.Clone(p.Strides))
	if err != nil {
		panic(err) // the compiler made the port and the buffer for each other
	}
	return t
}
