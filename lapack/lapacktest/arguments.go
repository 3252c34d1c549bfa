package lapacktest

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tenferro/tenferro-go/lapack"
)

// This file tests what happens to wrong arguments, to sizes beyond the interface, and what the provider says of itself.

func testInfo(t *testing.T, p lapack.Provider) {
	t.Run("Info", func(t *testing.T) {
		info := p.Info()
		require.NotEmpty(t, info.Name)
		require.Contains(t, []int{32, 64}, info.IntBits)
		require.Equal(t, p.Threads(), info.Threads)
		require.Positive(t, info.Threads)
		require.Error(t, p.SetThreads(0))
		require.NoError(t, p.SetThreads(p.Threads()))
	})
}

// misuse is a call with one wrong argument.
type misuse struct {
	routine, arg string
	call         func() error
}

// testArguments makes every kind of mistake once per routine, in operands of which nothing may change.
func (s *suite[T, R]) testArguments(t *testing.T) {
	const n = 3
	fill := func(length int) []T {
		x := make([]T, length)
		for i := range x {
			x[i] = from[T](complex(float64(i*i%7)+1, 0))
		}
		return x
	}
	a, b, tau, u, v := fill(9), fill(9), fill(3), fill(9), fill(9)
	sv, wi := []R{1, 2, 3}, []R{4, 5, 6}
	pivot := []int{0, 1, 2}
	operands := func() []any {
		return []any{slices.Clone(a), slices.Clone(b), slices.Clone(tau), slices.Clone(u), slices.Clone(v),
			slices.Clone(sv), slices.Clone(wi), slices.Clone(pivot)}
	}
	before := operands()
	for _, m := range slices.Concat(s.svdMisuses(a, b, sv, u, v), s.qrMisuses(a, tau, b, pivot), s.solveMisuses(a, b, pivot),
		s.eigenMisuses(a, sv, wi, u, v)) {
		err := m.call()
		var arg *lapack.ArgError
		require.ErrorAs(t, err, &arg, "%s: %s", m.routine, m.arg)
		require.Equal(t, m.routine, arg.Routine, "%v", err)
		require.Equal(t, m.arg, arg.Arg, "%v", err)
		require.NotErrorIs(t, err, lapack.ErrTooLarge)
		require.Contains(t, err.Error(), m.arg)
	}
	require.Equal(t, before, operands())
	if isComplex[T]() {
		err := s.Ormqr(lapack.Left, lapack.Trans, n, n, n, a, n, tau, b, n, s.ws)
		require.ErrorContains(t, err, "ormqr: trans is 1")
	}
}

func (s *suite[T, R]) svdMisuses(a, b []T, sv []R, u, v []T) []misuse {
	gesvd := func(jobU, jobVT lapack.SVDJob, m, n int, a []T, lda int, sv []R, u []T, ldu int, vt []T, ldvt int) func() error {
		return func() error { return s.Gesvd(jobU, jobVT, m, n, a, lda, sv, u, ldu, vt, ldvt, s.ws) }
	}
	gesdd := func(job lapack.SVDJob, m, n int, a []T, lda int, sv []R, u []T, ldu int, vt []T, ldvt int) func() error {
		return func() error { return s.Gesdd(job, m, n, a, lda, sv, u, ldu, vt, ldvt, nil) }
	}
	gelsd := func(m, n, nrhs int, a []T, lda int, b []T, ldb int, sv []R, rcond R) func() error {
		return func() error { _, err := s.Gelsd(m, n, nrhs, a, lda, b, ldb, sv, rcond, s.ws); return err }
	}
	const thin, full = lapack.SVDThin, lapack.SVDFull
	return []misuse{
		{"gesvd", "job of U", gesvd(9, thin, 3, 3, a, 3, sv, u, 3, v, 3)},
		{"gesvd", "job of Vᴴ", gesvd(thin, 3, 3, 3, a, 3, sv, u, 3, v, 3)},
		{"gesvd", "m", gesvd(thin, thin, -1, 3, a, 3, sv, u, 3, v, 3)},
		{"gesvd", "n", gesvd(thin, thin, 3, -3, a, 3, sv, u, 3, v, 3)},
		{"gesvd", "lda", gesvd(thin, thin, 3, 3, a, 2, sv, u, 3, v, 3)},
		{"gesvd", "len(a)", gesvd(thin, thin, 3, 3, a[:8], 3, sv, u, 3, v, 3)},
		{"gesvd", "len(a)", gesvd(thin, thin, 3, 3, a, math.MaxInt32, sv, u, 3, v, 3)},
		{"gesvd", "len(s)", gesvd(thin, thin, 3, 3, a, 3, sv[:2], u, 3, v, 3)},
		{"gesvd", "ldu", gesvd(thin, thin, 3, 3, a, 3, sv, u, 2, v, 3)},
		{"gesvd", "len(u)", gesvd(full, thin, 3, 2, a, 3, sv, u[:8], 3, v, 3)},
		{"gesvd", "ldvt", gesvd(thin, thin, 3, 3, a, 3, sv, u, 3, v, 1)},
		{"gesvd", "len(vt)", gesvd(thin, full, 2, 3, a, 3, sv, u, 3, v[:8], 3)},
		{"gesdd", "len(u)", gesdd(full, 3, 2, a, 3, sv, u[:8], 3, v, 3)},
		{"gesdd", "len(vt)", gesdd(thin, 3, 3, a, 3, sv, u, 3, nil, 3)},
		{"gelsd", "nrhs", gelsd(3, 3, -1, a, 3, b, 3, sv, 0)},
		{"gelsd", "ldb", gelsd(2, 3, 1, a, 2, b, 2, sv, 0)},
		{"gelsd", "len(b)", gelsd(3, 3, 3, a, 3, b[:8], 3, sv, 0)},
		{"gelsd", "rcond", gelsd(3, 3, 3, a, 3, b, 3, sv, R(math.NaN()))},
	}
}

