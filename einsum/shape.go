package einsum

// Equation + shapes: Bind gives every axis of every operand a label with a size. Planning and lowering read the result
// and never look at the text again.

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/tenferro/tenferro-go/tensor"
)

// Bound is an equation with the shapes of its operands. Its labels are those of the equation, 0 … NumLabels-1, followed
// by one for each axis that the ellipses stand for, the leftmost first. It is read-only and safe for concurrent use.
type Bound struct {
	Equation *Equation
	// Inputs holds for each operand the label of each axis. A label that stands twice in one operand is a diagonal.
	Inputs [][]int
	// Broadcast holds for each operand the axes, ascending, that have size 1 although their label's size is another: the
	// operand is the same all along the label, and a plan may drop the axis. Only axes under an ellipsis are among them.
	Broadcast [][]int
	// Conj says for each operand whether it is conjugated.
	Conj []bool
	// Output holds the label of each axis of the result. A label that stands twice is a diagonal of a zeroed result.
	Output []int
	// Sizes holds the size of each label.
	Sizes []int
	// OutputShape holds the size of each axis of the result.
	OutputShape []int
}

// Label returns how a label is written; the axes of an ellipsis are "...0", "...1" and so on, the leftmost first. It
// returns "" for a number that is no label of b.
func (b *Bound) Label(id int) string {
	if n := b.Equation.NumLabels(); id >= n && id < len(b.Sizes) {
		return "..." + strconv.Itoa(id-n)
	}
	return b.Equation.Label(id)
}

// OutputLen returns the number of elements of the result.
func (b *Bound) OutputLen() int {
	n := 1
	for _, size := range b.OutputShape {
		n *= size // Bind has checked the product
	}
	return n
}

// Bind fits shapes to the equation, one for each operand: it checks the ranks, expands the ellipses and finds the size
// of every label. The shapes are not kept. Its errors are of type *BindError.
func (e *Equation) Bind(shapes ...[]int) (*Bound, error) {
	if len(shapes) != len(e.inputs) {
		return nil, e.countError(len(shapes))
	}
	hidden := 0 // axes that the ellipses stand for
	for i, shape := range shapes {
		if err := e.checkShape(i, shape); err != nil {
			return nil, err
		}
		if t := e.inputs[i]; t.Ellipsis >= 0 {
			hidden = max(hidden, len(shape)-len(t.Labels))
		}
	}
	b := &Bound{
		Equation:  e,
		Inputs:    make([][]int, len(shapes)),
		Broadcast: make([][]int, len(shapes)),
		Conj:      make([]bool, len(shapes)),
		Sizes:     make([]int, len(e.labels)+hidden),
	}
	for i, shape := range shapes {
		b.Inputs[i] = e.expand(e.inputs[i].Term, len(shape), len(b.Sizes))
		b.Conj[i] = e.inputs[i].Conj
	}
	if err := b.findSizes(shapes); err != nil {
		return nil, err
	}
	outRank := len(e.output.Labels)
	if e.output.Ellipsis >= 0 {
		outRank += hidden
	}
	b.Output = e.expand(e.output.Term, outRank, len(b.Sizes))
	if err := b.shapeOutput(); err != nil {
		return nil, err
	}
	return b, nil
}

// expand writes out a term for an operand of the given rank. The axes under its ellipsis get the last labels before end,
// which aligns them from the right with those of other operands.
func (e *Equation) expand(t Term, rank, end int) []int {
	if t.Ellipsis < 0 {
		return slices.Clone(t.Labels)
	}
	hidden := rank - len(t.Labels)
	axes := make([]int, 0, rank)
	axes = append(axes, t.Labels[:t.Ellipsis]...)
	for label := end - hidden; label < end; label++ {
		axes = append(axes, label)
	}
	return append(axes, t.Labels[t.Ellipsis:]...)
}

// place is an axis of an operand.
type place struct{ operand, axis int }

