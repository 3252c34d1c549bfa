package main

// The pictures of "tfbench plan": the tree of contraction, and how the search went on.

import (
	"fmt"
	"html"
	"io"
	"math"
	"strings"
)

// drawTree draws the tree, operands below and the result on top. A node's area goes with the logarithm of its elements,
// its colour, from blue to red, with that of the operations that make it.
func (x *planned) drawTree(w io.Writer) error {
	t := x.plan.Slicing().Inner()
	depth, leaves := depths(t)
	deepest := 0
	for _, d := range depth {
		deepest = max(deepest, d)
	}
	n := t.Inputs()
	width, height := max(400, 18*float64(len(leaves))+60), 60+math.Min(34, 3000/float64(deepest+1))*float64(deepest+1)
	px, py := make([]float64, len(depth)), make([]float64, len(depth))
	for i, v := range leaves {
		px[v] = 30 + (width-60)*(float64(i)+0.5)/float64(len(leaves))
	}
	row := func(d int) float64 { return 40 + (height-70)*float64(d)/float64(max(deepest, 1)) }
	steps := t.Contractions(x.plan.Search().Element)
	size, flops := make([]float64, len(depth)), make([]float64, len(depth))
	least, most := math.Inf(1), 0.0
	for i := range steps {
		s := &steps[i]
		px[n+i] = (px[s.Left] + px[s.Right]) / 2
		size[n+i], flops[n+i] = s.Size.Out(), s.Size.Flops()
		least, most = min(least, flops[n+i]), max(most, flops[n+i])
	}
	for v := range depth {
		py[v] = row(depth[v])
	}
	var b strings.Builder
	open(&b, width, height, fmt.Sprintf("%s: %d operands", shortened(x.name), n))
	for i := range steps {
		for _, v := range []int{steps[i].Left, steps[i].Right} {
			fmt.Fprintf(&b, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="#999"/>`+"\n", px[v], py[v], px[n+i], py[n+i])
		}
	}
	for v := range depth {
		if v < n {
			fmt.Fprintf(&b, `<circle cx="%.1f" cy="%.1f" r="2.5" fill="#444"><title>operand %d</title></circle>`+"\n", px[v], py[v], v)
			continue
		}
		heat := 0.0
		if most > least {
			heat = math.Log(flops[v]/least) / math.Log(most/least)
		}
		fmt.Fprintf(&b, `<circle cx="%.1f" cy="%.1f" r="%.1f" fill="hsl(%.0f,85%%,50%%)"><title>step %d: %.3g bytes, %.3g flops</title></circle>`+"\n",
			px[v], py[v], 2+2.2*math.Sqrt(math.Log2(1+size[v]/8)), 230*(1-heat), v-n, size[v], flops[v])
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// drawProgress draws the best operations against the time of the search, a step down for each better tree.
func (x *planned) drawProgress(w io.Writer) error {
	const width, height, margin = 640.0, 360.0, 50.0
	var b strings.Builder
	open(&b, width, height, shortened(x.name)+": log10 of the operations over the seconds of the search")
	if len(x.history) > 0 {
		end := max(x.plan.Search().Elapsed.Seconds(), 1e-6)
		high, low := math.Inf(-1), math.Inf(1)
		for _, p := range x.history {
			y := math.Log10(p.Costs.Flops)
			high, low = max(high, y), min(low, y)
		}
		span := max(high-low, 1e-3)
		at := func(seconds, y float64) string {
			return fmt.Sprintf("%.1f,%.1f", margin+(width-2*margin)*min(seconds/end, 1), margin+(height-2*margin)*(high-y)/span)
		}
		var points []string
		last := 0.0
		for i, p := range x.history {
			y := math.Log10(p.Costs.Flops)
			if i > 0 {
				points = append(points, at(p.Elapsed.Seconds(), last))
			}
			points = append(points, at(p.Elapsed.Seconds(), y))
			last = y
		}
		points = append(points, at(end, last))
		fmt.Fprintf(&b, `<polyline fill="none" stroke="#06c" stroke-width="2" points="%s"/>`+"\n", strings.Join(points, " "))
		label := func(x, y float64, text string) {
			fmt.Fprintf(&b, `<text x="%.0f" y="%.0f" font-size="11">%s</text>`+"\n", x, y, text)
		}
		label(4, margin, fmt.Sprintf("%.2f", high))
		label(4, height-margin, fmt.Sprintf("%.2f", low))
		label(width-margin-20, height-margin+18, fmt.Sprintf("%.3g s", end))
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// open begins a picture with a white ground and a title.
func open(b *strings.Builder, width, height float64, title string) {
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" font-family="sans-serif">`+"\n", width, height)
	fmt.Fprintf(b, `<rect width="100%%" height="100%%" fill="white"/><text x="10" y="20" font-size="13">%s</text>`+"\n", html.EscapeString(title))
}
