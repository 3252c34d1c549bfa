// Package path finds the order in which to contract a tensor network, and says what an order costs.
//
// The package knows sizes alone. A Network lists the labels of each operand, the labels that are kept, and the size of
// every label; a Tree is an order of binary contractions over it. Trees come from paths of other tools (FromLinear,
// FromSSA), from parentheses (FromNest) or from a search (Finder), and give their costs in the conventions of opt_einsum
// and cotengra besides this project's own (Costs, Exact), the steps with their labels sorted into classes
// (Contractions), and the order of steps that needs the least memory (Reorder).
//
// The searches:
//
//	optimal        all trees; few operands, or many that hang together loosely
//	greedy         one pass; 10^5 operands in about a second
//	random-greedy  many such passes with luck
//	reconfigure    betters a tree piece by piece
//	anneal         simulated annealing of trees
//	partition      cuts the network in two, and again
//	branch         depth first with few branches
//	hyper          all of these, for as long as it may
//	auto           the same, for no longer than it can save
//
// They are deterministic for a seed whatever the number of workers, unless a budget of time or a context ends them.
//
// A network that does not fit the memory is sliced: some labels are fixed, the rest is contracted for each of their
// values, and the results are added or put together (Slicing, Search). Plans are saved and loaded as JSON (Plan).
package path
