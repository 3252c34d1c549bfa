package lapack_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tenferro/tenferro-go/lapack"
	"github.com/tenferro/tenferro-go/lapack/lapacktest"
)

// TestProviders holds every provider of the build to the contract.
func TestProviders(t *testing.T) {
	for _, p := range lapack.Providers() {
		t.Run(p.Info().Name, func(t *testing.T) {
			t.Logf("%+v", p.Info())
			lapacktest.Run(t, p)
		})
	}
}

func TestByName(t *testing.T) {
	for _, p := range lapack.Providers() {
		got, err := lapack.ByName(p.Info().Name)
		require.NoError(t, err)
		require.Equal(t, p.Info(), got.Info())
	}
	require.Equal(t, lapack.Providers()[0].Info().Name, lapack.Default().Info().Name)
	_, err := lapack.ByName("eigen")
	require.ErrorIs(t, err, lapack.ErrUnknownProvider)
	require.ErrorContains(t, err, "gonum")
}

func TestFor(t *testing.T) {
	p := lapack.Default()
	s, ok := lapack.For[float32, float32](p)
	require.True(t, ok)
	require.Equal(t, p.Float32(), s)
	z, ok := lapack.For[complex128, float64](p)
	require.True(t, ok)
	require.Equal(t, p.Complex128(), z)
	_, ok = lapack.For[complex64, float64](p)
	require.False(t, ok)
}
