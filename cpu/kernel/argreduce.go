package kernel

// Positions of extremes. Unlike the other reductions they may not visit the terms in any order: the first one counts, in
// column-major order over the reduced axes as they were given. Only neighbours that fuse are joined.

import (
	"unsafe"

	"github.com/tenferro/tenferro-go/tensor"
)

// argPlan finds positions of extremes by rows: a vector of the best values so far and one of their positions.
type argPlan struct {
	common
	move, moveIndex mover
	better          func(best, at, x unsafe.Pointer, n, position int)
	runBest         func(best, at, x unsafe.Pointer, n, position int)
	size            int
	blocks          []argBlock
	vector, index   int // bytes in scratch
}

// argBlock is a part of the results with one shape of inner loop.
type argBlock struct {
	outer, inner loops
	base         [2]int
	n            int
	lanes        [2]lane // by rows: of a group of results
	byRuns       bool    // the first reduced axis is walked within one result instead
	length       int
}

func planArg(greatest bool, d tensor.DType, shape []int, reduce int, dst, src Layout) (*argPlan, error) {
	const kernel = "reduce"
	p := &argPlan{size: d.Size(), moveIndex: moverOf(8)}
	if !p.kernels(greatest, d) {
		return nil, dtypeErr(kernel, -1, d)
	}
	p.move = moverOf(p.size)
	terms, err := reducedPoints(kernel, shape, reduce)
	if err != nil {
		return nil, err
	}
	if terms == 0 {
		return nil, planErr(kernel, 1, -1, ErrEmpty, "%d reduced axes of shape %v", reduce, shape)
	}
	n, err := newNest(kernel, shape, dst, src)
	if err != nil {
		return nil, err
	}
	kept := n.rank() - reduce
	for a := kept; a < n.rank(); a++ {
		n.step[0][a] = 0
	}
	head, tail := n.cut(kept)
	if err := head.writable(kernel); err != nil {
		return nil, err
	}
	p.tally(n, 0, 8)
	p.tally(n, 1, p.size)
	if head.points() > 0 {
		p.plan(head.normal().inBytes(8, p.size), tail.dropOnes().fused().inBytes(8, p.size))
	}
	return p, nil
}

func (p *argPlan) plan(head, tail *nest) {
	most := groupBytes / 8
	if tail.rank() > 0 && tail.dims[0] >= 16 && tail.step[1][0] == p.size {
		run, rest := tail.cut(1)
		p.blocks = []argBlock{{outer: newLoops(head), inner: newLoops(rest), base: [2]int(head.base), n: 1,
			byRuns: true, length: run.points()}}
		p.pieces = head.points()
		p.vector, p.index = 16, 8
	} else {
		blocks(head, most, never, func(n *nest, inner int) {
			group, outer := n.cut(inner)
			b := argBlock{outer: newLoops(outer), inner: newLoops(tail), base: [2]int(n.base), n: group.points()}
			b.lanes = [2]lane{groupLane(group, 0, 8), groupLane(group, 1, p.size)}
			p.blocks = append(p.blocks, b)
			p.pieces = max(p.pieces, b.outer.total)
			p.vector, p.index = max(p.vector, b.n*p.size), max(p.index, b.n*8)
		})
	}
	p.scratch = 2*align(p.vector) + align(p.index)
}

// run does this worker's part.
func (p *argPlan) run(w Work, dst, src unsafe.Pointer) {
	best := w.scratch(p.scratch)
	s := argState{best: best, x: unsafe.Add(best, align(p.vector)), at: unsafe.Add(best, 2*align(p.vector))}
	for i := range p.blocks {
		b := &p.blocks[i]
		lo, hi := w.span(b.outer.total)
		if lo == hi {
			continue
		}
		s.outer.seek(&b.outer, lo)
		d, x := b.base[0]+s.outer.at(&b.outer, 0), b.base[1]+s.outer.at(&b.outer, 1)
		for k := lo; k < hi; k++ {
			if b.byRuns {
				s.runs(p, b, unsafe.Add(dst, d), src, x)
			} else {
				s.row(p, b, unsafe.Add(dst, d), src, x)
			}
			if a := s.outer.next(&b.outer); a >= 0 {
				d += b.outer.jump[0][a]
				x += b.outer.jump[1][a]
			}
		}
	}
}

