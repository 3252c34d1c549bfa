package trace

// Context: where a program is traced. It grows the graph, infers types as it goes, and keeps the first mistake.

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tenferro/tenferro-go/tensor"
)

// Context traces one program. Its methods never fail on the spot: the first mistake is kept, with the line it was made
// on, and comes out of Graph; what is computed from it, and everything traced after it, is poisoned and says nothing.
//
// A Context is for one goroutine. The zero Context is ready for use.
type Context struct {
	nodes   []Node
	inputs  []Ref
	err     *Error
	helpers map[string]bool // functions whose lines are not the caller's, see Helper
}

// New returns an empty context.
func New() *Context { return &Context{} }

// Value is one value of a traced program: an input, a constant or the result of an operation. It belongs to the Context
// that made it and is immutable.
//
// A value that comes of a mistake is poisoned: OK is false, and it has no dtype, rank 0 and no shape.
type Value struct {
	tc  *Context
	ref Ref
	typ Type
}

// OK reports whether the value is sound: not nil, and not the result of a mistake.
func (v *Value) OK() bool { return v != nil && v.typ.DType.Valid() }

// Type returns the value's dtype and shape.
func (v *Value) Type() Type {
	if !v.OK() {
		return Type{}
	}
	return v.typ.clone()
}

// DType returns the type of the elements.
func (v *Value) DType() tensor.DType { return v.Type().DType }

// Shape returns a copy of the sizes of the axes.
func (v *Value) Shape() []int { return v.Type().Shape }

// Rank returns the number of axes.
func (v *Value) Rank() int { return v.Type().Rank() }

// Dim returns the size of one axis; negative axes count from the end. An axis that does not exist is a mistake in
// tracing and gives 0.
func (v *Value) Dim(axis int) int {
	if !v.OK() {
		return 0
	}
	a := normAxis(axis, len(v.typ.Shape))
	if err := checkAxis("axis", a, len(v.typ.Shape)); err != nil {
		v.tc.fail("dim", err)
		return 0
	}
	return v.typ.Shape[a]
}

// Input declares the program's next input.
func (tc *Context) Input(d tensor.DType, shape ...int) *Value {
	op := Input{Index: len(tc.inputs), Type: Type{DType: d, Shape: cloneInts(shape)}}
	v := tc.apply1(op)
	if v.OK() {
		tc.inputs = append(tc.inputs, v.ref)
	}
	return v
}

// Apply applies an operation, one of this package's or of an extension, and returns its results. After a mistake the
// results are poisoned but as many as they should be, so that indexing them is safe. The operation's slices must not
// be changed afterwards.
func (tc *Context) Apply(op Op, in ...*Value) []*Value {
	if op == nil {
		return tc.poisoned(1, "apply", fmt.Errorf("%w: the operation is nil", ErrValue))
	}
	if err := checkOp(op); err != nil {
		return tc.poisoned(results(op), op.Name(), err)
	}
	return tc.apply(op, in)
}

// Fail records a mistake that an extension found by itself and returns a poisoned value. Only the first mistake of a
// context is kept.
func (tc *Context) Fail(err error) *Value {
	if err == nil {
		err = errors.New("failed for no stated reason")
	}
	return tc.poisoned(1, "", err)[0]
}

// Err returns the first mistake made so far, nil if there is none.
func (tc *Context) Err() error {
	if tc.err == nil {
		return nil
	}
	return tc.err
}

// Graph returns the program that computes the outputs, or the first mistake of the tracing as an *Error. The context
// may go on tracing; the graph does not change with it.
func (tc *Context) Graph(outputs ...*Value) (*Graph, error) {
	if tc.err != nil {
		return nil, tc.err
	}
	if len(outputs) == 0 {
		return nil, &Error{Site: tc.site(), Op: "graph", Err: fmt.Errorf("%w: a graph needs an output", ErrOperands)}
	}
	if err := tc.owns(outputs); err != nil {
		return nil, &Error{Site: tc.site(), Op: "graph", Err: err}
	}
	g := &Graph{Nodes: slices.Clone(tc.nodes), Inputs: slices.Clone(tc.inputs)}
	for _, v := range outputs {
		g.Outputs = append(g.Outputs, v.ref)
	}
	return g, nil
}

// checkOp refuses operations that are not what their family says.
func checkOp(op Op) error {
	_, closed := op.(core)
	switch _, input := op.(Input); {
	case input:
		return paramErr("op", "inputs are declared with Context.Input")
	case op.Family() == "" && !closed:
		return paramErr("op", "%T has no family: the empty one belongs to package trace", op)
	}
	return nil
}

