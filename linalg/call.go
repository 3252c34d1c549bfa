package linalg

import (
	"context"

	"github.com/tenferro/tenferro-go/cblas"
	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/cpu"
	"github.com/tenferro/tenferro-go/lapack"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// This file is what stands between a step of a program and LAPACK: strided views and batches on one side, single
// column-major matrices on the other.

// routine is an operation of the package: how its types follow from its operands', and its kernel in four types.
type routine struct {
	operands, results int
	indices           func(operand int) bool // whether an operand holds int64 instead of operand 0's dtype; nil: none does
	infer             func(*signature) ([]trace.Type, error)

	f32  func(*call[float32, float32]) error
	f64  func(*call[float64, float64]) error
	c64  func(*call[complex64, float32]) error
	c128 func(*call[complex128, float64]) error
}

// kernel is a routine as a runtime calls it.
func (e *extension) kernel(r routine) compiler.Kernel {
	return func(ctx context.Context, o any, in, out []*tensor.Tensor) error {
		switch in[0].DType() {
		case tensor.Float32:
			return run(ctx, e, o.(*op), r.f32, in, out)
		case tensor.Float64:
			return run(ctx, e, o.(*op), r.f64, in, out)
		case tensor.Complex64:
			return run(ctx, e, o.(*op), r.c64, in, out)
		}
		return run(ctx, e, o.(*op), r.c128, in, out)
	}
}

// call is one run of a routine.
type call[T lapack.Scalar, R lapack.Real] struct {
	*op
	*space
	lapack lapack.Ops[T, R]
	blas   cblas.Ops[T]
	ws     *lapack.Workspace
	in     []stack[T]
	out    []*tensor.Tensor // compact, column-major
	memory []any            // their elements, once they have been asked for
	other  []*tensor.Tensor // the operands as they came
	batch  []int            // operand 0's
	count  int              // matrices
	native bool             // whether the library is the build's own
	m, n   int              // operand 0's
}

// stack is a batch of strided matrices. A vector is a matrix of one column.
type stack[T lapack.Scalar] struct {
	data    []T
	offset  int
	m, n    int
	rs, cs  int
	batch   []int
	strides []int
}

// wide is how many elements a matrix has at least that all threads are worth.
const wide = 256 * 256

// run calls a routine in its turn among the steps of the backend that runs the program.
func run[T lapack.Scalar, R lapack.Real](ctx context.Context, e *extension, o *op, f func(*call[T, R]) error, in, out []*tensor.Tensor) error {
	c := &call[T, R]{op: o, space: e.spaces.take(), other: in, out: out, m: 1, n: 1}
	defer e.spaces.give(c.space)
	c.ws = &c.space.lapack
	if shape := in[0].Shape(); len(shape) >= 2 {
		c.m, c.n, c.batch = shape[0], shape[1], shape[2:]
	}
	c.count = product(c.batch)
	be := cpu.FromContext(ctx)
	switch {
	case be == nil: // an engine that is not ours
		c.lapack, _ = lapack.For[T, R](e.native)
		c.blas = cblas.For[T](cblas.Default())
	case be.ProviderName() == e.gonum.Info().Name:
		c.lapack, _ = lapack.For[T, R](e.gonum)
		c.blas = cblas.For[T](be.Provider())
	default:
		c.lapack, _ = lapack.For[T, R](e.native)
		c.blas = cblas.For[T](be.Provider())
		c.native = true
	}
	deliver, err := c.open()
	if err != nil {
		return err
	}
	if be == nil {
		err = f(c)
	} else {
		err = be.Library(ctx, c.m*c.n >= wide && min(c.m, c.n) >= 32, func() error { return f(c) })
	}
	if err != nil {
		return err
	}
	return deliver()
}

// open finds the operands' memory, and gives results that are not compact a compact stand-in; the function that it
// returns copies those where they belong.
func (c *call[T, R]) open() (deliver func() error, err error) {
	c.in = make([]stack[T], len(c.other))
	for i, t := range c.other {
		if t.DType() == tensor.DTypeOf[T]() {
			c.in[i] = stackOf[T](t, len(c.batch))
		}
	}
	c.memory = make([]any, len(c.out))
	results := c.out
	for i, t := range c.out {
		if t.IsColMajor() {
			continue
		}
		if &results[0] == &c.out[0] {
			c.out = append([]*tensor.Tensor(nil), c.out...)
		}
		if c.out[i], err = tensor.New(t.DType(), t.Shape()...); err != nil {
			return nil, err
		}
	}
	return func() error {
		for i, t := range results {
			if c.out[i] != t {
				if err := tensor.Copy(t, c.out[i]); err != nil {
					return err
				}
			}
		}
		return nil
	}, nil
}

// stackOf views a tensor whose last axes are the batch.
func stackOf[T lapack.Scalar](t *tensor.Tensor, batch int) stack[T] {
	s := stack[T]{offset: t.Offset(), m: 1, n: 1}
	s.data, _ = tensor.Raw[T](t) // the dtype is right
	shape, strides := t.Shape(), t.Strides()
	own := max(len(shape)-batch, 0)
	s.batch, s.strides = shape[own:], strides[own:]
	if own > 0 {
		s.m, s.rs = shape[0], strides[0]
	}
	if own > 1 {
		s.n, s.cs = shape[1], strides[1]
	}
	return s
}

// at returns the position of the first element of matrix i.
func (s *stack[T]) at(i int) int {
	at := s.offset
	for axis, n := range s.batch {
		at += i % n * s.strides[axis]
		i /= n
	}
	return at
}

// read copies matrix i of operand k, which is [m, n], to dst, whose columns are ld apart.
func (c *call[T, R]) read(k, i int, dst []T, ld int) {
	s := &c.in[k]
	from := s.at(i)
	switch {
	case s.m == 0 || s.n == 0:
	case s.rs == 1 && s.cs == s.m && ld == s.m:
		copy(dst[:s.m*s.n], s.data[from:])
	case s.rs == 1:
		for j := range s.n {
			copy(dst[j*ld:j*ld+s.m], s.data[from+j*s.cs:])
		}
	default:
		s.turn(from, dst, ld)
	}
}

// turn copies a matrix in blocks that fit the first cache, whatever its strides.
func (s *stack[T]) turn(from int, dst []T, ld int) {
	const block = 32
	for j0 := 0; j0 < s.n; j0 += block {
		j1 := min(j0+block, s.n)
		for i0 := 0; i0 < s.m; i0 += block {
			i1 := min(i0+block, s.m)
			for j := j0; j < j1; j++ {
				at := from + i0*s.rs + j*s.cs
				for i := i0; i < i1; i++ {
					dst[i+j*ld] = s.data[at]
					at += s.rs
				}
			}
		}
	}
}

// take is read for matrices that LAPACK may see: they must be finite.
func (c *call[T, R]) take(k, i int, dst []T) error {
	s := &c.in[k]
	c.read(k, i, dst, s.m)
	if lapack.AllFinite(dst[:s.m*s.n]) {
		return nil
	}
	return c.failed(k, i, lapack.CheckFinite(s.m, s.n, dst, s.m))
}

// failed says which matrix an error is about.
func (c *call[T, R]) failed(operand, i int, err error) error {
	var index []int
	for _, n := range c.batch {
		index = append(index, i%n)
		i /= n
	}
	return &MatrixError{Op: c.name, Operand: c.argument(operand), Batch: index, Err: err}
}

// each calls f for every matrix of the batch.
func (c *call[T, R]) each(f func(i int) error) error {
	for i := range c.count {
		if err := f(i); err != nil {
			return err
		}
	}
	return nil
}

// result returns the part of result k that belongs to matrix i.
func result[E tensor.Element, T lapack.Scalar, R lapack.Real](c *call[T, R], k, i int) []E {
	all, ok := c.memory[k].([]E)
	if !ok {
		all, _ = tensor.AsColMajor[E](c.out[k]) // of the right dtype and compact
		c.memory[k] = all
	}
	n := len(all) / c.count
	return all[i*n : (i+1)*n]
}

func product(sizes []int) int {
	n := 1
	for _, size := range sizes {
		n *= size
	}
	return n
}
