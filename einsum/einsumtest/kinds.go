package einsumtest

// The kinds of equations: what each kind's operands share.

import "slices"

// Kind is a kind of random equation.
type Kind uint8

// The kinds. Any of them may also come with conjugation, an ellipsis, an implied output, parentheses, spaces, labels from
// any script and axes of size 0 and 1.
const (
	MatMul         Kind = iota // two operands: left, right, contracted labels
	BatchedMatMul              // and labels that both have and the result keeps
	Outer                      // two operands without a label in common
	Elementwise                // two to four operands, nothing contracted
	PreSum                     // two operands, and labels that only one has and the result lacks
	Mixed                      // two operands with all of these
	Chain                      // a chain of matrices
	Network                    // labels between any two of three to five operands
	Hyperedge                  // labels in three or more operands, kept or summed
	Diagonal                   // labels repeated in operands
	Trace                      // one operand, all labels repeated
	Single                     // one operand: permuted, summed, its diagonals taken
	OutputDiagonal             // labels repeated in the result
	Scalars                    // operands without axes among others, or alone
	Ellipses                   // ellipses that broadcast
	Parentheses                // three to five operands with a fixed order
	Implied                    // no arrow
	Soup                       // anything anywhere
	NumKinds
)

var kinds = [NumKinds]struct {
	name  string
	build func(*generator)
}{
	MatMul:         {"matmul", func(g *generator) { g.pair(groups{left: 1, right: 1, contracted: 1}) }},
	BatchedMatMul:  {"batched matmul", func(g *generator) { g.pair(groups{batch: 1, left: 1, right: 1, contracted: 1}) }},
	Outer:          {"outer", func(g *generator) { g.pair(groups{left: 1, right: 1}) }},
	Elementwise:    {"elementwise", (*generator).elementwise},
	PreSum:         {"pre-sum", func(g *generator) { g.pair(groups{left: 1, contracted: 1, summedLeft: 1, summedRight: 1}) }},
	Mixed:          {"mixed", func(g *generator) { g.pair(groups{1, 1, 1, 1, 1, 1}) }},
	Chain:          {"chain", (*generator).chain},
	Network:        {"network", (*generator).network},
	Hyperedge:      {"hyperedge", (*generator).hyperedge},
	Diagonal:       {"diagonal", (*generator).diagonal},
	Trace:          {"trace", (*generator).trace},
	Single:         {"single", func(g *generator) { g.soup(1, 4) }},
	OutputDiagonal: {"output diagonal", (*generator).outputDiagonal},
	Scalars:        {"scalars", (*generator).scalars},
	Ellipses:       {"ellipses", func(g *generator) { g.soup(g.between(1, 3), 3) }},
	Parentheses:    {"parentheses", (*generator).network},
	Implied:        {"implied", (*generator).network},
	Soup:           {"soup", func(g *generator) { g.soup(g.between(1, 5), 7) }},
}

// String returns the kind's name.
func (k Kind) String() string {
	if k >= NumKinds {
		return "invalid"
	}
	return kinds[k].name
}

// groups says which groups of labels a pair of operands has; each that is not 0 gets up to two labels or three.
type groups struct{ batch, left, right, contracted, summedLeft, summedRight int }

// labels makes up to most new labels, at least one.
func (g *generator) labels(most int) []int {
	var labels []int
	for range g.between(1, most) {
		labels = append(labels, len(g.sizes))
		g.sizes = append(g.sizes, g.size())
	}
	return labels
}

func (g *generator) pair(with groups) {
	draw := func(has int) []int {
		if has == 0 || g.chance(0.1) { // now and then a group is empty: GEMV, GER, DOT
			return nil
		}
		return g.labels(2)
	}
	batch, left, right, contracted := draw(with.batch), draw(with.left), draw(with.right), draw(with.contracted)
	g.inputs = [][]int{
		g.shuffle(slices.Concat(batch, left, contracted, draw(with.summedLeft))),
		g.shuffle(slices.Concat(batch, right, contracted, draw(with.summedRight))),
	}
	g.output = g.shuffle(slices.Concat(batch, left, right))
}

func (g *generator) elementwise() {
	labels := g.labels(4)
	for i := range g.between(2, 4) {
		mine := g.shuffle(slices.Clone(labels))
		if i > 0 && g.chance(0.3) {
			mine = mine[:g.between(0, len(mine))]
		}
		g.inputs = append(g.inputs, mine)
	}
	g.output = g.shuffle(labels)
}

