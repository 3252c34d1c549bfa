package instance

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tenferro/tenferro-go/tensor"
)

const recorded = `{
	"chain": {"seed": 1, "output_shape": [2, 3], "sum": 4.0, "norm2": 2.0,
		"samples": [[[0, 0], 0.5], [[0, 1], 0.0], [[1, 2], 1.5]], "two_path_rel_diff": 1e-16},
	"gates": {"seed": 1, "output_shape": [], "sum": [3.0, -4.0], "norm2": 5.0,
		"samples": [[[], [3.0, -4.0]]], "two_path_rel_diff": 0.0},
	"tiny": {"seed": 1, "output_shape": [], "sum": 1e-66, "norm2": 1e-66, "samples": [[[], 1e-66]], "two_path_rel_diff": 0}
}`

func TestReferences(t *testing.T) {
	refs, err := ReadReferences(strings.NewReader(recorded))
	require.NoError(t, err)
	require.Equal(t, &Reference{Seed: 1, TwoPaths: 1e-16, Result: Summary{
		Shape: []int{2, 3}, Sum: 4, Norm2: 2, Samples: []Sample{{[]int{0, 0}, 0.5}, {[]int{0, 1}, 0}, {[]int{1, 2}, 1.5}},
	}}, refs["chain"])
	require.Equal(t, 3-4i, refs["gates"].Result.Sum)
	require.True(t, refs["gates"].Result.Complex)

	_, err = ReadReferences(strings.NewReader(`[]`))
	require.ErrorContains(t, err, "no reference file")
}

func TestCheck(t *testing.T) {
	refs, err := ReadReferences(strings.NewReader(recorded))
	require.NoError(t, err)
	chainResult := func(change func(*Summary)) *Summary {
		s := refs["chain"].Result
		s.Samples = append([]Sample(nil), s.Samples...)
		change(&s)
		return &s
	}
	for _, c := range []struct {
		dtype tensor.DType
		got   *Summary
		error string
	}{
		{tensor.Float64, chainResult(func(*Summary) {}), ""},
		{tensor.Float64, chainResult(func(s *Summary) { s.Sum *= 1 + 5e-11 }), ""},
		{tensor.Float64, chainResult(func(s *Summary) { s.Sum = 5 }),
			"chain: sum is 5, want 4: relative difference 0.25, allowed 1e-10"},
		{tensor.Float32, chainResult(func(s *Summary) { s.Sum *= 1 + 5e-5 }), ""},
		{tensor.Float32, chainResult(func(s *Summary) { s.Norm2 = 2.5 }),
			"chain: norm2 is 2.5, want 2: relative difference 0.25, allowed 1e-04"},
		{tensor.Float64, chainResult(func(s *Summary) { s.Samples[2].Value = 1.5 - 0.75i }),
			"chain: sample [1 2] is (1.5-0.75i), want 1.5: relative difference 0.5, allowed 1e-10"},
		{tensor.Float64, chainResult(func(s *Summary) { s.Samples[1].Value = 1e-12 }), ""}, // against the others' magnitude
		{tensor.Float64, chainResult(func(s *Summary) { s.Samples = s.Samples[:2] }),
			"chain: sample [1 2] is missing, want 1.5: relative difference +Inf, allowed 1e-10"},
		{tensor.Float64, chainResult(func(s *Summary) { s.Shape = []int{3, 2} }),
			"chain: shape is [3 2], want [2 3]: relative difference +Inf, allowed 1e-10"},
		{tensor.Float64, chainResult(func(s *Summary) { s.Sum, s.Norm2 = 5, 6 }),
			"chain: norm2 is 6, want 2: relative difference 2, allowed 1e-10; also wrong: sum"},
	} {
		err := refs.Check("chain", 1, c.dtype, c.got)
		if c.error == "" {
			require.NoError(t, err)
			continue
		}
		var mismatch *MismatchError
		require.ErrorAs(t, err, &mismatch)
		require.EqualError(t, err, c.error)
	}
}

func TestCheckWithoutReference(t *testing.T) {
	refs, err := ReadReferences(strings.NewReader(recorded))
	require.NoError(t, err)
	result := &refs["tiny"].Result
	require.ErrorIs(t, refs.Check("other", 1, tensor.Float64, result), ErrNoReference)
	require.EqualError(t, refs.Check("tiny", 2, tensor.Float64, result), "tiny: no recorded result for seed 2, only for 1")
	require.NoError(t, refs.Check("tiny", 1, tensor.Float64, result))
	require.ErrorIs(t, refs.Check("tiny", 1, tensor.Complex64, &Summary{Samples: []Sample{{}}}), ErrRange)
}

func TestCheckSeesNaN(t *testing.T) {
	refs, err := ReadReferences(strings.NewReader(recorded))
	require.NoError(t, err)
	nan, err := Summarise(tensor.FromScalar(complex(math.NaN(), 0)))
	require.NoError(t, err)
	require.ErrorContains(t, refs.Check("gates", 1, tensor.Complex128, nan), "gates: ")
}
