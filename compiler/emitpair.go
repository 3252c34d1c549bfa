package compiler

import (
	"slices"
	"strings"

	"github.com/tenferro/tenferro-go/trace"
)

// contract emits the steps of one binary contraction.
func (e *emitter) contract(i int, op trace.Contract) {
	n := &e.g.nodes[i]
	a, b, out := e.g.typ(n.in[0]), e.g.typ(n.in[1]), n.out[0]
	dst := e.dest(i, 0)
	if product(out.Shape) == 0 {
		return
	}
	c, _, _ := classify(op, a, b)
	at := [numOps]Operand{e.at(n.in[0]), e.at(n.in[1]), dst}
	pr := c.pair(nil, [numOps][]int{at[opA].Strides, at[opB].Strides, at[opC].Strides})
	pl := pr.plan(e.cm)
	label := equation(op)

	conj := [numOps]bool{c.conjA, c.conjB, false}
	where := [numOps]Operand{at[opA], at[opB], at[opC]}
	for t := range numOps {
		if !pl.moved[t] {
			continue
		}
		shape := make([]int, 0, len(pl.order[t]))
		for _, x := range pl.order[t] {
			shape = append(shape, pr.axes[x].dim)
		}
		tmp := e.temp(trace.Type{DType: c.dtype, Shape: shape}, nil)
		where[t] = Operand{Buf: tmp.Buf}
		if t != opC {
			e.move(tmp, at[t], pr.axes, pl.order[t], t, shape, conj[t], label)
			conj[t] = false
		}
	}
	flops, bytes := pr.work()
	if pl.moved != [numOps]bool{} {
		pr := pr.relaid(nil, pl.moved, pl.order)
		e.kernel(&pr, &pl.choice, where, conj, label, flops, bytes)
	} else {
		e.kernel(&pr, &pl.choice, where, conj, label, flops, bytes)
	}
	if pl.moved[opC] {
		e.unmove(where[opC], at[opC], pr.axes, pl.order[opC], label)
	}
}

// move emits the copy of an operand into a compact temporary whose axes are ordered.
func (e *emitter) move(tmp, src Operand, axes []axis, order []int, t int, shape []int, conj bool, label string) {
	from := Operand{Buf: src.Buf, Offset: src.Offset}
	for _, x := range order {
		from.Strides = append(from.Strides, axes[x].stride[t])
	}
	dtype := e.p.Buffers[tmp.Buf].DType
	e.copy(tmp, from, trace.Type{DType: dtype, Shape: shape}, conj, label)
}

// unmove emits the copy of a result from a compact temporary to where it belongs.
func (e *emitter) unmove(tmp, dst Operand, axes []axis, order []int, label string) {
	to := Operand{Buf: dst.Buf, Offset: dst.Offset}
	var shape []int
	for _, x := range order {
		to.Strides = append(to.Strides, axes[x].stride[opC])
		shape = append(shape, axes[x].dim)
	}
	from := Operand{Buf: tmp.Buf, Offset: tmp.Offset, Strides: compact(shape, ascending(len(shape)))}
	e.copy(to, from, trace.Type{DType: e.p.Buffers[tmp.Buf].DType, Shape: shape}, false, label)
}

// work is the floating-point operations and the bytes of a contraction, in the conventions of the project: 2 (complex
// 8) operations for each multiply-add where something is summed, 1 (complex 6) for each product where nothing is.
func (p *pair) work() (flops, bytes float64) {
	points, summed := 1.0, false
	for _, x := range p.axes {
		points *= float64(x.dim)
		summed = summed || x.class == contracted && x.dim > 1
	}
	per := 1.0
	switch complex := p.dtype.IsComplex(); {
	case summed && complex:
		per = 8
	case summed:
		per = 2
	case complex:
		per = 6
	}
	n := p.elements(opA) + p.elements(opB) + p.elements(opC)
	return per * points, float64(n) * float64(p.dtype.Size())
}

// kernel emits the step that computes. where holds the buffers and offsets of A, B and C; the strides are the pair's.
func (e *emitter) kernel(p *pair, c *choice, where [numOps]Operand, conj [numOps]bool, label string, flops, bytes float64) {
	var g grouped
	g.fill(p)
	batched, summed := g.loops(c)
	a, b := opA, opB
	if c.swap {
		a, b = b, a
	}
	loops := slices.Concat(batched, summed)
	over := func(t int) Operand {
		o := Operand{Buf: where[t].Buf, Offset: where[t].Offset, Strides: make([]int, len(loops))}
		for i, x := range loops {
			o.Strides[i] = x.stride[t]
		}
		return o
	}
	point := func(t int) Operand { return Operand{Buf: where[t].Buf, Offset: where[t].Offset} }
	var body Body
	switch c.method {
	case byProduct:
		body = &Product{Shape: dims(loops), Reduce: len(summed), Dst: over(opC), A: over(opA), B: over(opB), ConjA: conj[opA], ConjB: conj[opB]}
	case byGemm:
		body = &Gemm{TransA: c.transA, TransB: c.transB, M: c.m.dim, N: c.n.dim, K: c.k.dim, A: over(a), B: over(b), C: over(opC),
			LDA: c.lda, LDB: c.ldb, LDC: c.ldc, Batch: dims(batched), Sum: dims(summed)}
	case byGemv:
		rows, cols := c.m.dim, c.k.dim
		if c.transA != 0 {
			rows, cols = cols, rows
		}
		body = &Gemv{Trans: c.transA, M: rows, N: cols, A: point(a), X: point(b), Y: point(opC), LDA: c.lda,
			IncX: c.k.stride[b], IncY: c.m.stride[opC]}
	case byDot:
		body = &Dot{N: c.k.dim, X: point(a), Y: point(b), Dst: point(opC), IncX: c.k.stride[a], IncY: c.k.stride[b], Conj: conj[a]}
	}
	e.emit(body, label, flops, bytes)
}

func dims(axes []axis) []int {
	out := make([]int, len(axes))
	for i, x := range axes {
		out[i] = x.dim
	}
	return out
}

// equation writes a Contract with letters, numbered in order of appearance.
func equation(op trace.Contract) string {
	names := map[int]rune{}
	var sb strings.Builder
	write := func(labels []int) {
		for _, l := range labels {
			r, ok := names[l]
			if !ok {
				r = letter(len(names))
				names[l] = r
			}
			sb.WriteRune(r)
		}
	}
	write(op.A)
	if op.ConjA {
		sb.WriteByte('*')
	}
	sb.WriteByte(',')
	write(op.B)
	if op.ConjB {
		sb.WriteByte('*')
	}
	sb.WriteString("->")
	write(op.Out)
	return sb.String()
}

// letter is the i-th label's name: a…z, A…Z, then letters from U+00C0 on.
func letter(i int) rune {
	switch {
	case i < 26:
		return rune('a' + i)
	case i < 52:
		return rune('A' + i - 26)
	}
	return rune(0xC0 + i - 52)
}
