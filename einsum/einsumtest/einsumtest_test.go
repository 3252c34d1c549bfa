package einsumtest

import (
	"math"
	"math/cmplx"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tenferro/tenferro-go/einsum"
	"github.com/tenferro/tenferro-go/tensor"
)

// rows makes a float64 tensor from elements in row-major order.
func rows(shape []int, data ...float64) *tensor.Tensor {
	return tensor.MustFromRowMajor(data, shape...)
}

// arange counts up from a start, in row-major order.
func arange(start float64, shape ...int) *tensor.Tensor {
	n := 1
	for _, size := range shape {
		n *= size
	}
	data := make([]float64, n)
	for i := range data {
		data[i] = start + float64(i)
	}
	return rows(shape, data...)
}

// The oracle itself is held against results worked out by hand.
func TestContract(t *testing.T) {
	for _, c := range []struct {
		name, equation string
		operands       []*tensor.Tensor
		shape          []int
		want           []float64 // row-major
	}{
		{"matrix product", "ij,jk->ik", []*tensor.Tensor{arange(1, 2, 3), arange(1, 3, 2)}, []int{2, 2}, []float64{22, 28, 49, 64}},
		{"numbers (B01)", "[0][26],[26][52]->[0][52]", []*tensor.Tensor{arange(1, 2, 3), arange(1, 3, 2)},
			[]int{2, 2}, []float64{22, 28, 49, 64}},
		{"implied transposition (B01)", "[26][0]", []*tensor.Tensor{arange(1, 2, 3)}, []int{3, 2}, []float64{1, 4, 2, 5, 3, 6}},
		{"hyperedge (B03)", "ab,b,bc->ac", []*tensor.Tensor{arange(1, 2, 3), arange(1, 3), arange(1, 3, 2)},
			[]int{2, 2}, []float64{58, 72, 124, 156}},
		{"split labels (B05)", "ac,b->abc", []*tensor.Tensor{arange(1, 2, 3), arange(10, 2)},
			[]int{2, 2, 3}, []float64{10, 20, 30, 11, 22, 33, 40, 50, 60, 44, 55, 66}},
		{"diagonal (B07)", "iij->ij", []*tensor.Tensor{arange(0, 2, 2, 4)}, []int{2, 4}, []float64{0, 1, 2, 3, 12, 13, 14, 15}},
		{"diagonal, summed (B07)", "iij->i", []*tensor.Tensor{arange(0, 2, 2, 4)}, []int{2}, []float64{6, 54}},
		{"empty sum (B11)", "bij,bjk->bik", []*tensor.Tensor{rows([]int{1, 2, 0}), rows([]int{1, 0, 2})},
			[]int{1, 2, 2}, []float64{0, 0, 0, 0}},
		{"empty batch (B11)", "bij,bjk->bik", []*tensor.Tensor{rows([]int{0, 5, 5}), rows([]int{0, 5, 5})}, []int{0, 5, 5}, []float64{}},
		{"dot (B13)", "i,i->", []*tensor.Tensor{arange(1, 2), arange(3, 2)}, []int{}, []float64{11}},
		{"scalars (B13)", ",->", []*tensor.Tensor{rows(nil, 2), rows(nil, 3)}, []int{}, []float64{6}},
		{"scalar factor (B13)", ",i->i", []*tensor.Tensor{rows(nil, 2), arange(1, 2)}, []int{2}, []float64{2, 4}},
		{"trace", "ii->", []*tensor.Tensor{arange(1, 3, 3)}, []int{}, []float64{15}},
		{"diagonal of the result", "i->ii", []*tensor.Tensor{arange(1, 2)}, []int{2, 2}, []float64{1, 0, 0, 2}},
		{"diagonals of the result", "ij->jij", []*tensor.Tensor{arange(1, 1, 2)}, []int{2, 1, 2}, []float64{1, 0, 0, 2}},
		{"diagonal and dangling (S02)", "aab,b,c->a", []*tensor.Tensor{arange(1, 2, 2, 2), arange(1, 2), arange(1, 3)},
			[]int{2}, []float64{30, 138}},
		{"ellipsis summed (S05)", "i...->i", []*tensor.Tensor{rows([]int{1, 2, 2}, 1, 2, 3, 4)}, []int{1}, []float64{10}},
		{"ellipsis broadcasts", "...i,...->...i", []*tensor.Tensor{arange(1, 2, 1, 2), arange(1, 3)}, []int{2, 3, 2},
			[]float64{1, 2, 2, 4, 3, 6, 3, 4, 6, 8, 9, 12}},
		{"ellipsis broadcasts and is summed", "...,...->", []*tensor.Tensor{rows([]int{1}, 5), arange(1, 3)}, []int{}, []float64{30}},
		{"three times", "ab,ab,bc->c", []*tensor.Tensor{arange(1, 2, 3), arange(1, 2, 3), arange(1, 3, 2)}, // S20
			[]int{2}, []float64{329, 420}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var shapes [][]int
			for _, op := range c.operands {
				shapes = append(shapes, op.Shape())
			}
			b, err := einsum.MustParse(c.equation).Bind(shapes...)
			require.NoError(t, err)
			want, err := Contract(b, c.operands...)
			require.NoError(t, err)
			require.NoError(t, want.CheckExact(rows(c.shape, c.want...)))
			require.Equal(t, tensor.ColMajorStrides(c.shape), want.Value.Strides())
		})
	}
}

