package main

// The command "tfbench permute": transpositions, held against a plain copy of the same bytes.

import (
	"context"
	"fmt"
	"io"
	"slices"
	"sync"
	"text/tabwriter"
	"time"
	"unsafe"

	"github.com/spf13/cobra"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/cpu"
	"github.com/tenferro/tenferro-go/internal/instance"
	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// permuteOptions are the choices of "tfbench permute".
type permuteOptions struct {
	threads int
	dtype   tensor.DType
	runs    int
	format  string
	memory  byteSize
}

func (a *app) permuteCommand() *cobra.Command {
	var o permuteOptions
	var dtype string
	cmd := &cobra.Command{
		Use:   "permute [FILE]",
		Short: "Measure transpositions against a plain copy of the same bytes",
		Long: `Measures transpositions of tensors of 2 to 24 axes, or those of a file of patterns (docs/tfbench.md), into memory that is
used again. After each one the same bytes are copied as they are, and the ratio of the two times is reported: 1 is a
transposition as fast as a copy. On several threads the plain copy is shared out among as many.

Every element of every result is checked.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usagef("one file of patterns, not %d", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
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
			patterns := permutePatterns()
			if len(args) > 0 {
				if patterns, err = readPatterns(args[0]); err != nil {
					return err
				}
			}
			return a.permute(cmd.Context(), &o, patterns, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	f := cmd.Flags()
	f.IntVar(&o.threads, "threads", 0, "threads of a large step (0: the provider's variable, else what the quota grants)")
	f.StringVar(&dtype, "dtype", "float64", "float32, float64, complex64 or complex128")
	f.IntVar(&o.runs, "runs", 7, "timed runs, at least 1, after one that warms up")
	f.StringVar(&o.format, "format", "table", "table or json")
	f.Var(&o.memory, "memory-limit", "leave out patterns that need more bytes, like 500MB or 2GiB (default: nine tenths of what there is)")
	return cmd
}

// permuteResult is what is reported of a pattern. Times are milliseconds.
type permuteResult struct {
	pattern
	DType    string  `json:"dtype"`
	Threads  int     `json:"threads"`
	Runs     int     `json:"runs"`
	Bytes    int     `json:"bytes"` // of the tensor: they are read once and written once
	MedianMs figure  `json:"median_ms"`
	P25Ms    figure  `json:"p25_ms"`
	P75Ms    figure  `json:"p75_ms"`
	CopyMs   figure  `json:"memcpy_ms"`
	Ratio    figure  `json:"ratio"` // of a run to the copy after it, the median
	GBs      figure  `json:"gbs"`
	Error    *string `json:"error"`
}

// permute is the command.
func (a *app) permute(ctx context.Context, o *permuteOptions, patterns []pattern, out, errOut io.Writer) error {
	st, err := a.surveyed("", o.threads)
	if err != nil {
		return err
	}
	defer st.close()
	if o.memory == 0 {
		o.memory = byteSize(st.survey.memory)
	}
	bar := newProgress(errOut, len(patterns))
	var results []*permuteResult
	for _, p := range patterns {
		bar.describe(p.Name)
		r := &permuteResult{pattern: p, DType: o.dtype.String(), Threads: st.backend.Threads(), Runs: o.runs,
			MedianMs: missing, P25Ms: missing, P75Ms: missing, CopyMs: missing, Ratio: missing, GBs: missing}
		if err := r.measure(ctx, st, o); err != nil {
			text := err.Error()
			r.Error = &text
		}
		results = append(results, r)
		bar.add(1)
	}
	bar.finish()
	return writeReport(out, errOut, o.format, st.survey, results, writePermute)
}

// failure implements reported.
func (r *permuteResult) failure() (string, *string) { return r.Name, r.Error }

func writePermute(w io.Writer, headline string, results []*permuteResult) error {
	fmt.Fprintf(w, "%s\n\n", headline)
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(tw, "%-46s\tMB\tms\tp25\tp75\tmemcpy ms\tratio\tGB/s\t\n", "pattern")
	for _, r := range results {
		fmt.Fprintf(tw, "%-46s\t%.1f\t%s\t%s\t%s\t%s\t%s\t%s\t\n", r.Name, float64(r.Bytes)/1e6, r.MedianMs.text("%.3f", 1), r.P25Ms.text("%.3f", 1),
			r.P75Ms.text("%.3f", 1), r.CopyMs.text("%.3f", 1), r.Ratio.text("%.2f", 1), r.GBs.text("%.1f", 1))
	}
	return tw.Flush()
}

// measure times the pattern and the plain copy in turns, and checks the last result.
func (r *permuteResult) measure(ctx context.Context, st *station, o *permuteOptions) error {
	be, rt := st.backend, st.runtime
	if err := r.validate(); err != nil {
		return err
	}
	bytes, err := tensor.CheckedBytes(o.dtype, r.Shape)
	if err != nil {
		return err
	}
	r.Bytes = bytes
	if most := int(o.memory); most > 0 && 2*bytes > most {
		return tooLarge(2*bytes, most)
	}
	prog, err := r.compile(be, o.dtype)
	if err != nil {
		return err
	}
	source, err := be.Empty(o.dtype, tensorLen(r.Shape))
	if err != nil {
		return err
	}
	if err := instance.Fill(source, 1, 0); err != nil {
		return err
	}
	view, err := source.Storage().View(source.Offset(), r.Shape, r.strides())
	if err != nil {
		return err
	}
	dst, err := be.Empty(o.dtype, prog.Outputs[0].Shape...)
	if err != nil {
		return err
	}
	to, from := rawBytes(dst), rawBytes(source)
	in, out := []*tensor.Tensor{view}, []*tensor.Tensor{dst}
	times, copies, ratios := make([]float64, 0, o.runs), make([]float64, 0, o.runs), make([]float64, 0, o.runs)
	for i := range o.runs + 1 {
		start := time.Now()
		if err := rt.RunInto(ctx, prog, out, in); err != nil {
			return err
		}
		run := time.Since(start)
		start = time.Now()
		copyShared(to, from, be.Threads())
		plain := time.Since(start)
		if i > 0 { // the first warms up
			times = append(times, run.Seconds()*1e3)
			copies = append(copies, plain.Seconds()*1e3)
			ratios = append(ratios, run.Seconds()/plain.Seconds())
		}
	}
	slices.Sort(times)
	slices.Sort(copies)
	slices.Sort(ratios)
	r.MedianMs, r.P25Ms, r.P75Ms = quantile(times, 0.5), quantile(times, 0.25), quantile(times, 0.75)
	r.CopyMs, r.Ratio = quantile(copies, 0.5), quantile(ratios, 0.5)
	r.GBs = figure(2*float64(bytes)/1e6) / r.MedianMs
	if err := rt.RunInto(ctx, prog, out, in); err != nil {
		return err
	}
	return r.check(dst, view)
}

// compile makes the program that is one copy step.
func (p *pattern) compile(be *cpu.Backend, d tensor.DType) (*compiler.Program, error) {
	tc := trace.New()
	g, err := tc.Graph(tc.Permute(tc.Input(d, p.Shape...), p.Axes...))
	if err != nil {
		return nil, err
	}
	return compiler.Compile(g, compiler.WithCostModel(be.CostModel()), compiler.WithInputStrides(0, p.strides()...))
}

// check compares every element, in the order of the result's memory.
func (p *pattern) check(dst, src *tensor.Tensor) error {
	switch dst.DType() {
	case tensor.Float32:
		return checkPermuted[float32](dst, src, p.Axes)
	case tensor.Float64:
		return checkPermuted[float64](dst, src, p.Axes)
	case tensor.Complex64:
		return checkPermuted[complex64](dst, src, p.Axes)
	}
	return checkPermuted[complex128](dst, src, p.Axes)
}

func checkPermuted[T tensor.Scalar](dst, src *tensor.Tensor, axes []int) error {
	got, err := tensor.AsColMajor[T](dst)
	if err != nil {
		return err
	}
	want, err := tensor.Raw[T](src)
	if err != nil {
		return err
	}
	strides := src.Strides()
	shape := dst.Shape()
	index := make([]int, len(shape))
	at := 0
	for i, v := range got {
		if v != want[at] {
			return fmt.Errorf("wrong result: element %v is %v, not %v (number %d)", index, v, want[at], i)
		}
		for j, axis := range axes {
			index[j]++
			at += strides[axis]
			if index[j] < shape[j] {
				break
			}
			at -= shape[j] * strides[axis]
			index[j] = 0
		}
	}
	return nil
}

// copyShared copies bytes, shared out among threads.
func copyShared(dst, src []byte, threads int) {
	if threads == 1 {
		copy(dst, src)
		return
	}
	var wg sync.WaitGroup
	for i := range threads {
		lo, hi := len(dst)*i/threads, len(dst)*(i+1)/threads
		wg.Go(func() { copy(dst[lo:hi], src[lo:hi]) })
	}
	wg.Wait()
}

// rawBytes is the memory of a compact tensor, which must be kept reachable.
func rawBytes(t *tensor.Tensor) []byte {
	size := t.DType().Size()
	return unsafe.Slice((*byte)(unsafe.Add(t.Storage().Pointer(), t.Offset()*size)), t.Len()*size)
}

func tensorLen(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}
