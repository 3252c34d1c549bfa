package main

// One measurement: plan, compile, warm up, time, summarise, check.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	goruntime "runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/einsum"
	"github.com/tenferro/tenferro-go/einsum/path"
	"github.com/tenferro/tenferro-go/internal/instance"
	"github.com/tenferro/tenferro-go/tensor"
)

// measure contracts an instance along a strategy, several times, and checks the result. It always returns a result, with
// what could be found out before an error.
func (b *bench) measure(ctx context.Context, in *instance.Instance, strategy string) (r *result, err error) {
	r = newResult(in.Name, strategy)
	dtype := b.dtype(in)
	r.DType, r.Provider, r.Threads, r.Runs = dtype.String(), b.backend.Provider().Info().Name, b.backend.Threads(), b.options.runs
	defer func() {
		if p := recover(); p != nil { // a fault of ours; the other instances still run
			err = fmt.Errorf("internal error: %v%s", p, origin())
		}
	}()
	problem, err := home(in)
	if err != nil {
		return r, err
	}
	prog, err := b.compile(ctx, r, problem, strategy)
	if err != nil {
		return r, err
	}
	operands, err := problem.Inputs(b.options.seed, dtype, instance.ColMajor)
	if err != nil {
		return r, err
	}
	port := &prog.Outputs[0]
	out, err := b.backend.Empty(port.DType, port.Shape...)
	if err != nil {
		return r, err
	}
	outs := []*tensor.Tensor{out}
	debug.FreeOSMemory() // what the instance before has left is given back now, not in the background of this one
	if err := b.time(r, func() error { return b.runtime.RunInto(ctx, prog, outs, operands) }); err != nil {
		return r, err
	}
	if r.Output, err = problem.Summarise(out); err != nil {
		return r, err
	}
	if b.options.profile != "" {
		if err := b.record(ctx, r, prog, operands, dtype); err != nil {
			return r, err
		}
	}
	return r, r.check(b.references, in.Name, b.options.seed, dtype, b.options.reference != "")
}

// dtype is the one asked for, or the instance's.
func (b *bench) dtype(in *instance.Instance) tensor.DType {
	if b.options.dtype.Valid() {
		return b.options.dtype
	}
	return in.DType
}

// home is the instance on the same memory with the first axis fastest. An equation that cannot be reversed (with an
// ellipsis, say) stays as it is: then the inputs are laid out in column-major order instead. Mistakes in the equation are
// found before, so that the error shows it as the file has it.
func home(in *instance.Instance) (*instance.Instance, error) {
	eq, err := einsum.Parse(in.Equation)
	if err != nil {
		return nil, err
	}
	if _, err := eq.Bind(in.Shapes...); err != nil {
		return nil, err
	}
	if rev, err := in.Reversed(); err == nil {
		return rev, nil
	}
	return in, nil
}

// compile plans and compiles an instance, and notes what the program will cost. A program that needs more memory than
// there may be is refused.
func (b *bench) compile(ctx context.Context, r *result, in *instance.Instance, strategy string) (*compiler.Program, error) {
	plan, err := b.plan(ctx, in, strategy)
	var memory *einsum.MemoryError
	if errors.As(err, &memory) {
		return nil, tooLarge(memory.Need, memory.Limit)
	}
	if err != nil {
		return nil, err
	}
	dtype := b.dtype(in)
	c := plan.Costs(path.Roofline{Flops: 1e9 * b.survey.gflops[dtype], Bandwidth: 1e9 * b.survey.bandwidth})
	r.Flops, r.Bytes, r.RooflineMs = figure(c.Flops), figure(c.Bytes), figure(1e3*c.Seconds)
	r.Steps = plan.Tree().Steps()
	if strategy == "auto" {
		r.SearchMs = figure(1e3 * plan.Search().Elapsed.Seconds())
	}
	limit := b.limit()
	prog, err := plan.Compile(b.backend.CostModel())
	if err != nil {
		return nil, err
	}
	r.PeakBytes = figure(prog.PeakBytes())
	if limit > 0 && prog.PeakBytes() > limit {
		return nil, tooLarge(prog.PeakBytes(), limit)
	}
	return prog, nil
}

func tooLarge(bytes, limit int) error {
	need, most := byteSize(bytes), byteSize(limit)
	return fmt.Errorf("it needs %s of memory, the limit is %s", &need, &most)
}

// limit is the memory that a contraction may take: the one asked for, or what the machine has.
func (b *bench) limit() int {
	switch {
	case b.options.memory != 0:
		return int(b.options.memory) // none is einsum.NoMemoryLimit
	case b.survey.memory > 0:
		return b.survey.memory
	}
	return einsum.NoMemoryLimit
}

// plan is the order of contraction that a strategy names: a recorded one, or our own.
func (b *bench) plan(ctx context.Context, in *instance.Instance, strategy string) (*einsum.Plan, error) {
	eq, err := einsum.Parse(in.Equation)
	if err != nil {
		return nil, err
	}
	options := []einsum.Option{einsum.WithSeed(b.options.seed), einsum.WithMemoryLimit(b.limit())}
	switch strategy {
	case "auto":
	case "plan":
		p, err := einsum.ReadPlan(b.options.plan)
		if err != nil {
			return nil, err
		}
		options = append(options, einsum.WithPlan(p))
	default:
		p, ok := in.Paths[strategy]
		if !ok {
			have := strings.Join(slices.Sorted(maps.Keys(in.Paths)), ", ")
			return nil, fmt.Errorf("it records no path %s, it has: %s; --strategy auto needs none", strategy, cmp.Or(have, "none"))
		}
		options = append(options, einsum.WithPath(p.Steps))
	}
	return einsum.NewPlan(ctx, eq, b.dtype(in), in.Shapes, options...)
}

// time runs the warm-ups and the timed runs. The result's memory is used again from run to run.
func (b *bench) time(r *result, run func() error) error {
	for range b.options.warmups {
		if err := run(); err != nil {
			return err
		}
	}
	var ms []float64
	for range b.options.runs {
		start := time.Now()
		if err := run(); err != nil {
			return err
		}
		ms = append(ms, float64(time.Since(start).Nanoseconds())/1e6)
	}
	slices.Sort(ms)
	r.MedianMs, r.P25Ms, r.P75Ms = quantile(ms, 0.5), quantile(ms, 0.25), quantile(ms, 0.75)
	r.RooflineRatio = r.MedianMs / r.RooflineMs
	return nil
}

// quantile interpolates between the sorted values.
func quantile(sorted []float64, q float64) figure {
	at := q * float64(len(sorted)-1)
	i := int(at)
	if i+1 >= len(sorted) {
		return figure(sorted[len(sorted)-1])
	}
	return figure(sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i]))
}

// origin is where a panic that is being recovered from began: the first place in this module.
func origin() string {
	pcs := make([]uintptr, 64)
	frames := goruntime.CallersFrames(pcs[:goruntime.Callers(4, pcs)])
	for {
		f, more := frames.Next()
		if strings.Contains(f.Function, "tenferro-go/") {
			return fmt.Sprintf(" in %s (%s:%d)", f.Function, f.File, f.Line)
		}
		if !more {
			return ""
		}
	}
}
