package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/cpu"
	"github.com/tenferro/tenferro-go/internal/instance"
)

// TestTable compares the table with testdata/table.txt. Its figures are given, not measured.
func TestTable(t *testing.T) {
	good := &result{Name: "matrix_chain", Strategy: "opt_flops", DType: "float64", Steps: 99, MedianMs: 12.3456, P25Ms: 12, P75Ms: 13.5, RooflineMs: 9.8765,
		RooflineRatio: 1.25, Flops: 3.05e8, Bytes: 1e7, PeakBytes: 56250000, SearchMs: 1.5, Output: &instance.Summary{Sum: 398.40212}, checked: true}
	unchecked := newResult("äöü", "auto")
	unchecked.DType, unchecked.Steps, unchecked.MedianMs, unchecked.RooflineMs = "complex64", 1, 0.001, 0
	unchecked.RooflineRatio = unchecked.MedianMs / unchecked.RooflineMs
	unchecked.Output = &instance.Summary{Sum: 3 - 4i, Complex: true}
	wrong := *good
	wrong.fail(errors.New("matrix_chain: sum is 1, want 2"))
	require.Equal(t, "sum is 1, want 2", *wrong.Error)
	failed := newResult("a_network_with_a_longer_name", "opt_size")
	failed.fail(errors.New("it needs 2TiB of memory, the limit is 1GiB"))
	unread := newResult("folder/file.json", "")
	unread.fail(errors.New("no instance file"))

	var got bytes.Buffer
	require.NoError(t, writeTable(&got, "A Processor, gonum v0.17.0", []*result{good, unchecked, &wrong, failed, unread}))
	want, err := os.ReadFile("testdata/table.txt")
	require.NoError(t, err)
	require.Equal(t, string(want), got.String())
}

func TestFigure(t *testing.T) {
	for x, want := range map[figure]string{1.5: "1.5", 0: "0", 3e9: "3000000000", missing: "null", figure(math.Inf(1)): "null"} {
		got, err := x.MarshalJSON()
		require.NoError(t, err)
		require.Equal(t, want, string(got))
	}
}

func TestQuantile(t *testing.T) {
	for _, test := range []struct {
		sorted           []float64
		p25, median, p75 figure
	}{
		{[]float64{3}, 3, 3, 3},
		{[]float64{1, 2}, 1.25, 1.5, 1.75},
		{[]float64{1, 2, 10}, 1.5, 2, 6},
		{[]float64{0, 1, 2, 3, 4}, 1, 2, 3},
	} {
		require.Equal(t, test.p25, quantile(test.sorted, 0.25))
		require.Equal(t, test.median, quantile(test.sorted, 0.5))
		require.Equal(t, test.p75, quantile(test.sorted, 0.75))
	}
}

func TestByteSize(t *testing.T) {
	for text, want := range map[string]byteSize{
		"1": 1, "1000000": 1e6, "2k": 2048, "2kB": 2000, "2KiB": 2048, "512MiB": 512 << 20, "1.5G": 3 << 29, "8 GB": 8e9, "1TiB": 1 << 40, "3b": 3,
	} {
		var b byteSize
		require.NoError(t, b.Set(text), text)
		require.Equal(t, want, b, text)
	}
	for _, text := range []string{"", "GiB", "-1", "0", "0.1", "x", "1 2", "1KBB", "1e30", "NaN", "Inf", "9000000TiB"} {
		var b byteSize
		require.Error(t, b.Set(text), text)
	}
	for b, want := range map[byteSize]string{1: "1B", 1023: "1023B", 1024: "1KiB", 1536: "1.5KiB", 10 << 30: "10GiB", 5 << 50: "5120TiB"} {
		require.Equal(t, want, b.String())
	}
}

