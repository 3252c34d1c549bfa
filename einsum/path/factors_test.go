package path

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFactorsFirst multiplies five factors of a tensor of 3^12 elements with each other before the tensor.
func TestFactorsFirst(t *testing.T) {
	n := &Network{Sizes: slices.Repeat([]int{3}, 13)}
	big := make([]Label, 12)
	for i := range big {
		big[i] = i
	}
	n.Inputs = [][]Label{big, {0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 12}}
	n.Output = append(slices.Clone(big), 12)
	tree, err := LeftToRight(n)
	require.NoError(t, err)
	got := tree.FactorsFirst()
	// Four factors go together, the fifth has a label of its own: it stays where the sums are.
	require.Equal(t, [][2]int32{{1, 2}, {6, 3}, {7, 4}, {0, 8}, {9, 5}}, got.pairs)
	require.Equal(t, tree.pairs[4][1], got.pairs[4][1])
	before, after := tree.Costs(Element{}, Roofline{}), got.Costs(Element{}, Roofline{})
	require.Less(t, after.Write, before.Write*0.7) // four of 3^12 and one of 3^13 before
	require.LessOrEqual(t, after.Flops, before.Flops)
}

// TestFactorsFirstGroups stops to gather factors when their product would no longer be small.
func TestFactorsFirstGroups(t *testing.T) {
	n := &Network{Sizes: slices.Repeat([]int{16}, 4), Inputs: [][]Label{{0, 1, 2, 3}, {0, 1}, {1, 2}, {2, 3}, {0}}, Output: []Label{0, 1, 2, 3}}
	tree, err := LeftToRight(n)
	require.NoError(t, err)
	require.Equal(t, [][2]int32{{1, 2}, {0, 5}, {3, 4}, {6, 7}}, tree.FactorsFirst().pairs)
}

// TestFactorsFirstRandom holds random trees against their forms: valid, of the same result, and no dearer.
func TestFactorsFirstRandom(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 1))
	changed := 0
	for range 500 {
		n := &Network{}
		for range 3 + r.IntN(6) {
			n.Sizes = append(n.Sizes, 1+r.IntN(9))
		}
		for range 2 + r.IntN(8) {
			var in []Label
			for range r.IntN(len(n.Sizes) + 1) {
				in = append(in, r.IntN(len(n.Sizes)))
			}
			n.Inputs = append(n.Inputs, in)
		}
		for l := range n.Sizes {
			if slices.ContainsFunc(n.Inputs, func(in []Label) bool { return slices.Contains(in, l) }) && r.IntN(2) == 0 {
				n.Output = append(n.Output, l)
			}
		}
		tree, err := LeftToRight(n)
		require.NoError(t, err)
		got := tree.FactorsFirst()
		used := make([]int, tree.Root()+1)
		for i, p := range got.pairs {
			for _, x := range p {
				require.Less(t, int(x), len(n.Inputs)+i)
				used[x]++
			}
		}
		require.Len(t, got.pairs, tree.Steps())
		for i, u := range used[:tree.Root()] {
			require.Equal(t, 1, u, "node %d", i)
		}
		require.LessOrEqual(t, got.Costs(Element{}, Roofline{}).Flops, tree.Costs(Element{}, Roofline{}).Flops*(1+1e-12))
		if !slices.Equal(got.pairs, tree.pairs) {
			changed++
		}
	}
	require.Positive(t, changed)
}
