// Package pathtest makes tensor networks of the families that people contract, for tests and benchmarks of contraction
// order: random regular graphs, lattices, chains, trees, hypergraphs, circuits, and small random expressions with every
// oddity that an equation can have. All are functions of their arguments and a seed.
package pathtest
