package lapack_test

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tenferro/tenferro-go/lapack"
)

func TestErrorTexts(t *testing.T) {
	ops := lapack.Gonum().Float64()
	_, rcond := ops.Gelsd(1, 1, 1, []float64{1}, 1, []float64{1}, 1, []float64{0}, math.NaN(), nil)
	for want, err := range map[string]error{
		"lapack: geqrf: m is -1, need at least 0":  ops.Geqrf(-1, 2, nil, 1, nil, nil),
		"lapack: geqrf: lda is 2, need at least 3": ops.Geqrf(3, 2, make([]float64, 6), 2, nil, nil),
		"lapack: geqrf: len(a) is 7, need at least 8, room for 3 by 2 with leading dimension 5": ops.Geqrf(3, 2,
			make([]float64, 7), 5, nil, nil),
		"lapack: orgqr: n is 3, need at most 2, which is m":                             ops.Orgqr(2, 3, 1, nil, 2, nil, nil),
		"lapack: gelsd: rcond is NaN, need a number":                                    rcond,
		"lapack: getrf: matrix is singular: diagonal element 0 of the triangle is zero": ops.Getrf(1, 1, []float64{0}, 1, []int{0}, nil),
		"lapack: potrf: matrix is not positive definite: pivot 0":                       ops.Potrf(lapack.Upper, 1, []float64{-1}, 1, nil),
		"lapack: matrix has an element that is not finite: (1, 0)":                      lapack.CheckFinite(2, 1, []float64{0, math.NaN()}, 2),
		"lapack: gesdd: iteration did not converge (info = 3)":                          &lapack.NoConvergenceError{Routine: "gesdd", Count: 3},
		"lapack: gesdd: m is 9, need at most 8: beyond the integers of the provider":    &lapack.ArgError{Routine: "gesdd", Arg: "m", Value: 9, Need: "at most 8", Err: lapack.ErrTooLarge},
	} {
		require.EqualError(t, err, want)
	}
	require.True(t, errors.Is(&lapack.NoConvergenceError{}, lapack.ErrNoConvergence))
}

func TestExpandEigenvectors(t *testing.T) {
	// One real eigenvalue, then a pair.
	wi := []float64{0, 2, -2}
	v := []float64{1, 2, 3, -1, 4, 5, 6, -1, 7, 8, 9}
	z := make([]complex64, 11)
	require.NoError(t, lapack.ExpandEigenvectors(3, wi, v, 4, z, 4))
	require.Equal(t, []complex64{1, 2, 3, 0, 4 + 7i, 5 + 8i, 6 + 9i, 0, 4 - 7i, 5 - 8i, 6 - 9i}, z)
	require.Error(t, lapack.ExpandEigenvectors(3, wi[:2], v, 4, z, 4))
	require.Error(t, lapack.ExpandEigenvectors(3, wi, v, 4, z[:10], 4))
	require.NoError(t, lapack.ExpandEigenvectors(0, nil, []float64(nil), 1, []complex128(nil), 1))
}
