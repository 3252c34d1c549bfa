package path

// The searches that take one decision after the other: in the order given, greedily, greedily with luck.

import (
	"context"
	"math"
	"math/rand/v2"
)

// InOrder takes the operands from left to right. It is no search; it is what a caller gets who asks for none.
type InOrder struct{}

// Name returns "left-to-right".
func (InOrder) Name() string { return "left-to-right" }

// Find implements Finder. The steps stand in the order of the inputs.
func (f InOrder) Find(ctx context.Context, n *Network, o Options) (*Result, error) {
	return find(ctx, n, o, f.Name(), func(s *search) error {
		c := candidate{tree: newTree(n, chain(len(n.Inputs))), finder: f.Name()}
		c.costs = s.meter().costs(c.tree.pairs, s.goal.alpha)
		c.score = s.goal.score(&c.costs)
		s.trials.Add(1)
		s.offer(c)
		return nil
	})
}

// Greedy contracts the pair of neighbours that removes most memory, again and again, after opt_einsum's
// ssa_greedy_optimize (Smith and Gray, JOSS 3(26), 753, 2018). It does not look at the objective. Time is close to
// linear in the number of operands; ties go to the older tensors.
type Greedy struct{}

// Name returns "greedy".
func (Greedy) Name() string { return "greedy" }

// Find implements Finder.
func (f Greedy) Find(ctx context.Context, n *Network, o Options) (*Result, error) {
	return find(ctx, n, o, f.Name(), func(s *search) error { return s.offerGreedy(newGreedy(s.red.g), s.meter()) })
}

// offerGreedy offers the plain greedy tree. Only the caller can stop it: it is the tree that every search has in hand.
func (s *search) offerGreedy(g *greedy, m *meter) error {
	steps := g.run(greedyParams{mod: 1}, s.cancelled)
	if steps == nil && s.red.g.terms() > 1 {
		return nil
	}
	s.trials.Add(1)
	s.offer(s.judge(m, "greedy", steps))
	return nil
}

// RandomGreedy runs the greedy search many times, each time with another weight of the result against the operands and
// with random choices between candidates of nearly the same cost, and keeps the best by the objective (cotengra's
// random-greedy; opt_einsum's is the case Mod = [1, 1]). The first trial is the plain greedy search.
type RandomGreedy struct {
	// Mod is the range from which the weight is drawn evenly, above 0. Default [0.1, 4].
	Mod [2]float64 `json:"mod"`
	// Temperature is the range from which the temperature is drawn, evenly by logarithm, above 0. Default [0.001, 1].
	Temperature [2]float64 `json:"temperature"`
}

// greedyTrials is the default number of trials of RandomGreedy.
const greedyTrials = 128

// Name returns "random-greedy".
func (RandomGreedy) Name() string { return "random-greedy" }

// Find implements Finder. Options.Trials defaults to 128.
func (f RandomGreedy) Find(ctx context.Context, n *Network, o Options) (*Result, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	trials := o.Trials
	if trials == 0 {
		trials = greedyTrials
	}
	return find(ctx, n, o, f.Name(), func(s *search) error {
		if err := s.offerGreedy(newGreedy(s.red.g), s.meter()); err != nil {
			return err
		}
		f.trials(s, 0, trials-1, nil)
		return nil
	})
}

func (f *RandomGreedy) check() error {
	if f.Mod == [2]float64{} {
		f.Mod = [2]float64{0.1, 4}
	}
	if f.Temperature == [2]float64{} {
		f.Temperature = [2]float64{0.001, 1}
	}
	for _, r := range [][2]float64{f.Mod, f.Temperature} {
		if !(r[0] > 0 && r[0] <= r[1] && r[1] < math.Inf(1)) {
			return &OptionError{Field: "RandomGreedy", Value: r, Reason: "ranges must be above 0 and ascending"}
		}
	}
	return nil
}

// draw chooses the parameters of a trial.
func (f *RandomGreedy) draw(rng *rand.Rand) greedyParams {
	lo, hi := math.Log(f.Temperature[0]), math.Log(f.Temperature[1])
	return greedyParams{
		mod:         f.Mod[0] + rng.Float64()*(f.Mod[1]-f.Mod[0]),
		temperature: math.Exp(lo + rng.Float64()*(hi-lo)),
		rng:         rng,
	}
}

// greedyWorker is what a goroutine needs for random-greedy trials.
type greedyWorker struct {
	g *greedy
	m *meter
}

func (s *search) greedyWorker() greedyWorker { return greedyWorker{newGreedy(s.red.g), s.meter()} }

// trials runs trials first … first+n-1 and offers each tree. keep, if not nil, is told each trial's score and steps.
func (f *RandomGreedy) trials(s *search, first, n int, keep func(trial int, c candidate, steps [][2]int32)) {
	parallel(s, n, s.greedyWorker, func(w greedyWorker, i int) {
		p := f.draw(s.rng(methodGreedy, uint64(first+i)))
		if keep == nil {
			p.bound = s.multiplications()
		}
		steps := w.g.run(p, s.stop)
		if steps == nil {
			if !s.stop() {
				s.trials.Add(1) // given up: dearer than the best
			}
			return
		}
		c := s.judge(w.m, f.Name(), steps)
		c.order = orderOf(methodGreedy, first+i)
		s.trials.Add(1)
		s.offer(c)
		if keep != nil {
			keep(first+i, c, steps)
		}
	})
}

// multiplications bounds what a tree may multiply and still beat the best so far, 0 for no bound.
func (s *search) multiplications() float64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.best.tree == nil {
		return 0
	}
	switch s.goal.kind {
	case Flops:
		return s.best.costs.Flops / s.o.Element.mul()
	case Combo, Limit:
		return s.best.score.first
	}
	return 0
}
