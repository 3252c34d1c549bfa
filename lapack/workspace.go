package lapack

import "unsafe"

// This file holds the caller's scratch memory: LAPACK wants work arrays whose best size it tells only when asked, so both
// the arrays and the answers are kept between calls.

// Workspace holds the scratch memory and the known work sizes of the calls that are given it. The zero value is ready.
// It grows to the largest call and keeps that; Clear lets it go. One workspace serves all element types and providers,
// but only one call at a time.
type Workspace struct {
	f32  arena[float32]
	f64  arena[float64]
	c64  arena[complex64]
	c128 arena[complex128]
	i64  arena[int64]
	ints arena[int]

	sizes map[workKey]workSize
}

// workKey is one question for work sizes: everything the answer depends on.
type workKey struct {
	routine string
	kind    byte
	flags   [2]byte
	m, n, k int
}

// workSize is the answer: how many elements the work array, the real and the integer one need.
type workSize [3]int

// maxSizes bounds the answers kept: a caller that walks through ever new sizes starts over now and then.
const maxSizes = 256

// keep remembers the answer to key.
func (w *Workspace) keep(key workKey, size workSize) {
	if w.sizes == nil || len(w.sizes) >= maxSizes {
		w.sizes = make(map[workKey]workSize)
	}
	w.sizes[key] = size
}

// Bytes returns how much memory the workspace holds.
func (w *Workspace) Bytes() int {
	return 4*len(w.f32.chunk) + 8*len(w.f64.chunk) + 8*len(w.c64.chunk) + 16*len(w.c128.chunk) +
		8*len(w.i64.chunk) + int(unsafe.Sizeof(int(0)))*len(w.ints.chunk)
}

// Clear gives the memory and the work sizes back.
func (w *Workspace) Clear() { *w = Workspace{} }

// reset makes all memory free again, at the start of a call.
func (w *Workspace) reset() {
	w.f32.reset()
	w.f64.reset()
	w.c64.reset()
	w.c128.reset()
	w.i64.reset()
	w.ints.reset()
}

// ready returns ws, or a new workspace for nil, with all memory free.
func ready(ws *Workspace) *Workspace {
	if ws == nil {
		return new(Workspace)
	}
	ws.reset()
	return ws
}

// arena hands out pieces of one slice, which live until the next reset.
type arena[E any] struct {
	chunk []E
	used  int
	total int // handed out since the last reset, by this chunk and by those it replaced
}

// take returns n elements with undefined contents.
func (a *arena[E]) take(n int) []E {
	if n > len(a.chunk)-a.used {
		// The old chunk lives on in the pieces already handed out. reset sees from total that it was too small.
		a.chunk = make([]E, n)
		a.used = 0
	}
	s := a.chunk[a.used : a.used+n : a.used+n]
	a.used += n
	a.total += n
	return s
}

// reset frees all pieces and, if one chunk did not hold them all, makes one that would.
func (a *arena[E]) reset() {
	if a.total > len(a.chunk) {
		a.chunk = make([]E, a.total)
	}
	a.used, a.total = 0, 0
}

// scratch returns n elements of ws of the type E, with undefined contents.
func scratch[E float32 | float64 | complex64 | complex128 | int64 | int](ws *Workspace, n int) []E {
	var pool any
	switch any(*new(E)).(type) {
	case float32:
		pool = &ws.f32
	case float64:
		pool = &ws.f64
	case complex64:
		pool = &ws.c64
	case complex128:
		pool = &ws.c128
	case int64:
		pool = &ws.i64
	default:
		pool = &ws.ints
	}
	return pool.(*arena[E]).take(n)
}
