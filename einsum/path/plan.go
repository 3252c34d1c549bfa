package path

// What is decided for a network, kept as a file: an hour of search is spent once.

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"time"
)

// Plan is a tree, its slices and where they came from. Its JSON form holds the network too, so that a file stands for
// itself.
type Plan struct {
	Equation  string // as the caller writes it; this package does not read it
	Slicing   *Slicing
	Costs     Costs // of all slices together
	Element   Element
	Objective Objective
	Finder    string // the method that found the tree
	Seed      uint64
	Optimal   bool // no tree has a lower objective; never for a sliced plan
	Elapsed   time.Duration
}

// Search finds a plan within limits: by the finder's own tree if that keeps to them, else by the cheaper of another tree
// (reconfigured for least size) and a sliced one. If neither does, the error is a *LimitError.
func Search(ctx context.Context, n *Network, f Finder, o Options, l Limits) (*Plan, error) {
	if err := l.check(); err != nil {
		return nil, err
	}
	begin := time.Now()
	r, err := f.Find(ctx, n, o)
	if err != nil {
		return nil, err
	}
	p := &Plan{Element: o.Element, Objective: o.Objective, Finder: r.Finder, Seed: o.Seed, Optimal: r.Optimal, Costs: r.Costs}
	if p.Slicing, err = r.Tree.Slice(nil); err != nil {
		return nil, err
	}
	if !l.met(&r.Costs) {
		if err := p.fit(ctx, r, o, l); err != nil {
			return nil, err
		}
	}
	p.Elapsed = time.Since(begin)
	return p, nil
}

// fit makes the plan keep to the limits.
func (p *Plan) fit(ctx context.Context, r *Result, o Options, l Limits) error {
	_, g, err := o.check()
	if err != nil {
		return err
	}
	narrow := o
	narrow.Objective = Size
	narrow.Progress = nil
	var f Finder = Reconfigure{Start: r.Tree}
	if len(r.Tree.net.Inputs) <= exactReduced {
		f = Optimal{}
	}
	other, err := f.Find(ctx, r.Tree.net, narrow)
	if err != nil {
		return err
	}
	found := l.met(&other.Costs)
	if found {
		p.Finder, p.Costs = other.Finder, other.Costs
		if p.Slicing, err = other.Tree.Slice(nil); err != nil {
			return err
		}
	}
	p.Optimal = false
	if l.NoSlices {
		if !found {
			return l.miss(&other.Costs)
		}
		return nil
	}
	cut, costs, finder, err := sliceBest(ctx, []*Result{r, other}, o, g, l)
	if err != nil {
		if found && isLimit(err) {
			return nil
		}
		return err
	}
	if !found || g.score(&costs).less(g.score(&p.Costs)) {
		p.Slicing, p.Costs, p.Finder = cut, costs, finder
	}
	return nil
}

// sliceStarts is how many trees are sliced, the first two those that are known. A tree that costs least as it is need not do so
// in slices.
const sliceStarts = 8

// sliceBest slices several trees and returns the cheapest: known ones, and trees by bisection, for the objective and for size in
// turn, until the budget is spent. The error is the first tree's.
func sliceBest(ctx context.Context, known []*Result, o Options, g goal, l Limits) (best *Slicing, least Costs, finder string, err error) {
	begin := time.Now()
	var first error
	for i := range sliceStarts {
		if best != nil && i > 0 && o.Budget > 0 && time.Since(begin) > o.Budget {
			break
		}
		var r *Result
		if i < len(known) {
			r = known[i]
		} else {
			part := o
			part.Trials, part.Seed, part.Progress = 1, o.Seed+uint64(i), nil
			if i%2 == 1 {
				part.Objective = Size
			}
			if r, err = (Partition{}).Find(ctx, known[0].Tree.net, part); err != nil {
				return nil, Costs{}, "", err
			}
		}
		cut, err := SliceTo(ctx, r.Tree, l, o)
		switch {
		case err != nil && !isLimit(err):
			return nil, Costs{}, "", err
		case err != nil && i == 0:
			first = err
		case err == nil:
			if c := cut.Costs(o.Element, o.Model); best == nil || g.score(&c).less(g.score(&least)) {
				best, least, finder = cut, c, r.Finder
			}
		}
	}
	if best == nil {
		return nil, Costs{}, "", first
	}
	return best, least, finder, nil
}

// Tree returns the plan's tree.
func (p *Plan) Tree() *Tree { return p.Slicing.Tree() }

// planFile is the JSON form of a plan.
type planFile struct {
	Format    string   `json:"format"`
	Equation  string   `json:"equation,omitempty"`
	Network   *Network `json:"network"`
	Path      [][]int  `json:"path"` // SSA
	Slices    []Label  `json:"slices,omitempty"`
	Element   Element  `json:"element"`
	Objective string   `json:"objective,omitempty"`
	Finder    string   `json:"finder,omitempty"`
	Seed      uint64   `json:"seed,omitempty"`
	Optimal   bool     `json:"optimal,omitempty"`
	Seconds   float64  `json:"search_seconds,omitempty"`
	Costs     Costs    `json:"costs"`
}

const planFormat = "tenferro-plan/1"

// MarshalJSON writes the plan with its network.
func (p *Plan) MarshalJSON() ([]byte, error) {
	if p.Slicing == nil {
		return nil, fmt.Errorf("%w: it has no tree", ErrPlan)
	}
	t := p.Slicing.tree
	path := make([][]int, len(t.pairs))
	for i, q := range t.pairs {
		path[i] = []int{int(q[0]), int(q[1])}
	}
	return json.Marshal(planFile{
		Format: planFormat, Equation: p.Equation, Network: t.net, Path: path, Slices: p.Slicing.labels, Element: p.Element,
		Objective: string(p.Objective), Finder: p.Finder, Seed: p.Seed, Optimal: p.Optimal, Seconds: p.Elapsed.Seconds(),
		Costs: p.Costs.finite(),
	})
}

// UnmarshalJSON reads a plan and checks that its path and slices fit its network. The costs are those of the file.
func (p *Plan) UnmarshalJSON(data []byte) error {
	var f planFile
	if err := json.Unmarshal(data, &f); err != nil {
		return fmt.Errorf("%w: %w", ErrPlan, err)
	}
	if f.Format != planFormat {
		return fmt.Errorf("%w: format %q instead of %q", ErrPlan, f.Format, planFormat)
	}
	t, err := FromSSA(f.Network, f.Path)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrPlan, err)
	}
	s, err := t.Slice(f.Slices)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrPlan, err)
	}
	if _, err := Objective(f.Objective).parse(); err != nil {
		return fmt.Errorf("%w: %w", ErrPlan, err)
	}
	*p = Plan{
		Equation: f.Equation, Slicing: s, Costs: f.Costs, Element: f.Element, Objective: Objective(f.Objective),
		Finder: f.Finder, Seed: f.Seed, Optimal: f.Optimal, Elapsed: time.Duration(math.Round(f.Seconds * float64(time.Second))),
	}
	return nil
}

// finite puts the largest float in the place of infinities, which JSON cannot hold.
func (c Costs) finite() Costs {
	for _, x := range []*float64{
		&c.Flops, &c.FlopsOptEinsum, &c.FlopsCotengra, &c.MaxSize, &c.Write, &c.Bytes, &c.Peak, &c.PeakBytes, &c.PeakFreed,
		&c.Combo, &c.Limit, &c.Seconds,
	} {
		*x = min(*x, math.MaxFloat64)
	}
	return c
}
