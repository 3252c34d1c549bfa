package path

// A tree written as nested groups, the way parentheses in an equation give it: ((0,1),(2,3)).

import (
	"fmt"
	"strconv"
	"strings"
)

// Nest is an input or a group of nests that are contracted together. The zero value is input 0.
type Nest struct {
	Input int    // number of the input, if Parts is empty
	Parts []Nest // what the group is made of
}

// FromNest builds the tree that contracts each group by itself, the innermost first. Groups of one stand for what they
// hold; groups of more than two are split as by FromSSA. Every input must stand in the nest exactly once.
func FromNest(n *Network, nest Nest) (*Tree, error) {
	if err := n.Validate(); err != nil {
		return nil, err
	}
	type frame struct {
		nest  Nest
		next  int
		nodes []int
	}
	seen := make([]bool, len(n.Inputs))
	var path [][]int
	stack := []frame{{nest: nest}}
	for {
		f := &stack[len(stack)-1]
		var node int
		switch {
		case len(f.nest.Parts) == 0:
			node = f.nest.Input
			if node < 0 || node >= len(seen) {
				return nil, &PathError{Step: -1, Operand: node, Reason: "no such input"}
			}
			if seen[node] {
				return nil, &PathError{Step: -1, Operand: node, Reason: "input stands in the nest twice"}
			}
			seen[node] = true
		case f.next < len(f.nest.Parts):
			f.next++
			stack = append(stack, frame{nest: f.nest.Parts[f.next-1]})
			continue
		default:
			path = append(path, f.nodes)
			node = len(n.Inputs) + len(path) - 1
		}
		stack = stack[:len(stack)-1]
		if len(stack) == 0 {
			break
		}
		up := &stack[len(stack)-1]
		up.nodes = append(up.nodes, node)
	}
	for i, s := range seen {
		if !s {
			return nil, &PathError{Step: -1, Operand: i, Reason: "input is missing in the nest"}
		}
	}
	return FromSSA(n, path)
}

// Nest returns the tree as nested pairs.
func (t *Tree) Nest() Nest {
	n := len(t.net.Inputs)
	nodes := make([]Nest, n+len(t.pairs))
	for i := range n {
		nodes[i] = Nest{Input: i}
	}
	for i, p := range t.pairs {
		nodes[n+i] = Nest{Parts: []Nest{nodes[p[0]], nodes[p[1]]}}
	}
	return nodes[len(nodes)-1]
}

// String writes the nest with parentheses: "((0,1),2)".
func (x Nest) String() string {
	var b strings.Builder
	type frame struct {
		nest Nest
		next int
	}
	stack := []frame{{nest: x}}
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		switch {
		case len(f.nest.Parts) == 0:
			b.WriteString(strconv.Itoa(f.nest.Input))
		case f.next < len(f.nest.Parts):
			b.WriteByte("(,"[min(f.next, 1)])
			f.next++
			stack = append(stack, frame{nest: f.nest.Parts[f.next-1]})
			continue
		default:
			b.WriteByte(')')
		}
		stack = stack[:len(stack)-1]
	}
	return b.String()
}

// ParseNest reads what String writes. Brackets may be round or square, and blanks stand anywhere between the parts.
func ParseNest(s string) (Nest, error) {
	bad := func(at int, why string) (Nest, error) {
		return Nest{}, &PathError{Step: -1, Operand: -1, Reason: fmt.Sprintf("%s at byte %d of the nest", why, at)}
	}
	groups := []Nest{{}} // open groups; the first holds the whole
	var open []byte
	for i := 0; i < len(s); {
		top := &groups[len(groups)-1]
		switch c := s[i]; {
		case c == ' ' || c == ',' || c == '\t' || c == '\n':
			i++
		case c == '(' || c == '[':
			groups = append(groups, Nest{})
			open = append(open, c)
			i++
		case c == ')' || c == ']':
			if len(open) == 0 || (open[len(open)-1] == '(') != (c == ')') {
				return bad(i, "bracket that was not opened")
			}
			if len(top.Parts) == 0 {
				return bad(i, "empty group")
			}
			done := *top
			groups, open = groups[:len(groups)-1], open[:len(open)-1]
			up := &groups[len(groups)-1]
			up.Parts = append(up.Parts, done)
			i++
		case c >= '0' && c <= '9':
			end := i
			for end < len(s) && s[end] >= '0' && s[end] <= '9' {
				end++
			}
			v, err := strconv.Atoi(s[i:end])
			if err != nil {
				return bad(i, "number out of range")
			}
			top.Parts = append(top.Parts, Nest{Input: v})
			i = end
		default:
			return bad(i, fmt.Sprintf("unexpected %q", rune(c)))
		}
	}
	if len(open) > 0 {
		return bad(len(s), "bracket that is not closed")
	}
	if len(groups[0].Parts) != 1 {
		return bad(len(s), "no single group")
	}
	return groups[0].Parts[0], nil
}
