package goblas

// This file tests the parts that the conformance suite sees only together.

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/cblas/internal/kernel"
)

func TestPack(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for range 200 {
		rows, cols, width := 1+rng.IntN(40), 1+rng.IntN(20), 1+rng.IntN(12)
		for _, trans := range []bool{false, true} {
			ld := rows + rng.IntN(3)
			if trans {
				ld = cols + rng.IntN(3)
			}
			data := make([]float64, ld*max(rows, cols))
			for i := range data {
				data[i] = rng.Float64()
			}
			o := newOperand(Op{Trans: trans}, data, ld)
			dst := make([]float64, rows*cols)
			pack(dst, o, rows, cols, width)
			for i := range rows {
				panel := i / width * width
				w := min(width, rows-panel)
				for j := range cols {
					require.Equal(t, data[i*o.row+j*o.col], dst[panel*cols+j*w+i-panel], "%d by %d, width %d, trans %v", rows, cols, width, trans)
				}
			}
		}
	}
}

func TestGrown(t *testing.T) {
	var buf []complex64
	for _, n := range []int{1, 7, 100, 50, 1000} {
		buf = grown(buf, n)
		require.Len(t, buf, n)
		require.Zero(t, uintptr(unsafe.Pointer(&buf[0]))%line)
	}
}

func TestEvenly(t *testing.T) {
	for n := range 2000 {
		for _, c := range [][2]int{{256, 1}, {192, 24}, {64, 8}} {
			limit, unit := c[0], c[1]
			step := evenly(n, limit, unit)
			require.Positive(t, step)
			require.LessOrEqual(t, step, limit)
			if n > limit {
				require.Zero(t, step%unit)
				require.Equal(t, ceil(n, limit), ceil(n, step), "no more parts than needed for %d", n)
			}
		}
	}
}

// TestGrid checks that the rectangles cover C, and that no goroutine has much more than its share.
func TestGrid(t *testing.T) {
	bl := New[float64]("go")
	for _, threads := range []int{2, 3, 4, 7, 16, 64} {
		for _, size := range [][2]int{{1000, 1000}, {64, 4096}, {4096, 64}, {300, 700}} {
			rows, cols := bl.grid(threads, threads, size[0], size[1])
			require.GreaterOrEqual(t, rows*cols, threads)
			most := ceil(size[0], rows) * ceil(size[1], cols) * ceil(rows*cols, threads)
			require.Less(t, float64(most), 1.6*float64(size[0]*size[1])/float64(threads), "%d threads, %v: %d by %d", threads, size, rows, cols)
		}
	}
}

func TestSeparate(t *testing.T) {
	for _, c := range []struct {
		offsets []int
		want    bool
	}{
		{[]int{0, 40, 80}, true},
		{[]int{0, 0, 0, 40, 40}, true},
		{[]int{0, 40, 0}, false},
		{[]int{40, 0}, false},
		{[]int{0, 39}, true},
		{[]int{0, 3}, true}, // between the columns
		{[]int{0, 3, 6}, true},
		{[]int{0, 3, 8}, false}, // 8 + 3 reaches into the second column
		{[]int{0, 2}, false},
		{nil, true},
		{[]int{5}, true},
	} {
		b := Batch[float64]{M: 3, N: 4, Ldc: 10, OffC: c.offsets}
		require.Equal(t, c.want, b.separate(), "%v", c.offsets)
	}
}

// TestSame checks that a product has the same bits whichever way it is cut and packed.
func TestSame(t *testing.T) {
	for _, name := range kernel.Names() {
		bl := New[float32](name)
		rng := rand.New(rand.NewPCG(2, 0))
		const m, n, k = 150, 140, 600
		a, b := make([]float32, m*k), make([]float32, k*n)
		for i := range a {
			a[i] = rng.Float32()
		}
		for i := range b {
			b[i] = rng.Float32()
		}
		whole, parts := make([]float32, m*n), make([]float32, m*n)
		bl.Gemm(1, Op{}, Op{}, m, n, k, 1, a, m, b, k, 0, whole, m)
		for j := 0; j < n; j += 7 {
			for i := 0; i < m; i += 5 {
				bl.Gemm(1, Op{}, Op{}, min(5, m-i), min(7, n-j), k, 1, a[i:], m, b[j*k:], k, 0, parts[i+j*m:], m)
			}
		}
		require.Equal(t, whole, parts, name)
	}
}