func TestContractRootPermutation(t *testing.T) { // S03
	operands := []*tensor.Tensor{arange(0, 2, 3, 2, 2), arange(0, 3, 2), arange(0, 2, 3), arange(0, 2, 4)}
	b, err := einsum.MustParse("abcd,be,cf,dg->efga").Bind([]int{2, 3, 2, 2}, []int{3, 2}, []int{2, 3}, []int{2, 4})
	require.NoError(t, err)
	want, err := Contract(b, operands...)
	require.NoError(t, err)
	data, err := tensor.RowMajor[float64](want.Value)
	require.NoError(t, err)
	require.Equal(t, []float64{696, 1560, 1026, 2322, 1356, 3084}, data[:6])
	sum := 0.0
	for _, x := range data {
		sum += x
	}
	require.Equal(t, 182940.0, sum)
}

func TestContractConjugates(t *testing.T) {
	z := tensor.MustFromColMajor([]complex128{1 + 2i, 3 - 1i}, 2)
	b, err := einsum.MustParse("i*,i->").Bind([]int{2}, []int{2})
	require.NoError(t, err)
	want, err := Contract(b, z, z)
	require.NoError(t, err)
	require.NoError(t, want.CheckExact(tensor.FromScalar(15+0i)))
	require.Error(t, want.Check(tensor.FromScalar(5-2i))) // z·z
}

func TestContractIntegersWrapAround(t *testing.T) {
	big := tensor.MustFromColMajor([]int32{math.MaxInt32, 1}, 2)
	b, err := einsum.MustParse("i->").Bind([]int{2})
	require.NoError(t, err)
	want, err := Contract(b, big)
	require.NoError(t, err)
	require.NoError(t, want.CheckExact(tensor.FromScalar(int32(math.MinInt32))))
}

func TestContractErrors(t *testing.T) {
	b, err := einsum.MustParse("i,i->").Bind([]int{1}, []int{1})
	require.NoError(t, err)
	x, y := tensor.MustNew(tensor.Float64, 1), tensor.MustNew(tensor.Float32, 1)
	_, err = Contract(b, x)
	require.EqualError(t, err, "1 operands for 2 terms")
	_, err = Contract(b, x, y)
	require.EqualError(t, err, "operand 0 is float64, operand 1 is float32")
	flag := tensor.MustNew(tensor.Bool, 1)
	_, err = Contract(b, flag, flag)
	require.EqualError(t, err, "no einsum of bool")
}

func TestCheck(t *testing.T) {
	b, err := einsum.MustParse("ij->i").Bind([]int{2, 2})
	require.NoError(t, err)
	want, err := Contract(b, rows([]int{2, 2}, 1e8, -1e8, math.NaN(), 1))
	require.NoError(t, err)
	nan := math.NaN()
	for _, c := range []struct {
		got   *tensor.Tensor
		error string
	}{
		{rows([]int{2}, 0, nan), ""},
		{rows([]int{2}, 5e-8, nan), ""}, // four roundings of 2e8
		{rows([]int{2}, 1e-6, nan), "1 of 2 elements are wrong; element [0] is (1e-06+0i), want (0+0i): off by 1e-06, allowed 8.88e-08"},
		{rows([]int{2}, nan, nan), "1 of 2 elements are wrong; element [0] is (NaN+0i), want (0+0i): off by +Inf, allowed 8.88e-08"},
		{rows([]int{2}, 0, 1), "1 of 2 elements are wrong; element [1] is (1+0i), want (NaN+0i): off by +Inf, allowed NaN"},
		{rows([]int{1, 2}, 0, nan), "result has shape [1 2], want [2]"},
		{tensor.MustNew(tensor.Float32, 2), "result is float32, want float64"},
		{nil, "no result"},
	} {
		if err := want.Check(c.got); c.error == "" {
			require.NoError(t, err)
		} else {
			require.EqualError(t, err, c.error)
		}
	}
	require.Error(t, want.CheckExact(rows([]int{2}, 5e-8, nan)))
}

// The oracle's factors are read by offsets; here every element is read by At and every result checked against a second
// definition, the sum over all operands' indices that agree.
func TestContractAgainstIndices(t *testing.T) {
	for seed := range uint64(300) {
		c := Random(seed, tensor.Int64)
		b := c.Bound()
		want, err := c.Want()
		require.NoError(t, err)
		if len(want.scale) > 50 {
			continue
		}
		sums := make([]int64, len(want.scale))
		index := make([]int, len(b.Sizes))
		var visit func(label int)
		visit = func(label int) {
			if label < len(index) {
				for index[label] = range b.Sizes[label] {
					visit(label + 1)
				}
				return
			}
			product := int64(1)
			for i, t := range c.Operands {
				product *= at(t, b.Inputs[i], b.Broadcast[i], index)
			}
			position, step := 0, 1
			for axis, label := range b.Output {
				position += step * index[label]
				step *= b.OutputShape[axis]
			}
			sums[position] += product
		}
		visit(0)
		require.NoError(t, want.CheckExact(tensor.MustFromColMajor(sums, b.OutputShape...)), "%v", c)
	}
}

