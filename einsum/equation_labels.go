package einsum

// Equations from labels that are numbers: for programs that build networks, where letters would run out or mean nothing.

import (
	"strconv"
	"strings"
)

// Ellipsis stands for "..." among the labels that FromLabels and FromLabelsImplicit take.
const Ellipsis = -1

// FromLabels makes an equation from integer labels: inputs[i] holds the labels of the axes of operand i, from left to
// right, output those of the result; nil and empty both mean a scalar. A label is any int from 0 on, none of them
// special. So FromLabels([][]int{{0, 26}, {26, 52}}, []int{0, 52}) is a matrix product. It is the same as parsing
// "[0][26],[26][52]->[0][52]", and its errors are those of Parse.
func FromLabels(inputs [][]int, output []int) (*Equation, error) {
	text, err := writeLabels(inputs)
	if err != nil {
		return nil, err
	}
	text.WriteString("->")
	if err := writeLabelTerm(text, output, "the output"); err != nil {
		return nil, err
	}
	return Parse(text.String())
}

// FromLabelsImplicit is FromLabels with the implied output: the labels that occur exactly once, sorted by value, behind
// the axes of the ellipsis if there is one.
func FromLabelsImplicit(inputs [][]int) (*Equation, error) {
	text, err := writeLabels(inputs)
	if err != nil {
		return nil, err
	}
	return Parse(text.String())
}

func writeLabels(inputs [][]int) (*strings.Builder, error) {
	if len(inputs) == 0 {
		return nil, &ParseError{problem: "an equation has at least one operand"}
	}
	var text strings.Builder
	for i, labels := range inputs {
		if i > 0 {
			text.WriteByte(',')
		}
		if err := writeLabelTerm(&text, labels, "operand "+strconv.Itoa(i)); err != nil {
			return nil, err
		}
	}
	return &text, nil
}

func writeLabelTerm(text *strings.Builder, labels []int, where string) error {
	for axis, label := range labels {
		switch {
		case label >= 0:
			symbol{label, true}.write(text)
		case label == Ellipsis:
			text.WriteString("...")
		default:
			name := strconv.Itoa(label)
			return &ParseError{Label: name, problem: "label " + name + " of axis " + strconv.Itoa(axis) + " of " + where + " is negative"}
		}
	}
	return nil
}
