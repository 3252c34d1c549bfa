package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/compiler/compilertest"
	"github.com/tenferro/tenferro-go/runtime"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

const f32, f64 = tensor.Float32, tensor.Float64

// engine is what the tests ask of an engine that counts.
var _ runtime.Engine = (*compilertest.Engine)(nil)

// compile compiles what a function traces.
func compile(t testing.TB, f func(tc *trace.Context) []*trace.Value) *compiler.Program {
	t.Helper()
	tc := trace.New()
	g, err := tc.Graph(f(tc)...)
	require.NoError(t, err)
	p, err := compiler.Compile(g)
	require.NoError(t, err)
	return p
}

// product is a·b + a·b·c, which takes several steps.
func product(tc *trace.Context) []*trace.Value {
	a, b, c := tc.Input(f64, 2, 3), tc.Input(f64, 3, 4), tc.Input(f64, 4, 4)
	ab := tc.MatMul(a, b)
	return []*trace.Value{tc.Add(ab, tc.MatMul(ab, c)), tc.Sum(ab)}
}

// operands are right for product.
func operands() []*tensor.Tensor {
	in := make([]*tensor.Tensor, 3)
	for i, shape := range [][]int{{2, 3}, {3, 4}, {4, 4}} {
		data := make([]float64, shape[0]*shape[1])
		for k := range data {
			data[k] = float64(k%7 - 3*i)
		}
		in[i] = tensor.MustFromColMajor(data, shape...)
	}
	return in
}

// family is an extension of kernels by name.
type family struct {
	name    string
	kernels map[string]compiler.Kernel
}

func (f family) Family() string                      { return f.name }
func (f family) Kernels() map[string]compiler.Kernel { return f.kernels }

// op is an operation of an extension that leaves the type of its first operand, and runs as the kernel of its name.
type op struct{ family, name string }

func (o op) Family() string                              { return o.family }
func (o op) Name() string                                { return o.name }
func (o op) Attrs() string                               { return "" }
func (o op) Kernel() string                              { return o.name }
func (o op) Infer(in []trace.Type) ([]trace.Type, error) { return in[:1], nil }

// identity is a kernel that copies.
func identity(_ context.Context, _ any, in, out []*tensor.Tensor) error {
	return tensor.Copy(out[0], in[0])
}

func TestNew(t *testing.T) {
	e := &compilertest.Engine{}
	ext := runtime.WithExtension(family{name: "demo"})
	cases := []struct {
		name    string
		options []runtime.Option
		is      error
		want    string
	}{
		{"no engine", nil, runtime.ErrNoEngine, ""},
		{"a nil engine", []runtime.Option{runtime.WithEngine(nil)}, runtime.ErrNoEngine, ""},
		{"two engines", []runtime.Option{runtime.WithEngine(e), runtime.WithEngine(e)}, runtime.ErrDuplicate, "reference"},
		{"an extension twice", []runtime.Option{runtime.WithEngine(e), ext, ext}, runtime.ErrDuplicate, `"demo"`},
		{"a nil extension", []runtime.Option{runtime.WithEngine(e), runtime.WithExtension(nil)}, nil, "extension"},
		{"an extension without a name", []runtime.Option{runtime.WithEngine(e), runtime.WithExtension(family{})}, nil, "extension"},
		{"no prepared program", []runtime.Option{runtime.WithEngine(e), runtime.WithPreparedLimit(0)}, nil, "at least 1"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := runtime.New(c.options...)
			require.Error(t, err)
			if c.is != nil {
				require.ErrorIs(t, err, c.is)
			}
			require.ErrorContains(t, err, c.want)
		})
	}
	rt, err := runtime.New(ext, runtime.WithEngine(e), runtime.WithExtension(family{name: "other"}))
	require.NoError(t, err)
	require.NotNil(t, rt)
}

