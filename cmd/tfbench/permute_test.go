package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/tensor"
)

func TestPermute(t *testing.T) {
	patterns := []pattern{
		{Name: "matrix", Shape: []int{65, 33}, Axes: []int{1, 0}},
		{Name: "turned", Shape: []int{5, 6, 7}, Axes: []int{2, 0, 1}},
		{Name: "scattered", Shape: []int{4, 8, 2}, Axes: []int{2, 1, 0}, Strides: []int{2, 8, 1}},
	}
	for _, d := range []tensor.DType{tensor.Float32, tensor.Float64, tensor.Complex64, tensor.Complex128} {
		var out bytes.Buffer
		o := &permuteOptions{dtype: d, runs: 2, threads: 2, format: "json"}
		require.NoError(t, (&app{survey: knownMachine}).permute(context.Background(), o, patterns, &out, io.Discard))
		var report struct {
			Environment map[string]any
			Results     []map[string]any
		}
		require.NoError(t, json.Unmarshal(out.Bytes(), &report))
		require.Len(t, report.Results, len(patterns))
		for i, r := range report.Results {
			require.Nil(t, r["error"], r["name"])
			require.Equal(t, d.String(), r["dtype"])
			require.EqualValues(t, tensorLen(patterns[i].Shape)*d.Size(), r["bytes"])
			for _, key := range []string{"median_ms", "p25_ms", "p75_ms", "memcpy_ms", "ratio", "gbs"} {
				require.Positive(t, r[key], key)
			}
		}
	}
	var out bytes.Buffer
	require.NoError(t, (&app{survey: knownMachine}).permute(context.Background(), &permuteOptions{dtype: tensor.Float64, runs: 1, format: "table"}, patterns[:1], &out, io.Discard))
	require.Contains(t, out.String(), "matrix")
}

// TestPermuteTooLarge leaves out what does not fit, and says so.
func TestPermuteTooLarge(t *testing.T) {
	var out, errOut bytes.Buffer
	patterns := []pattern{{Name: "big", Shape: []int{100, 100}, Axes: []int{1, 0}}, {Name: "small", Shape: []int{3, 2}, Axes: []int{1, 0}}}
	o := &permuteOptions{dtype: tensor.Float64, runs: 1, format: "table", memory: 1000}
	err := (&app{survey: knownMachine}).permute(context.Background(), o, patterns, &out, &errOut)
	require.ErrorIs(t, err, errTold)
	require.Contains(t, errOut.String(), "FAILED big: it needs")
	require.NotContains(t, errOut.String(), "small")
}

// TestPermuteCheck finds an element in the wrong place.
func TestPermuteCheck(t *testing.T) {
	p := pattern{Shape: []int{2, 3}, Axes: []int{1, 0}}
	src := tensor.MustFromColMajor([]float64{1, 2, 3, 4, 5, 6}, 2, 3)
	require.NoError(t, p.check(tensor.MustFromColMajor([]float64{1, 3, 5, 2, 4, 6}, 3, 2), src))
	require.ErrorContains(t, p.check(tensor.MustFromColMajor([]float64{1, 3, 2, 5, 4, 6}, 3, 2), src), "wrong result: element [2 0] is 2, not 5")
}

func TestPatterns(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range permutePatterns() {
		require.NoError(t, p.validate(), p.Name)
		require.False(t, seen[p.Name], p.Name)
		seen[p.Name] = true
	}
	require.Error(t, (&pattern{Shape: []int{2, 3}, Axes: []int{0, 0}}).validate())
	require.Error(t, (&pattern{Shape: []int{2, 3}, Axes: []int{1, 0}, Strides: []int{1}}).validate())
	require.ErrorContains(t, (&pattern{Shape: []int{2, 3}, Axes: []int{1, 0}, Strides: []int{1, 1}}).validate(), "gaps or overlap")
	require.ErrorContains(t, (&pattern{Shape: []int{2, 3}, Axes: []int{1, 0}, Strides: []int{1, 4}}).validate(), "gaps or overlap")
}

// TestReadPatterns reads the public format, in which perm says where the indices of the result go in the source.
func TestReadPatterns(t *testing.T) {
	file := filepath.Join(t.TempDir(), "patterns.json")
	write := func(text string) { require.NoError(t, os.WriteFile(file, []byte(text), 0o600)) }
	write(`{"patterns": [{"id": "a", "shape": [2, 3, 4], "perm": [2, 0, 1], "src_layout": {"kind": "col_major"}},
		{"id": "b", "shape": [2, 3], "perm": [0, 1], "src_layout": {"kind": "explicit_strides", "strides": [3, 1]}}]}`)
	got, err := readPatterns(file)
	require.NoError(t, err)
	require.Equal(t, []pattern{
		{Name: "a", Shape: []int{2, 3, 4}, Axes: []int{1, 2, 0}},
		{Name: "b", Shape: []int{2, 3}, Axes: []int{0, 1}, Strides: []int{3, 1}},
	}, got)
	for text, want := range map[string]string{
		`{`:                  "no file of patterns",
		`{"patterns": []}`:   "it has no list",
		`{"patterns": [{}]}`: "has no id or no shape",
		`{"patterns": [{"id": "a", "shape": [2, 3], "perm": [0, 2]}]}`: "no permutation of 2 axes",
	} {
		write(text)
		_, err := readPatterns(file)
		var usage *usageError
		require.ErrorAs(t, err, &usage)
		require.ErrorContains(t, err, want)
	}
}
