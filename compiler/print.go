package compiler

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/tenferro/tenferro-go/cblas"
)

// String writes the program as a table of its steps. The text depends on the traced graph and the options alone.
func (p *Program) String() string {
	var sb strings.Builder
	p.write(&sb, "")
	lines := strings.Split(sb.String(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ") // the table pads its last column
	}
	return strings.Join(lines, "\n")
}

func (p *Program) write(w io.Writer, indent string) {
	slices := ""
	if n := p.Slices(); n > 0 {
		slices = fmt.Sprintf(", %d slices", n)
	}
	fmt.Fprintf(w, "%sprogram: %d inputs, %d outputs, %d steps%s, %s, %s moved, arena %s, peak %s\n", indent, len(p.Inputs), len(p.Outputs),
		len(p.Steps), slices, quantity(p.Flops(), "FLOP"), quantity(p.MovedBytes(), "B"), quantity(float64(p.ArenaBytes), "B"), quantity(float64(p.PeakBytes()), "B"))
	if len(p.Requires) > 0 {
		fmt.Fprintf(w, "%srequires %s\n", indent, strings.Join(p.Requires, ", "))
	}
	if p.Fold != nil {
		fmt.Fprintf(w, "%sfolded once:\n", indent)
		p.Fold.write(w, indent+"  ")
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for i := range p.Inputs {
		fmt.Fprintf(tw, "%s%s\t%s%v\t\n", indent, p.name(p.Inputs[i].Buf), p.Inputs[i].DType, p.Inputs[i].Shape)
	}
	for i := range p.Steps {
		within := p.announce(tw, indent, i)
		s := &p.Steps[i]
		fmt.Fprintf(tw, "%s%s%d\t%s\t%s\t%s\t%s\t%s\n", indent, within, i, p.transfer(s.Body), describe(s.Body), s.Label, quantity(s.Flops, "FLOP"), quantity(s.Bytes, "B"))
	}
	for i := range p.Outputs {
		fmt.Fprintf(tw, "%s%s\t%s%v\t\n", indent, p.name(p.Outputs[i].Buf), p.Outputs[i].DType, p.Outputs[i].Shape)
	}
	tw.Flush()
}

// announce writes what moves in the slices before the first step of a loop, and returns the indentation of its steps.
func (p *Program) announce(w io.Writer, indent string, step int) string {
	for k := range p.Loops {
		l := &p.Loops[k]
		if step < l.First || step >= l.End {
			continue
		}
		if step == l.First {
			fmt.Fprintf(w, "%sfor each of %d slices %v:\n", indent, l.Slices(), l.Sizes)
			for _, x := range l.Windows {
				fmt.Fprintf(w, "%s  %s\t%s from %d by %v\t\n", indent, p.name(x.Buf), p.name(x.Of), x.Start, x.Strides)
			}
		}
		return "  "
	}
	return ""
}

// DOT writes the steps and the buffers between them as a graph in the language of Graphviz.
func (p *Program) DOT() string {
	var sb strings.Builder
	sb.WriteString("digraph program {\n  node [shape=box];\n")
	writer := make(map[int]string)
	home := p.home()
	for i := range p.Buffers {
		if k := p.Buffers[i].Kind; k == Input || k == Const || k == Folded {
			writer[i] = p.name(i)
			fmt.Fprintf(&sb, "  %s [shape=ellipse];\n", writer[i])
		}
	}
	for i := range p.Steps {
		s := &p.Steps[i]
		fmt.Fprintf(&sb, "  s%d [label=%s];\n", i, strconv.Quote(strings.TrimSpace(fmt.Sprintf("%d %s\n%s\n%s", i, s.Body.Kind(), describe(s.Body), s.Label))))
		var writes []int
		visit(s.Body, func(o *Operand, written bool) {
			if written {
				writes = append(writes, home[o.Buf])
			} else if from, ok := writer[home[o.Buf]]; ok {
				fmt.Fprintf(&sb, "  %s -> s%d [label=%q];\n", from, i, p.name(o.Buf))
			}
		})
		for _, b := range writes {
			if before, ok := writer[b]; ok { // another step has written a part of it
				fmt.Fprintf(&sb, "  %s -> s%d [label=%q];\n", before, i, p.name(b))
			}
			writer[b] = "s" + strconv.Itoa(i)
		}
	}
	for i := range p.Outputs {
		b := p.Outputs[i].Buf
		fmt.Fprintf(&sb, "  %s [shape=ellipse];\n", p.name(b))
		if from, ok := writer[b]; ok { // nothing writes a result without elements
			fmt.Fprintf(&sb, "  %s -> %s;\n", from, p.name(b))
		}
	}
	sb.WriteString("}\n")
	return sb.String()
}

// name is what a buffer is called in printouts.
func (p *Program) name(buf int) string {
	b := &p.Buffers[buf]
	switch b.Kind {
	case Input:
		return "in" + strconv.Itoa(b.Index)
	case Output:
		return "out" + strconv.Itoa(b.Index)
	case Const:
		return "const" + strconv.Itoa(b.Index)
	case Folded:
		return "fold" + strconv.Itoa(b.Index)
	case Moving:
		return "w" + strconv.Itoa(b.Index)
	}
	return "t" + strconv.Itoa(b.Index)
}

// transfer writes what a step reads and writes: "GEMM in0 in1 -> t2".
func (p *Program) transfer(b Body) string {
	var in, out []string
	visit(b, func(o *Operand, written bool) {
		if written {
			out = append(out, p.name(o.Buf))
		} else {
			in = append(in, p.name(o.Buf))
		}
	})
	return b.Kind() + " " + strings.Join(in, " ") + " -> " + strings.Join(out, " ")
}

// describe writes the parameters of a step.
func describe(b Body) string {
	switch s := b.(type) {
	case *Copy:
		if s.Conj {
			return fmt.Sprintf("conj %v", s.Shape)
		}
		return fmt.Sprint(s.Shape)
	case *Fill:
		return fmt.Sprintf("%v = %g", s.Shape, s.Value)
	case *Product:
		n := len(s.Shape) - s.Reduce
		if s.Reduce > 0 {
			return fmt.Sprintf("%v sum %v", s.Shape[:n], s.Shape[n:])
		}
		return fmt.Sprint(s.Shape)
	case *Gemm:
		text := fmt.Sprintf("%s%s m=%d n=%d k=%d", flag(s.TransA), flag(s.TransB), s.M, s.N, s.K)
		if len(s.Batch) > 0 {
			text += fmt.Sprintf(" batch %v", s.Batch)
		}
		if len(s.Sum) > 0 {
			text += fmt.Sprintf(" sum %v", s.Sum)
		}
		return text
	case *Gemv:
		return fmt.Sprintf("%s m=%d n=%d", flag(s.Trans), s.M, s.N)
	case *Dot:
		return fmt.Sprintf("n=%d", s.N)
	case *Reduce:
		n := len(s.Shape) - s.Reduce
		return fmt.Sprintf("%v %v over %v", s.Fn, s.Shape[:n], s.Shape[n:])
	case *Map:
		names := make([]string, len(s.Code))
		for i, c := range s.Code {
			names[i] = c.Fn.String()
		}
		return fmt.Sprintf("%s %v", strings.Join(names, " "), s.Shape)
	case *Triangle:
		side := "upper"
		if s.Lower {
			side = "lower"
		}
		return fmt.Sprintf("%s k=%d %v", side, s.K, s.Shape)
	case *Gather:
		return fmt.Sprintf("%v at %v of %v", s.Rest, s.Select, s.Indexed)
	case *Scatter:
		how := "set"
		if s.Add {
			how = "add"
		}
		return fmt.Sprintf("%s %v at %v of %v", how, s.Rest, s.Select, s.Indexed)
	case *Call:
		return s.Family + "." + s.Kernel
	}
	return ""
}

func flag(t cblas.Transpose) string {
	return [...]string{cblas.NoTrans: "N", cblas.Trans: "T", cblas.ConjTrans: "C"}[t]
}

// quantity writes a number with a decimal prefix and a unit: "1.05 MFLOP".
func quantity(x float64, unit string) string {
	prefixes := []string{"", "k", "M", "G", "T", "P"}
	i := 0
	for x >= 999.5 && i < len(prefixes)-1 {
		x /= 1000
		i++
	}
	digits := 0
	if i > 0 {
		digits = max(0, 2-len(strconv.Itoa(int(x)))+1)
	}
	return strconv.FormatFloat(x, 'f', digits, 64) + " " + prefixes[i] + unit
}

var reduceNames = [...]string{ReduceSum: "sum", ReduceProd: "prod", ReduceMax: "max", ReduceMin: "min", ReduceMean: "mean",
	ReduceArgMax: "argmax", ReduceArgMin: "argmin"}

// String returns the reduction's name, such as "argmax".
func (f ReduceFn) String() string {
	if int(f) >= len(reduceNames) || f == 0 {
		return "invalid"
	}
	return reduceNames[f]
}

// sortedSet returns the distinct strings of s, sorted.
func sortedSet(s []string) []string {
	slices.Sort(s)
	return slices.Compact(s)
}
