package cpu

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestEnvironment holds the JSON to the keys that others read.
func TestEnvironment(t *testing.T) {
	be, err := New(WithThreads(2))
	require.NoError(t, err)
	defer func() { require.NoError(t, be.Close()) }()
	r, err := be.RooflineWithin(30 * time.Millisecond)
	require.NoError(t, err)
	text, err := json.Marshal(be.Environment(r))
	require.NoError(t, err)

	var got map[string]any
	require.NoError(t, json.Unmarshal(text, &got))
	require.Equal(t, []string{"arch", "bandwidth_gbs", "commit", "cpu", "go", "os", "peak_gflops", "provider", "quota"}, slices.Sorted(maps.Keys(got)))
	provider := got["provider"].(map[string]any)
	require.Equal(t, []string{"corrected_from", "int_bits", "kernel", "name", "threads", "version"}, slices.Sorted(maps.Keys(provider)))
	require.Equal(t, be.Provider().Info().Name, provider["name"])
	require.EqualValues(t, 2, provider["threads"])
	peaks := got["peak_gflops"].(map[string]any)
	require.Equal(t, []string{"complex128", "complex64", "float32", "float64"}, slices.Sorted(maps.Keys(peaks)))
	for d, rate := range peaks {
		require.Positive(t, rate, d)
	}
	require.Positive(t, got["bandwidth_gbs"])
	require.NotEmpty(t, got["go"])
}

func TestProcessor(t *testing.T) {
	p := ThisProcessor()
	require.NotEmpty(t, p.Brand)
	require.Positive(t, p.Allowed)
	require.Positive(t, p.Nodes)
	require.False(t, p.AVX512 && !p.AVX2, "%+v", p)
	require.False(t, p.AVX2 && !p.AVX, "%+v", p)
}

func TestDoctor(t *testing.T) {
	be, err := New()
	require.NoError(t, err)
	defer func() { require.NoError(t, be.Close()) }()
	d := be.Doctor()
	names := map[string]bool{}
	for _, f := range d.Facts {
		require.NotEmpty(t, f.Value, f.Name)
		names[f.Name] = true
	}
	for _, want := range []string{"processor", "vector units", "caches", "processors", "container", "provider", "kernels", "threads", "huge pages"} {
		require.True(t, names[want], want)
	}
	require.Contains(t, d.String(), be.Provider().Info().Name)
}
