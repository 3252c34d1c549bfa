package kernel

// How the axes of a nest are shared between the inner group, whose elements make one vector, and the outer loops.

// groupBytes is the length of the vectors that a plan works in: long enough that the cost of a call and of an odometer's
// step does not count, short enough that a few of them stay in the first-level cache.
const groupBytes = 4 << 10

// minGroup is the number of elements below which a group takes in another axis.
const minGroup = 64

// blocks cuts a normal nest into nests whose first axes, inner of them, make a group of at most about most elements.
// Their points together are those of n. A group that is large enough takes in a whole axis more if more says so.
func blocks(n *nest, most int, more func(n *nest, inner int) bool, visit func(n *nest, inner int)) {
	inner, size := 0, 1
	for inner < n.rank() {
		if size >= minGroup && (size*n.dims[inner] > most || !more(n, inner)) {
			break
		}
		want := max(2, most/size)
		if t := chunk(n.dims[inner], want); t < n.dims[inner] {
			main, rest := n.split(inner, t)
			visit(main, inner+1)
			if rest != nil {
				blocks(rest.dropOnes(), most, more, visit)
			}
			return
		}
		size *= n.dims[inner]
		inner++
	}
	visit(n, inner)
}

// never is for groups that take in no axis more than they must.
func never(*nest, int) bool { return false }

// reloads reports whether the next pass over n would have to load a vector again because an operand that is not taken where
// it lies moves along axis inner.
func reloads(size func(operand int) int) func(n *nest, inner int) bool {
	return func(n *nest, inner int) bool {
		group, _ := n.cut(inner)
		for o := 1; o < len(n.step); o++ {
			if l := groupLane(group, o, size(o)); l.kind != dense && l.kind != scalar && n.step[o][inner] != 0 {
				return true
			}
		}
		return false
	}
}
