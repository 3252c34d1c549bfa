package path_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/einsum/path"
	"github.com/tenferro/tenferro-go/einsum/path/pathtest"
)

// elements are the types that costs are tested for.
var elements = []path.Element{{}, {Bytes: 4}, {Complex: true}, {Bytes: 8, Complex: true}}

func requireClose(t *testing.T, want, got float64, msg ...any) {
	t.Helper()
	require.InDelta(t, want, got, 1e-9*math.Max(1e-6, math.Abs(want)), msg...)
}

func requireCosts(t *testing.T, want, got path.Costs, msg ...any) {
	t.Helper()
	requireClose(t, want.Flops, got.Flops, append([]any{"flops"}, msg...)...)
	requireClose(t, want.FlopsOptEinsum, got.FlopsOptEinsum, append([]any{"opt_einsum"}, msg...)...)
	requireClose(t, want.FlopsCotengra, got.FlopsCotengra, append([]any{"cotengra"}, msg...)...)
	requireClose(t, want.MaxSize, got.MaxSize, append([]any{"size"}, msg...)...)
	requireClose(t, want.Write, got.Write, append([]any{"write"}, msg...)...)
	requireClose(t, want.Bytes, got.Bytes, append([]any{"bytes"}, msg...)...)
	requireClose(t, want.Peak, got.Peak, append([]any{"peak"}, msg...)...)
	requireClose(t, want.PeakBytes, got.PeakBytes, append([]any{"peak bytes"}, msg...)...)
	requireClose(t, want.PeakFreed, got.PeakFreed, append([]any{"peak freed"}, msg...)...)
	requireClose(t, want.Combo, got.Combo, append([]any{"combo"}, msg...)...)
	requireClose(t, want.Limit, got.Limit, append([]any{"limit"}, msg...)...)
	requireClose(t, want.Seconds, got.Seconds, append([]any{"seconds"}, msg...)...)
}

func TestCostsMatchTheirDefinitions(t *testing.T) {
	const seed = 2
	rng := rand.New(rand.NewPCG(seed, 0))
	for i := range 2000 {
		n := 2 + rng.IntN(6)
		net := pathtest.Small(rng, n, i%3 == 0)
		require.NoError(t, net.Validate())
		e := elements[rng.IntN(len(elements))]
		model := path.DefaultRoofline(e)
		tree := fromSSA(t, net, randomPairs(rng, n))
		want := newOracle(net, e, model, 64).costs(tree.SSA())
		requireCosts(t, want, tree.Costs(e, nil), "seed %d, case %d: %+v", seed, i, net)

		x := tree.Exact()
		for name, pair := range map[string]struct {
			exact *big.Int
			float float64
		}{
			"opt_einsum": {x.FlopsOptEinsum, want.FlopsOptEinsum},
			"cotengra":   {x.FlopsCotengra, want.FlopsCotengra},
			"size":       {x.MaxSize, want.MaxSize},
			"write":      {x.Write, want.Write},
		} {
			f, _ := new(big.Float).SetInt(pair.exact).Float64()
			require.Equal(t, pair.float, f, "%s, seed %d, case %d: %+v", name, seed, i, net)
		}
		if !e.Complex {
			f, _ := new(big.Float).SetInt(x.Flops).Float64()
			require.Equal(t, want.Flops, f, "seed %d, case %d: %+v", seed, i, net)
		}
	}
}

func TestReorderFindsTheLeastPeakOfAllDepthFirstOrders(t *testing.T) {
	const seed = 3
	rng := rand.New(rand.NewPCG(seed, 0))
	for i := range 300 {
		n := 2 + rng.IntN(6)
		net := pathtest.Small(rng, n, false)
		tree := fromSSA(t, net, randomPairs(rng, n))
		least := math.Inf(1)
		o := newOracle(net, path.Element{}, path.DefaultRoofline(path.Element{}), 64)
		for flips := range 1 << tree.Steps() {
			least = math.Min(least, o.costs(depthFirst(tree, flips)).Peak)
		}
		got := tree.Reorder()
		require.Equal(t, shape(tree), shape(got))
		require.Equal(t, least, got.Costs(path.Element{}, nil).Peak, "seed %d, case %d: %+v", seed, i, net)
	}
}

