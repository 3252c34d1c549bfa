package einsum

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBind(t *testing.T) {
	type bound struct {
		inputs, broadcast [][]int
		output            []int
		sizes, shape      []int
	}
	for _, c := range []struct {
		text   string
		shapes [][]int
		want   bound
	}{
		{"ij,jk->ki", [][]int{{2, 3}, {3, 4}}, bound{
			inputs: [][]int{{0, 1}, {1, 2}}, broadcast: [][]int{nil, nil},
			output: []int{2, 0}, sizes: []int{2, 3, 4}, shape: []int{4, 2},
		}},
		{"iij->jj", [][]int{{2, 2, 3}}, bound{
			inputs: [][]int{{0, 0, 1}}, broadcast: [][]int{nil},
			output: []int{1, 1}, sizes: []int{2, 3}, shape: []int{3, 3},
		}},
		{",->", [][]int{{}, nil}, bound{
			inputs: [][]int{nil, nil}, broadcast: [][]int{nil, nil},
			sizes: []int{}, shape: []int{},
		}},
		{"ij->i", [][]int{{0, 3}}, bound{
			inputs: [][]int{{0, 1}}, broadcast: [][]int{nil},
			output: []int{0}, sizes: []int{0, 3}, shape: []int{0},
		}},
		{"...ij,...jk->...ik", [][]int{{5, 2, 3}, {6, 5, 3, 4}}, bound{ // aligned from the right
			inputs: [][]int{{4, 0, 1}, {3, 4, 1, 2}}, broadcast: [][]int{nil, nil},
			output: []int{3, 4, 0, 2}, sizes: []int{2, 3, 4, 6, 5}, shape: []int{6, 5, 2, 4},
		}},
		{"i...,...i->...", [][]int{{2, 1, 5}, {7, 1, 2}}, bound{ // size 1 broadcasts, whichever operand has it
			inputs: [][]int{{0, 1, 2}, {1, 2, 0}}, broadcast: [][]int{{1}, {1}},
			output: []int{1, 2}, sizes: []int{2, 7, 5}, shape: []int{7, 5},
		}},
		{"...,...->...", [][]int{{1, 1}, {1}}, bound{ // size 1 everywhere is no broadcast
			inputs: [][]int{{0, 1}, {1}}, broadcast: [][]int{nil, nil},
			output: []int{0, 1}, sizes: []int{1, 1}, shape: []int{1, 1},
		}},
		{"...,...->...", [][]int{{1}, {0}}, bound{ // 0 and 1 give 0
			inputs: [][]int{{0}, {0}}, broadcast: [][]int{{0}, nil},
			output: []int{0}, sizes: []int{0}, shape: []int{0},
		}},
		{"...,...,...", [][]int{{1}, {3}, {1}}, bound{
			inputs: [][]int{{0}, {0}, {0}}, broadcast: [][]int{{0}, nil, {0}},
			output: []int{0}, sizes: []int{3}, shape: []int{3},
		}},
		{"i...->i", [][]int{{3, 4, 5}}, bound{ // S05: summed
			inputs: [][]int{{0, 1, 2}}, broadcast: [][]int{nil},
			output: []int{0}, sizes: []int{3, 4, 5}, shape: []int{3},
		}},
		{"ij->i...j", [][]int{{3, 4}}, bound{ // no operand gives the ellipsis any axis
			inputs: [][]int{{0, 1}}, broadcast: [][]int{nil},
			output: []int{0, 1}, sizes: []int{3, 4}, shape: []int{3, 4},
		}},
		{"i...,j", [][]int{{3}, {4}}, bound{
			inputs: [][]int{{0}, {1}}, broadcast: [][]int{nil, nil},
			output: []int{0, 1}, sizes: []int{3, 4}, shape: []int{3, 4},
		}},
		{"ij->", [][]int{{math.MaxInt, math.MaxInt}}, bound{ // only the result's size is Bind's business
			inputs: [][]int{{0, 1}}, broadcast: [][]int{nil},
			sizes: []int{math.MaxInt, math.MaxInt}, shape: []int{},
		}},
	} {
		t.Run(c.text, func(t *testing.T) {
			b, err := MustParse(c.text).Bind(c.shapes...)
			require.NoError(t, err)
			require.Equal(t, c.want, bound{b.Inputs, b.Broadcast, b.Output, b.Sizes, b.OutputShape})
			want := 1
			for _, size := range b.OutputShape {
				want *= size
			}
			require.Equal(t, want, b.OutputLen())
		})
	}
}

func TestBindNamesLabelsAndConjugation(t *testing.T) {
	b, err := MustParse("i...*,i").Bind([]int{2, 3, 4}, []int{2})
	require.NoError(t, err)
	require.Equal(t, []bool{true, false}, b.Conj)
	require.Equal(t, []string{"", "i", "...0", "...1", ""},
		[]string{b.Label(-1), b.Label(0), b.Label(1), b.Label(2), b.Label(3)})
}