// core is the mark of this package's operations.
type core interface{ isCore() }

// builtin is embedded by this package's operations: it gives them the empty family and the mark.
type builtin struct{}

// Family returns "": the operation belongs to package trace.
func (builtin) Family() string { return "" }
func (builtin) isCore()        {}

// results returns how many results an operation says it has.
func results(op Op) int {
	if m, ok := op.(MultiOp); ok {
		return max(m.Results(), 0)
	}
	return 1
}

// apply infers the result types and appends the node.
func (tc *Context) apply(op Op, in []*Value) []*Value {
	if !tc.ready(op.Name(), in...) {
		return tc.poison(results(op))
	}
	types := make([]Type, len(in))
	refs := make([]Ref, len(in))
	for i, v := range in {
		types[i], refs[i] = v.typ, v.ref
	}
	inferred, err := op.Infer(types)
	if err != nil {
		return tc.poisoned(results(op), op.Name(), err)
	}
	out, err := sound(op, inferred)
	if err != nil {
		return tc.poisoned(results(op), op.Name(), err)
	}
	node := len(tc.nodes)
	tc.nodes = append(tc.nodes, Node{Op: op, In: refs, Out: out, Site: tc.site()})
	vs := make([]*Value, len(out))
	for i, t := range out {
		vs[i] = &Value{tc: tc, ref: Ref{Node: node, Out: i}, typ: t}
	}
	return vs
}

// sound copies inferred types and holds them against what the operation promised.
func sound(op Op, inferred []Type) ([]Type, error) {
	if len(inferred) != results(op) {
		return nil, paramErr("op", "%T infers %d results but declares %d", op, len(inferred), results(op))
	}
	out := make([]Type, len(inferred))
	for i, t := range inferred {
		if err := t.check(); err != nil {
			return nil, err
		}
		out[i] = t.clone()
	}
	return out, nil
}

// apply1 applies an operation of one result.
func (tc *Context) apply1(op Op, in ...*Value) *Value { return tc.apply(op, in)[0] }

// ready checks the operands of an operation before their types are used. It is false after any mistake.
func (tc *Context) ready(op string, in ...*Value) bool {
	if tc.err != nil {
		return false
	}
	if err := tc.owns(in); err != nil {
		tc.fail(op, err)
		return false
	}
	return true
}

// owns checks that every value was made by this context.
func (tc *Context) owns(vs []*Value) error {
	for i, v := range vs {
		switch {
		case v == nil:
			return operandErr(ErrValue, i, -1, "the value is nil")
		case v.tc != tc:
			return operandErr(ErrValue, i, -1, "the value belongs to another context")
		}
	}
	return nil
}

// fail keeps the first mistake.
func (tc *Context) fail(op string, err error) {
	if tc.err == nil {
		tc.err = &Error{Site: tc.site(), Op: op, Err: err}
	}
}

// poison returns n values that stand for what could not be computed.
func (tc *Context) poison(n int) []*Value {
	vs := make([]*Value, n)
	for i := range vs {
		vs[i] = &Value{tc: tc, ref: Ref{Node: -1}}
	}
	return vs
}

// poison1 returns one poisoned value.
func (tc *Context) poison1() *Value { return tc.poison(1)[0] }

// poisoned records a mistake and returns n poisoned values.
func (tc *Context) poisoned(n int, op string, err error) []*Value {
	tc.fail(op, err)
	return tc.poison(n)
}

// as gives the name of a composed front to a mistake found in one of its parts. The front has checked with ready that
// there was none before.
func (tc *Context) as(op string, v *Value) *Value {
	if tc.err != nil {
		tc.err.Op = op
	}
	return v
}

// normAxis counts a negative axis from the end. What does not exist either way stays as it was written, for the error.
func normAxis(axis, rank int) int {
	if axis < 0 && axis >= -rank {
		return axis + rank
	}
	return axis
}

// normAxes is normAxis over a copy of a list.
func normAxes(axes []int, rank int) []int {
	out := cloneInts(axes)
	for i, a := range out {
		out[i] = normAxis(a, rank)
	}
	return out
}

// normSet normalises axes whose order does not matter: ascending.
func normSet(axes []int, rank int) []int {
	out := normAxes(axes, rank)
	slices.Sort(out)
	return out
}
