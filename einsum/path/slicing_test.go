package path_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/einsum/path"
	"github.com/tenferro/tenferro-go/einsum/path/pathtest"
)

// values are the elements of a tensor, the last label fastest.
type values struct {
	labels []path.Label
	at     []float64
}

// assignments calls visit with every assignment of values to some labels.
func assignments(n *path.Network, labels []path.Label, visit func(index map[path.Label]int)) {
	index := map[path.Label]int{}
	var walk func(i int)
	walk = func(i int) {
		if i == len(labels) {
			visit(index)
			return
		}
		for v := range n.Sizes[labels[i]] {
			index[labels[i]] = v
			walk(i + 1)
		}
		delete(index, labels[i])
	}
	walk(0)
}

func (t values) get(n *path.Network, index map[path.Label]int) float64 {
	at := 0
	for _, l := range t.labels {
		at = at*n.Sizes[l] + index[l]
	}
	return t.at[at]
}

// naive contracts by one loop over all labels.
func naive(n *path.Network, in []values, output []path.Label) values {
	all := map[path.Label]bool{}
	for _, t := range in {
		for _, l := range t.labels {
			all[l] = true
		}
	}
	rest := []path.Label{}
	for l := range all {
		if !slices.Contains(output, l) {
			rest = append(rest, l)
		}
	}
	slices.Sort(rest)
	out := values{labels: output}
	assignments(n, output, func(index map[path.Label]int) {
		sum := 0.0
		assignments(n, rest, func(inner map[path.Label]int) {
			p := 1.0
			for _, t := range in {
				at := 0
				for _, l := range t.labels {
					v, ok := inner[l]
					if !ok {
						v = index[l]
					}
					at = at*n.Sizes[l] + v
				}
				p *= t.at[at]
			}
			sum += p
		})
		out.at = append(out.at, sum)
	})
	return out
}

// contract runs a tree step by step as Contractions says.
func contract(tree *path.Tree, in []values) values {
	n := tree.Network()
	nodes := slices.Clone(in)
	for _, c := range tree.Contractions(path.Element{}) {
		nodes = append(nodes, naive(n, []values{nodes[c.Left], nodes[c.Right]}, c.Labels()))
	}
	return naive(n, nodes[len(nodes)-1:], distinct(n.Output))
}

