package linalg_test

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/linalg"
	"github.com/tenferro/tenferro-go/tensor"
)

// join contracts the factors of a split over the bond, by plain loops over all labels.
func join(t *testing.T, text string, left, right *tensor.Tensor, whole []int) []complex128 {
	t.Helper()
	arrow := strings.Split(strings.ReplaceAll(text, " ", ""), "->")
	factors := strings.Split(arrow[1], ",")
	labels := arrow[0]
	for _, r := range factors[0] {
		if !strings.ContainsRune(labels, r) {
			labels += string(r)
		}
	}
	require.Equal(t, left.Dim(strings.IndexByte(factors[0], labels[len(labels)-1])), right.Dim(strings.IndexByte(factors[1], labels[len(labels)-1])))
	shape := append(slices.Clone(whole), left.Dim(strings.IndexByte(factors[0], labels[len(labels)-1])))
	total, step := 1, 1
	for _, n := range shape {
		total *= n
	}
	for _, n := range whole {
		step *= n
	}
	out := make([]complex128, step)
	l, r := elements(t, left), elements(t, right)
	position := func(x *tensor.Tensor, names string, index []int) int {
		at, step := 0, 1
		for axis, name := range names {
			at += index[strings.IndexRune(labels, name)] * step
			step *= x.Dim(axis)
		}
		return at
	}
	index := make([]int, len(shape))
	for k := range total {
		rest := k
		for axis, n := range shape {
			index[axis] = rest % n
			rest /= n
		}
		out[k%step] += l[position(left, factors[0], index)] * r[position(right, factors[1], index)]
	}
	return out
}

func distance(x, y []complex128) float64 {
	sum := 0.0
	for i := range x {
		sum = math.Hypot(sum, cmplx.Abs(x[i]-y[i]))
	}
	return sum
}

var splits = []string{"abcd -> ab x, x cd", "abcd->xab,xcd", "abcd -> d b x, c x a", "abcd->axb,dxc", "abcd->abcdx,x", "abcd->x,xdcba",
	"abcd -> a x b, b c x d", "abcd -> cax, xbdc", "ab->ax,xb", "a->ax,x", "->x,x", "abc->abcx,xabc"}

func TestSplit(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 2))
	for _, s := range stations(t) {
		for _, d := range dtypes {
			for _, text := range splits {
				names, _, _ := strings.Cut(strings.TrimSpace(text), "-")
				rank := len(strings.TrimSpace(names))
				shape, n := make([]int, rank), 1
				for i := range shape {
					shape[i] = 1 + rng.IntN(4)
					n *= shape[i]
				}
				x := lay(t, d, layouts[rng.IntN(3)], random(rng, n, 1).a, shape...)
				want := elements(t, x)
				scale := distance(want, make([]complex128, n))
				check := func(split *linalg.Split, err error) {
					t.Helper()
					require.NoError(t, err, text)
					got := join(t, text, split.Left, split.Right, shape)
					require.LessOrEqual(t, distance(got, want), 100*float64(n)*epsilon(d)*scale, text)
				}
				for _, absorb := range []linalg.Absorb{linalg.AbsorbBoth, linalg.AbsorbLeft, linalg.AbsorbRight} {
					split, err := linalg.SplitSVD(text, x, s.opts(linalg.SingularValuesTo(absorb))...)
					check(split, err)
					require.Equal(t, split.Rank, split.S.Dim(0))
					require.Zero(t, split.Error)
					require.InEpsilon(t, scale, split.Norm, 100*epsilon(d))
				}
				check(linalg.SplitQR(text, x, s.opts()...))
				check(linalg.SplitLQ(text, x, s.opts(linalg.Gauge())...))
				check(linalg.SplitPolar(text, x, s.opts()...))
			}
		}
	}
}