func (g *generator) chain() {
	n := g.between(2, 5)
	bonds := g.labels(1)
	for range n {
		bonds = append(bonds, g.labels(1)...)
	}
	for i := range n {
		g.inputs = append(g.inputs, g.shuffle([]int{bonds[i], bonds[i+1]}))
	}
	g.output = g.shuffle([]int{bonds[0], bonds[n]})
	g.rng.Shuffle(n, func(i, j int) { g.inputs[i], g.inputs[j] = g.inputs[j], g.inputs[i] })
}

// network draws edges between pairs of operands and open legs, as a tensor network has them.
func (g *generator) network() {
	n := g.between(3, 5)
	g.inputs = make([][]int, n)
	for range g.between(n-1, n+2) {
		edge := g.labels(1)[0]
		a := g.rng.IntN(n)
		b := (a + g.between(1, n-1)) % n
		g.inputs[a] = append(g.inputs[a], edge)
		g.inputs[b] = append(g.inputs[b], edge)
	}
	for range g.between(0, 2) {
		leg := g.labels(1)[0]
		a := g.rng.IntN(n)
		g.inputs[a] = append(g.inputs[a], leg)
		g.output = append(g.output, leg)
	}
	for _, labels := range g.inputs {
		g.shuffle(labels)
	}
	g.shuffle(g.output)
}

func (g *generator) hyperedge() {
	n := g.between(3, 5)
	g.inputs = make([][]int, n)
	for _, label := range slices.Concat(g.labels(3), g.labels(2)) {
		owners := g.rng.Perm(n)[:g.between(2, n)]
		for _, i := range owners {
			g.inputs[i] = append(g.inputs[i], label)
		}
		if g.chance(0.4) {
			g.output = append(g.output, label)
		}
	}
	for _, labels := range g.inputs {
		g.shuffle(labels)
	}
	g.shuffle(g.output)
}

func (g *generator) diagonal() {
	g.pair(groups{batch: 1, left: 1, contracted: 1, right: 1})
	for i, labels := range g.inputs {
		for _, label := range labels {
			if g.chance(0.4) && len(g.inputs[i]) < 5 {
				g.inputs[i] = append(g.inputs[i], label)
			}
		}
		g.shuffle(g.inputs[i])
	}
}

func (g *generator) trace() {
	labels := g.labels(2)
	mine := slices.Concat(labels, labels)
	if g.chance(0.2) {
		mine = append(mine, labels[0])
	}
	g.inputs = [][]int{g.shuffle(mine)}
	if g.chance(0.3) {
		g.inputs = append(g.inputs, g.shuffle(labels))
	}
}

func (g *generator) outputDiagonal() {
	if g.chance(0.4) {
		g.soup(1, 3)
	} else {
		g.pair(groups{batch: 1, left: 1, contracted: 1, right: 1})
	}
	if len(g.output) == 0 && len(g.inputs[0]) > 0 {
		g.output = append(g.output, g.inputs[0][0])
	}
	for _, label := range slices.Clone(g.output) {
		for range 2 {
			if g.chance(0.4) {
				g.output = append(g.output, label)
			}
		}
	}
	g.shuffle(g.output)
}

func (g *generator) scalars() {
	if g.chance(0.7) {
		g.pair(groups{left: 1, contracted: 1, right: 1})
	}
	for range g.between(1, 3) {
		g.inputs = slices.Insert(g.inputs, g.between(0, len(g.inputs)), []int{})
	}
}

// soup gives each operand any labels of a few, in any number, and the output any of those that occur.
func (g *generator) soup(operands, labels int) {
	all := g.labels(labels)
	present := map[int]bool{}
	for range operands {
		mine := []int{}
		for range g.between(0, 4) {
			label := all[g.rng.IntN(len(all))]
			mine = append(mine, label)
			present[label] = true
		}
		g.inputs = append(g.inputs, mine)
	}
	for _, label := range all {
		if !present[label] {
			g.sizes[label] = 1 // no part of the loop
			continue
		}
		for range 2 {
			if g.chance(0.3) {
				g.output = append(g.output, label)
			}
		}
	}
	g.shuffle(g.output)
}
