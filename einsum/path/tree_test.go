package path_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/einsum/path"
)

// randomPairs returns a random tree, steps in a random order that runs.
func randomPairs(rng *rand.Rand, n int) [][2]int {
	pairs := [][2]int{}
	live := rng.Perm(n)
	for len(live) > 1 {
		rng.Shuffle(len(live), func(i, j int) { live[i], live[j] = live[j], live[i] })
		pairs = append(pairs, [2]int{live[0], live[1]})
		live = append(live[2:], n+len(pairs)-1)
	}
	return pairs
}

// fromSSA builds a tree that must be right.
func fromSSA(t *testing.T, n *path.Network, pairs [][2]int) *path.Tree {
	t.Helper()
	tree, err := path.FromSSA(n, ints(pairs))
	require.NoError(t, err)
	return tree
}

// star is n vectors over one label.
func star(n int) *path.Network {
	net := &path.Network{Sizes: []int{3}}
	for range n {
		net.Inputs = append(net.Inputs, []path.Label{0})
	}
	return net
}

// ints turns pairs into steps of any arity.
func ints(path [][2]int) [][]int {
	out := make([][]int, len(path))
	for i, p := range path {
		out[i] = p[:]
	}
	return out
}

// shape returns the tree as sets of inputs, whatever the order of its steps.
func shape(t *path.Tree) [][]int {
	var sets [][]int
	for i := range t.Steps() {
		s := below(t.Inputs(), t.SSA(), t.Inputs()+i)
		slices.Sort(s)
		sets = append(sets, s)
	}
	slices.SortFunc(sets, slices.Compare)
	return sets
}

func TestConversionsReturnTheSameTree(t *testing.T) {
	const seed = 1
	rng := rand.New(rand.NewPCG(seed, 0))
	for _, n := range []int{1, 2, 3, 4, 5, 8, 17, 100} {
		for range 20 {
			net := star(n)
			tree := fromSSA(t, net, randomPairs(rng, n))
			back, err := path.FromSSA(net, ints(tree.SSA()))
			require.NoError(t, err)
			require.Equal(t, tree.SSA(), back.SSA(), "seed %d", seed)
			back, err = path.FromLinear(net, ints(tree.Linear()))
			require.NoError(t, err)
			require.Equal(t, tree.SSA(), back.SSA(), "seed %d", seed)
			nest := tree.Nest()
			back, err = path.FromNest(net, nest)
			require.NoError(t, err)
			require.Equal(t, shape(tree), shape(back), "seed %d", seed)
			parsed, err := path.ParseNest(nest.String())
			require.NoError(t, err)
			require.Equal(t, nest.String(), parsed.String())
			require.Equal(t, shape(tree), shape(tree.Reorder()))
		}
	}
}

func TestLinearPathsOfOptEinsum(t *testing.T) {
	net := star(5)
	tree, err := path.FromLinear(net, [][]int{{0, 4}, {1, 2}, {0, 1}, {0, 1}})
	require.NoError(t, err)
	// After (0,4): [1 2 3 5]; after (1,2): [1 5 6]; after (0,1): [6 7].
	require.Equal(t, [][2]int{{0, 4}, {2, 3}, {1, 5}, {6, 7}}, tree.SSA())
}

