//go:build cgo && ((openblas && !mkl && !accelerate && !netlib) || (mkl && !openblas && !accelerate && !netlib) || (netlib && !openblas && !mkl && !accelerate) || (accelerate && darwin && !openblas && !mkl && !netlib))

package lapack

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestWorkBeyondIntegers asks for matrices whose work arrays LAPACK's own 32-bit arithmetic gets wrong. The routines are
// called behind the checks, so that no such matrix has to be there.
func TestWorkBeyondIntegers(t *testing.T) {
	if intBits != 32 {
		t.Skip("64-bit interface")
	}
	d := &fortran[float64, float64]{'d', math.MaxInt32}
	z := &fortran[complex128, float64]{'z', math.MaxInt32}
	ws := new(Workspace)
	tooLarge := func(err error) {
		t.Helper()
		require.ErrorIs(t, err, ErrTooLarge)
		require.ErrorContains(t, err, "work array")
	}
	_, err := d.gesdd(SVDThin, 24000, 24000, nil, 24000, nil, nil, 1, nil, 1, ws)
	tooLarge(err)
	_, err = z.gesdd(SVDFull, 21000, 21000, nil, 21000, nil, nil, 1, nil, 1, ws)
	tooLarge(err)
	_, err = d.syevd(true, Upper, 33000, nil, 33000, nil, ws)
	tooLarge(err)
	_, err = z.syevd(true, Upper, 33000, nil, 33000, nil, ws)
	tooLarge(err)
	_, _, err = d.gelsd(50000, 50000, 50000, nil, 50000, nil, 50000, nil, 0, ws)
	tooLarge(err)
}

// TestWorkBounds holds our bounds to what the library asks for: a bound below the truth would let its arithmetic overflow.
func TestWorkBounds(t *testing.T) {
	p, ok := native()
	require.True(t, ok)
	for _, sh := range [][2]int{{1, 1}, {10, 10}, {300, 300}, {1000, 40}, {40, 1000}, {400, 300}, {300, 400}} {
		m, n := sh[0], sh[1]
		for _, job := range []SVDJob{SVDNone, SVDThin, SVDFull} {
			ws := new(Workspace)
			a, u, vt, s := make([]float64, m*n), make([]float64, m*m), make([]float64, n*n), make([]float64, min(m, n))
			require.NoError(t, p.Float64().Gesdd(job, m, n, a, m, s, u, m, vt, n, ws))
			for key, size := range ws.sizes {
				require.LessOrEqual(t, float64(size[0]), gesddBound(job, false, m, n), "%+v", key)
			}
			ws = new(Workspace)
			za, zu, zvt := make([]complex128, m*n), make([]complex128, m*m), make([]complex128, n*n)
			require.NoError(t, p.Complex128().Gesdd(job, m, n, za, m, s, zu, m, zvt, n, ws))
			for key, size := range ws.sizes {
				require.LessOrEqual(t, float64(max(size[0], gesddReal(job, m, n))), gesddBound(job, true, m, n), "%+v", key)
			}
		}
	}
}

// TestWrongWidth: a library whose integers are not those of the header serves nothing.
func TestWrongWidth(t *testing.T) {
	l := newLibrary(96 - intBits)
	err := l.Float64().Getrf(1, 1, []float64{1}, 1, []int{0}, nil)
	require.ErrorIs(t, err, ErrTooLarge)
}
