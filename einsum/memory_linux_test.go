package einsum_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	goruntime "runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/cpu"
	"github.com/tenferro/tenferro-go/einsum"
	"github.com/tenferro/tenferro-go/internal/instance"
	"github.com/tenferro/tenferro-go/runtime"
	"github.com/tenferro/tenferro-go/tensor"
)

// peak is what a process found that contracted one network.
type peak struct {
	Plan, Program, Resident int // bytes, operands included
	Provider                string
}

// TestPeakMemory holds the memory that a process takes while it contracts a network, as the system counts it, against
// what the program says. Each network has a process of its own, which is this test again.
func TestPeakMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("a process for each network takes a while")
	}
	networks := allNetworks(t)
	if key := os.Getenv("TENFERRO_TEST_PEAK"); key != "" {
		for _, in := range networks {
			if strategy, ok := strings.CutPrefix(key, in.Name+" "); ok {
				require.NoError(t, json.NewEncoder(os.Stdout).Encode(measurePeak(t, in, strategy)))
				os.Exit(0)
			}
		}
		require.Fail(t, "no such network", key)
	}
	for _, in := range networks {
		for strategy := range in.Paths {
			t.Run(in.Name+"/"+strategy, func(t *testing.T) {
				cmd := exec.Command(os.Args[0], "-test.run=^TestPeakMemory$")
				cmd.Env = append(os.Environ(), "TENFERRO_TEST_PEAK="+in.Name+" "+strategy)
				cmd.Stderr = os.Stderr
				out, err := cmd.Output()
				require.NoError(t, err)
				var p peak
				require.NoError(t, json.Unmarshal(out, &p))
				if p.Program == 0 {
					t.Skip("too many operations for this build in a test")
				}
				t.Logf("plan %d, program %d, resident %d bytes", p.Plan, p.Program, p.Resident)
				noise := 4 << 20 // of a Go process and of the provider's buffers
				if p.Provider == "mkl" || p.Provider == "netlib" {
					noise = 16 << 20 // oneMKL and BLIS keep some for each kind of product
				}
				require.InDelta(t, p.Program, p.Resident, max(float64(noise), 0.05*float64(p.Program)))
				require.GreaterOrEqual(t, p.Program, p.Plan, "copies may come on top of what a plan counts")
			})
		}
	}
}

func measurePeak(t *testing.T, in *instance.Instance, strategy string) peak {
	in, err := in.Reversed()
	require.NoError(t, err)
	ctx := context.Background()
	be, err := cpu.New(cpu.WithThreads(1)) // each thread of OpenBLAS has up to 14 MB of its own
	require.NoError(t, err)
	plan, err := einsum.NewPlan(ctx, einsum.MustParse(in.Equation), in.DType, in.Shapes, einsum.WithPath(in.Paths[strategy].Steps))
	require.NoError(t, err)
	if most := patience[be.Provider().Info().Name]; most > 0 && plan.Costs(nil).Flops > most {
		return peak{}
	}
	p, err := plan.Compile(be.CostModel())
	require.NoError(t, err)
	rt, err := runtime.New(runtime.WithEngine(be), runtime.WithExtension(einsum.Extension()))
	require.NoError(t, err)
	require.NoError(t, rt.Prepare(p))
	operands, err := in.Inputs(1, in.DType, instance.ColMajor)
	require.NoError(t, err)
	warm, err := tensor.New(tensor.Float64, 1100, 1100) // the provider's own buffers
	require.NoError(t, err)
	c, err := einsum.NewContractor(be)
	require.NoError(t, err)
	_, err = c.Contract(ctx, "ij,jk->ik", warm, warm)
	require.NoError(t, err)

	debug.FreeOSMemory()
	before := status(t, "VmRSS:")
	require.NoError(t, os.WriteFile("/proc/self/clear_refs", []byte("5"), 0))
	out, err := rt.Run(ctx, p, operands...)
	require.NoError(t, err)
	after := status(t, "VmHWM:")
	goruntime.KeepAlive(out)
	inputs := 0
	for _, x := range operands {
		inputs += x.Len() * x.DType().Size()
	}
	return peak{Plan: int(plan.Costs(nil).PeakBytes), Program: p.PeakBytes(), Resident: after - before + inputs, Provider: be.ProviderName()}
}

// status reads a field of the process's status, in bytes.
func status(t *testing.T, field string) int {
	data, err := os.ReadFile("/proc/self/status")
	require.NoError(t, err)
	for line := range strings.Lines(string(data)) {
		if rest, ok := strings.CutPrefix(line, field); ok {
			var kilobytes int
			_, err := fmt.Sscan(rest, &kilobytes)
			require.NoError(t, err)
			return kilobytes << 10
		}
	}
	require.Fail(t, "no such field", field)
	return 0
}
