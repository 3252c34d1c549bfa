package compiler_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/cblas"
	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/compiler/compilertest"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
	"github.com/tenferro/tenferro-go/trace/tracetest"
)

// pairCase is a random contraction of two tensors.
type pairCase struct {
	op      trace.Contract
	a, b    trace.Type
	strides [3][]int
	cost    compiler.CostModel
	points  int  // of the loop nest over all labels
	sums    bool // something is summed over more than one element
}

// randomPair draws labels of all four classes, some on diagonals, in any order, and any layouts of all three tensors.
func randomPair(rng *rand.Rand, d tensor.DType) pairCase {
	c := pairCase{points: 1}
	size := map[int]int{}
	place := func(list *[]int, l int) { *list = slices.Insert(*list, rng.IntN(len(*list)+1), l) }
	c.op.A, c.op.B, c.op.Out = []int{}, []int{}, []int{}
	for class := range 4 { // batch, left, right, contracted
		for range rng.IntN(3) {
			l := len(size)
			size[l] = 1 + rng.IntN(4)
			if class != 3 && rng.IntN(40) == 0 {
				size[l] = 0
			}
			c.points *= size[l]
			c.sums = c.sums || class == 3 && size[l] > 1
			if class != 2 {
				place(&c.op.A, l)
			}
			if class != 1 {
				place(&c.op.B, l)
			}
			if class != 3 {
				place(&c.op.Out, l)
			}
			if class != 2 && rng.IntN(8) == 0 {
				place(&c.op.A, l)
			}
			if class != 1 && rng.IntN(8) == 0 {
				place(&c.op.B, l)
			}
		}
	}
	c.op.ConjA, c.op.ConjB = rng.IntN(3) == 0, rng.IntN(3) == 0
	for t, labels := range [3][]int{c.op.A, c.op.B, c.op.Out} {
		shape := make([]int, len(labels))
		for i, l := range labels {
			shape[i] = size[l]
		}
		switch t {
		case 0:
			c.a = trace.Type{DType: d, Shape: shape}
		case 1:
			c.b = trace.Type{DType: d, Shape: shape}
		}
		c.strides[t] = compilertest.Strides(rng, shape, t < 2 && rng.IntN(3) == 0)
		if rng.IntN(2) == 0 {
			c.strides[t] = tensor.ColMajorStrides(shape)
		}
	}
	c.cost = randomCost(rng)
	return c
}

// randomCost draws a machine on which anything may be cheap or dear, so that every way to run a pair is the best on some.
func randomCost(rng *rand.Rand) compiler.CostModel {
	draw := func(low, high float64) float64 { return low * math.Pow(high/low, rng.Float64()) }
	return compiler.CostModel{GFLOPS: draw(1, 1e3), Bandwidth: draw(1, 1e3), CacheBytes: draw(1, 1e6), CacheGain: draw(1, 10),
		StepNs: draw(1e-3, 1e2), CallNs: draw(1e-3, 1e2), KernelRate: draw(1e-4, 10)}
}

// TestPairs plans random pairs and runs the plans in the reference engine.
func TestPairs(t *testing.T) {
	count := uint64(4000)
	if testing.Short() {
		count = 400
	}
	dtypes := []tensor.DType{tensor.Float64, tensor.Complex128, tensor.Float32, tensor.Complex64, tensor.Int64}
	seen := map[string]int{}
	for seed := range count {
		rng := rand.New(rand.NewPCG(seed, 3))
		c := randomPair(rng, dtypes[rng.IntN(len(dtypes))])
		p, err := compiler.CompilePair(c.op, c.a, c.b, c.strides, c.cost)
		require.NoError(t, err, "seed %d", seed)
		require.NoError(t, c.check(rng, p), "seed %d: %s %s of %v %v, strides %v\n%s", seed, c.a.DType, c.op.Attrs(), c.a.Shape, c.b.Shape, c.strides, p)
		note(seen, p)
	}
	if testing.Short() {
		return // too few to come by every way
	}
	for _, way := range []string{"GEMM", "GEMM batch", "GEMM sum", "GEMM batch sum", "GEMM NN", "GEMM NT", "GEMM TN", "GEMM TT", "GEMM CN", "GEMM NC",
		"GEMM CC", "GEMV N", "GEMV T", "GEMV C", "DOT", "DOT conj", "PRODUCT", "COPY", "COPY conj", "moved result", "moved operand"} {
		require.Positive(t, seen[way], "%s was never the way: %v", way, seen)
	}
}

// check runs a pair's program on random operands, and holds its work against the sizes.
func (c *pairCase) check(rng *rand.Rand, p *compiler.Program) error {
	x, err := compilertest.Relay(tracetest.Tensor(rng, c.a), c.strides[0])
	if err != nil {
		return err
	}
	y, err := compilertest.Relay(tracetest.Tensor(rng, c.b), c.strides[1])
	if err != nil {
		return err
	}
	tc := trace.New()
	g, err := tc.Graph(tc.Apply(c.op, tc.Input(c.a.DType, c.a.Shape...), tc.Input(c.b.DType, c.b.Shape...))...)
	if err != nil {
		return err
	}
	want, err := tracetest.Eval(g, []*tensor.Tensor{x, y})
	if err != nil {
		return err
	}
	got, err := compilertest.Run(p, x, y)
	if err != nil {
		return err
	}
	if !tensor.Equal(got[0], want[0]) {
		return fmt.Errorf("%v, want %v", got[0], want[0])
	}
	per := 1
	switch {
	case c.sums && c.a.DType.IsComplex():
		per = 8
	case c.sums:
		per = 2
	case c.a.DType.IsComplex():
		per = 6
	}
	if p.Flops() != float64(per*c.points) {
		return fmt.Errorf("%g FLOP, want %d for each of %d", p.Flops(), per, c.points)
	}
	return nil
}

// note counts the ways in which a program's steps run.
func note(seen map[string]int, p *compiler.Program) {
	flags := map[cblas.Transpose]string{cblas.NoTrans: "N", cblas.Trans: "T", cblas.ConjTrans: "C"}
	for i := range p.Steps {
		b := p.Steps[i].Body
		kind := b.Kind()
		seen[kind]++
		switch s := b.(type) {
		case *compiler.Gemm:
			seen["GEMM "+flags[s.TransA]+flags[s.TransB]]++
			if len(s.Batch) > 0 && len(s.Sum) > 0 {
				seen["GEMM batch sum"]++
			} else if len(s.Batch) > 0 {
				seen["GEMM batch"]++
			} else if len(s.Sum) > 0 {
				seen["GEMM sum"]++
			}
		case *compiler.Gemv:
			seen["GEMV "+flags[s.Trans]]++
		case *compiler.Dot:
			if s.Conj {
				seen["DOT conj"]++
			}
		case *compiler.Copy:
			if s.Conj {
				seen["COPY conj"]++
			}
			if p.Buffers[s.Dst.Buf].Kind == compiler.Output {
				seen["moved result"]++
			} else {
				seen["moved operand"]++
			}
		}
	}
}
