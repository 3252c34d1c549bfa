package path

// Simulated annealing of trees (TreeSA: Kalachev, Panteleev, Yung, arXiv:2108.05665, 2021; the schedule and the local
// energy are those of OMEinsumContractionOrders). A move rotates a node: ((a,b),c) becomes ((a,c),b) or ((c,b),a). Only
// one node's labels change, and whether a move is taken depends on the two steps that it touches.

import (
	"context"
	"math"
	"math/rand/v2"
)

// Anneal searches by simulated annealing from several starts, each followed by reconfiguration. Options.Trials is the
// number of starts, default 10.
type Anneal struct {
	// Beta is the range of the inverse temperature, per binary order of magnitude of cost. Default [0.01, 15].
	Beta [2]float64 `json:"beta"`
	// Steps is the number of temperatures, evenly spaced, at least 2. Default 100.
	Steps int `json:"steps,omitempty"`
	// Sweeps is how often each node is tried at each temperature, at least 1. Default 20.
	Sweeps int `json:"sweeps,omitempty"`
	// Start is the tree to start from. Default: a greedy tree, a different one in each trial.
	Start *Tree `json:"-"`
}

// annealTrials is the default number of trials.
const annealTrials = 10

// Name returns "anneal".
func (Anneal) Name() string { return "anneal" }

func (f *Anneal) check() error {
	if f.Beta == [2]float64{} {
		f.Beta = [2]float64{0.01, 15}
	}
	if f.Steps == 0 {
		f.Steps = 100
	}
	if f.Sweeps == 0 {
		f.Sweeps = 20
	}
	switch {
	case !(f.Beta[0] > 0 && f.Beta[0] <= f.Beta[1] && f.Beta[1] < math.Inf(1)):
		return &OptionError{Field: "Anneal.Beta", Value: f.Beta, Reason: "must be above 0 and ascending"}
	case f.Steps < 2:
		return &OptionError{Field: "Anneal.Steps", Value: f.Steps, Reason: "must be at least 2"}
	case f.Sweeps < 1:
		return &OptionError{Field: "Anneal.Sweeps", Value: f.Sweeps, Reason: "must be at least 1"}
	}
	return nil
}

// Find implements Finder.
func (f Anneal) Find(ctx context.Context, n *Network, o Options) (*Result, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	trials := o.Trials
	if trials == 0 {
		trials = annealTrials
	}
	return find(ctx, n, o, f.Name(), func(s *search) error {
		start, err := s.begin(f.Start)
		if err != nil || start == nil || s.red.g.terms() < 3 {
			return err
		}
		parallel(s, trials, s.greedyWorker, func(w greedyWorker, i int) {
			rng := s.rng(methodAnneal, uint64(i))
			pairs := start
			if i > 0 && f.Start == nil {
				r := RandomGreedy{}
				_ = r.check()
				if random := w.g.run(r.draw(rng), s.stop); random != nil {
					pairs = random
				}
			}
			d := newDraft(s.red.g, pairs)
			f.run(d, &s.price, rng, s.stop)
			newReconfigurer(d, &s.price, reconfigureSize).sweep(nil, s.stop)
			s.finish(w.m, f.Name(), d, orderOf(methodAnneal, i))
		})
		return nil
	})
}

// run anneals a draft, which becomes the best tree that was met at the end of a temperature.
func (f *Anneal) run(d *draft, price *pricer, rng *rand.Rand, stop func() bool) {
	a := newAnnealer(d, price, rng)
	best, least := d.pairs(), a.total()
	for i := range f.Steps {
		a.beta = f.Beta[0] + (f.Beta[1]-f.Beta[0])*float64(i)/float64(f.Steps-1)
		for range f.Sweeps {
			if !a.sweep(stop) {
				i = f.Steps
				break
			}
		}
		if e := a.total(); e < least {
			best, least = d.pairs(), e
		}
		if i == f.Steps {
			break
		}
	}
	d.load(best)
}
