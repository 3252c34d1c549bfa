package path

// The moves of the annealing search, and what they weigh.

import (
	"math"
	"math/bits"
	"math/rand/v2"
)

// maxAnnealWords is up to how many words a set of labels is held as bits; larger sets are held as lists.
const maxAnnealWords = 32

// annealer holds the state of one run over a draft. With bits, the lists of the draft are not kept up.
type annealer struct {
	d     *draft
	price *pricer
	rng   *rand.Rand
	beta  float64
	alpha float64 // binary logarithm of the weight of a written element, -Inf for none
	heavy float64 // weight of the logarithm of a node's size above that of target, for Size and Peak
	above float64 // that logarithm
	sums  []float64

	words int
	bits  []uint64 // labels of each node
	spare []uint64
	list  []int32

	made turn // what look found
}

// turn is a node x = (p, q) and the node above it, (x, y), by the logarithms of their sizes and products.
type turn struct{ p, q, x, px, y, up, pup float64 }

func newAnnealer(d *draft, price *pricer, rng *rand.Rand) *annealer {
	a := &annealer{d: d, price: price, rng: rng, alpha: math.Inf(-1), sums: make([]float64, 40*16+2)}
	for i := range a.sums {
		a.sums[i] = math.Log2(1 + math.Exp2(-float64(i)/16))
	}
	switch price.goal.kind {
	case Combo, Limit:
		a.alpha = math.Log2(price.goal.alpha)
	case Size, Peak:
		a.heavy, a.above = 4, d.width()-2
	}
	if w := (d.g.labels() + 63) / 64; w <= maxAnnealWords {
		a.words = w
		a.bits = make([]uint64, w*len(d.kids))
		a.spare = make([]uint64, w)
		for v, legs := range d.legs {
			for _, l := range legs {
				a.bits[v*w+int(l/64)] |= 1 << (l % 64)
			}
		}
	}
	return a
}

// sweep tries a move at every node; false if it was stopped.
func (a *annealer) sweep(stop func() bool) bool {
	d := a.d
	for v := d.n; v < int32(len(d.kids)); v++ {
		if v&255 == 0 && stop != nil && stop() {
			return false
		}
		x, y := d.kids[v][0], d.kids[v][1]
		r := a.rng.Uint64()
		switch {
		case x < d.n && y < d.n:
			continue
		case x < d.n || y >= d.n && r&1 == 0:
			x, y = y, x
		}
		p, q := d.kids[x][0], d.kids[x][1]
		if r&2 == 0 {
			p, q = q, p
		}
		// Node x = (p, q) beside y may become (p, y) beside q.
		a.look(v, p, q, y)
		now := turn{d.lg[p], d.lg[q], d.lg[x], d.lp[x], d.lg[y], d.lg[v], d.lp[v]}
		if de := a.energy(&a.made) - a.energy(&now); de <= 0 || de*a.beta < a.rng.ExpFloat64() {
			a.move(v, x, p, q, y)
		}
	}
	return true
}

// look works out the move to (p, y) beside q, below node v. A label of p or y stays if q or v has it: if it stands
// anywhere else it is in one of the two.
func (a *annealer) look(v, p, q, y int32) {
	d := a.d
	both, gone, rest := a.meet(v, p, q, y)
	lg := d.lg[p] + d.lg[y] - both - gone
	a.made = turn{d.lg[p], d.lg[y], lg, d.lg[p] + d.lg[y] - both, d.lg[q], d.lg[v], lg + d.lg[q] - rest}
}

// meet leaves the labels of (p, y) in spare or list. It returns the logarithms of the products of what p and y share, of
// the part of that which goes, and of what the result shares with q.
func (a *annealer) meet(v, p, q, y int32) (both, gone, rest float64) {
	if a.words == 0 {
		return a.meetLists(v, p, q, y)
	}
	w := a.words
	bp, by := a.bits[int(p)*w:][:w], a.bits[int(y)*w:][:w]
	bq, bv := a.bits[int(q)*w:][:w], a.bits[int(v)*w:][:w]
	lg := a.d.g.lg
	for i := range w {
		keep := (bp[i] | by[i]) & (bq[i] | bv[i])
		a.spare[i] = keep
		for m := bp[i] & by[i]; m != 0; m &= m - 1 {
			b := bits.TrailingZeros64(m)
			both += lg[64*i+b]
			if keep>>b&1 == 0 {
				gone += lg[64*i+b]
			}
		}
		for m := keep & bq[i]; m != 0; m &= m - 1 {
			rest += lg[64*i+bits.TrailingZeros64(m)]
		}
	}
	return both, gone, rest
}

