package path

// A tree as a table that a person can read, after opt_einsum's PathInfo.

import (
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"
)

// TableOptions say how a table is written. The zero value is usable.
type TableOptions struct {
	// Equation is printed as it is. Default: made up from the labels' names.
	Equation string
	// Label names a label. Default: a … z, A … Z, then numbers in braces.
	Label func(l Label) string
	// Kind names what a step will be run as. Default: Contraction.Kind.
	Kind func(c Contraction) string
	// Element and Model are those of Costs.
	Element Element
	Model   CostModel
}

// maxRemaining is up to how many operands the remaining ones are listed, as in opt_einsum.
const maxRemaining = 20

// Kind names the shape of the step in terms of BLAS: DOT, GEMV, GER, GEMM, with BATCH before it where labels are in all
// three tensors; SCALE and MUL are products without a sum.
func (c *Contraction) Kind() string {
	batch, kind := "", ""
	left, right, sum := c.Size.M != 1, c.Size.N != 1, c.Size.K != 1
	if c.Size.Batch != 1 {
		batch = "BATCH "
	}
	switch {
	case sum && left && right:
		kind = "GEMM"
	case sum && (left || right):
		kind = "GEMV"
	case sum:
		kind = "DOT"
	case left && right:
		kind = "GER"
	case batch != "":
		return "MUL"
	default:
		return "SCALE"
	}
	return batch + kind
}

// labelName is the default name of a label.
func labelName(l Label) string {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	if l < len(letters) {
		return letters[l : l+1]
	}
	return "{" + strconv.Itoa(l) + "}"
}

// Table writes the costs of the tree and a line for each step: its rank, what it is run as, its equation, its real
// operations, the bytes of its operands and result, and the operands that remain after it.
func (t *Tree) Table(w io.Writer, o TableOptions) error {
	if o.Label == nil {
		o.Label = labelName
	}
	if o.Kind == nil {
		o.Kind = func(c Contraction) string { return c.Kind() }
	}
	names := func(labels []Label) string {
		var b strings.Builder
		for _, l := range labels {
			b.WriteString(o.Label(l))
		}
		return b.String()
	}
	left := make([]string, len(t.net.Inputs), len(t.net.Inputs)+len(t.pairs)) // operands as text
	for i, in := range t.net.Inputs {
		left[i] = names(in)
	}
	output := names(t.net.Output)
	if o.Equation == "" {
		o.Equation = strings.Join(left, ",") + "->" + output
	}
	var b strings.Builder
	t.head(&b, o)
	line := strings.Repeat("-", 108)
	fmt.Fprintf(&b, "%s\n%4s  %-11s %-32s %12s %12s  %s\n%s\n", line, "rank", "kind", "current", "flops", "bytes", "remaining", line)
	steps := t.Contractions(o.Element)
	gone := make([]bool, len(left)+len(steps))
	for i, c := range steps {
		result := names(c.Labels())
		if i == len(steps)-1 {
			result = output
		}
		gone[c.Left], gone[c.Right] = true, true
		left = append(left, result)
		rest := "..."
		if len(steps)-i <= maxRemaining {
			var terms []string
			for v, text := range left {
				if !gone[v] {
					terms = append(terms, text)
				}
			}
			rest = strings.Join(terms, ",") + "->" + output
		}
		rank := len(c.Batch) + len(c.LeftOnly) + len(c.RightOnly) + len(c.Summed)
		fmt.Fprintf(&b, "%4d  %-11s %-32s %12s %12s  %s\n", rank, o.Kind(c), left[c.Left]+","+left[c.Right]+"->"+result,
			count(c.Size.Flops()), count(c.Size.In()+c.Size.Out()), rest)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// head writes the costs of the tree.
func (t *Tree) head(b *strings.Builder, o TableOptions) {
	c, x := t.Costs(o.Element, o.Model), t.Exact()
	row := func(name, format string, args ...any) {
		fmt.Fprintf(b, "%26s:  %s\n", name, fmt.Sprintf(format, args...))
	}
	row("Complete contraction", "%s", o.Equation)
	row("Naive FLOP count", "%s", short(x.Naive))
	row("Optimized FLOP count", "%s (opt_einsum)", short(x.FlopsOptEinsum))
	row("Scalar multiplications", "%s (cotengra)", short(x.FlopsCotengra))
	row("Real operations", "%s", count(c.Flops))
	if x.FlopsOptEinsum.Sign() > 0 {
		speedup, _ := new(big.Float).Quo(new(big.Float).SetInt(x.Naive), new(big.Float).SetInt(x.FlopsOptEinsum)).Float64()
		row("Theoretical speedup", "%.4g", speedup)
	}
	row("Largest intermediate", "%s elements", short(x.MaxSize))
	row("Peak memory", "%s bytes", count(c.PeakBytes))
	row("Predicted time", "%.3g s", c.Seconds)
}

// count writes a figure: whole as long as it is short.
func count(x float64) string {
	if x < 1e7 {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'e', 3, 64)
}

// short writes an integer in full up to 25 digits, then as a power of ten.
func short(x *big.Int) string {
	if s := x.String(); len(s) <= 25 {
		return s
	}
	return new(big.Float).SetInt(x).Text('e', 3)
}
