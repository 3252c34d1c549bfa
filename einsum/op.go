package einsum

import (
	"context"
	"fmt"
	"slices"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/runtime"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// Family is the name of this package's operations in graphs and runtimes.
const Family = "einsum"

// Trace adds a contraction to a traced program. The order of contraction is found when the program is compiled. A
// mistake in the equation or the shapes comes out of the context's Graph, with the line of the caller.
func Trace(tc *trace.Context, equation string, operands ...*trace.Value) *trace.Value {
	tc.Helper()
	return TraceWith(tc, equation, operands)
}

// TraceWith is Trace with options.
func TraceWith(tc *trace.Context, equation string, operands []*trace.Value, opts ...Option) *trace.Value {
	tc.Helper()
	eq, err := Parse(equation)
	if err != nil {
		return tc.Fail(err)
	}
	o, err := newOptions(opts)
	if err != nil {
		return tc.Fail(err)
	}
	return tc.Apply(&op{eq: eq, options: o}, operands...)[0]
}

// Extension is what a runtime needs to run programs that hold contractions.
func Extension() runtime.Extension { return extension{} }

type extension struct{}

func (extension) Family() string                      { return Family }
func (extension) Kernels() map[string]compiler.Kernel { return nil }

// op is a contraction in a traced graph. The compiler replaces it by contractions of two operands.
type op struct {
	eq      *Equation
	options *options
	plan    *Plan               // the order, if it is settled
	ctx     context.Context     // bounds the search for it; nil for none
	strides [][]int             // how the operands lie; nil for compact and column-major
	machine *compiler.CostModel // what it is compiled for, if that is known
}

// Family implements trace.Op.
func (x *op) Family() string { return Family }

// Name implements trace.Op.
func (x *op) Name() string { return "einsum" }

// Attrs implements trace.Op.
func (x *op) Attrs() string { return x.eq.String() + " " + string(x.options.key(nil)) }

// Infer implements trace.Op.
func (x *op) Infer(in []trace.Type) ([]trace.Type, error) {
	bound, err := x.eq.Bind(shapesOf(in)...)
	if err != nil {
		return nil, err
	}
	d, err := x.dtype(in)
	if err != nil {
		return nil, err
	}
	return []trace.Type{{DType: d, Shape: slices.Clone(bound.OutputShape)}}, nil
}

func shapesOf(in []trace.Type) [][]int {
	shapes := make([][]int, len(in))
	for i, t := range in {
		shapes[i] = t.Shape
	}
	return shapes
}

// dtype is the dtype of the result: that of the operands, or the smallest that holds them all where promotion is asked
// for.
func (x *op) dtype(in []trace.Type) (tensor.DType, error) {
	d := in[0].DType
	for i, t := range in {
		switch {
		case t.DType == tensor.Bool:
			return 0, &DTypeError{Equation: x.eq.String(), Operand: i, DType: t.DType, Reason: "bool has no products; cast it first"}
		case t.DType == d:
		case !x.options.promote:
			return 0, &DTypeError{Equation: x.eq.String(), Operand: i, DType: t.DType,
				Reason: fmt.Sprintf("operand 0 has %s, and promotion was not asked for", in[0].DType)}
		default:
			d = promote(d, t.DType)
		}
	}
	return d, nil
}

// DTypeError says that an operand's dtype does not fit.
type DTypeError struct {
	Equation string
	Operand  int
	DType    tensor.DType
	Reason   string
}

func (e *DTypeError) Error() string {
	return fmt.Sprintf("einsum %q: operand %d has dtype %s: %s", e.Equation, e.Operand, e.DType, e.Reason)
}

// promote is the smallest dtype that holds the values of both; a 64-bit or mixed integer with a float needs float64.
func promote(a, b tensor.DType) tensor.DType {
	if a == b {
		return a
	}
	if a > b {
		a, b = b, a
	}
	wide := func(d tensor.DType) bool {
		return d == tensor.Float64 || d == tensor.Complex128 || d == tensor.Int32 || d == tensor.Int64
	}
	isInt := func(d tensor.DType) bool { return d == tensor.Int32 || d == tensor.Int64 }
	switch {
	case isInt(a) && isInt(b):
		return tensor.Int64
	case a.IsComplex() || b.IsComplex():
		if wide(a) || wide(b) {
			return tensor.Complex128
		}
		return tensor.Complex64
	case wide(a) || wide(b):
		return tensor.Float64
	}
	return tensor.Float32
}

// ExpandFor implements compiler.MachineExpander.
func (x *op) ExpandFor(m compiler.CostModel, tc *trace.Context, in []*trace.Value) ([]*trace.Value, error) {
	at := *x
	at.machine = &m
	return at.Expand(tc, in)
}

// Expand implements compiler.Expander.
func (x *op) Expand(tc *trace.Context, in []*trace.Value) ([]*trace.Value, error) {
	types := make([]trace.Type, len(in))
	for i, v := range in {
		types[i] = v.Type()
	}
	d, err := x.dtype(types)
	if err != nil {
		return nil, err
	}
	for i, v := range in {
		if v.DType() != d {
			in[i] = tc.Cast(v, d)
		}
	}
	p := x.plan
	if p == nil {
		if p, err = x.settle(types); err != nil {
			return nil, err
		}
	}
	return []*trace.Value{p.expand(tc, in)}, nil
}

// settle finds the order of contraction for operands of the given types.
func (x *op) settle(types []trace.Type) (*Plan, error) {
	d, err := x.dtype(types)
	if err != nil {
		return nil, err
	}
	bound, err := x.eq.Bind(shapesOf(types)...)
	if err != nil {
		return nil, err
	}
	ctx := x.ctx
	if ctx == nil {
		ctx = context.Background()
	}
	p := &planning{bound: bound, dtype: d, types: types, strides: x.strides, options: x.options, machine: x.machine}
	return p.plan(ctx)
}
