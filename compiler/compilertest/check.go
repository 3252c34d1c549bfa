package compilertest

// Check: what holds of every program, told without running it.

import (
	"fmt"
	"slices"

	"github.com/tenferro/tenferro-go/compiler"
)

// Check holds a program against the rules that every engine relies on: buffers and constants are of one kind and size,
// views stay inside them, ports and bodies agree in dtype where they must, nothing is written but temporaries and results,
// nothing is read before it was written, results do not overlap operands within a step, and temporaries that are live at
// the same time lie apart in the arena, unless a Map writes over a source that dies with it.
func Check(p *compiler.Program) error {
	c := &checker{p: p, live: make([]life, len(p.Buffers)), known: make([]bool, len(p.Buffers)), home: make([]int, len(p.Buffers))}
	for i := range c.live {
		c.live[i] = life{first: -1}
		c.home[i] = i
	}
	for _, part := range []func() error{c.buffers, c.ports, c.loops, c.steps, c.arena} {
		if err := part(); err != nil {
			return err
		}
	}
	if p.Fold != nil {
		if len(p.Fold.Inputs) > 0 || p.Fold.Fold != nil {
			return fmt.Errorf("the folded program has operands or is folded itself")
		}
		if err := Check(p.Fold); err != nil {
			return fmt.Errorf("folded program: %w", err)
		}
	}
	return nil
}

// checker collects what is known of a program's buffers.
type checker struct {
	p     *compiler.Program
	live  []life // by buffer: the first and last step that touches it
	known []bool // by buffer: something has been written to it
	home  []int  // by buffer: the one that it is a window on, or itself
}

type life struct{ first, last int }

func (c *checker) buffers() error {
	for i := range c.p.Buffers {
		b := &c.p.Buffers[i]
		switch b.Kind {
		case compiler.Temp:
			if b.Offset < 0 || b.Offset%compiler.Alignment != 0 || b.Offset+b.Bytes() > c.p.ArenaBytes {
				return fmt.Errorf("buffer %d: %d bytes at %d of an arena of %d", i, b.Bytes(), b.Offset, c.p.ArenaBytes)
			}
			continue
		case compiler.Const:
			if t := c.p.Consts[b.Index]; t.DType() != b.DType || t.Len() != b.Len || !t.IsColMajor() {
				return fmt.Errorf("buffer %d is not constant %d", i, b.Index)
			}
		case compiler.Folded:
			if o := c.p.Fold.Outputs[b.Index]; o.DType != b.DType || c.p.Fold.Buffers[o.Buf].Len != b.Len {
				return fmt.Errorf("buffer %d is not result %d of the folded program", i, b.Index)
			}
		case compiler.Output, compiler.Moving:
			continue
		}
		c.known[i] = true
	}
	return nil
}

func (c *checker) ports() error {
	check := func(what string, i int, port compiler.Port, kind compiler.BufferKind) error {
		b := &c.p.Buffers[port.Buf]
		if b.Kind != kind || b.Index != i || b.DType != port.DType {
			return fmt.Errorf("%s %d: buffer %d is another's", what, i, port.Buf)
		}
		return c.inside(compiler.View{Shape: port.Shape,
			Operand: compiler.Operand{Buf: port.Buf, Offset: port.Origin, Strides: port.Strides}})
	}
	for i, port := range c.p.Inputs {
		if err := check("operand", i, port, compiler.Input); err != nil {
			return err
		}
	}
	for i, port := range c.p.Outputs {
		if err := check("result", i, port, compiler.Output); err != nil {
			return err
		}
	}
	return nil
}

// inside checks that a view stays in its buffer.
func (c *checker) inside(v compiler.View) error {
	if v.Buf < 0 || v.Buf >= len(c.p.Buffers) || len(v.Shape) != len(v.Strides) {
		return fmt.Errorf("view %v of shape %v in buffer %d", v.Strides, v.Shape, v.Buf)
	}
	low, high := reach(v)
	if n := c.p.Buffers[v.Buf].Len; !slices.Contains(v.Shape, 0) && (low < 0 || high >= n) {
		return fmt.Errorf("elements %d to %d of buffer %d, which has %d", low, high, v.Buf, n)
	}
	return nil
}

// reach is the positions of the lowest and the highest element of a view.
func reach(v compiler.View) (low, high int) {
	low, high = v.Offset, v.Offset
	for axis, n := range v.Shape {
		if d := (n - 1) * v.Strides[axis]; d < 0 {
			low += d
		} else {
			high += d
		}
	}
	return low, high
}

func (c *checker) steps() error {
	for i := range c.p.Steps {
		s := &c.p.Steps[i]
		list, err := accesses(s.Body)
		for k := 0; k < len(list) && err == nil; k++ {
			err = c.access(i, list, k)
		}
		if err == nil && (s.Flops < 0 || s.Bytes < 0) {
			err = fmt.Errorf("%g FLOP, %g B", s.Flops, s.Bytes)
		}
		if err != nil {
			return fmt.Errorf("step %d, %s: %w", i, s.Body.Kind(), err)
		}
	}
	for i, port := range c.p.Outputs {
		if !c.known[port.Buf] && c.p.Buffers[port.Buf].Len > 0 {
			return fmt.Errorf("nothing writes result %d", i)
		}
	}
	return nil
}