func (s *suite[T, R]) qrMisuses(a, tau, c []T, pivot []int) []misuse {
	const left, right, no = lapack.Left, lapack.Right, lapack.NoTrans
	type apply func(lapack.Side, lapack.Transpose, int, int, int, []T, int, []T, []T, int, *lapack.Workspace) error
	orm := func(f apply, side lapack.Side, trans lapack.Transpose, m, n, k int, a []T, lda int, tau []T, c []T, ldc int) func() error {
		return func() error { return f(side, trans, m, n, k, a, lda, tau, c, ldc, s.ws) }
	}
	return []misuse{
		{"geqrf", "m", func() error { return s.Geqrf(-1, 3, a, 3, tau, s.ws) }},
		{"geqrf", "lda", func() error { return s.Geqrf(3, 3, a, 0, tau, s.ws) }},
		{"geqrf", "len(tau)", func() error { return s.Geqrf(3, 3, a, 3, tau[:2], s.ws) }},
		{"gelqf", "n", func() error { return s.Gelqf(3, -1, a, 3, tau, s.ws) }},
		{"gelqf", "len(a)", func() error { return s.Gelqf(3, 3, a[:5], 3, tau, s.ws) }},
		{"geqp3", "len(jpvt)", func() error { return s.Geqp3(3, 3, a, 3, pivot[:2], tau, s.ws) }},
		{"geqp3", "len(a)", func() error { return s.Geqp3(3, 3, nil, 3, pivot, tau, s.ws) }},
		{"orgqr", "n", func() error { return s.Orgqr(2, 3, 1, a, 3, tau, s.ws) }},
		{"orgqr", "k", func() error { return s.Orgqr(3, 2, 3, a, 3, tau, s.ws) }},
		{"orgqr", "len(tau)", func() error { return s.Orgqr(3, 3, 3, a, 3, nil, s.ws) }},
		{"orglq", "m", func() error { return s.Orglq(3, 2, 1, a, 3, tau, s.ws) }},
		{"orglq", "k", func() error { return s.Orglq(2, 3, 3, a, 2, tau, s.ws) }},
		{"orglq", "len(a)", func() error { return s.Orglq(3, 3, 3, a[:8], 3, tau, s.ws) }},
		{"ormqr", "side", orm(s.Ormqr, 2, no, 3, 3, 3, a, 3, tau, c, 3)},
		{"ormqr", "trans", orm(s.Ormqr, left, 7, 3, 3, 3, a, 3, tau, c, 3)},
		{"ormqr", "k", orm(s.Ormqr, left, no, 2, 3, 3, a, 3, tau, c, 3)},
		{"ormqr", "lda", orm(s.Ormqr, right, no, 2, 3, 3, a, 2, tau, c, 3)},
		{"ormqr", "len(c)", orm(s.Ormqr, left, no, 3, 3, 3, a, 3, tau, c[:8], 3)},
		{"ormlq", "k", orm(s.Ormlq, right, no, 3, 2, 3, a, 3, tau, c, 3)},
		{"ormlq", "len(a)", orm(s.Ormlq, left, no, 3, 3, 3, a[:8], 3, tau, c, 3)},
		{"ormlq", "ldc", orm(s.Ormlq, left, no, 3, 3, 3, a, 3, tau, c, 2)},
	}
}

