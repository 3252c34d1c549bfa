package path

// Recursive bisection: cut the network in two where the least is cut, then each half, and contract the halves first.
// Good for large networks with structure, where greedy searches see too little (cotengra's PartitionTreeBuilder; Gray
// and Kourtis, Quantum 5, 410, 2021, section 4.3).

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/tenferro/tenferro-go/einsum/path/internal/bisect"
)

// Partition searches by recursive bisection of the network, as a hypergraph whose edges weigh the logarithm of their
// label's size, with random balance and weights in each trial, each tree followed by reconfiguration. Options.Trials
// defaults to 16.
type Partition struct {
	// Cutoff is the number of operands at which a part is no longer cut but solved, from 2 to 100. Default 10.
	Cutoff int `json:"cutoff,omitempty"`
	// Imbalance is the range from which each trial's imbalance is drawn, from 0 (equal halves) to below 1, evenly by
	// logarithm. Default [0.02, 0.7].
	Imbalance [2]float64 `json:"imbalance"`
}

const partitionTrials = 16

// Name returns "partition".
func (Partition) Name() string { return "partition" }

func (f *Partition) check() error {
	if f.Cutoff == 0 {
		f.Cutoff = 10
	}
	if f.Imbalance == [2]float64{} {
		f.Imbalance = [2]float64{0.02, 0.7}
	}
	if f.Cutoff < 2 || f.Cutoff > 100 {
		return &OptionError{Field: "Partition.Cutoff", Value: f.Cutoff, Reason: "must be between 2 and 100"}
	}
	if i := f.Imbalance; !(i[0] >= 0 && i[0] <= i[1] && i[1] < 1) {
		return &OptionError{Field: "Partition.Imbalance", Value: i, Reason: "must be ascending, at least 0 and below 1"}
	}
	return nil
}

// Find implements Finder.
func (f Partition) Find(ctx context.Context, n *Network, o Options) (*Result, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	trials := o.Trials
	if trials == 0 {
		trials = partitionTrials
	}
	return find(ctx, n, o, f.Name(), func(s *search) error {
		start, err := s.begin(nil)
		if err != nil || start == nil || s.red.g.terms() < 3 {
			return err
		}
		parallel(s, trials, s.meter, func(m *meter, i int) {
			pairs := f.run(s, s.rng(methodPartition, uint64(i)))
			if pairs == nil {
				return
			}
			d := newDraft(s.red.g, pairs)
			newReconfigurer(d, &s.price, reconfigureSize).sweep(nil, s.stop)
			s.finish(m, f.Name(), d, orderOf(methodPartition, i))
		})
		return nil
	})
}

// cut is one trial: its graph and its random choices.
type cut struct {
	s         *search
	g         *graph
	rng       *rand.Rand
	cutoff    int
	imbalance float64
	decay     float64   // of the imbalance, from level to level
	weight    []float64 // of labels
	local     []int32   // position of a term in its part
	pins      []int32   // how many terms of the part at hand carry a label
	b         *builder
}

// run makes one tree; nil if it was stopped.
func (f *Partition) run(s *search, rng *rand.Rand) [][2]int32 {
	g := s.red.g
	lo, hi := math.Log(max(f.Imbalance[0], 1e-3)), math.Log(max(f.Imbalance[1], 1e-3))
	c := &cut{
		s: s, g: g, rng: rng, cutoff: f.Cutoff, imbalance: math.Exp(lo + rng.Float64()*(hi-lo)),
		decay: 0.7 + 0.6*rng.Float64(), weight: make([]float64, g.labels()),
		local: make([]int32, g.terms()), pins: make([]int32, g.labels()), b: newBuilder(g.terms()),
	}
	jitter := 0.3 * rng.Float64()
	for l, lg := range g.lg {
		c.weight[l] = lg * (1 + jitter*rng.Float64())
	}
	parts := g.components()
	roots := make([]int32, len(parts))
	for i, part := range parts {
		if roots[i] = c.divide(part, c.imbalance); roots[i] < 0 {
			return nil
		}
	}
	c.b.joinParts(roots, g, parts)
	return c.b.pairs
}

// divide builds the tree over some terms and returns its root; -1 if it was stopped.
func (c *cut) divide(terms []int32, imbalance float64) int32 {
	if c.s.stop() {
		return -1
	}
	if len(terms) == 1 {
		return terms[0]
	}
	if len(terms) <= c.cutoff {
		return c.b.graft(terms, c.solve(terms))
	}
	side := bisect.Split(c.hypergraph(terms), min(imbalance, 0.9), c.rng)
	var halves [2][]int32
	for i, t := range terms {
		if side[i] {
			halves[1] = append(halves[1], t)
		} else {
			halves[0] = append(halves[0], t)
		}
	}
	left := c.divide(halves[0], imbalance*c.decay)
	if left < 0 {
		return left
	}
	right := c.divide(halves[1], imbalance*c.decay)
	if right < 0 {
		return right
	}
	return c.b.join(left, right)
}

// solve orders a small part.
func (c *cut) solve(terms []int32) [][2]int32 {
	sub := c.g.sub(terms)
	flops := c.s.price
	flops.goal.kind = Flops
	if pairs, ok := quickExact(sub, &flops); ok {
		return pairs
	}
	return newGreedy(sub).run(greedyParams{mod: 1}, nil)
}

// hypergraph lays out a part: an edge for each label that stands in two of its terms or more.
func (c *cut) hypergraph(terms []int32) *bisect.Hypergraph {
	for i, t := range terms {
		c.local[t] = int32(i)
		for _, l := range c.g.term(t) {
			c.pins[l]++
		}
	}
	// Edges in order of appearance; pins first counts, then holds where the edge's next node goes.
	off := []int32{0}
	var cost []float64
	for _, t := range terms {
		for _, l := range c.g.term(t) {
			if n := c.pins[l]; n > 1 {
				off = append(off, off[len(off)-1]+n)
				cost = append(cost, c.weight[l])
				c.pins[l] = -off[len(off)-2] - 1
			}
		}
	}
	pins := make([]int32, off[len(off)-1])
	for _, t := range terms {
		for _, l := range c.g.term(t) {
			if at := c.pins[l]; at < 0 {
				pins[-at-1] = c.local[t]
				c.pins[l]--
			}
		}
	}
	for _, t := range terms {
		for _, l := range c.g.term(t) {
			c.pins[l] = 0
		}
	}
	return bisect.New(len(terms), off, pins, cost)
}
