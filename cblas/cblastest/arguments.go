package cblastest

// This file tests that bad arguments are refused by name before anything is written.

import (
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/cblas"
)

// gemmArgs are the arguments of the gemm family, good ones: op(A): [3, 2], op(B): [2, 4], C: [3, 4].
type gemmArgs[T cblas.Scalar] struct {
	transA, transB            cblas.Transpose
	m, n, k                   int
	a, b, c                   []T
	lda, ldb, ldc             int
	strideA, strideB, strideC int
	count                     int
	as, bs                    [][]T
	offA, offB, offC          []int
}

func goodGemm[T cblas.Scalar](c []T) *gemmArgs[T] {
	one := number[T](1)
	a, b := filled(20, one), filled(20, one)
	return &gemmArgs[T]{
		m: 3, n: 4, k: 2, a: a, b: b, c: c, lda: 3, ldb: 2, ldc: 3,
		strideA: 6, strideB: 8, strideC: 12, count: 2,
		as: [][]T{a, a}, bs: [][]T{b, b},
		offA: []int{0, 6}, offB: []int{0, 8}, offC: []int{0, 12},
	}
}

// forms calls the routines of the gemm family.
func (s *suite[T]) forms(g *gemmArgs[T]) map[string]func() error {
	one := number[T](1)
	return map[string]func() error{
		"gemm": func() error {
			return s.ops.Gemm(g.transA, g.transB, g.m, g.n, g.k, one, g.a, g.lda, g.b, g.ldb, one, g.c, g.ldc)
		},
		"gemmBatch": func() error {
			cs := [][]T{g.c, g.c}
			if len(g.c) == 24 {
				cs = [][]T{g.c[:12], g.c[12:]}
			}
			return s.ops.GemmBatch(g.transA, g.transB, g.m, g.n, g.k, one, g.as, g.lda, g.bs, g.ldb, one, cs, g.ldc)
		},
		"gemmStrided": func() error {
			return s.ops.GemmStrided(g.transA, g.transB, g.m, g.n, g.k, one, g.a, g.lda, g.strideA, g.b, g.ldb, g.strideB, one, g.c, g.ldc, g.strideC, g.count)
		},
		"gemmOffsets": func() error {
			return s.ops.GemmOffsets(g.transA, g.transB, g.m, g.n, g.k, one, g.a, g.lda, g.offA, g.b, g.ldb, g.offB, one, g.c, g.ldc, g.offC)
		},
	}
}

// badGemm is one fault in the arguments of the gemm family: what is changed, in which routines it shows and by which name.
type badGemm[T cblas.Scalar] struct {
	routines []string
	arg      string
	change   func(g *gemmArgs[T])
}

