package einsum_test

// Faults that other einsum implementations had with labels: which axis is which, and when a label may go. The numbers in
// brackets are those of this project's list of public bug reports.

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/einsum"
	"github.com/tenferro/tenferro-go/einsum/path"
	"github.com/tenferro/tenferro-go/tensor"
)

// requireRows requires a tensor of the given shape and elements, in row-major order.
func requireRows(t *testing.T, got *tensor.Tensor, shape []int, values ...float64) {
	t.Helper()
	want := filled(got.DType(), func(i int) complex128 { return complex(values[i], 0) }, shape...)
	require.Equal(t, shape, got.Shape())
	require.NoError(t, same(want, got))
}

// Integer labels from 26 on were mapped to clashing letters (B01, numpy/numpy#7741).
func TestIntegerLabelsNeverClash(t *testing.T) {
	all := stations(t)
	eq, err := einsum.FromLabels([][]int{{0, 26}, {26, 52}}, []int{0, 52})
	require.NoError(t, err)
	implied, err := einsum.FromLabelsImplicit([][]int{{26, 0}})
	require.NoError(t, err)
	for _, d := range numbers {
		a, b := arange(d, 1, 2, 3), arange(d, 1, 3, 2)
		requireRows(t, hold(t, all, contraction(eq.String(), a, b), true), []int{2, 2}, 22, 28, 49, 64)
		requireRows(t, hold(t, all, contraction(implied.String(), a), true), []int{3, 2}, 1, 4, 2, 5, 3, 6)
	}

	// Wherever a mapping to letters or runes could wrap round or meet something special.
	labels := []int{0, 1, 9, 25, 26, 51, 52, 61, 62, 63, 'a', 'z', 127, 128, 255, 256, 0xA0, 0xD7FF, 0xD800, 0xDFFF, 0xFFFD,
		0xFFFF, 0x10000, 0x10FFFF, 0x110000, 1_000_000, math.MaxInt32, math.MaxInt32 + 1, math.MaxInt}
	c, err := einsum.NewContractor(all[0].be)
	require.NoError(t, err)
	x, y := small(tensor.Float64, 1, 2, 3), small(tensor.Float64, 2, 3, 4)
	want, err := c.Contract(context.Background(), "ij,jk->ik", x, y)
	require.NoError(t, err)
	for _, i := range labels {
		for _, j := range labels {
			for _, k := range labels {
				if i == j || j == k || i == k {
					continue
				}
				eq, err := einsum.FromLabels([][]int{{i, j}, {j, k}}, []int{i, k})
				require.NoError(t, err)
				bound, err := eq.Bind([]int{2, 3}, []int{3, 4})
				require.NoError(t, err, "%v", eq)
				require.Equal(t, [][]int{{0, 1}, {1, 2}}, bound.Inputs)
				require.Equal(t, []int{0, 2}, bound.Output)
				eq, err = einsum.FromLabelsImplicit([][]int{{i, j}, {j, k}})
				require.NoError(t, err)
				bound, err = eq.Bind([]int{2, 3}, []int{3, 4})
				require.NoError(t, err)
				if i < k {
					require.Equal(t, []int{2, 4}, bound.OutputShape, "%v", eq)
				} else {
					require.Equal(t, []int{4, 2}, bound.OutputShape, "%v", eq)
				}
			}
		}
		j, k := (i+1)%math.MaxInt, (i+2)%math.MaxInt
		eq, err := einsum.FromLabels([][]int{{i, j}, {j, k}}, []int{i, k})
		require.NoError(t, err)
		got, err := c.Contract(context.Background(), eq.String(), x, y)
		require.NoError(t, err)
		require.NoError(t, same(want, got))
	}
	_, err = einsum.FromLabels([][]int{{0, -2}}, nil)
	require.Error(t, err)
}

// pairings lists every order in which n operands can be contracted two at a time, in single-assignment form.
func pairings(n int) [][][]int {
	var out [][][]int
	var extend func(left []int, steps [][]int)
	extend = func(left []int, steps [][]int) {
		if len(left) == 1 {
			out = append(out, steps)
			return
		}
		for j := range left {
			for i := range j {
				rest := slices.Delete(slices.Delete(slices.Clone(left), j, j+1), i, i+1)
				extend(append(rest, n+len(steps)), append(slices.Clone(steps), []int{left[i], left[j]}))
			}
		}
	}
	operands := make([]int, n)
	for i := range operands {
		operands[i] = i
	}
	extend(operands, nil)
	return out
}

