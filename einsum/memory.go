package einsum

import (
	"context"
	"errors"
	"math"
	"sync"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/cpu"
	"github.com/tenferro/tenferro-go/einsum/path"
)

// This file keeps contractions within the memory that they may have: by another order, or by slices. What package path
// reckons is what the tensors of an order take; the program may copy some of them on top. Where that matters the program
// is compiled and looked at, and the order is asked to do with less until the program does.

// roomy is how many times the memory of the tensors must fit into the limit for the copies to be left unlooked at.
const roomy = 4

// attempts bounds how often an order is asked for less.
const attempts = 6

// shareOfMemory is the default limit: three quarters of what the container has, 0 where that is not known.
var shareOfMemory = sync.OnceValue(func() int { return cpu.UsableMemory() / 4 * 3 })

// bytes is the limit in force, 0 for none.
func (o *options) bytes() int {
	switch o.limit {
	case NoMemoryLimit:
		return 0
	case 0:
		return shareOfMemory()
	}
	return o.limit
}

// fit makes a plan keep to the limit on memory. The plan itself is returned if it does already.
func (p *planning) fit(ctx context.Context, first *Plan) (*Plan, error) {
	limit := p.options.bytes()
	if limit == 0 || roomy*first.found.Costs.PeakBytes <= float64(limit) {
		return first, nil
	}
	best, need, err := first, math.MaxInt, error(nil)
	look := func(x *Plan) (int, error) {
		bytes, err := p.peak(x)
		if err == nil && bytes < need {
			best, need = x, bytes
		}
		return bytes, err
	}
	target := float64(limit)
	if first.found.Costs.PeakBytes <= target {
		bytes, err := look(first)
		if err != nil {
			return nil, err
		}
		target -= float64(max(0, bytes-limit))
	}
	for range attempts {
		if need <= limit {
			return best, nil
		}
		var x *Plan
		x, err = p.narrow(ctx, first, target)
		if err != nil {
			break
		}
		bytes, err := look(x)
		if err != nil {
			return nil, err
		}
		target = min(target, x.found.Costs.PeakBytes) - float64(max(0, bytes-limit))
	}
	return p.least(ctx, first, err, best, need, limit, look)
}

// least is the last resort: the least memory that the order can do with.
func (p *planning) least(ctx context.Context, first *Plan, err error, best *Plan, need, limit int, look func(*Plan) (int, error)) (*Plan, error) {
	if need <= limit {
		return best, nil
	}
	var missed *path.LimitError
	if err != nil && !errors.As(err, &missed) {
		return nil, err
	}
	if missed == nil { // the copies were too large each time
		_, err := p.narrow(ctx, first, 1)
		if !errors.As(err, &missed) {
			return nil, err
		}
	}
	for target := missed.Least; ; target = missed.Least { // slicing may not quite come to what it takes for possible
		x, err := p.narrow(ctx, first, target)
		if errors.As(err, &missed) && missed.Least > target {
			continue
		}
		if err != nil && !errors.As(err, &missed) {
			return nil, err
		}
		if err != nil {
			x = first
		}
		bytes, err := look(x)
		if err != nil {
			return nil, err
		}
		if bytes <= limit {
			return x, nil
		}
		return nil, &MemoryError{Equation: p.bound.Equation.String(), Need: min(need, bytes), Limit: limit}
	}
}

// narrow is a plan whose tensors take no more than so many bytes, found from the order of another.
func (p *planning) narrow(ctx context.Context, from *Plan, bytes float64) (*Plan, error) {
	o := p.searchOptions()
	o.Progress = nil
	found, err := path.Search(ctx, from.Tree().Network(), known{from.found}, o, path.Limits{PeakBytes: max(bytes, 1)})
	if err != nil {
		return nil, err
	}
	found.Equation, found.Elapsed = from.found.Equation, from.found.Elapsed+found.Elapsed
	return &Plan{bound: p.bound, dtype: p.dtype, found: found}, nil
}

// known is a search that has been done.
type known struct{ found *path.Plan }

// Name implements path.Finder.
func (k known) Name() string { return k.found.Finder }

// Find implements path.Finder: it returns the order that is known, without its slices.
func (k known) Find(_ context.Context, _ *path.Network, o path.Options) (*path.Result, error) {
	t := k.found.Tree()
	return &path.Result{Tree: t, Finder: k.found.Finder, Costs: t.Costs(o.Element, o.Model), Optimal: k.found.Optimal, Stopped: path.Done}, nil
}

// peak is the memory that a run of a plan takes.
func (p *planning) peak(x *Plan) (int, error) {
	model := compiler.DefaultCostModel
	if p.machine != nil {
		model = *p.machine
	}
	prog, err := compileOp(&op{eq: p.bound.Equation, options: p.options, plan: x}, p.types, p.strides, model)
	if err != nil {
		return 0, err
	}
	return prog.PeakBytes(), nil
}
