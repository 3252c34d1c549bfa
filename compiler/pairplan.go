package compiler

import (
	"slices"
)

// This file decides which tensors of a pair are moved before (or, for the result, after) its product, and in which
// order they are laid then. Everything is held against doing without.

// pairPlan is how a pair runs: some tensors moved to new layouts, then one kernel.
type pairPlan struct {
	choice
	total float64       // predicted nanoseconds, copies included
	moved [numOps]bool  // which tensors are copied
	order [numOps][]int // for a moved tensor: its axes (positions in pair.axes), fastest first
	bytes float64       // bytes written and read by the copies
}

// plan returns the cheapest way to run p, copies considered. A conjugated operand that is copied is conjugated by the
// copy.
func (p *pair) plan(cm *CostModel) pairPlan {
	best := pairPlan{choice: p.choose(cm)}
	best.total = best.cost
	if best.cost <= 1.15*p.bound(cm) {
		return best
	}
	var space [48]axis
	for set := 1; set < 1<<numOps; set++ {
		moved := [numOps]bool{set&1 != 0, set&2 != 0, set&4 != 0}
		for _, order := range p.orders(moved) {
			total, bytes := p.copyCost(cm, moved, order)
			if total >= best.total {
				continue
			}
			q := p.relaid(space[:0], moved, order)
			c := q.choose(cm)
			if total += c.cost; total < best.total {
				best = pairPlan{choice: c, total: total, moved: moved, order: order, bytes: bytes}
			}
		}
	}
	return best
}

// bound is what p would take if its tensors lay as well as they can.
func (p *pair) bound(cm *CostModel) float64 {
	dims := [numClasses]float64{1, 1, 1, 1}
	for _, x := range p.axes {
		dims[x.class] *= float64(x.dim)
	}
	size := float64(p.dtype.Size())
	mul, prod := 2.0, 1.0
	if p.dtype.IsComplex() {
		mul, prod = 8, 4
	}
	if dims[contracted] == 1 || !p.dtype.IsScalar() {
		bytes := size * (float64(p.elements(opA)) + float64(p.elements(opB)) + float64(p.elements(opC)))
		n := dims[batch] * dims[left] * dims[right] * dims[contracted] * prod
		return cm.product(n, n, bytes, false)
	}
	return cm.gemm(dims[left], dims[right], dims[contracted], dims[batch], size, mul)
}

// orders lists the layouts worth trying for a set of moved tensors. Inside a class labels keep the order of a tensor
// that stays where it is, so that the moved ones come to fit it; what remains open is which class is fastest.
func (p *pair) orders(moved [numOps]bool) [][numOps][]int {
	ref := func(first, second int) int {
		if !moved[first] {
			return first
		}
		return second
	}
	byClass := [numClasses][]int{
		batch:      p.sorted(batch, ref(opC, ref(opA, opB))),
		left:       p.sorted(left, ref(opC, opA)),
		right:      p.sorted(right, ref(opC, opB)),
		contracted: p.sorted(contracted, ref(opB, opA)),
	}
	layouts := func(t int, x, y class) [][]int {
		if !moved[t] {
			return [][]int{nil}
		}
		xy := slices.Concat(byClass[x], byClass[y], byClass[batch])
		if len(byClass[x]) == 0 || len(byClass[y]) == 0 {
			return [][]int{xy}
		}
		return [][]int{xy, slices.Concat(byClass[y], byClass[x], byClass[batch])}
	}
	var out [][numOps][]int
	for _, a := range layouts(opA, contracted, left) {
		for _, b := range layouts(opB, contracted, right) {
			for _, c := range layouts(opC, left, right) {
				out = append(out, [numOps][]int{a, b, c})
			}
		}
	}
	return out
}

// sorted returns the positions of the axes of a class, fastest in tensor t first.
func (p *pair) sorted(c class, t int) []int {
	var out []int
	for i, x := range p.axes {
		if x.class == c {
			out = append(out, i)
		}
	}
	slices.SortStableFunc(out, func(i, j int) int { return abs(p.axes[i].stride[t]) - abs(p.axes[j].stride[t]) })
	return out
}

// relaid is p with the moved tensors compact in their new orders. Its axes are in the memory of space.
func (p *pair) relaid(space []axis, moved [numOps]bool, order [numOps][]int) pair {
	q := *p
	q.axes = append(space, p.axes...)
	for t := range numOps {
		if !moved[t] {
			continue
		}
		n := 1
		for _, i := range order[t] {
			q.axes[i].stride[t] = n
			n *= q.axes[i].dim
		}
	}
	q.conjA = p.conjA && !moved[opA]
	q.conjB = p.conjB && !moved[opB]
	return q
}

// copyCost predicts the time of the copies and the bytes that they read and write.
func (p *pair) copyCost(cm *CostModel, moved [numOps]bool, order [numOps][]int) (ns, bytes float64) {
	for t := range numOps {
		if !moved[t] {
			continue
		}
		n, run := 1.0, 1.0
		together := true
		for _, i := range order[t] {
			x := p.axes[i]
			if together && x.dim > 1 {
				if float64(x.stride[t]) == run {
					run *= float64(x.dim)
				} else {
					together = false
				}
			}
			n *= float64(x.dim)
		}
		ns += cm.copy(n, float64(p.dtype.Size()), run)
		bytes += 2 * n * float64(p.dtype.Size())
	}
	return ns, bytes
}
