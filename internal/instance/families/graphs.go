package families

// Networks in two dimensions and on random graphs.

import (
	"fmt"
	"slices"

	"github.com/tenferro/tenferro-go/internal/instance"
	"github.com/tenferro/tenferro-go/tensor"
)

// Lattice is a closed network on a square lattice with open boundaries: a partition function.
func Lattice(name string, seed uint64, rows, columns, bond int) *instance.Instance {
	b := newBuilder(seed)
	right, down := b.bonds(rows, columns, bond)
	for r := range rows {
		for c := range columns {
			b.tensor(site(r, c, right, down)...)
		}
	}
	b.shuffle()
	return b.instance(name, "A square lattice: the width of the cut decides.", tensor.Float64)
}

// PEPS is the norm ⟨ψ|ψ⟩ of a projected entangled pair state on a square lattice: two layers of tensors, joined at each
// site by a physical axis (Verstraete and Cirac, cond-mat/0407066).
func PEPS(name string, seed uint64, rows, columns, bond, physical int) *instance.Instance {
	b := newBuilder(seed)
	ketRight, ketDown := b.bonds(rows, columns, bond)
	braRight, braDown := b.bonds(rows, columns, bond)
	for r := range rows {
		for c := range columns {
			p := b.label(physical)
			b.tensor(append(site(r, c, ketRight, ketDown), p)...)
			b.tensor(append(site(r, c, braRight, braDown), p)...)
		}
	}
	return b.instance(name, "Two layers of a square lattice: tensors of rank up to 5.", tensor.Float64)
}

// bonds makes the labels between neighbours of a lattice: to the right of each site, and below.
func (b *builder) bonds(rows, columns, size int) (right, down [][]int) {
	for range rows {
		right = append(right, b.labels(columns-1, size))
	}
	for range rows - 1 {
		down = append(down, b.labels(columns, size))
	}
	return right, down
}

// site lists the bonds of a lattice site.
func site(r, c int, right, down [][]int) []int {
	var labels []int
	if r > 0 {
		labels = append(labels, down[r-1][c])
	}
	if c > 0 {
		labels = append(labels, right[r][c-1])
	}
	if c < len(right[r]) {
		labels = append(labels, right[r][c])
	}
	if r < len(down) {
		labels = append(labels, down[r][c])
	}
	return labels
}

// Regular is a closed network on a random regular graph: n tensors, each joined to degree others by bonds of one size
// (pairing model, drawn again until no two tensors share two bonds). n times degree must be even.
func Regular(name string, seed uint64, n, degree, bond int) *instance.Instance {
	b := newBuilder(seed)
	stubs := make([]int, n*degree)
	for i := range stubs {
		stubs[i] = i / degree
	}
	for !b.isSimple(stubs) {
		b.rng.Shuffle(len(stubs), func(i, j int) { stubs[i], stubs[j] = stubs[j], stubs[i] })
	}
	b.inputs = make([][]int, n)
	for i := 0; i < len(stubs); i += 2 {
		edge := b.label(bond)
		for _, end := range stubs[i : i+2] {
			b.inputs[end] = append(b.inputs[end], edge)
		}
	}
	return b.instance(name, fmt.Sprintf("A random %d-regular graph: no structure to follow.", degree), tensor.Float64)
}

// isSimple reports whether pairing neighbours in the list joins no tensor to itself, nor two of them twice.
func (b *builder) isSimple(stubs []int) bool {
	seen := make(map[[2]int]bool)
	for i := 0; i < len(stubs); i += 2 {
		edge := [2]int{min(stubs[i], stubs[i+1]), max(stubs[i], stubs[i+1])}
		if edge[0] == edge[1] || seen[edge] {
			return false
		}
		seen[edge] = true
	}
	return true
}

// FactorGraph is a graphical model: variables of one size, each in several factors, so that most labels are hyperedges.
// Each factor joins two to arity variables that are near to one another on a ring, with some far jumps; the result is the
// joint marginal of the given number of variables.
func FactorGraph(name string, seed uint64, variables, factors, arity, size, marginal int) *instance.Instance {
	b := newBuilder(seed)
	all := b.labels(variables, size)
	for f := range factors {
		at := f * variables / factors
		members := []int{all[at]}
		for len(members) < 2+b.rng.IntN(arity-1) {
			v := all[(at+1+b.rng.IntN(5))%variables]
			if b.rng.IntN(12) == 0 {
				v = all[b.rng.IntN(variables)]
			}
			if !slices.Contains(members, v) {
				members = append(members, v)
			}
		}
		b.tensor(members...)
	}
	for i := range marginal {
		b.output = append(b.output, all[i*variables/marginal])
	}
	b.shuffle()
	return b.instance(name, "A graphical model: labels in three and more factors, some kept.", tensor.Float64)
}

// Hypergraph joins n tensors at random by hyperedges of two to degree tensors each, sizes from low to high; every tenth is
// kept.
func Hypergraph(name string, seed uint64, n, edges, degree, low, high int) *instance.Instance {
	b := newBuilder(seed)
	b.inputs = make([][]int, n)
	for e := range edges {
		edge := b.between(low, high)
		at := b.rng.IntN(n)
		for _, step := range b.rng.Perm(7)[:2+b.rng.IntN(degree-1)] {
			end := (at + step) % n
			b.inputs[end] = append(b.inputs[end], edge)
		}
		if e%10 == 9 {
			b.output = append(b.output, edge)
		}
	}
	return b.instance(name, "A random hypergraph: labels in two to four tensors, of different sizes, some kept.", tensor.Float64)
}
