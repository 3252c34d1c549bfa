package einsum_test

// Every way to have a contraction computed, on every provider of the build: what is wrong in one of them only would
// otherwise hide behind the others. The tests of bugs_*_test.go run through all of them.

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/cpu"
	"github.com/tenferro/tenferro-go/einsum"
	"github.com/tenferro/tenferro-go/einsum/einsumtest"
	"github.com/tenferro/tenferro-go/runtime"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// station is a provider with all that contracts on it.
type station struct {
	name string
	be   *cpu.Backend
	rt   *runtime.Runtime
}

// stations returns one station for each provider of the build.
func stations(t testing.TB, options ...cpu.Option) []*station {
	t.Helper()
	var all []*station
	for _, name := range providers() {
		all = append(all, newStation(t, name, options...))
	}
	return all
}

func newStation(t testing.TB, provider string, options ...cpu.Option) *station {
	t.Helper()
	be, err := cpu.New(append([]cpu.Option{cpu.WithProvider(provider), cpu.WithThreads(2)}, options...)...)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, be.Close()) })
	rt, err := runtime.New(runtime.WithEngine(be), runtime.WithExtension(einsum.Extension()))
	require.NoError(t, err)
	return &station{name: provider, be: be, rt: rt}
}

// call is a contraction to be computed.
type call struct {
	equation string
	operands []*tensor.Tensor
	options  []einsum.Option
}

// termsOf splits an equation of plain letters with an arrow.
func termsOf(equation string) (inputs []string, output string) {
	left, output, _ := strings.Cut(equation, "->")
	return strings.Split(left, ","), output
}

// distinctOf is the letters of some terms, each once, in the order in which they first stand there.
func distinctOf(terms ...string) []rune {
	var out []rune
	for _, letter := range strings.Join(terms, "") {
		if !slices.Contains(out, letter) {
			out = append(out, letter)
		}
	}
	return out
}

// shapesOf is the shapes of terms whose letters have the given sizes.
func shapesOf(terms []string, size map[rune]int) [][]int {
	shapes := make([][]int, len(terms))
	for i, term := range terms {
		shapes[i] = []int{}
		for _, letter := range term {
			shapes[i] = append(shapes[i], size[letter])
		}
	}
	return shapes
}

func contraction(equation string, operands ...*tensor.Tensor) call {
	return call{equation: equation, operands: operands}
}

func (c call) with(options ...einsum.Option) call {
	c.options = append(append([]einsum.Option(nil), c.options...), options...)
	return c
}

func (c call) String() string {
	s := fmt.Sprintf("%q", c.equation)
	for _, x := range c.operands {
		s += fmt.Sprintf(" %v%v/%v", x.DType(), x.Shape(), x.Strides())
	}
	return s
}

func (c call) shapes() [][]int {
	shapes := make([][]int, len(c.operands))
	for i, x := range c.operands {
		shapes[i] = x.Shape()
	}
	return shapes
}

// into is a poisoned tensor for the result of the call, in a layout of relaid.
func (c call) into(layout string) (*tensor.Tensor, error) {
	eq, err := einsum.Parse(c.equation)
	if err != nil {
		return nil, err
	}
	b, err := eq.Bind(c.shapes()...)
	if err != nil {
		return nil, err
	}
	return relaid(poison(c.operands[0].DType(), b.OutputShape...), layout), nil
}

// program compiles the call as one-shot calls do: for operands that lie as they lie.
func (c call) program(s *station) (*compiler.Program, error) {
	tc := trace.New()
	var in []*trace.Value
	options := []compiler.Option{compiler.WithCostModel(s.be.CostModel())}
	for i, x := range c.operands {
		in = append(in, tc.Input(x.DType(), x.Shape()...))
		options = append(options, compiler.WithInputStrides(i, x.Strides()...))
	}
	g, err := tc.Graph(einsum.TraceWith(tc, c.equation, in, c.options...))
	if err != nil {
		return nil, err
	}
	return compiler.Compile(g, options...)
}

// kinds is the kernels that the program of the call runs, by name.
func (c call) kinds(t testing.TB, s *station) []string {
	t.Helper()
	p, err := c.program(s)
	require.NoError(t, err, c.String())
	var kinds []string
	for i := range p.Steps {
		kinds = append(kinds, p.Steps[i].Body.Kind())
	}
	return kinds
}

// form is one way to have a call computed.
type form struct {
	name string
	run  func(s *station, c call) (*tensor.Tensor, error)
}

