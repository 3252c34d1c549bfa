package families

// From an instance to the network that a path search works on.

import (
	"fmt"
	"strings"

	"github.com/tenferro/tenferro-go/einsum/path"
	"github.com/tenferro/tenferro-go/internal/instance"
	"github.com/tenferro/tenferro-go/tensor"
)

// Network reads the equation of an instance of this package: labels of one rune, an arrow. (Package einsum reads all
// equations; a path needs no more than this.)
func Network(in *instance.Instance) (*path.Network, error) {
	inputs, output, found := strings.Cut(in.Equation, "->")
	terms := strings.Split(inputs, ",")
	if !found || len(terms) != len(in.Shapes) {
		return nil, &instance.FormatError{Name: in.Name, Field: "format_string", Why: "does not fit the shapes"}
	}
	n := &path.Network{}
	ids := make(map[rune]int)
	for i, term := range terms {
		labels := []path.Label{}
		for axis, r := range []rune(term) {
			if axis >= len(in.Shapes[i]) {
				return nil, &instance.FormatError{Name: in.Name, Field: "shapes", Why: fmt.Sprintf("operand %d has too few axes", i)}
			}
			if _, known := ids[r]; !known {
				ids[r] = len(n.Sizes)
				n.Sizes = append(n.Sizes, in.Shapes[i][axis])
			}
			labels = append(labels, ids[r])
		}
		n.Inputs = append(n.Inputs, labels)
	}
	for _, r := range output {
		n.Output = append(n.Output, ids[r])
	}
	return n, n.Validate()
}

// Element says what the elements of a dtype cost.
func Element(dtype tensor.DType) path.Element {
	return path.Element{Bytes: dtype.Size(), Complex: dtype.IsComplex()}
}
