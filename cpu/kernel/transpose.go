package kernel

// Transposed tiles: what the rows of a source become in scratch by a kernel that moves eight rows at once.

import "unsafe"

// canTranspose reports whether there is a kernel for the tile's elements and rows of the given length.
func (t *tile) canTranspose(length int) bool {
	return transposer(t.size) != nil && length >= 32/t.size && t.n > 1
}

// pad makes the table of rows a multiple of eight, by the last row again.
func (t *tile) pad() {
	for len(t.rows)%8 != 0 {
		t.rows = append(t.rows, t.rows[len(t.rows)-1])
	}
}

// transposed returns the body for the tile.
func (t *tile) transposed() copyBody {
	t.pad()
	switch t.size {
	case 4:
		return transposedBody[uint32](t)
	case 8:
		return transposedBody[uint64](t)
	}
	return transposedBody[[2]uint64](t)
}

// transposedBody chooses between the two ways to the destination: straight, if every column is whole cache lines.
func transposedBody[T unit](t *tile) copyBody {
	_, rows := transposeStreamer(t.size)
	if !t.stream || t.conj != nil || rows == 0 || t.n%rows != 0 || t.dst != nil {
		return transposedTile[T]
	}
	for _, o := range t.colDst {
		if o%lineBytes != 0 {
			return transposedTile[T]
		}
	}
	return streamedTile[T]
}

// transposeFunc brings eight rows of n elements, which begin at src+rows[0], …, src+rows[7] and are dense there, to n
// pieces of eight elements at dst, ld bytes apart.
type transposeFunc func(dst unsafe.Pointer, ld int, src unsafe.Pointer, rows *[8]int, n int)

// streamFunc brings rows of n elements, dense at src+rows[i], to n columns at dst+to[j], each of some whole cache lines.
type streamFunc func(dst unsafe.Pointer, to *int, src unsafe.Pointer, rows *int, n int)

// streamedTile copies a tile straight to the destination if columns begin with a cache line there.
func streamedTile[T unit](t *tile, dst, src, next, scratch unsafe.Pointer) {
	if uintptr(dst)%lineBytes != 0 {
		transposedTile[T](t, dst, src, next, scratch)
		return
	}
	do, rows := transposeStreamer(t.size)
	for i := 0; i < t.n; i += rows {
		do(unsafe.Add(dst, i*t.size), &t.colDst[0], src, &t.rows[i], t.rowLen)
	}
}

// transposedTile copies a tile by way of scratch, eight elements of every column at once.
func transposedTile[T unit](t *tile, dst, src, next, scratch unsafe.Pointer) {
	t.stage(src, next, scratch)
	finishTile[T](t, dst, scratch)
}

// stage brings the columns of a tile to scratch.
func (t *tile) stage(src, next, scratch unsafe.Pointer) {
	do := transposer(t.size)
	for i := 0; i < len(t.rows); i += 8 {
		t.ahead(i+8, src, next)
		do(unsafe.Add(scratch, i*t.size), t.ld, src, (*[8]int)(t.rows[i:]), t.rowLen)
	}
}

// transposeRows is the plain form of the transposing kernels.
func transposeRows[T unit](dst unsafe.Pointer, ld int, src unsafe.Pointer, rows *[8]int, n int) {
	var zero T
	size := int(unsafe.Sizeof(zero))
	for i, row := range rows {
		at := i * size
		for _, v := range vec[T](unsafe.Add(src, row), n) {
			*(*T)(unsafe.Add(dst, at)) = v
			at += ld
		}
	}
}

// streamPlain is the plain form of streamRuns.
func streamPlain(dst unsafe.Pointer, to []int, src unsafe.Pointer, from []int, bytes int) {
	for c, o := range to {
		copy(vec[byte](unsafe.Add(dst, o), bytes), vec[byte](unsafe.Add(src, from[c]), bytes))
	}
}
