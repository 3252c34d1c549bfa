package einsum_test

// Contractions that are done slice by slice, held against the oracle: whatever is sliced, the result is the same.

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/compiler/compilertest"
	"github.com/tenferro/tenferro-go/einsum"
	"github.com/tenferro/tenferro-go/einsum/einsumtest"
	"github.com/tenferro/tenferro-go/internal/race"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// sliced is a plan with other slices than its own: those that its file is given.
func sliced(t testing.TB, p *einsum.Plan, labels ...int) *einsum.Plan {
	t.Helper()
	data, err := json.Marshal(p)
	require.NoError(t, err)
	var file map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(data, &file))
	file["slices"], err = json.Marshal(labels)
	require.NoError(t, err)
	data, err = json.Marshal(file)
	require.NoError(t, err)
	q := new(einsum.Plan)
	require.NoError(t, json.Unmarshal(data, q))
	return q
}

// someLabels are one to three labels that operands carry, in any order.
func someLabels(rng *rand.Rand, p *einsum.Plan) []int {
	var all []int
	seen := map[int]bool{}
	for _, in := range p.Tree().Network().Inputs {
		for _, l := range in {
			if !seen[l] {
				seen[l] = true
				all = append(all, l)
			}
		}
	}
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:min(len(all), 1+rng.IntN(3))]
}

// Random equations of every kind, on operands of every layout, with random labels sliced: kept ones, summed ones, those
// of a batch, of hyperedges, of diagonals and of ellipses.
func TestSlicesAgainstOracle(t *testing.T) {
	cases := uint64(300) // for each of six dtypes
	if testing.Short() {
		cases = 60
	}
	ctx := context.Background()
	for _, s := range stations(t) {
		for _, d := range []tensor.DType{tensor.Float32, tensor.Float64, tensor.Complex64, tensor.Complex128, tensor.Int32, tensor.Int64} {
			t.Run(s.name+"/"+d.String(), func(t *testing.T) {
				for seed := range cases {
					x := einsumtest.Random(seed, d)
					rng := rand.New(rand.NewPCG(seed, 99))
					call := contraction(x.Equation, x.Operands...)
					p, err := einsum.NewPlan(ctx, einsum.MustParse(x.Equation), d, call.shapes())
					require.NoError(t, err, x.String())
					labels := someLabels(rng, p)
					if len(labels) == 0 {
						continue
					}
					c, err := einsum.NewContractor(s.be, einsum.WithPlan(sliced(t, p, labels...)))
					require.NoError(t, err)
					got, err := c.Contract(ctx, x.Equation, x.Operands...)
					require.NoError(t, err, "%v, slices %v", x, labels)
					require.NoError(t, x.Check(got), "%v, slices %v", x, labels)
				}
			})
		}
	}
}

// The same programs keep the rules that every engine relies on, and run on an engine that takes them by their word.
func TestSlicedPrograms(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(60) {
		x := einsumtest.Random(seed, tensor.Float64)
		call := contraction(x.Equation, x.Operands...)
		p, err := einsum.NewPlan(ctx, einsum.MustParse(x.Equation), tensor.Float64, call.shapes())
		require.NoError(t, err)
		labels := someLabels(rand.New(rand.NewPCG(seed, 99)), p)
		prog, err := sliced(t, p, labels...).Compile(compiler.DefaultCostModel)
		require.NoError(t, err)
		require.NoError(t, compilertest.Check(prog), "%v, slices %v\n%v", x, labels, prog)
		exe, err := new(compilertest.Engine).Prepare(prog, nil)
		require.NoError(t, err)
		out := tensor.MustNew(tensor.Float64, prog.Outputs[0].Shape...)
		require.NoError(t, exe.Run(ctx, x.Operands, []*tensor.Tensor{out}))
		require.NoError(t, x.Check(out), "%v, slices %v\n%v", x, labels, prog)
	}
}

// What does not depend on the slice is computed once, whatever the order of the steps.
func TestInvariantsAreComputedOnce(t *testing.T) {
	size := map[rune]int{'a': 6, 'b': 5, 'c': 7, 'd': 4, 'e': 3, 'f': 2}
	terms, _ := termsOf("ab,bc,cd,de,ef->af")
	shapes := shapesOf(terms, size)
	p, err := einsum.NewPlan(context.Background(), einsum.MustParse("((ab,bc),(cd,de)),ef->af"), tensor.Float64, shapes)
	require.NoError(t, err)
	prog, err := sliced(t, p, 0).Compile(compiler.DefaultCostModel) // a, in the first operand and the result
	require.NoError(t, err)
	require.NoError(t, compilertest.Check(prog))
	require.Len(t, prog.Loops, 1)
	loop := prog.Loops[0]
	require.Equal(t, 6, loop.Slices())
	before := 0.0
	for i := range loop.First {
		before += prog.Steps[i].Flops
	}
	require.Equal(t, 2.0*7*4*3, before, "cd,de is computed once\n%v", prog)
	require.Equal(t, sliced(t, p, 0).Costs(nil).Flops, prog.Flops())
	require.Contains(t, prog.String(), "for each of 6 slices [6]:")
}