func distinct(labels []path.Label) []path.Label {
	out := []path.Label{}
	for _, l := range labels {
		if !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	return out
}

// fill makes operands of small whole numbers, so that sums are exact.
func fill(n *path.Network, rng *rand.Rand) []values {
	in := make([]values, len(n.Inputs))
	for i, labels := range n.Inputs {
		size := 1
		for _, l := range labels {
			size *= n.Sizes[l]
		}
		in[i] = values{labels: labels, at: make([]float64, size)}
		for j := range in[i].at {
			in[i].at[j] = float64(rng.IntN(7) - 3)
		}
	}
	return in
}

// runSliced contracts slice by slice, steps that do not vary once.
func runSliced(s *path.Slicing, in []values) values {
	n, inner := s.Tree().Network(), s.Inner()
	output := distinct(n.Output)
	total := map[string]float64{}
	steps := inner.Contractions(path.Element{})
	once := make([]values, len(in)+len(steps))
	for i, c := range steps {
		if s.Varies(i) {
			continue
		}
		operand := func(v int) values {
			if v < len(in) {
				return in[v]
			}
			return once[v]
		}
		once[len(in)+i] = naive(n, []values{operand(c.Left), operand(c.Right)}, c.Labels())
	}
	key := func(index map[path.Label]int) string {
		var b bytes.Buffer
		for _, l := range output {
			b.WriteByte(byte(index[l]))
		}
		return b.String()
	}
	assignments(n, s.Labels(), func(fixed map[path.Label]int) {
		nodes := make([]values, len(in)+len(steps))
		for i, t := range in {
			nodes[i] = fix(n, t, inner.Network().Inputs[i], fixed)
		}
		for i, c := range steps {
			if nodes[len(in)+i] = once[len(in)+i]; s.Varies(i) {
				nodes[len(in)+i] = naive(n, []values{nodes[c.Left], nodes[c.Right]}, c.Labels())
			}
		}
		kept := distinct(inner.Network().Output)
		slice := naive(n, nodes[len(nodes)-1:], kept)
		assignments(n, kept, func(index map[path.Label]int) {
			full := map[path.Label]int{}
			for l, v := range fixed {
				full[l] = v
			}
			for l, v := range index {
				full[l] = v
			}
			total[key(full)] += slice.get(n, index)
		})
	})
	out := values{labels: output}
	assignments(n, output, func(index map[path.Label]int) { out.at = append(out.at, total[key(index)]) })
	return out
}

// fix takes a slice of an operand.
func fix(n *path.Network, t values, labels []path.Label, fixed map[path.Label]int) values {
	out := values{labels: labels}
	free := distinct(labels)
	full := map[path.Label]int{}
	for l, v := range fixed {
		full[l] = v
	}
	// Repeated labels keep their axes: elements off the diagonal are not read, and stay 0.
	size := 1
	for _, l := range labels {
		size *= n.Sizes[l]
	}
	out.at = make([]float64, size)
	assignments(n, free, func(index map[path.Label]int) {
		for l, v := range index {
			full[l] = v
		}
		at := 0
		for _, l := range labels {
			at = at*n.Sizes[l] + index[l]
		}
		out.at[at] = t.get(n, full)
	})
	return out
}

func TestStepsAndSlicesGiveTheRightValues(t *testing.T) {
	const seed = 7
	rng := rand.New(rand.NewPCG(seed, 0))
	for i := range 300 {
		n := pathtest.Small(rng, 1+rng.IntN(5), i%5 == 0)
		work := 1.0
		for l := range n.Sizes {
			work *= float64(max(1, n.Sizes[l]))
		}
		if work > 1e5 {
			continue
		}
		in := fill(n, rng)
		want := naive(n, in, distinct(n.Output))
		tree := fromSSA(t, n, randomPairs(rng, len(n.Inputs)))
		require.Equal(t, want, contract(tree, in), "seed %d, case %d: %+v", seed, i, n)

		var labels []path.Label
		for l := range n.Sizes {
			if rng.IntN(3) == 0 && slices.ContainsFunc(n.Inputs, func(in []path.Label) bool { return slices.Contains(in, l) }) {
				labels = append(labels, l)
			}
		}
		s, err := tree.Slice(labels)
		require.NoError(t, err)
		require.Equal(t, want, runSliced(s, in), "seed %d, case %d, slices %v: %+v", seed, i, labels, n)
	}
}

// S20: labels that simplification takes away can be sliced.
func TestSlicingLabelsThatSimplificationRemoves(t *testing.T) {
	n := parse(t, "ab,ab,bc->c", 0, map[rune]int{'a': 2, 'b': 3, 'c': 2})
	in := []values{
		{n.Inputs[0], []float64{1, 2, 3, 4, 5, 6}}, {n.Inputs[1], []float64{1, 2, 3, 4, 5, 6}},
		{n.Inputs[2], []float64{1, 2, 3, 4, 5, 6}},
	}
	for _, labels := range [][]path.Label{{0}, {1}, {0, 1}, {2}, {0, 1, 2}} {
		r := search(t, path.Auto{}, n, path.Options{})
		s, err := path.SliceTo(context.Background(), r.Tree, path.Limits{}, path.Options{}, labels...)
		require.NoError(t, err)
		require.Equal(t, labels, s.Labels())
		require.Equal(t, []float64{329, 420}, runSliced(s, in).at, "slices %v", labels)
	}
}

// S17: no tree without slices has less than 25 elements at once.
func TestLimitsAreMetOrRefused(t *testing.T) {
	ctx := context.Background()
	n := parse(t, "ikl,plm,mki->p", 5, nil)
	for _, f := range path.Finders() {
		_, err := path.Search(ctx, n, f, path.Options{Trials: 2}, path.Limits{MaxSize: 20, NoSlices: true})
		require.ErrorIs(t, err, path.ErrLimit, f.Name())
		var limit *path.LimitError
		require.ErrorAs(t, err, &limit)
		require.Equal(t, 25.0, limit.Least)

		p, err := path.Search(ctx, n, f, path.Options{Trials: 2}, path.Limits{MaxSize: 20})
		require.NoError(t, err, f.Name())
		require.NotEmpty(t, p.Slicing.Labels())
		require.LessOrEqual(t, p.Costs.MaxSize, 20.0)

		p, err = path.Search(ctx, n, f, path.Options{Trials: 2}, path.Limits{MaxSize: 25})
		require.NoError(t, err, f.Name())
		require.LessOrEqual(t, p.Costs.MaxSize, 25.0)
	}
	// Inputs and output alone take more than this.
	_, err := path.Search(ctx, n, path.Greedy{}, path.Options{}, path.Limits{PeakBytes: 3 * 125 * 8})
	require.ErrorIs(t, err, path.ErrLimit)
	var limit *path.LimitError
	require.ErrorAs(t, err, &limit)
	require.Greater(t, limit.Least, 3.0*125*8)
	_, err = path.Search(ctx, n, path.Greedy{}, path.Options{}, path.Limits{PeakBytes: limit.Least})
	require.NoError(t, err)
	_, err = path.Search(ctx, n, path.Greedy{}, path.Options{}, path.Limits{PeakBytes: -1})
	require.ErrorIs(t, err, path.ErrOption)
}

func TestSlicesFitLargerNetworks(t *testing.T) {
	for name, n := range map[string]*path.Network{
		"regular": pathtest.Regular(60, 3, 2, 2, 1),
		"lattice": pathtest.Lattice([]int{8, 8}, 3, 0, false),
		"hyper":   pathtest.Hyper(40, 40, 4, 2, 4, 0.05, 1),
	} {
		r := search(t, path.Reconfigure{}, n, path.Options{Objective: path.Flops})
		whole := r.Costs.PeakBytes
		held := 0.0
		for _, in := range n.Inputs {
			p := 8.0
			for _, l := range in {
				p *= float64(n.Sizes[l])
			}
			held += p
		}
		for _, part := range []float64{2, 8, 64} {
			limit := held + (whole-held)/part
			s, err := path.SliceTo(context.Background(), r.Tree, path.Limits{PeakBytes: limit}, path.Options{Objective: path.Flops})
			require.NoError(t, err, "%s 1/%v", name, part)
			c := s.Costs(path.Element{}, nil)
			require.LessOrEqual(t, c.PeakBytes, limit, "%s 1/%v", name, part)
			require.Greater(t, s.Count(), 1.0)
			require.False(t, math.IsInf(c.Flops, 0))
		}
	}
}

func TestSlicesThatAreRefused(t *testing.T) {
	n := &path.Network{Inputs: [][]path.Label{{0, 1}, {1}}, Sizes: []int{2, 2, 2}}
	tree, err := path.LeftToRight(n)
	require.NoError(t, err)
	for _, labels := range [][]path.Label{{-1}, {3}, {2}, {0, 0}} {
		_, err := tree.Slice(labels)
		require.ErrorIs(t, err, path.ErrPath, "%v", labels)
	}
}

func TestPlansComeBackFromJSON(t *testing.T) {
	n := pathtest.Regular(30, 3, 2, 3, 1)
	p, err := path.Search(context.Background(), n, path.Greedy{}, path.Options{Seed: 3, Objective: path.Flops}, path.Limits{MaxSize: 64})
	require.NoError(t, err)
	p.Equation = "kept as it is"
	data, err := json.Marshal(p)
	require.NoError(t, err)
	var back path.Plan
	require.NoError(t, json.Unmarshal(data, &back))
	require.Equal(t, p.Tree().SSA(), back.Tree().SSA())
	require.Equal(t, p.Slicing.Labels(), back.Slicing.Labels())
	require.Equal(t, p.Costs, back.Costs)
	again, err := json.Marshal(&back)
	require.NoError(t, err)
	require.JSONEq(t, string(data), string(again))
	for ns := time.Duration(127_000); ns < 128_000; ns++ { // a file holds seconds; the time comes back to the nanosecond
		p.Elapsed = ns
		data, err := json.Marshal(p)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(data, &back))
		require.Equal(t, ns, back.Elapsed)
	}

	for name, change := range map[string][2]string{
		"no JSON":    {"{", "["},
		"format":     {"tenferro-plan/1", "tenferro-plan/9"},
		"path":       {`"path":[[`, `"path":[[99,`},
		"no network": {`"network":{`, `"other":{`},
		"objective":  {`"objective":"flops"`, `"objective":"beauty"`},
	} {
		bad := bytes.Replace(data, []byte(change[0]), []byte(change[1]), 1)
		require.NotEqual(t, data, bad, name)
		require.Error(t, json.Unmarshal(bad, &back), name)
	}
}

