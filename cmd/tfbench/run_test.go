package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/cpu"
)

// tiny is an instance whose result the tests know how to compute.
const tiny = `{"name": "tiny", "format_string": "ij,jk->ki", "shapes": [[2, 3], [3, 2]], "dtype": "float64", "num_tensors": 2,
  "paths": {"opt_flops": {"path": [[0, 1]], "log2_size": 2, "log10_flops": 1}}}`

func write(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	return file
}

// element is the generated input's element e of operand t with n elements, from its definition (internal/instance).
func element(seed uint64, t, e, n int) float64 {
	x := seed*0xD1342543DE82EF95 + uint64(t+1)*0x2545F4914F6CDD1D + uint64(e) + 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	x ^= x >> 31
	return (0.5 + float64(x>>11)/(1<<53)) / sqrt[n]
}

var sqrt = map[int]float64{6: 2.449489742783178}

// report is the JSON of "tfbench run", spelled out apart from the code: decoding it fails on keys that are not named.
type report struct {
	Environment cpu.Environment `json:"environment"`
	Results     []struct {
		Name          string   `json:"name"`
		Strategy      string   `json:"strategy"`
		DType         string   `json:"dtype"`
		Provider      string   `json:"provider"`
		Threads       int      `json:"threads"`
		Runs          int      `json:"runs"`
		MedianMs      *float64 `json:"median_ms"`
		P25Ms         *float64 `json:"p25_ms"`
		P75Ms         *float64 `json:"p75_ms"`
		RooflineMs    *float64 `json:"roofline_ms"`
		RooflineRatio *float64 `json:"roofline_ratio"`
		Flops         *float64 `json:"flops"`
		Bytes         *float64 `json:"bytes"`
		PeakBytes     *int     `json:"peak_bytes"`
		Steps         int      `json:"steps"`
		SearchMs      *float64 `json:"search_ms"`
		Output        *struct {
			Shape   []int                `json:"shape"`
			Sum     any                  `json:"sum"`
			Norm2   float64              `json:"norm2"`
			Samples [][2]json.RawMessage `json:"samples"`
		} `json:"output"`
		Error *string `json:"error"`
	} `json:"results"`
}

func parse(t *testing.T, text string) report {
	t.Helper()
	var r report
	dec := json.NewDecoder(bytes.NewReader([]byte(text)))
	dec.DisallowUnknownFields()
	require.NoError(t, dec.Decode(&r), text)
	_, err := dec.Token()
	require.ErrorIs(t, err, io.EOF)
	return r
}

func TestRunJSON(t *testing.T) {
	got := command(t, "run", "--format", "json", "--provider", "gonum", "--threads", "1", "--runs", "3", "--seed", "7", write(t, "tiny.json", tiny))
	require.Equal(t, 0, got.status, got.err)
	require.Empty(t, got.err)
	r := parse(t, got.out)
	require.Equal(t, "testos", r.Environment.OS)
	require.Len(t, r.Results, 1)
	x := r.Results[0]
	require.Equal(t, "tiny opt_flops float64 gonum 1 3 1", fmt.Sprint(x.Name, " ", x.Strategy, " ", x.DType, " ", x.Provider, " ", x.Threads, " ", x.Runs, " ", x.Steps))
	require.Nil(t, x.Error)
	require.InDelta(t, 2*2*3*2, *x.Flops, 0)
	require.InDelta(t, 8*(6+6+4), *x.Bytes, 0)
	require.Equal(t, 8*(6+6+4), *x.PeakBytes)
	require.InDelta(t, 1e3*8*16/10e9, *x.RooflineMs, 1e-12) // bound by memory on the known machine
	require.InEpsilon(t, *x.MedianMs / *x.RooflineMs, *x.RooflineRatio, 1e-12)
	require.LessOrEqual(t, *x.P25Ms, *x.MedianMs)
	require.LessOrEqual(t, *x.MedianMs, *x.P75Ms)

	var sum float64
	want := map[string]float64{}
	for i := range 2 {
		for k := range 2 {
			v := 0.0
			for j := range 3 {
				v += element(7, 0, i*3+j, 6) * element(7, 1, j*2+k, 6)
			}
			sum += v
			want[fmt.Sprintf("[%d,%d]", k, i)] = v // the output is ki
		}
	}
	require.Equal(t, []int{2, 2}, x.Output.Shape)
	require.InEpsilon(t, sum, x.Output.Sum, 1e-14)
	require.NotEmpty(t, x.Output.Samples)
	for _, s := range x.Output.Samples {
		var v float64
		require.NoError(t, json.Unmarshal(s[1], &v))
		var index bytes.Buffer
		require.NoError(t, json.Compact(&index, s[0]))
		require.InEpsilon(t, want[index.String()], v, 1e-14, index.String())
	}
}