// TestEngineIsAsked counts what the runtime asks of its engine: a program is prepared once, each run runs its steps.
func TestEngineIsAsked(t *testing.T) {
	e := &compilertest.Engine{}
	rt, p := on(t, e), compile(t, product)
	require.NoError(t, rt.Prepare(p))
	require.Equal(t, compilertest.Counts{Prepared: 1, Steps: map[string]int{}}, e.Counts())
	for range 3 {
		_, err := rt.Run(context.Background(), p, operands()...)
		require.NoError(t, err)
	}
	want := map[string]int{}
	for i := range p.Steps {
		want[p.Steps[i].Body.Kind()] += 3
	}
	require.Equal(t, compilertest.Counts{Prepared: 1, Runs: 3, Steps: want}, e.Counts())
}

// TestEngineRefuses passes on that an engine lacks a kernel, each time the program is asked for.
func TestEngineRefuses(t *testing.T) {
	rt, p := on(t, &compilertest.Engine{Refuse: "MAP"}), compile(t, product)
	for range 2 {
		var refused *compilertest.RefusedError
		require.ErrorAs(t, rt.Prepare(p), &refused)
		require.Equal(t, "MAP", refused.Kind)
		_, err := rt.Run(context.Background(), p, operands()...)
		require.ErrorAs(t, err, &refused)
	}
}

// TestPreparedLimit prepares again what was used least recently.
func TestPreparedLimit(t *testing.T) {
	e := &compilertest.Engine{}
	rt := on(t, e, runtime.WithPreparedLimit(2))
	a, b, c := compile(t, product), compile(t, product), compile(t, product)
	for i, step := range []struct {
		p        *compiler.Program
		prepared int
	}{{a, 1}, {b, 2}, {a, 2}, {c, 3}, {a, 3}, {c, 3}, {b, 4}, {a, 5}} {
		require.NoError(t, rt.Prepare(step.p))
		require.Equal(t, step.prepared, e.Counts().Prepared, "program %d", i)
	}
}

// TestExtensions refuses programs that need what the runtime lacks, by name.
func TestExtensions(t *testing.T) {
	run := compile(t, func(tc *trace.Context) []*trace.Value {
		return tc.Apply(op{"demo", "run"}, tc.Input(f64, 3))
	})
	folded := compile(t, func(tc *trace.Context) []*trace.Value {
		return []*trace.Value{tc.Add(tc.Input(f64, 3), tc.Apply(op{"demo", "run"}, tc.Iota(f64, 0, 3))[0])}
	})
	x := tensor.MustFromColMajor([]float64{1, 2, 3}, 3)
	for name, e := range engines(t) {
		for what, p := range map[string]*compiler.Program{"run": run, "folded": folded} {
			t.Run(name+"/"+what, func(t *testing.T) {
				_, err := on(t, e).Run(context.Background(), p, x)
				var family0 *runtime.MissingExtensionError
				require.ErrorAs(t, err, &family0)
				require.Equal(t, "demo", family0.Family)
				require.ErrorContains(t, err, `"demo"`)

				other := family{"demo", map[string]compiler.Kernel{"other": identity, "run": nil}}
				_, err = on(t, e, runtime.WithExtension(other)).Run(context.Background(), p, x)
				var kernel *runtime.MissingKernelError
				require.ErrorAs(t, err, &kernel)
				require.Equal(t, runtime.MissingKernelError{Family: "demo", Kernel: "run"}, *kernel)

				ext := family{"demo", map[string]compiler.Kernel{"run": identity}}
				_, err = on(t, e, runtime.WithExtension(ext)).Run(context.Background(), p, x)
				require.NoError(t, err)
			})
		}
	}
}

