package path

// A Network is the problem that this package solves: which labels each operand carries, which survive, and how large
// they are. It holds no elements.

import "math"

// Label names an index of a network by its position in Network.Sizes.
type Label = int

// Network is an einsum expression reduced to sizes. A label may stand in any number of inputs (a hyperedge), more than
// once in one input (a diagonal), in the output or not, in an input alone (it is summed there first). The parts of a
// network need not hang together. Sizes may be 0 or 1.
//
// A Network is read-only to this package and may be shared by goroutines.
type Network struct {
	// Inputs holds the labels of each operand, axis by axis. An empty list is a scalar. There is at least one input.
	Inputs [][]Label `json:"inputs"`
	// Output holds the labels that are kept. Each stands in an input. One that is named twice counts once.
	Output []Label `json:"output"`
	// Sizes holds the size of every label, at least 0. Labels that no input uses are allowed.
	Sizes []int `json:"sizes"`
}

// Validate reports what makes n unusable, as a *NetworkError; nil if nothing does.
func (n *Network) Validate() error {
	if n == nil || len(n.Inputs) == 0 {
		return &NetworkError{Operand: -1, Label: -1, Reason: "a network needs at least one input"}
	}
	if len(n.Inputs) > maxInputs {
		return &NetworkError{Operand: -1, Label: -1, Reason: "more inputs than can be numbered"}
	}
	for l, d := range n.Sizes {
		if d < 0 {
			return &NetworkError{Operand: -1, Label: l, Reason: "size is negative"}
		}
	}
	seen := make([]bool, len(n.Sizes))
	for i, in := range n.Inputs {
		for _, l := range in {
			if l < 0 || l >= len(n.Sizes) {
				return &NetworkError{Operand: i, Label: l, Reason: "label has no size"}
			}
			seen[l] = true
		}
	}
	for _, l := range n.Output {
		if l < 0 || l >= len(n.Sizes) {
			return &NetworkError{Operand: len(n.Inputs), Label: l, Reason: "label has no size"}
		}
		if !seen[l] {
			return &NetworkError{Operand: len(n.Inputs), Label: l, Reason: "label is in no input"}
		}
	}
	return nil
}

// maxInputs keeps every SSA number of a tree, inputs and intermediates, within 31 bits.
const maxInputs = math.MaxInt32 / 4

// appearances counts in how many inputs each label stands; standing in the output counts as one more.
func (n *Network) appearances() []int32 {
	total := make([]int32, len(n.Sizes))
	last := make([]int32, len(n.Sizes)) // 1 + the last input in which the label was counted
	for i, in := range n.Inputs {
		for _, l := range in {
			if last[l] != int32(i+1) {
				last[l] = int32(i + 1)
				total[l]++
			}
		}
	}
	for _, l := range n.Output {
		if last[l] != -1 {
			last[l] = -1
			total[l]++
		}
	}
	return total
}

// inputElements returns the number of elements of input i as it lies in memory: repeated axes count each time.
func (n *Network) inputElements(i int) float64 {
	p := 1.0
	for _, l := range n.Inputs[i] {
		p *= float64(n.Sizes[l])
	}
	return p
}
