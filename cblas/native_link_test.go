//go:build cgo && ((openblas && !mkl && !accelerate && !netlib) || (mkl && !openblas && !accelerate && !netlib) || (accelerate && darwin && !openblas && !mkl && !netlib))

package cblas

import (
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/netlib/blas/netlib"
)

// TestNetlibLinks: gonum's netlib, which brings no flags for the linker, links by those of this package. Who wants gonum's
// routines beyond Ops from the native library too, and minds its 32 bits, can use netlib's Implementation beside this.
func TestNetlibLinks(t *testing.T) {
	var b netlib.Implementation
	x := []float64{5, 3}
	b.Dtrsv(blas.Upper, blas.NoTrans, blas.Unit, 2, []float64{1, 2, 0, 1}, 2, x, 1)
	require.Equal(t, []float64{-1, 3}, x)
	c := make([]complex128, 4)
	b.Zherk(blas.Upper, blas.NoTrans, 2, 1, 1, []complex128{1, 1i}, 1, 0, c, 2)
	require.Equal(t, []complex128{1, -1i, 0, 1}, c)
}