// depthFirst returns the steps of a tree depth first; bit i of flips runs the right child of step i first.
func depthFirst(t *path.Tree, flips int) [][2]int {
	n, ssa := t.Inputs(), t.SSA()
	var out [][2]int
	var walk func(v int) int
	walk = func(v int) int {
		if v < n {
			return v
		}
		a, b := ssa[v-n][0], ssa[v-n][1]
		if flips>>(v-n)&1 == 1 {
			a, b = b, a
		}
		x := walk(a)
		y := walk(b)
		out = append(out, [2]int{x, y})
		return n + len(out) - 1
	}
	walk(t.Root())
	return out
}

func TestConventionsOfThePeers(t *testing.T) {
	// bgk,bkd,bk->bgd with b64 g8 k4096 d128, contracted as opt_einsum does: the figures of opt_einsum and cotengra.
	net := &path.Network{
		Inputs: [][]path.Label{{0, 1, 2}, {0, 2, 3}, {0, 2}}, Output: []path.Label{0, 1, 3}, Sizes: []int{64, 8, 4096, 128},
	}
	tree, err := path.FromLinear(net, [][]int{{0, 2}, {0, 1}})
	require.NoError(t, err)
	c := tree.Costs(path.Element{Bytes: 4}, nil)
	require.Equal(t, 538968064.0, c.FlopsOptEinsum)
	require.Equal(t, 270532608.0, c.FlopsCotengra)
	require.Equal(t, 2097152.0, c.MaxSize)
	require.Equal(t, c.FlopsOptEinsum, c.Flops)
}

func TestProductsBeyondSixtyFourBits(t *testing.T) {
	// B15: seventy vectors of size 2 with a label each, all summed.
	net := &path.Network{}
	for l := range 70 {
		net.Inputs = append(net.Inputs, []path.Label{l})
		net.Sizes = append(net.Sizes, 2)
	}
	tree, err := path.LeftToRight(net)
	require.NoError(t, err)
	x := tree.Exact()
	product := new(big.Int).Lsh(big.NewInt(1), 70)
	require.Equal(t, new(big.Int).Mul(product, big.NewInt(70)).String(), x.Naive.String())
	require.Equal(t, "209", x.FlopsCotengra.String()) // 140 in the vectors' own sums, 69 products of scalars
	require.Equal(t, "209", x.Flops.String())

	// One tensor of all seventy labels.
	all := &path.Network{Inputs: [][]path.Label{{}}, Sizes: net.Sizes}
	for l := range 70 {
		all.Inputs[0] = append(all.Inputs[0], l)
	}
	tree, err = path.LeftToRight(all)
	require.NoError(t, err)
	require.Equal(t, "2361183241434822606848", tree.Exact().FlopsOptEinsum.String()) // 2·2^70
	require.Equal(t, math.Exp2(71), tree.Costs(path.Element{}, nil).FlopsOptEinsum)
	require.Equal(t, math.Exp2(70), tree.Costs(path.Element{}, nil).FlopsCotengra)
}

func TestContractionsSortEveryLabel(t *testing.T) {
	const seed = 4
	rng := rand.New(rand.NewPCG(seed, 0))
	for i := range 500 {
		n := 2 + rng.IntN(6)
		net := pathtest.Small(rng, n, i%3 == 0)
		tree := fromSSA(t, net, randomPairs(rng, n))
		o := newOracle(net, path.Element{}, nil, 64)
		for _, c := range tree.Contractions(path.Element{}) {
			below1, below2 := below(n, tree.SSA(), c.Left), below(n, tree.SSA(), c.Right)
			a, b := o.labels(below1), o.labels(below2)
			out := o.labels(append(append([]int(nil), below1...), below2...))
			require.Equal(t, a, union(union(set(c.Batch), set(c.LeftOnly)), set(c.Summed)), "seed %d, case %d", seed, i)
			require.Equal(t, b, union(union(set(c.Batch), set(c.RightOnly)), set(c.Summed)), "seed %d, case %d", seed, i)
			require.Equal(t, out, set(c.Labels()), "seed %d, case %d", seed, i)
			require.Len(t, c.Labels(), len(out))
			require.Equal(t, o.step(a, b, out), c.Size)
			for side, sums := range [][]path.Label{c.LeftSums, c.RightSums} {
				v := []int{c.Left, c.Right}[side]
				if v >= n {
					require.Empty(t, sums)
					continue
				}
				kept := []map[path.Label]bool{a, b}[side]
				require.Equal(t, set(net.Inputs[v]), union(kept, set(sums)))
			}
		}
	}
}
