package main

// The command "tfbench linalg": factorisations, systems and products, small, large and in batches.

import (
	"context"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/cpu"
	"github.com/tenferro/tenferro-go/einsum"
	"github.com/tenferro/tenferro-go/internal/instance"
	"github.com/tenferro/tenferro-go/linalg"
	"github.com/tenferro/tenferro-go/runtime"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// linalgOptions are the choices of "tfbench linalg".
type linalgOptions struct {
	threads  int
	provider string
	dtype    tensor.DType
	runs     int
	format   string
}

func (a *app) linalgCommand() *cobra.Command {
	var o linalgOptions
	var dtype string
	cmd := &cobra.Command{
		Use:   "linalg",
		Short: "Measure factorisations, systems and products",
		Long: `Measures matrix products, SVD, QR, Hermitian eigenvalues and systems on small matrices (2, 4, 8), large ones (64 to 256)
and batches of small ones: the forward cases of the public cpu_ops suite, and batches of 4096.

Each case is a compiled program that runs into memory that is used again ("run"), and a one-shot call with fresh results
("one-shot"); inputs are made before. Every result is held against the operands before anything is timed.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			d, err := tensor.ParseDType(dtype)
			switch {
			case err != nil || !d.IsScalar():
				return usagef("--dtype %q: it is float32, float64, complex64 or complex128", dtype)
			case o.threads < 0:
				return usagef("--threads %d: at least 1, or 0 for the environment's", o.threads)
			case o.runs < 1:
				return usagef("--runs %d: at least 1", o.runs)
			case o.format != "table" && o.format != "json":
				return usagef("--format %q: it is table or json", o.format)
			}
			o.dtype = d
			return a.linalg(cmd.Context(), &o, linalgCases(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	f := cmd.Flags()
	f.IntVar(&o.threads, "threads", 0, "threads of a large step (0: the provider's variable, else what the quota grants)")
	f.StringVar(&o.provider, "provider", "", "provider of matrix products and LAPACK (default: the native one of the build, else gonum)")
	f.StringVar(&dtype, "dtype", "float64", "float32, float64, complex64 or complex128")
	f.IntVar(&o.runs, "runs", 7, "timed runs, at least 1; each repeats short calls for a millisecond")
	f.StringVar(&o.format, "format", "table", "table or json")
	return cmd
}

// linalgCase is one line of the report: an operation on a matrix, or on a batch of them.
type linalgCase struct {
	Name   string  `json:"name"`
	Op     string  `json:"op"`
	Shapes [][]int `json:"shapes"`
}

// linalgCases are the forward cases of the cpu_ops suite, and larger batches.
func linalgCases() []linalgCase {
	var cases []linalgCase
	add := func(group, op string, a []int, more ...[]int) {
		cases = append(cases, linalgCase{Name: group + "_" + op, Op: op, Shapes: append([][]int{a}, more...)})
	}
	square := func(group string, n int, batch ...int) {
		a := slices.Concat([]int{n, n}, batch)
		for _, op := range []string{"svd", "qr", "eigh"} {
			add(group, op, a)
		}
		add(group, "solve", a, slices.Concat([]int{n, 1}, batch))
	}
	for _, n := range []int{2, 4, 8} {
		group := fmt.Sprintf("small_%d", n)
		add(group, "matmul", []int{n, n}, []int{n, n})
		square(group, n)
		add(group+"_rhs4", "solve", []int{n, n}, []int{n, 4})
	}
	for _, n := range []int{128, 256} {
		add(fmt.Sprintf("large_%d", n), "matmul", []int{n, n}, []int{n, n})
	}
	add("large_256x1024x256", "matmul", []int{256, 1024}, []int{1024, 256})
	square("large_64", 64)
	square("large_256", 256)
	for _, n := range []int{2, 4} {
		for _, count := range []int{16, 64} {
			group := fmt.Sprintf("batch_%dx%d_%d", n, n, count)
			add(group, "matmul", []int{n, n, count}, []int{n, n, count})
			square(group, n, count)
		}
	}
	for _, n := range []int{4, 16} {
		square(fmt.Sprintf("batch_%dx%d_4096", n, n), n, 4096)
	}
	return cases
}

// linalgResult is what is reported of a case. Times are microseconds of a whole call.
type linalgResult struct {
	linalgCase
	DType     string  `json:"dtype"`
	Provider  string  `json:"provider"`
	Threads   int     `json:"threads"`
	Runs      int     `json:"runs"`
	MedianUs  figure  `json:"median_us"`
	P25Us     figure  `json:"p25_us"`
	P75Us     figure  `json:"p75_us"`
	OneShotUs figure  `json:"one_shot_us"`
	Error     *string `json:"error"`
}

// linalg is the command.
func (a *app) linalg(ctx context.Context, o *linalgOptions, cases []linalgCase, out, errOut io.Writer) error {
	st, err := a.surveyed(o.provider, o.threads)
	if err != nil {
		return err
	}
	defer st.close()
	bar := newProgress(errOut, len(cases))
	var results []*linalgResult
	for _, c := range cases {
		bar.describe(c.Name)
		r := &linalgResult{linalgCase: c, DType: o.dtype.String(), Provider: st.backend.ProviderName(), Threads: st.backend.Threads(), Runs: o.runs,
			MedianUs: missing, P25Us: missing, P75Us: missing, OneShotUs: missing}
		if err := r.measure(ctx, st, o); err != nil {
			text := err.Error()
			r.Error = &text
		}
		results = append(results, r)
		bar.add(1)
	}
	bar.finish()
	return writeReport(out, errOut, o.format, st.survey, results, writeLinalg)
}

// failure implements reported.
func (r *linalgResult) failure() (string, *string) { return r.Name, r.Error }

func writeLinalg(w io.Writer, headline string, results []*linalgResult) error {
	fmt.Fprintf(w, "%s\n\n", headline)
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(tw, "%-26s\trun µs\tp25\tp75\tone-shot µs\t\n", "case")
	for _, r := range results {
		fmt.Fprintf(tw, "%-26s\t%s\t%s\t%s\t%s\t\n", r.Name, r.MedianUs.text("%.2f", 1), r.P25Us.text("%.2f", 1), r.P75Us.text("%.2f", 1), r.OneShotUs.text("%.2f", 1))
	}
	return tw.Flush()
}

// measure checks the case once and times it.
func (r *linalgResult) measure(ctx context.Context, st *station, o *linalgOptions) error {
	be, rt := st.backend, st.runtime
	prog, operands, err := r.compile(be, o.dtype, 1)
	if err != nil {
		return err
	}
	contractor, err := einsum.NewContractor(be)
	if err != nil {
		return err
	}
	out, err := rt.Run(ctx, prog, operands...)
	if err != nil {
		return err
	}
	if err := r.check(ctx, operands, out, o.dtype); err != nil {
		return fmt.Errorf("wrong result: %w", err)
	}
	times, err := timed(o.runs, func() error { return rt.RunInto(ctx, prog, out, operands) })
	if err != nil {
		return err
	}
	r.MedianUs, r.P25Us, r.P75Us = quantile(times, 0.5), quantile(times, 0.25), quantile(times, 0.75)
	times, err = timed(o.runs, func() error { return r.oneShot(ctx, be, contractor, operands) })
	if err != nil {
		return err
	}
	r.OneShotUs = quantile(times, 0.5)
	return nil
}

// compile makes the case's program and its operands from the seed.
func (c *linalgCase) compile(be *cpu.Backend, d tensor.DType, seed uint64) (*compiler.Program, []*tensor.Tensor, error) {
	inputs := instance.Instance{Name: c.Name, Shapes: c.Shapes, DType: d}
	operands, err := inputs.Inputs(seed, d, instance.ColMajor)
	if err != nil {
		return nil, nil, err
	}
	tc := trace.New()
	in := make([]*trace.Value, len(operands))
	for i, t := range operands {
		in[i] = tc.Input(t.DType(), t.Shape()...)
	}
	g, err := tc.Graph(c.trace(tc, in)...)
	if err != nil {
		return nil, nil, err
	}
	prog, err := compiler.Compile(g, compiler.WithCostModel(be.CostModel()))
	return prog, operands, err
}

// timed returns the sorted times of a call, in microseconds, each the mean over a millisecond at least.
func timed(runs int, f func() error) ([]float64, error) {
	times := make([]float64, runs+1)
	for i := range times { // the first warms up
		start, calls := time.Now(), 0
		for calls == 0 || time.Since(start) < time.Millisecond {
			if err := f(); err != nil {
				return nil, err
			}
			calls++
		}
		times[i] = float64(time.Since(start).Nanoseconds()) / 1e3 / float64(calls)
	}
	times = times[1:]
	slices.Sort(times)
	return times, nil
}

// trace traces the operation.
func (c *linalgCase) trace(tc *trace.Context, in []*trace.Value) []*trace.Value {
	switch c.Op {
	case "svd":
		u, s, vh := linalg.TraceSVD(tc, in[0])
		return []*trace.Value{u, s, vh}
	case "qr":
		q, r := linalg.TraceQR(tc, in[0])
		return []*trace.Value{q, r}
	case "eigh":
		w, v := linalg.TraceEigh(tc, in[0])
		return []*trace.Value{w, v}
	case "solve":
		return []*trace.Value{linalg.TraceSolve(tc, in[0], in[1])}
	}
	return []*trace.Value{einsum.Trace(tc, product, in...)}
}

// telling is the result that other libraries compute alike, but for signs: singular values, R, eigenvalues, a solution.
func (c *linalgCase) telling() int {
	if c.Op == "svd" || c.Op == "qr" {
		return 1
	}
	return 0
}

const product = "ij...,jk...->ik..."

// oneShot does the operation by a one-shot call.
func (c *linalgCase) oneShot(ctx context.Context, be *cpu.Backend, contractor *einsum.Contractor, in []*tensor.Tensor) (err error) {
	on, with := linalg.WithBackend(be), linalg.WithContext(ctx)
	switch c.Op {
	case "svd":
		_, _, _, err = linalg.SVD(in[0], on, with)
	case "qr":
		_, _, err = linalg.QR(in[0], on, with)
	case "eigh":
		_, _, err = linalg.Eigh(in[0], on, with)
	case "solve":
		_, err = linalg.Solve(in[0], in[1], on, with)
	default:
		_, err = contractor.Contract(ctx, product, in...)
	}
	return err
}

// check multiplies the factors in pure Go and holds them against the operands.
func (c *linalgCase) check(ctx context.Context, operands, results []*tensor.Tensor, d tensor.DType) error {
	tc := trace.New()
	values := make([]*trace.Value, 0, len(operands)+len(results))
	all := slices.Concat(operands, results)
	for _, t := range all {
		values = append(values, tc.Input(t.DType(), t.Shape()...))
	}
	in, out := values[:len(operands)], values[len(operands):]
	want, got := in[0], (*trace.Value)(nil)
	switch c.Op {
	case "svd":
		got = einsum.Trace(tc, "ij...,j...,jk...->ik...", out[0], tc.Cast(out[1], d), out[2])
	case "qr":
		got = einsum.Trace(tc, product, out[0], out[1])
	case "eigh": // of the Hermitian matrix in the upper triangle
		got = tc.Triu(einsum.Trace(tc, "ij...,j...,kj...*->ik...", out[1], tc.Cast(out[0], d), out[1]), 1)
		want = tc.Triu(want, 1)
	case "solve":
		want, got = in[1], einsum.Trace(tc, product, in[0], out[0])
	default:
		want, got = einsum.Trace(tc, product, in...), out[0]
	}
	g, err := tc.Graph(linalg.TraceVectorNorm(tc, tc.Sub(got, want), 2), linalg.TraceVectorNorm(tc, want, 2))
	if err != nil {
		return err
	}
	prog, err := compiler.Compile(g)
	if err != nil {
		return err
	}
	be, err := cpu.New(cpu.WithProvider("gonum"))
	if err != nil {
		return err
	}
	defer be.Close()
	rt, err := runtime.New(runtime.WithEngine(be), runtime.WithExtension(einsum.Extension()), runtime.WithExtension(linalg.Extension()))
	if err != nil {
		return err
	}
	norms, err := rt.Run(ctx, prog, all...)
	if err != nil {
		return err
	}
	var values64 [2]float64
	for i, t := range norms {
		if t.DType() == tensor.Float32 {
			v, err := tensor.At[float32](t)
			if err != nil {
				return err
			}
			values64[i] = float64(v)
			continue
		}
		if values64[i], err = tensor.At[float64](t); err != nil {
			return err
		}
	}
	if limit := instance.Tolerance(d); !(values64[0] <= limit*values64[1]) {
		return fmt.Errorf("the factors miss the operand by %.2g of its norm", values64[0]/values64[1])
	}
	return nil
}