func TestStepsOfOtherArity(t *testing.T) {
	net := star(4)
	tree, err := path.FromLinear(net, [][]int{{2}, {0, 1, 2}, {0, 1}})
	require.NoError(t, err)
	require.Equal(t, 3, tree.Steps())
	require.Contains(t, shape(tree), []int{0, 1, 3})

	// A chain of matrices contracted in one step takes the order that the exact search finds: from the right here.
	chain := &path.Network{Inputs: [][]path.Label{{0, 1}, {1, 2}, {2, 3}}, Output: []path.Label{0, 3}, Sizes: []int{10, 10, 10, 1}}
	tree, err = path.FromLinear(chain, [][]int{{0, 1, 2}})
	require.NoError(t, err)
	require.Equal(t, [][]int{{0, 1, 2}, {1, 2}}, shape(tree))

	// The same within a path, where a label that is kept for a later step must not be summed.
	later := &path.Network{Inputs: [][]path.Label{{0, 1}, {1, 2}, {2, 3}, {1, 3}}, Output: []path.Label{0}, Sizes: []int{9, 9, 9, 9}}
	tree, err = path.FromSSA(later, [][]int{{0, 1, 2}, {4, 3}})
	require.NoError(t, err)
	require.Equal(t, 3, tree.Steps())
	require.Contains(t, shape(tree), []int{0, 1, 2})

	single := star(1)
	for _, p := range [][][]int{{}, {{0}}} {
		tree, err = path.FromLinear(single, p)
		require.NoError(t, err)
		require.Equal(t, 0, tree.Root())
	}
}

func TestPathsThatAreRefused(t *testing.T) {
	net := star(3)
	for name, p := range map[string][][]int{
		"position beyond the list": {{0, 3}},
		"negative":                 {{-1, 0}},
		"twice in a step":          {{1, 1}, {0, 1}},
		"empty step":               {{}, {0, 1}, {0, 1}},
		"too short":                {{0, 1}},
		"too long":                 {{0, 1}, {0, 1}, {0, 1}},
		"empty":                    {},
	} {
		_, err := path.FromLinear(net, p)
		require.ErrorIs(t, err, path.ErrPath, name)
	}
	for name, p := range map[string][][]int{
		"used twice":    {{0, 1}, {0, 2}, {3, 4}},
		"not made yet":  {{0, 4}, {1, 2}},
		"itself":        {{0, 3}, {1, 2}},
		"left over":     {{0, 1}},
		"used in place": {{0, 0}, {1, 2}},
	} {
		_, err := path.FromSSA(net, p)
		require.ErrorIs(t, err, path.ErrPath, name)
	}
	for _, s := range []string{"", "(0,1", "0)", "(0,1]", "()", "(0,1),2", "(0,x)", "(0,99999999999999999999)"} {
		_, err := path.ParseNest(s)
		require.ErrorIs(t, err, path.ErrPath, s)
	}
	for _, s := range []string{"(0,1)", "((0,1),1)", "((0,1),3)", "((0,1),2,2)"} {
		nest, err := path.ParseNest(s)
		require.NoError(t, err)
		_, err = path.FromNest(net, nest)
		require.ErrorIs(t, err, path.ErrPath, s)
	}
	_, err := path.FromNest(net, path.Nest{Parts: []path.Nest{{Input: -1}}})
	require.ErrorIs(t, err, path.ErrPath)
}

func TestNetworksThatAreRefused(t *testing.T) {
	for name, n := range map[string]*path.Network{
		"nil":                      nil,
		"no inputs":                {},
		"label without size":       {Inputs: [][]path.Label{{0, 1}}, Sizes: []int{2}},
		"negative label":           {Inputs: [][]path.Label{{-1}}, Sizes: []int{2}},
		"negative size":            {Inputs: [][]path.Label{{0}}, Sizes: []int{-1}},
		"output label in no input": {Inputs: [][]path.Label{{0}}, Output: []path.Label{1}, Sizes: []int{2, 2}},
		"output without size":      {Inputs: [][]path.Label{{0}}, Output: []path.Label{5}, Sizes: []int{2}},
	} {
		require.ErrorIs(t, n.Validate(), path.ErrNetwork, name)
		_, err := path.LeftToRight(n)
		require.ErrorIs(t, err, path.ErrNetwork, name)
		_, err = path.FromSSA(n, nil)
		require.ErrorIs(t, err, path.ErrNetwork, name)
	}
	require.NoError(t, (&path.Network{Inputs: [][]path.Label{{}}}).Validate())
}
