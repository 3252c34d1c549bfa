package path

// Which labels to slice: one after the other, the one whose slicing costs least for what it saves, with the tree
// reconfigured for the smaller network after each (cotengra's slice_and_reconfigure; Gray and Kourtis, Quantum 5, 410,
// 2021, section 4.5).

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
)

// Limits is what a plan must keep to. The zero value asks for nothing.
type Limits struct {
	// PeakBytes bounds Costs.PeakBytes: inputs, output and all that lives beside them. 0 for no bound.
	PeakBytes float64 `json:"peak_bytes,omitempty"`
	// MaxSize bounds the elements of the largest intermediate or result of a slice. 0 for no bound.
	MaxSize float64 `json:"max_size,omitempty"`
	// NoSlices forbids slicing: the limits are met by another tree or not at all.
	NoSlices bool `json:"no_slices,omitempty"`
}

func (l Limits) check() error {
	for name, v := range map[string]float64{"PeakBytes": l.PeakBytes, "MaxSize": l.MaxSize} {
		if !(v >= 0) {
			return &OptionError{Field: "Limits." + name, Value: v, Reason: "must not be negative"}
		}
	}
	return nil
}

// met reports whether costs keep to the limits.
func (l Limits) met(c *Costs) bool {
	return (l.PeakBytes == 0 || c.PeakBytes <= l.PeakBytes) && (l.MaxSize == 0 || c.MaxSize <= l.MaxSize)
}

// excess is the binary logarithm of the worse of the two ratios of what is needed to what is allowed.
func (l Limits) excess(c *Costs) float64 {
	x := math.Inf(-1)
	if l.PeakBytes > 0 {
		x = max(x, math.Log2(c.PeakBytes/l.PeakBytes))
	}
	if l.MaxSize > 0 {
		x = max(x, math.Log2(c.MaxSize/l.MaxSize))
	}
	return x
}

// miss is the error for limits that the least costs there are do not meet.
func (l Limits) miss(least *Costs) error {
	if l.PeakBytes > 0 && least.PeakBytes > l.PeakBytes {
		return &LimitError{Limit: l.PeakBytes, Least: least.PeakBytes, Unit: "bytes"}
	}
	return &LimitError{Limit: l.MaxSize, Least: least.MaxSize, Unit: "elements"}
}

// SliceTo slices a tree until it keeps to the limits, and reconfigures it on the way: the result's tree may be another.
// Labels in forced are sliced in any case. If slicing every label would not do, the error is a *LimitError with the
// least that would. The result depends on the tree and the options but for their budget, which must leave time for it.
func SliceTo(ctx context.Context, t *Tree, l Limits, o Options, forced ...Label) (*Slicing, error) {
	o, g, err := o.check()
	if err != nil {
		return nil, err
	}
	if err := l.check(); err != nil {
		return nil, err
	}
	start, err := t.Slice(forced)
	if err != nil {
		return nil, err
	}
	s := &slicer{ctx: ctx, l: l, o: o, goal: g, price: pricer{goal: g, element: o.Element, model: o.Model}}
	if err := s.possible(t); err != nil {
		return nil, err
	}
	now := s.judge(start)
	for !l.met(&now.costs) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		next, ok := s.cheapest(now)
		if !ok {
			return nil, l.miss(&now.costs)
		}
		now = s.better(next)
	}
	return s.trim(now, len(forced)).slicing, nil
}

type slicer struct {
	ctx   context.Context
	l     Limits
	o     Options
	goal  goal
	price pricer
}

// sliced is a slicing and what it costs.
type sliced struct {
	slicing *Slicing
	costs   Costs
	score   float64
}

func (s *slicer) judge(x *Slicing) sliced {
	out := sliced{slicing: x, costs: x.costs(newMeter(x.inner, s.o.Element, s.o.Model), s.goal.alpha)}
	if out.score = s.goal.score(&out.costs).first; !s.goal.additive() {
		out.score = out.costs.Flops
	}
	return out
}

