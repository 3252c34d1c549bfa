package pathtest

// Small random expressions, for comparison with brute force.

import (
	"math/rand/v2"

	"github.com/tenferro/tenferro-go/einsum/path"
)

// Small returns a random network of n tensors with all that an equation may hold: hyperedges, labels repeated in a
// tensor, labels of a single tensor, kept labels, scalars, equal tensors, parts that do not hang together, sizes of 1.
// It may be asked for sizes of 0 as well.
func Small(rng *rand.Rand, n int, zero bool) *path.Network {
	labels := 1 + rng.IntN(2*n)
	net := newNetwork(n)
	for l := range labels {
		d := []int{1, 2, 2, 2, 3, 3, 4, 5, 7}[rng.IntN(9)]
		if zero && rng.IntN(8) == 0 {
			d = 0
		}
		net.label(d)
		count := []int{1, 2, 2, 2, 2, 2, 3, 4}[rng.IntN(8)]
		for range count {
			t := rng.IntN(n) // the same tensor again now and then: a diagonal
			net.Inputs[t] = append(net.Inputs[t], l)
		}
		if rng.IntN(4) == 0 {
			net.Output = append(net.Output, l)
		}
	}
	if n > 1 && rng.IntN(4) == 0 {
		net.Inputs[0] = append([]path.Label(nil), net.Inputs[n-1]...)
	}
	for _, in := range net.Inputs {
		rng.Shuffle(len(in), func(i, j int) { in[i], in[j] = in[j], in[i] })
	}
	// Drop output labels that the copy above took away.
	kept := net.Output[:0]
	for _, l := range net.Output {
		for _, in := range net.Inputs {
			if contains(in, l) {
				kept = append(kept, l)
				break
			}
		}
	}
	net.Output = kept
	rng.Shuffle(len(kept), func(i, j int) { kept[i], kept[j] = kept[j], kept[i] })
	return &net.Network
}

func contains(list []path.Label, l path.Label) bool {
	for _, x := range list {
		if x == l {
			return true
		}
	}
	return false
}
