package path_test

// Faults that other path searches had, as tests of every finder there is. The numbers are those of this project's list of
// public bug reports; the minima themselves are in minima_test.go.

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/einsum/path"
)

// reported are the networks of the reports with the least cost by opt_einsum's count, and what opt_einsum's greedy search
// has to show for the one where it was better than "optimal".
var reported = []struct {
	name, eq string
	all      int
	sizes    map[rune]int
	least    float64
	greedy   float64 // the most that Greedy may cost, 0 for no bound
}{
	{"B03", "ab,b,bc->ac", 0, map[rune]int{'a': 2, 'b': 3, 'c': 2}, 30, 0},
	{"B15", "inm,jln,kml->ijk", 40, nil, 409_600_000, 409_600_000},
	{"B33", "iP,sP,PQ,jQ,tQ,ti,sj->", 0, map[rune]int{'i': 300, 'j': 300, 'P': 2000, 'Q': 2000, 's': 50, 't': 50}, 924_030_000, 924_200_000},
	{"B35", "a,c,d,db,ab,cb,ac,cd,ad,b->dbc", 2, nil, 80, 100},
	{"S14", "gfl,egh,efj,mjk,cdn,bck,bdi,oih->lmno", 0, map[rune]int{
		'g': 6, 'f': 6, 'l': 4, 'e': 6, 'h': 4, 'j': 4, 'm': 4, 'k': 4, 'c': 6, 'd': 6, 'n': 4, 'b': 6, 'i': 4, 'o': 4,
	}, 35_328, 0},
	{"S17", "ikl,plm,mki->p", 5, nil, 1500, 0},
	{"S02", "aab,b,c->a", 0, map[rune]int{'a': 2, 'b': 2, 'c': 3}, 0, 0},
	{"S03", "abcd,be,cf,dg->efga", 0, map[rune]int{'a': 2, 'b': 3, 'c': 2, 'd': 2, 'e': 2, 'f': 3, 'g': 4}, 0, 0},
	{"S20", "ab,ab,bc->c", 0, map[rune]int{'a': 2, 'b': 3, 'c': 2}, 0, 0},
}

// A search on ten small tensors never ended (B35, jax-ml/jax#24929); "optimal" came back with a hundred times the cost of
// a greedy search (B33, dgasmith/opt_einsum#248); a limit implied by the inputs switched a search off (S14,
// numpy/numpy#11825).
func TestEveryFinderOnReportedNetworks(t *testing.T) {
	for _, c := range reported {
		n := parse(t, c.eq, c.all, c.sizes)
		exact := search(t, path.Optimal{}, n, path.Options{Objective: path.Flops})
		require.True(t, exact.Optimal)
		if c.least > 0 {
			require.Equal(t, c.least, exact.Costs.FlopsOptEinsum, c.name)
		}
		for _, f := range path.Finders() {
			r := search(t, f, n, path.Options{Objective: path.Flops, Budget: 10 * time.Second})
			require.Equal(t, path.Done, r.Stopped, "%s: %s", c.name, f.Name())
			require.GreaterOrEqual(t, r.Costs.Flops, exact.Costs.Flops, "%s: %s", c.name, f.Name())
			require.Equal(t, len(n.Inputs)-1, r.Tree.Steps())
			if c.greedy > 0 && f.Name() != "left-to-right" {
				require.LessOrEqual(t, r.Costs.FlopsOptEinsum, c.greedy, "%s: %s", c.name, f.Name())
			}
		}
	}
}

// The exact search is never worse than any other, whatever is to be small (B33).
func TestExactIsNeverWorse(t *testing.T) {
	for _, c := range reported {
		n := parse(t, c.eq, c.all, c.sizes)
		for _, o := range path.Objectives() {
			exact := search(t, path.Optimal{}, n, path.Options{Objective: o})
			for _, f := range path.Finders() {
				r := search(t, f, n, path.Options{Objective: o})
				require.LessOrEqual(t, value(o, exact.Costs), value(o, r.Costs), "%s: %s: %s", c.name, f.Name(), o)
			}
		}
	}
	big := parse(t, "iP,sP,PQ,jQ,tQ,ti,sj->", 0, reported[2].sizes)
	require.Equal(t, 4e6, search(t, path.Optimal{}, big, path.Options{Objective: path.Size}).Costs.MaxSize)
}

// cubic is a random network of n tensors with three neighbours each: n stubs of three, paired by chance.
func cubic(rng *rand.Rand, n int) *path.Network {
	stubs := make([]int, 0, 3*n)
	for i := range n {
		stubs = append(stubs, i, i, i)
	}
	rng.Shuffle(len(stubs), func(i, j int) { stubs[i], stubs[j] = stubs[j], stubs[i] })
	net := &path.Network{Inputs: make([][]path.Label, n)}
	for k := 0; k < len(stubs); k += 2 {
		l := len(net.Sizes)
		net.Sizes = append(net.Sizes, 2)
		net.Inputs[stubs[k]] = append(net.Inputs[stubs[k]], l)
		net.Inputs[stubs[k+1]] = append(net.Inputs[stubs[k+1]], l)
	}
	return net
}

// The same seed gave other paths from run to run (S16, dgasmith/opt_einsum#127). Neither the number of workers nor the
// order in which a map is walked may matter.
func TestTheSameSeedGivesTheSamePath(t *testing.T) {
	const seed = 16
	for n, runs := range map[int]int{12: 4, 60: 20} {
		if testing.Short() {
			runs = 2
		}
		net := cubic(rand.New(rand.NewPCG(seed, 0)), n)
		for _, f := range path.Finders() {
			if f.Name() == "optimal" && n > 20 {
				continue // tries some millions of sets, no chance in it
			}
			want := search(t, f, net, path.Options{Seed: 7, Trials: 2, Workers: 1})
			for run := range runs {
				got := search(t, f, net, path.Options{Seed: 7, Trials: 2, Workers: []int{1, 8}[run%2]})
				require.Equal(t, want.Tree.SSA(), got.Tree.SSA(), "%s, seed %d, run %d", f.Name(), seed, run)
				require.Equal(t, want.Costs, got.Costs)
			}
		}
	}
}

// Every finder obeys its limit of time and a cancelled context, and has the best so far to show (B35).
func TestSearchesEndWhenTheyAreTold(t *testing.T) {
	const seed = 35
	net := cubic(rand.New(rand.NewPCG(seed, 0)), 200)
	for _, f := range path.Finders() {
		begin := time.Now()
		r := search(t, f, net, path.Options{Budget: time.Millisecond, Trials: 1_000_000})
		require.Equal(t, 199, r.Tree.Steps(), f.Name())
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		r, err := f.Find(ctx, net, path.Options{Trials: 1_000_000})
		cancel()
		if err != nil { // it had not even one tree by then
			require.ErrorIs(t, err, context.DeadlineExceeded, f.Name())
		} else {
			require.Equal(t, 199, r.Tree.Steps(), f.Name())
		}
		require.Less(t, time.Since(begin), time.Minute, "%s went on for ever", f.Name())
	}
}