// TestOperandErrors names the operand and the axis. Nothing is run and no result touched.
func TestOperandErrors(t *testing.T) {
	cases := []struct {
		name   string
		change func(in, out []*tensor.Tensor) ([]*tensor.Tensor, []*tensor.Tensor)
		want   error
	}{
		{"too few operands", func(in, out []*tensor.Tensor) ([]*tensor.Tensor, []*tensor.Tensor) { return in[:2], out },
			&runtime.CountError{Got: 2, Want: 3}},
		{"too many operands", func(in, out []*tensor.Tensor) ([]*tensor.Tensor, []*tensor.Tensor) {
			return append(in, in[0]), out
		}, &runtime.CountError{Got: 4, Want: 3}},
		{"too few results", func(in, out []*tensor.Tensor) ([]*tensor.Tensor, []*tensor.Tensor) { return in, out[:1] },
			&runtime.CountError{Result: true, Got: 1, Want: 2}},
		{"a nil operand", with(1, nil), &runtime.OperandError{Operand: 1, Axis: -1}},
		{"a zero operand", with(1, &tensor.Tensor{}), &runtime.OperandError{Operand: 1, Axis: -1}},
		{"another dtype", with(1, tensor.MustNew(f32, 3, 4)), &runtime.OperandError{Operand: 1, Axis: -1, What: "dtype", Got: "float32", Want: "float64"}},
		{"another rank", with(2, tensor.MustNew(f64, 4, 4, 1)), &runtime.OperandError{Operand: 2, Axis: -1, What: "rank", Got: "3", Want: "2"}},
		{"another size", with(2, tensor.MustNew(f64, 4, 5)), &runtime.OperandError{Operand: 2, Axis: 1, What: "size", Got: "5", Want: "4"}},
		{"another size of the first axis", with(0, tensor.MustNew(f64, 1, 3)), &runtime.OperandError{Operand: 0, Axis: 0, What: "size", Got: "1", Want: "2"}},
		{"a nil result", into(0, nil), &runtime.OperandError{Result: true, Operand: 0, Axis: -1}},
		{"a zero result", into(0, &tensor.Tensor{}), &runtime.OperandError{Result: true, Operand: 0, Axis: -1}},
		{"another dtype of a result", into(1, tensor.MustNew(f32)), &runtime.OperandError{Result: true, Operand: 1, Axis: -1, What: "dtype", Got: "float32", Want: "float64"}},
		{"another rank of a result", into(1, tensor.MustNew(f64, 1)), &runtime.OperandError{Result: true, Operand: 1, Axis: -1, What: "rank", Got: "1", Want: "0"}},
		{"another size of a result", into(0, tensor.MustNew(f64, 2, 5)), &runtime.OperandError{Result: true, Operand: 0, Axis: 1, What: "size", Got: "5", Want: "4"}},
	}
	p := compile(t, product)
	for name, e := range engines(t) {
		rt := on(t, e)
		for _, c := range cases {
			t.Run(name+"/"+c.name, func(t *testing.T) {
				whole := []*tensor.Tensor{marked(2, 4), marked()}
				in, out := c.change(operands(), []*tensor.Tensor{whole[0], whole[1]})
				err := rt.RunInto(context.Background(), p, out, in)
				requireLike(t, c.want, err)
				requireMarked(t, whole...)
				if len(in) == 3 && len(out) == 2 && in[1] != nil && errors.As(err, new(*runtime.OperandError)) && !isResult(err) {
					_, err := rt.Run(context.Background(), p, in...)
					requireLike(t, c.want, err)
				}
			})
		}
	}
}

// with replaces an operand, into a result.
func with(i int, x *tensor.Tensor) func(in, out []*tensor.Tensor) ([]*tensor.Tensor, []*tensor.Tensor) {
	return func(in, out []*tensor.Tensor) ([]*tensor.Tensor, []*tensor.Tensor) {
		in[i] = x
		return in, out
	}
}

func into(i int, x *tensor.Tensor) func(in, out []*tensor.Tensor) ([]*tensor.Tensor, []*tensor.Tensor) {
	return func(in, out []*tensor.Tensor) ([]*tensor.Tensor, []*tensor.Tensor) {
		out[i] = x
		return in, out
	}
}

