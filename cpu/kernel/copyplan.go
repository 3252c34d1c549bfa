package kernel

// How a copy is planned: which elements move together.
//
// Where the fastest axis is the same on both sides the inner group is a set of runs. Elsewhere it is a tile over two kinds
// of axes: those that run fastest in the destination and those that run fastest in the source, as many of each as it
// takes for whole cache lines on both sides. Tiny axes are gathered until that is so and long ones cut; the other axes are
// loops, ordered by the destination. That the two fastest axes make the tile is HPTT's choice (Springer, Su and
// Bientinesi, HPTT: A High-Performance Tensor Transposition C++ Library, 2017); to gather tiny axes first lets it hold
// for tensors of two dozen axes of size 2.

import (
	"cmp"
	goruntime "runtime"
	"slices"
)

const (
	// runBytes is the length from which runs that lie densely on both sides are moved as runs wherever they lie. Shorter ones
	// are moved so if they are whole cache lines and a group of them fills the pages it touches (pageBytes, what the
	// processor's prefetching follows), up to spare of them.
	runBytes  = 256
	pageBytes = 4 << 10
	spare     = 2
	// pieceBytes is the length of the pieces that long runs are cut into, for workers to share them.
	pieceBytes = 1 << 20
	// runsBytes is about the size of a group of runs.
	runsBytes = 16 << 10

	// Tiles whose columns are whole cache lines go straight from registers past the caches: one or two lines of each
	// column at a time, and rows so long that the processor's prefetching takes hold.
	streamDst, streamSrc = 64, 8 << 10
	// Others go by way of scratch, which should stay in the first two levels of cache. Where columns begin amid a line
	// they are longer, for fewer lines to be written in parts.
	stagedDst, stagedSrc = 128, 1 << 10
	// So do tiles some of whose axes are fast on both sides.
	mixedDst, mixedSrc   = 2 << 10, 1 << 10
	raggedDst, raggedSrc = 2 << 10, 1 << 10
)

// unaligned says that the processor loads and stores at any address: a run of small elements is aligned like one of them.
const unaligned = goruntime.GOARCH == "amd64" || goruntime.GOARCH == "arm64" || goruntime.GOARCH == "ppc64le" ||
	goruntime.GOARCH == "s390x" || goruntime.GOARCH == "386"

// copyPlanner makes the blocks of a plan.
type copyPlanner struct {
	plan   *CopyPlan
	conj   vectorFunc // nil to copy as it is
	stream bool
}

// cover makes the blocks for a normal nest in bytes over elements of the given size.
func (c *copyPlanner) cover(n *nest, size int) {
	if c.conj == nil {
		n, size = widened(n, size)
	}
	dense := n.rank() > 0 && n.step[0][0] == size && n.step[1][0] == size
	if dense && (n.dims[0]*size >= runBytes || n.rank() == 1) {
		c.runs(n, size)
	} else if m := n.local(size); dense && m != nil {
		c.runs(m, size)
	} else {
		c.tiles(n, size)
	}
}

// local returns n, with an axis cut where that is needed, in the order of the destination or of the source, whichever makes a
// group of runs along the first axis local enough on both sides to be moved as runs; nil if neither does.
func (n *nest) local(size int) *nest {
	if !n.lines() {
		return nil
	}
	bytes := n.dims[0] * size
	for _, m := range []*nest{n, n.pick(slices.Concat(n.sourceOrder(), n.broadcast()))} {
		if m.step[0][0] != size || m.step[1][0] != size {
			continue
		}
		axes, cut, t := reach(m, span(1, m.rank()), runsBytes/bytes)
		if cut >= 0 {
			var rest *nest
			if m, rest = m.split(cut, t); rest != nil {
				continue
			}
			axes, _, _ = reach(m, span(1, m.rank()), runsBytes/bytes)
		}
		group := m.pick(axes)
		most := spare * max(1, group.points()*bytes/pageBytes)
		if group.pages(0) <= most && group.pages(1) <= most {
			return m
		}
	}
	return nil
}

// lines reports whether all runs along the first axis are whole cache lines on both sides.
func (n *nest) lines() bool {
	for o := range n.step {
		for a, s := range n.step[o] {
			if a > 0 && s%lineBytes != 0 {
				return false
			}
		}
		if n.base[o]%lineBytes != 0 || n.rank() == 0 || n.dims[0]*n.step[o][0]%lineBytes != 0 {
			return false
		}
	}
	return true
}

