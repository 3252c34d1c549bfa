package kernel

// A lane is how one operand runs through the inner group of a plan: the elements that are handled together, as one dense
// vector, whatever axes they come from. An operand that does not lie densely is loaded into scratch first; many tiny axes
// thus cost a table of offsets instead of a loop each.

import "unsafe"

// laneKind says how the elements of a group lie.
type laneKind uint8

const (
	dense   laneKind = iota // side by side
	scalar                  // one element for all
	strided                 // at equal distance
	runs                    // dense runs of equal length
	table                   // anywhere
)

// lane is the place of a group's elements in one operand, in bytes from the group's first element.
type lane struct {
	kind   laneKind
	stride int   // strided: between elements
	run    int   // runs: elements of a run
	table  []int // runs: where each run begins; table: where each element is
}

// minRunBytes is the length from which a run is moved by a call of memmove rather than element by element.
const minRunBytes = 32

// newLane finds the simplest kind for the operand's passes over the axes of n.
func newLane(n *nest, operand, size int) lane {
	off := n.offsets(operand)
	if len(off) == 1 {
		return lane{kind: dense, stride: size}
	}
	if d := off[1]; uniform(off, d) {
		switch d {
		case size:
			return lane{kind: dense, stride: size}
		case 0:
			return lane{kind: scalar}
		}
		return lane{kind: strided, stride: d}
	}
	// The first axes that follow on each other make the runs.
	run := 1
	for a, d := range n.dims {
		if n.step[operand][a] != run*size {
			break
		}
		run *= d
	}
	if run*size >= minRunBytes {
		l := lane{kind: runs, run: run}
		for k := 0; k < len(off); k += run {
			l.table = append(l.table, off[k])
		}
		return l
	}
	return lane{kind: table, table: off}
}

func uniform(off []int, d int) bool {
	for i, o := range off {
		if o != i*d {
			return false
		}
	}
	return true
}

// unit is the closed set of types that stand for what is only moved: elements, and runs of them that move at once.
type unit interface {
	uint8 | uint16 | uint32 | uint64 | [2]uint64 | [4]uint64
}

// mover moves the elements of a lane into a dense vector and back.
type mover struct {
	load  func(dst, src unsafe.Pointer, l *lane, n int)
	store func(dst unsafe.Pointer, l *lane, src unsafe.Pointer, n int)
}

// moverOf returns the mover for elements of size bytes.
func moverOf(size int) mover {
	switch size {
	case 1:
		return mover{loadLane[uint8], storeLane[uint8]}
	case 4:
		return mover{loadLane[uint32], storeLane[uint32]}
	case 8:
		return mover{loadLane[uint64], storeLane[uint64]}
	}
	return mover{loadLane[[2]uint64], storeLane[[2]uint64]}
}

// loadLane copies the n elements of a lane at src to the vector at dst.
func loadLane[T unit](dst, src unsafe.Pointer, l *lane, n int) {
	d := unsafe.Slice((*T)(dst), n)
	switch l.kind {
	case dense:
		copy(d, unsafe.Slice((*T)(src), n))
	case scalar:
		v := *(*T)(src)
		for i := range d {
			d[i] = v
		}
	case strided:
		stridedColumn(d, src, l.stride)
	case runs:
		for _, o := range l.table {
			copy(d, unsafe.Slice((*T)(unsafe.Add(src, o)), l.run))
			d = d[l.run:]
		}
	case table:
		gatherColumn(d, src, l.table)
	}
}

// storeLane copies the vector at src to the n elements of a lane at dst.
func storeLane[T unit](dst unsafe.Pointer, l *lane, src unsafe.Pointer, n int) {
	s := unsafe.Slice((*T)(src), n)
	switch l.kind {
	case dense:
		copy(unsafe.Slice((*T)(dst), n), s)
	case scalar:
		*(*T)(dst) = s[n-1]
	case strided:
		o := 0
		for _, v := range s {
			*(*T)(unsafe.Add(dst, o)) = v
			o += l.stride
		}
	case runs:
		for _, o := range l.table {
			copy(unsafe.Slice((*T)(unsafe.Add(dst, o)), l.run), s)
			s = s[l.run:]
		}
	case table:
		t := l.table[:len(s)]
		for i, v := range s {
			*(*T)(unsafe.Add(dst, t[i])) = v
		}
	}
}