// badGemms returns all faults.
func badGemms[T cblas.Scalar]() []badGemm[T] {
	all := []string{"gemm", "gemmBatch", "gemmStrided", "gemmOffsets"}
	one := func(name string) []string { return []string{name} }
	short := make([]T, 3)
	return []badGemm[T]{
		{all, "transA", func(g *gemmArgs[T]) { g.transA = 3 }},
		{all, "transB", func(g *gemmArgs[T]) { g.transB = 'T' }},
		{all, "m", func(g *gemmArgs[T]) { g.m = -1 }},
		{all, "n", func(g *gemmArgs[T]) { g.n = math.MinInt }},
		{all, "k", func(g *gemmArgs[T]) { g.k = -3 }},
		{all, "lda", func(g *gemmArgs[T]) { g.lda = 2 }},
		{all, "lda", func(g *gemmArgs[T]) { g.lda = math.MinInt }},
		{all, "lda", func(g *gemmArgs[T]) { g.transA, g.lda = cblas.Trans, 1 }},
		{all, "lda", func(g *gemmArgs[T]) { g.transA, g.k, g.lda = cblas.Trans, 0, 0 }},
		{all, "ldb", func(g *gemmArgs[T]) { g.ldb = 1 }},
		{all, "ldb", func(g *gemmArgs[T]) { g.transB, g.ldb = cblas.ConjTrans, 3 }},
		{all, "ldc", func(g *gemmArgs[T]) { g.ldc = 0 }},
		{all[:1], "len(a)", func(g *gemmArgs[T]) { g.a = g.a[:5] }},
		{all[:1], "len(b)", func(g *gemmArgs[T]) { g.b = nil }},
		{all[:1], "len(c)", func(g *gemmArgs[T]) { g.c = g.c[:11] }},
		{one("gemmBatch"), "len(a[1])", func(g *gemmArgs[T]) { g.as[1] = short }},
		{one("gemmBatch"), "len(b[0])", func(g *gemmArgs[T]) { g.bs[0] = short }},
		{one("gemmBatch"), "len(c[0])", func(g *gemmArgs[T]) { g.c = g.c[:11] }},
		{one("gemmBatch"), "len(a)", func(g *gemmArgs[T]) { g.as = g.as[:1] }},
		{one("gemmBatch"), "len(b)", func(g *gemmArgs[T]) { g.bs = nil }},
		{one("gemmStrided"), "count", func(g *gemmArgs[T]) { g.count = -1 }},
		{one("gemmStrided"), "strideA", func(g *gemmArgs[T]) { g.strideA = -1 }},
		{one("gemmStrided"), "strideB", func(g *gemmArgs[T]) { g.strideB = math.MinInt }},
		{one("gemmStrided"), "strideC", func(g *gemmArgs[T]) { g.strideC = -12 }},
		{one("gemmStrided"), "strideC", func(g *gemmArgs[T]) { g.strideC = 0 }},
		{one("gemmStrided"), "strideC", func(g *gemmArgs[T]) { g.strideC = 11 }},
		{one("gemmStrided"), "strideC", func(g *gemmArgs[T]) { g.strideC = 3 }},
		{one("gemmStrided"), "len(a)", func(g *gemmArgs[T]) { g.strideA = 15 }},
		{one("gemmStrided"), "len(a)", func(g *gemmArgs[T]) { g.strideA = math.MaxInt }},
		{one("gemmStrided"), "len(b)", func(g *gemmArgs[T]) { g.strideB = 13 }},
		{one("gemmStrided"), "len(c)", func(g *gemmArgs[T]) { g.strideC = 13 }},
		{one("gemmStrided"), "len(c)", func(g *gemmArgs[T]) { g.count, g.strideA, g.strideB = math.MaxInt, 0, 0 }},
		{one("gemmOffsets"), "len(offA)", func(g *gemmArgs[T]) { g.offA = nil }},
		{one("gemmOffsets"), "len(offB)", func(g *gemmArgs[T]) { g.offB = []int{0} }},
		{one("gemmOffsets"), "offA[1]", func(g *gemmArgs[T]) { g.offA[1] = -1 }},
		{one("gemmOffsets"), "offA[0]", func(g *gemmArgs[T]) { g.offA[0] = 15 }},
		{one("gemmOffsets"), "offB[1]", func(g *gemmArgs[T]) { g.offB[1] = math.MaxInt }},
		{one("gemmOffsets"), "offC[1]", func(g *gemmArgs[T]) { g.offC[1] = 13 }},
		{one("gemmOffsets"), "len(c)", func(g *gemmArgs[T]) { g.c = g.c[:11] }},
	}
}

// refused requires an *cblas.ArgError for that argument of that routine.
func refused(t *testing.T, err error, routine, arg string) {
	t.Helper()
	var bad *cblas.ArgError
	require.ErrorAs(t, err, &bad, "%s with a bad %s", routine, arg)
	require.Equal(t, routine, bad.Routine)
	require.Equal(t, arg, bad.Arg, err.Error())
	require.Contains(t, err.Error(), routine)
	require.Contains(t, err.Error(), arg)
}

func (s *suite[T]) testArguments(t *testing.T) {
	for _, fault := range badGemms[T]() {
		for _, routine := range fault.routines {
			c := filled(24, sentinel[T]())
			g := goodGemm(c)
			fault.change(g)
			refused(t, s.forms(g)[routine](), routine, fault.arg)
			require.Equal(t, filled(24, sentinel[T]()), c, "%s with a bad %s has written", routine, fault.arg)
		}
	}
	for name, call := range s.forms(goodGemm(filled(24, sentinel[T]()))) {
		require.NoError(t, call(), name)
	}
	s.testMatvecArguments(t)
	s.testVectorArguments(t)
}

