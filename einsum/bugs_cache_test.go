package einsum_test

// Faults that other libraries had with what they keep between calls.

import (
	"context"
	"fmt"
	goruntime "runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/cpu"
	"github.com/tenferro/tenferro-go/einsum"
	"github.com/tenferro/tenferro-go/tensor"
)

// heap is the live memory after a collection, in bytes.
func heap() int {
	goruntime.GC()
	goruntime.GC()
	var m goruntime.MemStats
	goruntime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

const flat = 8 << 20 // bytes that a heap may differ by and still be called flat

// The cache of plans had one entry a shape for ever (B37, tensor4all/tenferro-rs#722).
func TestCacheOfManyShapesIsBounded(t *testing.T) {
	calls := 200_000
	if testing.Short() {
		calls = 6_000
	}
	ctx := context.Background()
	s := newStation(t, providers()[0])
	limit := cpu.CacheLimit{}
	const entries = 1024 // the documented default
	c, err := einsum.NewContractor(s.be)
	require.NoError(t, err)
	memory := arange(tensor.Float64, 0, 448*448).Storage()
	hot := [2]*tensor.Tensor{small(tensor.Float64, 1, 9, 9), small(tensor.Float64, 2, 9, 9)}
	_, err = c.Contract(ctx, "ij,jk->ki", hot[0], hot[1])
	require.NoError(t, err)

	hotCalls, early := uint64(0), 0
	for i := range calls {
		m, k := 1+i%447, 1+i/447
		a, b := at(memory, 0, m, k), at(memory, 0, k, 1)
		_, err := c.Contract(ctx, "ij,jk->ik", a, b)
		require.NoError(t, err)
		if i%100 == 0 {
			hits := s.be.Stats().Programs.Hits
			_, err := c.Contract(ctx, "ij,jk->ki", hot[0], hot[1])
			require.NoError(t, err)
			require.Equal(t, hits+1, s.be.Stats().Programs.Hits, "the hot key was given up at call %d", i)
			hotCalls++
		}
		if i == calls/4 {
			early = heap()
		}
		if i%1000 == 0 {
			require.LessOrEqual(t, s.be.Stats().Programs.Entries, entries)
		}
	}
	require.InDelta(t, early, heap(), flat)
	stats := s.be.Stats().Programs
	require.Equal(t, entries, stats.Entries)
	require.Equal(t, hotCalls, stats.Hits)
	require.Equal(t, uint64(calls+1), stats.Misses)
	require.Equal(t, stats.Misses, stats.Evictions+uint64(stats.Entries))

	s.be.ClearPrograms()
	stats = s.be.Stats().Programs
	require.Zero(t, stats.Entries)
	require.Zero(t, stats.RetainedBytes)
	require.Equal(t, uint64(1), stats.Clears)
	_, err = c.Contract(ctx, "ij,jk->ki", hot[0], hot[1])
	require.NoError(t, err)
	require.Equal(t, 1, s.be.Stats().Programs.Entries)

	// A bound set while it runs holds at once.
	for i := range 100 {
		_, err := c.Contract(ctx, "i->", at(memory, 0, i))
		require.NoError(t, err)
	}
	limit.Entries = 7
	s.be.LimitPrograms(limit)
	require.Equal(t, 7, s.be.Stats().Programs.Entries)
}

// Nor may many equations, options or layouts make it grow (B37).
func TestCacheOfManyEquationsIsBounded(t *testing.T) {
	calls := 50_000
	if testing.Short() {
		calls = 2_000
	}
	ctx := context.Background()
	s := newStation(t, providers()[0], cpu.WithProgramLimit(cpu.CacheLimit{Entries: 100}))
	c, err := einsum.NewContractor(s.be)
	require.NoError(t, err)
	a, b := small(tensor.Float64, 1, 3, 4), small(tensor.Float64, 2, 4, 2)
	want, err := c.Contract(ctx, "ij,jk->ik", a, b)
	require.NoError(t, err)
	early := 0
	for i := range calls {
		got, err := c.Contract(ctx, fmt.Sprintf("[%d][%d],[%d][%d]->[%d][%d]", i, i+1, i+1, i+2, i, i+2), a, b)
		require.NoError(t, err)
		require.NoError(t, same(want, got))
		if i == calls/4 {
			early = heap()
		}
	}
	require.InDelta(t, early, heap(), flat)
	require.Equal(t, 100, s.be.Stats().Programs.Entries)

	for i := range 500 { // the order of contraction is part of the key
		d, err := einsum.NewContractor(s.be, einsum.WithSeed(uint64(i)))
		require.NoError(t, err)
		got, err := d.Contract(ctx, "ij,jk->ik", a, b)
		require.NoError(t, err)
		require.NoError(t, same(want, got))
	}
	memory := arange(tensor.Float64, 0, 4000).Storage()
	for i := range 500 { // and so are the strides
		x := tensor.Must(memory.View(0, []int{3, 4}, []int{1, 3 + i}))
		got, err := c.Contract(ctx, "ij,jk->ik", x, b)
		require.NoError(t, err)
		require.NoError(t, same(tensor.Must(c.Contract(ctx, "ij,jk->ik", tensor.Must(x.Clone()), b)), got))
	}
	require.LessOrEqual(t, s.be.Stats().Programs.Entries, 100)
}

// What one key holds is never taken for another's: equations, dtypes, shapes, strides and options that differ in little.
func TestCacheKeysDoNotClash(t *testing.T) {
	all := stations(t)
	for _, d := range []tensor.DType{tensor.Float64, tensor.Complex128, tensor.Float32, tensor.Complex64, tensor.Int64, tensor.Int32} {
		for _, equation := range []string{"ij,jk->ik", "ij,jk->ki", "ij*,jk->ik", "ji,jk->ik", "ij,jk", "...j,jk", "ij,kj", "ab,bc->ac"} {
			for _, layout := range layouts {
				for _, n := range []int{1, 11} { // shapes [1 11] and [11 1], strides 1 and 11
					for _, m := range []int{1, 11} {
						c := contraction(equation, relaid(small(d, 1, n, n), layout), small(d, 2, n, m))
						if equation == "ij,kj" {
							c.operands[1] = small(d, 2, m, n)
						}
						hold(t, all, c, true)
					}
				}
			}
		}
	}
}

// Programs that a runtime has prepared are bounded as well (B37).
func TestPreparedProgramsAreBounded(t *testing.T) {
	programs := 2_000
	if testing.Short() {
		programs = 600
	}
	s := newStation(t, providers()[0])
	a, b := small(tensor.Float64, 1, 3, 4), small(tensor.Float64, 2, 4, 2)
	early := 0
	for i := range programs {
		p, err := compileShapes("ij,jk->ik", tensor.Float64, [][]int{{3, 4}, {4, 2}}, nil)
		require.NoError(t, err)
		_, err = s.rt.Run(context.Background(), p, a, b)
		require.NoError(t, err)
		if i == programs/2 {
			early = heap()
		}
	}
	require.InDelta(t, early, heap(), flat)
}