func at(t *tensor.Tensor, labels, broadcast, index []int) int64 {
	mine := make([]int, len(labels))
	for axis, label := range labels {
		if !slices.Contains(broadcast, axis) {
			mine[axis] = index[label]
		}
	}
	x, err := tensor.At[int64](t, mine...)
	if err != nil {
		panic(err)
	}
	return x
}

// Thousands of random cases have every feature of the dialect and every layout in them, and stay within their bounds.
func TestRandomCoversTheDialect(t *testing.T) {
	seen := map[string]int{}
	note := func(feature string, has bool) {
		if has {
			seen[feature]++
		}
	}
	const cases = 3600
	for seed := range uint64(cases) {
		c := Random(seed, tensor.Complex64)
		b := c.Bound()
		eq := b.Equation
		loop := 1
		for _, size := range b.Sizes {
			loop *= max(size, 1)
			note("size 0", size == 0)
			note("size 1", size == 1)
			note("size beyond 16", size > 16)
		}
		require.LessOrEqual(t, loop, MaxLoop, "%v", c)
		require.LessOrEqual(t, b.OutputLen(), MaxLoop, "%v", c)
		note("kind "+c.Kind.String(), true)
		note("loop beyond 5000", loop > 5000)
		note("loop below 100", loop < 100)
		note("five operands", len(c.Operands) == 5)
		note("parentheses", eq.HasParentheses())
		note("ellipsis", eq.HasEllipsis())
		note("ellipsis summed", eq.HasEllipsis() && eq.Output().Ellipsis < 0)
		note("broadcast", slices.ContainsFunc(b.Broadcast, func(axes []int) bool { return len(axes) > 0 }))
		note("conjugation", slices.Contains(b.Conj, true))
		note("implied", !strings.Contains(strings.ReplaceAll(c.Equation, " ", ""), "->"))
		note("spaces", strings.Contains(c.Equation, " "))
		note("numbers", strings.Contains(c.Equation, "["))
		note("beyond ASCII", strings.ContainsFunc(c.Equation, func(r rune) bool { return r > 127 }))
		note("output diagonal", hasRepeats(b.Output))
		note("diagonal", slices.ContainsFunc(b.Inputs, hasRepeats))
		note("exact", c.Exact)
		for i, t := range c.Operands {
			note(c.layouts[i], true)
			note("negative stride", slices.ContainsFunc(t.Strides(), func(s int) bool { return s < 0 }))
			note("zero stride", slices.Contains(t.Strides(), 0))
			note("offset", t.Offset() > 0)
		}
		want, err := c.Want()
		require.NoError(t, err)
		all, err := elements(want.Value)
		require.NoError(t, err)
		note("NaN", slices.ContainsFunc(all, cmplx.IsNaN))
	}
	for k := range NumKinds {
		require.Equal(t, cases/int(NumKinds), seen["kind "+k.String()], "%v", k)
	}
	for _, feature := range []string{
		"size 0", "size 1", "size beyond 16", "loop beyond 5000", "loop below 100", "five operands", "parentheses",
		"ellipsis", "ellipsis summed", "broadcast", "conjugation", "implied", "spaces", "numbers", "beyond ASCII", "output diagonal",
		"diagonal", "exact", "column-major", "row-major", "permuted", "padded", "stepped", "reversed", "broadcast",
		"negative stride", "zero stride", "offset", "NaN",
	} {
		require.Greater(t, seen[feature], 20, feature)
	}
}

func hasRepeats(labels []int) bool {
	sorted := slices.Sorted(slices.Values(labels))
	return len(slices.Compact(sorted)) < len(labels)
}

func TestRandomIsReproducible(t *testing.T) {
	for _, dtype := range []tensor.DType{
		tensor.Float32, tensor.Float64, tensor.Complex64, tensor.Complex128, tensor.Int32, tensor.Int64,
	} {
		for seed := range uint64(100) {
			a, b := Random(seed, dtype), Random(seed, dtype)
			require.Equal(t, a.String(), b.String())
			want, err := a.Want()
			require.NoError(t, err)
			require.NoError(t, want.CheckExact(want.Value), "%v", a)
			require.NoError(t, b.Check(want.Value))
		}
	}
}

func TestAlphabetsHaveNoTwoAlike(t *testing.T) {
	for _, alphabet := range alphabets {
		runes := []rune(alphabet)
		require.GreaterOrEqual(t, len(runes), 20)
		require.False(t, hasRepeats(func() (labels []int) {
			for _, r := range runes {
				labels = append(labels, int(r))
			}
			return labels
		}()), alphabet)
	}
}
