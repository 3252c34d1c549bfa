package path_test

// The oracle of the tests: costs straight from their definitions, with sets and loops, over every binary tree.

import (
	"math"
	"slices"

	"github.com/tenferro/tenferro-go/einsum/path"
)

// oracle computes the costs of trees of a network by definition.
type oracle struct {
	n     *path.Network
	e     path.Element
	model path.CostModel
	alpha float64
	all   map[path.Label]int // appearances
}

func newOracle(n *path.Network, e path.Element, model path.CostModel, alpha float64) *oracle {
	o := &oracle{n: n, e: e, model: model, alpha: alpha, all: map[path.Label]int{}}
	for _, in := range n.Inputs {
		for l := range set(in) {
			o.all[l]++
		}
	}
	for l := range set(n.Output) {
		o.all[l]++
	}
	return o
}

func set(labels []path.Label) map[path.Label]bool {
	s := map[path.Label]bool{}
	for _, l := range labels {
		s[l] = true
	}
	return s
}

func (o *oracle) product(s map[path.Label]bool) float64 {
	p := 1.0
	for l := range s {
		p *= float64(o.n.Sizes[l])
	}
	return p
}

// below returns the inputs below a node.
func below(n int, pairs [][2]int, v int) []int {
	if v < n {
		return []int{v}
	}
	p := pairs[v-n]
	return append(below(n, pairs, p[0]), below(n, pairs, p[1])...)
}

// labels returns what a node over some inputs carries: what stands below it and elsewhere.
func (o *oracle) labels(inputs []int) map[path.Label]bool {
	count := map[path.Label]int{}
	for _, i := range inputs {
		for l := range set(o.n.Inputs[i]) {
			count[l]++
		}
	}
	s := map[path.Label]bool{}
	for l, c := range count {
		if c < o.all[l] {
			s[l] = true
		}
	}
	return s
}

func union(a, b map[path.Label]bool) map[path.Label]bool {
	u := map[path.Label]bool{}
	for l := range a {
		u[l] = true
	}
	for l := range b {
		u[l] = true
	}
	return u
}

func (o *oracle) bytes() float64 {
	if o.e.Bytes > 0 {
		return float64(o.e.Bytes)
	}
	if o.e.Complex {
		return 16
	}
	return 8
}

// costs of a tree in the order of its steps.
func (o *oracle) costs(pairs [][2]int) path.Costs {
	n := len(o.n.Inputs)
	var c path.Costs
	held, kept := 0.0, 0.0
	for i, in := range o.n.Inputs {
		full, after := 1.0, o.labels([]int{i})
		for _, l := range in {
			full *= float64(o.n.Sizes[l])
		}
		held += full
		kept += o.product(after)
		before := o.product(set(in))
		sums := 1.0
		for l := range set(in) {
			if !after[l] {
				sums *= float64(o.n.Sizes[l])
			}
		}
		if sums != 1 {
			s := path.StepSize{Batch: 1, M: o.product(after), N: 1, K: sums, Sum: true, Element: o.e}
			add := 1.0
			if o.e.Complex {
				add = 2
			}
			c.Flops += add * before
			c.FlopsCotengra += before
			c.Combo += before
			c.Limit += before
			c.Bytes += (before + o.product(after)) * o.bytes()
			c.Seconds += o.model.Seconds(s)
		}
	}
	live, freed := held, kept
	for i, p := range pairs {
		below1, below2 := below(n, pairs, p[0]), below(n, pairs, p[1])
		a, b := o.labels(below1), o.labels(below2)
		out := o.labels(append(slices.Clone(below1), below2...))
		rawA, rawB := a, b
		temp := 0.0
		if p[0] < n {
			rawA = set(o.n.Inputs[p[0]])
			if o.product(rawA) != o.product(a) || zeroGone(o.n, rawA, a) {
				temp += o.product(a)
			}
		}
		if p[1] < n {
			rawB = set(o.n.Inputs[p[1]])
			if o.product(rawB) != o.product(b) || zeroGone(o.n, rawB, b) {
				temp += o.product(b)
			}
		}
		raw, u := union(rawA, rawB), union(a, b)
		size := o.product(out)
		mult := 1.0
		for l := range raw {
			if !out[l] {
				mult = 2
			}
		}
		c.FlopsOptEinsum += o.product(raw) * mult
		c.FlopsCotengra += o.product(u)
		st := o.step(a, b, out)
		switch {
		case st.K != 1 && o.e.Complex:
			c.Flops += 8 * o.product(u)
		case st.K != 1:
			c.Flops += 2 * o.product(u)
		case o.e.Complex:
			c.Flops += 6 * o.product(u)
		default:
			c.Flops += o.product(u)
		}
		c.Seconds += o.model.Seconds(st)
		c.Bytes += (o.product(a) + o.product(b) + size) * o.bytes()
		c.MaxSize = math.Max(c.MaxSize, size)
		c.Write += size
		c.Combo += o.product(u) + o.alpha*size
		c.Limit += math.Max(o.product(u), o.alpha*size)
		c.Peak = math.Max(c.Peak, live+temp+size)
		c.PeakFreed = math.Max(c.PeakFreed, freed+size)
		freed += size - o.product(a) - o.product(b)
		live += size
		for k, s := range []map[path.Label]bool{a, b} {
			if pairs[i][k] >= n {
				live -= o.product(s)
			}
		}
	}
	c.PeakBytes = c.Peak * o.bytes()
	return c
}

// zeroGone reports whether labels are summed whose sizes hide in products of zero.
func zeroGone(n *path.Network, raw, kept map[path.Label]bool) bool {
	p := 1
	for l := range raw {
		if !kept[l] {
			p *= n.Sizes[l]
		}
	}
	return p != 1
}

func (o *oracle) step(a, b, out map[path.Label]bool) path.StepSize {
	s := path.StepSize{Batch: 1, M: 1, N: 1, K: 1, Element: o.e}
	for l := range union(a, b) {
		d := float64(o.n.Sizes[l])
		switch {
		case a[l] && b[l] && out[l]:
			s.Batch *= d
		case a[l] && b[l]:
			s.K *= d
		case a[l]:
			s.M *= d
		default:
			s.N *= d
		}
	}
	return s
}

// everyTree calls visit with every binary tree over n operands, each in one depth-first order.
func everyTree(n int, visit func(pairs [][2]int)) {
	var pairs [][2]int
	var grow func(live []int)
	// All sequences of pairs reach every tree; the order of steps is made canonical to visit each tree once.
	grow = func(live []int) {
		if len(live) == 1 {
			visit(pairs)
			return
		}
		for i := range live {
			for j := range i {
				made := n + len(pairs)
				if k := len(pairs); k > 0 && live[i] != made-1 && live[j] != made-1 {
					// Independent of the step before: keep one of the two orders.
					if last := pairs[k-1]; max(live[i], live[j]) < max(last[0], last[1]) {
						continue
					}
				}
				next := make([]int, 0, len(live)-1)
				for k, v := range live {
					if k != i && k != j {
						next = append(next, v)
					}
				}
				pairs = append(pairs, [2]int{live[j], live[i]})
				grow(append(next, made))
				pairs = pairs[:len(pairs)-1]
			}
		}
	}
	live := make([]int, n)
	for i := range live {
		live[i] = i
	}
	grow(live)
}
