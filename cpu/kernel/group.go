package kernel

// How the axes of a nest are shared between the inner group, whose elements make one vector, and the outer loops.

// groupBytes is the length of the vectors that a plan works in: long enough that the cost of a call and of an odometer's
// step does not count, short enough that a few of them stay in the first-level cache.
const groupBytes = 4 << 10

// minGroup is the number of elements below which a group takes in another axis.
const minGroup = 64

// blocks cuts a normal nest into nests whose first axes, inner of them, make a group of at most about most elements.
// Their points together are those of n.
func blocks(n *nest, most int, visit func(n *nest, inner int)) {
	inner, size := 0, 1
	for inner < n.rank() && size < minGroup {
		want := max(2, most/size)
		if t := chunk(n.dims[inner], want); t < n.dims[inner] {
			main, rest := n.split(inner, t)
			visit(main, inner+1)
			if rest != nil {
				blocks(rest.dropOnes(), most, visit)
			}
			return
		}
		size *= n.dims[inner]
		inner++
	}
	visit(n, inner)
}
