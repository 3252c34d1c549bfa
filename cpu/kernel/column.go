package kernel

// The loops over one column of a tile: gathering its elements, and scattering them where the destination is not dense.

import "unsafe"

// column copies one column from src to dst, side by side there if to is nil.
func column[T unit](t *tile, dst unsafe.Pointer, to []int, src unsafe.Pointer) {
	switch {
	case to != nil:
		scatterColumn[T](dst, to, src, t.src, t.step)
	case t.src != nil:
		gatherColumn(vec[T](dst, t.n), src, t.src)
	default:
		stridedColumn(vec[T](dst, t.n), src, t.step)
	}
}

// stridedColumn gathers elements at equal distance.
func stridedColumn[T unit](d []T, s unsafe.Pointer, step int) {
	o := 0
	for len(d) >= 4 {
		d[0] = *(*T)(unsafe.Add(s, o))
		d[1] = *(*T)(unsafe.Add(s, o+step))
		d[2] = *(*T)(unsafe.Add(s, o+2*step))
		d[3] = *(*T)(unsafe.Add(s, o+3*step))
		o += 4 * step
		d = d[4:]
	}
	for i := range d {
		d[i] = *(*T)(unsafe.Add(s, o))
		o += step
	}
}

// gatherColumn gathers elements from anywhere.
func gatherColumn[T unit](d []T, s unsafe.Pointer, at []int) {
	at = at[:len(d)]
	for len(d) >= 4 && len(at) >= 4 {
		d[0] = *(*T)(unsafe.Add(s, at[0]))
		d[1] = *(*T)(unsafe.Add(s, at[1]))
		d[2] = *(*T)(unsafe.Add(s, at[2]))
		d[3] = *(*T)(unsafe.Add(s, at[3]))
		d, at = d[4:], at[4:]
	}
	for i := range d {
		d[i] = *(*T)(unsafe.Add(s, at[i]))
	}
}

// scatterColumn moves elements from anywhere, or step apart if from is nil, to anywhere.
func scatterColumn[T unit](dst unsafe.Pointer, to []int, src unsafe.Pointer, from []int, step int) {
	if from == nil {
		o := 0
		for _, d := range to {
			*(*T)(unsafe.Add(dst, d)) = *(*T)(unsafe.Add(src, o))
			o += step
		}
		return
	}
	from = from[:len(to)]
	for i, d := range to {
		*(*T)(unsafe.Add(dst, d)) = *(*T)(unsafe.Add(src, from[i]))
	}
}
