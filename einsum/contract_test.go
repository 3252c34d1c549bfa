package einsum_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/cblas"
	"github.com/tenferro/tenferro-go/cpu"
	"github.com/tenferro/tenferro-go/einsum"
	"github.com/tenferro/tenferro-go/einsum/einsumtest"
	"github.com/tenferro/tenferro-go/tensor"
)

// providers lists the providers of the build by name.
func providers() []string {
	var names []string
	for _, p := range cblas.Providers() {
		names = append(names, p.Info().Name)
	}
	return names
}

// contractors returns one Contractor for each provider of the build.
func contractors(t testing.TB) map[string]*einsum.Contractor {
	t.Helper()
	all := map[string]*einsum.Contractor{}
	for _, name := range providers() {
		be, err := cpu.New(cpu.WithProvider(name), cpu.WithThreads(2), cpu.WithProgramLimit(cpu.CacheLimit{Entries: 64}))
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, be.Close()) })
		c, err := einsum.NewContractor(be)
		require.NoError(t, err)
		all[be.Provider().Info().Name] = c
	}
	return all
}

// TestAgainstOracle holds random contractions of every kind of the dialect, on operands of every layout, against the
// oracle's loop over all labels.
func TestAgainstOracle(t *testing.T) {
	cases := uint64(1700) // for each of six dtypes: more than 10,000 in all
	if testing.Short() {
		cases = 100
	}
	for name, c := range contractors(t) {
		for _, d := range []tensor.DType{tensor.Float32, tensor.Float64, tensor.Complex64, tensor.Complex128, tensor.Int32, tensor.Int64} {
			t.Run(name+"/"+d.String(), func(t *testing.T) {
				for seed := range cases {
					x := einsumtest.Random(seed, d)
					got, err := c.Contract(context.Background(), x.Equation, x.Operands...)
					require.NoError(t, err, x.String())
					require.NoError(t, x.Check(got), x.String())
				}
			})
		}
	}
}