// TestRunDTypes: the same instance in other element types; complex numbers are [re, im].
func TestRunDTypes(t *testing.T) {
	file := write(t, "tiny.json", tiny)
	for _, dtype := range []string{"float32", "float64", "complex64", "complex128"} {
		got := command(t, "run", "--format", "json", "--runs", "1", "--dtype", dtype, "--strategy", "opt_flops,auto", file)
		require.Equal(t, 0, got.status, got.err)
		r := parse(t, got.out)
		require.Len(t, r.Results, 2)
		for _, x := range r.Results {
			require.Equal(t, dtype, x.DType)
			if dtype[0] == 'c' {
				require.Len(t, x.Output.Sum, 2)
			} else {
				require.IsType(t, 0.0, x.Output.Sum)
			}
		}
		require.Equal(t, "opt_flops", r.Results[0].Strategy)
		require.Equal(t, "auto", r.Results[1].Strategy)
	}
}

// TestRunSuite holds the embedded suite against its recorded results.
func TestRunSuite(t *testing.T) {
	got := command(t, "run", "--format", "json", "--runs", "1", "--warmups", "0")
	require.Equal(t, 0, got.status, got.err)
	results := parse(t, got.out).Results
	require.Greater(t, len(results), 10)
	for _, x := range results {
		require.Nil(t, x.Error, x.Name)
		require.NotNil(t, x.Output, x.Name)
	}
}

// TestRunFailures: each failure is named, makes the status 1, and lets the others run.
func TestRunFailures(t *testing.T) {
	instance := func(name, equation, shapes string, tensors int, path string) string {
		return fmt.Sprintf(`{"name": %q, "format_string": %q, "shapes": %s, "dtype": "float64", "num_tensors": %d, "paths": {"opt_flops": {"path": %s}}}`,
			name, equation, shapes, tensors, path)
	}
	tests := []struct {
		name string // of the failure: the instance's, or the file's
		text string
		want string
	}{
		{"corrupt.json", `{"name": "corrupt", "format_string": "ij,j`, "no instance file: unexpected end of JSON input"},
		{"empty.json", "", "no instance file: unexpected end of JSON input"},
		{"noise.json", "\x00\x01\xff", "no instance file: invalid character"},
		{"position.json", instance("position", "ij,jk->ik", "[[2,3],[3,4]]", 2, "[[0,7]]"), "step 0 is [0 7], of 2 operands left"},
		{"unfinished.json", instance("unfinished", "i,i,i->", "[[2],[2],[2]]", 3, "[[0,1]]"), "leaves 2 operands"},
		{"integers.json", `{"name": "integers", "format_string": "i->", "shapes": [[2]], "dtype": "int64", "num_tensors": 1}`, `"int64" is no floating-point type`},
		{"negative.json", instance("negative", "i,i->", "[[-2],[-2]]", 2, "[[0,1]]"), "has a negative size"},
		{"sizes", instance("sizes", "ij,jk->ik", "[[2,3],[4,5]]", 2, "[[0,1]]"), "label j has size 3 on axis 1 of operand 0 and size 4 on axis 0 of operand 1"},
		{"unknown", instance("unknown", "ij,jk->iz", "[[2,3],[3,5]]", 2, "[[0,1]]"), "output label z is in no operand"},
		{"characters", instance("characters", "ij,j?->i", "[[2,3],[3,5]]", 2, "[[0,1]]"), "ij,j?->i"},
		{"pathless", `{"name": "pathless", "format_string": "i->", "shapes": [[2]], "dtype": "float64", "num_tensors": 1}`, "it records no path opt_flops, it has: none"},
		{"large", instance("large", "ij,jk->ik", "[[1000000,1000000],[1000000,1000000]]", 2, "[[0,1]]"), "it needs 21.83TiB of memory, the limit is 1GiB"},
		{"larger", instance("larger", "i,j->ij", "[[1000000000000],[1000000000000]]", 2, "[[0,1]]"), "more elements than can be counted"},
	}
	dir := t.TempDir()
	put := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	put("good.json", tiny)
	put("patterns.json", `{"patterns": [{"shape": [2, 3]}]}`) // JSON that is no instance keeps instances company
	put("list.json", `[1, 2]`)
	put("note.txt", "not JSON")
	require.NoError(t, os.Mkdir(filepath.Join(dir, "folder.json"), 0o700))
	for i, test := range tests {
		if filepath.Ext(test.name) == "" {
			put(fmt.Sprintf("%d.json", i), test.text)
		} else {
			put(test.name, test.text)
		}
	}
	got := command(t, "run", "--format", "json", "--runs", "1", dir)
	require.Equal(t, 1, got.status)
	errors := map[string]string{}
	for _, x := range parse(t, got.out).Results {
		if x.Error != nil {
			require.Nil(t, x.Output, x.Name)
			errors[filepath.Base(x.Name)] = *x.Error
		} else {
			require.Equal(t, "tiny", x.Name)
			require.NotNil(t, x.Output)
		}
	}
	require.Len(t, errors, len(tests))
	for _, test := range tests {
		require.Contains(t, errors[test.name], test.want, test.name)
		require.Contains(t, got.err, test.name)
	}
}

