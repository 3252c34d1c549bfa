package einsumtest

// Random cases: an equation of one of the kinds below with what may be mixed into any equation, and operands for it. How
// the kinds look is in kinds.go, how operands lie in memory in layout.go.

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/tenferro/tenferro-go/einsum"
	"github.com/tenferro/tenferro-go/tensor"
)

// MaxLoop bounds the product of the sizes of all labels of a random case.
const MaxLoop = 20_000

// Case is an equation with operands. The same seed, kind and dtype always give the same case.
type Case struct {
	Seed     uint64
	Kind     Kind
	DType    tensor.DType
	Equation string
	Operands []*tensor.Tensor
	// Exact says that elements are small integers: every order of contraction computes the result without rounding.
	Exact bool

	layouts []string
	bound   *einsum.Bound
}

// Random returns the case of a seed, of a kind that the seed chooses. It is for tests, and panics if the dtype is none that
// Contract computes with.
func Random(seed uint64, dtype tensor.DType) *Case {
	return RandomKind(seed, Kind(seed%uint64(NumKinds)), dtype)
}

// RandomKind is Random with the kind given; kinds are counted modulo NumKinds.
func RandomKind(seed uint64, kind Kind, dtype tensor.DType) *Case {
	kind %= NumKinds
	g := &generator{rng: rand.New(rand.NewPCG(seed, uint64(kind)<<8|uint64(dtype))), output: []int{}, ellipsis: -1}
	kinds[kind].build(g)
	g.mix(kind, dtype)
	c := &Case{Seed: seed, Kind: kind, DType: dtype, Equation: g.write(), Exact: dtype == tensor.Int32 || dtype == tensor.Int64}
	if g.chance(0.4) {
		c.Exact = true
	}
	shapes := g.shapes()
	eq, err := einsum.Parse(c.Equation)
	if err == nil {
		c.bound, err = eq.Bind(shapes...)
	}
	if err != nil { // a fault of the generator or of the parser
		panic(fmt.Sprintf("einsumtest: seed %d, kind %v: %v", seed, kind, err))
	}
	fill := g.values(c.Exact, dtype)
	for _, shape := range shapes {
		t, layout := g.operand(dtype, shape, fill)
		c.Operands = append(c.Operands, t)
		c.layouts = append(c.layouts, layout)
	}
	return c
}

// Bound returns the case's equation, bound to its operands' shapes.
func (c *Case) Bound() *einsum.Bound { return c.bound }

// Want computes the result by the oracle.
func (c *Case) Want() (*Want, error) { return Contract(c.bound, c.Operands...) }

// Check computes the result by the oracle and holds got against it, exactly if the case allows that.
func (c *Case) Check(got *tensor.Tensor) error {
	want, err := c.Want()
	if err == nil {
		if c.Exact {
			err = want.CheckExact(got)
		} else {
			err = want.Check(got)
		}
	}
	if err != nil {
		return fmt.Errorf("%v: %w", c, err)
	}
	return nil
}

// String says all that is needed to see the case again.
func (c *Case) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "seed %d, kind %v, %v: %q", c.Seed, c.Kind, c.DType, c.Equation)
	for i, t := range c.Operands {
		fmt.Fprintf(&b, ", %s%v", c.layouts[i], t.Shape())
	}
	return b.String()
}

// generator holds an equation in the making: labels are numbers into sizes.
type generator struct {
	rng    *rand.Rand
	sizes  []int
	inputs [][]int
	output []int

	conj     []bool
	dots     []int   // where the ellipsis of an operand stands, -1 without one
	hidden   [][]int // the sizes of the axes under it
	under    int     // how many elements the axes under an ellipsis span
	ellipsis int     // where that of the output stands
	implied  bool
	nested   bool
}

func (g *generator) chance(p float64) bool { return g.rng.Float64() < p }

// between returns a number from low to high, both included.
func (g *generator) between(low, high int) int { return low + g.rng.IntN(high-low+1) }

func (g *generator) shuffle(labels []int) []int {
	g.rng.Shuffle(len(labels), func(i, j int) { labels[i], labels[j] = labels[j], labels[i] })
	return labels
}

// mix adds to an equation what goes with every kind.
func (g *generator) mix(kind Kind, dtype tensor.DType) {
	n := len(g.inputs)
	g.conj = make([]bool, n)
	g.dots = slices.Repeat([]int{-1}, n)
	g.hidden = make([][]int, n)
	for i := range g.conj {
		g.conj[i] = dtype.IsComplex() && g.chance(0.3) || g.chance(0.03)
	}
	g.under = 1
	g.limit(MaxLoop)
	if kind == Ellipses || g.chance(0.05) {
		g.addEllipses()
	}
	g.implied = kind == Implied || g.chance(0.05)
	g.nested = kind == Parentheses || n > 2 && g.chance(0.2)
	g.boundOutput()
}

// limit draws how large the loop over all labels may be, small ones as likely as large, and halves sizes until it is.
func (g *generator) limit(most int) {
	limit := 1
	for limit < most && g.chance(0.93) {
		limit = limit*2 + 1
	}
	for limit = min(limit, most); g.loop() > limit; {
		largest := 0
		for label, size := range g.sizes {
			if size > g.sizes[largest] {
				largest = label
			}
		}
		g.sizes[largest] = (g.sizes[largest] + 1) / 2
	}
}

func (g *generator) loop() int {
	n := 1
	for _, size := range g.sizes {
		n *= max(size, 1)
	}
	return n
}

// boundOutput drops labels that the output repeats until it is no larger than a loop may be.
func (g *generator) boundOutput() {
	n := g.under
	kept := g.output[:0]
	for _, label := range g.output {
		if n*max(g.sizes[label], 1) > MaxLoop {
			continue
		}
		n *= max(g.sizes[label], 1)
		kept = append(kept, label)
	}
	g.output = kept
}

// addEllipses gives some operands an ellipsis over axes that broadcast against one another.
func (g *generator) addEllipses() {
	common := make([]int, g.between(0, 3))
	for i := range common {
		common[i] = min(g.size(), MaxLoop/(g.loop()*g.under))
		g.under *= max(common[i], 1)
	}
	for i, labels := range g.inputs {
		if g.chance(0.25) {
			continue
		}
		g.dots[i] = g.between(0, len(labels))
		rank := len(common)
		if g.chance(0.4) {
			rank = g.between(0, rank)
		}
		g.hidden[i] = slices.Clone(common[len(common)-rank:])
		for axis := range g.hidden[i] {
			if g.chance(0.25) {
				g.hidden[i][axis] = 1
			}
		}
	}
	if g.chance(0.75) {
		g.ellipsis = g.between(0, len(g.output))
	}
}

// size draws the size of a label: mostly small, sometimes 0, now and then beyond the tile of any kernel.
func (g *generator) size() int {
	switch p := g.rng.Float64(); {
	case p < 0.02:
		return 0
	case p < 0.12:
		return 1
	case p < 0.75:
		return g.between(2, 5)
	case p < 0.95:
		return g.between(6, 17)
	}
	return g.between(18, 70)
}

func (g *generator) shapes() [][]int {
	shapes := make([][]int, len(g.inputs))
	for i, labels := range g.inputs {
		for _, label := range labels {
			shapes[i] = append(shapes[i], g.sizes[label])
		}
		if g.dots[i] >= 0 {
			shapes[i] = slices.Insert(shapes[i], g.dots[i], g.hidden[i]...)
		}
	}
	return shapes
}