// pages counts the pages that an operand touches, as if it began with one.
func (n *nest) pages(operand int) int {
	seen := map[int]bool{}
	for _, o := range n.offsets(operand) {
		seen[o/pageBytes] = true
	}
	return len(seen)
}

// widened takes dense runs of a few elements for one element of up to 32 bytes, to be moved at once.
func widened(n *nest, size int) (*nest, int) {
	if !unaligned || n.rank() == 0 || n.step[0][0] != size || n.step[1][0] != size || n.dims[0]*size >= runBytes {
		return n, size
	}
	bytes, wide := size*n.dims[0], size
	for wide < 32 && bytes%(2*wide) == 0 {
		wide *= 2
	}
	n = n.pick(span(0, n.rank()))
	n.dims[0], n.step[0][0], n.step[1][0] = bytes/wide, wide, wide
	return n.dropOnes(), wide
}

// block adds a block with the given loops and body.
func (c *copyPlanner) block(outer *nest, body copyBody, t tile) {
	if c.stream { // what is read is fetched ahead along pages; lines written past the caches may go anywhere
		outer = outer.pick(slices.Concat(outer.sourceOrder(), outer.broadcast()))
	}
	b := copyBlock{loops: newLoops(outer), base: [2]int(outer.base), body: body, tile: t}
	c.plan.blocks = append(c.plan.blocks, b)
	c.plan.pieces = max(c.plan.pieces, b.loops.total)
}

// runs makes the blocks for dense runs along the first axis.
func (c *copyPlanner) runs(n *nest, size int) {
	at, t := -1, 0
	group := 1
	switch bytes := n.dims[0] * size; {
	case bytes > pieceBytes+pieceBytes/2:
		at, t = 0, pieceBytes/size
	case bytes < runsBytes:
		var axes []int
		axes, at, t = reach(n, span(1, n.rank()), runsBytes/bytes)
		group += len(axes)
	}
	if at >= 0 {
		main, rest := n.split(at, t)
		c.runs(main, size)
		if rest != nil {
			c.runs(rest.dropOnes(), size)
		}
		return
	}
	runs := n.pick(span(1, group))
	c.block(n.pick(span(group, n.rank())), copyRuns, tile{n: n.dims[0], bytes: n.dims[0] * size, conj: c.conj, stream: c.stream, colDst: runs.offsets(0), colSrc: runs.offsets(1)})
}

// tiles makes the blocks for a nest whose fastest axes differ. An axis that must be cut makes two nests, each planned by
// itself.
func (c *copyPlanner) tiles(n *nest, size int) {
	var s []int
	dst, src := c.reachOf(n, size)
	d, at, t := reach(n, span(0, n.rank()), dst/size)
	if at < 0 && n.mixed(d, size) {
		dst, src = mixedDst, mixedSrc
		d, at, t = reach(n, span(0, n.rank()), dst/size)
	}
	if at < 0 {
		s, at, t = reach(n, n.bySource(d, size), src/size, d...)
	}
	if at < 0 {
		c.tile(n, d, s, size)
		return
	}
	main, rest := n.split(at, t)
	c.tiles(main, size)
	if rest != nil {
		c.cover(rest.dropOnes().fused(), size)
	}
}

// reachOf returns how many bytes a tile should reach along the destination and along the source.
func (c *copyPlanner) reachOf(n *nest, size int) (dst, src int) {
	_, rows := transposeStreamer(size)
	switch {
	case n.ragged(size):
		return raggedDst, raggedSrc
	case c.stream && rows > 0 && c.conj == nil:
		return max(streamDst, rows*size), streamSrc
	}
	return stagedDst, stagedSrc
}

// ragged reports whether pieces of the destination's fastest axes begin or end amid a cache line.
func (n *nest) ragged(size int) bool {
	dense := size
	for a, s := range n.step[0] {
		switch {
		case s == dense && dense < lineBytes:
			dense *= n.dims[a]
		case s%lineBytes != 0:
			return true
		}
	}
	return n.base[0]%lineBytes != 0 || dense < lineBytes
}

// mixed reports whether some of the axes d are among those that make the first cache lines of the source.
func (n *nest) mixed(d []int, size int) bool {
	bytes := size
	for _, a := range n.sourceOrder() {
		if bytes >= 2*lineBytes {
			break
		}
		if slices.Contains(d, a) {
			return true
		}
		bytes *= n.dims[a]
	}
	return false
}

