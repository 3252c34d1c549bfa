package path

// A running search: its clock, its workers, and the best tree so far.

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"
)

// search is shared by the goroutines of one Find.
type search struct {
	ctx    context.Context // ends with the caller's context or the budget
	caller context.Context
	net    *Network
	red    *reduction // the simplified network
	o      Options
	goal   goal
	price  pricer
	start  time.Time
	trials atomic.Int64

	mu   sync.Mutex
	best candidate
	past []Progress
}

// candidate is a tree and where it came from.
type candidate struct {
	tree   *Tree
	costs  Costs
	score  score
	finder string
	order  uint64 // of equal trees the one with the lower order is kept, whichever worker was faster
	proven bool
}

// The methods by number: part of the order of candidates and of the seeds of their random numbers.
const (
	methodFirst uint64 = iota // what is offered before any other
	methodGreedy
	methodReconfigure
	methodAnneal
	methodPartition
	methodBranch
	methodHyper
)

// orderOf numbers the trials of all methods.
func orderOf(method uint64, trial int) uint64 { return method<<32 | uint64(uint32(trial)) }

// find runs one search. body offers trees; if it offers none, a greedy one is the result.
func find(ctx context.Context, n *Network, o Options, name string, body func(s *search) error) (*Result, error) {
	if err := n.Validate(); err != nil {
		return nil, err
	}
	o, g, err := o.check()
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("%s search: %w", name, err)
	}
	s := &search{ctx: ctx, caller: ctx, net: n, o: o, goal: g, start: time.Now(), best: candidate{score: worst()}}
	s.price = pricer{goal: g, element: o.Element, model: o.Model}
	if o.Budget > 0 {
		var cancel context.CancelFunc
		s.ctx, cancel = context.WithTimeoutCause(ctx, o.Budget, errBudget)
		defer cancel()
	}
	s.red = simplify(n)
	if err := body(s); err != nil {
		return nil, err
	}
	if s.best.tree == nil {
		return nil, fmt.Errorf("%s search: %w", name, context.Cause(s.ctx))
	}
	return s.result(), nil
}

var errBudget = errors.New("search budget is spent")

func (s *search) result() *Result {
	r := &Result{
		Tree: s.best.tree, Finder: s.best.finder, Costs: s.best.costs, Optimal: s.best.proven,
		Trials: int(s.trials.Load()), Stopped: Done, Elapsed: time.Since(s.start), History: s.past,
	}
	if s.caller.Err() != nil {
		r.Stopped = Cancelled
	} else if s.ctx.Err() != nil {
		r.Stopped = OutOfTime
	}
	return r
}

// stop reports whether the search is to end. It is cheap enough for inner loops that poll it now and then.
func (s *search) stop() bool { return s.ctx.Err() != nil }

// cancelled reports whether the caller has given up, budget apart.
func (s *search) cancelled() bool { return s.caller.Err() != nil }

// judge turns steps over the simplified network into a candidate.
func (s *search) judge(m *meter, finder string, steps [][2]int32) candidate {
	tree := s.red.tree(steps).Reorder()
	costs := m.costs(tree.pairs, s.goal.alpha)
	return candidate{tree: tree, costs: costs, score: s.goal.score(&costs), finder: finder}
}

// offer keeps a candidate if it is better than the best so far.
func (s *search) offer(c candidate) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.best.tree != nil && !c.score.less(s.best.score) {
		if c.score == s.best.score && c.order < s.best.order {
			c.proven = c.proven || s.best.proven
			s.best = c
		}
		return
	}
	s.best = c
	p := Progress{Finder: c.finder, Trial: int(s.trials.Load()), Elapsed: time.Since(s.start), Costs: c.costs}
	s.past = append(s.past, p)
	if s.o.Progress != nil {
		s.o.Progress(p)
	}
}

func (s *search) meter() *meter { return newMeter(s.net, s.o.Element, s.o.Model) }

// rng returns the random numbers of one trial of one method: they depend on nothing else but the seed.
func (s *search) rng(method, trial uint64) *rand.Rand {
	return rand.New(rand.NewPCG(mix(s.o.Seed^mix(method)), trial))
}

// parallel runs jobs 0 … n-1 on the search's workers. Each worker makes its own state by setup; jobs that have not begun
// when the search is stopped are left out.
func parallel[W any](s *search, n int, setup func() W, job func(w W, i int)) {
	var next atomic.Int64
	work := func() {
		var w W
		made := false
		for {
			i := int(next.Add(1)) - 1
			if i >= n || s.stop() {
				return
			}
			if !made {
				w, made = setup(), true
			}
			job(w, i)
		}
	}
	workers := min(s.o.Workers, n)
	if workers <= 1 {
		work()
		return
	}
	var wg sync.WaitGroup
	for range workers {
		wg.Go(work)
	}
	wg.Wait()
}
