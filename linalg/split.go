package linalg

import (
	"fmt"
	"math"
	"slices"
	"unicode"

	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// Split is a tensor in two factors that share one new label, the bond.
type Split struct {
	Left, Right *tensor.Tensor // axes as the text of the split names them
	S           *tensor.Tensor // the singular values: [bond, batch…] of the labels in all three tensors; nil but for SplitSVD
	Rank        int            // size of the bond
	Error       float64        // Euclidean norm of the singular values that were dropped: ‖t - Left·Right‖
	Norm        float64        // Euclidean norm of all of them: ‖t‖; 0 but for SplitSVD
}

// SplitSVD factors a tensor between two groups of its labels by a singular value decomposition. The text reads "abcd ->
// ab x, x cd": the labels of t, then those of the two factors, each label of t in one of them and one new label, the
// bond, in both, at any place. A label of t that is in both factors is a batch: there is one decomposition for each
// value. Spaces mean nothing. The axes of a group are taken together as one, their order does not matter.
//
// Options: MaxRank, AbsTol, RelTol and DiscardedWeight bound the bond; SingularValuesTo says which factor takes the
// singular values, so that the other has orthonormal columns (AbsorbRight: Left) or rows (AbsorbLeft: Right); Gauge.
// S holds those that stay in any case.
func SplitSVD(text string, t *tensor.Tensor, opts ...Option) (*Split, error) {
	o, err := parse("split", opts, "MaxRank", "AbsTol", "RelTol", "DiscardedWeight", "SingularValuesTo", "Gauge")
	if err != nil {
		return nil, err
	}
	x, err := parseSplit(text)
	if err != nil {
		return nil, err
	}
	p := params{Gauge: o.Gauge, Tol: -1}
	out, err := o.program("split svd "+text, p, func(tc *trace.Context, in []*trace.Value) []*trace.Value {
		a, err := x.matrix(tc, in[0])
		if err != nil {
			return []*trace.Value{tc.Fail(err)}
		}
		return apply(tc, "svd", p, a)
	}, t)
	if err != nil {
		return nil, err
	}
	u, s, vh := out[0], out[1], out[2]
	split := &Split{Rank: o.keep(s)}
	split.Error, split.Norm = dropped(s, split.Rank)
	split.S = firstOf(s, 0, split.Rank)
	absorb, shape := o.absorb, t.Shape()
	// The shape is part of the name: tensors that differ in how a group's size is made up have the same u and vh.
	name := fmt.Sprint("split absorb ", text, shape)
	factors, err := o.program(name, params{Rank: int(absorb), Tol: -1}, func(tc *trace.Context, in []*trace.Value) []*trace.Value {
		return x.absorb(tc, in[0], in[1], in[2], absorb, shape)
	}, firstOf(u, 1, split.Rank), split.S, firstOf(vh, 0, split.Rank))
	o.backend.Release(u, vh) // the factors are copies
	if err != nil {
		return nil, err
	}
	split.Left, split.Right = factors[0], factors[1]
	return split, nil
}

// SplitQR is SplitSVD's text by a QR decomposition: Left has orthonormal columns, Right is R. Options: Gauge.
func SplitQR(text string, t *tensor.Tensor, opts ...Option) (*Split, error) {
	return splitBy("split qr", text, t, opts, TraceSplitQR)
}

// SplitLQ is SplitSVD's text by an LQ decomposition: Left is L, Right has orthonormal rows. Options: Gauge.
func SplitLQ(text string, t *tensor.Tensor, opts ...Option) (*Split, error) {
	return splitBy("split lq", text, t, opts, TraceSplitLQ)
}

// SplitPolar is SplitSVD's text by a polar decomposition: A = U·P with U: [m, n] of orthonormal columns as Left and the
// positive semidefinite P: [n, n] as Right, for m ≥ n elements in the groups; and A = P·U with P: [m, m] as Left and U of
// orthonormal rows as Right, for m < n. It takes no options but those of every call.
func SplitPolar(text string, t *tensor.Tensor, opts ...Option) (*Split, error) {
	return splitBy("split polar", text, t, opts, func(tc *trace.Context, text string, v *trace.Value, _ ...Option) (l, r *trace.Value) {
		return TraceSplitPolar(tc, text, v)
	})
}

// TraceSplitSVD is SplitSVD in a traced program. Options: MaxRank, SingularValuesTo, Gauge.
func TraceSplitSVD(tc *trace.Context, text string, t *trace.Value, opts ...Option) (left, s, right *trace.Value) {
	tc.Helper()
	fail := func(err error) (left, s, right *trace.Value) {
		v := tc.Fail(err)
		return v, v, v
	}
	o, err := parse("split", opts, "MaxRank", "SingularValuesTo", "Gauge")
	if err != nil {
		return fail(err)
	}
	x, err := parseSplit(text)
	if err != nil {
		return fail(err)
	}
	a, err := x.matrix(tc, t)
	if err != nil {
		return fail(err)
	}
	out := apply(tc, "svd", o.params, a)
	factors := x.absorb(tc, out[0], out[1], out[2], o.absorb, t.Shape())
	return factors[0], out[1], factors[1]
}

// TraceSplitQR is SplitQR in a traced program.
func TraceSplitQR(tc *trace.Context, text string, t *trace.Value, opts ...Option) (left, right *trace.Value) {
	tc.Helper()
	return traceSplit(tc, text, t, func(a *trace.Value) (l, r *trace.Value) { return TraceQR(tc, a, opts...) })
}

// TraceSplitLQ is SplitLQ in a traced program.
func TraceSplitLQ(tc *trace.Context, text string, t *trace.Value, opts ...Option) (left, right *trace.Value) {
	tc.Helper()
	return traceSplit(tc, text, t, func(a *trace.Value) (l, r *trace.Value) { return TraceLQ(tc, a, opts...) })
}

// TraceSplitPolar is SplitPolar in a traced program.
func TraceSplitPolar(tc *trace.Context, text string, t *trace.Value) (left, right *trace.Value) {
	tc.Helper()
	return traceSplit(tc, text, t, func(a *trace.Value) (l, r *trace.Value) {
		u, s, vh := TraceSVD(tc, a)
		unitary := tc.MatMul(u, vh)
		if shape := a.Shape(); shape[0] < shape[1] {
			return tc.MatMul(timesDiagonal(tc, u, s, 1), adjointOf(tc, u)), unitary
		}
		return unitary, tc.MatMul(adjointOf(tc, vh), timesDiagonal(tc, vh, s, 0))
	})
}

// splitBy is a one-shot split without truncation.
func splitBy(name, text string, t *tensor.Tensor, opts []Option, build func(*trace.Context, string, *trace.Value, ...Option) (l, r *trace.Value)) (*Split, error) {
	takes := []string{"Gauge"}
	if name == "split polar" {
		takes = nil
	}
	o, err := parse(name, opts, takes...)
	if err != nil {
		return nil, err
	}
	x, err := parseSplit(text)
	if err != nil {
		return nil, err
	}
	var choice []Option
	if o.Gauge {
		choice = []Option{Gauge()}
	}
	out, err := o.program(name+" "+text, o.params, func(tc *trace.Context, in []*trace.Value) []*trace.Value {
		l, r := build(tc, text, in[0], choice...)
		return []*trace.Value{l, r}
	}, t)
	if err != nil {
		return nil, err
	}
	return &Split{Left: out[0], Right: out[1], Rank: out[0].Dim(slices.Index(x.left, x.bond))}, nil
}

// traceSplit traces a split by a factorisation of a matrix.
func traceSplit(tc *trace.Context, text string, t *trace.Value, factor func(a *trace.Value) (l, r *trace.Value)) (left, right *trace.Value) {
	tc.Helper()
	x, err := parseSplit(text)
	if err == nil {
		var a *trace.Value
		if a, err = x.matrix(tc, t); err == nil && tc.Err() != nil {
			return a, a
		}
		if err == nil {
			l, r := factor(a)
			return x.leftOf(tc, l, t.Shape()), x.rightOf(tc, r, t.Shape())
		}
	}
	v := tc.Fail(err)
	return v, v
}

// dropped returns the Euclidean norm of the values from rank on, and of all.
func dropped(s *tensor.Tensor, rank int) (cut, all float64) {
	k := s.Dim(0)
	if k == 0 {
		return 0, 0
	}
	for values := float64s(s); len(values) > 0; values = values[k:] {
		cut = math.Hypot(cut, norm2(values[rank:k]))
		all = math.Hypot(all, norm2(values[:k]))
	}
	return cut, all
}

// splitting is a parsed text.
type splitting struct {
	text        string
	whole       []rune // labels of the tensor
	left, right []rune // labels of the factors
	bond        rune
	batch       []rune // in all three
	rows, cols  []rune // of the left and the right factor alone
}

func parseSplit(text string) (*splitting, error) {
	x := &splitting{text: text}
	fail := func(reason string) (*splitting, error) { return nil, &SpecError{Spec: text, Reason: reason} }
	parts := [3][]rune{}
	at := 0
	runes := []rune(text)
	for i := 0; i < len(runes); i++ {
		r := runes[i]
		switch {
		case unicode.IsSpace(r):
		case r == '-' && i+1 < len(runes) && runes[i+1] == '>' && at == 0:
			at, i = 1, i+1
		case r == ',' && at == 1:
			at = 2
		case !unicode.IsLetter(r):
			return fail("unexpected " + string(r) + `; the form is "abcd -> ab x, x cd"`)
		case slices.Contains(parts[at], r):
			return fail("label " + string(r) + " stands twice in one tensor")
		default:
			parts[at] = append(parts[at], r)
		}
	}
	if at != 2 {
		return fail(`two factors are needed, as in "abcd -> ab x, x cd"`)
	}
	x.whole, x.left, x.right = parts[0], parts[1], parts[2]
	for _, r := range x.left {
		inWhole, inRight := slices.Contains(x.whole, r), slices.Contains(x.right, r)
		switch {
		case inWhole && !inRight:
			x.rows = append(x.rows, r)
		case inWhole:
			x.batch = append(x.batch, r)
		case !inRight:
			return fail("label " + string(r) + " of the left factor is in no other tensor")
		case x.bond != 0:
			return fail("labels " + string(x.bond) + " and " + string(r) + " are both new, one is the bond")
		default:
			x.bond = r
		}
	}
	if x.bond == 0 {
		return fail("no new label is in both factors")
	}
	for _, r := range x.right {
		switch {
		case slices.Contains(x.left, r):
		case slices.Contains(x.whole, r):
			x.cols = append(x.cols, r)
		default:
			return fail("label " + string(r) + " of the right factor is in no other tensor")
		}
	}
	for _, r := range x.whole {
		if !slices.Contains(x.left, r) && !slices.Contains(x.right, r) {
			return fail("label " + string(r) + " is in neither factor")
		}
	}
	return x, nil
}

// sizes are those of labels of the whole tensor.
func (x *splitting) sizes(labels []rune, shape []int) []int {
	out := make([]int, len(labels))
	for i, r := range labels {
		out[i] = shape[slices.Index(x.whole, r)]
	}
	return out
}

// matrix traces the tensor as a batch of matrices: [rows, cols, batch…].
func (x *splitting) matrix(tc *trace.Context, t *trace.Value) (*trace.Value, error) {
	shape := t.Shape()
	if len(shape) != len(x.whole) {
		return nil, &OperandError{Op: "split", Operand: 0, Type: trace.Type{DType: t.DType(), Shape: shape},
			Reason: "its rank is not the number of labels in " + x.text}
	}
	var axes []int
	for _, r := range slices.Concat(x.rows, x.cols, x.batch) {
		axes = append(axes, slices.Index(x.whole, r))
	}
	m, n := product(x.sizes(x.rows, shape)), product(x.sizes(x.cols, shape))
	return tc.Reshape(tc.Permute(t, axes...), slices.Concat([]int{m, n}, x.sizes(x.batch, shape))...), nil
}

// leftOf traces the left factor, from its matrices [rows, bond, batch…].
func (x *splitting) leftOf(tc *trace.Context, v *trace.Value, shape []int) *trace.Value {
	if tc.Err() != nil {
		return v // after a mistake, values have no shape
	}
	have := slices.Concat(x.rows, []rune{x.bond}, x.batch)
	return x.arrange(tc, v, slices.Concat(x.sizes(x.rows, shape), v.Shape()[1:]), have, x.left)
}

// rightOf traces the right factor, from its matrices [bond, cols, batch…].
func (x *splitting) rightOf(tc *trace.Context, v *trace.Value, shape []int) *trace.Value {
	if tc.Err() != nil {
		return v
	}
	have := slices.Concat([]rune{x.bond}, x.cols, x.batch)
	return x.arrange(tc, v, slices.Concat(v.Shape()[:1], x.sizes(x.cols, shape), v.Shape()[2:]), have, x.right)
}

func (x *splitting) arrange(tc *trace.Context, v *trace.Value, shape []int, have, want []rune) *trace.Value {
	axes := make([]int, len(want))
	for i, r := range want {
		axes[i] = slices.Index(have, r)
	}
	return tc.Permute(tc.Reshape(v, shape...), axes...)
}

// absorb traces the two factors with the singular values where they belong.
func (x *splitting) absorb(tc *trace.Context, u, s, vh *trace.Value, to Absorb, shape []int) []*trace.Value {
	switch to {
	case AbsorbBoth:
		root := tc.Sqrt(s)
		u, vh = timesDiagonal(tc, u, root, 1), timesDiagonal(tc, vh, root, 0)
	case AbsorbLeft:
		u = timesDiagonal(tc, u, s, 1)
	case AbsorbRight:
		vh = timesDiagonal(tc, vh, s, 0)
	}
	return []*trace.Value{x.leftOf(tc, u, shape), x.rightOf(tc, vh, shape)}
}

// timesDiagonal multiplies a: [m, n, batch…] along an axis by real s: [k, batch…].
func timesDiagonal(tc *trace.Context, a, s *trace.Value, axis int) *trace.Value {
	axes := []int{axis}
	for i := 2; i < a.Rank(); i++ {
		axes = append(axes, i)
	}
	return tc.Mul(a, tc.Broadcast(tc.Cast(s, a.DType()), a.Shape(), axes...))
}

// adjointOf traces the conjugate transpose of matrices.
func adjointOf(tc *trace.Context, a *trace.Value) *trace.Value {
	axes := []int{1, 0}
	for i := 2; i < a.Rank(); i++ {
		axes = append(axes, i)
	}
	return tc.Conj(tc.Permute(a, axes...))
}
