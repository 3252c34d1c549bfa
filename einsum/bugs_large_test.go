package einsum_test

// Faults that other libraries had with numbers of elements that 32 bits do not hold, and with limits of memory.

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/einsum"
	"github.com/tenferro/tenferro-go/einsum/path"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// compileShapes compiles an equation for operands that are not there: for these shapes and, unless nil, strides.
func compileShapes(equation string, d tensor.DType, shapes, strides [][]int, options ...einsum.Option) (*compiler.Program, error) {
	tc := trace.New()
	var in []*trace.Value
	var settings []compiler.Option
	for i, shape := range shapes {
		in = append(in, tc.Input(d, shape...))
		if strides != nil {
			settings = append(settings, compiler.WithInputStrides(i, strides[i]...))
		}
	}
	options = append(options, einsum.WithMemoryLimit(einsum.NoMemoryLimit))
	g, err := tc.Graph(einsum.TraceWith(tc, equation, in, options...))
	if err != nil {
		return nil, err
	}
	return compiler.Compile(g, settings...)
}

// requireFits requires that all that a program tells a provider fits into the 32 bits of its interface, unchanged.
func requireFits(t *testing.T, p *compiler.Program, what any) {
	t.Helper()
	for i := range p.Steps {
		var told []int
		switch s := p.Steps[i].Body.(type) {
		case *compiler.Gemm:
			told = []int{s.M, s.N, s.K, s.LDA, s.LDB, s.LDC}
		case *compiler.Gemv:
			told = []int{s.M, s.N, s.LDA, s.IncX, s.IncY}
		case *compiler.Dot:
			told = []int{s.N, s.IncX, s.IncY}
		}
		for _, x := range told {
			require.LessOrEqual(t, x, math.MaxInt32, "%v\n%v", what, p)
			require.Positive(t, x, "%v\n%v", what, p)
		}
	}
}

// Counts of elements beyond 2^31-1 crashed BLAS with 32-bit integers or were truncated
// (B17, numpy/numpy#5533 and #19685, cvxgrp/scs#383).
func TestCountsBeyond32Bits(t *testing.T) {
	p, err := compileShapes("ij,kj->ik", tensor.Float64, [][]int{{50_000, 100}, {50_000, 100}}, nil)
	require.NoError(t, err)
	require.Equal(t, []int{50_000, 50_000}, p.Outputs[0].Shape)
	require.Equal(t, 2_500_000_000, p.Buffers[p.Outputs[0].Buf].Len)
	require.Equal(t, 8*(2_500_000_000+2*5_000_000), p.PeakBytes())
	require.Equal(t, 2*2.5e9*100, p.Flops())
	require.IsType(t, &compiler.Gemm{}, p.Steps[len(p.Steps)-1].Body) // 2.5·10⁹ results of an LP64 BLAS are legal: each size fits
	requireFits(t, p, "50000")

	p, err = compileShapes("ij,kj->ik", tensor.Float32, [][]int{{80_000, 3072}, {80_000, 3072}}, nil)
	require.NoError(t, err)
	require.Equal(t, 6_400_000_000, p.Buffers[p.Outputs[0].Buf].Len)
	requireFits(t, p, "80000")

	p, err = compileShapes("ij,jk->ik", tensor.Float64, [][]int{{1, 1 << 33}, {1 << 33, 1}}, nil)
	require.NoError(t, err)
	requireFits(t, p, "2^33")
	require.Equal(t, 2*float64(int(1)<<33), p.Flops())

	_, err = compileShapes("ij,jk->ik", tensor.Float64, [][]int{{1 << 33, 1}, {1, 1 << 33}}, nil)
	require.ErrorIs(t, err, einsum.ErrOverflow) // 2^66 elements
	_, err = compileShapes("ij,jk->ik", tensor.Float64, [][]int{{1 << 31, 1}, {1, 1 << 30}}, nil)
	require.Error(t, err) // 2^61 elements can be counted, their bytes cannot
}

// Sizes and strides of every magnitude at every place of the interface: what is compiled either fits or goes by a kernel
// without the limit (B17).
func TestEverythingToldToBLASFits(t *testing.T) {
	const big = math.MaxInt32
	sizes := []int{1, 2, 1000, big, big + 1, 1 << 33}
	for _, equation := range []string{"ij,jk->ik", "ji,jk->ki", "ij,kj->ik", "ij,j->i", "ji,j->i", "i,i->", "i,j->ij", "bij,bjk->bik", "ijb,jkb->ikb", "iaj,jak->ik"} {
		terms, _ := termsOf(equation)
		letters := distinctOf(terms...)
		for code := range int(math.Pow(float64(len(sizes)), float64(len(letters)))) {
			size := map[rune]int{}
			total := 1.0
			for _, l := range letters {
				size[l] = sizes[code%len(sizes)]
				total *= float64(size[l])
				code /= len(sizes)
			}
			if total > 1<<58 {
				continue
			}
			shapes := shapesOf(terms, size)
			for _, wide := range []int{1, 3, big, big + 2} { // elements between neighbours, so that strides are large while sizes are not
				if wide > 3 && total > 1<<28 {
					continue
				}
				strides := make([][]int, len(shapes))
				for i, shape := range shapes {
					strides[i] = tensor.ColMajorStrides(shape)
					for axis := range strides[i] {
						if axis > 0 || wide == 3 {
							strides[i][axis] *= wide
						}
					}
				}
				p, err := compileShapes(equation, tensor.Float64, shapes, strides)
				require.NoError(t, err, "%s %v %v", equation, shapes, strides)
				requireFits(t, p, shapes)
			}
		}
	}
}

