package einsum_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
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
	Slices, Flops           float64
	Need                    int // bytes that would do, where the limit could not be met
	Provider                string
}

// noise is what a Go process and the provider's own buffers add to the bytes that the system counts.
func (p *peak) noise() float64 {
	if p.Provider == "mkl" || p.Provider == "netlib" {
		return 16 << 20 // oneMKL and BLIS keep some for each kind of product
	}
	return 4 << 20
}

// peakOf has a process of its own, which is TestPeakMemory again, contract a network within a fraction of the memory that it
// would take; 1 is no limit.
func peakOf(t *testing.T, in *instance.Instance, strategy string, fraction int) peak {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestPeakMemory$")
	cmd.Env = append(os.Environ(), fmt.Sprintf("TENFERRO_TEST_PEAK=%s %s %d", in.Name, strategy, fraction))
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	require.NoError(t, err, "%s", out)
	var p peak
	require.NoError(t, json.Unmarshal(out, &p))
	if p == (peak{}) {
		t.Skip("too many operations for this build in a test")
	}
	return p
}

// TestPeakMemory holds the memory that a process takes while it contracts a network, as the system counts it, against
// what the program says.
func TestPeakMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("a process for each network takes a while")
	}
	networks := allNetworks(t)
	if key := os.Getenv("TENFERRO_TEST_PEAK"); key != "" {
		var name, strategy string
		var fraction int
		_, err := fmt.Sscan(key, &name, &strategy, &fraction)
		require.NoError(t, err)
		for _, in := range networks {
			if in.Name == name {
				require.NoError(t, json.NewEncoder(os.Stdout).Encode(measurePeak(t, in, strategy, fraction)))
				os.Exit(0)
			}
		}
		require.Fail(t, "no such network", key)
	}
	for _, in := range networks {
		for strategy := range in.Paths {
			t.Run(in.Name+"/"+strategy, func(t *testing.T) {
				p := peakOf(t, in, strategy, 1)
				t.Logf("plan %d, program %d, resident %d bytes", p.Plan, p.Program, p.Resident)
				require.InDelta(t, p.Program, p.Resident, max(p.noise(), 0.05*float64(p.Program)))
				require.GreaterOrEqual(t, p.Program, p.Plan, "copies may come on top of what a plan counts")
			})
		}
	}
}

// TestSlicedPeakMemory contracts large networks within a half, an eighth and a 64th of the memory that they would take. The
// results are held against the recorded ones; where the operands alone are too large, the limit is refused.
func TestSlicedPeakMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("a process for each network takes a while")
	}
	for _, in := range allNetworks(t) {
		if _, ok := in.Paths["opt_flops"]; !ok {
			continue
		}
		t.Run(in.Name, func(t *testing.T) {
			whole := peakOf(t, in, "opt_flops", 1)
			if whole.Program < 16<<20 {
				t.Skip("less than the noise of a Go process after slicing")
			}
			for _, fraction := range []int{2, 8, 64} {
				limit := whole.Program / fraction
				p := peakOf(t, in, "opt_flops", fraction)
				if p.Need > 0 {
					require.Greater(t, p.Need, limit)
					t.Logf("1/%d: %d bytes refused, %d would do", fraction, limit, p.Need)
					continue
				}
				t.Logf("1/%d: limit %d, program %d, resident %d bytes, %.0f slices, %.3f times the operations", fraction, limit, p.Program,
					p.Resident, p.Slices, p.Flops/whole.Flops)
				require.LessOrEqual(t, p.Program, limit)
				require.LessOrEqual(t, float64(p.Resident), 1.1*float64(limit)+p.noise())
			}
		})
	}
}

func measurePeak(t *testing.T, original *instance.Instance, strategy string, fraction int) peak {
	in, err := original.Reversed()
	require.NoError(t, err)
	ctx := context.Background()
	be, err := cpu.New(cpu.WithThreads(1)) // each thread of OpenBLAS has up to 14 MB of its own
	require.NoError(t, err)
	plan, err := einsum.NewPlan(ctx, einsum.MustParse(in.Equation), in.DType, in.Shapes, einsum.WithPath(in.Paths[strategy].Steps),
		einsum.WithMemoryLimit(einsum.NoMemoryLimit))
	require.NoError(t, err)
	if most := patience[be.ProviderName()]; most > 0 && plan.Costs(nil).Flops > most {
		return peak{}
	}
	p, err := plan.Compile(be.CostModel())
	require.NoError(t, err)
	if fraction > 1 {
		plan, err = einsum.NewPlan(ctx, einsum.MustParse(in.Equation), in.DType, in.Shapes, einsum.WithPath(in.Paths[strategy].Steps),
			einsum.WithMemoryLimit(p.PeakBytes()/fraction), einsum.WithCostModel(be.CostModel()))
		var memory *einsum.MemoryError
		if errors.As(err, &memory) {
			return peak{Need: memory.Need, Provider: be.ProviderName()}
		}
		require.NoError(t, err)
		if most := patience[be.ProviderName()]; most > 0 && plan.Costs(nil).Flops > most {
			return peak{}
		}
		p, err = plan.Compile(be.CostModel())
		require.NoError(t, err)
	}
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
	got, err := in.Summarise(out[0])
	require.NoError(t, err)
	if refs := allReferences(t); refs[in.Name] != nil {
		require.NoError(t, refs.Check(in.Name, 1, in.DType, got))
	}
	inputs := 0
	for _, x := range operands {
		inputs += x.Len() * x.DType().Size()
	}
	costs := plan.Costs(nil)
	return peak{Plan: int(costs.PeakBytes), Program: p.PeakBytes(), Resident: after - before + inputs, Provider: be.ProviderName(),
		Slices: plan.Slicing().Count(), Flops: costs.Flops}
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
