//go:build cgo && openblas

package cpu

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/cblas"
)

// TestOpenBLASIsCorrected starts itself again with the library loaded as if it did not know the processor: the variable
// is there when the library reads it and gone when the backend looks.
func TestOpenBLASIsCorrected(t *testing.T) {
	if os.Getenv("TENFERRO_TEST_CHILD") != "" {
		require.NoError(t, os.Unsetenv(coretype))
		be, err := New(WithThreads(1))
		require.NoError(t, err)
		require.Equal(t, "Prescott", be.Correction().From)
		require.Equal(t, be.Correction().To, be.Provider().Info().Kernel)
		require.NotEqual(t, "Prescott", be.Provider().Info().Kernel)
		require.Equal(t, "Prescott", be.Environment(nil).Provider.CorrectedFrom)
		require.NoError(t, cblas.SelfTest(context.Background(), be.Provider(), cblas.Quick))
		require.NoError(t, be.Close())
		return
	}
	p := cblas.Default()
	if !ThisProcessor().AVX2 || !strings.Contains(p.Info().Config, "DYNAMIC_ARCH") {
		t.Skip("this processor or this library has no better kernels to go to:", p.Info().Config)
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestOpenBLASIsCorrected$", "-test.v")
	cmd.Env = append(os.Environ(), "TENFERRO_TEST_CHILD=1", coretype+"=Prescott")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	require.Contains(t, string(out), "--- PASS: TestOpenBLASIsCorrected")
}