// Traced contractions are sliced as well, several in one program.
func TestTracedSlices(t *testing.T) {
	for _, s := range stations(t) {
		for _, d := range floats {
			a, b := small(d, 1, 12, 30), small(d, 2, 30, 14)
			p, err := einsum.NewPlan(context.Background(), einsum.MustParse("ij,jk->ik"), d, [][]int{{12, 30}, {30, 14}})
			require.NoError(t, err)
			run := func(first, second *einsum.Plan) []*tensor.Tensor {
				tc := trace.New()
				x, y := tc.Input(d, 12, 30), tc.Input(d, 30, 14)
				u := einsum.TraceWith(tc, "ij,jk->ik", []*trace.Value{tc.Neg(x), y}, einsum.WithPlan(first))
				v := einsum.TraceWith(tc, "ij,jk->ik", []*trace.Value{tc.Add(x, x), y}, einsum.WithPlan(second))
				w := einsum.Trace(tc, "ik,ik->k", tc.Neg(u), v)
				g, err := tc.Graph(w, u)
				require.NoError(t, err)
				prog, err := compiler.Compile(g)
				require.NoError(t, err)
				require.NoError(t, compilertest.Check(prog), "%v", prog)
				out, err := s.rt.Run(context.Background(), prog, a, b)
				require.NoError(t, err)
				return out
			}
			want := run(p, p)
			for _, labels := range [][2][]int{{{0}, {1}}, {{1}, {1, 2}}, {{2, 0}, {2}}, {{1, 0, 2}, {0, 2}}} {
				got := run(sliced(t, p, labels[0]...), sliced(t, p, labels[1]...))
				for i := range want {
					require.NoError(t, same(want[i], got[i]), "%s %v: result %d", d, labels, i)
				}
			}
		}
	}
}

// A sliced run says how far it is, and one that is cancelled stops before the next slice.
func TestSlicesAreWatchedAndCancelled(t *testing.T) {
	for _, s := range stations(t) {
		a, b := small(tensor.Float64, 1, 8, 16), small(tensor.Float64, 2, 16, 8)
		p, err := einsum.NewPlan(context.Background(), einsum.MustParse("ij,jk->ik"), tensor.Float64, [][]int{{8, 16}, {16, 8}})
		require.NoError(t, err)
		c, err := einsum.NewContractor(s.be, einsum.WithPlan(sliced(t, p, 1)))
		require.NoError(t, err)
		var seen []int
		ctx := compiler.WithProgress(context.Background(), func(p compiler.Progress) {
			require.Equal(t, 16, p.Slices)
			seen = append(seen, p.Done)
		})
		_, err = c.Contract(ctx, "ij,jk->ik", a, b)
		require.NoError(t, err)
		require.Len(t, seen, 16)
		require.Equal(t, 1, seen[0])
		require.Equal(t, 16, seen[15])

		cancelled, cancel := context.WithCancel(context.Background())
		last := 0
		_, err = c.Contract(compiler.WithProgress(cancelled, func(p compiler.Progress) {
			if last = p.Done; last == 3 {
				cancel()
			}
		}), "ij,jk->ik", a, b)
		require.ErrorIs(t, err, context.Canceled)
		require.Equal(t, 3, last)
	}
}

// The profile of a sliced run has one line for each step.
func TestProfileOfSlices(t *testing.T) {
	s := stations(t)[0]
	a, b := small(tensor.Float64, 1, 8, 16), small(tensor.Float64, 2, 16, 8)
	p, err := einsum.NewPlan(context.Background(), einsum.MustParse("ij,jk->ik"), tensor.Float64, [][]int{{8, 16}, {16, 8}})
	require.NoError(t, err)
	prog, err := sliced(t, p, 1).Compile(compiler.DefaultCostModel)
	require.NoError(t, err)
	_, prof, err := s.rt.RunProfiled(context.Background(), prog, a, b)
	require.NoError(t, err)
	require.Len(t, prof.Steps, len(prog.Steps))
	flops := 0.0
	for i, x := range prof.Steps {
		require.Equal(t, i, x.Step)
		require.LessOrEqual(t, x.Begin, x.End)
		if i > 0 {
			require.LessOrEqual(t, prof.Steps[i-1].End, x.Begin)
		}
		flops += x.Flops
	}
	require.Equal(t, prog.Flops(), flops)
	require.Equal(t, 16, prof.Steps[prog.Loops[0].First].Runs)
	require.LessOrEqual(t, prof.Steps[len(prof.Steps)-1].End, prof.Total)
}

// In the steady state a sliced run allocates nothing.
func TestSlicesAllocateNothing(t *testing.T) {
	if race.Enabled {
		t.Skip("the race detector gives memory of pools up at random")
	}
	ctx := context.Background()
	for _, s := range stations(t) {
		a, b, c := small(tensor.Float64, 1, 8, 16), small(tensor.Float64, 2, 16, 9), small(tensor.Float64, 3, 9, 8)
		p, err := einsum.NewPlan(ctx, einsum.MustParse("ij,jk,kl->il"), tensor.Float64, [][]int{{8, 16}, {16, 9}, {9, 8}})
		require.NoError(t, err)
		for _, labels := range [][]int{{0}, {1}, {0, 2}, {3, 1}} {
			prog, err := sliced(t, p, labels...).Compile(compiler.DefaultCostModel)
			require.NoError(t, err)
			operands, results := []*tensor.Tensor{a, b, c}, []*tensor.Tensor{tensor.MustNew(tensor.Float64, 8, 8)}
			require.Zero(t, testing.AllocsPerRun(20, func() {
				if err := s.rt.RunInto(ctx, prog, results, operands); err != nil {
					panic(err)
				}
			}), "slices %v", labels)
		}
	}
}
