package path

// The inner loops of the dense search: for each subset, the best of its splits into two.

import (
	"math"
	"math/bits"
	"sync"
)

// solve fills the tables for an objective. Subsets with more than limit elements are not made (the whole apart, which
// every tree makes). It returns false if stop said so or no tree keeps to the limit. Afterwards pairs gives the tree, and
// cost its price: exact up to rounding, scaled by 2^-scale.
func (d *dense) solve(f *pricer, limit float64, workers int, stop func() bool) bool {
	set := d.kernel(f)
	if d.scale != 0 {
		limit *= exp2(-d.scale)
	}
	whole := uint32(len(d.cells) - 1)
	visit := func(s uint32) {
		if d.size[s] > limit && s != whole {
			d.cells[s].cost = math.Inf(1)
			return
		}
		set(s)
	}
	d.leaves(f)
	if d.k < 15 {
		for s := uint32(3); s <= whole; s++ {
			if s&(s-1) != 0 {
				visit(s)
			}
			if s&1023 == 1023 && stop != nil && stop() {
				return false
			}
		}
	} else if !d.layers(visit, workers, stop) {
		return false
	}
	return d.cost() < math.Inf(1)
}

func (d *dense) cost() float64 { return d.cells[len(d.cells)-1].cost }

// leaves sets the subsets of one operand, which cost nothing.
func (d *dense) leaves(f *pricer) {
	d.cells[0].cost = math.Inf(1)
	for i := range d.k {
		d.cells[1<<i].cost = 0
		if f.goal.kind == Peak && len(d.need) > 0 {
			d.cells[1<<i].cost = d.need[i]
		}
	}
}

// layers visits the subsets by the number of their operands, each layer shared out between workers.
func (d *dense) layers(visit func(uint32), workers int, stop func() bool) bool {
	layer := make([]uint32, 0, 1<<d.k/2)
	for m := 2; m <= d.k; m++ {
		layer = layer[:0]
		for s := uint32(1)<<m - 1; s < 1<<d.k; {
			layer = append(layer, s)
			low := s & -s
			up := s + low
			s = up | (s^up)/low>>2
		}
		const chunk = 64
		var next sync.Mutex
		at, stopped := 0, false
		take := func() []uint32 {
			next.Lock()
			defer next.Unlock()
			if stopped = stopped || stop != nil && stop(); stopped || at >= len(layer) {
				return nil
			}
			part := layer[at:min(at+chunk, len(layer))]
			at += chunk
			return part
		}
		var wg sync.WaitGroup
		for range max(1, workers) {
			wg.Go(func() {
				for part := take(); part != nil; part = take() {
					for _, s := range part {
						visit(s)
					}
				}
			})
		}
		wg.Wait()
		if stopped {
			return false
		}
	}
	return true
}

// kernel returns the loop that finds the best split of a subset.
func (d *dense) kernel(f *pricer) func(s uint32) {
	switch {
	case f.goal.kind == Size:
		return d.splitSize
	case f.goal.kind == Peak:
		return d.splitPeak
	case f.goal.kind == Time && !d.lgs:
		return func(s uint32) { d.splitModel(s, f) }
	}
	a := f.affine()
	return func(s uint32) { d.splitSum(s, &a) }
}

// splitSum: cost(A) + cost(B) + price. A always holds the highest operand, so that each split is met once.
func (d *dense) splitSum(s uint32, f *affine) {
	cells := d.cells
	size := d.size[s]
	once := d.touch[s] * f.once
	floor := size * f.floor
	// Where something is summed the product is at least twice the result.
	turn, ratio := math.Inf(1), 1.0
	if f.once != f.summed {
		turn, ratio = 1.5*size*f.once, f.summed/f.once
	}
	top := uint32(1) << (31 - bits.LeadingZeros32(s))
	rest := s ^ top
	best, at := math.Inf(1), uint32(0)
	for sub := rest; ; {
		sub = (sub - 1) & rest
		a, b := &cells[sub|top], &cells[rest^sub]
		p := once * a.ungone * b.ungone
		if p > turn {
			p *= ratio
		}
		if p < floor {
			p = floor
		}
		if c := a.cost + b.cost + p; c < best {
			best, at = c, sub|top
		}
		if sub == 0 {
			break
		}
	}
	cells[s].cost = best + f.add*size
	d.split[s] = at
}

// splitSize: the largest of what A and B needed and of the result.
func (d *dense) splitSize(s uint32) {
	cells := d.cells
	top := uint32(1) << (31 - bits.LeadingZeros32(s))
	rest := s ^ top
	best, at := math.Inf(1), uint32(0)
	for sub := rest; ; {
		sub = (sub - 1) & rest
		if c := max(cells[sub|top].cost, cells[rest^sub].cost); c < best {
			best, at = c, sub|top
		}
		if sub == 0 {
			break
		}
	}
	cells[s].cost = max(best, d.size[s])
	d.split[s] = at
}

// splitPeak: the better order of making A and B, then both and the result at once.
func (d *dense) splitPeak(s uint32) {
	top := uint32(1) << (31 - bits.LeadingZeros32(s))
	rest := s ^ top
	best, at := math.Inf(1), uint32(0)
	for sub := rest; ; {
		sub = (sub - 1) & rest
		a, b := sub|top, rest^sub
		ca, cb := d.cells[a].cost, d.cells[b].cost
		holdA, joinA := d.holds(a)
		holdB, joinB := d.holds(b)
		c := max(min(max(ca, holdA+cb), max(cb, holdB+ca)), joinA+joinB+d.size[s])
		if c < best {
			best, at = c, a
		}
		if sub == 0 {
			break
		}
	}
	d.cells[s].cost = best
	d.split[s] = at
}

// holds returns the elements that a subset's result takes while others are made, and in the step that uses it. Inputs
// are held throughout and do not count.
func (d *dense) holds(s uint32) (hold, join float64) {
	if s&(s-1) != 0 {
		return d.size[s], d.size[s]
	}
	if i := bits.TrailingZeros32(s); i < len(d.hold) {
		return d.hold[i], d.join[i]
	}
	return 0, 0
}

// splitModel is splitSum for a price that must be asked for.
func (d *dense) splitModel(s uint32, f *pricer) {
	cells := d.cells
	size := d.size[s]
	top := uint32(1) << (31 - bits.LeadingZeros32(s))
	rest := s ^ top
	best, at := math.Inf(1), uint32(0)
	for sub := rest; ; {
		sub = (sub - 1) & rest
		a, b := sub|top, rest^sub
		if c := cells[a].cost + cells[b].cost; c < best {
			p := d.touch[s] * cells[a].ungone * cells[b].ungone
			if c += f.price(d.size[a], d.size[b], size, p); c < best {
				best, at = c, a
			}
		}
		if sub == 0 {
			break
		}
	}
	cells[s].cost = best
	d.split[s] = at
}
