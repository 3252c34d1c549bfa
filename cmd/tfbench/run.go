package main

// The command "tfbench run": contract, measure, check, report.

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tenferro/tenferro-go/tensor"
)

// runOptions are the choices of "tfbench run".
type runOptions struct {
	strategies []string
	threads    int
	provider   string
	seed       uint64
	dtype      tensor.DType // Invalid for the instance's own
	runs       int
	warmups    int
	memory     byteSize // 0 for what the machine has
	format     string
	reference  string
	profile    string
	plan       string // a plan file in place of strategies
}

func (a *app) runCommand() *cobra.Command {
	var o runOptions
	var strategy, dtype string
	cmd := &cobra.Command{
		Use:   "run [FILE|FOLDER...]",
		Short: "Contract instances and report times, results and roofline ratios",
		Long: `Contracts the instances in the given files and folders, or the embedded suite, along one or more strategies: the
paths that the files record (opt_flops, opt_size) or our own search (auto).

Reports the median and the quartiles of several runs, beside the roofline time: the sum over the steps of the larger of
their operations at the provider's best rate and their bytes at the rate of a large copy, both measured just before.

Results are held against recorded ones: those of the embedded suite, or of --reference FILE. A failed instance or a wrong
result is named and makes the exit status 1; the other instances run all the same.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.parse(strategy, dtype); err != nil {
				return err
			}
			return a.run(cmd.Context(), &o, args, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	f := cmd.Flags()
	f.StringVar(&strategy, "strategy", "opt_flops", "opt_flops, opt_size, auto, or several with commas")
	f.IntVar(&o.threads, "threads", 0, "threads of a large step (0: the provider's variable, else what the quota grants)")
	f.StringVar(&o.provider, "provider", "", "provider of matrix products (default: the native one of the build, else gonum)")
	f.Uint64Var(&o.seed, "seed", 1, "seed of the inputs")
	f.StringVar(&dtype, "dtype", "", "float32, float64, complex64 or complex128 (default: the instance's)")
	f.IntVar(&o.runs, "runs", 5, "timed runs, at least 1")
	f.IntVar(&o.warmups, "warmups", 1, "runs before the timed ones")
	f.Var(&o.memory, "memory-limit", "refuse instances that need more memory, such as 8GiB, or none (default: what the machine has)")
	f.StringVar(&o.format, "format", "table", "table or json")
	f.StringVar(&o.reference, "reference", "", "file of recorded results to check against")
	f.StringVar(&o.plan, "plan", "", "contract along a plan that tfbench plan --save has written, instead of a strategy")
	f.StringVar(&o.profile, "profile", "", "write one more run of each, step by step, as a trace file for Perfetto or Chrome")
	f.Lookup("memory-limit").DefValue = ""
	return cmd
}

// parse checks the flags.
func (o *runOptions) parse(strategy, dtype string) error {
	if o.plan != "" {
		o.strategies = []string{"plan"}
		strategy = ""
	}
	for s := range strings.SplitSeq(strategy, ",") {
		if o.plan != "" {
			break
		}
		s = strings.TrimSpace(s)
		if !slices.Contains([]string{"opt_flops", "opt_size", "auto"}, s) {
			return usagef("--strategy %q: it is opt_flops, opt_size or auto, or several with commas", s)
		}
		if !slices.Contains(o.strategies, s) {
			o.strategies = append(o.strategies, s)
		}
	}
	if dtype != "" {
		d, err := tensor.ParseDType(dtype)
		if err != nil || !d.IsScalar() {
			return usagef("--dtype %q: it is float32, float64, complex64 or complex128", dtype)
		}
		o.dtype = d
	}
	switch {
	case o.threads < 0:
		return usagef("--threads %d: at least 1, or 0 for the environment's", o.threads)
	case o.runs < 1:
		return usagef("--runs %d: at least 1", o.runs)
	case o.warmups < 0:
		return usagef("--warmups %d: at least 0", o.warmups)
	case o.format != "table" && o.format != "json":
		return usagef("--format %q: it is table or json", o.format)
	}
	return nil
}

// run is the command.
func (a *app) run(ctx context.Context, o *runOptions, paths []string, out, errOut io.Writer) error {
	problems, err := loadProblems(paths)
	if err != nil {
		return err
	}
	refs, err := loadReferences(o.reference, len(paths) == 0)
	if err != nil {
		return err
	}
	bar := newProgress(errOut, len(problems)*len(o.strategies))
	bar.describe("measuring the machine")
	b, err := a.newBench(o)
	if err != nil {
		bar.finish()
		return err
	}
	defer b.close()
	b.references = refs
	results, stopped := b.all(ctx, problems, bar)
	if o.format == "json" {
		err = writeJSON(out, b.survey.environment, results)
	} else {
		err = writeTable(out, b.survey.headline, results)
	}
	if err != nil {
		return err
	}
	if o.profile != "" {
		if err := b.writeProfiles(); err != nil {
			return err
		}
	}
	if stopped != nil {
		return stopped
	}
	return tellFailures(errOut, results)
}

// all measures every problem along every strategy. An interrupt ends it, with the results so far and an error.
func (b *bench) all(ctx context.Context, problems []problem, bar *progress) ([]*result, error) {
	defer bar.finish()
	results := []*result{}
	for _, p := range problems {
		if p.err != nil {
			r := newResult(p.name, "")
			r.fail(p.err)
			results = append(results, r)
			bar.add(len(b.options.strategies))
			continue
		}
		for _, strategy := range b.options.strategies {
			bar.describe(p.name + " " + strategy)
			r, err := b.measure(ctx, p.instance, strategy)
			if errors.Is(err, context.Canceled) {
				return results, errors.New("interrupted")
			}
			if err != nil {
				r.fail(err)
			}
			results = append(results, r)
			bar.add(1)
		}
	}
	return results, nil
}
