package families

// The multi-scale entanglement renormalisation ansatz in its binary form (Vidal, PRL 101, 110501, 2008; Evenbly and Vidal,
// PRB 79, 144108, 2009): from the top, each level splits every site in two by an isometry and then entangles neighbours
// across the splits by disentanglers.

import (
	"github.com/tenferro/tenferro-go/internal/instance"
	"github.com/tenferro/tenferro-go/tensor"
)

// MERA is ⟨ψ|O|ψ⟩ for a state on 2^levels sites of a ring and an operator O on two neighbours in the middle: no label is
// open. The sizes of the legs are drawn from low to high.
func MERA(name string, seed uint64, levels, low, high int) *instance.Instance {
	b := newBuilder(seed)
	ket := b.meraState(levels, low, high)
	sizes := make([]int, len(ket))
	for i, leg := range ket {
		sizes[i] = b.sizes[leg]
	}
	// The bra is the same network over other labels, but for its lowest legs.
	n, offset := len(b.inputs), len(b.sizes)
	b.sizes = append(b.sizes, b.sizes...)
	same := make(map[int]int)
	middle := len(ket) / 2
	for i, leg := range ket {
		if i != middle && i != middle-1 {
			same[leg+offset] = leg
		}
	}
	for _, labels := range b.inputs[:n:n] {
		mirrored := make([]int, len(labels))
		for axis, label := range labels {
			mirrored[axis] = label + offset
			if leg, ok := same[mirrored[axis]]; ok {
				mirrored[axis] = leg
			}
		}
		b.tensor(mirrored...)
	}
	b.tensor(ket[middle-1], ket[middle], ket[middle-1]+offset, ket[middle]+offset)
	return b.instance(name, "An expectation value in a renormalised state: tensors of rank 3 and 4, large intermediates.", tensor.Float64)
}

// MERAState is the state alone, all of its 2^levels sites open.
func MERAState(name string, seed uint64, levels, low, high int) *instance.Instance {
	b := newBuilder(seed)
	b.output = b.meraState(levels, low, high)
	return b.instance(name, "A renormalised state written out: a result of many axes.", tensor.Float64)
}

// meraState adds the tensors of a state and returns its lowest legs.
func (b *builder) meraState(levels, low, high int) []int {
	sites := []int{b.between(low, high), b.between(low, high)}
	b.tensor(sites...)
	for range levels - 1 {
		var split []int
		for _, site := range sites {
			left, right := b.between(low, high), b.between(low, high)
			b.tensor(site, left, right)
			split = append(split, left, right)
		}
		n := len(split)
		sites = make([]int, n)
		for i := 1; i < n; i += 2 { // the last pair closes the ring
			j := (i + 1) % n
			sites[i], sites[j] = b.between(low, high), b.between(low, high)
			b.tensor(split[i], split[j], sites[i], sites[j])
		}
	}
	return sites
}