// possible returns an error if the limits are not met even with every label sliced.
func (s *slicer) possible(t *Tree) error {
	var all []Label
	for l, c := range t.net.appearances() {
		if c > 0 {
			all = append(all, l)
		}
	}
	x, err := t.Slice(all)
	if err != nil {
		return err
	}
	if least := s.judge(x); !s.l.met(&least.costs) {
		return s.l.miss(&least.costs)
	}
	return nil
}

// maxCandidates bounds the labels that are tried at each step.
const maxCandidates = 48

// cheapest slices one label more: of those that bring the limits nearer, the one with the least growth of cost for the
// bits by which it divides the tensors.
func (s *slicer) cheapest(now sliced) (sliced, bool) {
	var best sliced
	least, found := math.Inf(1), false
	far := s.l.excess(&now.costs)
	for _, l := range s.candidates(now.slicing) {
		x, err := now.slicing.tree.Slice(append(now.slicing.Labels(), l))
		if err != nil {
			continue
		}
		next := s.judge(x)
		nearer := far - s.l.excess(&next.costs)
		if nearer < 0 {
			continue
		}
		growth := math.Log2(next.score/now.score) / math.Log2(float64(x.tree.net.Sizes[l]))
		if nearer < 1e-9 {
			growth += 1e3 // no nearer yet: only if nothing else is
		}
		if growth < least {
			best, least, found = next, growth, true
		}
	}
	return best, found
}

// candidates lists the labels of the largest tensors of a slice, those on most of them first.
func (s *slicer) candidates(x *Slicing) []Label {
	type big struct {
		size   float64
		labels []Label
	}
	var tensors []big
	newWalker(x.inner).walk(x.tree.pairs, func(_ int, st *step) {
		b := big{size: st.sizeC()}
		for _, l := range st.c {
			b.labels = append(b.labels, int(l.label))
		}
		tensors = append(tensors, b)
		for _, operand := range [][]leg{st.a, st.b} {
			b := big{size: st.sizeC()} // what is summed in a large step counts with it
			for _, l := range operand {
				b.labels = append(b.labels, int(l.label))
			}
			tensors = append(tensors, b)
		}
	})
	slices.SortStableFunc(tensors, func(a, b big) int { return cmp.Compare(b.size, a.size) })
	weight := make(map[Label]float64)
	var out []Label
	for i, b := range tensors {
		if i >= 24 && len(out) >= maxCandidates {
			break
		}
		for _, l := range b.labels {
			if x.tree.net.Sizes[l] < 2 {
				continue
			}
			if _, seen := weight[l]; !seen {
				out = append(out, l)
			}
			weight[l] += b.size
		}
	}
	slices.SortStableFunc(out, func(a, b Label) int { return cmp.Or(cmp.Compare(weight[b], weight[a]), a-b) })
	return out[:min(len(out), maxCandidates)]
}

// better reconfigures the tree of a slicing for the network of one slice, if that is cheaper and no farther from the
// limits.
func (s *slicer) better(now sliced) sliced {
	red := simplify(now.slicing.inner)
	if red.g.terms() < 3 {
		return now
	}
	d := newDraft(red.g, red.restrict(now.slicing.tree.pairs))
	r := newReconfigurer(d, &s.price, reconfigureSize)
	r.sweep(nil, func() bool { return s.ctx.Err() != nil })
	pairs := red.tree(d.pairs()).Reorder().pairs
	x, err := newTree(now.slicing.tree.net, pairs).Slice(now.slicing.labels)
	if err != nil {
		return now
	}
	if next := s.judge(x); next.score < now.score && s.l.excess(&next.costs) <= max(0, s.l.excess(&now.costs)) {
		return next
	}
	return now
}

// trim takes labels back that turned out not to be needed, but for the first few, which were asked for.
func (s *slicer) trim(now sliced, forced int) sliced {
	for i := len(now.slicing.labels) - 1; i >= forced; i-- {
		labels := slices.Delete(now.slicing.Labels(), i, i+1)
		x, err := now.slicing.tree.Slice(labels)
		if err != nil {
			continue
		}
		if next := s.judge(x); s.l.met(&next.costs) && next.score <= now.score {
			now = next
		}
	}
	return now
}

// isLimit reports whether an error says that a limit cannot be met.
func isLimit(err error) bool { return errors.Is(err, ErrLimit) }
