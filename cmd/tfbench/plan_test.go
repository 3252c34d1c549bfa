package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/einsum"
)

// planReport is the JSON of "tfbench plan", spelled out apart from the code.
type planReport struct {
	Results []struct {
		Name        string   `json:"name"`
		Finder      string   `json:"finder"`
		Objective   string   `json:"objective"`
		FlopsOE     *float64 `json:"log10_flops_opt_einsum"`
		FlopsC      *float64 `json:"log10_flops_cotengra"`
		Size        *float64 `json:"log2_size"`
		Peak        *float64 `json:"peak_bytes"`
		Slices      float64  `json:"slices"`
		PredictedMs *float64 `json:"predicted_ms"`
		SearchMs    *float64 `json:"search_ms"`
		Path        [][2]int `json:"path"`
	} `json:"results"`
}

func parsePlan(t *testing.T, text string) planReport {
	t.Helper()
	var r planReport
	dec := json.NewDecoder(bytes.NewReader([]byte(text)))
	dec.DisallowUnknownFields()
	require.NoError(t, dec.Decode(&r), text)
	return r
}

func TestPlanEquation(t *testing.T) {
	for _, sizes := range []string{"i=10,j=200,k=3,l=50,m=20", "10x200,200x3,3x50,50x20"} {
		got := command(t, "plan", "--equation", "ij,jk,kl,lm->im", "--sizes", sizes, "--format", "json", "--objective", "flops")
		require.Zero(t, got.status, got.err)
		r := parsePlan(t, got.out).Results
		require.Len(t, r, 1)
		require.InDelta(t, 4.2833, *r[0].FlopsOE, 1e-4)
		require.Equal(t, 1.0, r[0].Slices)
		require.Len(t, r[0].Path, 3)
		require.Equal(t, "flops", r[0].Objective)
	}
	got := command(t, "plan", "--equation", "ij,jk->ik", "--sizes", "i=4,j=5,k=6")
	require.Zero(t, got.status, got.err)
	require.Contains(t, got.out, "ij,jk->ik")
	require.Contains(t, got.out, "GEMM")
}

// TestPlanFiles keeps a plan, draws it, and shows it again.
func TestPlanFiles(t *testing.T) {
	folder := t.TempDir()
	file := func(name string) string { return filepath.Join(folder, name) }
	args := []string{"plan", "--equation", "ab,bc,cd,de,ea->", "--sizes", "a=8,b=9,c=10,d=11,e=12", "--format", "json", "--finder", "hyper", "--memory-limit", "6kB"}
	first := command(t, append(args, "--save", file("plan.json"), "--svg", file("tree.svg"), "--svg-progress", file("search.svg"))...)
	require.Zero(t, first.status, first.err)
	again := command(t, "plan", "--format", "json", file("plan.json"))
	require.Zero(t, again.status, again.err)
	a, b := parsePlan(t, first.out).Results[0], parsePlan(t, again.out).Results[0]
	require.Equal(t, file("plan.json"), b.Name)
	b.Name = a.Name
	require.Equal(t, a, b)
	require.LessOrEqual(t, *a.Peak, 6000.0)
	plan, err := einsum.ReadPlan(file("plan.json"))
	require.NoError(t, err)
	require.Equal(t, a.Slices, plan.Slicing().Count())
	for _, name := range []string{"tree.svg", "search.svg"} {
		picture, err := os.ReadFile(file(name))
		require.NoError(t, err)
		require.True(t, strings.HasPrefix(string(picture), "<svg"))
		dec := xml.NewDecoder(bytes.NewReader(picture))
		for {
			_, err := dec.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(t, err, name)
		}
	}
}

func TestPlanInstances(t *testing.T) {
	got := command(t, "plan", "--finder", "greedy", "--format", "json")
	require.Zero(t, got.status, got.err)
	require.Greater(t, len(parsePlan(t, got.out).Results), 20)
	tiny := write(t, "tiny.json", tiny)
	got = command(t, "plan", tiny, "--dtype", "complex64")
	require.Zero(t, got.status, got.err)
	require.Contains(t, got.out, "tiny")
}

func TestPlanMistakes(t *testing.T) {
	for _, c := range []struct {
		args string
		want string
	}{
		{"--equation ij,jk->ik --sizes i=4,j=5", "label k"},
		{"--equation ij,jk->ik --sizes 4x5,6x7", "label j"},
		{"--equation ij,jk->ik --sizes 4x5,5xq", "shape"},
		{"--equation ij,jk->ik --sizes i=4,j=q", "size"},
		{"--equation ij,jk-->ik --sizes i=4,j=5,k=6", "einsum"},
		{"--sizes i=4", "--equation"},
		{"--equation i->i --sizes i=4 --finder nobody", "nobody"},
		{"--equation i->i --sizes i=4 --objective nothing", "nothing"},
		{"--equation i->i --sizes i=4 --dtype int8", "int8"},
		{"--format xml", "xml"},
		{"--save x.json", "one network"},
		{"nowhere.json", "no such file"},
	} {
		got := command(t, append([]string{"plan"}, strings.Fields(c.args)...)...)
		require.Equal(t, 2, got.status, "%s: %s", c.args, got.err)
		require.Contains(t, got.err, c.want, c.args)
		require.Empty(t, got.out, c.args)
	}
	got := command(t, "plan", "--equation", "i,j->ij", "--sizes", "i=1000,j=1000", "--memory-limit", "1kB")
	require.Equal(t, 1, got.status)
	require.Contains(t, got.err, "limit")
}

// TestPlanOfBadPlanFile says what is wrong with a plan, not that it is no instance.
func TestPlanOfBadPlanFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "plan.json")
	require.NoError(t, os.WriteFile(file, []byte(`{"format": "tenferro-plan/1"}`), 0o600))
	got := command(t, "plan", file)
	require.Equal(t, 1, got.status)
	require.Contains(t, got.err, "a network needs at least one input")
}

// TestPlanOfNothing has no operations to count.
func TestPlanOfNothing(t *testing.T) {
	got := command(t, "plan", "--equation", "ij,jk->ik", "--sizes", "i=10,j=0,k=3")
	require.Equal(t, 0, got.status, got.err)
	require.Contains(t, got.out, " 0 flops (opt_einsum), 0 (cotengra)")
}
