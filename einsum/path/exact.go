package path

// Exact counts. A product of seventy labels does not fit 64 bits, and people compare paths by their last digits.

import "math/big"

// Exact holds costs as integers of any length, in the conventions of Costs.
type Exact struct {
	Flops          *big.Int // real operations for real elements
	FlopsOptEinsum *big.Int
	FlopsCotengra  *big.Int
	MaxSize        *big.Int
	Write          *big.Int
	// Naive is opt_einsum's count for one loop over all labels: their product × (inputs - 1, at least 1, and 1 more if
	// anything is summed).
	Naive *big.Int
}

// Exact adds up the costs of the tree in integers.
func (t *Tree) Exact() Exact {
	x := Exact{new(big.Int), new(big.Int), new(big.Int), new(big.Int), new(big.Int), t.net.naive()}
	w := newWalker(t.net)
	var p, raw, size, pre big.Int
	for i := range t.net.Inputs {
		legs, sums := w.leaf(i, nil, nil)
		w.product(&size, legs)
		w.times(pre.Set(&size), sums)
		if pre.Cmp(&size) != 0 {
			x.Flops.Add(x.Flops, &pre)
			x.FlopsCotengra.Add(x.FlopsCotengra, &pre)
		}
		if len(t.net.Inputs) == 1 {
			x.Write.Set(&size)
			x.MaxSize.Set(&size)
			x.FlopsOptEinsum.Lsh(&pre, uint(min(len(sums), 1)))
		}
	}
	w.walk(t.pairs, func(_ int, s *step) {
		w.product(&size, s.c)
		w.product(&p, s.a)
		for i, j := 0, 0; j < len(s.b); j++ {
			for i < len(s.a) && s.a[i].label < s.b[j].label {
				i++
			}
			if i == len(s.a) || s.a[i].label != s.b[j].label {
				p.Mul(&p, big.NewInt(int64(t.net.Sizes[s.b[j].label])))
			}
		}
		w.times(w.times(raw.Set(&p), s.sumA), s.sumB)
		inner := 0
		if len(s.sumA)+len(s.sumB)+s.gone() > 0 {
			inner = 1
		}
		x.FlopsOptEinsum.Add(x.FlopsOptEinsum, raw.Lsh(&raw, uint(inner)))
		x.FlopsCotengra.Add(x.FlopsCotengra, &p)
		if s.k != 1 {
			p.Lsh(&p, 1)
		}
		x.Flops.Add(x.Flops, &p)
		x.Write.Add(x.Write, &size)
		if size.Cmp(x.MaxSize) > 0 {
			x.MaxSize.Set(&size)
		}
	})
	return x
}

// product sets p to the product of the sizes of some labels.
func (w *walker) product(p *big.Int, legs []leg) {
	p.SetInt64(1)
	chunk := int64(1)
	for _, l := range legs {
		d := int64(w.net.Sizes[l.label])
		if chunk != 0 && d > (1<<62)/chunk {
			p.Mul(p, big.NewInt(chunk))
			chunk = 1
		}
		chunk *= d
	}
	p.Mul(p, big.NewInt(chunk))
}

// times multiplies p by the sizes of some labels and returns it.
func (w *walker) times(p *big.Int, labels []int32) *big.Int {
	for _, l := range labels {
		p.Mul(p, big.NewInt(int64(w.net.Sizes[l])))
	}
	return p
}

// naive is the cost of the network in one loop over all its labels.
func (n *Network) naive() *big.Int {
	w := newWalker(n)
	kept := make([]bool, len(n.Sizes))
	for _, l := range n.Output {
		kept[l] = true
	}
	var all []leg
	inner := int64(0)
	for l, c := range w.total {
		if c > 0 {
			all = append(all, leg{label: int32(l)})
			if !kept[l] {
				inner = 1
			}
		}
	}
	p := new(big.Int)
	w.product(p, all)
	return p.Mul(p, big.NewInt(int64(max(1, len(n.Inputs)-1))+inner))
}
