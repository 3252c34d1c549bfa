package pathtest

// The families of networks with a structure.

import (
	"fmt"
	"math/rand/v2"

	"github.com/tenferro/tenferro-go/einsum/path"
)

// network is a Network that is being put together.
type network struct{ path.Network }

func newNetwork(tensors int) *network {
	return &network{path.Network{Inputs: make([][]path.Label, tensors)}}
}

// label makes a new label of size d and gives it to some tensors.
func (n *network) label(d int, tensors ...int) path.Label {
	l := len(n.Sizes)
	n.Sizes = append(n.Sizes, d)
	for _, t := range tensors {
		n.Inputs[t] = append(n.Inputs[t], l)
	}
	return l
}

func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x7061746874657374)) }

// size draws a label's size from lo … hi.
func size(rng *rand.Rand, lo, hi int) int { return lo + rng.IntN(hi-lo+1) }

// Regular is a random regular graph: n tensors, each joined to degree others by a label of a size from lo to hi, all
// summed. n·degree must be even and degree below n.
func Regular(n, degree, lo, hi int, seed uint64) *path.Network {
	if n*degree%2 != 0 || degree >= n || degree < 0 {
		panic(fmt.Sprintf("pathtest: no graph with %d nodes of degree %d", n, degree))
	}
	rng := random(seed)
	net := newNetwork(n)
	if degree <= n/2 {
		for _, e := range regular(rng, n, degree) {
			net.label(size(rng, lo, hi), e[0], e[1])
		}
		return &net.Network
	}
	// Dense graphs are what a sparse one leaves out.
	missing := make(map[[2]int]bool)
	for _, e := range regular(rng, n, n-1-degree) {
		missing[[2]int{min(e[0], e[1]), max(e[0], e[1])}] = true
	}
	for b := range n {
		for a := range b {
			if !missing[[2]int{a, b}] {
				net.label(size(rng, lo, hi), a, b)
			}
		}
	}
	return &net.Network
}

// regular draws the edges of a random regular graph: ends are paired at random, loops and double edges swapped away.
func regular(rng *rand.Rand, n, degree int) [][2]int {
	edges := make([][2]int, n*degree/2)
	ends := make([]int, n*degree)
	for i := range ends {
		ends[i] = i % n
	}
	key := func(e [2]int) [2]int { return [2]int{min(e[0], e[1]), max(e[0], e[1])} }
	for {
		rng.Shuffle(len(ends), func(i, j int) { ends[i], ends[j] = ends[j], ends[i] })
		count := make(map[[2]int]int)
		for i := range edges {
			edges[i] = [2]int{ends[2*i], ends[2*i+1]}
			count[key(edges[i])]++
		}
		bad := func(e [2]int) bool { return e[0] == e[1] || count[key(e)] > 1 }
		for tries, i := 0, 0; i < len(edges) && tries < 100*len(edges); {
			if !bad(edges[i]) {
				i++
				continue
			}
			tries++
			j := rng.IntN(len(edges))
			count[key(edges[i])]--
			count[key(edges[j])]--
			edges[i][1], edges[j][1] = edges[j][1], edges[i][1]
			count[key(edges[i])]++
			count[key(edges[j])]++
			if bad(edges[j]) {
				i = min(i, j)
			}
		}
		ok := true
		for _, e := range edges {
			ok = ok && !bad(e)
		}
		if ok {
			return edges
		}
	}
}

// Lattice is a grid of any dimension with bonds of size bond between neighbours, all summed. With phys above 0 each
// tensor has an open label of that size, kept in the output (a PEPS). A wrapped grid has bonds from its ends to its
// beginnings.
func Lattice(shape []int, bond, phys int, wrap bool) *path.Network {
	n := 1
	for _, s := range shape {
		n *= s
	}
	net := newNetwork(n)
	for t := range n {
		stride := 1
		for _, s := range shape {
			at := t / stride % s
			switch {
			case at+1 < s:
				net.label(bond, t, t+stride)
			case wrap && s > 2:
				net.label(bond, t, t-at*stride)
			}
			stride *= s
		}
		if phys > 0 {
			net.Output = append(net.Output, net.label(phys, t))
		}
	}
	return &net.Network
}

