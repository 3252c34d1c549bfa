package kernel

// The loops over one tile of a transposition, in plain Go.

import "unsafe"

// tile is the plan of the inner group of a copy. All offsets are in bytes.
//
// The tile is a set of columns, each of n elements that run fastest in the destination: column c goes to colDst[c]. Its
// elements come from colSrc[c]+src[i], and go, unless they stand side by side, to colDst[c]+dst[i].
//
// A packed tile is first brought to scratch, row by row, each row being dense in the source; src and colSrc then count
// from there. A transposed tile is brought to scratch column by column, by a kernel that takes rows of elements i.
type tile struct {
	n, size, bytes int // elements of a column, bytes of an element and of a column
	dst            []int
	src            []int // nil for elements that are step apart
	step           int
	colDst, colSrc []int

	rows   []int // where the rows to be packed or transposed begin in the source
	rowLen int

	conj   vectorFunc // applied to what is copied, nil for none
	stream bool       // columns are written past the caches

	colTile []int // where columns are in scratch, ld bytes apart
	ld      int
	packAt  int // where packed rows are in scratch
}

// tileBody are the ways to copy a tile of elements of one size.
type tileBody struct{ columns, packed copyBody }

func tileBodies(size int) tileBody {
	switch size {
	case 1:
		return tileBody{columnsTile[uint8], packedTile[uint8]}
	case 2:
		return tileBody{columnsTile[uint16], packedTile[uint16]}
	case 4:
		return tileBody{columnsTile[uint32], packedTile[uint32]}
	case 8:
		return tileBody{columnsTile[uint64], packedTile[uint64]}
	case 16:
		return tileBody{columnsTile[[2]uint64], packedTile[[2]uint64]}
	}
	return tileBody{columnsTile[[4]uint64], packedTile[[4]uint64]}
}

// copyRuns copies dense runs.
func copyRuns(t *tile, dst, src, _, _ unsafe.Pointer) {
	if t.conj != nil {
		for c, o := range t.colDst {
			t.conj(unsafe.Add(dst, o), unsafe.Add(src, t.colSrc[c]), nil, t.n)
		}
		return
	}
	t.put(dst, src, t.colSrc)
}

// put copies the columns, which are dense at the given places, to the destination.
func (t *tile) put(dst, from unsafe.Pointer, at []int) {
	if t.stream {
		streamRuns(dst, t.colDst, from, at, t.bytes)
		return
	}
	for c, o := range t.colDst {
		copy(vec[byte](unsafe.Add(dst, o), t.bytes), vec[byte](unsafe.Add(from, at[c]), t.bytes))
	}
}

// packedTile brings the rows of a tile to scratch and copies its columns from there.
func packedTile[T unit](t *tile, dst, src, next, scratch unsafe.Pointer) {
	packed := unsafe.Add(scratch, t.packAt)
	bytes, o := t.rowLen*t.size, 0
	for i, row := range t.rows {
		if i%8 == 0 {
			t.ahead(i+8, src, next)
		}
		copy(vec[byte](unsafe.Add(packed, o), bytes), vec[byte](unsafe.Add(src, row), bytes))
		o += bytes
	}
	columnsTile[T](t, dst, packed, nil, scratch)
}

// ahead asks for the eight rows from the i-th on, those of the next tile where this one has no more.
func (t *tile) ahead(i int, src, next unsafe.Pointer) {
	if i >= len(t.rows) {
		src, i = next, 0
	}
	if t.stream {
		prefetch(src, t.rows[i:min(i+8, len(t.rows))], t.rowLen*t.size)
	}
}

// columnsTile copies a tile column by column, by way of scratch where there is more to do than to copy.
func columnsTile[T unit](t *tile, dst, src, _, scratch unsafe.Pointer) {
	if t.conj == nil && (t.dst != nil || !t.stream) {
		for c, o := range t.colDst {
			column[T](t, unsafe.Add(dst, o), t.dst, unsafe.Add(src, t.colSrc[c]))
		}
		return
	}
	for c, o := range t.colTile {
		column[T](t, unsafe.Add(scratch, o), nil, unsafe.Add(src, t.colSrc[c]))
	}
	finishTile[T](t, dst, scratch)
}

// finishTile takes the columns from scratch to the destination.
func finishTile[T unit](t *tile, dst, scratch unsafe.Pointer) {
	if t.conj != nil {
		for _, o := range t.colTile {
			p := unsafe.Add(scratch, o)
			t.conj(p, p, nil, t.n)
		}
	}
	if t.dst == nil {
		t.put(dst, scratch, t.colTile)
		return
	}
	for c, o := range t.colDst {
		from, to := unsafe.Add(scratch, t.colTile[c]), unsafe.Add(dst, o)
		for i, d := range t.dst {
			*(*T)(unsafe.Add(to, d)) = *(*T)(unsafe.Add(from, i*t.size))
		}
	}
}
