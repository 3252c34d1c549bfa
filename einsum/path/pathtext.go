package path

// Paths as text, the way Python and JSON write them.

import (
	"fmt"
	"strconv"
)

// ParsePath reads a list of groups of numbers: "[(0, 1), (0, 2)]" as Python prints it, "[[0,1],[0,2]]" as JSON, with
// NumPy's leading 'einsum_path' or without. Whether it is a linear or an SSA path the text does not say: see FromLinear
// and FromSSA.
func ParsePath(s string) ([][]int, error) {
	p := pathReader{s: s}
	if !p.open() {
		return nil, p.bad("a list was expected")
	}
	path := [][]int{}
	for first := true; ; first = false {
		if p.close() {
			break
		}
		if !first && !p.skip(',') {
			return nil, p.bad("a comma was expected")
		}
		if p.close() { // a comma may end the list
			break
		}
		if first && p.word() {
			continue
		}
		group, err := p.group()
		if err != nil {
			return nil, err
		}
		path = append(path, group)
	}
	if p.blank(); p.at < len(s) {
		return nil, p.bad("text after the list")
	}
	return path, nil
}

type pathReader struct {
	s    string
	at   int
	ends []byte // brackets that are open
}

func (p *pathReader) bad(why string) error {
	return &PathError{Step: -1, Operand: -1, Reason: fmt.Sprintf("%s at byte %d of the path", why, p.at)}
}

func (p *pathReader) blank() {
	for p.at < len(p.s) && (p.s[p.at] == ' ' || p.s[p.at] == '\n' || p.s[p.at] == '\t' || p.s[p.at] == '\r') {
		p.at++
	}
}

func (p *pathReader) skip(c byte) bool {
	p.blank()
	if p.at < len(p.s) && p.s[p.at] == c {
		p.at++
		return true
	}
	return false
}

func (p *pathReader) open() bool {
	switch {
	case p.skip('['):
		p.ends = append(p.ends, ']')
	case p.skip('('):
		p.ends = append(p.ends, ')')
	default:
		return false
	}
	return true
}

func (p *pathReader) close() bool {
	last := len(p.ends) - 1
	if !p.skip(p.ends[last]) {
		return false
	}
	p.ends = p.ends[:last]
	return true
}

// word passes over a quoted word.
func (p *pathReader) word() bool {
	for _, quote := range []byte{'\'', '"'} {
		if !p.skip(quote) {
			continue
		}
		for p.at < len(p.s) && p.s[p.at] != quote {
			p.at++
		}
		return p.skip(quote)
	}
	return false
}

// group reads numbers in brackets.
func (p *pathReader) group() ([]int, error) {
	if !p.open() {
		return nil, p.bad("a group was expected")
	}
	group := []int{}
	for first := true; !p.close(); first = false {
		if !first && !p.skip(',') {
			return nil, p.bad("a comma was expected")
		}
		if p.close() { // as in (0,)
			break
		}
		begin := p.at
		for p.at < len(p.s) && p.s[p.at] >= '0' && p.s[p.at] <= '9' {
			p.at++
		}
		v, err := strconv.Atoi(p.s[begin:p.at])
		if err != nil {
			return nil, p.bad("a number was expected")
		}
		group = append(group, v)
	}
	return group, nil
}
