package path

// Reconfiguration as a search of its own, and how local searches begin and end.

import (
	"context"
)

// reconfigureSize is how many operands the pieces of a reconfiguration have: the dense search takes 10 µs for 8.
const reconfigureSize = 8

// Reconfigure betters a tree piece by piece until no piece of Size operands can be bettered, then again with pieces that
// grow at random. Options.Trials is the number of random passes, default 8.
type Reconfigure struct {
	// Size is the number of operands of a piece, from 3 to 14. Default 8. Time grows as 3^Size.
	Size int `json:"size,omitempty"`
	// Start is the tree to better. Default: the greedy tree.
	Start *Tree `json:"-"`
}

const reconfigureTrials = 8

// Name returns "reconfigure".
func (Reconfigure) Name() string { return "reconfigure" }

// Find implements Finder.
func (f Reconfigure) Find(ctx context.Context, n *Network, o Options) (*Result, error) {
	if f.Size == 0 {
		f.Size = reconfigureSize
	}
	if f.Size < 3 || f.Size > 14 {
		return nil, &OptionError{Field: "Reconfigure.Size", Value: f.Size, Reason: "must be between 3 and 14"}
	}
	passes := o.Trials
	if passes == 0 {
		passes = reconfigureTrials
	}
	return find(ctx, n, o, f.Name(), func(s *search) error {
		start, err := s.begin(f.Start)
		if err != nil || start == nil || s.red.g.terms() < 3 {
			return err
		}
		m := s.meter()
		d := newDraft(s.red.g, start)
		r := newReconfigurer(d, &s.price, f.Size)
		r.sweep(nil, s.stop)
		s.finish(m, f.Name(), d, orderOf(methodReconfigure, 0))
		for i := 1; i <= passes && !s.stop(); i++ {
			if r.sweep(s.rng(methodReconfigure, uint64(i)), s.stop) {
				s.finish(m, f.Name(), d, orderOf(methodReconfigure, i))
			} else {
				s.trials.Add(1)
			}
		}
		return nil
	})
}

// begin offers the tree to start from and returns its steps over the simplified network; nil if the caller cancelled. A
// nil tree stands for the greedy one.
func (s *search) begin(start *Tree) ([][2]int32, error) {
	m := s.meter()
	if start == nil {
		steps := newGreedy(s.red.g).run(greedyParams{mod: 1}, s.cancelled)
		if steps == nil {
			return nil, nil
		}
		s.trials.Add(1)
		s.offer(s.judge(m, "greedy", steps))
		return steps, nil
	}
	if len(start.net.Inputs) != len(s.net.Inputs) {
		return nil, &PathError{Step: -1, Operand: -1, Reason: "the tree to start from has another number of inputs"}
	}
	tree := newTree(s.net, start.pairs).Reorder()
	c := candidate{tree: tree, costs: m.costs(tree.pairs, s.goal.alpha), finder: "start"}
	c.score = s.goal.score(&c.costs)
	s.offer(c)
	return s.red.restrict(start.pairs), nil
}

// finish offers the tree of a draft.
func (s *search) finish(m *meter, name string, d *draft, order uint64) {
	c := s.judge(m, name, d.pairs())
	c.order = order
	s.trials.Add(1)
	s.offer(c)
}

// restrict turns a tree over the network's inputs into one over the terms of g: of the inputs that were merged into a
// term, the first stands for it.
func (r *reduction) restrict(pairs [][2]int32) [][2]int32 {
	n := len(r.net.Inputs)
	// The first input below each node of the steps that simplification took.
	first := make([]int32, n+len(r.steps))
	for i := range n {
		first[i] = int32(i)
	}
	for i, p := range r.steps {
		first[n+i] = min(first[p[0]], first[p[1]])
	}
	at := make([]int32, n+len(pairs)) // node of the restricted tree, -1 none
	for i := range at {
		at[i] = -1
	}
	for t, v := range r.ids {
		at[first[v]] = int32(t)
	}
	b := newBuilder(r.g.terms())
	for i, p := range pairs {
		x, y := at[p[0]], at[p[1]]
		switch {
		case x < 0:
			at[n+i] = y
		case y < 0:
			at[n+i] = x
		default:
			at[n+i] = b.join(x, y)
		}
	}
	return b.pairs
}
