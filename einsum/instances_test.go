package einsum_test

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/cpu"
	"github.com/tenferro/tenferro-go/einsum"
	"github.com/tenferro/tenferro-go/internal/instance"
	"github.com/tenferro/tenferro-go/internal/suite"
	"github.com/tenferro/tenferro-go/runtime"
)

// patience bounds, in real operations, the networks that a provider contracts in the tests: the pure-Go one would take
// minutes for the largest.
var patience = map[string]float64{"gonum": 6e9}

// TestEmbeddedNetworks contracts the suite that tfbench carries, along each recorded path and along our own, and holds
// the results against those that NumPy computed.
func TestEmbeddedNetworks(t *testing.T) {
	instances, err := suite.Instances()
	require.NoError(t, err)
	refs, err := suite.References()
	require.NoError(t, err)
	contractAll(t, instances, refs, "opt_flops", "opt_size", "auto")
}

// shared is where developers of the public benchmark suite keep it, beside the checkout.
var shared = filepath.Join("..", "..", "shared")

// allNetworks are the embedded ones, and the public ones where they are.
func allNetworks(t *testing.T) []*instance.Instance {
	embedded, err := suite.Instances()
	require.NoError(t, err)
	public, err := instance.ReadFS(os.DirFS(filepath.Join(shared, "instances")), "*.json")
	require.NoError(t, err)
	return append(embedded, public...)
}

// allReferences are the results recorded for them.
func allReferences(t *testing.T) instance.References {
	all, err := suite.References()
	require.NoError(t, err)
	f, err := os.Open(filepath.Join(shared, "reference", "einsum_seed1.json"))
	if err != nil {
		return all // only developers of the public suite have it
	}
	defer f.Close()
	public, err := instance.ReadReferences(f)
	require.NoError(t, err)
	maps.Copy(all, public)
	return all
}

// TestPublicNetworks does the same with networks of the public benchmark suite, which lie beside the checkout where its
// developers work.
func TestPublicNetworks(t *testing.T) {
	if _, err := os.Stat(filepath.Join(shared, "instances")); err != nil {
		t.Skip("the public instances are not beside this checkout:", err)
	}
	instances, err := instance.ReadFS(os.DirFS(filepath.Join(shared, "instances")), "*.json")
	require.NoError(t, err)
	f, err := os.Open(filepath.Join(shared, "reference", "einsum_seed1.json"))
	require.NoError(t, err)
	defer f.Close()
	refs, err := instance.ReadReferences(f)
	require.NoError(t, err)
	contractAll(t, instances, refs, "opt_flops", "opt_size")
}

func contractAll(t *testing.T, instances []*instance.Instance, refs instance.References, strategies ...string) {
	require.NotEmpty(t, instances)
	for _, provider := range providers() {
		be, err := cpu.New(cpu.WithProvider(provider))
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, be.Close()) })
		rt, err := runtime.New(runtime.WithEngine(be), runtime.WithExtension(einsum.Extension()))
		require.NoError(t, err)
		for _, in := range instances {
			for _, strategy := range strategies {
				t.Run(provider+"/"+in.Name+"/"+strategy, func(t *testing.T) { contractOne(t, be, rt, in, refs, strategy) })
			}
		}
	}
}

func contractOne(t *testing.T, be *cpu.Backend, rt *runtime.Runtime, in *instance.Instance, refs instance.References, strategy string) {
	ctx := context.Background()
	rev, err := in.Reversed()
	require.NoError(t, err)
	var options []einsum.Option
	if strategy != "auto" {
		options = append(options, einsum.WithPath(in.Paths[strategy].Steps))
	}
	plan, err := einsum.NewPlan(ctx, einsum.MustParse(rev.Equation), in.DType, rev.Shapes, options...)
	require.NoError(t, err)
	name := be.Provider().Info().Name
	if most := patience[name]; most > 0 && (plan.Costs(nil).Flops > most || testing.Short() && plan.Costs(nil).Flops > most/20) {
		t.Skipf("%.3g operations are too many for %s in a test", plan.Costs(nil).Flops, name)
	}
	p, err := plan.Compile(be.CostModel())
	require.NoError(t, err)
	operands, err := rev.Inputs(1, in.DType, instance.ColMajor)
	require.NoError(t, err)
	out, err := rt.Run(ctx, p, operands...)
	require.NoError(t, err)
	got, err := rev.Summarise(out[0])
	require.NoError(t, err)
	require.NoError(t, refs.Check(in.Name, 1, in.DType, got))
}
