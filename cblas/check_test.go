package cblas

// This file tests the parts of the checks that have to be exact about overlap and overflow.

import (
	"errors"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOverlap(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	both := [2]int{}
	for range 20_000 {
		c := matrix{rows: 1 + rng.IntN(5), cols: 1 + rng.IntN(5)}
		c.ld = c.rows + rng.IntN(20)
		stride, count := rng.IntN(40), 1+rng.IntN(6)
		seen := map[int]bool{}
		want := false
		for s := range count {
			for j := range c.cols {
				for i := range c.rows {
					at := s*stride + i + j*c.ld
					want = want || seen[at]
					seen[at] = true
				}
			}
		}
		if stride == 0 && count > 1 {
			require.True(t, want)
		}
		require.Equal(t, want, overlap(c, stride, count), "%+v stride %d count %d", c, stride, count)
		if want {
			both[0]++
		} else {
			both[1]++
		}
	}
	require.Greater(t, min(both[0], both[1]), 1000, "the samples hold both cases")
}

func TestReach(t *testing.T) {
	n, ok := reach(3, 5, 2)
	require.True(t, ok)
	require.Equal(t, 17, n)
	for _, c := range []struct {
		steps  int
		stride uint
		last   int
	}{
		{math.MaxInt, 2, 1}, {math.MaxInt, math.MaxInt, 1}, {1, math.MaxInt, 1}, {1, 1 << (strconv.IntSize - 1), 0},
		{math.MaxInt, 1, 1}, {math.MaxInt, math.MaxUint, math.MaxInt},
	} {
		_, ok := reach(c.steps, c.stride, c.last)
		require.False(t, ok, "%+v", c)
	}
	n, ok = reach(math.MaxInt-1, 1, 1)
	require.True(t, ok)
	require.Equal(t, math.MaxInt, n)
	n, ok = vectorSpan(1, math.MinInt)
	require.True(t, ok)
	require.Equal(t, 1, n)
	_, ok = vectorSpan(2, math.MinInt)
	require.False(t, ok)
}

// TestChecksAllocateNothing covers the good path of each check.
func TestChecksAllocateNothing(t *testing.T) {
	batch := [][]float64{make([]float64, 9), make([]float64, 9)}
	off := []int{0, 1, 2}
	require.Zero(t, testing.AllocsPerRun(10, func() {
		for _, check := range []func() (bool, error){
			func() (bool, error) { return checkGemm(Trans, NoTrans, 3, 3, 3, 3, 9, 3, 9, 3, 9, math.MaxInt32) },
			func() (bool, error) {
				return checkGemmBatch(NoTrans, Trans, 3, 3, 3, batch, 3, batch, 3, batch, 3, math.MaxInt32)
			},
			func() (bool, error) {
				return checkGemmStrided(NoTrans, NoTrans, 3, 3, 3, 3, 9, 27, 3, 9, 27, 3, 9, 27, 3, math.MaxInt32)
			},
			func() (bool, error) {
				return checkGemmOffsets(NoTrans, NoTrans, 3, 3, 3, 3, 11, off, 3, 11, off, 3, 11, off, math.MaxInt32)
			},
			func() (bool, error) { return checkGemv(NoTrans, 3, 3, 3, 9, 3, 1, 3, -1, math.MaxInt32) },
			func() (bool, error) { return checkGer("ger", 3, 3, 3, 1, 3, 1, 3, 9, math.MaxInt32) },
			func() (bool, error) { return checkDot("dot", 3, 3, 1, 5, -2, math.MaxInt32) },
			func() (bool, error) { return checkAxpy(3, 3, 1, 5, -2, math.MaxInt32) },
			func() (bool, error) { return checkScal(3, 3, 1, math.MaxInt32) },
		} {
			if work, err := check(); !work || err != nil {
				t.Errorf("%v %v", work, err)
			}
		}
	}))
}

// TestGemmPaths checks that the short path of checkGemm accepts only what the full checks accept.
func TestGemmPaths(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	near := func(n int) int { return n + rng.IntN(3) - 1 }
	accepted := 0
	for range 50_000 {
		transA, transB := Transpose(rng.IntN(4)), Transpose(rng.IntN(4))
		m, n, k := rng.IntN(6)-1, rng.IntN(6)-1, rng.IntN(6)-1
		a, b := stored(transA, m, k, 0), stored(transB, k, n, 0)
		lda, ldb, ldc := max(1, near(a.rows)), max(1, near(b.rows)), max(1, near(m))
		lenA, lenB, lenC := near(max(0, a.cols-1)*lda+a.rows), near(max(0, b.cols-1)*ldb+b.rows), near(max(0, n-1)*ldc+m)
		work, err := checkGemm(transA, transB, m, n, k, lda, lenA, ldb, lenB, ldc, lenC, math.MaxInt32)
		want, wantErr := checkGemmFully(transA, transB, m, n, k, lda, lenA, ldb, lenB, ldc, lenC, math.MaxInt32)
		require.Equal(t, want, work)
		require.Equal(t, wantErr, err)
		if work {
			accepted++
		}
	}
	require.Greater(t, accepted, 500)
}

// TestLimit checks that what is sound but beyond 32 bits is refused as too large, whatever the slices hold.
func TestLimit(t *testing.T) {
	limit := math.MaxInt32
	big := limit + 1
	if big < 0 {
		t.Skip("int has 32 bits")
	}
	for name, check := range map[string]func() (bool, error){
		"m":    func() (bool, error) { return checkGemm(0, 0, big, 1, 1, big, big, 1, 1, big, big, limit) },
		"n":    func() (bool, error) { return checkGemm(0, 0, 1, big, 1, 1, 1, 1, big, 1, big, limit) },
		"k":    func() (bool, error) { return checkGemm(0, 0, 1, 1, big, 1, big, big, big, 1, 1, limit) },
		"lda":  func() (bool, error) { return checkGemm(0, 0, 1, 1, 1, big, 1, 1, 1, 1, 1, limit) },
		"ldb":  func() (bool, error) { return checkGemm(0, 0, 1, 1, 1, 1, 1, big, 1, 1, 1, limit) },
		"ldc":  func() (bool, error) { return checkGemm(0, 0, 1, 1, 1, 1, 1, 1, 1, big, 1, limit) },
		"incX": func() (bool, error) { return checkDot("dot", 1, 1, -big-1, 1, 1, limit) },
		"incY": func() (bool, error) { return checkAxpy(1, 1, 1, 1, big, limit) },
	} {
		_, err := check()
		var bad *ArgError
		require.ErrorAs(t, err, &bad, name)
		require.Equal(t, name, bad.Arg)
		require.True(t, errors.Is(err, ErrTooLarge))
	}
	work, err := checkGemm(0, 0, 0, big, big, 1, 0, 1, 0, 1, 0, limit)
	require.NoError(t, err, "a result without an element needs no integers")
	require.False(t, work)
}