func TestBindErrors(t *testing.T) {
	for _, c := range []struct {
		text    string
		shapes  [][]int
		kind    error
		message string
	}{
		{"ij,jk->ik", [][]int{{2, 3}}, ErrOperandCount, `
einsum: the equation names 2 operands, 1 given
	ij,jk->ik
	   ^^`},
		{"ij,jk->ik", [][]int{{2, 3}, {3, 2}, {2}}, ErrOperandCount, `
einsum: the equation names 2 operands, 3 given
	ij,jk->ik
	     ^`},
		{"i", nil, ErrOperandCount, `
einsum: the equation names 1 operand, 0 given
	i
	^`},
		{"ij,jk->ik", [][]int{{2, 3}, {3}}, ErrRank, `
einsum: operand 1 has rank 1, its term names 2 axes
	ij,jk->ik
	   ^^`},
		{",i", [][]int{{2}, {3}}, ErrRank, `
einsum: operand 0 has rank 1, its term names 0 axes
	,i
	^`},
		{"i...j,j", [][]int{{2}, {3}}, ErrRank, `
einsum: operand 0 has rank 1, its term names 2 axes beside the ellipsis
	i...j,j
	^^^^^`},
		{"ij", [][]int{{2, -3}}, ErrSize, `
einsum: axis 1 of operand 0 has size -3
	ij
	^^`},
		// B09: never broadcast, in neither order.
		{"ik,jk->ij", [][]int{{4, 1}, {1, 3}}, ErrSize, `
einsum: label k has size 1 on axis 1 of operand 0 and size 3 on axis 1 of operand 1; size 1 broadcasts under "..." only
	ik,jk->ij
	 ^  ^`},
		{"ik,jk->ij", [][]int{{4, 3}, {1, 1}}, ErrSize, `
einsum: label k has size 3 on axis 1 of operand 0 and size 1 on axis 1 of operand 1; size 1 broadcasts under "..." only
	ik,jk->ij
	 ^  ^`},
		{"日本 , 本語", [][]int{{4, 3}, {2, 1}}, ErrSize, `
einsum: label 本 has size 3 on axis 1 of operand 0 and size 2 on axis 0 of operand 1
	日本 , 本語
	  ^^   ^^`},
		{"iji->j", [][]int{{4, 3, 5}}, ErrSize, `
einsum: label i has size 4 on axis 0 and size 5 on axis 2 of operand 0
	iji->j
	^ ^`},
		{"[0][1000000],[1000000]", [][]int{{4, 3}, {5}}, ErrSize, `
einsum: label [1000000] has size 3 on axis 1 of operand 0 and size 5 on axis 0 of operand 1
	[0][1000000],[1000000]
	   ^         ^`},
		{"...i,j...->ij...", [][]int{{4, 5, 2}, {2, 3, 5}}, ErrSize, `
einsum: axis 0 of the ellipsis has size 4 on axis 0 of operand 0 and size 3 on axis 1 of operand 1
	...i,j...->ij...
	^^^   ^^^`},
		{"i...k,k...->...", [][]int{{7, 1, 5, 2}, {3, 4, 5}}, ErrSize, `
einsum: label k has size 2 on axis 3 of operand 0 and size 3 on axis 0 of operand 1
	i...k,k...->...
	    ^ ^`},
		{"i,j->ij", [][]int{{1 << 32}, {1 << 31}}, ErrOverflow, `
einsum: a result of shape [4294967296 2147483648] has more elements than can be counted
	i,j->ij
	     ^^`},
		{"i,j", [][]int{{math.MaxInt}, {3}}, ErrOverflow, `
einsum: a result of shape [9223372036854775807 3] has more elements than can be counted
	i,j
	   ^`},
		{"i,j,k", [][]int{{math.MaxInt}, {0}, {math.MaxInt}}, ErrOverflow, `
einsum: a result of shape [9223372036854775807 0 9223372036854775807] has more elements than can be counted
	i,j,k
	     ^`},
		{"ik," + strings.Repeat("ab,", 60) + "jk->", append(append([][]int{{2, 3}}, repeat([]int{2, 2}, 60)...), []int{2, 4}), ErrSize, `
einsum: label k has size 3 on axis 1 of operand 0 and size 4 on axis 1 of operand 61
	ik,ab,ab,ab,ab,ab,ab,ab,ab…b,ab,ab,ab,ab,ab,ab,ab,jk->
	 ^                                                 ^`},
	} {
		t.Run(c.text, func(t *testing.T) {
			b, err := MustParse(c.text).Bind(c.shapes...)
			require.Nil(t, b)
			require.ErrorIs(t, err, c.kind)
			require.Equal(t, strings.TrimPrefix(c.message, "\n"), err.Error())
		})
	}
}

func repeat(shape []int, n int) [][]int {
	shapes := make([][]int, n)
	for i := range shapes {
		shapes[i] = shape
	}
	return shapes
}

func TestBindErrorFields(t *testing.T) {
	_, err := MustParse("ik,jk->ij").Bind([]int{4, 1}, []int{1, 3})
	var bindErr *BindError
	require.ErrorAs(t, err, &bindErr)
	require.Equal(t, "ik,jk->ij", bindErr.Equation)
	require.Equal(t, "k", bindErr.Label)
	require.Equal(t, []int{0, 1}, bindErr.Operands)
	require.Equal(t, []int{1, 1}, bindErr.Axes)
	require.Equal(t, []int{1, 3}, bindErr.Sizes)
}
