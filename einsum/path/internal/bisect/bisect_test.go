package bisect

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// random makes a hypergraph with edges of two nodes and more.
func random(rng *rand.Rand, nodes, edges int) *Hypergraph {
	off := []int32{0}
	var pins []int32
	var cost []float64
	for range edges {
		count := min(nodes, 2+rng.IntN(3))
		for _, v := range rng.Perm(nodes)[:count] {
			pins = append(pins, int32(v))
		}
		off = append(off, int32(len(pins)))
		cost = append(cost, 1+float64(rng.IntN(4)))
	}
	return New(nodes, off, pins, cost)
}

// least is the best cut there is within the balance.
func least(h *Hypergraph, imbalance float64) float64 {
	n := h.Nodes()
	best := math.Inf(1)
	most := newRefiner(h, make([]bool, n), imbalance).most
	side := make([]bool, n)
	for m := range 1 << n {
		load := 0
		for v := range n {
			if side[v] = m>>v&1 == 1; side[v] {
				load++
			}
		}
		if load <= most && n-load <= most {
			best = math.Min(best, h.Cut(side))
		}
	}
	return best
}

func TestSplitKeepsTheBalanceAndIsNearTheBestCut(t *testing.T) {
	const seed = 1
	rng := rand.New(rand.NewPCG(seed, 0))
	found, hits := 0, 0
	for i := range 100 {
		n := 2 + rng.IntN(11)
		h := random(rng, n, 2*n)
		imbalance := []float64{0, 0.1, 0.3}[rng.IntN(3)]
		side := Split(h, imbalance, rng)
		require.Len(t, side, n)
		r := newRefiner(h, side, imbalance)
		require.Zero(t, r.over(), "seed %d, case %d", seed, i)
		require.Positive(t, min(r.load[0], r.load[1]), "seed %d, case %d", seed, i)
		want := least(h, imbalance)
		require.LessOrEqual(t, want, h.Cut(side))
		found++
		if h.Cut(side) == want {
			hits++
		}
	}
	require.Greater(t, hits*4, found*3, "optimal cuts of small hypergraphs, seed %d", seed)
}

func TestSplitFindsThePlantedCut(t *testing.T) {
	const seed, half = 2, 300
	rng := rand.New(rand.NewPCG(seed, 0))
	off, pins, cost := []int32{0}, []int32(nil), []float64(nil)
	edge := func(u, v int) {
		pins = append(pins, int32(u), int32(v))
		off = append(off, int32(len(pins)))
		cost = append(cost, 1)
	}
	name := rng.Perm(2 * half)
	for i := range 5 * half {
		part := i % 2 * half
		edge(name[part+rng.IntN(half)], name[part+(i/2+1)%half])
	}
	for range 10 {
		edge(name[rng.IntN(half)], name[half+rng.IntN(half)])
	}
	for e := len(cost) - 1; e >= 0; e-- { // no loops
		if pins[2*e] == pins[2*e+1] {
			pins[2*e+1] = int32(name[0])
			if pins[2*e] == pins[2*e+1] {
				pins[2*e+1] = int32(name[1])
			}
		}
	}
	h := New(2*half, off, pins, cost)
	require.LessOrEqual(t, h.Cut(Split(h, 0.05, rng)), 20.0, "seed %d", seed)
}

func TestGainsStayTrue(t *testing.T) {
	const seed = 3
	rng := rand.New(rand.NewPCG(seed, 0))
	h := random(rng, 40, 90)
	side := make([]bool, 40)
	for v := range side {
		side[v] = rng.IntN(2) == 0
	}
	r := newRefiner(h, side, 0.5)
	for v := range side {
		r.place[v] = -1
		r.gain[v] = r.worth(int32(v))
	}
	for range 500 {
		v := int32(rng.IntN(40))
		before := h.Cut(side)
		gain := r.gain[v]
		r.move(v)
		r.gain[v] = r.worth(v)
		require.InDelta(t, before-gain, h.Cut(side), 1e-9)
		for u := range side {
			require.InDelta(t, r.worth(int32(u)), r.gain[u], 1e-9, "seed %d", seed)
		}
	}
}

func TestSplitIsAFunctionOfTheSeed(t *testing.T) {
	h := random(rand.New(rand.NewPCG(4, 0)), 500, 900)
	first := Split(h, 0.1, rand.New(rand.NewPCG(5, 0)))
	for range 5 {
		require.Equal(t, first, Split(h, 0.1, rand.New(rand.NewPCG(5, 0))))
	}
	require.Equal(t, []bool{}, Split(New(0, []int32{0}, nil, nil), 0, nil))
	require.Equal(t, []bool{false}, Split(New(1, []int32{0}, nil, nil), 0, nil))
}