// Chain is a product of n matrices with random sizes from lo to hi: the matrix-chain problem.
func Chain(n, lo, hi int, seed uint64) *path.Network {
	rng := random(seed)
	net := newNetwork(n)
	first := net.label(size(rng, lo, hi), 0)
	for t := 1; t < n; t++ {
		net.label(size(rng, lo, hi), t-1, t)
	}
	last := net.label(size(rng, lo, hi), n-1)
	net.Output = []path.Label{first, last}
	return &net.Network
}

// MPS is the inner product of two matrix product states of n sites: tensors [bond, phys, bond], the bonds' sizes random
// up to bond.
func MPS(n, phys, bond int, seed uint64) *path.Network {
	rng := random(seed)
	net := newNetwork(2 * n)
	for t := range n {
		net.label(phys, t, n+t)
		if t+1 < n {
			net.label(size(rng, 1, bond), t, t+1)
			net.label(size(rng, 1, bond), n+t, n+t+1)
		}
	}
	return &net.Network
}

// Tree is a random tree of n tensors with bonds of sizes from lo to hi and an open label at some leaves, kept.
func Tree(n, lo, hi int, seed uint64) *path.Network {
	rng := random(seed)
	net := newNetwork(n)
	degree := make([]int, n)
	for t := 1; t < n; t++ {
		up := rng.IntN(t)
		net.label(size(rng, lo, hi), up, t)
		degree[up]++
	}
	for t, d := range degree {
		if d == 0 && rng.IntN(3) == 0 {
			net.Output = append(net.Output, net.label(size(rng, lo, hi), t))
		}
	}
	return &net.Network
}

// Hyper is a random hypergraph: n tensors and labels labels, each of which stands in 2 to members tensors; a share of
// them is kept. Tensors may be left without a label.
func Hyper(n, labels, members, lo, hi int, kept float64, seed uint64) *path.Network {
	rng := random(seed)
	net := newNetwork(n)
	for range labels {
		count := min(size(rng, 2, max(2, members)), n)
		seen := make(map[int]bool, count)
		var in []int
		for len(in) < count {
			if t := rng.IntN(n); !seen[t] {
				seen[t] = true
				in = append(in, t)
			}
		}
		l := net.label(size(rng, lo, hi), in...)
		if rng.Float64() < kept {
			net.Output = append(net.Output, l)
		}
	}
	return &net.Network
}

// Circuit is the amplitude of a random circuit: layers of gates on pairs of neighbouring qubits in a row, alternating,
// each followed by gates on single qubits, between |0…0> and <0…0|. Gates that are diagonal, every third layer, share
// one label per qubit with what comes after, so that there are hyperedges.
func Circuit(qubits, depth int, seed uint64) *path.Network {
	rng := random(seed)
	net := newNetwork(0)
	tensor := func(labels ...path.Label) { net.Inputs = append(net.Inputs, labels) }
	wire := make([]path.Label, qubits)
	for q := range wire {
		wire[q] = net.label(2)
		tensor(wire[q])
	}
	for layer := range depth {
		for q := layer % 2; q+1 < qubits; q += 2 {
			if layer%3 == 2 {
				tensor(wire[q], wire[q+1])
				continue
			}
			a, b := net.label(2), net.label(2)
			tensor(a, b, wire[q], wire[q+1])
			wire[q], wire[q+1] = a, b
		}
		for q := range wire {
			if rng.IntN(2) == 0 {
				a := net.label(2)
				tensor(a, wire[q])
				wire[q] = a
			}
		}
	}
	for _, l := range wire {
		tensor(l)
	}
	return &net.Network
}
