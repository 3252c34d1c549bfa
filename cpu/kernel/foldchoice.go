package kernel

// How a fold is best run: which reduced axes make a run, and whether runs or rows cost fewer cycles.

// runGroup orders the reduced axes so that the best to run along comes first, and returns how many of the first axes
// make the group of a run. Only a group of one axis may have more than most elements.
func runGroup(tail *nest, most, size int) (ordered *nest, inner int) {
	if tail.rank() == 0 {
		return tail, 0
	}
	best := 0
	for a := range tail.dims {
		if tail.stray(a, size) < tail.stray(best, size) {
			best = a
		}
	}
	order := []int{best}
	for a := range tail.dims {
		if a != best {
			order = append(order, a)
		}
	}
	ordered = tail.pick(order)
	points := ordered.dims[0]
	inner = 1
	for inner < ordered.rank() && points < minGroup && points*ordered.dims[inner] <= most {
		points *= ordered.dims[inner]
		inner++
	}
	if points >= 16 || inner == ordered.rank() {
		return ordered, inner
	}
	// Tiny axes and then a long one: run along the long one.
	order = append([]int{inner}, append(span(0, inner), span(inner+1, ordered.rank())...)...)
	return ordered.pick(order), 1
}

// stray weighs how far the sources are from being dense or constant along axis a; short axes weigh more.
func (n *nest) stray(a, size int) int {
	w := 0
	for o := 1; o < len(n.step); o++ {
		if s := n.step[o][a]; s != 0 && s != size {
			w += 4
		}
	}
	if n.dims[a] < 8 {
		w++
	}
	return w
}

// runsPay reports whether runs over the first inner axes of tail cost less than rows over head.
func (p *foldPlan) runsPay(head, tail *nest, inner, most int) bool {
	terms := tail.points()
	if inner == 0 || terms < 4 {
		return false
	}
	const call = 16 // cycles around a call of a vector kernel
	run := product(tail.dims[:inner])
	perRun := loadCost(tail, inner, p.ops.size) + call/float64(run) + 2*call/float64(terms)

	row, rows := 1, 0
	for rows < head.rank() && row < minGroup {
		row *= head.dims[rows]
		rows++
	}
	row = min(row, most)
	perRow := 0.5 + loadCost(head, rows, p.ops.size) + call/float64(row)
	return perRun < perRow
}

// loadCost estimates the cycles an element that the sources cost along the first inner axes of n.
func loadCost(n *nest, inner, size int) float64 {
	cost := 1.0
	for o := 1; o < len(n.step); o++ {
		follows, still := size, true
		for a := range inner {
			if s := n.step[o][a]; s != follows {
				follows = -1
			} else {
				follows *= n.dims[a]
			}
			still = still && n.step[o][a] == 0
		}
		switch {
		case still || follows > 0:
		case n.step[o][0] == size || n.step[o][0] == 0:
			cost += 1.5
		default:
			cost += 4
		}
	}
	return cost
}
