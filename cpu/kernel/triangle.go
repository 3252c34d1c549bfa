package kernel

// Triangle: a copy that keeps one triangle of each matrix and clears the rest.

import (
	"unsafe"

	"github.com/tenferro/tenferro-go/tensor"
)

// TrianglePlan copies the matrices in the axes 0 and 1 and writes zeros outside of one triangle.
type TrianglePlan struct {
	common
	loops  loops // over lines of the matrices; the first axis counts the lines of a matrix
	base   [2]int
	n      int // elements of a line
	stride [2]int
	head   bool // a line keeps its first elements, not its last
	shift  int  // line l keeps the elements below l+shift, or those from l+shift on
	move   func(dst unsafe.Pointer, dstStep int, src unsafe.Pointer, srcStep, n int)
	clear  func(dst unsafe.Pointer, dstStep, n int)
}

// PlanTriangle plans dst = src with the elements (i, j, …) kept where j-i ≤ k (lower) or j-i ≥ k (upper), and 0
// elsewhere; axes from the third on count matrices. dst may be the same view as src.
func PlanTriangle(d tensor.DType, shape []int, dst, src Layout, lower bool, k int) (*TrianglePlan, error) {
	const kernel = "triangle"
	if !d.Valid() {
		return nil, dtypeErr(kernel, -1, d)
	}
	if len(shape) < 2 {
		return nil, planErr(kernel, -1, -1, ErrShape, "rank %d", len(shape))
	}
	n, err := newNest(kernel, shape, dst, src)
	if err != nil {
		return nil, err
	}
	if err := n.writable(kernel); err != nil {
		return nil, err
	}
	p := &TrianglePlan{}
	size := d.Size()
	p.tally(n, 0, size)
	p.tally(n, 1, size)
	if n.points() == 0 {
		return p, nil
	}
	// A shift beyond the matrix keeps all or nothing; the bound also keeps sums in range.
	k = max(-shape[0]-1, min(k, shape[1]+1))
	line, across := 0, 1 // lines are columns: line j keeps i ≥ j-k (lower) or i < j-k+1 (upper)
	p.head, p.shift = !lower, -k
	if !lower {
		p.shift++
	}
	if abs(n.step[0][1]) < abs(n.step[0][0]) {
		line, across = 1, 0 // lines are rows: line i keeps j < i+k+1 (lower) or j ≥ i+k (upper)
		p.head, p.shift = lower, k
		if lower {
			p.shift++
		}
	}
	n = n.inBytes(size, size)
	p.n, p.stride = n.dims[line], [2]int{n.step[0][line], n.step[1][line]}
	p.base = [2]int(n.base)
	p.loops = newLoops(n.pick(append([]int{across}, span(2, n.rank())...)))
	p.pieces = p.loops.total
	p.move, p.clear = lineFuncs(size)
	return p, nil
}

func lineFuncs(size int) (move func(unsafe.Pointer, int, unsafe.Pointer, int, int), clear func(unsafe.Pointer, int, int)) {
	switch size {
	case 1:
		return moveLine[uint8], clearLine[uint8]
	case 4:
		return moveLine[uint32], clearLine[uint32]
	case 8:
		return moveLine[uint64], clearLine[uint64]
	}
	return moveLine[[2]uint64], clearLine[[2]uint64]
}

// Run writes this worker's part of dst from src, each the base address of its operand.
func (p *TrianglePlan) Run(w Work, dst, src unsafe.Pointer) {
	if p.pieces == 0 {
		return
	}
	lo, hi := w.span(p.loops.total)
	if lo == hi {
		return
	}
	var odo odometer
	odo.seek(&p.loops, lo)
	d, s := p.base[0]+odo.at(&p.loops, 0), p.base[1]+odo.at(&p.loops, 1)
	for k := lo; k < hi; k++ {
		at := max(0, min(odo.index[0]+p.shift, p.n))
		keep, kept, gap, rest := at, p.n-at, 0, at // the line keeps elements from at on
		if p.head {
			keep, kept, gap, rest = 0, at, at, p.n-at
		}
		if kept > 0 {
			p.move(unsafe.Add(dst, d+keep*p.stride[0]), p.stride[0], unsafe.Add(src, s+keep*p.stride[1]), p.stride[1], kept)
		}
		if rest > 0 {
			p.clear(unsafe.Add(dst, d+gap*p.stride[0]), p.stride[0], rest)
		}
		if a := odo.next(&p.loops); a >= 0 {
			d += p.loops.jump[0][a]
			s += p.loops.jump[1][a]
		}
	}
}

// moveLine copies n elements at the given steps in bytes.
func moveLine[T unit](dst unsafe.Pointer, dstStep int, src unsafe.Pointer, srcStep, n int) {
	size := int(unsafe.Sizeof(*(*T)(dst)))
	if dstStep == size && srcStep == size {
		copy(vec[T](dst, n), vec[T](src, n))
		return
	}
	d, s := 0, 0
	for range n {
		*(*T)(unsafe.Add(dst, d)) = *(*T)(unsafe.Add(src, s))
		d += dstStep
		s += srcStep
	}
}

// clearLine writes n zeros at the given step in bytes.
func clearLine[T unit](dst unsafe.Pointer, dstStep, n int) {
	var zero T
	if dstStep == int(unsafe.Sizeof(zero)) {
		clear(vec[T](dst, n))
		return
	}
	d := 0
	for range n {
		*(*T)(unsafe.Add(dst, d)) = zero
		d += dstStep
	}
}
