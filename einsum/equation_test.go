package einsum

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEquationNumbersLabelsInOrderOfAppearance(t *testing.T) {
	eq := MustParse("kj*,i...j->...ki")
	require.Equal(t, 2, eq.NumOperands())
	require.Equal(t, 3, eq.NumLabels())
	require.Equal(t, []Term{
		{Labels: []int{0, 1}, Ellipsis: -1, Conj: true},
		{Labels: []int{2, 1}, Ellipsis: 1},
	}, eq.Inputs())
	require.Equal(t, Term{Labels: []int{0, 2}, Ellipsis: 0}, eq.Output())
	require.Equal(t, []string{"", "k", "j", "i", ""},
		[]string{eq.Label(-1), eq.Label(0), eq.Label(1), eq.Label(2), eq.Label(3)})
	require.True(t, eq.HasEllipsis())
	require.False(t, MustParse("i,j").HasEllipsis())
}

func TestEquationIsImmutable(t *testing.T) {
	eq := MustParse("(ij,jk),kl->il")
	eq.Inputs()[0].Labels[0] = 7
	eq.Output().Labels[0] = 7
	eq.Order()[0].Group[0].Operand = 7
	bound, err := eq.Bind([]int{2, 2}, []int{2, 2}, []int{2, 2})
	require.NoError(t, err)
	bound.Inputs[0][0] = 7
	bound.Output[0] = 7
	require.Equal(t, "(ij,jk),kl->il", eq.String())
}

func TestOrder(t *testing.T) {
	leaf := func(i int) Item { return Item{Operand: i} }
	group := func(items ...Item) Item { return Item{Operand: -1, Group: items} }
	for _, c := range []struct {
		text   string
		nested bool
		want   []Item
	}{
		{"i,j,k", false, []Item{leaf(0), leaf(1), leaf(2)}},
		{"(i,j,k)", false, []Item{leaf(0), leaf(1), leaf(2)}},
		{"i", false, []Item{leaf(0)}},
		{"((i))", false, []Item{leaf(0)}},
		{"(i),j", false, []Item{leaf(0), leaf(1)}},
		{"((i,j),k)", true, []Item{group(leaf(0), leaf(1)), leaf(2)}},
		{"i,(j,k)", true, []Item{leaf(0), group(leaf(1), leaf(2))}},
		{"((i,j),((k),l),(m))", true, []Item{group(leaf(0), leaf(1)), group(leaf(2), leaf(3)), leaf(4)}},
	} {
		eq := MustParse(c.text)
		require.Equal(t, c.want, eq.Order(), c.text)
		require.Equal(t, c.nested, eq.HasParentheses(), c.text)
	}
}

func TestConjugate(t *testing.T) {
	eq := MustParse("( i j , jk*) ,k")
	flipped, err := eq.Conjugate(0, 1)
	require.NoError(t, err)
	require.Equal(t, "(ij*,jk),k->i", flipped.String())
	require.Equal(t, "(ij,jk*),k->i", eq.String())

	_, err = eq.Conjugate(3)
	require.ErrorIs(t, err, ErrOperandCount)
	require.EqualError(t, err, "einsum: no operand 3 to conjugate in an equation of 3")
	_, err = eq.Conjugate(-1)
	require.Error(t, err)
}

func TestFromLabels(t *testing.T) {
	for _, c := range []struct {
		name   string
		inputs [][]int
		output []int
		want   string
	}{
		{"labels beyond letters (B01)", [][]int{{0, 26}, {26, 52}}, []int{0, 52}, "[0][26],[26][52]->[0][52]"},
		{"large labels", [][]int{{1_000_000, 3}, {3, 1 << 40}}, []int{1 << 40}, "[1000000][3],[3][1099511627776]->[1099511627776]"},
		{"scalars", [][]int{nil, {}}, nil, ",->"},
		{"ellipsis", [][]int{{Ellipsis, 5}, {5, Ellipsis}}, []int{Ellipsis}, "...[5],[5]...->..."},
		{"diagonals", [][]int{{7, 7}}, []int{7, 7}, "[7][7]->[7][7]"},
	} {
		eq, err := FromLabels(c.inputs, c.output)
		require.NoError(t, err, c.name)
		require.Equal(t, c.want, eq.String(), c.name)
		require.True(t, MustParse(eq.String()).Equal(eq), c.name)
	}
}

func TestFromLabelsImplicit(t *testing.T) {
	eq, err := FromLabelsImplicit([][]int{{26, 0}}) // B01: the output is sorted by integer
	require.NoError(t, err)
	require.Equal(t, "[26][0]->[0][26]", eq.String())

	eq, err = FromLabelsImplicit([][]int{{100, Ellipsis, 3}, {3, 20}})
	require.NoError(t, err)
	require.Equal(t, "[100]...[3],[3][20]->...[20][100]", eq.String())
}

func TestFromLabelsErrors(t *testing.T) {
	for _, c := range []struct {
		inputs [][]int
		output []int
		want   string
	}{
		{nil, nil, "einsum: an equation has at least one operand"},
		{[][]int{{1}, {2, -3}}, nil, "einsum: label -3 of axis 1 of operand 1 is negative"},
		{[][]int{{1}}, []int{-2}, "einsum: label -2 of axis 0 of the output is negative"},
		{[][]int{{1}}, []int{2}, "einsum: output label [2] is in no operand\n\t[1]->[2]\n\t     ^"},
		{[][]int{{-1, -1}}, nil, "einsum: a second ellipsis in one term\n\t......->\n\t   ^^^"},
	} {
		_, err := FromLabels(c.inputs, c.output)
		var parseErr *ParseError
		require.ErrorAs(t, err, &parseErr)
		require.EqualError(t, err, c.want)
	}
	_, err := FromLabelsImplicit(nil)
	require.Error(t, err)
}

// Labels have no limit: each of many is a label of its own, whatever its number, and shared labels stay shared.
func TestFromLabelsManyLabels(t *testing.T) {
	const seed, n = 7, 20_000
	rng := rand.New(rand.NewPCG(seed, 0))
	numbers := rng.Perm(50 * n)[:n+1]
	inputs := make([][]int, n)
	for i := range inputs {
		inputs[i] = []int{numbers[i], numbers[i+1]}
	}
	eq, err := FromLabels(inputs, []int{numbers[n], numbers[0]})
	require.NoError(t, err)
	require.Equal(t, n+1, eq.NumLabels())
	for i, term := range eq.Inputs() {
		require.Equal(t, []int{i, i + 1}, term.Labels)
	}
	require.Equal(t, []int{n, 0}, eq.Output().Labels)
}