func (s *suite[T, R]) solveMisuses(a, b []T, pivot []int) []misuse {
	const up, no, non = lapack.Upper, lapack.NoTrans, lapack.NonUnit
	ws := s.ws
	return []misuse{
		{"getrf", "len(ipiv)", func() error { return s.Getrf(3, 3, a, 3, pivot[:2], ws) }},
		{"getrs", "trans", func() error { return s.Getrs(3, 3, 1, a, 3, pivot, b, 3, ws) }},
		{"getrs", "ipiv[1]", func() error { return s.Getrs(no, 3, 1, a, 3, []int{0, 0, 2}, b, 3, ws) }},
		{"getrs", "ipiv[2]", func() error { return s.Getrs(no, 3, 1, a, 3, []int{0, 1, 3}, b, 3, ws) }},
		{"getrs", "len(b)", func() error { return s.Getrs(no, 3, 3, a, 3, pivot, b[:8], 3, ws) }},
		{"getri", "n", func() error { return s.Getri(-1, a, 3, pivot, ws) }},
		{"getri", "ipiv[0]", func() error { return s.Getri(3, a, 3, []int{-1, 1, 2}, ws) }},
		{"gesv", "nrhs", func() error { return s.Gesv(3, -2, a, 3, pivot, b, 3, ws) }},
		{"gesv", "ldb", func() error { return s.Gesv(3, 2, a, 3, pivot, b, 2, ws) }},
		{"gecon", "norm", func() error { _, err := s.Gecon(lapack.Frobenius, 3, a, 3, 1, ws); return err }},
		{"gecon", "anorm", func() error { _, err := s.Gecon(lapack.OneNorm, 3, a, 3, -1, ws); return err }},
		{"gecon", "anorm", func() error { _, err := s.Gecon(lapack.OneNorm, 3, a, 3, R(math.NaN()), ws); return err }},
		{"lange", "norm", func() error { _, err := s.Lange(4, 3, 3, a, 3); return err }},
		{"lange", "len(a)", func() error { _, err := s.Lange(lapack.MaxAbs, 3, 3, a[:3], 3); return err }},
		{"potrf", "uplo", func() error { return s.Potrf(2, 3, a, 3, ws) }},
		{"potrf", "lda", func() error { return s.Potrf(up, 3, a, 2, ws) }},
		{"potrs", "nrhs", func() error { return s.Potrs(up, 3, -1, a, 3, b, 3, ws) }},
		{"posv", "len(b)", func() error { return s.Posv(up, 3, 1, a, 3, b[:2], 3, ws) }},
		{"trtrs", "uplo", func() error { return s.Trtrs(5, no, non, 3, 1, a, 3, b, 3, ws) }},
		{"trtrs", "diag", func() error { return s.Trtrs(up, no, 2, 3, 1, a, 3, b, 3, ws) }},
		{"trtrs", "len(a)", func() error { return s.Trtrs(up, no, non, 3, 1, a[:8], 3, b, 3, ws) }},
		{"trtri", "n", func() error { return s.Trtri(up, non, -1, a, 3, ws) }},
		{"trtri", "lda", func() error { return s.Trtri(up, non, 3, a, 1, ws) }},
	}
}

func (s *suite[T, R]) eigenMisuses(a []T, w, wi []R, vl, vr []T) []misuse {
	ws := s.ws
	return []misuse{
		{"syevd", "uplo", func() error { return s.Syevd(true, 2, 3, a, 3, w, ws) }},
		{"syevd", "len(w)", func() error { return s.Syevd(true, lapack.Upper, 3, a, 3, w[:2], ws) }},
		{"geev", "n", func() error { return s.Geev(true, true, -1, a, 3, w, wi, vl, 3, vr, 3, ws) }},
		{"geev", "len(wr)", func() error { return s.Geev(true, true, 3, a, 3, nil, wi, vl, 3, vr, 3, ws) }},
		{"geev", "len(wi)", func() error { return s.Geev(true, true, 3, a, 3, w, wi[:1], vl, 3, vr, 3, ws) }},
		{"geev", "ldvl", func() error { return s.Geev(true, true, 3, a, 3, w, wi, vl, 1, vr, 3, ws) }},
		{"geev", "len(vr)", func() error { return s.Geev(false, true, 3, a, 3, w, wi, nil, 0, vr[:8], 3, ws) }},
	}
}

// testLimits checks that sizes which the provider's integers cannot hold are refused by name.
func (s *suite[T, R]) testLimits(t *testing.T) {
	if s.info.IntBits != 32 {
		t.Skip("64-bit interface")
	}
	const beyond = math.MaxInt32 + 1
	one, r, p := make([]T, 1), make([]R, 1), make([]int, 1)
	for name, err := range map[string]error{
		"m":    s.Geqrf(beyond, 0, nil, beyond, nil, s.ws),
		"n":    s.Getrf(0, beyond, nil, 1, nil, s.ws),
		"lda":  s.Gesdd(lapack.SVDNone, 1, 1, one, beyond, r, nil, 1, nil, 1, s.ws),
		"ldb":  s.Gesv(1, 1, one, 1, p, one, beyond, s.ws),
		"ldu":  s.Gesdd(lapack.SVDThin, 1, 1, one, 1, r, one, beyond, one, 1, s.ws),
		"nrhs": s.Potrs(lapack.Upper, 0, beyond, nil, 1, nil, 1, s.ws),
	} {
		require.ErrorIs(t, err, lapack.ErrTooLarge, name)
		var arg *lapack.ArgError
		require.ErrorAs(t, err, &arg)
		require.Equal(t, name, arg.Arg)
		require.Equal(t, beyond, arg.Value)
	}
}
