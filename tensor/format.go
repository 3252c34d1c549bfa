package tensor

// This file prints tensors for people. What is printed is bounded, however large the tensor.

import (
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"
)

// An axis of more than keepWhole elements is printed by its first and last edge elements. Of more than keepMatrices
// matrices, the first and last edge are printed.
const (
	keepWhole    = 12
	keepMatrices = 8
	edge         = 3
)

// String returns what Format writes for %v.
func (t *Tensor) String() string { return fmt.Sprint(t) }

// Format writes the dtype, the shape and the elements. A matrix is written by its rows; of a tensor of higher rank each
// matrix over the first two axes, under the indices of the others. Long axes are cut short, so that printing takes the
// same time for every size.
//
// The verbs %v and %s print up to 8 significant digits; %e, %f, %g and %d, with width and precision, format each
// element as fmt does. %#v prints dtype, shape, strides and offset without any element.
func (t *Tensor) Format(f fmt.State, verb rune) {
	if t.check("") != nil {
		_, _ = io.WriteString(f, "tensor(nil)")
		return
	}
	if verb == 'v' && f.Flag('#') {
		_, _ = fmt.Fprintf(f, "tensor.Tensor{%v shape %v strides %v offset %d}", t.dtype, t.shape, t.strides, t.offset)
		return
	}
	p := printer{t: t, text: elementText(t, f, verb)}
	fmt.Fprintf(&p.out, "%v %v", t.dtype, t.shape)
	p.tensor()
	runtime.KeepAlive(t.storage)
	_, _ = io.WriteString(f, p.out.String())
}

// printer collects the text of one tensor. text formats the element at a position of the storage.
type printer struct {
	t    *Tensor
	text func(at int) string
	out  strings.Builder
}

func (p *printer) tensor() {
	t := p.t
	switch {
	case t.Len() == 0:
		p.out.WriteString(" without elements")
	case t.Rank() == 0:
		p.out.WriteString(" " + p.text(t.offset))
	case t.Rank() == 1:
		p.out.WriteString(" ")
		p.rows([][]string{p.row(t.offset, 0)})
	case t.Rank() == 2:
		p.out.WriteString("\n")
		p.matrix(t.offset)
	default:
		p.matrices()
	}
}

// matrices writes the matrices over the first two axes, those of the lowest third index first.
func (p *printer) matrices() {
	t := p.t
	outer := t.shape[2:]
	count := t.Len() / t.shape[0] / t.shape[1]
	for k := 0; k < count; k++ {
		if count > keepMatrices && k == edge {
			fmt.Fprintf(&p.out, "\n… %d more", count-2*edge)
			k = count - edge
		}
		p.out.WriteString("\n[:, :")
		at := t.offset
		for axis, i := range unravel(k, outer) {
			fmt.Fprintf(&p.out, ", %d", i)
			at += i * t.strides[2+axis]
		}
		p.out.WriteString("]\n")
		p.matrix(at)
	}
}

// matrix writes the matrix over the first two axes that starts at a position of the storage.
func (p *printer) matrix(at int) {
	size, stride := p.t.shape[0], p.t.strides[0]
	var rows [][]string
	for _, i := range shown(size) {
		if i < 0 {
			rows = append(rows, nil)
			continue
		}
		rows = append(rows, p.row(at+i*stride, 1))
	}
	p.out.WriteString("[")
	p.rows(rows)
	p.out.WriteString("]")
}

// row returns the texts of the elements along an axis.
func (p *printer) row(at, axis int) []string {
	var row []string
	for _, i := range shown(p.t.shape[axis]) {
		if i < 0 {
			row = append(row, "…")
			continue
		}
		row = append(row, p.text(at+i*p.t.strides[axis]))
	}
	return row
}

// rows writes rows of equal length, their columns aligned to the right; nil stands for rows that are left out.
func (p *printer) rows(rows [][]string) {
	width := make([]int, len(rows[0]))
	for _, row := range rows {
		for j, text := range row {
			width[j] = max(width[j], len([]rune(text)))
		}
	}
	for i, row := range rows {
		if i > 0 {
			p.out.WriteString("\n ")
		}
		if row == nil {
			p.out.WriteString("…")
			continue
		}
		p.out.WriteString("[")
		for j, text := range row {
			if j > 0 {
				p.out.WriteString(" ")
			}
			fmt.Fprintf(&p.out, "%*s", width[j], text)
		}
		p.out.WriteString("]")
	}
}

// shown returns the indices of an axis that are printed, with -1 for those that are left out.
func shown(size int) []int {
	var index []int
	for i := 0; i < size; i++ {
		if size > keepWhole && i == edge {
			index = append(index, -1)
			i = size - edge
		}
		index = append(index, i)
	}
	return index
}

// elementText returns the function that formats the element at a position of the storage.
func elementText(t *Tensor, f fmt.State, verb rune) func(at int) string {
	switch t.dtype {
	case Float32:
		return textOf[float32](t, f, verb)
	case Float64:
		return textOf[float64](t, f, verb)
	case Complex64:
		return textOf[complex64](t, f, verb)
	case Complex128:
		return textOf[complex128](t, f, verb)
	case Int32:
		return textOf[int32](t, f, verb)
	case Int64:
		return textOf[int64](t, f, verb)
	}
	return textOf[bool](t, f, verb)
}

func textOf[T Element](t *Tensor, f fmt.State, verb rune) func(at int) string {
	data := elements[T](t.storage)
	format := fmt.FormatString(f, verb)
	if verb == 'v' || verb == 's' {
		format = "%v"
		precision, given := f.Precision()
		if !given {
			precision = 8
		}
		if t.dtype.IsScalar() {
			format = "%." + strconv.Itoa(precision) + "g"
		}
		if t.dtype.IsComplex() {
			return func(at int) string { return strings.Trim(fmt.Sprintf(format, data[at]), "()") }
		}
	}
	return func(at int) string { return fmt.Sprintf(format, data[at]) }
}