// access checks one view of a step, and notes that it is touched.
func (c *checker) access(step int, list []access, k int) error {
	a := list[k]
	if err := c.inside(a.View); err != nil {
		return err
	}
	if slices.Contains(a.Shape, 0) {
		return nil
	}
	own := c.home[a.Buf]
	b := &c.p.Buffers[own]
	if a.written && b.Kind != compiler.Temp && b.Kind != compiler.Output {
		return fmt.Errorf("buffer %d, which is not the program's own, is written", a.Buf)
	}
	if !a.written && !c.known[own] {
		return fmt.Errorf("buffer %d is read before it is written", a.Buf)
	}
	if a.written {
		for _, other := range list {
			same := slices.Equal(other.Strides, a.Strides) && other.Offset == a.Offset // as a SCATTER reads what it writes
			if !other.written && other.Buf == a.Buf && !same {
				return fmt.Errorf("buffer %d is read in one layout and written in another", a.Buf)
			}
		}
		c.known[own] = true
	}
	if c.live[own].first < 0 {
		c.live[own].first = step
	}
	c.live[own].last = step
	return nil
}

// loops checks that windows stay inside the buffers that they look on in every slice, and that every buffer that moves
// belongs to one.
func (c *checker) loops() error {
	end, moving := 0, 0
	for k := range c.p.Loops {
		l := &c.p.Loops[k]
		if l.First < end || l.End <= l.First || l.End > len(c.p.Steps) {
			return fmt.Errorf("loop %d over steps %d to %d, after %d", k, l.First, l.End, end)
		}
		end = l.End
		for _, w := range l.Windows {
			b, of := &c.p.Buffers[w.Buf], &c.p.Buffers[w.Of]
			if b.Kind != compiler.Moving || of.Kind == compiler.Moving || b.DType != of.DType || c.home[w.Buf] != w.Buf {
				return fmt.Errorf("loop %d: buffer %d is no window on buffer %d", k, w.Buf, w.Of)
			}
			c.home[w.Buf] = w.Of
			moving++
			low, high := reach(compiler.View{Shape: l.Sizes, Operand: compiler.Operand{Offset: w.Start, Strides: w.Strides}})
			if b.Len > 0 && (low < 0 || high+b.Len > of.Len) {
				return fmt.Errorf("loop %d: window %d reaches elements %d to %d of %d", k, w.Buf, low, high+b.Len-1, of.Len)
			}
		}
	}
	for i := range c.p.Buffers {
		if c.p.Buffers[i].Kind == compiler.Moving {
			moving--
		}
	}
	if moving != 0 {
		return fmt.Errorf("%d windows too many", moving)
	}
	return nil
}

// held lengthens the lives of temporaries that come into a loop or are seen through its windows: they live through all
// slices.
func (c *checker) held() {
	for k := range c.p.Loops {
		l := &c.p.Loops[k]
		seen := map[int]bool{}
		for _, w := range l.Windows {
			seen[w.Of] = true
		}
		for i := range c.live {
			x := &c.live[i]
			if x.first >= 0 && x.last >= l.First && x.first < l.End && (seen[i] || x.first < l.First || x.last >= l.End) {
				x.first, x.last = min(x.first, l.First), max(x.last, l.End-1)
			}
		}
	}
}

// arena checks that temporaries whose lives meet lie apart.
func (c *checker) arena() error {
	c.held()
	for i := range c.p.Buffers {
		for j := range i {
			a, b := &c.p.Buffers[i], &c.p.Buffers[j]
			if a.Kind != compiler.Temp || b.Kind != compiler.Temp || c.live[i].first < 0 || c.live[j].first < 0 {
				continue
			}
			apart := a.Offset+a.Bytes() <= b.Offset || b.Offset+b.Bytes() <= a.Offset
			meet := c.live[i].first <= c.live[j].last && c.live[j].first <= c.live[i].last
			if !apart && meet && !c.replaces(i, j) && !c.replaces(j, i) {
				return fmt.Errorf("buffers %d and %d share memory and are live at the same time", i, j)
			}
		}
	}
	return nil
}

// replaces reports whether a Map reads buffer from for the last time as it begins buffer to, element by element in one
// place.
func (c *checker) replaces(from, to int) bool {
	step := c.live[to].first
	m, ok := c.p.Steps[step].Body.(*compiler.Map)
	if !ok || c.live[from].last != step || m.Dst.Buf != to {
		return false
	}
	a, b := &c.p.Buffers[from], &c.p.Buffers[to]
	for _, s := range m.Src {
		if s.Buf == from && (s.Offset != m.Dst.Offset || !slices.Equal(s.Strides, m.Dst.Strides)) {
			return false
		}
	}
	return a.Offset == b.Offset && a.DType.Size() == b.DType.Size()
}
