package path

// The order of a tree's steps that needs the least memory. For trees that are walked depth first, running the child with
// the larger peak first is best (Sethi and Ullman, JACM 17, 1970, generalised to results of any size by Liu, ACM TOMS
// 12, 1986): with the results of both children fixed, only the order in which the two peaks meet the other's result can
// be chosen.

// Reorder returns the same tree with its steps in the depth-first order of least peak memory, inputs held throughout.
// Ties keep the left child first.
func (t *Tree) Reorder() *Tree {
	n := len(t.net.Inputs)
	size := make([]float64, len(t.pairs))
	own := make([]float64, len(t.pairs)) // sums of inputs that live during the step
	newWalker(t.net).walk(t.pairs, func(i int, s *step) {
		size[i] = s.sizeC()
		if s.preA != 1 {
			own[i] += s.sizeA()
		}
		if s.preB != 1 {
			own[i] += s.sizeB()
		}
	})
	return newTree(t.net, postorder(n, t.pairs, int32(t.Root()), leastPeak(n, t.pairs, size, own)))
}

// leastPeak says for each step whether its right child is to run before its left one.
func leastPeak(n int, pairs [][2]int32, size, own []float64) []bool {
	rightFirst := make([]bool, len(pairs))
	peak := make([]float64, len(pairs))
	at := func(v int32) (float64, float64) {
		if int(v) < n {
			return 0, 0
		}
		return peak[int(v)-n], size[int(v)-n]
	}
	for i, p := range pairs {
		pl, sl := at(p[0])
		pr, sr := at(p[1])
		left, right := max(pl, sl+pr), max(pr, sr+pl)
		rightFirst[i] = right < left
		peak[i] = max(min(left, right), sl+sr+own[i]+size[i])
	}
	return rightFirst
}

// postorder renumbers a tree so that each step's children run depth first, the right one first where asked. The steps
// may stand in any order before.
func postorder(n int, pairs [][2]int32, root int32, rightFirst []bool) [][2]int32 {
	out := make([][2]int32, 0, len(pairs))
	if len(pairs) == 0 {
		return out
	}
	name := make([]int32, len(pairs)) // new number of each step's result
	at := func(v int32) int32 {
		if int(v) < n {
			return v
		}
		return name[int(v)-n]
	}
	type frame struct {
		step int32
		seen int8
	}
	stack := []frame{{step: root - int32(n)}}
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		p := pairs[f.step]
		if f.seen == 2 {
			name[f.step] = int32(n + len(out))
			out = append(out, [2]int32{at(p[0]), at(p[1])})
			stack = stack[:len(stack)-1]
			continue
		}
		side := int(f.seen)
		if rightFirst != nil && rightFirst[f.step] {
			side = 1 - side
		}
		f.seen++
		if v := p[side]; int(v) >= n {
			stack = append(stack, frame{step: v - int32(n)})
		}
	}
	return out
}