func TestVersion(t *testing.T) {
	got := command(t, "version")
	require.Equal(t, 0, got.status)
	require.Contains(t, got.out, "gonum v")
	var out bytes.Buffer
	info := &debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}, Settings: []debug.BuildSetting{
		{Key: "-tags", Value: "openblas"}, {Key: "CGO_ENABLED", Value: "1"}, {Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: "true"}}}
	require.NoError(t, writeVersion(&out, info, stampedCommit(info)))
	require.Contains(t, out.String(), "tfbench v1.2.3, commit abc+dirty\n")
	require.Contains(t, out.String(), `tags "openblas", cgo 1`)
	out.Reset()
	require.NoError(t, writeVersion(&out, nil, ""))
	require.Contains(t, out.String(), "tfbench (unknown)\n")
}

// TestCheckedOut: git is asked about this module's checkout, not about another's.
func TestCheckedOut(t *testing.T) {
	other := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(other, "go.mod"), []byte("module example.com/other\n"), 0o600))
	require.Empty(t, checkedOut(other))
	require.Empty(t, checkedOut(t.TempDir()))
	text, err := os.ReadFile("../../go.mod")
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(text), module))
	if got := checkedOut("."); got != "" { // no checkout in a source archive
		require.Regexp(t, `^[0-9a-f]{40,64}(\+dirty)?$`, got)
	}
}

func TestSelftest(t *testing.T) {
	got := command(t, "selftest", "--provider", "gonum", "--threads", "2")
	require.Equal(t, 0, got.status, got.err)
	require.Regexp(t, `^gonum v\S+ \(\S+ kernels\), 2 threads: every product is exact`, got.out)
}

// TestDoctor: facts, the measured ones among them, and advice; as JSON the environment object and nothing else.
func TestDoctor(t *testing.T) {
	got := command(t, "doctor", "--provider", "gonum", "--threads", "1")
	require.Equal(t, 0, got.status, got.err)
	for _, fact := range []string{"processor ", "provider ", "kernels ", "threads ", "peak float64 ", "copy "} {
		require.Contains(t, "\n"+got.out, "\n"+fact)
	}
	require.Regexp(t, `(?m)^peak float64 +10\.0 GFLOP/s$`, got.out)

	got = command(t, "doctor", "--format", "json")
	require.Equal(t, 0, got.status, got.err)
	dec := json.NewDecoder(strings.NewReader(got.out))
	dec.DisallowUnknownFields()
	var environment cpu.Environment
	require.NoError(t, dec.Decode(&environment))
	require.Equal(t, "testos", environment.OS)
}

// TestEnvironmentKeys spells the environment object out, apart from the code that makes it.
func TestEnvironmentKeys(t *testing.T) {
	be, err := cpu.New(cpu.WithProvider("gonum"))
	require.NoError(t, err)
	defer be.Close()
	text, err := json.Marshal(be.Environment(nil))
	require.NoError(t, err)
	var object map[string]any
	require.NoError(t, json.Unmarshal(text, &object))
	require.ElementsMatch(t, []string{"go", "os", "arch", "cpu", "quota", "provider", "peak_gflops", "bandwidth_gbs", "commit"},
		slices.Collect(maps.Keys(object)))
	require.ElementsMatch(t, []string{"name", "version", "kernel", "corrected_from", "threads", "int_bits"},
		slices.Collect(maps.Keys(object["provider"].(map[string]any))))
}

func TestHeadline(t *testing.T) {
	e := &cpu.Environment{CPU: "A Processor", Provider: cpu.ProviderReport{Name: "openblas", Version: "0.3.21", Kernel: "SkylakeX", CorrectedFrom: "Prescott", Threads: 2},
		PeakGFLOPS: map[string]float64{"float64": 123.45}, BandwidthGBs: 10}
	require.Equal(t, "A Processor; openblas 0.3.21 (SkylakeX kernels, corrected from Prescott); 2 threads; 123.5 GFLOP/s in float64; 10.0 GB/s", headline(e))
	e.Provider = cpu.ProviderReport{Name: "netlib", Threads: 1}
	require.Equal(t, "A Processor; netlib; 1 thread; 123.5 GFLOP/s in float64; 10.0 GB/s", headline(e))
}