// requireLike compares an error of the runtime's types with what it should be; What, Got and Want only where they are
// given.
func requireLike(t testing.TB, want, err error) {
	t.Helper()
	require.Error(t, err)
	var operand *runtime.OperandError
	if w, ok := want.(*runtime.OperandError); ok {
		require.ErrorAs(t, err, &operand)
		got := *operand
		if w.What == "" {
			got.What, got.Got, got.Want = "", "", ""
		}
		require.Equal(t, *w, got)
		require.ErrorContains(t, err, fmt.Sprintf("%d", w.Operand))
		return
	}
	var count *runtime.CountError
	require.ErrorAs(t, err, &count)
	require.Equal(t, want, error(count))
}

func isResult(err error) bool {
	var e *runtime.OperandError
	return errors.As(err, &e) && e.Result
}

// marked makes a tensor of a value that no program here computes.
func marked(shape ...int) *tensor.Tensor {
	t := tensor.MustNew(f64, shape...)
	data, _ := tensor.AsColMajor[float64](t)
	for i := range data {
		data[i] = math.Pi
	}
	return t
}

func requireMarked(t testing.TB, ts ...*tensor.Tensor) {
	t.Helper()
	for _, x := range ts {
		require.True(t, tensor.Equal(x, marked(x.Shape()...)), "a result was touched")
	}
}

// TestOverlap refuses results that share memory with an operand, with one another or with themselves.
func TestOverlap(t *testing.T) {
	memory := make([]float64, 100)
	at := func(offset int, shape ...int) *tensor.Tensor {
		return tensor.Must(tensor.FromStrided(memory, offset, shape, tensor.ColMajorStrides(shape)))
	}
	in := operands()
	cases := []struct {
		name   string
		a      *tensor.Tensor // the first operand, 2×3
		y, s   *tensor.Tensor // the results, 2×4 and a scalar
		result int            // -1: allowed
		want   string
	}{
		{"apart", at(0, 2, 3), at(6, 2, 4), at(14), -1, ""},
		{"with an operand", at(0, 2, 3), at(0, 2, 4), at(14), 0, "operand 0"},
		{"with the end of an operand", at(0, 2, 3), at(5, 2, 4), at(14), 0, "operand 0"},
		{"with the inside of an operand", at(0, 2, 3), at(6, 2, 4), at(3), 1, "operand 0"},
		{"with another result", at(0, 2, 3), at(6, 2, 4), at(13), 1, "result 0"},
		{"with itself", at(0, 2, 3), tensor.Must(tensor.FromStrided(memory, 6, []int{2, 4}, []int{1, 0})), at(14), 0, "several indices"},
		{"with itself, reversed", at(0, 2, 3), tensor.Must(tensor.FromStrided(memory, 20, []int{2, 4}, []int{1, -1})), at(40), 0, "several indices"},
		{"one tensor for two results", at(0, 2, 3), at(6, 2, 4), at(6), 1, "result 0"},
	}
	p := compile(t, product)
	for name, e := range engines(t) {
		rt := on(t, e)
		for _, c := range cases {
			t.Run(name+"/"+c.name, func(t *testing.T) {
				for i := range memory {
					memory[i] = float64(i)
				}
				err := rt.RunInto(context.Background(), p, []*tensor.Tensor{c.y, c.s}, []*tensor.Tensor{c.a, in[1], in[2]})
				if c.result < 0 {
					require.NoError(t, err)
					return
				}
				requireLike(t, &runtime.OperandError{Result: true, Operand: c.result, Axis: -1}, err)
				require.ErrorContains(t, err, c.want)
				for i := range memory {
					require.Equal(t, float64(i), memory[i], "nothing is written")
				}
			})
		}
	}
}

// TestNoProgram refuses what is no program.
func TestNoProgram(t *testing.T) {
	rt := on(t, &compilertest.Engine{})
	_, err := rt.Run(context.Background(), nil)
	require.Error(t, err)
	require.Error(t, rt.RunInto(context.Background(), nil, nil, nil))
	require.Error(t, rt.Prepare(nil))
}
