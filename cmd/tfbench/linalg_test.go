package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/tensor"
)

// TestLinalg measures one small case of each operation, in each dtype.
func TestLinalg(t *testing.T) {
	var few []linalgCase
	for _, c := range linalgCases() {
		if strings.HasPrefix(c.Name, "small_4") || strings.HasPrefix(c.Name, "batch_2x2_16") {
			few = append(few, c)
		}
	}
	require.Len(t, few, 11)
	for _, d := range []tensor.DType{tensor.Float32, tensor.Float64, tensor.Complex64, tensor.Complex128} {
		var out bytes.Buffer
		o := &linalgOptions{dtype: d, runs: 2, threads: 1, format: "json"}
		require.NoError(t, (&app{survey: knownMachine}).linalg(context.Background(), o, few, &out, io.Discard))
		var report struct {
			Environment map[string]any
			Results     []map[string]any
		}
		require.NoError(t, json.Unmarshal(out.Bytes(), &report))
		require.Len(t, report.Results, len(few))
		for _, r := range report.Results {
			require.Nil(t, r["error"], r["name"])
			require.Equal(t, d.String(), r["dtype"])
			for _, key := range []string{"median_us", "p25_us", "p75_us", "one_shot_us"} {
				require.Positive(t, r[key], key)
			}
		}
	}
	var out bytes.Buffer
	require.NoError(t, (&app{survey: knownMachine}).linalg(context.Background(), &linalgOptions{dtype: tensor.Float64, runs: 1, format: "table"}, few[:1], &out, io.Discard))
	require.Contains(t, out.String(), few[0].Name)
}

// TestLinalgCheck finds a factor that is wrong.
func TestLinalgCheck(t *testing.T) {
	a := tensor.MustFromColMajor([]float64{1, 2, 3, 4}, 2, 2)
	eye := tensor.MustFromColMajor([]float64{1, 0, 0, 1}, 2, 2)
	ones := tensor.MustFromColMajor([]float64{1, 1}, 2)
	for _, c := range []struct {
		op       string
		operands []*tensor.Tensor
		results  []*tensor.Tensor
	}{
		{"svd", []*tensor.Tensor{a}, []*tensor.Tensor{eye, ones, eye}},
		{"qr", []*tensor.Tensor{a}, []*tensor.Tensor{eye, eye}},
		{"eigh", []*tensor.Tensor{a}, []*tensor.Tensor{ones, eye}},
		{"solve", []*tensor.Tensor{a, a}, []*tensor.Tensor{a}},
		{"matmul", []*tensor.Tensor{a, a}, []*tensor.Tensor{a}},
	} {
		err := (&linalgCase{Op: c.op}).check(context.Background(), c.operands, c.results, tensor.Float64)
		require.ErrorContains(t, err, "miss the operand", c.op)
	}
}
