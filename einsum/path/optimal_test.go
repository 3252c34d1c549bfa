package path_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/einsum/path"
	"github.com/tenferro/tenferro-go/einsum/path/pathtest"
)

// objectives of the exactness tests, weights included.
var objectives = append(path.Objectives(), "combo-3", "limit-5")

// bowl is a cost model that is no roofline: it prefers square products.
type bowl struct{}

func (bowl) Seconds(s path.StepSize) float64 {
	return 1 + s.Flops()*(1+math.Abs(math.Log2(s.M/s.N))) + 3*s.In() + 5*s.Out()
}

// value reads an objective off costs.
func value(o path.Objective, c path.Costs) float64 {
	switch o {
	case path.Flops:
		return c.Flops
	case path.Size:
		return c.MaxSize
	case path.Write:
		return c.Write
	case path.Peak:
		return c.Peak
	case path.Time:
		return c.Seconds
	case path.Limit, "limit-5":
		return c.Limit
	}
	return c.Combo
}

// alphaOf is the weight of the objectives of these tests.
func alphaOf(o path.Objective) float64 {
	switch o {
	case "combo-3":
		return 3
	case "limit-5":
		return 5
	}
	return 64
}

// search runs a finder that must succeed.
func search(t testing.TB, f path.Finder, n *path.Network, o path.Options) *path.Result {
	t.Helper()
	r, err := f.Find(context.Background(), n, o)
	require.NoError(t, err)
	require.Equal(t, len(n.Inputs)-1, r.Tree.Steps())
	// The tree must survive validation.
	_, err = path.FromSSA(n, ints(r.Tree.SSA()))
	require.NoError(t, err)
	return r
}

func TestOptimalEqualsBruteForceInEveryObjective(t *testing.T) {
	const seed = 5
	cases := 400
	if testing.Short() {
		cases = 60
	}
	for _, objective := range objectives {
		t.Run(string(objective), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(seed, 0))
			for i := range cases {
				n := 1 + rng.IntN(5)
				if objective == path.Peak {
					n = min(n, 4) // 2^steps orders of each tree
				}
				if i%50 == 0 && objective != path.Peak {
					n = 6
				}
				net := pathtest.Small(rng, n, false)
				e := elements[rng.IntN(len(elements))]
				var model path.CostModel = path.DefaultRoofline(e)
				if rng.IntN(2) == 0 {
					model = bowl{}
				}
				o := newOracle(net, e, model, alphaOf(objective))
				least := math.Inf(1)
				everyTree(n, func(pairs [][2]int) {
					if objective != path.Peak {
						least = math.Min(least, value(objective, o.costs(pairs)))
						return
					}
					tree := fromSSA(t, net, pairs)
					for flips := range 1 << tree.Steps() {
						least = math.Min(least, o.costs(depthFirst(tree, flips)).Peak)
					}
				})
				if n == 1 {
					least = 0
				}
				r := search(t, path.Optimal{}, net, path.Options{Objective: objective, Element: e, Model: model})
				require.True(t, r.Optimal)
				if n > 1 {
					got := value(objective, o.costs(r.Tree.SSA()))
					requireClose(t, least, got, "seed %d, case %d: %+v", seed, i, net)
				}
			}
		})
	}
}

// quickFinders is every finder, those that take long with less to do.
func quickFinders() []path.Finder {
	all := path.Finders()
	for i, f := range all {
		if _, ok := f.(path.Anneal); ok {
			all[i] = path.Anneal{Steps: 10, Sweeps: 4}
		}
	}
	return all
}

func TestEveryTreeIsVisited(t *testing.T) {
	for n, want := range map[int]int{1: 1, 2: 1, 3: 3, 4: 15, 5: 105, 6: 945} {
		seen := map[string]bool{}
		net := star(n)
		everyTree(n, func(pairs [][2]int) { seen[fmt.Sprint(shape(fromSSA(t, net, pairs)))] = true })
		require.Len(t, seen, want)
	}
}

func TestFindersNeverBeatOptimalNorBreak(t *testing.T) {
	const seed = 6
	rng := rand.New(rand.NewPCG(seed, 0))
	for i := range 300 {
		n := 1 + rng.IntN(10)
		net := pathtest.Small(rng, n, i%4 == 0)
		for _, objective := range path.Objectives() {
			o := path.Options{Objective: objective, Trials: 4}
			best := search(t, path.Optimal{}, net, o)
			require.True(t, best.Optimal)
			for _, f := range quickFinders() {
				r := search(t, f, net, o)
				if i%4 != 0 {
					require.GreaterOrEqual(t, value(objective, r.Costs), value(objective, best.Costs)*(1-1e-12),
						"%s beats optimal, seed %d, case %d, %s: %+v", f.Name(), seed, i, objective, net)
				}
			}
		}
	}
}