// argState is what one worker carries through a run.
type argState struct {
	best, x, at  unsafe.Pointer
	outer, inner odometer
}

// row finds the positions of one group of results, term by term.
func (s *argState) row(p *argPlan, b *argBlock, dst, src unsafe.Pointer, off int) {
	at := s.at
	if b.lanes[0].kind == dense {
		at = dst
	}
	for r := range b.inner.total {
		x := unsafe.Add(src, off)
		if r == 0 {
			p.move.load(s.best, x, &b.lanes[1], b.n)
			clear(vec[int64](at, b.n))
		} else {
			if b.lanes[1].kind != dense {
				p.move.load(s.x, x, &b.lanes[1], b.n)
				x = s.x
			}
			p.better(s.best, at, x, b.n, r)
		}
		if a := s.inner.next(&b.inner); a >= 0 {
			off += b.inner.jump[1][a]
		}
	}
	if b.lanes[0].kind != dense {
		p.moveIndex.store(dst, &b.lanes[0], at, b.n)
	}
}

// runs finds one position, run by run.
func (s *argState) runs(p *argPlan, b *argBlock, dst, src unsafe.Pointer, off int) {
	for r := range b.inner.total {
		x := unsafe.Add(src, off)
		if r == 0 {
			*(*[2]uint64)(s.best) = [2]uint64{}
			*(*int64)(dst) = -1
		}
		p.runBest(s.best, dst, x, b.length, r*b.length)
		if a := s.inner.next(&b.inner); a >= 0 {
			off += b.inner.jump[1][a]
		}
	}
}

// kernels picks the comparisons for a dtype.
func (p *argPlan) kernels(greatest bool, d tensor.DType) bool {
	switch d {
	case tensor.Float32:
		p.better, p.runBest = argOf[float32](greatest)
	case tensor.Float64:
		p.better, p.runBest = argOf[float64](greatest)
	case tensor.Int32:
		p.better, p.runBest = argOf[int32](greatest)
	case tensor.Int64:
		p.better, p.runBest = argOf[int64](greatest)
	case tensor.Bool:
		p.better, p.runBest = argOf[uint8](greatest)
	default:
		return false
	}
	return true
}

type argFunc func(best, at, x unsafe.Pointer, n, position int)

func argOf[T ordered](greatest bool) (row, run argFunc) {
	if greatest {
		return argMaxRow[T], argMaxRun[T]
	}
	return argMinRow[T], argMinRun[T]
}

// argMaxRow takes the elements of x, all at one position, that are greater than the best so far. NaN is greater than all
// but NaN.
func argMaxRow[T ordered](best, at, x unsafe.Pointer, n, position int) {
	a, m, k := vec[T](x, n), vec[T](best, n), vec[int64](at, n)
	m, k = m[:len(a)], k[:len(a)]
	for i, v := range a {
		if v > m[i] || v != v && m[i] == m[i] {
			m[i], k[i] = v, int64(position)
		}
	}
}

func argMinRow[T ordered](best, at, x unsafe.Pointer, n, position int) {
	a, m, k := vec[T](x, n), vec[T](best, n), vec[int64](at, n)
	m, k = m[:len(a)], k[:len(a)]
	for i, v := range a {
		if v < m[i] || v != v && m[i] == m[i] {
			m[i], k[i] = v, int64(position)
		}
	}
}

// argMaxRun takes the first greatest element of a run, if it is greater than the best so far; at is -1 if there is none.
func argMaxRun[T ordered](best, at, x unsafe.Pointer, n, position int) {
	a := vec[T](x, n)
	m, k := *(*T)(best), *(*int64)(at)
	if k < 0 {
		m, k = a[0], int64(position)
	}
	for i, v := range a {
		if v > m || v != v && m == m {
			m, k = v, int64(position+i)
		}
	}
	*(*T)(best), *(*int64)(at) = m, k
}

func argMinRun[T ordered](best, at, x unsafe.Pointer, n, position int) {
	a := vec[T](x, n)
	m, k := *(*T)(best), *(*int64)(at)
	if k < 0 {
		m, k = a[0], int64(position)
	}
	for i, v := range a {
		if v < m || v != v && m == m {
			m, k = v, int64(position+i)
		}
	}
	*(*T)(best), *(*int64)(at) = m, k
}
