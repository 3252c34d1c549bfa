package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// talk sends requests to a worker and returns its answers.
func talk(t *testing.T, requests ...string) []map[string]any {
	t.Helper()
	root := (&app{survey: knownMachine}).root()
	root.SetArgs([]string{"worker", "--threads", "1"})
	root.SetIn(strings.NewReader(strings.Join(requests, "\n")))
	var out bytes.Buffer
	root.SetOut(&out)
	require.NoError(t, root.ExecuteContext(context.Background()))
	var answers []map[string]any
	for line := range strings.Lines(out.String()) {
		var a map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &a))
		answers = append(answers, a)
	}
	require.Len(t, answers, len(requests))
	return answers
}

// TestWorkerEinsum loads an instance, runs it both ways, and gives the sum that its inputs' definition leads to.
func TestWorkerEinsum(t *testing.T) {
	want := 0.0
	for i := range 2 {
		for j := range 3 {
			for k := range 2 {
				want += element(1, 0, 3*i+j, 6) * element(1, 1, 2*j+k, 6)
			}
		}
	}
	load := fmt.Sprintf(`{"cmd": "load", "kind": "einsum", "file": %q, "strategy": "opt_flops", "seed": 1}`, write(t, "tiny.json", tiny))
	a := talk(t, `{"cmd": "hello"}`, load, `{"cmd": "run", "count": 3}`, `{"cmd": "run", "count": 3, "fresh": true}`, `{"cmd": "unload"}`)
	require.Equal(t, []any{"einsum", "linalg"}, a[0]["kinds"])
	require.InEpsilon(t, want, a[1]["sum"].([]any)[0], 1e-12)
	require.Positive(t, a[2]["ns"])
	require.Positive(t, a[3]["ns"])
	require.Empty(t, a[4])
}

// TestWorkerLinalg: every operation is loaded and runs, and the signs of R are not told.
func TestWorkerLinalg(t *testing.T) {
	for _, op := range []string{"matmul", "svd", "qr", "eigh", "solve"} {
		shapes := "[[3, 3, 2]]"
		if op == "matmul" || op == "solve" {
			shapes = "[[3, 3, 2], [3, 3, 2]]"
		}
		load := fmt.Sprintf(`{"cmd": "load", "kind": "linalg", "case": {"name": "x", "op": %q, "shapes": %s}, "dtype": "float64", "seed": 1}`, op, shapes)
		a := talk(t, load, `{"cmd": "run", "count": 2}`, `{"cmd": "run", "count": 2, "fresh": true}`)
		require.Positive(t, a[0]["norm2"], op)
		require.Equal(t, op == "qr", a[0]["sum"] == nil, op)
		require.Positive(t, a[1]["ns"], op)
		require.Positive(t, a[2]["ns"], op)
	}
}

// TestWorkerErrors: what fails is answered, and the worker goes on.
func TestWorkerErrors(t *testing.T) {
	for _, a := range talk(t, `{"cmd": "run", "count": 1}`, `nonsense`, `{"cmd": "dance"}`, `{"cmd": "load", "kind": "einsum", "file": "nowhere.json"}`) {
		require.NotEmpty(t, a["error"])
	}
}
