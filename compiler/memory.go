package compiler

import (
	"cmp"
	"slices"
)

// This file gives every temporary buffer its place in the arena. Buffers whose lifetimes do not touch share memory; the
// offsets are found greedily, largest buffer first, each in the tightest gap that is free for its whole life (greedy by
// size, Pisarchyk and Lee, arXiv:2001.03288).

// lifetime is the first and the last step that touch a buffer. One that comes into a loop, or is seen through its
// windows, lives through all slices: it is held.
type lifetime struct {
	first, last int
	held        bool
}

func (l lifetime) meets(m lifetime) bool { return l.first <= m.last && m.first <= l.last }

// lifetimes returns, for each buffer, when it is live.
func lifetimes(p *Program) []lifetime {
	live := make([]lifetime, len(p.Buffers))
	for i := range live {
		live[i] = lifetime{first: len(p.Steps), last: -1}
	}
	home := p.home()
	for i := range p.Steps {
		visit(p.Steps[i].Body, func(o *Operand, _ bool) {
			l := &live[home[o.Buf]]
			l.first, l.last = min(l.first, i), max(l.last, i)
			l.held = l.held || home[o.Buf] != o.Buf
		})
	}
	for k := range p.Loops {
		loop := &p.Loops[k]
		for i := range live {
			l := &live[i]
			if l.last < loop.First || l.first >= loop.End {
				continue
			}
			if l.held || l.first < loop.First || l.last >= loop.End {
				l.first, l.last, l.held = min(l.first, loop.First), max(l.last, loop.End-1), true
			}
		}
	}
	return live
}

// block is memory that one buffer, or several that take each other's place, occupy.
type block struct {
	lifetime
	bytes, offset int
	buffers       []int
}

// assignArena sets the offsets of the temporary buffers and the size of the arena.
func assignArena(p *Program) {
	blocks := inPlace(p, lifetimes(p))
	slices.SortStableFunc(blocks, func(a, b *block) int {
		if c := cmp.Compare(b.bytes, a.bytes); c != 0 {
			return c
		}
		return cmp.Compare(a.first, b.first)
	})
	var placed []*block // by offset
	for _, b := range blocks {
		b.offset = place(placed, b)
		at, _ := slices.BinarySearchFunc(placed, b.offset, func(x *block, off int) int { return cmp.Compare(x.offset, off) })
		placed = slices.Insert(placed, at, b)
		p.ArenaBytes = max(p.ArenaBytes, b.offset+b.bytes)
		for _, i := range b.buffers {
			p.Buffers[i].Offset = b.offset
		}
	}
}

// place finds the smallest gap between the blocks that live at the same time.
func place(placed []*block, b *block) int {
	best, bestGap, end := -1, 0, 0
	for _, x := range placed {
		if !x.meets(b.lifetime) {
			continue
		}
		if gap := x.offset - end; gap >= b.bytes && (best < 0 || gap < bestGap) {
			best, bestGap = end, gap
		}
		end = max(end, x.offset+x.bytes)
	}
	if best >= 0 {
		return best
	}
	return end
}

// inPlace returns the blocks to be placed. A Map writes over a source of equal layout that dies with it.
func inPlace(p *Program, live []lifetime) []*block {
	owner := make([]*block, len(p.Buffers))
	var blocks []*block
	for i := range p.Buffers {
		b := &p.Buffers[i]
		if b.Kind == Temp && live[i].last >= 0 {
			owner[i] = &block{lifetime: live[i], bytes: roundUp(b.Bytes()), buffers: []int{i}}
			blocks = append(blocks, owner[i])
		}
	}
	for i := range p.Steps {
		m, ok := p.Steps[i].Body.(*Map)
		if !ok || owner[m.Dst.Buf] == nil || live[m.Dst.Buf].first != i {
			continue
		}
		if s := overwritten(p, m, live, i); s >= 0 && owner[s] != owner[m.Dst.Buf] {
			src, dst := owner[s], owner[m.Dst.Buf]
			src.last, src.buffers = max(src.last, dst.last), append(src.buffers, dst.buffers...)
			for _, x := range dst.buffers {
				owner[x] = src
			}
			blocks = slices.DeleteFunc(blocks, func(b *block) bool { return b == dst })
		}
	}
	return blocks
}

// overwritten returns the source buffer whose place the result of a Map can take, or -1.
func overwritten(p *Program, m *Map, live []lifetime, step int) int {
	dst := &p.Buffers[m.Dst.Buf]
	for _, s := range m.Src {
		src := &p.Buffers[s.Buf]
		if src.Kind != Temp || live[s.Buf].held || live[s.Buf].last != step || src.Bytes() != dst.Bytes() || src.DType.Size() != dst.DType.Size() {
			continue
		}
		if s.Offset != m.Dst.Offset || !slices.Equal(s.Strides, m.Dst.Strides) {
			continue
		}
		uses := 0
		for _, t := range m.Src {
			if t.Buf == s.Buf {
				uses++
			}
		}
		if uses == 1 {
			return s.Buf
		}
	}
	return -1
}

func roundUp(bytes int) int { return (bytes + Alignment - 1) / Alignment * Alignment }