// TestSplitSides says which factor is an isometry.
func TestSplitSides(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 2))
	for _, d := range dtypes {
		x := lay(t, d, "row-major", random(rng, 120, 1).a, 4, 5, 6)
		c := testCase{eps: epsilon(d)}
		matrix := func(y *tensor.Tensor, rows int) dense {
			return dense{rows, y.Len() / rows, elements(t, y)}
		}
		svd, err := linalg.SplitSVD("abc->abx,xc", x, linalg.SingularValuesTo(linalg.AbsorbRight))
		require.NoError(t, err)
		c.orthonormal(t, matrix(svd.Left, 20), "Left")
		svd, err = linalg.SplitSVD("abc->abx,xc", x, linalg.SingularValuesTo(linalg.AbsorbLeft))
		require.NoError(t, err)
		c.orthonormal(t, matrix(svd.Right, svd.Rank).adjoint(), "Right")
		svd, err = linalg.SplitSVD("abc->abx,xc", x, linalg.SingularValuesTo(linalg.AbsorbNone))
		require.NoError(t, err)
		c.orthonormal(t, matrix(svd.Left, 20), "Left")
		c.orthonormal(t, matrix(svd.Right, svd.Rank).adjoint(), "Right")
		middle := diagonal(elements(t, svd.S))
		c.small(t, matrix(svd.Left, 20).mul(middle).mul(matrix(svd.Right, svd.Rank)).minus(dense{20, 6, elements(t, x)}), svd.Norm, "U·S·V")
		qr, err := linalg.SplitQR("abc->abx,xc", x)
		require.NoError(t, err)
		c.orthonormal(t, matrix(qr.Left, 20), "Left")
		lq, err := linalg.SplitLQ("abc->ax,xbc", x)
		require.NoError(t, err)
		c.orthonormal(t, matrix(lq.Right, lq.Rank).adjoint(), "Right")
		polar, err := linalg.SplitPolar("abc->abx,xc", x)
		require.NoError(t, err)
		c.orthonormal(t, matrix(polar.Left, 20), "Left")
		p := matrix(polar.Right, 6)
		c.small(t, p.adjoint().minus(p), p.norm(), "P - Pᴴ")
	}
}

// TestTruncation drops what the options say, no more, and tells how much that was.
func TestTruncation(t *testing.T) {
	values := []complex128{8, 4, 2, 1, 0.5, 0}
	rng := rand.New(rand.NewPCG(13, 2))
	for _, s := range stations(t) {
		for _, d := range dtypes {
			q, _, err := linalg.QR(lay(t, tensor.Complex128, "column-major", realPart(d, random(rng, 6, 6)).a, 6, 6))
			require.NoError(t, err)
			w, _, err := linalg.QR(lay(t, tensor.Complex128, "column-major", realPart(d, random(rng, 6, 6)).a, 6, 6))
			require.NoError(t, err)
			a := matrices(t, q)[0].mul(diagonal(values)).mul(matrices(t, w)[0])
			x := lay(t, d, "strided", a.a, 6, 6)
			total := math.Sqrt(64 + 16 + 4 + 1 + 0.25)
			for _, c := range []struct {
				opts []linalg.Option
				rank int
			}{
				{nil, 6},
				{[]linalg.Option{linalg.MaxRank(2)}, 2},
				{[]linalg.Option{linalg.MaxRank(100)}, 6},
				{[]linalg.Option{linalg.AbsTol(0.1)}, 5},
				{[]linalg.Option{linalg.AbsTol(1.5)}, 3},
				{[]linalg.Option{linalg.RelTol(0.2)}, 3},
				{[]linalg.Option{linalg.RelTol(0.2), linalg.MaxRank(2)}, 2},
				{[]linalg.Option{linalg.DiscardedWeight(1.3 / total / total)}, 3},
				{[]linalg.Option{linalg.DiscardedWeight(1.2 / total / total)}, 4},
				{[]linalg.Option{linalg.DiscardedWeight(1.3 / total / total), linalg.AbsTol(3)}, 2},
				{[]linalg.Option{linalg.AbsTol(100)}, 1},
			} {
				split, err := linalg.SplitSVD("ab->ax,xb", x, s.opts(c.opts...)...)
				require.NoError(t, err)
				require.Equal(t, c.rank, split.Rank)
				lost := 0.0
				for _, v := range values[c.rank:] {
					lost = math.Hypot(lost, real(v))
				}
				require.InDelta(t, lost, split.Error, 100*epsilon(d)*total)
				require.InDelta(t, total, split.Norm, 100*epsilon(d)*total)
				got := join(t, "ab->ax,xb", split.Left, split.Right, []int{6, 6})
				require.InDelta(t, lost, distance(got, elements(t, x)), 200*epsilon(d)*total)
				u, sv, vh, err := linalg.SVD(x, s.opts(c.opts...)...)
				require.NoError(t, err)
				require.Equal(t, []int{6, c.rank, c.rank, c.rank, 6}, slices.Concat(u.Shape(), sv.Shape(), vh.Shape()))
				for i, v := range elements(t, sv) {
					require.InDelta(t, real(values[i]), real(v), 100*epsilon(d)*total)
				}
			}
		}
	}
}