// TestRunFileWithoutInstance: what is passed over in a folder is an error when it is named.
func TestRunFileWithoutInstance(t *testing.T) {
	file := write(t, "patterns.json", `{"patterns": []}`)
	got := command(t, "run", file)
	require.Equal(t, 1, got.status)
	require.Contains(t, got.err, file+": no instance file: it has no format_string")
}

func TestRunReference(t *testing.T) {
	file := write(t, "tiny.json", tiny)
	right := command(t, "run", "--format", "json", "--runs", "1", file)
	require.Equal(t, 0, right.status)
	output, err := json.Marshal(parse(t, right.out).Results[0].Output)
	require.NoError(t, err)
	var figures map[string]any
	require.NoError(t, json.Unmarshal(output, &figures))
	reference := func(change map[string]any) string {
		entry := map[string]any{"seed": 1, "output_shape": figures["shape"], "sum": figures["sum"], "norm2": figures["norm2"], "samples": figures["samples"]}
		for k, v := range change {
			entry[k] = v
		}
		text, err := json.Marshal(map[string]any{"tiny": entry})
		require.NoError(t, err)
		return write(t, "reference.json", string(text))
	}
	tests := []struct {
		name   string
		change map[string]any
		args   []string
		want   string // "" if all is right
	}{
		{"same", nil, nil, ""},
		{"sum", map[string]any{"sum": figures["sum"].(float64) * (1 + 1e-9)}, nil, "sum is"},
		{"norm", map[string]any{"norm2": 1}, nil, "norm2 is"},
		{"shape", map[string]any{"output_shape": []int{4}}, nil, "shape is [2 2], want [4]"},
		{"single precision", nil, []string{"--dtype", "float32"}, ""},
		{"complex", nil, []string{"--dtype", "complex128"}, "no recorded result for dtype complex128"},
		{"seed", nil, []string{"--seed", "2"}, "no recorded result for seed 2, only for 1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, format := range []string{"json", "table"} {
				args := append([]string{"run", "--format", format, "--runs", "1", "--reference", reference(test.change)}, test.args...)
				got := command(t, append(args, file)...)
				if test.want == "" {
					require.Equal(t, 0, got.status, got.err)
					continue
				}
				require.Equal(t, 1, got.status)
				require.Contains(t, got.err, "FAILED tiny along opt_flops: "+test.want)
			}
		})
	}
	none := command(t, "run", "--runs", "1", "--reference", write(t, "none.json", "{}"), file)
	require.Equal(t, 1, none.status)
	require.Contains(t, none.err, "FAILED tiny along opt_flops: no recorded result")
}

