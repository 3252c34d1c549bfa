package path

// Depth-first search with a bounded number of branches, after opt_einsum's BranchBound: at each step the candidates that
// remove most memory are followed, and branches that are dearer than the best tree, or far dearer than what was seen at
// their depth, are left.

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"
)

// Branch follows the best few candidates at each step, depth first. Options.Trials bounds the trees that are finished
// (default 1000) and, a hundredfold, the steps that are taken. Exact search is better for few operands and the random
// ones for many; this one is here for comparison with opt_einsum's branch-all, branch-2 and branch-1.
type Branch struct {
	// Width is how many candidates are followed at each step, at least 1. Default 2.
	Width int `json:"width,omitempty"`
	// Slack is how many times dearer than the cheapest seen at its depth a branch may be, at least 1. Default 4.
	Slack float64 `json:"slack,omitempty"`
}

const branchTrials = 1000

// Name returns "branch".
func (Branch) Name() string { return "branch" }

// Find implements Finder.
func (f Branch) Find(ctx context.Context, n *Network, o Options) (*Result, error) {
	if f.Width == 0 {
		f.Width = 2
	}
	if f.Slack == 0 {
		f.Slack = 4
	}
	if f.Width < 1 {
		return nil, &OptionError{Field: "Branch.Width", Value: f.Width, Reason: "must be at least 1"}
	}
	if !(f.Slack >= 1) {
		return nil, &OptionError{Field: "Branch.Slack", Value: f.Slack, Reason: "must be at least 1"}
	}
	trials := o.Trials
	if trials == 0 {
		trials = branchTrials
	}
	return find(ctx, n, o, f.Name(), func(s *search) error {
		start, err := s.begin(nil)
		if err != nil || start == nil || s.red.g.terms() < 3 {
			return err
		}
		b := newBrancher(s, f, trials)
		b.follow(0)
		return nil
	})
}

// branchTerm is a live tensor of the search.
type branchTerm struct {
	legs []uint64
	size float64
	node int32
}

// branchPair is a candidate for the next step.
type branchPair struct {
	i, j       int
	removed    float64 // size of the result less those of the operands
	size, cost float64
}

type brancher struct {
	s      *search
	m      *meter
	f      Branch
	live   []branchTerm
	refs   []int32 // live tensors that carry a label; 1 more if it is kept
	steps  [][2]int32
	seen   []float64 // cheapest cost at each depth
	best   float64
	trials int
	moves  int
}

func newBrancher(s *search, f Branch, trials int) *brancher {
	g := s.red.g
	b := &brancher{s: s, m: s.meter(), f: f, refs: make([]int32, g.labels()), seen: make([]float64, g.terms()),
		best: math.Inf(1), trials: trials, moves: 100 * trials}
	words := (g.labels() + 63) / 64
	for t := range int32(g.terms()) {
		x := branchTerm{legs: make([]uint64, words), size: exp2(g.size(t)), node: t}
		for _, l := range g.term(t) {
			x.legs[l/64] |= 1 << (l % 64)
		}
		b.live = append(b.live, x)
	}
	for l := range b.refs {
		b.refs[l] = g.total(int32(l))
	}
	for i := range b.seen {
		b.seen[i] = math.Inf(1)
	}
	return b
}

// follow takes every promising step from the state at hand, which cost so far what is given. It is false once the search
// is to end.
func (b *brancher) follow(cost float64) bool {
	if len(b.live) == 1 {
		b.best = min(b.best, cost)
		c := b.s.judge(b.m, b.f.Name(), b.steps)
		c.order = orderOf(methodBranch, int(b.s.trials.Add(1)))
		b.s.offer(c)
		b.trials--
		return b.trials > 0 && !b.s.stop()
	}
	depth := len(b.steps)
	for n, p := range b.candidates() {
		if n >= b.f.Width {
			break
		}
		total := cost + p.cost
		if !b.s.goal.additive() {
			total = max(cost, p.size)
		}
		if total >= b.best || total > b.f.Slack*b.seen[depth] {
			continue
		}
		b.seen[depth] = min(b.seen[depth], total)
		if b.moves--; b.moves < 0 || b.moves&63 == 0 && b.s.stop() {
			return false
		}
		undo := b.take(p)
		more := b.follow(total)
		undo()
		if !more {
			return false
		}
	}
	return true
}

// candidates lists the pairs of neighbours, the one that removes most memory first; all pairs if there are no
// neighbours.
func (b *brancher) candidates() []branchPair {
	var out []branchPair
	for _, apart := range []bool{false, true} {
		for i := range b.live {
			for j := range i {
				if p, joined := b.pair(j, i); joined != apart {
					out = append(out, p)
				}
			}
		}
		if len(out) > 0 {
			break
		}
	}
	slices.SortFunc(out, func(x, y branchPair) int {
		return cmp.Or(cmp.Compare(x.removed, y.removed), cmp.Compare(x.cost, y.cost),
			cmp.Compare(b.live[x.i].node, b.live[y.i].node), cmp.Compare(b.live[x.j].node, b.live[y.j].node))
	})
	return out
}

// pair prices a step. joined says whether the two have a label in common.
func (b *brancher) pair(i, j int) (p branchPair, joined bool) {
	x, y := &b.live[i], &b.live[j]
	all, gone := 1.0, 1.0
	for w := range x.legs {
		for both := x.legs[w] & y.legs[w]; both != 0; both &= both - 1 {
			l := 64*w + bits.TrailingZeros64(both)
			joined = true
			all *= b.s.red.g.dim[l]
			if b.refs[l] == 2 {
				gone *= b.s.red.g.dim[l]
			}
		}
	}
	union := x.size * (y.size / all)
	p = branchPair{i: i, j: j, size: union / gone}
	p.removed = p.size - x.size - y.size
	p.cost = b.s.price.price(x.size, y.size, p.size, union)
	return p, joined
}

// take does a step and returns how to take it back.
func (b *brancher) take(p branchPair) func() {
	x, y := b.live[p.i], b.live[p.j]
	made := branchTerm{legs: make([]uint64, len(x.legs)), size: p.size, node: int32(b.s.red.g.terms() + len(b.steps))}
	for w := range x.legs {
		made.legs[w] = x.legs[w] | y.legs[w]
		for both := x.legs[w] & y.legs[w]; both != 0; both &= both - 1 {
			l := 64*w + bits.TrailingZeros64(both)
			if b.refs[l]--; b.refs[l] == 1 {
				made.legs[w] &^= both & -both
			}
		}
	}
	b.steps = append(b.steps, [2]int32{x.node, y.node})
	last := len(b.live) - 1
	moved := b.live[last]
	b.live[p.i] = made
	b.live[p.j] = moved // p.j is the larger position
	b.live = b.live[:last]
	return func() {
		b.live = append(b.live, moved)
		b.live[p.j] = y
		b.live[p.i] = x
		b.steps = b.steps[:len(b.steps)-1]
		for w := range x.legs {
			for both := x.legs[w] & y.legs[w]; both != 0; both &= both - 1 {
				b.refs[64*w+bits.TrailingZeros64(both)]++
			}
		}
	}
}
