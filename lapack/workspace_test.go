package lapack

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestArena(t *testing.T) {
	var a arena[int]
	x, y := a.take(3), a.take(5)
	for i := range x {
		x[i] = 1
	}
	for i := range y {
		y[i] = 2
	}
	require.Equal(t, []int{1, 1, 1}, x, "pieces overlap")
	a.reset()
	require.Len(t, a.chunk, 8, "one chunk for both pieces from now on")
	allocs := testing.AllocsPerRun(10, func() {
		a.reset()
		x, y = a.take(3), a.take(5)
	})
	require.Zero(t, allocs)
	require.Equal(t, 3, cap(x), "a piece can grow into the next")
	a.reset()
	require.Len(t, a.take(9), 9)
}

func TestWorkspaceForgetsOldSizes(t *testing.T) {
	var ws Workspace
	for i := range 10 * maxSizes {
		ws.keep(workKey{routine: "geqrf", m: i}, workSize{i})
		require.LessOrEqual(t, len(ws.sizes), maxSizes)
		require.Equal(t, i, ws.sizes[workKey{routine: "geqrf", m: i}][0])
	}
	scratch[float32](&ws, 10)
	scratch[int64](&ws, 3)
	require.Equal(t, 64, ws.Bytes())
	ws.Clear()
	require.Zero(t, ws.Bytes())
	require.Empty(t, ws.sizes)
}
