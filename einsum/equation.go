package einsum

// The parsed equation: what planning, lowering and printing read. How text becomes one is in parse.go.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Equation is a parsed einsum equation. It is immutable and safe for concurrent use.
//
// Labels are numbered densely from 0 in the order in which the operands first name them, so that equations that differ
// only in their letters have the same numbers. The numbers are positions in every slice that this package indexes by
// label.
type Equation struct {
	text   string // as it was written; positions below are byte offsets into it
	inputs []term
	output term
	labels []symbol
	order  []Item
	nested bool
	end    int // where the operands end in text
}

// Term is one comma-separated part of an equation: the axes of an operand or of the result.
type Term struct {
	// Labels holds the label numbers of the axes that are named, from left to right.
	Labels []int
	// Ellipsis says how many labels stand before the "..."; it is -1 in a term without one.
	Ellipsis int
	// Conj says that the operand is conjugated. It is false for the result.
	Conj bool
}

// term is a Term that knows where it stands in the text, so that an error can point there.
type term struct {
	Term
	span       // of the whole term
	at   []int // offset of each label
	dots int   // offset of the ellipsis
}

// symbol is what stands for a label in the text: a rune, or a number in brackets.
type symbol struct {
	value  int // the rune's code point, or the number
	number bool
}

// Item is one part of the order that parentheses fix: an operand or a group of items.
type Item struct {
	// Operand is the position of the operand, -1 for a group.
	Operand int
	// Group holds the two or more items of a group, nil for an operand.
	Group []Item
}

// NumOperands returns how many operands the equation names; there is at least one.
func (e *Equation) NumOperands() int { return len(e.inputs) }

// NumLabels returns how many labels the equation names. The axes that an ellipsis stands for are not among them.
func (e *Equation) NumLabels() int { return len(e.labels) }

// Label returns how the label is written, such as "k" or "[12]", and "" for a number that is no label of e.
func (e *Equation) Label(id int) string {
	if id < 0 || id >= len(e.labels) {
		return ""
	}
	return e.labels[id].String()
}

// Inputs returns a copy of the operands' terms.
func (e *Equation) Inputs() []Term {
	terms := make([]Term, len(e.inputs))
	for i := range e.inputs {
		terms[i] = e.inputs[i].clone()
	}
	return terms
}

// Output returns a copy of the result's term; for an equation without an arrow it is the one that the rules give.
func (e *Equation) Output() Term { return e.output.clone() }

// Order returns what parentheses fix: the items of a group are contracted with one another before anything outside the
// group takes part. The result is the outermost group. In a group of three or more the order among them is free.
// Groups of one item and a group round everything say nothing and do not appear.
func (e *Equation) Order() []Item { return cloneItems(e.order) }

// HasParentheses reports whether Order says more than the list of the operands does.
func (e *Equation) HasParentheses() bool { return e.nested }

// HasEllipsis reports whether any term of the equation, the result's included, has an ellipsis.
func (e *Equation) HasEllipsis() bool {
	hasDots := func(t term) bool { return t.Ellipsis >= 0 }
	return hasDots(e.output) || slices.ContainsFunc(e.inputs, hasDots)
}

// Equal reports whether two equations say the same with the same labels. Spaces, redundant parentheses and whether the
// output was written or implied make no difference.
func (e *Equation) Equal(other *Equation) bool { return e.String() == other.String() }

// Conjugate returns the equation in which the operands at the given positions are conjugated; one that was conjugated
// already no longer is. It is what a "*" behind the operand's term says in the text.
func (e *Equation) Conjugate(operands ...int) (*Equation, error) {
	flipped := *e
	flipped.inputs = slices.Clone(e.inputs)
	for _, i := range operands {
		if i < 0 || i >= len(e.inputs) {
			return nil, &BindError{
				Equation: e.text, Kind: ErrOperandCount, Operands: []int{i},
				problem: "no operand " + strconv.Itoa(i) + " to conjugate in an equation of " + strconv.Itoa(len(e.inputs)),
			}
		}
		flipped.inputs[i].Conj = !flipped.inputs[i].Conj
	}
	return Parse(flipped.String()) // so that the positions fit the new text
}

// String writes the equation in its canonical form: no spaces, the output always explicit, only those parentheses that
// say something. Parsing that form gives an equal equation.
func (e *Equation) String() string {
	var b strings.Builder
	b.Grow(len(e.text) + len("->"))
	e.writeItems(&b, e.order)
	b.WriteString("->")
	e.writeTerm(&b, e.output.Term)
	return b.String()
}

func (e *Equation) writeItems(b *strings.Builder, items []Item) {
	for i, item := range items {
		if i > 0 {
			b.WriteByte(',')
		}
		if item.Group == nil {
			e.writeTerm(b, e.inputs[item.Operand].Term)
			continue
		}
		b.WriteByte('(')
		e.writeItems(b, item.Group)
		b.WriteByte(')')
	}
}

func (e *Equation) writeTerm(b *strings.Builder, t Term) {
	for i, label := range t.Labels {
		if i == t.Ellipsis {
			b.WriteString("...")
		}
		e.labels[label].write(b)
	}
	if t.Ellipsis == len(t.Labels) {
		b.WriteString("...")
	}
	if t.Conj {
		b.WriteByte('*')
	}
}

func (t Term) clone() Term {
	t.Labels = slices.Clone(t.Labels)
	return t
}

func cloneItems(items []Item) []Item {
	if items == nil {
		return nil
	}
	out := make([]Item, len(items))
	for i, item := range items {
		out[i] = Item{Operand: item.Operand, Group: cloneItems(item.Group)}
	}
	return out
}

// write appends the symbol as the parser reads it.
func (s symbol) write(b *strings.Builder) {
	if !s.number {
		b.WriteRune(rune(s.value))
		return
	}
	b.WriteByte('[')
	b.WriteString(strconv.Itoa(s.value))
	b.WriteByte(']')
}

// String writes the symbol for people: as in the text, but by its code point where it would not show by itself.
func (s symbol) String() string {
	if r := rune(s.value); !s.number && (unicode.IsMark(r) || unicode.IsSpace(r) || !unicode.IsGraphic(r)) {
		return fmt.Sprintf("%U", r)
	}
	var b strings.Builder
	s.write(&b)
	return b.String()
}

// compare orders the labels of an implied output: runes by code point, then numbers by value.
func (s symbol) compare(t symbol) int {
	switch {
	case s.number == t.number:
		return s.value - t.value // both are non-negative
	case t.number:
		return -1
	}
	return 1
}