// testMatvecArguments tests gemv, ger and gerc with a 3 by 4 matrix.
func (s *suite[T]) testMatvecArguments(t *testing.T) {
	one := number[T](1)
	for _, c := range []struct {
		arg              string
		trans            cblas.Transpose
		m, n             int
		lenA, lda        int
		lenX, incX       int
		lenY, incY       int
		onlyGemv, noGemv bool
	}{
		{"trans", 9, 3, 4, 12, 3, 4, 1, 4, 1, true, false},
		{"m", 0, -3, 4, 12, 3, 4, 1, 4, 1, false, false},
		{"n", 0, 3, -4, 12, 3, 4, 1, 4, 1, false, false},
		{"lda", 0, 3, 4, 12, 2, 4, 1, 4, 1, false, false},
		{"lda", cblas.Trans, 3, 4, 12, 0, 4, 1, 4, 1, false, false},
		{"len(a)", 0, 3, 4, 11, 3, 4, 1, 4, 1, false, false},
		{"len(a)", 0, 3, 4, 12, 4, 4, 1, 4, 1, false, false},
		{"incX", 0, 3, 4, 12, 3, 4, 0, 4, 1, false, false},
		{"incY", 0, 3, 4, 12, 3, 4, 1, 4, 0, false, false},
		{"len(x)", 0, 3, 4, 12, 3, 3, 1, 4, 1, true, false},
		{"len(x)", 0, 3, 4, 12, 3, 2, 1, 4, 1, false, true},
		{"len(x)", 0, 3, 4, 12, 3, 4, -2, 4, 1, false, false},
		{"len(y)", 0, 3, 4, 12, 3, 4, 1, 2, 1, true, false},
		{"len(y)", 0, 3, 4, 12, 3, 4, 1, 3, 1, false, true},
		{"len(y)", 0, 3, 4, 12, 3, 4, 1, 4, 2, false, false},
		{"len(y)", 0, 3, 4, 12, 3, 4, 1, 4, math.MinInt + 1, false, false},
	} {
		a, x, y := filled(c.lenA, one), filled(c.lenX, one), filled(c.lenY, one)
		if !c.noGemv {
			err := s.ops.Gemv(c.trans, c.m, c.n, one, a, c.lda, x, c.incX, one, y, c.incY)
			s.refusedOrLarge(t, err, "gemv", c.arg)
			require.Equal(t, filled(c.lenY, one), y)
		}
		if !c.onlyGemv {
			s.refusedOrLarge(t, s.ops.Ger(c.m, c.n, one, x, c.incX, y, c.incY, a, c.lda), "ger", c.arg)
			s.refusedOrLarge(t, s.ops.Gerc(c.m, c.n, one, x, c.incX, y, c.incY, a, c.lda), "gerc", c.arg)
			require.Equal(t, filled(c.lenA, one), a)
		}
	}
}

// refusedOrLarge is refused, except that a provider of 32 bits may call a huge increment too large before it looks at
// the slice.
func (s *suite[T]) refusedOrLarge(t *testing.T, err error, routine, arg string) {
	t.Helper()
	var bad *cblas.ArgError
	require.ErrorAs(t, err, &bad, "%s with a bad %s", routine, arg)
	if bad.Err == cblas.ErrTooLarge && bad.Arg[:3] == "inc" {
		return
	}
	refused(t, err, routine, arg)
}

// testVectorArguments tests dot, dotc, axpy and scal on vectors of length 4.
func (s *suite[T]) testVectorArguments(t *testing.T) {
	one := number[T](1)
	for _, c := range []struct {
		arg        string
		n          int
		lenX, incX int
		lenY, incY int
	}{
		{"n", -1, 4, 1, 4, 1},
		{"n", math.MinInt, 4, 1, 4, 1},
		{"incX", 4, 4, 0, 4, 1},
		{"incY", 4, 4, 1, 4, 0},
		{"len(x)", 4, 3, 1, 4, 1},
		{"len(x)", 4, 6, 2, 4, 1},
		{"len(x)", 2, 4, -4, 4, 1},
		{"len(y)", 4, 4, 1, 0, 1},
		{"len(y)", 4, 4, 1, 9, -3},
	} {
		x, y := filled(c.lenX, one), filled(c.lenY, one)
		_, err := s.ops.Dot(c.n, x, c.incX, y, c.incY)
		refused(t, err, "dot", c.arg)
		_, err = s.ops.Dotc(c.n, x, c.incX, y, c.incY)
		refused(t, err, "dotc", c.arg)
		refused(t, s.ops.Axpy(c.n, one, x, c.incX, y, c.incY), "axpy", c.arg)
		require.Equal(t, filled(c.lenY, one), y)
		if c.arg != "incY" && c.arg != "len(y)" {
			refused(t, s.ops.Scal(c.n, number[T](2), x, c.incX), "scal", c.arg)
			require.Equal(t, filled(c.lenX, one), x)
		}
	}
}