// TestBatchTruncation keeps what the most demanding matrix needs.
func TestBatchTruncation(t *testing.T) {
	x := tensor.MustNew(tensor.Float64, 3, 3, 2)
	for i, v := range []float64{4, 1e-9, 1e-9} {
		require.NoError(t, tensor.Set(x, v, i, i, 0))
	}
	for i, v := range []float64{1, 0.5, 1e-9} {
		require.NoError(t, tensor.Set(x, v, i, i, 1))
	}
	split, err := linalg.SplitSVD("abz->axz,xbz", x, linalg.RelTol(1e-6))
	require.NoError(t, err)
	require.Equal(t, 2, split.Rank)
	require.Equal(t, []int{3, 2, 2}, split.Left.Shape())
	require.InDelta(t, 1e-9*math.Sqrt2, split.Error, 1e-18)
}

// TestSplitShapes cuts tensors whose groups have the same sizes, made up differently: their programs must not be mixed up.
func TestSplitShapes(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 5))
	for _, shape := range [][]int{{2, 3, 4, 3}, {3, 2, 4, 3}, {6, 1, 4, 3}, {1, 6, 3, 4}, {2, 3, 12, 1}} {
		x := lay(t, tensor.Float64, "column-major", realPart(tensor.Float64, random(rng, 6, 12)).a, shape...)
		for _, to := range []linalg.Absorb{linalg.AbsorbBoth, linalg.AbsorbLeft} {
			split, err := linalg.SplitSVD("abcd->abx,xcd", x, linalg.SingularValuesTo(to))
			require.NoError(t, err)
			require.Equal(t, []int{shape[0], shape[1], 6}, split.Left.Shape())
			require.Equal(t, []int{6, shape[2], shape[3]}, split.Right.Shape())
			got := join(t, "abcd->abx,xcd", split.Left, split.Right, shape)
			require.InDelta(t, 0, distance(got, elements(t, x)), 1e-12)
		}
	}
}

// TestZeroTruncation keeps one singular value of a matrix without any, whatever the tolerance.
func TestZeroTruncation(t *testing.T) {
	x := tensor.MustNew(tensor.Float64, 3, 2)
	for _, o := range []linalg.Option{linalg.AbsTol(0), linalg.RelTol(0), linalg.DiscardedWeight(0), linalg.DiscardedWeight(0.1)} {
		split, err := linalg.SplitSVD("ab->ax,xb", x, o)
		require.NoError(t, err)
		require.Equal(t, 1, split.Rank)
		require.Zero(t, split.Error)
	}
}

func TestSplitText(t *testing.T) {
	x := tensor.MustNew(tensor.Float64, 2, 3)
	for text, want := range map[string]string{
		"ab":            "two factors",
		"ab->ax":        "two factors",
		"ab->a,b":       "no new label",
		"ab->axy,xyb":   "both new",
		"ab->ax,b":      "no other tensor",
		"ab->a,xb":      "no new label",
		"ab->ax,xc":     "no other tensor",
		"ab->ax,x":      "neither factor",
		"aab->ax,xb":    "twice",
		"ab->axx,xb":    "twice",
		"ab->ax,xb,":    "unexpected",
		"a1->ax,x1":     "unexpected",
		"ab->ax,xb->ab": "unexpected",
	} {
		for _, split := range []func(string, *tensor.Tensor, ...linalg.Option) (*linalg.Split, error){linalg.SplitSVD, linalg.SplitQR, linalg.SplitLQ, linalg.SplitPolar} {
			_, err := split(text, x)
			var spec *linalg.SpecError
			require.ErrorAs(t, err, &spec, text)
			require.ErrorContains(t, err, want, text)
		}
	}
	_, err := linalg.SplitQR("abc->ax,xbc", x)
	var operand *linalg.OperandError
	require.ErrorAs(t, err, &operand)
	_, err = linalg.SplitPolar("ab->ax,xb", x, linalg.Gauge())
	var option *linalg.OptionError
	require.ErrorAs(t, err, &option)
	_, err = linalg.SplitSVD("ab->ax,xb", nil)
	require.ErrorAs(t, err, &operand)
}