// meetLists does the same with the draft's lists.
func (a *annealer) meetLists(v, p, q, y int32) (both, gone, rest float64) {
	g := a.d.g
	lp, ly, lq, lv := a.d.legs[p], a.d.legs[y], a.d.legs[q], a.d.legs[v]
	out := a.list[:0]
	k := 0
	for i, j := 0, 0; i < len(lp) || j < len(ly); {
		var l int32
		switch {
		case j == len(ly) || i < len(lp) && lp[i] < ly[j]:
			l = lp[i]
			i++
		case i == len(lp) || ly[j] < lp[i]:
			l = ly[j]
			j++
		default:
			l = lp[i]
			i++
			j++
			both += g.lg[l]
			if g.total(l) == 2 || !has(lq, l) && !has(lv, l) {
				gone += g.lg[l]
				continue
			}
		}
		out = append(out, l)
		for k < len(lq) && lq[k] < l {
			k++
		}
		if k < len(lq) && lq[k] == l {
			rest += g.lg[l]
		}
	}
	a.list = out
	return both, gone, rest
}

// has reports whether an ascending list holds a label.
func has(list []int32, l int32) bool {
	lo, hi := 0, len(list)
	for lo < hi {
		if mid := (lo + hi) / 2; list[mid] < l {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo < len(list) && list[lo] == l
}

// move makes x = (p, y), with sibling q below v, as looked at last.
func (a *annealer) move(v, x, p, q, y int32) {
	d := a.d
	d.kids[x] = [2]int32{p, y}
	d.kids[v] = [2]int32{x, q}
	d.parent[y], d.parent[q] = x, v
	d.lg[x], d.lp[x], d.lp[v] = a.made.x, a.made.px, a.made.pup
	if a.words > 0 {
		copy(a.bits[int(x)*a.words:][:a.words], a.spare)
	} else {
		d.legs[x], a.list = a.list, d.legs[x]
	}
}

// energy is the binary logarithm of the cost of a turn's two steps.
func (a *annealer) energy(t *turn) float64 {
	switch a.price.goal.kind {
	case Write:
		return t.x
	case Time:
		if max(t.px, t.pup) < huge {
			x := exp2(t.x)
			return math.Log2(a.price.price(exp2(t.p), exp2(t.q), x, exp2(t.px)) +
				a.price.price(x, exp2(t.y), exp2(t.up), exp2(t.pup)))
		}
	case Size, Peak:
		return a.add(t.px, t.pup) + a.heavy*max(0, t.x-a.above)
	case Combo:
		return a.add(a.add(t.px, t.pup), a.alpha+t.x)
	case Limit:
		return a.add(max(t.px, a.alpha+t.x), max(t.pup, a.alpha+t.up))
	}
	return a.add(t.px, t.pup)
}

// add returns log2(2^x + 2^y), to four digits behind the point.
func (a *annealer) add(x, y float64) float64 {
	if x < y {
		x, y = y, x
	}
	d := (x - y) * 16
	if !(d < 40*16) {
		return x
	}
	i := int(d)
	f := d - float64(i)
	return x + a.sums[i]*(1-f) + a.sums[i+1]*f
}

// total scores the tree as it is: the binary logarithm of its cost, or of its largest node.
func (a *annealer) total() float64 {
	d := a.d
	sum := math.Inf(-1)
	for v := d.n; v < int32(len(d.kids)); v++ {
		var e float64
		switch a.price.goal.kind {
		case Size, Peak:
			sum = max(sum, d.lg[v])
			continue
		case Write:
			e = d.lg[v]
		case Combo:
			e = addLog(d.lp[v], a.alpha+d.lg[v])
		case Limit:
			e = max(d.lp[v], a.alpha+d.lg[v])
		case Time:
			x, y := d.kids[v][0], d.kids[v][1]
			if e = d.lp[v]; e < huge {
				e = math.Log2(a.price.price(exp2(d.lg[x]), exp2(d.lg[y]), exp2(d.lg[v]), exp2(d.lp[v])))
			}
		default:
			e = d.lp[v]
		}
		sum = addLog(sum, e)
	}
	return sum
}

// addLog returns log2(2^x + 2^y).
func addLog(x, y float64) float64 {
	if x < y {
		x, y = y, x
	}
	if d := x - y; d < 60 {
		return x + math.Log1p(math.Exp2(-d))*math.Log2E
	}
	return x
}
