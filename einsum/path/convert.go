package path

// Paths as other tools write them, turned into trees and back: SSA paths name nodes that never change their number;
// linear paths (opt_einsum, NumPy) name positions in a list from which the operands are removed and to which the result
// is appended.

import "slices"

// FromSSA builds a tree from steps that name nodes: inputs 0 … n-1, then the results of the steps in turn. A step may
// name more than two nodes; it is split into binary steps in the order that the exact search finds for it alone (greedy
// above 12). A step of one node stands for its node. Every node but the last must be used exactly once.
func FromSSA(n *Network, path [][]int) (*Tree, error) {
	if err := n.Validate(); err != nil {
		return nil, err
	}
	used := make([]bool, len(n.Inputs)+len(path))
	for i, operands := range path {
		if len(operands) == 0 {
			return nil, &PathError{Step: i, Operand: -1, Reason: "step names no operand"}
		}
		for _, v := range operands {
			if v < 0 || v >= len(n.Inputs)+i {
				return nil, &PathError{Step: i, Operand: v, Reason: "no such node yet"}
			}
			if used[v] {
				return nil, &PathError{Step: i, Operand: v, Reason: "node was used already"}
			}
			used[v] = true
		}
	}
	left := 0
	for _, u := range used {
		if !u {
			left++
		}
	}
	if left != 1 {
		return nil, &PathError{Step: -1, Operand: -1, Reason: "path leaves " + plural(left, "operand") + " instead of one"}
	}
	return split(n, path), nil
}

// FromLinear builds a tree from steps that name positions in the list of what is left, as opt_einsum and NumPy write
// them. Steps of one and of more than two operands are treated as by FromSSA. A path for a single input may be empty.
func FromLinear(n *Network, path [][]int) (*Tree, error) {
	if err := n.Validate(); err != nil {
		return nil, err
	}
	list := newRanks(len(n.Inputs)+len(path), len(n.Inputs))
	ssa := make([][]int, len(path))
	left := len(n.Inputs)
	for i, operands := range path {
		nodes := make([]int, len(operands))
		for j, at := range operands {
			if at < 0 || at >= left {
				return nil, &PathError{Step: i, Operand: at, Reason: "position is beyond the list of " + plural(left, "operand")}
			}
			nodes[j] = list.find(at)
			if slices.Contains(nodes[:j], nodes[j]) {
				return nil, &PathError{Step: i, Operand: at, Reason: "step names an operand twice"}
			}
		}
		for _, v := range nodes {
			list.add(v, -1)
		}
		list.add(len(n.Inputs)+i, 1)
		left += 1 - len(nodes)
		ssa[i] = nodes
	}
	return FromSSA(n, ssa)
}

// SSA returns the steps of the tree as pairs of nodes.
func (t *Tree) SSA() [][2]int {
	path := make([][2]int, len(t.pairs))
	for i, p := range t.pairs {
		path[i] = [2]int{int(p[0]), int(p[1])}
	}
	return path
}

// Linear returns the steps of the tree as pairs of positions, in opt_einsum's convention.
func (t *Tree) Linear() [][2]int {
	n := len(t.net.Inputs)
	list := newRanks(n+len(t.pairs), n)
	path := make([][2]int, len(t.pairs))
	for i, p := range t.pairs {
		path[i] = [2]int{list.rank(int(p[0])), list.rank(int(p[1]))}
		list.add(int(p[0]), -1)
		list.add(int(p[1]), -1)
		list.add(n+i, 1)
	}
	return path
}

// split turns a valid path of any arity into a tree.
func split(n *Network, path [][]int) *Tree {
	b := newBuilder(len(n.Inputs))
	ids := make([]int32, len(n.Inputs), len(n.Inputs)+len(path))
	for i := range ids {
		ids[i] = int32(i)
	}
	var groups *grouper // only where a step of more than two needs it
	if slices.ContainsFunc(path, func(operands []int) bool { return len(operands) > 2 }) {
		groups = newGrouper(n, len(path))
	}
	for _, operands := range path {
		nodes := make([]int32, len(operands))
		for j, v := range operands {
			nodes[j] = ids[v]
		}
		var sub *Network
		if groups != nil {
			sub = groups.contract(operands)
		}
		switch len(nodes) {
		case 1:
			ids = append(ids, nodes[0])
		case 2:
			ids = append(ids, b.join(nodes[0], nodes[1]))
		default:
			ids = append(ids, b.graft(nodes, quickPairs(sub)))
		}
	}
	return newTree(n, b.pairs)
}

// grouper follows the labels of nodes through steps of any arity.
type grouper struct {
	w    *walker
	legs [][]leg // of every node of the path
}

func newGrouper(n *Network, steps int) *grouper {
	g := &grouper{w: newWalker(n), legs: make([][]leg, len(n.Inputs), len(n.Inputs)+steps)}
	for i := range g.legs {
		g.legs[i], _ = g.w.leaf(i, nil, nil)
	}
	return g
}

// contract adds the node that some nodes make together, and returns that step as a network of its own.
func (g *grouper) contract(operands []int) *Network {
	sub := &Network{Inputs: make([][]Label, len(operands))}
	local := make(map[int32]int)
	var all []leg
	for i, v := range operands {
		for _, l := range g.legs[v] {
			at, ok := local[l.label]
			if !ok {
				at = len(all)
				local[l.label] = at
				all = append(all, leg{label: l.label})
				sub.Sizes = append(sub.Sizes, g.w.net.Sizes[l.label])
			}
			all[at].count += l.count
			sub.Inputs[i] = append(sub.Inputs[i], at)
		}
		g.legs[v] = nil
	}
	var kept []leg
	for at, l := range all {
		if l.count < g.w.total[l.label] {
			sub.Output = append(sub.Output, at)
			kept = append(kept, l)
		}
	}
	g.legs = append(g.legs, kept)
	return sub
}

// ranks is a list of alive positions that finds the k-th alive one, and the rank of one, in logarithmic time (a Fenwick
// tree).
type ranks struct {
	sum []int32
	top int // largest power of two within the size
}

// newRanks makes a list of size positions of which the first alive ones are alive.
func newRanks(size, alive int) *ranks {
	r := &ranks{sum: make([]int32, size+1), top: 1}
	for r.top*2 <= size {
		r.top *= 2
	}
	for i := 1; i <= size; i++ {
		if i <= alive {
			r.sum[i]++
		}
		if up := i + i&-i; up <= size {
			r.sum[up] += r.sum[i]
		}
	}
	return r
}

func (r *ranks) add(pos int, d int32) {
	for i := pos + 1; i < len(r.sum); i += i & -i {
		r.sum[i] += d
	}
}

// rank counts the alive positions before pos.
func (r *ranks) rank(pos int) int {
	n := 0
	for i := pos; i > 0; i -= i & -i {
		n += int(r.sum[i])
	}
	return n
}

// find returns the alive position that has k alive ones before it.
func (r *ranks) find(k int) int {
	pos := 0
	for step := r.top; step > 0; step /= 2 {
		if next := pos + step; next < len(r.sum) && int(r.sum[next]) <= k {
			k -= int(r.sum[next])
			pos = next
		}
	}
	return pos
}
