package path_test

// The networks of the public benchmark suite, where they are at hand: TENFERRO_SHARED names the folder that holds
// instances/, else it is looked for beside the checkout.

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/einsum/path"
)

// instance is a network with two recorded paths.
type instance struct {
	Name     string  `json:"name"`
	Equation string  `json:"format_string"`
	RowMajor string  `json:"format_string_rowmajor"`
	Shapes   [][]int `json:"shapes"`
	Paths    map[string]struct {
		Path       [][]int `json:"path"`
		Log2Size   float64 `json:"log2_size"`
		Log10Flops float64 `json:"log10_flops"`
	} `json:"paths"`
	net *path.Network
}

func instances(t testing.TB) []instance {
	t.Helper()
	dir := os.Getenv("TENFERRO_SHARED")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared")
	}
	files, err := filepath.Glob(filepath.Join(dir, "instances", "*.json"))
	require.NoError(t, err)
	if len(files) == 0 {
		t.Skipf("no instances in %s: set TENFERRO_SHARED to the folder that holds them", filepath.Join(dir, "instances"))
	}
	var out []instance
	for _, f := range files {
		data, err := os.ReadFile(f)
		require.NoError(t, err)
		var in instance
		require.NoError(t, json.Unmarshal(data, &in), f)
		if len(in.Paths) == 0 {
			continue
		}
		eq := in.RowMajor
		if eq == "" {
			eq = in.Equation
		}
		in.net = parse(t, eq, 0, nil)
		terms := strings.Split(strings.Split(eq, "->")[0], ",")
		for i, shape := range in.Shapes {
			require.Len(t, []rune(terms[i]), len(shape))
			for j, d := range shape {
				in.net.Sizes[in.net.Inputs[i][j]] = d
			}
		}
		require.NoError(t, in.net.Validate())
		out = append(out, in)
	}
	return out
}

func TestRecordedPathsCostWhatIsRecorded(t *testing.T) {
	// Most figures are opt_einsum's; those of single pairs are cotengra's. One is neither, nor that of any path.
	const wrong = "nary_matmul_chain_64"
	for _, in := range instances(t) {
		for name, p := range in.Paths {
			tree, err := path.FromLinear(in.net, p.Path)
			require.NoError(t, err, in.Name)
			c := tree.Costs(path.Element{}, nil)
			require.InDelta(t, p.Log2Size, math.Log2(c.MaxSize), 6e-5, "%s %s", in.Name, name)
			switch {
			case in.Name == wrong:
			case len(in.net.Inputs) == 2:
				require.InDelta(t, p.Log10Flops, math.Log10(c.FlopsCotengra), 6e-5, "%s %s", in.Name, name)
			default:
				require.InDelta(t, p.Log10Flops, math.Log10(c.FlopsOptEinsum), 6e-5, "%s %s", in.Name, name)
			}
			require.Equal(t, p.Path, ints(tree.Linear()), "%s %s: the path comes back", in.Name, name)
		}
	}
}
