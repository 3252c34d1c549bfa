package cpu

import (
	"unsafe"

	"github.com/tenferro/tenferro-go/compiler"
)

// This file runs the loops of a program: the same steps for each slice, over buffers that move.

// slices does the steps of a loop for each slice. A run that was cancelled stops between them.
func (r *run) slices(l *compiler.Loop) error {
	told := compiler.ProgressOf(r.ctx)
	all := l.Slices()
	for n := range all {
		r.move(l, n)
		if err := r.span(l.First, l.End); err != nil {
			return err
		}
		if told != nil {
			told(compiler.Progress{Step: l.First, Done: n + 1, Slices: all})
		}
	}
	return nil
}

// move sets the addresses of the buffers that move for slice n.
func (r *run) move(l *compiler.Loop, n int) {
	for i := range l.Windows {
		w := &l.Windows[i]
		b := &r.exe.prog.Buffers[w.Buf]
		if b.Len == 0 {
			continue
		}
		at, rest := w.Start, n
		for k, size := range l.Sizes {
			at += rest % size * w.Strides[k]
			rest /= size
		}
		r.base[w.Buf] = unsafe.Add(r.base[w.Of], at*b.DType.Size())
	}
}
