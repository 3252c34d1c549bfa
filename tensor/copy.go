package tensor

// This file moves elements between layouts. What an element means does not matter here, only how wide it is.

import (
	"runtime"
	"slices"
)

// Clone returns a copy of t in memory of its own, compact and column-major. It fails with a *SizeError if the elements
// of a broadcast view are more than can be addressed.
func (t *Tensor) Clone() (*Tensor, error) {
	const op = "clone"
	if err := t.check(op); err != nil {
		return nil, err
	}
	return t.clone(op)
}

func (t *Tensor) clone(op string) (*Tensor, error) {
	if _, err := checkedBytes(op, t.dtype, t.shape); err != nil {
		return nil, err
	}
	s, err := allocate(op, t.dtype, t.Len(), t.shape)
	if err != nil {
		return nil, err
	}
	c := s.compact(t.shape)
	move(c, t)
	return c, nil
}

// Copy writes the elements of src to dst, whatever their layouts. Dtypes and shapes must be equal; Convert and Broadcast
// the source first where they are not. The two may overlap: the source is then read before anything is written. It fails
// with an *OverlapError if dst holds one element at two indices, as a broadcast view does.
func Copy(dst, src *Tensor) error {
	const op = "copy"
	if err := dst.check(op); err != nil {
		return err
	}
	if err := src.check(op); err != nil {
		return err
	}
	if dst.dtype != src.dtype {
		return &DTypeError{Op: op, Got: src.dtype, Want: dst.dtype}
	}
	if !SameShape(dst, src) {
		return &ShapeError{Op: op, Got: src.Shape(), Want: dst.Shape()}
	}
	if dst.HasSelfOverlap() {
		return &OverlapError{Op: op, Shape: dst.Shape(), Strides: dst.Strides()}
	}
	if Overlaps(dst, src) {
		if dst.storage == src.storage && dst.offset == src.offset && slices.Equal(dst.strides, src.strides) {
			return nil
		}
		var err error
		if src, err = src.clone(op); err != nil {
			return err
		}
	}
	move(dst, src)
	return nil
}

// move copies the elements of src to dst: of one dtype and shape, no overlap.
func move(dst, src *Tensor) {
	if dst.Len() == 0 {
		return
	}
	n := newNest(dst, src)
	switch dst.dtype.Size() {
	case 1:
		run(n, elements[uint8](dst.storage), elements[uint8](src.storage))
	case 4:
		run(n, elements[uint32](dst.storage), elements[uint32](src.storage))
	case 8:
		if dst.dtype == Complex64 { // its alignment is 4, less than that of uint64
			run(n, elements[complex64](dst.storage), elements[complex64](src.storage))
			break
		}
		run(n, elements[uint64](dst.storage), elements[uint64](src.storage))
	case 16:
		run(n, elements[complex128](dst.storage), elements[complex128](src.storage))
	}
	runtime.KeepAlive(dst.storage)
	runtime.KeepAlive(src.storage)
}

// Two axes are copied in squares of at most tile elements a side, so that the cache lines of both operands are used
// whole before they are evicted. Where two axes have fewer than table elements, so many axes are taken together that
// they have, and are walked by a table of positions.
const (
	tile  = 16
	table = 256
)

// run copies along the nest with the loop that suits it.
func run[T any](n nest, dst, src []T) {
	if len(n.axes) == 0 {
		dst[n.dst] = src[n.src]
		return
	}
	inner, second := n.axes[0], n.second()
	switch {
	case second == 0 && inner.size >= tile && inner.src == 1 && inner.dst == 1:
		walk(n.axes[1:], n.dst, n.src, func(d, s int) { copy(dst[d:d+inner.size], src[s:s+inner.size]) })
	case second == 0 && (inner.size >= tile || len(n.axes) == 1):
		walk(n.axes[1:], n.dst, n.src, func(d, s int) { strided(dst, src, d, s, inner) })
	case second != 0 && (len(n.axes) == 2 || inner.size*n.axes[second].size >= table):
		outer := slices.Delete(slices.Clone(n.axes[1:]), second-1, second)
		walk(outer, n.dst, n.src, func(d, s int) { square(dst, src, d, s, inner, n.axes[second]) })
	default:
		block, outer, size := n.split()
		ds, ss := make([]int, 0, size), make([]int, 0, size)
		walk(block, 0, 0, func(d, s int) { ds, ss = append(ds, d), append(ss, s) })
		walk(outer, n.dst, n.src, func(d, s int) { scatter(dst, src, d, s, ds, ss) })
	}
}

// second returns the number of the axis that is best walked together with the innermost: the fastest in the source, or,
// where the innermost is that itself but short, the longest. It is 0 where the innermost is best walked alone.
func (n nest) second() int {
	best := n.sourceFastest()
	if best != 0 || n.axes[0].size >= tile {
		return best
	}
	for i, a := range n.axes {
		if a.size > n.axes[best].size {
			best = i
		}
	}
	return best
}

// split divides the axes of the nest into a block of size elements, small enough to be walked by a table, and the rest.
// The block takes axes that are fast in the destination and axes that are fast in the source by turns.
func (n nest) split() (block, outer []axis, size int) {
	bySource := make([]int, len(n.axes))
	for i := range bySource {
		bySource[i] = i
	}
	slices.SortStableFunc(bySource, func(i, j int) int { return abs(n.axes[i].src) - abs(n.axes[j].src) })
	taken := make([]bool, len(n.axes))
	size = 1
	for i := range n.axes {
		for _, candidate := range [2]int{i, bySource[i]} {
			if more := n.axes[candidate].size; !taken[candidate] && size < table && size*more <= 16*table {
				taken[candidate] = true
				size *= more
			}
		}
	}
	for i, a := range n.axes {
		if taken[i] {
			block = append(block, a)
		} else {
			outer = append(outer, a)
		}
	}
	return block, outer, size
}

// strided copies one row.
func strided[T any](dst, src []T, d, s int, row axis) {
	for range row.size {
		dst[d] = src[s]
		d += row.dst
		s += row.src
	}
}

// strided4 copies four rows that lie one step of col apart, together: each cache line of the side that col is fast in
// is then used for four elements at a time.
func strided4[T any](dst, src []T, d, s int, row, col axis) {
	for range row.size {
		dst[d] = src[s]
		dst[d+col.dst] = src[s+col.src]
		dst[d+2*col.dst] = src[s+2*col.src]
		dst[d+3*col.dst] = src[s+3*col.src]
		d += row.dst
		s += row.src
	}
}

// square copies the block of two axes square by square; within a square it runs along the axis that is longer.
func square[T any](dst, src []T, d, s int, row, col axis) {
	if row.size < tile && row.size < col.size {
		row, col = col, row
	}
	for j := 0; j < col.size; j += tile {
		end := min(j+tile, col.size)
		for i := 0; i < row.size; i += tile {
			part := axis{min(tile, row.size-i), row.dst, row.src}
			d, s := d+i*row.dst, s+i*row.src
			k := j
			for ; k+4 <= end; k += 4 {
				strided4(dst, src, d+k*col.dst, s+k*col.src, part, col)
			}
			for ; k < end; k++ {
				strided(dst, src, d+k*col.dst, s+k*col.src, part)
			}
		}
	}
}

// scatter copies the elements at the positions of two tables.
func scatter[T any](dst, src []T, d, s int, ds, ss []int) {
	ss = ss[:len(ds)]
	for i, at := range ds {
		dst[d+at] = src[s+ss[i]]
	}
}