// A product of two vectors of 2^31+8 elements, all of them in one place (B17).
func TestDotOfMoreThan32Bits(t *testing.T) {
	if testing.Short() {
		t.Skip("2^31 multiplications each")
	}
	const n = 1<<31 + 8
	for i, s := range stations(t) {
		c, err := einsum.NewContractor(s.be)
		require.NoError(t, err)
		sum := func(want float64, equation string, operands ...*tensor.Tensor) {
			got, err := c.Contract(context.Background(), equation, operands...)
			require.NoError(t, err)
			requireRows(t, got, []int{}, want)
		}
		many := func(d tensor.DType) *tensor.Tensor { return tensor.Must(ones(d, 1).Broadcast(n)) }
		sum(n, "i,i->", many(tensor.Float64), many(tensor.Float64))
		if i > 0 {
			continue // no provider takes a stride of 0, so that the kernels are the engine's own
		}
		sum(n, "i,i->", many(tensor.Int64), many(tensor.Int64))
		sum(float64(float32(n)), "i->", many(tensor.Float32))
	}
}

// TestMemoryLimitSlices: where intermediates are larger than the granules of memory, one byte less than an order needs makes
// slices.
func TestMemoryLimitSlices(t *testing.T) {
	all := stations(t)
	const n = 20
	for _, d := range floats {
		c := contraction("ikl,plm,mki->p", small(d, 1, n, n, n), small(d, 2, n, n, n), small(d, 3, n, n, n))
		for _, s := range all {
			p, err := c.program(s)
			require.NoError(t, err)
			limited := c.with(einsum.WithMemoryLimit(p.PeakBytes() - 1))
			q, err := limited.program(s)
			require.NoError(t, err)
			require.Less(t, q.PeakBytes(), p.PeakBytes())
			require.Contains(t, q.String(), "slices")
			want, err := forms[0].run(s, c)
			require.NoError(t, err)
			got, err := forms[0].run(s, limited)
			require.NoError(t, err)
			require.NoError(t, same(want, got))
		}
	}
}

// A plan was reported as within a limit that no plan can keep (S17, numpy/numpy#11210).
func TestMemoryLimit(t *testing.T) {
	all := stations(t)
	five := func(rank int) []int { return []int{5, 5, 5}[:rank] }
	for _, d := range floats {
		c := contraction("ikl,plm,mki->p", small(d, 1, five(3)...), small(d, 2, five(3)...), small(d, 3, five(3)...))
		options := []einsum.Option{nil}
		for _, f := range path.Finders() {
			if d == tensor.Float64 || f.Name() == "greedy" {
				options = append(options, einsum.WithFinder(f.Name()))
			}
		}
		for _, order := range pairings(3) {
			options = append(options, einsum.WithSSAPath(order))
		}
		for _, o := range options {
			c := c
			if o != nil {
				c = c.with(o)
			}
			p, err := c.program(all[0])
			require.NoError(t, err)
			need := p.PeakBytes()
			inputs := 3 * 125 * d.Size()
			require.GreaterOrEqual(t, need, inputs+(25+5)*d.Size(), "there is an intermediate of 25 elements")
			least := 0
			for _, limit := range []int{1, 20 * d.Size(), inputs} { // not enough for the operands and the result
				limited := c.with(einsum.WithMemoryLimit(limit))
				for _, s := range all {
					before := s.be.Stats().Pool
					x, err := einsum.NewContractor(s.be, limited.options...)
					require.NoError(t, err)
					_, err = x.Contract(context.Background(), limited.equation, limited.operands...)
					var memory *einsum.MemoryError
					require.ErrorAs(t, err, &memory, "limit %d", limit)
					require.Equal(t, limit, memory.Limit)
					require.Greater(t, memory.Need, limit)
					require.LessOrEqual(t, memory.Need, need)
					require.Equal(t, before, s.be.Stats().Pool, "refused before anything is allocated")
					least = memory.Need
				}
			}
			for _, limit := range []int{need, max(need-1, least), least} {
				for _, s := range all {
					x, err := einsum.NewContractor(s.be, c.with(einsum.WithMemoryLimit(limit)).options...)
					require.NoError(t, err)
					got, err := x.Contract(context.Background(), c.equation, c.operands...)
					require.NoError(t, err, "limit %d of %d", limit, need)
					want, err := forms[0].run(s, c)
					require.NoError(t, err)
					require.NoError(t, same(want, got))
					limited, err := c.with(einsum.WithMemoryLimit(limit)).program(s)
					require.NoError(t, err)
					require.LessOrEqual(t, limited.PeakBytes(), limit)
				}
			}
		}
	}
	plan, err := einsum.NewPlan(context.Background(), einsum.MustParse("ikl,plm,mki->p"), tensor.Float64,
		[][]int{five(3), five(3), five(3)}, einsum.WithFinder("optimal"))
	require.NoError(t, err)
	require.Equal(t, 750.0, plan.Costs(nil).FlopsCotengra)
	require.Equal(t, 1500.0, plan.Costs(nil).FlopsOptEinsum)
	require.Equal(t, 25.0, plan.Costs(nil).MaxSize)
}