// TestRunNotFinite: a result that single precision cannot hold is a failure, and no JSON that cannot be written.
func TestRunNotFinite(t *testing.T) {
	const operands = 30 // each sums up to some √1000
	terms, shapes := make([]string, operands), make([]string, operands)
	for i := range operands {
		terms[i], shapes[i] = string(rune('一'+i)), "[1000]"
	}
	file := write(t, "overflow.json", fmt.Sprintf(`{"name": "overflow", "format_string": "%s->", "shapes": [%s], "dtype": "float64", "num_tensors": %d}`,
		strings.Join(terms, ","), strings.Join(shapes, ","), operands))
	require.Equal(t, 0, command(t, "run", "--strategy", "auto", "--runs", "1", file).status)
	for _, format := range []string{"json", "table"} {
		got := command(t, "run", "--strategy", "auto", "--runs", "1", "--dtype", "float32", "--format", format, file)
		require.Equal(t, 1, got.status)
		require.Contains(t, got.err, "FAILED overflow along auto: the result is not finite: its sum is (+Inf")
		if format == "json" {
			require.Nil(t, parse(t, got.out).Results[0].Output)
		}
	}
}

// TestRunInterrupted: what was measured before is reported.
func TestRunInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, errOut bytes.Buffer
	status := execute(ctx, &app{survey: knownMachine}, []string{"run", "--format", "json", write(t, "tiny.json", tiny)}, &out, &errOut)
	require.Equal(t, 1, status)
	require.Equal(t, "tfbench: interrupted\n", errOut.String())
	require.Empty(t, parse(t, out.String()).Results)
}

// TestProfile reads back the trace file: a named process for each instance, a span for each step.
func TestProfile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "profile.json")
	o := command(t, "run", "--runs", "1", "--profile", file, write(t, "tiny.json", tiny))
	require.Zero(t, o.status, o.err)
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	var trace struct {
		Events []struct {
			Name, Ph string
			Dur      float64
			Args     map[string]any
		} `json:"traceEvents"`
	}
	require.NoError(t, json.Unmarshal(data, &trace))
	require.GreaterOrEqual(t, len(trace.Events), 2)
	require.Equal(t, "M", trace.Events[0].Ph)
	for _, e := range trace.Events[1:] {
		require.Equal(t, "X", e.Ph)
		require.Positive(t, e.Dur)
		require.Contains(t, e.Args, "gflops")
	}
}

// TestRunPlan contracts along a plan file, slices and all, and refuses one for another network.
func TestRunPlan(t *testing.T) {
	file := write(t, "ring.json", `{"name": "ring", "format_string": "ab,bc,cd,da->", "dtype": "float64", "num_tensors": 4,
	  "shapes": [[16, 16], [16, 16], [16, 16], [16, 16]], "paths": {}}`)
	plan := filepath.Join(t.TempDir(), "plan.json")
	got := command(t, "plan", file, "--memory-limit", "10kB", "--save", plan)
	require.Zero(t, got.status, got.err)
	require.Contains(t, got.out, "slice")
	got = command(t, "run", "--format", "json", "--plan", plan, file)
	require.Zero(t, got.status, got.err)
	want := command(t, "run", "--format", "json", "--strategy", "auto", file)
	require.Zero(t, want.status, want.err)
	a, b := parse(t, got.out).Results[0], parse(t, want.out).Results[0]
	require.Equal(t, "plan", a.Strategy)
	require.Nil(t, a.SearchMs)
	require.NotNil(t, b.SearchMs)
	require.Equal(t, b.Output.Shape, a.Output.Shape)
	require.InEpsilon(t, b.Output.Norm2, a.Output.Norm2, 1e-12)
	got = command(t, "run", "--plan", plan)
	require.Equal(t, 1, got.status)
	require.Contains(t, got.err, "plan")
}