// A label in three tensors was summed at the first pair that shared it (B03, GiggleLiu/omeco#6).
func TestHyperedgesOutliveTheirFirstPair(t *testing.T) {
	all := stations(t)
	for _, order := range pairings(3) {
		for _, d := range numbers {
			c := contraction("ab,b,bc->ac", arange(d, 1, 2, 3), arange(d, 1, 3), arange(d, 1, 3, 2)).with(einsum.WithSSAPath(order))
			requireRows(t, hold(t, all, c, true), []int{2, 2}, 58, 72, 124, 156)
		}
	}

	// The cheapest order takes the vector first: 18 multiplications, 24 with the vector last.
	plan, err := einsum.NewPlan(context.Background(), einsum.MustParse("ab,b,bc->ac"), tensor.Float64, [][]int{{2, 3}, {3}, {3, 2}},
		einsum.WithFinder("optimal"))
	require.NoError(t, err)
	require.Equal(t, 18.0, plan.Costs(nil).FlopsCotengra)

	size := map[rune]int{'a': 2, 'b': 3, 'c': 4, 'd': 2}
	for _, eq := range []string{
		"ab,b,bc->abc", "b,b,b->", "b,b,b->b", "ab,cb,db->acd", "ab,cb,db->dbca", "ab,bc,bd,b->acd", "b,b,b,b->", "ab,ab,ab,a->b",
		"ab,b,bc,cd->ad", "abc,ab,bc,ca->", "abc,ab,bc,ca->b", "bb,b,b->", "ab,b,,bc->ca",
	} {
		terms := strings.Split(eq[:strings.Index(eq, "->")], ",")
		for _, d := range []tensor.DType{tensor.Float32, tensor.Complex128, tensor.Int64} {
			operands := make([]*tensor.Tensor, len(terms))
			for i, term := range terms {
				var shape []int
				for _, label := range term {
					shape = append(shape, size[label])
				}
				operands[i] = small(d, i, shape...)
			}
			for _, order := range pairings(len(terms)) {
				hold(t, all[:1], contraction(eq, operands...).with(einsum.WithSSAPath(order)), true)
			}
			for _, f := range path.Finders() {
				if f.Name() != "greedy" && d != tensor.Float32 {
					continue // each form searches anew, and some searches take their time
				}
				hold(t, all[:1], contraction(eq, operands...).with(einsum.WithFinder(f.Name())), true)
			}
			hold(t, all, contraction(eq, operands...), true)
		}
	}
}

// An outer product whose labels do not lie together in the output was wrong (B05, Einsums/Einsums#283).
func TestOuterProductsWithSplitLabels(t *testing.T) {
	all := stations(t)
	for _, d := range numbers {
		got := hold(t, all, contraction("ac,b->abc", arange(d, 1, 2, 3), arange(d, 10, 2)), true)
		requireRows(t, got, []int{2, 2, 3}, 10, 20, 30, 11, 22, 33, 40, 50, 60, 44, 55, 66)
	}
	shape := map[rune]int{'a': 2, 'b': 3, 'c': 4, 'd': 5}
	for _, split := range [][2]string{{"a", "bc"}, {"ab", "cd"}, {"abc", "d"}, {"", "ab"}, {"a", "b"}} {
		for at, output := range permutations(split[0] + split[1]) {
			for swap := range 2 {
				x, y := split[swap], split[1-swap]
				d := numbers[at%len(numbers)]
				operand := func(term string, seed int, layout string) *tensor.Tensor {
					var dims []int
					for _, label := range term {
						dims = append(dims, shape[label])
					}
					return relaid(small(d, seed, dims...), layout)
				}
				layout := layouts[at%len(layouts)]
				hold(t, all, contraction(x+","+y+"->"+output, operand(x, 1, "column-major"), operand(y, 2, layout)), true)
			}
		}
	}
}

// permutations lists the orders of the letters of a word of ASCII.
func permutations(word string) []string {
	if len(word) <= 1 {
		return []string{word}
	}
	var out []string
	for i := range word {
		for _, rest := range permutations(word[:i] + word[i+1:]) {
			out = append(out, word[i:i+1]+rest)
		}
	}
	return out
}

// The axis of a diagonal moved to the end while the labels kept their places (B07, tinygrad/tinygrad#18207).
func TestDiagonalsAnywhere(t *testing.T) {
	all := stations(t)
	for _, d := range numbers {
		x := arange(d, 0, 2, 2, 4)
		requireRows(t, hold(t, all, contraction("iij->ij", x), true), []int{2, 4}, 0, 1, 2, 3, 12, 13, 14, 15)
		requireRows(t, hold(t, all, contraction("iij->i", x), true), []int{2}, 6, 54)
		requireRows(t, hold(t, all, contraction("iij,j->ij", x, ones(d, 4)), true), []int{2, 4}, 0, 1, 2, 3, 12, 13, 14, 15)
	}
	size := map[byte]int{'i': 2, 'j': 3, 'k': 4}
	at := 0
	for _, word := range wordsWithRepeats(4, "ijk") {
		distinct := ""
		var shape []int
		for i := range word {
			shape = append(shape, size[word[i]])
			if !strings.Contains(distinct, word[i:i+1]) {
				distinct += word[i : i+1]
			}
		}
		for _, output := range arrangements(distinct) {
			d := numbers[at%len(numbers)]
			x := relaid(small(d, at, shape...), layouts[at%len(layouts)])
			hold(t, all, contraction(word+"->"+output, x), true)
			last := distinct[len(distinct)-1:]
			hold(t, all[:1], contraction(word+","+last+"->"+output, x, small(d, at+1, size[last[0]])), true)
			hold(t, all[:1], contraction(last+last+","+word+"->"+output, small(d, at+2, size[last[0]], size[last[0]]), x), true)
			at++
		}
	}
}