// bySource lists the axes by which a tile that has the axes d may reach along the source: the fastest, up to the first
// one of d if what comes before it makes whole cache lines by itself.
func (n *nest) bySource(d []int, size int) []int {
	axes, bytes := n.sourceOrder(), size
	for i, a := range axes {
		if bytes >= 2*lineBytes && slices.Contains(d, a) {
			return axes[:i]
		}
		bytes *= n.dims[a]
	}
	return axes
}

// sourceOrder lists the axes along which the source moves, from the fastest.
func (n *nest) sourceOrder() []int {
	var axes []int
	for a, s := range n.step[1] {
		if s != 0 {
			axes = append(axes, a)
		}
	}
	slices.SortStableFunc(axes, func(a, b int) int { return cmp.Compare(abs(n.step[1][a]), abs(n.step[1][b])) })
	return axes
}

// broadcast lists the axes along which the source stays.
func (n *nest) broadcast() []int {
	return slices.DeleteFunc(span(0, n.rank()), func(a int) bool { return n.step[1][a] != 0 })
}

// reach takes axes, in the given order, until they have about want elements. If an axis must be cut for that, cut is that
// axis and t the size of its pieces; cut is -1 otherwise. The axes that are to stay whole are not cut.
func reach(n *nest, order []int, want int, whole ...int) (axes []int, cut, t int) {
	points := 1
	for _, a := range order {
		room := want / points
		if points*3 >= want*2 || room < 2 {
			break
		}
		if t := chunk(n.dims[a], room); t < n.dims[a] && !slices.Contains(whole, a) {
			return nil, a, t
		}
		points *= n.dims[a]
		axes = append(axes, a)
	}
	return axes, -1, 0
}

// tile adds the block whose tile spans the axes d, which run fastest in the destination, and s, fastest in the source.
func (c *copyPlanner) tile(n *nest, d, s []int, size int) {
	outer, rows, cols := n.pick(without(span(0, n.rank()), d, s)), without(d, s), without(s, d)
	t := tile{n: n.pick(d).points(), size: size, conj: c.conj, stream: c.stream}
	t.bytes = t.n * size
	t.colDst = n.pick(cols).offsets(0)
	if dst := n.pick(d).offsets(0); !uniform(dst, size) {
		t.dst = dst
	}
	run := n.pick(s)
	dense := uniform(run.offsets(1), size)
	body := tileBodies(size)
	do := body.columns
	switch {
	case dense && len(rows) == len(d) && t.canTranspose(run.points()):
		t.rowLen, t.rows = run.points(), n.pick(d).offsets(1)
		do = t.transposed()
	default:
		if dense && n.pick(rows).points() > 4 {
			n = t.pack(n, s, rows, size)
			do = body.packed
		}
		t.gather(n.pick(d), n.pick(cols))
	}
	c.plan.scratch = max(c.plan.scratch, t.layOut())
	c.block(outer, do, t)
}

// without lists the axes that are in none of the other lists.
func without(axes []int, lists ...[]int) []int {
	return slices.DeleteFunc(slices.Clone(axes), func(a int) bool {
		return slices.ContainsFunc(lists, func(l []int) bool { return slices.Contains(l, a) })
	})
}

// pack makes t a packed tile, with rows over the axes s, and returns the nest of its tile as it lies in scratch.
func (t *tile) pack(n *nest, s, rows []int, size int) *nest {
	t.rows, t.rowLen = n.pick(rows).offsets(1), n.pick(s).points()
	packed, step := n.pick(span(0, n.rank())), size
	for _, a := range slices.Concat(s, rows) {
		packed.step[1][a] = step
		step *= n.dims[a]
	}
	return packed
}

// gather fills in where the elements of each column come from.
func (t *tile) gather(d, cols *nest) {
	t.src, t.colSrc = d.offsets(1), cols.offsets(1)
	if t.n == 1 || uniform(t.src, t.src[1]) {
		t.step = t.src[min(1, t.n-1)]
		t.src = nil
	}
}

// layOut divides the scratch of the tile and returns its size: the columns, each padded to whole vectors of eight elements
// and then to an odd number of cache lines, so that columns do not fall on the same sets of the cache; and the packed
// rows behind them.
func (t *tile) layOut() int {
	t.ld = align((t.n+7)/8*8*t.size) | lineBytes
	t.colTile = make([]int, len(t.colDst))
	for c := range t.colTile {
		t.colTile[c] = c * t.ld
	}
	t.packAt = len(t.colDst) * t.ld
	return t.packAt + len(t.rows)*t.rowLen*t.size
}
