package kernel

// The odometer walks the outer loops of a plan without allocating: it keeps the coordinates on the stack of the worker and
// says, for each pass, along which axis it moved.

// maxRank is the most axes of size 2 and more that a shape without overflow can have.
const maxRank = 63

// loops are the outer loops of a plan, the first axis fastest. jump[o][a] moves operand o to the next pass when the
// axes below a start over and a advances.
type loops struct {
	dims  []int
	step  [][]int
	jump  [][]int
	total int
}

func newLoops(n *nest) loops {
	l := loops{dims: n.dims, step: n.step, total: n.points()}
	for o := range n.step {
		jump, back := make([]int, n.rank()), 0
		for a, d := range n.dims {
			jump[a] = n.step[o][a] - back
			back += (d - 1) * n.step[o][a]
		}
		l.jump = append(l.jump, jump)
	}
	return l
}

// odometer is a position in loops.
type odometer struct {
	index [maxRank + 1]int
}

// seek sets the odometer to pass number k.
func (o *odometer) seek(l *loops, k int) {
	for a, d := range l.dims {
		o.index[a] = k % d
		k /= d
	}
}

// at returns the position of an operand relative to the first pass.
func (o *odometer) at(l *loops, operand int) int {
	p := 0
	for a, s := range l.step[operand] {
		p += o.index[a] * s
	}
	return p
}

// next advances by one pass and returns the axis that moved, -1 after the last pass; the odometer is then at the first
// pass again.
func (o *odometer) next(l *loops) int {
	for a, d := range l.dims {
		if o.index[a]++; o.index[a] < d {
			return a
		}
		o.index[a] = 0
	}
	return -1
}
