package maxplus

// Op: what the extension adds to traced programs. There are two operations: a contraction of any number of operands, which
// is traced, and one of two operands, which the first expands into and which runs by a kernel.

import (
	"context"
	"fmt"
	"slices"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/einsum"
	"github.com/tenferro/tenferro-go/einsum/path"
	"github.com/tenferro/tenferro-go/runtime"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// Family is the name of this package's operations in graphs and runtimes.
const Family = "maxplus"

// Contract adds a tropical contraction to a traced program. The equation is one of package einsum's dialect; no label
// may stand twice in its output. Operands are float32 or float64, all of one dtype. NaN wins over every maximum, and a
// maximum over nothing is -Inf. A mistake comes out of the context's Graph, with the line of the caller.
func Contract(tc *trace.Context, equation string, operands ...*trace.Value) *trace.Value {
	tc.Helper() // mistakes are the caller's, not this line's
	eq, err := einsum.Parse(equation)
	if err != nil {
		return tc.Fail(err)
	}
	return tc.Apply(contraction{eq}, operands...)[0]
}

// Extension is what a runtime needs to run programs that hold operations of this package.
func Extension() runtime.Extension { return extension{} }

type extension struct{}

func (extension) Family() string { return Family }

// Kernels has one kernel: that of the operation that does not expand.
func (extension) Kernels() map[string]compiler.Kernel {
	return map[string]compiler.Kernel{"pair": runPair}
}

// contraction is an equation on any number of operands. The compiler replaces it, as it implements compiler.Expander.
type contraction struct{ eq *einsum.Equation }

func (contraction) Family() string { return Family }
func (contraction) Name() string   { return "contract" }

// Attrs tells contractions apart: the compiler computes operations of equal family, name, attributes and operands once.
func (c contraction) Attrs() string { return c.eq.String() }

// Infer checks the operands' types and gives the result's, when the operation is traced.
func (c contraction) Infer(in []trace.Type) ([]trace.Type, error) {
	shapes := make([][]int, len(in))
	for i, t := range in {
		shapes[i] = t.Shape
		if t.DType != tensor.Float32 && t.DType != tensor.Float64 {
			return nil, fmt.Errorf("operand %d has dtype %s: maxima are of float32 or float64", i, t.DType)
		}
		if t.DType != in[0].DType {
			return nil, fmt.Errorf("operand %d has dtype %s, operand 0 has %s", i, t.DType, in[0].DType)
		}
	}
	bound, err := c.eq.Bind(shapes...)
	if err != nil {
		return nil, err
	}
	for axis, l := range bound.Output {
		if slices.Contains(bound.Output[:axis], l) {
			return nil, fmt.Errorf("label %s stands twice in the output of %q", bound.Label(l), c.eq)
		}
	}
	return []trace.Type{{DType: in[0].DType, Shape: bound.OutputShape}}, nil
}

// Expand traces contractions of two operands in the order that einsum finds: a contraction has the same cost over every
// semiring, so that its search serves this one as well.
func (c contraction) Expand(tc *trace.Context, in []*trace.Value) ([]*trace.Value, error) {
	d := in[0].DType()
	shapes := make([][]int, len(in))
	for i, v := range in {
		shapes[i] = v.Shape()
	}
	plan, err := einsum.NewPlan(context.Background(), c.eq, d, shapes)
	if err != nil {
		return nil, err
	}
	bound := plan.Bound()
	values, labels := prepare(tc, bound, in)
	if len(in) == 1 {
		return []*trace.Value{apply(tc, values[0], tc.Scalar(d, 0), labels[0], nil, bound.Output)}, nil
	}
	steps := plan.Tree().Contractions(path.Element{Bytes: d.Size()})
	for i := range steps {
		s := &steps[i]
		out := s.Labels()
		if i == len(steps)-1 {
			out = bound.Output
		}
		values = append(values, apply(tc, values[s.Left], values[s.Right], labels[s.Left], labels[s.Right], out))
		labels = append(labels, out)
	}
	return values[len(values)-1:], nil
}

// prepare drops axes that are broadcast and takes the maximum over labels that no other operand has.
func prepare(tc *trace.Context, b *einsum.Bound, in []*trace.Value) (values []*trace.Value, labels [][]int) {
	uses := make([]int, len(b.Sizes)) // the operands that have a label, and the output
	for _, l := range b.Output {
		uses[l]++
	}
	for i, v := range in {
		ls := slices.Clone(b.Inputs[i])
		for _, axis := range slices.Backward(b.Broadcast[i]) {
			ls = slices.Delete(ls, axis, axis+1)
		}
		if len(b.Broadcast[i]) > 0 {
			v = tc.Squeeze(v, b.Broadcast[i]...)
		}
		values, labels = append(values, v), append(labels, ls)
		for _, l := range distinct(ls) {
			uses[l]++
		}
	}
	for i, ls := range labels {
		kept := slices.DeleteFunc(distinct(ls), func(l int) bool { return uses[l] == 1 })
		if len(kept) < len(distinct(ls)) {
			zero := tc.Scalar(values[i].DType(), 0) // neutral
			values[i], labels[i] = apply(tc, values[i], zero, ls, nil, kept), kept
		}
	}
	return values, labels
}

func distinct(labels []int) []int {
	var out []int
	for _, l := range labels {
		if !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	return out
}

// apply traces a contraction of two operands.
func apply(tc *trace.Context, a, b *trace.Value, labelsA, labelsB, out []int) *trace.Value {
	return tc.Apply(pair{trace.Contract{A: labelsA, B: labelsB, Out: out}}, a, b)[0]
}

// pair is a contraction of two operands. It runs as one step, as it implements compiler.KernelOp. Shapes follow the rules
// of trace.Contract, whose inference it borrows.
type pair struct{ labels trace.Contract }

func (pair) Family() string                                { return Family }
func (pair) Name() string                                  { return "pair" }
func (p pair) Attrs() string                               { return p.labels.Attrs() }
func (p pair) Infer(in []trace.Type) ([]trace.Type, error) { return p.labels.Infer(in) }

// Kernel names the kernel in Kernels that runs the operation.
func (pair) Kernel() string { return "pair" }

// The compiler asks for these; that the operations have them is better found out here.
var (
	_ compiler.Expander = contraction{}
	_ compiler.KernelOp = pair{}
)
