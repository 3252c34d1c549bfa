package kernel

// Layout, Work and Extent: the terms in which plans and their callers speak of memory.

import (
	"slices"
	"unsafe"
)

// Layout places a view in the memory that begins at an operand's base address: the element with index (i₀, i₁, …) is
// number Offset + Σ iₐ·Strides[a]. Offset and strides count elements.
type Layout struct {
	Offset  int
	Strides []int
}

// Work says which part of a plan a call of Run does. The zero Work does all of it.
type Work struct {
	Part, Parts int    // 0 ≤ Part < Parts; Parts ≤ 1 is everything
	Scratch     []byte // memory of this worker for the time of the call, see Plan.Scratch
}

// span returns the share [lo, hi) of this part of n pieces.
func (w Work) span(n int) (lo, hi int) {
	if w.Parts <= 1 {
		return 0, n
	}
	q, r := n/w.Parts, n%w.Parts
	lo = w.Part*q + min(w.Part, r)
	hi = lo + q
	if w.Part < r {
		hi++
	}
	return lo, hi
}

// scratch returns n bytes for the worker, aligned to a cache line.
func (w Work) scratch(n int) unsafe.Pointer {
	if n == 0 {
		return nil
	}
	n += lineBytes // room for the alignment
	buf := w.Scratch
	if len(buf) < n {
		buf = make([]byte, n)
	}
	p := unsafe.Pointer(&buf[0])
	return unsafe.Add(p, int(-uintptr(p)&(lineBytes-1)))
}

// lineBytes is the size of a cache line.
const lineBytes = 64

// align rounds n up to whole cache lines.
func align(n int) int { return (n + lineBytes - 1) &^ (lineBytes - 1) }

// Extent is the range of elements that a plan touches in one operand, both ends included, counted from the base address.
// It is empty (Max < Min) if the plan touches none.
type Extent struct{ Min, Max int }

// Empty reports whether no element is touched.
func (e Extent) Empty() bool { return e.Max < e.Min }

var noElements = Extent{Min: 0, Max: -1}

// minPartBytes is the memory traffic below which another worker costs more to wake than it saves: about 10 µs of work
// at the bandwidth of one core, against 2 to 5 µs to hand a part to a sleeping goroutine and wait for it.
const minPartBytes = 128 << 10

// common is what all plans have in common. Each kind of plan embeds it.
type common struct {
	extents []Extent // by operand, the destination first
	sizes   []int    // bytes of each operand that are touched
	bytes   int      // traffic of a run, for the number of useful parts
	pieces  int      // the most parts that get something to do
	scratch int
}

// Extent returns the range of elements that Run touches in an operand: 0 is the destination, sources follow in the order
// of Run's arguments. An operand that the plan does not have is never touched.
func (c *common) Extent(operand int) Extent {
	if operand < 0 || operand >= len(c.extents) {
		return noElements
	}
	return c.extents[operand]
}

// Parts returns how many workers, at most limit and at least 1, are worth sharing a run among.
func (c *common) Parts(limit int) int {
	return max(1, min(limit, c.pieces, c.bytes/minPartBytes))
}

// Scratch returns the bytes of Work.Scratch with which Run allocates nothing.
func (c *common) Scratch() int {
	if c.scratch == 0 {
		return 0
	}
	return c.scratch + lineBytes
}

// Bytes returns the memory traffic of a run: every element of every operand counted once, broadcast ones not repeated.
func (c *common) Bytes() int { return c.bytes }

// tally adds an operand's extent and traffic.
func (c *common) tally(n *nest, operand, size int) {
	c.extents = append(c.extents, n.extent(operand))
	c.sizes = append(c.sizes, n.distinct(operand)*size)
	c.bytes += c.sizes[operand]
}

// bytesOf returns how many bytes of an operand a run touches.
func (c *common) bytesOf(operand int) int { return c.sizes[operand] }

func cloneInts(s []int) []int { return slices.Clone(s) }