var forms = []form{
	{"one-shot", func(s *station, c call) (*tensor.Tensor, error) {
		x, err := einsum.NewContractor(s.be, c.options...)
		if err != nil {
			return nil, err
		}
		if _, err := x.Contract(context.Background(), c.equation, c.operands...); err != nil {
			return nil, err
		}
		return x.Contract(context.Background(), c.equation, c.operands...) // from the cache now
	}},
	{"into", func(s *station, c call) (*tensor.Tensor, error) { return contractInto(s, c, "column-major") }},
	{"into padded", func(s *station, c call) (*tensor.Tensor, error) { return contractInto(s, c, "padded") }},
	{"into reversed", func(s *station, c call) (*tensor.Tensor, error) { return contractInto(s, c, "reversed") }},
	{"compiled", func(s *station, c call) (*tensor.Tensor, error) {
		eq, err := einsum.Parse(c.equation)
		if err != nil {
			return nil, err
		}
		p, err := einsum.NewPlan(context.Background(), eq, c.operands[0].DType(), c.shapes(), c.options...)
		if err != nil {
			return nil, err
		}
		x, err := p.Compile(s.be.CostModel())
		if err != nil {
			return nil, err
		}
		out, err := s.rt.Run(context.Background(), x, c.operands...)
		if err != nil {
			return nil, err
		}
		return out[0], nil
	}},
	{"compiled into", func(s *station, c call) (*tensor.Tensor, error) { return runInto(s, c, "column-major") }},
	{"compiled into row-major", func(s *station, c call) (*tensor.Tensor, error) { return runInto(s, c, "row-major") }},
	{"traced", traced},
}

func contractInto(s *station, c call, layout string) (*tensor.Tensor, error) {
	x, err := einsum.NewContractor(s.be, c.options...)
	if err != nil {
		return nil, err
	}
	dst, err := c.into(layout)
	if err != nil {
		return nil, err
	}
	if err := x.ContractInto(context.Background(), dst, c.equation, c.operands...); err != nil {
		return nil, err
	}
	return unguarded(dst)
}

func runInto(s *station, c call, layout string) (*tensor.Tensor, error) {
	dst, err := c.into(layout)
	if err != nil {
		return nil, err
	}
	p, err := c.program(s)
	if err != nil {
		return nil, err
	}
	if err := s.rt.RunInto(context.Background(), p, []*tensor.Tensor{dst}, c.operands); err != nil {
		return nil, err
	}
	return unguarded(dst)
}

// traced contracts among other operations: the operands are results of one, and the result is an operand of another.
func traced(s *station, c call) (*tensor.Tensor, error) {
	tc := trace.New()
	var in []*trace.Value
	for _, x := range c.operands {
		in = append(in, turned(tc, tc.Input(x.DType(), reversed(x.Shape())...)))
	}
	y := einsum.TraceWith(tc, c.equation, in, c.options...)
	if tc.Err() != nil {
		return nil, tc.Err()
	}
	g, err := tc.Graph(turned(tc, y), y)
	if err != nil {
		return nil, err
	}
	p, err := compiler.Compile(g, compiler.WithCostModel(s.be.CostModel()))
	if err != nil {
		return nil, err
	}
	operands := make([]*tensor.Tensor, len(c.operands))
	for i, x := range c.operands {
		operands[i] = tensor.Must(x.Transpose())
	}
	out, err := s.rt.Run(context.Background(), p, operands...)
	if err != nil {
		return nil, err
	}
	if tensor.Overlaps(out[0], out[1]) {
		return nil, fmt.Errorf("the two results share memory")
	}
	if err := same(tensor.Must(out[0].Transpose()), out[1]); err != nil {
		return nil, fmt.Errorf("the result and its transpose: %w", err)
	}
	return out[1], nil
}

// turned is v with its axes in reverse order.
func turned(tc *trace.Context, v *trace.Value) *trace.Value {
	axes := make([]int, len(v.Shape()))
	for i := range axes {
		axes[i] = len(axes) - 1 - i
	}
	return tc.Permute(v, axes...)
}

func reversed(shape []int) []int {
	out := make([]int, 0, len(shape))
	for i := len(shape) - 1; i >= 0; i-- {
		out = append(out, shape[i])
	}
	return out
}

// hold has the call computed in every form on every station and holds the results against the oracle: with exact, for
// operands of small integers, to the last bit. It also looks that no operand was written to and that no result is a view
// of one. The oracle's result is returned.
func hold(t *testing.T, all []*station, c call, exact bool) *tensor.Tensor {
	t.Helper()
	bound, err := einsum.MustParse(c.equation).Bind(c.shapes()...)
	require.NoError(t, err, c.String())
	want, err := einsumtest.Contract(bound, c.operands...)
	require.NoError(t, err, c.String())
	before := make([]*tensor.Tensor, len(c.operands))
	for i, x := range c.operands {
		before[i] = tensor.Must(x.Clone())
	}
	for _, s := range all {
		for _, f := range forms {
			got, err := f.run(s, c)
			require.NoError(t, err, "%s, %s: %v", s.name, f.name, c)
			check := want.Check
			if exact {
				check = want.CheckExact
			}
			require.NoError(t, check(got), "%s, %s: %v", s.name, f.name, c)
			for i, x := range c.operands {
				require.NoError(t, same(before[i], x), "%s, %s: %v: operand %d was written to", s.name, f.name, c, i)
				require.False(t, tensor.Overlaps(got, x), "%s, %s: %v: the result shares memory with operand %d", s.name, f.name, c, i)
			}
		}
	}
	return want.Value
}

// refused has the call tried in every form on every station; each must fail, and check sees each error.
func refused(t *testing.T, all []*station, c call, check func(error)) {
	t.Helper()
	for _, s := range all {
		for _, f := range forms {
			_, err := f.run(s, c)
			require.Error(t, err, "%s, %s: %v", s.name, f.name, c)
			check(err)
		}
	}
}
