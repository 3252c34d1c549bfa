package families

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tenferro/tenferro-go/einsum"
	"github.com/tenferro/tenferro-go/internal/instance"
	"github.com/tenferro/tenferro-go/tensor"
)

// Every problem of the suite is an equation with fitting shapes, connected, small enough to be held.
func TestSuite(t *testing.T) {
	seen := map[string]bool{}
	for _, in := range Suite() {
		require.False(t, seen[in.Name], in.Name)
		seen[in.Name] = true
		require.NotEmpty(t, in.Intent)
		eq, err := einsum.Parse(in.Equation)
		require.NoError(t, err, in.Name)
		b, err := eq.Bind(in.Shapes...)
		require.NoError(t, err, in.Name)
		require.LessOrEqual(t, b.OutputLen(), 1<<22, in.Name)
		if len(b.Inputs) > 2 {
			require.Equal(t, 1, components(b.Inputs), in.Name)
		}
		for i := range b.Inputs {
			_, err := tensor.CheckedLen(in.Shapes[i])
			require.NoError(t, err)
		}
	}
}

// components counts the connected parts of a network.
func components(inputs [][]int) int {
	part := make([]int, len(inputs))
	for i := range part {
		part[i] = i
	}
	n := len(inputs)
	owner := map[int]int{}
	for i, labels := range inputs {
		for _, label := range labels {
			first, ok := owner[label]
			if !ok {
				owner[label] = i
				continue
			}
			from, to := part[i], part[first]
			if from == to {
				continue
			}
			n--
			for j := range part {
				if part[j] == from {
					part[j] = to
				}
			}
		}
	}
	return n
}

// degrees counts in how many tensors each label stands, the result being one.
func degrees(t *testing.T, in *instance.Instance) []int {
	b, err := einsum.MustParse(in.Equation).Bind(in.Shapes...)
	require.NoError(t, err)
	n := make([]int, len(b.Sizes))
	for _, labels := range append(slices.Clone(b.Inputs), b.Output) {
		for _, label := range labels {
			n[label]++
		}
	}
	return n
}

// Tensor networks proper have each label in two places; graphical models and batches do not.
func TestDegrees(t *testing.T) {
	for _, in := range []*instance.Instance{
		MatrixChain("", 1, 9, 2, 5), MPSInnerProduct("", 1, 9, 3, 2, 4), MERA("", 1, 3, 2, 3), MERAState("", 1, 3, 2, 3),
		Lattice("", 1, 3, 4, 2), PEPS("", 1, 3, 2, 2, 2), Regular("", 1, 12, 3, 2), Circuit("", 1, 5, 4, 2),
		GridCircuit("", 1, 2, 3, 5, 1),
	} {
		for _, n := range degrees(t, in) {
			require.Equal(t, 2, n, in.Equation)
		}
	}
	require.Contains(t, degrees(t, TreeModel("", 1, 5, 2, 3, 7)), 6) // the batch: five words and the result
	require.Greater(t, slices.Max(degrees(t, FactorGraph("", 1, 12, 30, 3, 2, 2))), 3)
	require.Greater(t, slices.Max(degrees(t, Hypergraph("", 1, 10, 20, 4, 2, 3))), 2)
}

func TestCounts(t *testing.T) {
	for _, c := range []struct {
		in             *instance.Instance
		tensors, outer int
	}{
		{MatrixChain("", 1, 9, 2, 5), 9, 2},
		{MPSInnerProduct("", 1, 9, 3, 2, 4), 18, 0},
		{MERA("", 1, 3, 2, 3), 2*(1+2+2+4+4) + 1, 0},
		{MERAState("", 1, 3, 2, 3), 1 + 2 + 2 + 4 + 4, 8},
		{TreeModel("", 1, 5, 2, 3, 7), 1 + 4 + 5 + 5, 1},
		{Lattice("", 1, 3, 4, 2), 12, 0},
		{PEPS("", 1, 3, 2, 2, 2), 12, 0},
		{Regular("", 1, 12, 3, 2), 12, 0},
		{FactorGraph("", 1, 12, 30, 3, 2, 2), 30, 2},
		{Hypergraph("", 1, 10, 20, 4, 2, 3), 10, 2},
		{GridCircuit("", 1, 2, 3, 4, 1), 6 + 4*6 + 2 + 2 + 3 + 0 + 5, 1},
	} {
		eq := einsum.MustParse(c.in.Equation)
		require.Equal(t, c.tensors, eq.NumOperands(), c.in.Equation)
		require.Len(t, eq.Output().Labels, c.outer, c.in.Equation)
	}
}

func TestSameSeedSameProblem(t *testing.T) {
	text := func(in *instance.Instance) string {
		var b bytes.Buffer
		require.NoError(t, in.Write(&b))
		return b.String()
	}
	first, second := Suite(), Suite()
	for i := range first {
		require.Equal(t, text(first[i]), text(second[i]))
	}
	require.NotEqual(t, text(MatrixChain("", 1, 9, 2, 50)), text(MatrixChain("", 2, 9, 2, 50)))
}

func TestLabelsAreLetters(t *testing.T) {
	in := MatrixChain("", 1, 400, 2, 3)
	require.Equal(t, 401, einsum.MustParse(in.Equation).NumLabels())
	rev, err := in.Reversed()
	require.NoError(t, err)
	require.Equal(t, 401, einsum.MustParse(rev.Equation).NumLabels())
}
