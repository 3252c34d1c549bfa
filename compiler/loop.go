package compiler

import (
	"slices"

	"github.com/tenferro/tenferro-go/trace"
)

// This file emits loops: steps that a run repeats, over windows that move from slice to slice.

// Loop says that some steps of a program run once for each slice: for each combination of the indices of its axes, the
// first running fastest.
type Loop struct {
	First, End int   // the steps: from First up to, not including, End
	Sizes      []int // of the axes
	Windows    []Window
}

// Window is where a buffer of kind Moving lies in a slice: its first element is that at Start + Σ indexₖ·Strides[k] of
// another buffer.
type Window struct {
	Buf     int
	Of      int
	Start   int
	Strides []int
}

// Slices is how many slices there are.
func (l *Loop) Slices() int { return product(l.Sizes) }

// times is how often a run does step i.
func (p *Program) times(i int) float64 {
	for k := range p.Loops {
		if l := &p.Loops[k]; l.First <= i && i < l.End {
			return float64(l.Slices())
		}
	}
	return 1
}

// Slices is how many slices the program's loops have together; 0 for a program without.
func (p *Program) Slices() int {
	n := 0
	for i := range p.Loops {
		n += p.Loops[i].Slices()
	}
	return n
}

// home returns, for each buffer, the one whose memory it is: another one for windows.
func (p *Program) home() []int {
	of := ascending(len(p.Buffers))
	for i := range p.Loops {
		for _, w := range p.Loops[i].Windows {
			of[w.Buf] = w.Of
		}
	}
	return of
}

// enter begins the loop that node i belongs to, if it is the first: the collected value gets its place, filled with zeros
// where slices are added to it.
func (e *emitter) enter(i int) {
	l := e.loop[i]
	if l < 0 || l == e.open {
		return
	}
	e.open = l
	last := i
	for _, ok := e.g.nodes[last].op.(collect); !ok; _, ok = e.g.nodes[last].op.(collect) {
		last++
	}
	op, t := e.g.nodes[last].op.(collect), e.g.nodes[last].out[0]
	e.placed[last] = make([]Operand, 1)
	dst := e.dest(last, 0)
	if op.sums() {
		e.fill(dst, t, 0)
	}
	e.p.Loops = append(e.p.Loops, Loop{First: len(e.p.Steps), Sizes: slices.Clone(op.loop.sizes)})
}

// collect emits what puts a slice in its place in the collected value, and ends the loop.
func (e *emitter) collect(i int, op collect) {
	from := e.g.nodes[i].in[0]
	src, t := e.at(from), e.g.typ(from)
	dst := e.windowOn(e.placed[i][0], op.axes, t)
	switch n := product(t.Shape); {
	case n == 0:
	case op.sums():
		add := Instr{Fn: Add, Args: [3]int{0, 1}, In: t.DType, Out: t.DType}
		e.emit(&Map{Shape: slices.Clone(t.Shape), Dst: dst, Src: []Operand{dst, src}, Code: []Instr{add}}, "add slice", float64(n),
			3*float64(n*t.DType.Size()))
	default:
		e.copy(dst, src, t, false, "slice")
	}
	e.p.Loops[len(e.p.Loops)-1].End = len(e.p.Steps)
	e.open = -1
}

// windowOn is a view of a tensor without the axes that run with the open loop: of type t, in a buffer that moves.
func (e *emitter) windowOn(whole Operand, axes []int, t trace.Type) Operand {
	l := &e.p.Loops[len(e.p.Loops)-1]
	w := Window{Of: whole.Buf, Start: whole.Offset, Strides: make([]int, len(l.Sizes))}
	view := Operand{}
	for axis, s := range whole.Strides {
		if k := slices.Index(axes, axis); k >= 0 {
			w.Strides[k] = s
		} else {
			view.Strides = append(view.Strides, s)
		}
	}
	n, origin := extent(t.Shape, view.Strides)
	w.Start -= origin
	view.Offset = origin
	w.Buf = e.buffer(Moving, e.windows, t.DType, n)
	e.windows++
	view.Buf = w.Buf
	l.Windows = append(l.Windows, w)
	return view
}
