package trace

// Contract: the one operation that all products of matrices and tensors are made of.

import (
	"slices"
	"strconv"
	"strings"
)

// Contract multiplies two operands and sums. Every axis has a label, any int; an index runs over each label:
//
//	result[Out] = Σ a[A]·b[B], over the labels that are not in Out
//
// A label that comes twice in one operand takes the diagonal; a label of one operand alone is summed or kept as Out says;
// a label of both that Out keeps is a batch. Axes of one label have one size: nothing is broadcast. Out names each label
// once at most, and only labels of the operands. A sum over an empty axis is 0. ConjA and ConjB conjugate an operand
// first; they do nothing to a real one.
//
// All numeric dtypes contract. Integers wrap round.
type Contract struct {
	builtin
	A, B, Out    []int
	ConjA, ConjB bool
}

// Name returns "contract".
func (op Contract) Name() string { return "contract" }

// Attrs writes the labels as an equation, "ab,bc->ac", with a * behind an operand that is conjugated. The labels are
// named in the order in which they come, so that equal contractions are written alike; from the 53rd on they are
// numbers in parentheses.
func (op Contract) Attrs() string {
	names := make(map[int]string)
	var s strings.Builder
	write := func(labels []int) {
		for _, l := range labels {
			if names[l] == "" {
				names[l] = labelName(len(names))
			}
			s.WriteString(names[l])
		}
	}
	star := func(conj bool) {
		if conj {
			s.WriteByte('*')
		}
	}
	write(op.A)
	star(op.ConjA)
	s.WriteByte(',')
	write(op.B)
	star(op.ConjB)
	s.WriteString("->")
	write(op.Out)
	return s.String()
}

// labelName is the name of the n-th label in print.
func labelName(n int) string {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	if n < len(letters) {
		return letters[n : n+1]
	}
	return "(" + strconv.Itoa(n) + ")"
}

// Infer gives the operands' dtype and the sizes of the labels in Out.
func (op Contract) Infer(in []Type) ([]Type, error) {
	if err := arity(in, 2); err != nil {
		return nil, err
	}
	if err := numeric.check(in, 0); err != nil {
		return nil, err
	}
	if err := sameDType(in, 1, 0); err != nil {
		return nil, err
	}
	sizes := make(map[int]int)
	where := make(map[int][2]int)
	for i, labels := range [2][]int{op.A, op.B} {
		if len(labels) != in[i].Rank() {
			return nil, operandErr(ErrRank, i, -1, "rank %d, but %d labels %s", in[i].Rank(), len(labels), shapeString(labels))
		}
		for axis, l := range labels {
			n, seen := sizes[l]
			if size := in[i].Shape[axis]; seen && n != size {
				return nil, operandErr(ErrSize, i, axis, "size %d, want %d as operand %d, axis %d has (label %d)", size, n,
					where[l][0], where[l][1], l)
			} else if !seen {
				sizes[l], where[l] = size, [2]int{i, axis}
			}
		}
	}
	shape := make([]int, len(op.Out))
	for k, l := range op.Out {
		n, known := sizes[l]
		switch {
		case !known:
			return nil, paramErr("out", "label %d of axis %d is in neither operand", l, k)
		case slices.Contains(op.Out[:k], l):
			return nil, paramErr("out", "label %d comes twice in %s", l, shapeString(op.Out))
		}
		shape[k] = n
	}
	return result(in[0].DType, shape)
}

// Contract multiplies a and b and sums over the labels that are not in out; see the operation of that name.
func (tc *Context) Contract(a, b *Value, labelsA, labelsB, out []int) *Value {
	return tc.apply1(Contract{A: cloneInts(labelsA), B: cloneInts(labelsB), Out: cloneInts(out)}, a, b)
}
