package path_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/einsum/path"
	"github.com/tenferro/tenferro-go/einsum/path/pathtest"
)

func benchFind(b *testing.B, f path.Finder, n *path.Network, o path.Options) {
	b.Helper()
	var r *path.Result
	for b.Loop() {
		var err error
		r, err = f.Find(context.Background(), n, o)
		require.NoError(b, err)
	}
	b.ReportMetric(math.Log10(r.Costs.FlopsCotengra), "log10mults")
}

func BenchmarkGreedy(b *testing.B) {
	for name, n := range map[string]*path.Network{
		"regular3x1000":   pathtest.Regular(1000, 3, 2, 2, 1),
		"regular3x10000":  pathtest.Regular(10000, 3, 2, 2, 1),
		"lattice100x100":  pathtest.Lattice([]int{100, 100}, 2, 0, false),
		"hyper10000":      pathtest.Hyper(10000, 8000, 50, 2, 2, 0, 1),
		"chain10000":      pathtest.Chain(10000, 2, 9, 1),
		"regular3x100000": pathtest.Regular(100000, 3, 2, 2, 1),
	} {
		b.Run(name, func(b *testing.B) { benchFind(b, path.Greedy{}, n, path.Options{Objective: path.Flops}) })
	}
}

func BenchmarkOptimal(b *testing.B) {
	for name, n := range map[string]*path.Network{
		"regular3x20": pathtest.Regular(20, 3, 2, 2, 1),
		"regular5x20": pathtest.Regular(20, 5, 2, 2, 1),
		"regular8x20": pathtest.Regular(20, 8, 2, 2, 1),
		"dense20":     pathtest.Regular(20, 19, 2, 2, 1),
		"regular4x16": pathtest.Regular(16, 4, 2, 2, 1),
		"chain100":    pathtest.Chain(100, 2, 90, 1),
		"regular3x40": pathtest.Regular(40, 3, 2, 2, 1),
	} {
		b.Run(name, func(b *testing.B) { benchFind(b, path.Optimal{}, n, path.Options{Objective: path.Flops}) })
	}
}
