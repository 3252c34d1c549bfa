package einsum

// The parser: text to Equation. The grammar, spaces being skipped by the scanner:
//
//	equation = group [ "->" term ]
//	group    = item { "," item }
//	item     = term [ "*" ] | "(" group ")"
//	term     = { label | "..." }
//
// Groups nest through an explicit stack, so that no text can exhaust the goroutine's.

import "slices"

// maxNesting bounds the depth of parentheses: what reads the nested order may do so by recursion.
const maxNesting = 1 << 20

// Parse reads an equation in the dialect that the package comment describes. Its errors are of type *ParseError.
func Parse(text string) (*Equation, error) {
	p := parser{scan: scanner{text: text}, eq: &Equation{text: text}, ids: make(map[symbol]int)}
	if err := p.parse(); err != nil {
		return nil, err
	}
	return p.eq, nil
}

// MustParse is Parse for equations that are constants of a program. It panics where Parse returns an error.
func MustParse(text string) *Equation {
	eq, err := Parse(text)
	if err != nil {
		panic(err)
	}
	return eq
}

type parser struct {
	scan   scanner
	tok    token // the next token, not consumed
	eq     *Equation
	ids    map[symbol]int
	counts []int // how often each label occurs in the operands
	groups []group
}

// group is a group whose parenthesis is still open.
type group struct {
	items []Item
	open  int // offset of the parenthesis
}

func (p *parser) parse() error {
	if err := p.next(); err != nil {
		return err
	}
	if err := p.inputs(); err != nil {
		return err
	}
	p.eq.end = p.tok.start
	if p.tok.kind == tokEnd {
		p.implyOutput()
		return nil
	}
	return p.explicitOutput()
}

func (p *parser) next() (err error) {
	p.tok, err = p.scan.next()
	return err
}

func (p *parser) fail(at span, problem string) error {
	return &ParseError{Equation: p.eq.text, Offset: at.start, problem: problem, marks: []span{at}}
}

// inputs reads the operands up to the arrow or the end of the text.
func (p *parser) inputs() error {
	p.groups = []group{{open: -1}}
	for {
		if err := p.item(); err != nil {
			return err
		}
		if err := p.closeGroups(); err != nil {
			return err
		}
		switch p.tok.kind {
		case tokComma:
			if err := p.next(); err != nil {
				return err
			}
		case tokArrow, tokEnd:
			return p.finishInputs()
		default: // a label or an opening parenthesis behind a closing one: after a term none can stand here
			return p.fail(p.tok.span, "a comma is missing")
		}
	}
}

// item reads the parentheses that open before a term, and the term.
func (p *parser) item() error {
	for p.tok.kind == tokOpen {
		if len(p.groups) > maxNesting {
			return p.fail(p.tok.span, "parentheses nest too deep")
		}
		p.groups = append(p.groups, group{open: p.tok.start})
		if err := p.next(); err != nil {
			return err
		}
	}
	t, err := p.term()
	if err != nil {
		return err
	}
	if p.tok.kind == tokStar {
		t.Conj = true
		t.end = p.tok.end
		if err := p.next(); err != nil {
			return err
		}
	}
	if p.tok.kind == tokStar {
		return p.fail(p.tok.span, "an operand is conjugated once")
	}
	for _, id := range t.Labels {
		p.counts[id]++
	}
	top := &p.groups[len(p.groups)-1]
	top.items = append(top.items, Item{Operand: len(p.eq.inputs)})
	p.eq.inputs = append(p.eq.inputs, t)
	return nil
}

// closeGroups reads the parentheses that close behind an item.
func (p *parser) closeGroups() error {
	for p.tok.kind == tokClose {
		last := len(p.groups) - 1
		if last == 0 {
			return p.fail(p.tok.span, "no parenthesis is open here")
		}
		closed := p.groups[last].items
		p.groups = p.groups[:last]
		top := &p.groups[last-1]
		if len(closed) == 1 { // parentheses round one item say nothing
			top.items = append(top.items, closed[0])
		} else {
			top.items = append(top.items, Item{Operand: -1, Group: closed})
		}
		if err := p.next(); err != nil {
			return err
		}
		if p.tok.kind == tokStar {
			return p.fail(p.tok.span, `"*" conjugates an operand, not a group`)
		}
	}
	return nil
}

func (p *parser) finishInputs() error {
	if last := len(p.groups) - 1; last > 0 {
		at := p.groups[last].open
		return p.fail(span{at, at + 1}, "the parenthesis is never closed")
	}
	order := p.groups[0].items
	if len(order) == 1 && order[0].Group != nil { // so do parentheses round everything
		order = order[0].Group
	}
	p.eq.order = order
	p.eq.nested = slices.ContainsFunc(order, func(item Item) bool { return item.Group != nil })
	return nil
}

// term reads labels and an ellipsis. New labels get the next number; explicitOutput refuses them afterwards.
func (p *parser) term() (term, error) {
	t := term{Term: Term{Ellipsis: -1}, span: span{p.tok.start, p.tok.start}}
	for {
		switch p.tok.kind {
		case tokLabel:
			t.Labels = append(t.Labels, p.id(p.tok.symbol))
			t.at = append(t.at, p.tok.start)
		case tokDots:
			if t.Ellipsis >= 0 {
				return term{}, p.fail(p.tok.span, "a second ellipsis in one term")
			}
			t.Ellipsis, t.dots = len(t.Labels), p.tok.start
		default:
			return t, nil
		}
		t.end = p.tok.end
		if err := p.next(); err != nil {
			return term{}, err
		}
	}
}

func (p *parser) id(s symbol) int {
	id, known := p.ids[s]
	if !known {
		id = len(p.eq.labels)
		p.ids[s] = id
		p.eq.labels = append(p.eq.labels, s)
		p.counts = append(p.counts, 0)
	}
	return id
}

func (p *parser) explicitOutput() error {
	if err := p.next(); err != nil {
		return err
	}
	known := len(p.eq.labels)
	out, err := p.term()
	if err != nil {
		return err
	}
	for i, id := range out.Labels {
		if id >= known {
			name := p.eq.labels[id].String()
			at := span{out.at[i], out.at[i] + 1}
			return &ParseError{
				Equation: p.eq.text, Offset: at.start, Label: name,
				problem: "output label " + name + " is in no operand", marks: []span{at},
			}
		}
	}
	p.eq.output = out
	switch p.tok.kind {
	case tokEnd:
		return nil
	case tokArrow:
		return p.fail(p.tok.span, "a second arrow")
	case tokStar:
		return p.fail(p.tok.span, "the result cannot be conjugated: conjugate the operands")
	case tokComma:
		return p.fail(p.tok.span, "a second result")
	}
	return p.fail(p.tok.span, "parentheses stand round operands only")
}

// implyOutput keeps the labels that occur exactly once, in their own order, behind the ellipsis if there is any.
func (p *parser) implyOutput() {
	out := term{Term: Term{Ellipsis: -1}, span: span{p.tok.start, p.tok.start}}
	if slices.ContainsFunc(p.eq.inputs, func(t term) bool { return t.Ellipsis >= 0 }) {
		out.Ellipsis = 0
	}
	for id, n := range p.counts {
		if n == 1 {
			out.Labels = append(out.Labels, id)
		}
	}
	slices.SortFunc(out.Labels, func(a, b int) int { return p.eq.labels[a].compare(p.eq.labels[b]) })
	p.eq.output = out
}