// testLimits passes sizes that 32-bit integers cannot hold, with slices that fit what would be left of them: 2³²+4 is 4
// to a library that does not look. They must be refused, or be right.
func (s *suite[T]) testLimits(t *testing.T) {
	if strconv.IntSize == 32 {
		t.Skip("int cannot hold the sizes")
	}
	one := number[T](1)
	for _, size := range []int64{1<<31 + 4, 1<<32 + 4, 1 << 33, math.MaxInt64} {
		big := int(size)
		small := filled(64, one)
		before := filled(64, one)
		for _, mnk := range [][3]int{{big, 4, 4}, {4, big, 4}, {4, 4, big}, {big, big, big}} {
			m, n, k := mnk[0], mnk[1], mnk[2]
			for _, trans := range transposes {
				lda, ldb := max(m, k), max(k, n)
				s.tooLarge(t, s.ops.Gemm(trans, trans, m, n, k, one, small, lda, small, ldb, one, small, m))
				s.tooLarge(t, s.ops.GemmStrided(trans, trans, m, n, k, one, small, lda, 0, small, ldb, 0, one, small, m, 1, 1))
				s.tooLarge(t, s.ops.GemmBatch(trans, trans, m, n, k, one, [][]T{small}, lda, [][]T{small}, ldb, one, [][]T{small}, m))
				s.tooLarge(t, s.ops.GemmOffsets(trans, trans, m, n, k, one, small, lda, []int{0}, small, ldb, []int{0}, one, small, m, []int{0}))
			}
		}
		for _, mn := range [][2]int{{big, 4}, {4, big}} {
			for _, trans := range transposes {
				s.tooLarge(t, s.ops.Gemv(trans, mn[0], mn[1], one, small, mn[0], small, 1, one, small, 1))
			}
			s.tooLarge(t, s.ops.Ger(mn[0], mn[1], one, small, 1, small, 1, small, mn[0]))
			s.tooLarge(t, s.ops.Gerc(mn[0], mn[1], one, small, 1, small, 1, small, mn[0]))
		}
		_, err := s.ops.Dot(big, small, 1, small, 1)
		s.tooLarge(t, err)
		_, err = s.ops.Dotc(big, small, -1, small, 1)
		s.tooLarge(t, err)
		s.tooLarge(t, s.ops.Axpy(big, one, small, 1, small, 1))
		s.tooLarge(t, s.ops.Scal(big, number[T](2), small, 1))
		require.Equal(t, before, small, "a refused call has written")
		s.testUnusedStrides(t, big)
	}
}

// tooLarge requires an *cblas.ArgError: the slices are too short, and a library of 32 bits cannot hold the size.
func (s *suite[T]) tooLarge(t *testing.T, err error) {
	t.Helper()
	var bad *cblas.ArgError
	require.ErrorAs(t, err, &bad)
}

// testUnusedStrides passes leading dimensions and increments beyond 32 bits where there is only one column or element, so
// that the slices do fit: the answer must be right or cblas.ErrTooLarge.
func (s *suite[T]) testUnusedStrides(t *testing.T, big int) {
	one, two := number[T](1), number[T](2)
	a, b, c := filled(4, two), []T{two}, filled(4, one)
	if err := s.ops.Gemm(cblas.NoTrans, cblas.NoTrans, 4, 1, 1, one, a, big, b, big, one, c, big); err != nil {
		require.ErrorIs(t, err, cblas.ErrTooLarge)
		c = filled(4, number[T](5))
	}
	require.Equal(t, filled(4, number[T](5)), c)
	y := []T{one}
	if err := s.ops.Axpy(1, two, b, big, y, -big); err != nil {
		require.ErrorIs(t, err, cblas.ErrTooLarge)
		y[0] = number[T](5)
	}
	require.Equal(t, number[T](5), y[0])
	got, err := s.ops.Dot(1, b, -big, b, big)
	if err != nil {
		require.ErrorIs(t, err, cblas.ErrTooLarge)
		got = number[T](4)
	}
	require.Equal(t, number[T](4), got)
	y = filled(4, one)
	if err := s.ops.Gemv(cblas.NoTrans, 4, 1, one, a, big, b, big, one, y, 1); err != nil {
		require.ErrorIs(t, err, cblas.ErrTooLarge)
		y = filled(4, number[T](5))
	}
	require.Equal(t, filled(4, number[T](5)), y)
}
