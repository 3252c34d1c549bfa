package einsum

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"github.com/tenferro/tenferro-go/einsum/path"
	"github.com/tenferro/tenferro-go/tensor"
)

// This file keeps plans as JSON, so that an hour of search is spent once. The format is that of path.Plan, which names
// its version, with the operands' dtype and shapes on top; docs/plans.md describes it.

// PlanError says why a plan cannot be read, or is none for a contraction. It matches path.ErrPlan.
type PlanError struct {
	Reason string
	Err    error // what is behind it; nil if the reason says all
}

func (e *PlanError) Error() string {
	s := path.ErrPlan.Error() + ": " + e.Reason
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Is reports whether target is path.ErrPlan.
func (e *PlanError) Is(target error) bool { return target == path.ErrPlan }

// Unwrap returns Err.
func (e *PlanError) Unwrap() error { return e.Err }

// planFile is what a plan's JSON holds beside path.Plan's.
type planFile struct {
	DType  string  `json:"dtype"`
	Shapes [][]int `json:"shapes"`
}

// MarshalJSON writes the plan: the equation, the operands' dtype and shapes, the tree, its slices, and its costs in every
// convention.
func (p *Plan) MarshalJSON() ([]byte, error) {
	f := planFile{DType: p.dtype.String(), Shapes: make([][]int, len(p.bound.Inputs))}
	for i, t := range operandTypes(p.bound, p.dtype) {
		f.Shapes[i] = t.Shape
	}
	head, err := json.Marshal(f)
	if err != nil {
		return nil, err
	}
	rest, err := json.Marshal(p.found)
	if err != nil {
		return nil, err
	}
	return slices.Concat(head[:len(head)-1], []byte{','}, rest[1:]), nil // two objects made one
}

// UnmarshalJSON reads a plan and checks that its equation, shapes, tree and slices fit together. The costs are those of
// the file. Its errors match path.ErrPlan.
func (p *Plan) UnmarshalJSON(data []byte) error {
	var found path.Plan
	if err := json.Unmarshal(data, &found); err != nil {
		return &PlanError{Reason: "no plan file", Err: err}
	}
	var f planFile
	if err := json.Unmarshal(data, &f); err != nil {
		return &PlanError{Reason: "dtype and shapes", Err: err}
	}
	d, err := tensor.ParseDType(f.DType)
	if err != nil {
		return &PlanError{Reason: "dtype", Err: err}
	}
	if want := element(d); found.Element != want {
		return &PlanError{Reason: fmt.Sprintf("its costs are for elements %+v, %s has %+v", found.Element, d, want)}
	}
	eq, err := Parse(found.Equation)
	if err != nil {
		return &PlanError{Reason: "equation", Err: err}
	}
	bound, err := eq.Bind(f.Shapes...)
	if err != nil {
		return &PlanError{Reason: "shapes", Err: err}
	}
	if err := sameNetwork(found.Tree().Network(), network(bound)); err != nil {
		return err
	}
	*p = Plan{bound: bound, dtype: d, found: &found}
	return nil
}

// sameNetwork says, as a *PlanError, how the network of a plan differs from another.
func sameNetwork(plan, other *path.Network) error {
	if !slices.Equal(plan.Sizes, other.Sizes) {
		return &PlanError{Reason: fmt.Sprintf("its labels have sizes %v, those of the operands %v", plan.Sizes, other.Sizes)}
	}
	if len(plan.Inputs) != len(other.Inputs) {
		return &PlanError{Reason: fmt.Sprintf("it is for %s, there are %d", count(len(plan.Inputs), "operand", "operands"), len(other.Inputs))}
	}
	for i := range plan.Inputs {
		if !slices.Equal(plan.Inputs[i], other.Inputs[i]) {
			return &PlanError{Reason: fmt.Sprintf("operand %d has labels %v in it, %v in the equation", i, plan.Inputs[i], other.Inputs[i])}
		}
	}
	if !slices.Equal(plan.Output, other.Output) {
		return &PlanError{Reason: fmt.Sprintf("its result has labels %v, the equation's %v", plan.Output, other.Output)}
	}
	return nil
}

// sameSets is sameNetwork for networks whose operands may have their axes in another order, which no plan depends on.
func sameSets(plan, other *path.Network) error {
	sorted := func(n *path.Network) *path.Network {
		s := &path.Network{Output: slices.Sorted(slices.Values(n.Output)), Sizes: n.Sizes, Inputs: make([][]path.Label, len(n.Inputs))}
		for i, in := range n.Inputs {
			s.Inputs[i] = slices.Sorted(slices.Values(in))
		}
		return s
	}
	return sameNetwork(sorted(plan), sorted(other))
}

// rename is the plan's network with the numbers that its labels have, by their names, in another bound equation. number
// tells them by the plan's own.
func (p *Plan) rename(b *Bound) (to *path.Network, number []int, ok bool) {
	named := make(map[string]int, len(b.Sizes))
	for l := range b.Sizes {
		named[b.Label(l)] = l
	}
	from := p.Tree().Network()
	if len(from.Sizes) != len(b.Sizes) {
		return nil, nil, false
	}
	number = make([]int, len(from.Sizes))
	to = &path.Network{Sizes: make([]int, len(from.Sizes)), Inputs: make([][]path.Label, len(from.Inputs))}
	for l, size := range from.Sizes {
		if number[l], ok = named[p.bound.Label(l)]; !ok {
			return nil, nil, false
		}
		to.Sizes[number[l]] = size
	}
	translate := func(labels []path.Label) []path.Label {
		out := make([]path.Label, len(labels))
		for i, l := range labels {
			out[i] = number[l]
		}
		return out
	}
	for i, in := range from.Inputs {
		to.Inputs[i] = translate(in)
	}
	to.Output = translate(from.Output)
	return to, number, true
}

// ReadPlan reads a plan from a file that WriteFile, or tfbench plan --save, has written.
func ReadPlan(file string) (*Plan, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	p := new(Plan)
	if err := p.UnmarshalJSON(data); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return p, nil
}

// WriteFile writes the plan as JSON to a file, in place of what was there.
func (p *Plan) WriteFile(file string) error {
	data, err := p.MarshalJSON()
	if err != nil {
		return err
	}
	return os.WriteFile(file, byLines(data), 0o644)
}

// byLines writes each field of a JSON object on a line of its own.
func byLines(object []byte) []byte {
	d := json.NewDecoder(bytes.NewReader(object))
	_, _ = d.Token() // the brace; the object is well formed, as Marshal made it
	var text bytes.Buffer
	text.WriteByte('{')
	for d.More() {
		name, _ := d.Token()
		var value json.RawMessage
		_ = d.Decode(&value)
		if text.Len() > 1 {
			text.WriteByte(',')
		}
		fmt.Fprintf(&text, "\n  %q: %s", name, value)
	}
	text.WriteString("\n}\n")
	return text.Bytes()
}