// findSizes takes the size of each label from the first axis that has one to give and holds all others against it.
func (b *Bound) findSizes(shapes [][]int) error {
	first := make([]place, len(b.Sizes))
	for i := range first {
		first[i].operand = -1
	}
	letters := b.Equation.NumLabels()
	for i, labels := range b.Inputs {
		for axis, label := range labels {
			size, known := shapes[i][axis], first[label].operand >= 0
			switch {
			case !known, label >= letters && b.Sizes[label] == 1: // size 1 under an ellipsis gives way
				first[label] = place{i, axis}
				b.Sizes[label] = size
			case size != b.Sizes[label] && (label < letters || size != 1):
				return b.sizeError(label, first[label], place{i, axis}, b.Sizes[label], size)
			}
		}
	}
	for i, labels := range b.Inputs {
		for axis, label := range labels {
			if shapes[i][axis] != b.Sizes[label] {
				b.Broadcast[i] = append(b.Broadcast[i], axis)
			}
		}
	}
	return nil
}

func (b *Bound) shapeOutput() error {
	b.OutputShape = make([]int, len(b.Output))
	for axis, label := range b.Output {
		b.OutputShape[axis] = b.Sizes[label]
	}
	if _, err := tensor.CheckedLen(b.OutputShape); err != nil {
		return b.Equation.bindError(ErrOverflow, nil, nil, b.OutputShape, b.Equation.output.span,
			"a result of shape %v has more elements than can be counted", b.OutputShape)
	}
	return nil
}

func (e *Equation) checkShape(operand int, shape []int) error {
	for axis, size := range shape {
		if size < 0 {
			return e.bindError(ErrSize, []int{operand}, []int{axis}, []int{size}, e.inputs[operand].span,
				"axis %d of operand %d has size %d", axis, operand, size)
		}
	}
	t := e.inputs[operand]
	switch named := len(t.Labels); {
	case t.Ellipsis < 0 && len(shape) != named:
		return e.bindError(ErrRank, []int{operand}, nil, nil, t.span,
			"operand %d has rank %d, its term names %s", operand, len(shape), count(named, "axis", "axes"))
	case len(shape) < named:
		return e.bindError(ErrRank, []int{operand}, nil, nil, t.span,
			"operand %d has rank %d, its term names %s beside the ellipsis", operand, len(shape), count(named, "axis", "axes"))
	}
	return nil
}

func (e *Equation) countError(given int) error {
	named := len(e.inputs)
	at := span{e.end, e.end}
	if given < named {
		at = e.inputs[given].span
	}
	return e.bindError(ErrOperandCount, nil, nil, nil, at,
		"the equation names %s, %d given", count(named, "operand", "operands"), given)
}

func (b *Bound) sizeError(label int, p, q place, sizeP, sizeQ int) error {
	e := b.Equation
	name, hint := "label "+b.Label(label), ""
	if label >= e.NumLabels() {
		name = fmt.Sprintf("axis %d of the ellipsis", label-e.NumLabels())
	} else if sizeP == 1 || sizeQ == 1 {
		hint = `; size 1 broadcasts under "..." only`
	}
	where := fmt.Sprintf("axis %d of operand %d and size %d on axis %d of operand %d", p.axis, p.operand, sizeQ, q.axis, q.operand)
	if p.operand == q.operand {
		where = fmt.Sprintf("axis %d and size %d on axis %d of operand %d", p.axis, sizeQ, q.axis, q.operand)
	}
	err := e.bindError(ErrSize, []int{p.operand, q.operand}, []int{p.axis, q.axis}, []int{sizeP, sizeQ}, b.spanOf(p),
		"%s has size %d on %s%s", name, sizeP, where, hint)
	err.marks = append(err.marks, b.spanOf(q))
	if err.Label = e.Label(label); err.Label == "" {
		err.Label = "..."
	}
	return err
}

func (e *Equation) bindError(kind error, operands, axes, sizes []int, at span, format string, args ...any) *BindError {
	return &BindError{
		Equation: e.text, Kind: kind, Operands: operands, Axes: axes, Sizes: sizes,
		problem: fmt.Sprintf(format, args...), marks: []span{at},
	}
}

// spanOf finds where the text names an axis of an operand.
func (b *Bound) spanOf(p place) span {
	t := b.Equation.inputs[p.operand]
	named := p.axis
	if hidden := len(b.Inputs[p.operand]) - len(t.Labels); t.Ellipsis >= 0 && p.axis >= t.Ellipsis {
		if p.axis < t.Ellipsis+hidden {
			return span{t.dots, t.dots + len("...")}
		}
		named -= hidden
	}
	return span{t.at[named], t.at[named] + 1}
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
