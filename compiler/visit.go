package compiler

// visit calls f for every operand of a step, saying whether the step writes it.
func visit(b Body, f func(o *Operand, written bool)) {
	switch s := b.(type) {
	case *Copy:
		f(&s.Src, false)
		f(&s.Dst, true)
	case *Product:
		f(&s.A, false)
		if !s.Unary {
			f(&s.B, false)
		}
		f(&s.Dst, true)
	case *Gemm:
		f(&s.A, false)
		f(&s.B, false)
		f(&s.C, true)
	case *Gemv:
		f(&s.A, false)
		f(&s.X, false)
		f(&s.Y, true)
	case *Dot:
		f(&s.X, false)
		f(&s.Y, false)
		f(&s.Dst, true)
	case *Reduce:
		f(&s.Src, false)
		f(&s.Dst, true)
	case *Map:
		for i := range s.Src {
			f(&s.Src[i], false)
		}
		f(&s.Dst, true)
	case *Fill:
		f(&s.Dst, true)
	case *Triangle:
		f(&s.Src, false)
		f(&s.Dst, true)
	case *Gather:
		f(&s.X, false)
		for i := range s.Indices {
			f(&s.Indices[i], false)
		}
		f(&s.Dst, true)
	case *Scatter:
		f(&s.X, false)
		for i := range s.Indices {
			f(&s.Indices[i], false)
		}
		f(&s.Dst, true)
	case *Call:
		for i := range s.In {
			f(&s.In[i].Operand, false)
		}
		for i := range s.Out {
			f(&s.Out[i].Operand, true)
		}
	}
}
