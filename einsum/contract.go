package einsum

import (
	"context"
	"fmt"
	"strconv"
	"sync"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/cpu"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// Contractor contracts equations on one backend. A compiled contraction is kept in the backend's bounded cache under
// its equation, options and the operands' shapes, strides and dtypes, so that a call that comes again plans nothing. A
// Contractor may be shared by goroutines.
type Contractor struct {
	backend *cpu.Backend
	options *options
	key     []byte
}

// NewContractor makes a Contractor on a backend with fixed options.
func NewContractor(be *cpu.Backend, opts ...Option) (*Contractor, error) {
	o, err := newOptions(opts)
	if err != nil {
		return nil, err
	}
	return &Contractor{backend: be, options: o, key: o.key(nil)}, nil
}

var standard = sync.OnceValues(func() (*Contractor, error) {
	be, err := cpu.Default()
	if err != nil {
		return nil, err
	}
	return NewContractor(be)
})

// Contract contracts operands by an equation, on the default backend. The result is a new compact column-major tensor.
// The operands may be strided in any way and are not written to. ctx is looked at between steps.
func Contract(ctx context.Context, equation string, operands ...*tensor.Tensor) (*tensor.Tensor, error) {
	c, err := standard()
	if err != nil {
		return nil, err
	}
	return c.Contract(ctx, equation, operands...)
}

// ContractInto is Contract into a tensor of the caller; see Contractor.ContractInto.
func ContractInto(ctx context.Context, dst *tensor.Tensor, equation string, operands ...*tensor.Tensor) error {
	c, err := standard()
	if err != nil {
		return err
	}
	return c.ContractInto(ctx, dst, equation, operands...)
}

// Contract contracts operands by an equation. The result is a new compact column-major tensor.
func (c *Contractor) Contract(ctx context.Context, equation string, operands ...*tensor.Tensor) (*tensor.Tensor, error) {
	x, err := c.ready(ctx, equation, operands)
	if err != nil {
		return nil, err
	}
	p := x.Program()
	out, err := c.backend.Empty(p.Outputs[0].DType, p.Outputs[0].Shape...)
	if err != nil {
		return nil, fmt.Errorf("einsum %q: result: %w", equation, err)
	}
	if err := x.Run(ctx, operands, []*tensor.Tensor{out}); err != nil {
		return nil, fmt.Errorf("einsum %q: %w", equation, err)
	}
	return out, nil
}

// ContractInto contracts operands into dst, which must have the result's dtype and shape, may be strided, and must not
// share memory with an operand or have two indices for one element; what it held is overwritten. A mistake is found
// before anything is written.
func (c *Contractor) ContractInto(ctx context.Context, dst *tensor.Tensor, equation string, operands ...*tensor.Tensor) error {
	x, err := c.ready(ctx, equation, operands)
	if err != nil {
		return err
	}
	if err := checkResult(equation, dst, &x.Program().Outputs[0], operands); err != nil {
		return err
	}
	if err := x.Run(ctx, operands, []*tensor.Tensor{dst}); err != nil {
		return fmt.Errorf("einsum %q: %w", equation, err)
	}
	return nil
}

// ready returns the compiled contraction of the operands.
func (c *Contractor) ready(ctx context.Context, equation string, operands []*tensor.Tensor) (cpu.Prepared, error) {
	var space [512]byte
	key := append(append(space[:0], equation...), 0)
	key = append(key, c.key...)
	for i, t := range operands {
		if t == nil {
			return cpu.Prepared{}, &ResultError{Equation: equation, Operand: i, Reason: "is nil"}
		}
		key = append(key, byte(t.DType()))
		for axis := range t.Rank() {
			key = strconv.AppendInt(key, int64(t.Dim(axis)), 36)
			key = append(key, ':')
			key = strconv.AppendInt(key, int64(t.Stride(axis)), 36)
			key = append(key, ',')
		}
		key = append(key, ';')
	}
	return c.backend.Cached(ctx, key, func() (*compiler.Program, error) { return c.compile(ctx, equation, operands) }, nil)
}

// compile makes the program of a contraction for operands that lie as these do.
func (c *Contractor) compile(ctx context.Context, equation string, operands []*tensor.Tensor) (*compiler.Program, error) {
	types := make([]trace.Type, len(operands))
	strides := make([][]int, len(operands))
	for i, t := range operands {
		types[i] = trace.Type{DType: t.DType(), Shape: t.Shape()}
		strides[i] = t.Strides()
	}
	eq, err := Parse(equation)
	if err != nil {
		return nil, err
	}
	return compile(&op{eq: eq, options: c.options, ctx: ctx}, types, strides, c.backend.CostModel())
}

// Compile makes a program of one contraction for operands of the given types, compact and column-major. It is what
// tracing a single Trace gives; a runtime needs this package's Extension to run it.
func Compile(ctx context.Context, equation string, operands []trace.Type, model compiler.CostModel, opts ...Option) (*compiler.Program, error) {
	eq, err := Parse(equation)
	if err != nil {
		return nil, err
	}
	o, err := newOptions(opts)
	if err != nil {
		return nil, err
	}
	return compile(&op{eq: eq, options: o, ctx: ctx}, operands, nil, model)
}

// compile makes a program of an operation, and refuses one that needs more memory than it may have.
func compile(x *op, types []trace.Type, strides [][]int, model compiler.CostModel) (*compiler.Program, error) {
	if x.plan == nil { // an error names no place in this file then
		x.machine, x.strides = &model, strides
		var err error
		if x.plan, err = x.settle(types); err != nil {
			return nil, err
		}
	}
	p, err := compileOp(x, types, strides, model)
	if err != nil {
		return nil, err
	}
	if need, limit := p.PeakBytes(), x.options.bytes(); limit > 0 && need > limit {
		return nil, &MemoryError{Equation: x.eq.String(), Need: need, Limit: limit}
	}
	return p, nil
}

func compileOp(x *op, types []trace.Type, strides [][]int, model compiler.CostModel) (*compiler.Program, error) {
	tc := trace.New()
	in := make([]*trace.Value, len(types))
	for i, t := range types {
		in[i] = tc.Input(t.DType, t.Shape...)
	}
	if _, err := x.Infer(types); err != nil {
		return nil, err // without the place in this file, where nothing is wrong
	}
	g, err := tc.Graph(tc.Apply(x, in...)...)
	if err != nil {
		return nil, err
	}
	settings := []compiler.Option{compiler.WithCostModel(model)}
	for i, s := range strides {
		settings = append(settings, compiler.WithInputStrides(i, s...))
	}
	return compiler.Compile(g, settings...)
}

// ResultError says why a tensor given to a contraction cannot be an operand or the result. Operand is -1 for the result.
type ResultError struct {
	Equation string
	Operand  int
	Reason   string
}

func (e *ResultError) Error() string {
	if e.Operand < 0 {
		return fmt.Sprintf("einsum %q: the result %s", e.Equation, e.Reason)
	}
	return fmt.Sprintf("einsum %q: operand %d %s", e.Equation, e.Operand, e.Reason)
}

// checkResult holds a caller's result tensor against what the contraction gives.
func checkResult(equation string, dst *tensor.Tensor, p *compiler.Port, operands []*tensor.Tensor) error {
	fail := func(format string, args ...any) error {
		return &ResultError{Equation: equation, Operand: -1, Reason: fmt.Sprintf(format, args...)}
	}
	switch {
	case dst == nil:
		return fail("is nil")
	case dst.DType() != p.DType:
		return fail("has dtype %s, the contraction gives %s", dst.DType(), p.DType)
	case !hasShape(dst, p.Shape):
		return fail("has shape %v, the contraction gives %v", dst.Shape(), p.Shape)
	case dst.HasSelfOverlap():
		return fail("has elements that several indices share")
	}
	for i, t := range operands {
		if tensor.Overlaps(dst, t) {
			return fail("shares memory with operand %d", i)
		}
	}
	return nil
}

// hasShape compares without the copy of the shape that Shape makes.
func hasShape(t *tensor.Tensor, shape []int) bool {
	if t.Rank() != len(shape) {
		return false
	}
	for axis, size := range shape {
		if t.Dim(axis) != size {
			return false
		}
	}
	return true
}