func TestPathsAsText(t *testing.T) {
	want := [][]int{{0, 1}, {2}, {0, 1, 2}}
	for _, s := range []string{
		"[(0, 1), (2,), (0, 1, 2)]", "[[0,1],[2],[0,1,2]]", "((0,1),[2],(0,1,2))", "['einsum_path', (0, 1), (2,), (0, 1, 2)]",
		" [ [0,1] ,\n [2] , [0,1,2], ] ",
	} {
		got, err := path.ParsePath(s)
		require.NoError(t, err, s)
		require.Equal(t, want, got, s)
	}
	got, err := path.ParsePath("[]")
	require.NoError(t, err)
	require.Empty(t, got)
	for _, s := range []string{"", "[", "[(0,1)", "[(0,1]]", "[0,1]", "[(0 1)]", "[(0,1)] x", "[(-1,0)]", "['a]", "[(0,1)(2,3)]"} {
		_, err := path.ParsePath(s)
		require.ErrorIs(t, err, path.ErrPath, s)
	}
}

func TestTableShowsEveryStep(t *testing.T) {
	n := parse(t, "bij,bjk,kl->bil", 0, map[rune]int{'b': 2, 'i': 3, 'j': 4, 'k': 5, 'l': 6})
	tree, err := path.FromLinear(n, [][]int{{0, 1}, {0, 1}})
	require.NoError(t, err)
	names := []string{"b", "i", "j", "k", "l"}
	var b bytes.Buffer
	require.NoError(t, tree.Table(&b, path.TableOptions{Label: func(l path.Label) string { return names[l] }}))
	for _, want := range []string{
		"bij,bjk,kl->bil", "BATCH GEMM", "bij,bjk->bik", "kl,bik->bil", "600 (opt_einsum)", "300 (cotengra)", "36 elements",
	} {
		require.Contains(t, b.String(), want)
	}
}
