package families

// Building a network: labels with sizes, tensors over labels, and the instance with its equation.

import (
	"math/rand/v2"
	"strings"
	"unicode"

	"github.com/tenferro/tenferro-go/internal/instance"
	"github.com/tenferro/tenferro-go/tensor"
)

// builder collects the tensors of a network. Labels are numbers into sizes.
type builder struct {
	rng    *rand.Rand
	sizes  []int
	inputs [][]int
	output []int
}

func newBuilder(seed uint64) *builder {
	return &builder{rng: rand.New(rand.NewPCG(seed, 0x7e4f3770))}
}

// label makes a new label of the size.
func (b *builder) label(size int) int {
	b.sizes = append(b.sizes, size)
	return len(b.sizes) - 1
}

// between makes a new label of a size from low to high, both included.
func (b *builder) between(low, high int) int { return b.label(low + b.rng.IntN(high-low+1)) }

func (b *builder) labels(n, size int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = b.label(size)
	}
	return all
}

func (b *builder) tensor(labels ...int) { b.inputs = append(b.inputs, labels) }

// shuffle puts the tensors in a random order, so that a path along the order of the equation is no good path.
func (b *builder) shuffle() {
	b.rng.Shuffle(len(b.inputs), func(i, j int) { b.inputs[i], b.inputs[j] = b.inputs[j], b.inputs[i] })
}

// instance writes the network down. Labels are named in the order in which the operands show them: a … z, A … Z, then the
// letters from U+00C0 on.
func (b *builder) instance(name, intent string, dtype tensor.DType) *instance.Instance {
	in := &instance.Instance{Name: name, Intent: intent, DType: dtype}
	names := make(map[int]rune)
	next := rune('a')
	var equation strings.Builder
	for i, labels := range b.inputs {
		if i > 0 {
			equation.WriteByte(',')
		}
		shape := make([]int, len(labels))
		for axis, label := range labels {
			if names[label] == 0 {
				names[label] = next
				next = following(next)
			}
			equation.WriteRune(names[label])
			shape[axis] = b.sizes[label]
		}
		in.Shapes = append(in.Shapes, shape)
	}
	equation.WriteString("->")
	for _, label := range b.output {
		equation.WriteRune(names[label])
	}
	in.Equation = equation.String()
	return in
}

func following(r rune) rune {
	switch r {
	case 'z':
		return 'A'
	case 'Z':
		r = 0xbf
	}
	for r++; !unicode.IsLetter(r); {
		r++
	}
	return r
}
