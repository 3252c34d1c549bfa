package path

// The exact search over all binary trees of a few operands, outer products included, as dynamic programming over all
// subsets (Pfeifer, Haegeman, Verstraete, Phys. Rev. E 90, 033315, 2014, without their restriction on outer products).
// Subsets are bit masks, tables are plain arrays, and the price of joining A and B needs no label: with
//
//	touch(S) = product of the sizes of the labels that stand in S
//	gone(S)  = product of the sizes of the labels that stand nowhere but in S, the output included
//
// the product over all labels of A and B is touch(A∪B)/(gone(A)·gone(B)), and the size of S is touch(S)/gone(S). Both
// tables come from a subset-sum (zeta) transform. This holds for hyperedges as well. 3^k/2 pairs are looked at, each in
// about a nanosecond: 12 operands take 0.4 ms, 16 take 30 ms, 20 take seconds.

import (
	"math"
	"math/bits"
)

// maxDense bounds the operands of a dense search: the tables take 40 bytes for each of the 2^k subsets.
const maxDense = 22

// group is all labels that stand in the same operands, taken as one.
type group struct {
	mask uint32  // operands
	lg   float64 // binary logarithm of the size
	kept bool    // whether the output, or what is outside, carries them
}

// cell is what the inner loop reads of a subset.
type cell struct {
	cost   float64
	ungone float64 // 1/gone, scaled
}

// dense holds the tables of a search. They are reused from search to search. It is not safe for concurrent use.
type dense struct {
	k      int
	groups []group
	cells  []cell
	touch  []float64 // scaled by the price of an operation where nothing is summed
	size   []float64 // elements, scaled
	split  []uint32  // the better half of each subset
	lgs    bool      // sizes are logarithms brought into range by scale
	scale  float64

	// What the caller may set for Peak: what each operand needs while it is made, what it holds afterwards, and what it
	// holds in the step that uses it.
	need, hold, join []float64
}

// load sets the operands and their labels. bound is the binary logarithm of a cost that is known to be reachable; it is
// only used where sizes are too large for floats.
func (d *dense) load(k int, groups []group, bound float64) {
	d.k, d.groups = k, groups
	n := 1 << k
	if cap(d.cells) < n {
		d.cells = make([]cell, n)
		d.touch = make([]float64, n)
		d.size = make([]float64, n)
		d.split = make([]uint32, n)
	}
	d.cells, d.touch, d.size, d.split = d.cells[:n], d.touch[:n], d.size[:n], d.split[:n]
	total := 0.0
	for _, g := range groups {
		total += g.lg
	}
	if d.lgs = total > huge; d.lgs {
		d.fillLogs(total, bound)
	} else {
		d.scale = 0
		d.fill(total)
	}
}

// fill computes the tables as products.
func (d *dense) fill(total float64) {
	n := 1 << d.k
	for s := range n {
		d.touch[s], d.size[s] = 1, 1
	}
	for _, g := range d.groups {
		x := exp2(g.lg)
		d.touch[g.mask] *= x
		if !g.kept {
			d.size[g.mask] *= x
		}
	}
	for bit := 1; bit < n; bit *= 2 {
		for s := bit; s < n; s = (s + 1) | bit {
			d.touch[s] *= d.touch[s^bit]
			d.size[s] *= d.size[s^bit]
		}
	}
	// touch[s] is now the product over labels that stand only in s: what is missing in it stands in the rest.
	whole := d.touch[n-1]
	for s, r := 0, n-1; s < r; s, r = s+1, r-1 {
		d.touch[s], d.touch[r] = whole/d.touch[r], whole/d.touch[s]
	}
	for s := range n {
		gone := d.size[s]
		d.cells[s].ungone = 1 / gone
		d.size[s] = d.touch[s] / gone
	}
}

// fillLogs computes the tables by logarithms. A term that is the sum of shares of the operands may be taken off gone
// without a change in any price; half the logarithms of the operands' sizes bring touch and gone into the same range.
// Prices are scaled by 2^-scale, shared out in thirds. Subsets that are larger than the bound are put out of reach.
func (d *dense) fillLogs(total, bound float64) {
	n := 1 << d.k
	clear(d.touch)
	clear(d.size)
	half := make([]float64, d.k)
	for _, g := range d.groups {
		d.touch[g.mask] += g.lg
		if !g.kept {
			d.size[g.mask] += g.lg
		}
		for m := g.mask; m != 0; m &= m - 1 {
			half[bits.TrailingZeros32(m)] += g.lg / 2
		}
	}
	for bit := 1; bit < n; bit *= 2 {
		for s := bit; s < n; s = (s + 1) | bit {
			d.touch[s] += d.touch[s^bit]
			d.size[s] += d.size[s^bit]
		}
	}
	for s, r := 0, n-1; s < r; s, r = s+1, r-1 {
		d.touch[s], d.touch[r] = total-d.touch[r], total-d.touch[s]
	}
	d.scale = 0
	if bound > huge/3 {
		d.scale = bound
	}
	for s := range n {
		gone, share := d.size[s], 0.0
		for m := uint32(s); m != 0; m &= m - 1 {
			share += half[bits.TrailingZeros32(m)]
		}
		size := d.touch[s] - gone
		d.size[s] = exp2(size - d.scale)
		if size > bound && s != n-1 && bits.OnesCount(uint(s)) > 1 {
			d.size[s], d.touch[s], d.cells[s].ungone = math.Inf(1), math.Inf(1), 0
			continue
		}
		d.cells[s].ungone = exp2(share - gone - d.scale/3)
		d.touch[s] = exp2(d.touch[s] - share - d.scale/3)
	}
}

// exp2 is math.Exp2 with a short way for the whole numbers that sizes of 2, 4, 8 give.
func exp2(x float64) float64 {
	if i := int(x); float64(i) == x && i > -1000 && i < 1000 {
		return math.Float64frombits(uint64(i+1023) << 52)
	}
	// Products of integers come back as integers: what a logarithm lost is less than a part in 10^13.
	y := math.Exp2(x)
	if r := math.Round(y); y < 1<<40 && math.Abs(y-r) < 1e-10*y {
		return r
	}
	return y
}

// pairs returns the steps of the tree that the last search found, in SSA form over the operands.
func (d *dense) pairs(out [][2]int32) [][2]int32 {
	out = out[:0]
	type frame struct {
		set  uint32
		seen bool
	}
	stack := make([]frame, 1, 2*d.k)
	stack[0] = frame{set: uint32(len(d.cells) - 1)}
	done := make([]int32, 0, d.k) // nodes that wait for their sibling
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		a := d.split[f.set]
		switch {
		case f.set&(f.set-1) == 0:
			done = append(done, int32(bits.TrailingZeros32(f.set)))
			stack = stack[:len(stack)-1]
		case !f.seen:
			f.seen = true
			stack = append(stack, frame{set: f.set ^ a}, frame{set: a})
		default:
			last := len(done)
			out = append(out, [2]int32{done[last-2], done[last-1]})
			done = append(done[:last-2], int32(d.k+len(out)-1))
			stack = stack[:len(stack)-1]
		}
	}
	return out
}
