//go:build cgo && openblas && !mkl && !accelerate && !netlib

package cblas

// This file tests the change of OpenBLAS's kernels, in processes of their own.

import (
	"os"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestReselect(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("the kernels named here are amd64's")
	}
	for _, env := range []string{"OPENBLAS_CORETYPE=Prescott", "OPENBLAS_CORETYPE=", "OPENBLAS_VERBOSE=0"} {
		if !inChild(t, env) {
			continue
		}
		user := os.Getenv("OPENBLAS_CORETYPE")
		p := open(t).(Reselector)
		was := p.Info().Kernel
		for _, kernel := range []string{"Nehalem", "prescott", was} { // any amd64 processor runs these two
			err := p.Reselect(kernel)
			if err != nil {
				require.ErrorIs(t, err, ErrFixedKernels) // a build for one processor
				return
			}
			require.Contains(t, []string{kernel, "Prescott"}, p.Info().Kernel)
			require.Equal(t, user, os.Getenv("OPENBLAS_CORETYPE"))
			manyCallers(t, p.Float64(), 16)
		}
		require.ErrorContains(t, p.Reselect("NoSuchProcessor"), "NoSuchProcessor")
		require.Equal(t, was, p.Info().Kernel)
		manyCallers(t, p.Float64(), 16)
		return
	}
}
