package trace

// Print: a graph as text, one line a node, and as a drawing.

import (
	"fmt"
	"strconv"
	"strings"
)

// String writes the reference as the graph prints it: "%3", or "%3.1" for a result that is not the node's first.
func (r Ref) String() string {
	if r.Out == 0 {
		return "%" + strconv.Itoa(r.Node)
	}
	return "%" + strconv.Itoa(r.Node) + "." + strconv.Itoa(r.Out)
}

// String prints the graph, one line for each node and one for the outputs:
//
//	%0 = input index=0 : float64[64 128]
//	%1 = input index=1 : float64[128 32]
//	%2 = contract %0 %1 ab,bc->ac : float64[64 32]
//	return %2
//
// It is the same for the same program, on every machine.
func (g *Graph) String() string {
	var s strings.Builder
	for i := range g.Nodes {
		n := &g.Nodes[i]
		fmt.Fprintf(&s, "%s = %s", Ref{Node: i}, opName(n.Op))
		for _, r := range n.In {
			s.WriteString(" " + r.String())
		}
		if attrs := n.Op.Attrs(); attrs != "" {
			s.WriteString(" " + attrs)
		}
		s.WriteString(" : " + typesString(n.Out) + "\n")
	}
	s.WriteString("return")
	for _, r := range g.Outputs {
		s.WriteString(" " + r.String())
	}
	s.WriteString("\n")
	return s.String()
}

// DOT draws the graph in the language of Graphviz: a box for each node, with the line that traced it as its tooltip, an
// arrow from each operand.
func (g *Graph) DOT() string {
	var s strings.Builder
	s.WriteString("digraph trace {\n\tnode [shape=box fontname=\"monospace\"];\n")
	for i := range g.Nodes {
		n := &g.Nodes[i]
		label := fmt.Sprintf("%%%d %s", i, opName(n.Op))
		if attrs := n.Op.Attrs(); attrs != "" {
			label += "\n" + attrs
		}
		label += "\n" + typesString(n.Out)
		fmt.Fprintf(&s, "\tn%d [label=%s tooltip=%s];\n", i, quoteDOT(label), quoteDOT(n.Site))
		for k, r := range n.In {
			fmt.Fprintf(&s, "\tn%d -> n%d", r.Node, i)
			if r.Out > 0 || len(n.In) > 1 {
				fmt.Fprintf(&s, " [label=%s]", quoteDOT(edgeLabel(r, k, len(n.In))))
			}
			s.WriteString(";\n")
		}
	}
	for i, r := range g.Outputs {
		fmt.Fprintf(&s, "\tout%d [label=\"output %d\" shape=ellipse];\n\tn%d -> out%d", i, i, r.Node, i)
		if r.Out > 0 {
			fmt.Fprintf(&s, " [label=%s]", quoteDOT("."+strconv.Itoa(r.Out)))
		}
		s.WriteString(";\n")
	}
	s.WriteString("}\n")
	return s.String()
}

// edgeLabel says which result an arrow carries, where it is not the first, and which operand it is, where there are more.
func edgeLabel(r Ref, operand, operands int) string {
	var parts []string
	if r.Out > 0 {
		parts = append(parts, "."+strconv.Itoa(r.Out))
	}
	if operands > 1 {
		parts = append(parts, strconv.Itoa(operand))
	}
	return strings.Join(parts, " → ")
}

// opName is the operation's name, behind its family if it has one: "linalg.svd".
func opName(op Op) string {
	if op.Family() == "" {
		return op.Name()
	}
	return op.Family() + "." + op.Name()
}

func typesString(ts []Type) string {
	names := make([]string, len(ts))
	for i, t := range ts {
		names[i] = t.String()
	}
	return strings.Join(names, ", ")
}

// quoteDOT quotes a string for Graphviz, which knows only the escapes used here.
func quoteDOT(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}
