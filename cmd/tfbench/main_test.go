package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/cpu"
	"github.com/tenferro/tenferro-go/tensor"
)

// asProgram is set for this test binary when it is to be the program itself.
const asProgram = "TFBENCH_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// outcome is what a command line did.
type outcome struct {
	status   int
	out, err string
}

// command runs a command line in this process, with a machine of known speed in place of a measured one.
func command(t *testing.T, args ...string) outcome {
	t.Helper()
	var out, errOut bytes.Buffer
	status := execute(context.Background(), &app{survey: knownMachine}, args, &out, &errOut)
	return outcome{status, out.String(), errOut.String()}
}

func knownMachine(*cpu.Backend) (*survey, error) {
	return &survey{
		environment: &cpu.Environment{OS: "testos", PeakGFLOPS: map[string]float64{"float64": 10}, BandwidthGBs: 10},
		headline:    "a machine of 10 GFLOP/s and 10 GB/s",
		gflops:      map[tensor.DType]float64{tensor.Float32: 20, tensor.Float64: 10, tensor.Complex64: 20, tensor.Complex128: 10},
		bandwidth:   10,
		memory:      1 << 30,
	}, nil
}

// TestUsage: a mistake in the call is one line that names it, and exit status 2.
func TestUsage(t *testing.T) {
	reference := write(t, "reference.json", `{"x": 3}`)
	empty := t.TempDir()
	tests := []struct {
		args string
		want string
	}{
		{"contract", `unknown command "contract"`},
		{"run --bogus", "unknown flag: --bogus"},
		{"run --threads two", `invalid argument "two" for "--threads"`},
		{"run --threads -2", "--threads -2: at least 1"},
		{"run --runs 0", "--runs 0: at least 1"},
		{"run --warmups -1", "--warmups -1: at least 0"},
		{"run --seed -1", `invalid argument "-1" for "--seed"`},
		{"run --strategy opt_flops,best", `--strategy "best"`},
		{"run --strategy=", `--strategy ""`},
		{"run --dtype int32", `--dtype "int32"`},
		{"run --dtype double", `--dtype "double"`},
		{"run --format xml", `--format "xml"`},
		{"run --memory-limit 12XB", `"12XB" is no size such as 512MiB`},
		{"run --memory-limit 0", `"0" is no size`},
		{"run --provider atlas", `provider "atlas"`},
		{"run nothing.json", "nothing.json: no such file or folder"},
		{"run " + empty, empty + ": no instance files"},
		{"run --reference nothing.json", "nothing.json"},
		{"run --reference " + reference, reference + ": no reference file"},
		{"doctor now", "takes no argument"},
		{"doctor --format xml", `--format "xml"`},
		{"doctor --provider atlas", `provider "atlas"`},
		{"selftest now", "takes no argument"},
		{"selftest --provider atlas", `provider "atlas"`},
		{"selftest --threads -1", "--threads -1: at least 1"},
		{"version now", "takes no argument"},
	}
	for _, test := range tests {
		t.Run(test.args, func(t *testing.T) {
			got := command(t, strings.Fields(test.args)...)
			require.Equal(t, 2, got.status)
			require.Empty(t, got.out)
			require.Equal(t, 1, strings.Count(got.err, "\n"), got.err)
			require.True(t, strings.HasPrefix(got.err, "tfbench: "), got.err)
			require.Contains(t, got.err, test.want)
		})
	}
}

func TestHelp(t *testing.T) {
	for _, args := range [][]string{nil, {"--help"}, {"help"}, {"run", "--help"}, {"doctor", "--help"}} {
		got := command(t, args...)
		require.Equal(t, 0, got.status, args)
		require.Contains(t, got.out, "Usage:", args)
		require.Empty(t, got.err, args)
	}
}

// TestExitStatus runs the program as a process of its own.
func TestExitStatus(t *testing.T) {
	if testing.Short() {
		t.Skip("measures the machine")
	}
	program, err := os.Executable()
	require.NoError(t, err)
	tinyFile, wrong := write(t, "tiny.json", tiny), write(t, "wrong.json", `{"tiny": {"seed": 1, "output_shape": [2, 2], "sum": 1, "norm2": 1, "samples": []}}`)
	tests := []struct {
		name   string
		args   []string
		status int
		errOut string
	}{
		{"wrong result", []string{"run", "--runs", "1", "--provider", "gonum", "--reference", wrong, tinyFile}, 1, "FAILED tiny"},
		{"wrong call", []string{"run", "--runs", "0"}, 2, "--runs 0"},
		{"right", []string{"selftest", "--provider", "gonum"}, 0, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			cmd := exec.Command(program, test.args...)
			cmd.Env = append(os.Environ(), asProgram+"=1")
			var out, errOut bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &errOut
			err := cmd.Run()
			var exit *exec.ExitError
			if err != nil {
				require.True(t, errors.As(err, &exit), err)
			}
			require.Equal(t, test.status, cmd.ProcessState.ExitCode(), errOut.String())
			if test.errOut == "" {
				require.Empty(t, errOut.String())
			}
			require.Contains(t, errOut.String(), test.errOut)
		})
	}
}
