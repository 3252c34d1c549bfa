package einsum_test

// A fuzz target for the whole way from a text to a result.

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/einsum"
	"github.com/tenferro/tenferro-go/einsum/einsumtest"
	"github.com/tenferro/tenferro-go/tensor"
)

// FuzzContract contracts any equation that parses, on operands of any shape and layout that a seed draws, along any order,
// in every form and by every provider, and holds the results against the oracle. Where the shapes do not fit, every form
// has to say so.
func FuzzContract(f *testing.F) {
	for i, equation := range []string{
		"ij,jk->ik", "ij,jk", "i,i->", ",->", "->", "...ij,...jk->...ik", "i...->i", "iij->ji", "ii->", "i->ii", "ab,b,bc->ac", "ac,b->abc",
		"bij,bjk->bik", "ijb*,jkb->bki", "((ij,jk),kl)->il", "i*,i->", "[0][26],[26][52]->[52][0]", "aab,b,c->a", "iaj,jak->ik", "ij,i,j->",
		"ab,cb,db->acd", "i,j->ijij", "日本,本->日日", "...,...,...", "abcd,be,cf,dg->efga", "ij*,ij*->i", "a,,b->ba", "ij,kl->",
	} {
		f.Add(equation, uint64(i), uint8(i))
	}
	for kind := range einsumtest.NumKinds { // an equation of every kind that the oracle's generator knows
		for seed := range uint64(3) {
			f.Add(einsumtest.RandomKind(seed, kind, tensor.Float64).Equation, seed, uint8(kind)+uint8(seed))
		}
	}
	all := stations(f)
	f.Fuzz(func(t *testing.T, equation string, seed uint64, dtype uint8) {
		eq, err := einsum.Parse(equation)
		if err != nil || eq.NumOperands() > 6 || eq.NumLabels() > 12 || len(eq.Output().Labels) > 8 {
			return
		}
		rng := rand.New(rand.NewPCG(seed, uint64(dtype)))
		shapes := drawShapes(rng, eq)
		c := call{equation: equation}
		d := numbers[int(dtype)%len(numbers)]
		for i, shape := range shapes {
			if len(shape) > 8 {
				return
			}
			c.operands = append(c.operands, relaid(small(d, int(seed%97)+i, shape...), layouts[rng.IntN(len(layouts))]))
		}
		switch rng.IntN(4) {
		case 0:
			c = c.with(einsum.WithFinder([]string{"greedy", "left-to-right", "optimal"}[rng.IntN(3)]))
		case 1:
			if n := len(shapes); n > 1 {
				c = c.with(einsum.WithSSAPath(drawOrder(rng, n)))
			}
		}
		bound, err := eq.Bind(shapes...)
		if err != nil {
			var bind *einsum.BindError
			require.ErrorAs(t, err, &bind)
			refused(t, all, c, func(err error) { require.ErrorAs(t, err, &bind, "%v", c) })
			return
		}
		loop := 1
		for _, size := range bound.Sizes {
			loop *= max(size, 1)
		}
		if loop > einsumtest.MaxLoop || bound.OutputLen() > einsumtest.MaxLoop {
			return
		}
		hold(t, all, c, true)
	})
}

// drawShapes draws a size for each label and for the axes under ellipses, and now and then a wrong one.
func drawShapes(rng *rand.Rand, eq *einsum.Equation) [][]int {
	size := make([]int, eq.NumLabels())
	for l := range size {
		size[l] = []int{0, 1, 2, 2, 3, 3, 4, 5, 9}[rng.IntN(9)]
		if size[l] == 0 && rng.IntN(3) > 0 {
			size[l] = 3
		}
	}
	hidden := make([]int, rng.IntN(3))
	for axis := range hidden {
		hidden[axis] = 1 + rng.IntN(3)
	}
	shapes := make([][]int, eq.NumOperands())
	for i, term := range eq.Inputs() {
		for _, l := range term.Labels {
			shapes[i] = append(shapes[i], size[l])
		}
		if term.Ellipsis >= 0 {
			axes := slices.Clone(hidden[rng.IntN(len(hidden)+1):])
			for axis := range axes {
				if rng.IntN(3) == 0 {
					axes[axis] = 1
				}
			}
			shapes[i] = slices.Insert(shapes[i], term.Ellipsis, axes...)
		}
		if rng.IntN(40) == 0 && len(shapes[i]) > 0 {
			shapes[i][rng.IntN(len(shapes[i]))] = 1
		}
	}
	return shapes
}

// drawOrder draws an order of contraction of n operands.
func drawOrder(rng *rand.Rand, n int) [][]int {
	left := rng.Perm(n)
	var steps [][]int
	for len(left) > 1 {
		steps = append(steps, []int{left[0], left[1]})
		left = append(left[2:], n+len(steps)-1)
		rng.Shuffle(len(left), func(i, j int) { left[i], left[j] = left[j], left[i] })
	}
	return steps
}