// wordsWithRepeats lists the words of two to n of the letters in which a letter stands twice and new letters come in order.
func wordsWithRepeats(n int, letters string) []string {
	var out []string
	var extend func(word string, used int)
	extend = func(word string, used int) {
		if used < len(word) {
			out = append(out, word)
		}
		if len(word) == n {
			return
		}
		for i := range min(used+1, len(letters)) {
			extend(word+letters[i:i+1], max(used, i+1))
		}
	}
	extend("", 0)
	return out
}

// arrangements lists the permutations of every subset of the letters.
func arrangements(letters string) []string {
	var out []string
	for set := range 1 << len(letters) {
		word := ""
		for i := range letters {
			if set>>i&1 == 1 {
				word += letters[i : i+1]
			}
		}
		out = append(out, permutations(word)...)
	}
	return out
}

// A diagonal in one operand and a dangling label in another broke the order finder
// (S02, TensorBFS/OMEinsumContractionOrders.jl#87).
func TestDiagonalAndDanglingLabel(t *testing.T) {
	all := stations(t)
	for _, d := range numbers {
		operands := []*tensor.Tensor{arange(d, 1, 2, 2, 2), arange(d, 1, 2), arange(d, 1, 3)}
		requireRows(t, hold(t, all, contraction("aab,b,c->a", operands...), true), []int{2}, 30, 138)
		for _, order := range pairings(3) {
			hold(t, all, contraction("aab,b,c->a", operands...).with(einsum.WithSSAPath(order)), true)
		}
		for _, f := range path.Finders() {
			hold(t, all[:1], contraction("aab,b,c->a", operands...).with(einsum.WithFinder(f.Name())), true)
		}
		hold(t, all, contraction("c,aab,b->a", operands[2], operands[0], operands[1]), true)
		hold(t, all, contraction("aab,cc,bd->a", operands[0], small(d, 1, 3, 3), small(d, 2, 2, 5)), true)
		hold(t, all, contraction("aab,c->ba", operands[0], operands[2]), true)
		hold(t, all, contraction("aab,cbd,e->", operands[0], small(d, 3, 3, 2, 2), small(d, 4, 5)), true)
	}
}

// The result's axes came in the order of the tree rather than in the one asked for
// (S03, TensorBFS/OMEinsumContractionOrders.jl#31).
func TestResultHasTheOrderAskedFor(t *testing.T) {
	all := stations(t)
	operands := func(d tensor.DType) []*tensor.Tensor {
		return []*tensor.Tensor{arange(d, 0, 2, 3, 2, 2), arange(d, 0, 3, 2), arange(d, 0, 2, 3), arange(d, 0, 2, 4)}
	}
	for _, d := range numbers {
		got := tensor.Must(hold(t, all, contraction("abcd,be,cf,dg->efga", operands(d)...), true).Convert(tensor.Complex128))
		require.Equal(t, []int{2, 3, 4, 2}, got.Shape())
		rows, err := tensor.RowMajor[complex128](got)
		require.NoError(t, err)
		require.Equal(t, []complex128{696, 1560, 1026, 2322, 1356, 3084}, rows[:6])
		var sum complex128
		for _, x := range rows {
			sum += x
		}
		require.Equal(t, complex128(182940), sum)
	}
	for at, output := range permutations("efga") {
		d := floats[at%len(floats)]
		hold(t, all, contraction("abcd,be,cf,dg->"+output, operands(d)...), true)
	}
	for at, order := range pairings(4) {
		d := floats[at%len(floats)]
		hold(t, all, contraction("abcd,be,cf,dg->gafe", operands(d)...).with(einsum.WithSSAPath(order)), true)
	}
	for _, output := range permutations("abcd") { // nothing but a permutation, which must not be a view of the operand
		hold(t, all, contraction("abcd->"+output, operands(tensor.Float32)[0]), true)
		hold(t, all, contraction(fmt.Sprintf("%s->abcd", output), small(tensor.Complex64, 3, 2, 3, 4, 5)), true)
	}
}
