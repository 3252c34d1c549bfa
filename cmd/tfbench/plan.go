package main

// The command "tfbench plan": find an order of contraction, show what it costs, keep it.

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/einsum"
	"github.com/tenferro/tenferro-go/einsum/path"
	"github.com/tenferro/tenferro-go/internal/instance"
	"github.com/tenferro/tenferro-go/tensor"
)

// planOptions are the choices of "tfbench plan".
type planOptions struct {
	equation, sizes string
	dtype           string
	finder          string
	objective       string
	budget          time.Duration
	memory          byteSize
	seed            uint64
	workers         int
	format          string
	save            string
	svg             string
	svgProgress     string
}

func (a *app) planCommand() *cobra.Command {
	var o planOptions
	cmd := &cobra.Command{
		Use:   "plan [FILE|FOLDER...]",
		Short: "Find an order of contraction, and show what it costs",
		Long: `Searches for an order of contraction: of the instances in the given files and folders, of the embedded suite, or of
--equation with --sizes. A file that --save has written is shown again without a search.

Shows the steps, as opt_einsum does, and the costs in the conventions of opt_einsum and cotengra. Where the memory limit asks
for it, the contraction is sliced: some labels are fixed in turn to each of their values.`,
		Example: `  tfbench plan --equation 'ij,jk,kl->il' --sizes i=10,j=200,k=3,l=50
  tfbench plan --equation 'ij,jk->ik' --sizes 10x200,200x30
  tfbench plan --budget 10s --memory-limit 1GiB --save plan.json --svg tree.svg network.json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.format != "table" && o.format != "json" {
				return usagef("--format %q: it is table or json", o.format)
			}
			return a.plan(cmd.Context(), &o, args, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.equation, "equation", "", "an equation to plan, instead of files")
	f.StringVar(&o.sizes, "sizes", "", "its sizes: of the labels, i=10,j=20, or of the operands, 10x20,20x30")
	f.StringVar(&o.dtype, "dtype", "", "float32, float64, complex64 or complex128 (default: the instance's, float64 for an equation)")
	f.StringVar(&o.finder, "finder", "auto", "the search: "+strings.Join(finderNames(), ", "))
	f.StringVar(&o.objective, "objective", "time", "what it makes small: time, flops, size, write, peak, combo or limit")
	f.DurationVar(&o.budget, "budget", 0, "bound on the time of the search (0: as long as the finder finds right)")
	f.Var(&o.memory, "memory-limit", "memory that the contraction may take, such as 8GiB, or none (default: three quarters of what the machine has)")
	f.Uint64Var(&o.seed, "seed", 0, "seed of the search")
	f.IntVar(&o.workers, "workers", 0, "goroutines that search (0: one for each processor); they do not change the result")
	f.StringVar(&o.format, "format", "table", "table or json")
	f.StringVar(&o.save, "save", "", "write the plan to a file, which tfbench run --plan and einsum.ReadPlan read")
	f.StringVar(&o.svg, "svg", "", "draw the tree: size of a node by memory, colour by operations")
	f.StringVar(&o.svgProgress, "svg-progress", "", "draw how the search went on")
	f.Lookup("memory-limit").DefValue = ""
	return cmd
}

func finderNames() []string {
	var names []string
	for _, f := range path.Finders() {
		names = append(names, f.Name())
	}
	return names
}

// planResult is what "--format json" prints of a network. path is opt_einsum's: positions in a list from which operands
// go and to whose end results come.
type planResult struct {
	Name               string   `json:"name"`
	Finder             string   `json:"finder"`
	Objective          string   `json:"objective"`
	Log10FlopsOE       figure   `json:"log10_flops_opt_einsum"`
	Log10FlopsCotengra figure   `json:"log10_flops_cotengra"`
	Log2Size           figure   `json:"log2_size"`
	PeakBytes          figure   `json:"peak_bytes"`
	Slices             float64  `json:"slices"`
	PredictedMs        figure   `json:"predicted_ms"`
	SearchMs           float64  `json:"search_ms"`
	Path               [][2]int `json:"path"`
}

// planned is a plan with what its search told on the way.
type planned struct {
	name    string
	plan    *einsum.Plan
	history []path.Progress
}

// plan is the command.
func (a *app) plan(ctx context.Context, o *planOptions, files []string, out, errOut io.Writer) error {
	all, err := o.problems(files)
	if err != nil {
		return err
	}
	if len(all) > 1 && (o.save != "" || o.svg != "" || o.svgProgress != "") {
		return usagef("--save, --svg and --svg-progress are for one network, there are %d", len(all))
	}
	results := []*planResult{}
	failed := false
	for _, p := range all {
		x, err := o.find(ctx, p, errOut)
		if errors.Is(err, context.Canceled) {
			return errors.New("interrupted")
		}
		var usage *usageError
		if errors.As(err, &usage) {
			return err
		}
		if err == nil {
			err = o.keep(x)
		}
		if err != nil {
			fmt.Fprintf(errOut, "tfbench: FAILED %s: %v\n", p.name, err)
			failed = true
			continue
		}
		results = append(results, x.result())
		if o.format == "table" {
			if err := x.write(out); err != nil {
				return err
			}
		}
	}
	if o.format == "json" {
		e := json.NewEncoder(out)
		if err := e.Encode(struct {
			Results []*planResult `json:"results"`
		}{results}); err != nil {
			return err
		}
	}
	if failed {
		return errTold
	}
	return nil
}

// planProblem is a network to plan, or a plan that is there already.
type planProblem struct {
	name     string
	instance *instance.Instance
	plan     *einsum.Plan
	err      error
}

// problems are the networks that the command line names.
func (o *planOptions) problems(files []string) ([]planProblem, error) {
	if o.equation != "" || o.sizes != "" {
		if len(files) > 0 || o.equation == "" {
			return nil, usagef("--equation goes with --sizes, and with no files")
		}
		in, err := o.network()
		if err != nil {
			return nil, &usageError{err}
		}
		return []planProblem{{name: o.equation, instance: in}}, nil
	}
	if len(files) == 1 {
		if p, err := einsum.ReadPlan(files[0]); err == nil || isPlanFile(files[0]) {
			return []planProblem{{name: files[0], plan: p, err: err}}, nil
		}
	}
	problems, err := loadProblems(files)
	if err != nil {
		return nil, err
	}
	var all []planProblem
	for _, p := range problems {
		all = append(all, planProblem{name: p.name, instance: p.instance, err: p.err})
	}
	return all, nil
}

// isPlanFile reports whether a file is meant to be a plan, if not a good one.
func isPlanFile(file string) bool {
	data, err := os.ReadFile(file)
	var head struct{ Format string }
	return err == nil && json.Unmarshal(data, &head) == nil && strings.HasPrefix(head.Format, "tenferro-plan/")
}

// network is the instance that an equation and its sizes make.
func (o *planOptions) network() (*instance.Instance, error) {
	eq, err := einsum.Parse(o.equation)
	if err != nil {
		return nil, err
	}
	in := &instance.Instance{Name: o.equation, Equation: o.equation, DType: tensor.Float64}
	parts := strings.FieldsFunc(o.sizes, func(r rune) bool { return r == ',' || r == ' ' })
	if !strings.Contains(o.sizes, "=") {
		for _, part := range parts {
			shape := []int{}
			for size := range strings.SplitSeq(part, "x") {
				n, err := strconv.Atoi(size)
				if err != nil {
					return nil, fmt.Errorf("--sizes: %q is no shape such as 10x20", part)
				}
				shape = append(shape, n)
			}
			in.Shapes = append(in.Shapes, shape)
		}
		_, err := eq.Bind(in.Shapes...)
		return in, err
	}
	sizes := map[string]int{}
	for _, part := range parts {
		label, size, _ := strings.Cut(part, "=")
		n, err := strconv.Atoi(size)
		if err != nil {
			return nil, fmt.Errorf("--sizes: %q is no size such as i=10", part)
		}
		sizes[label] = n
	}
	left, _, _ := strings.Cut(o.equation, "->")
	for term := range strings.SplitSeq(strings.NewReplacer("(", "", ")", "", " ", "", "*", "").Replace(left), ",") {
		shape := []int{}
		for _, label := range term {
			n, ok := sizes[string(label)]
			if !ok {
				return nil, fmt.Errorf("--sizes: none for label %c", label)
			}
			shape = append(shape, n)
		}
		in.Shapes = append(in.Shapes, shape)
	}
	_, err = eq.Bind(in.Shapes...)
	return in, err
}

// find searches, with a line on the best so far.
func (o *planOptions) find(ctx context.Context, p planProblem, errOut io.Writer) (*planned, error) {
	x := &planned{name: p.name, plan: p.plan}
	if p.err != nil || p.plan != nil {
		return x, p.err
	}
	dtype := p.instance.DType
	if o.dtype != "" {
		d, err := tensor.ParseDType(o.dtype)
		if err != nil || !d.IsScalar() {
			return nil, usagef("--dtype %q: it is float32, float64, complex64 or complex128", o.dtype)
		}
		dtype = d
	}
	eq, err := einsum.Parse(p.instance.Equation)
	if err != nil {
		return nil, err
	}
	bar := newProgress(errOut, -1)
	defer bar.finish()
	bar.describe(p.name)
	options := []einsum.Option{einsum.WithFinder(o.finder), einsum.WithObjective(path.Objective(o.objective)), einsum.WithBudget(o.budget),
		einsum.WithSeed(o.seed), einsum.WithWorkers(o.workers), einsum.WithMemoryLimit(int(o.memory)),
		einsum.WithSearchProgress(func(now path.Progress) {
			x.history = append(x.history, now)
			bar.describe(fmt.Sprintf("%s: 10^%.2f flops, 2^%.1f elements (%s)", p.name, math.Log10(now.Costs.Flops), math.Log2(now.Costs.MaxSize), now.Finder))
			bar.add(1)
		})}
	x.plan, err = einsum.NewPlan(ctx, eq, dtype, p.instance.Shapes, options...)
	var choice *path.OptionError
	if errors.As(err, &choice) {
		return nil, &usageError{err}
	}
	return x, err
}

// keep writes the files that were asked for.
func (o *planOptions) keep(x *planned) error {
	if o.save != "" {
		if err := x.plan.WriteFile(o.save); err != nil {
			return err
		}
	}
	for file, draw := range map[string]func(io.Writer) error{o.svg: x.drawTree, o.svgProgress: x.drawProgress} {
		if file == "" {
			continue
		}
		var b strings.Builder
		if err := draw(&b); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// costs are those of all slices, with the time by the model that searches go by.
func (x *planned) costs() path.Costs {
	return x.plan.Costs(einsum.CostModel(compiler.DefaultCostModel))
}

func (x *planned) result() *planResult {
	c, search := x.costs(), x.plan.Search()
	return &planResult{Name: x.name, Finder: x.plan.Finder(), Objective: string(search.Objective), Log10FlopsOE: figure(math.Log10(c.FlopsOptEinsum)),
		Log10FlopsCotengra: figure(math.Log10(c.FlopsCotengra)), Log2Size: figure(math.Log2(c.MaxSize)), PeakBytes: figure(c.PeakBytes),
		Slices: x.plan.Slicing().Count(), PredictedMs: figure(1e3 * c.Seconds), SearchMs: 1e3 * search.Elapsed.Seconds(), Path: x.plan.Tree().Linear()}
}

// write writes the table.
func (x *planned) write(w io.Writer) error {
	b := x.plan.Bound()
	fmt.Fprintf(w, "%s\n", x.name)
	o := path.TableOptions{Equation: shortened(b.Equation.String()), Label: b.Label, Element: x.plan.Search().Element,
		Model: einsum.CostModel(compiler.DefaultCostModel)}
	if err := x.plan.Slicing().Inner().Table(w, o); err != nil {
		return err
	}
	c, r := x.costs(), x.result()
	fixed := x.plan.Slicing().Labels()
	if len(fixed) > 0 {
		names := make([]string, len(fixed))
		for i, l := range fixed {
			names[i] = b.Label(l)
		}
		fmt.Fprintf(w, "The table is of one slice; there are %.0f, over %s. All together:\n", r.Slices, strings.Join(names, " "))
	}
	peak := byteSize(min(c.PeakBytes, math.MaxInt64/2))
	_, err := fmt.Fprintf(w, "%s by %s in %.3g ms: %s flops (opt_einsum), %s (cotengra), largest 2^%.2f elements, peak %s, predicted %.4g ms\n\n",
		r.Objective, r.Finder, r.SearchMs, power(r.Log10FlopsOE), power(r.Log10FlopsCotengra), r.Log2Size, &peak, float64(r.PredictedMs))
	return err
}

// power writes 10 to an exponent; that of nothing to do is minus infinity.
func power(exponent figure) string {
	if math.IsInf(float64(exponent), -1) {
		return "0"
	}
	return fmt.Sprintf("10^%.3f", float64(exponent))
}

// shortened keeps an equation to a line.
func shortened(equation string) string {
	const most = 100
	if r := []rune(equation); len(r) > most {
		return string(r[:most]) + "..."
	}
	return equation
}

// depths are the distances of all nodes of a tree from the root, and the leaves in the order in which they stand.
func depths(t *path.Tree) (depth []int, leaves []int) {
	n := t.Inputs()
	depth = make([]int, n+t.Steps())
	stack := []int{t.Root()}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if v < n {
			leaves = append(leaves, v)
			continue
		}
		left, right, _ := t.Step(v - n)
		depth[left], depth[right] = depth[v]+1, depth[v]+1
		stack = append(stack, right, left)
	}
	return depth, slices.Clip(leaves)
}
