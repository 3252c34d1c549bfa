package einsum

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strconv"
	"time"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/einsum/path"
)

// Option is a choice in how an equation is contracted.
type Option func(*options) error

// options are the choices that a plan depends on. All but the last two are part of the key under which a compiled
// contraction is kept.
type options struct {
	finder    string
	objective path.Objective
	budget    time.Duration
	workers   int
	linear    [][]int
	ssa       [][]int
	plan      *Plan
	promote   bool
	seed      uint64
	limit     int // bytes; 0 for a share of what there is, below 0 for none

	model    *compiler.CostModel // nil for the one at hand
	progress func(path.Progress)
}

func newOptions(opts []Option) (*options, error) {
	o := &options{}
	for _, f := range opts {
		if err := f(o); err != nil {
			return nil, err
		}
	}
	return o, nil
}

// WithPath contracts in a given order, in the convention of opt_einsum and NumPy: each step names positions in the list
// of operands, which are removed; the result is appended at the end. Parentheses in the equation are ignored then.
// path.ParsePath reads such an order from text.
func WithPath(path [][]int) Option {
	return func(o *options) error { o.linear, o.ssa, o.plan = path, nil, nil; return nil }
}

// WithSSAPath contracts in a given order, in single-assignment form: operands are numbered 0 … n-1, and every step
// names two or more numbers and makes the next one.
func WithSSAPath(path [][]int) Option {
	return func(o *options) error { o.ssa, o.linear, o.plan = path, nil, nil; return nil }
}

// WithPlan contracts in the order and slices of a plan that was made before, perhaps by another program (ReadPlan). A
// contraction whose labels, shapes or dtype are others fails with a *PlanError; the letters may differ.
func WithPlan(p *Plan) Option {
	return func(o *options) error {
		if p == nil {
			return &PlanError{Reason: "there is none: it is nil"}
		}
		o.plan, o.linear, o.ssa = p, nil, nil
		return nil
	}
}

// WithFinder chooses the search for the order of contraction by its name: one of path.Finders, "auto" by default, which
// searches no longer than it can save.
func WithFinder(name string) Option {
	return func(o *options) error {
		if _, err := finder(name); err != nil {
			return err
		}
		o.finder = name
		return nil
	}
}

// WithObjective chooses what the search makes small. Default path.Time: the time that the steps take by the cost model.
func WithObjective(objective path.Objective) Option {
	return func(o *options) error {
		one := &path.Network{Inputs: [][]path.Label{nil}}
		if _, err := (path.InOrder{}).Find(context.Background(), one, path.Options{Objective: objective}); err != nil {
			return err // any search refuses an objective that it does not know
		}
		o.objective = objective
		return nil
	}
}

// WithBudget bounds the time of the search, which returns the best order that it has found until then. Default 0: no
// bound but the finder's own. A search that a budget ends may find another order each time.
func WithBudget(d time.Duration) Option {
	return func(o *options) error {
		if d < 0 {
			return fmt.Errorf("search budget of %v", d)
		}
		o.budget = d
		return nil
	}
}

// WithWorkers sets how many goroutines search. The order found does not depend on it. Default 0: as many as there are
// processors.
func WithWorkers(n int) Option {
	return func(o *options) error {
		if n < 0 || n > 1024 {
			return fmt.Errorf("%d workers: between 1 and 1024 can search, or 0 for one on each processor", n)
		}
		o.workers = n
		return nil
	}
}

// WithSeed seeds the searches that use chance. The same seed gives the same order. Default 0.
func WithSeed(seed uint64) Option { return func(o *options) error { o.seed = seed; return nil } }

// WithPromotion lets operands have different dtypes: they are converted to the smallest one that holds them all.
// Without it, different dtypes are an error.
func WithPromotion() Option { return func(o *options) error { o.promote = true; return nil } }

// NoMemoryLimit is what WithMemoryLimit takes for no limit at all.
const NoMemoryLimit = -1

// WithMemoryLimit bounds the bytes that a contraction holds at once, operands and result included. An order that needs
// more gives way to another one, or the contraction is sliced: some labels are fixed in turn to each of their values,
// and the results are added up in place. This holds for orders that were given, too. If nothing helps, the error is a
// *MemoryError, before anything is allocated. Default 0: three quarters of the memory that the container has.
func WithMemoryLimit(bytes int) Option {
	return func(o *options) error {
		if bytes < 0 && bytes != NoMemoryLimit {
			return fmt.Errorf("memory limit of %d bytes", bytes)
		}
		o.limit = bytes
		return nil
	}
}

// WithCostModel says how fast the machine is that will run the contraction, for the objective path.Time. Default: the
// backend's own model where there is a backend, else compiler.DefaultCostModel.
func WithCostModel(m compiler.CostModel) Option {
	return func(o *options) error { o.model = &m; return nil }
}

// WithSearchProgress calls f with each new best order that a search finds, from one goroutine at a time.
func WithSearchProgress(f func(path.Progress)) Option {
	return func(o *options) error { o.progress = f; return nil }
}

// MemoryError says that a contraction needs more memory than it may have, in every order and in every slicing.
type MemoryError struct {
	Equation string
	Need     int // bytes that would do: with this limit it runs
	Limit    int
}

func (e *MemoryError) Error() string {
	return fmt.Sprintf("einsum %q needs %d bytes, the limit is %d", e.Equation, e.Need, e.Limit)
}

// longKey is the length from which choices go into a key by their hash: the order of a large network would make every
// call slow.
const longKey = 256

// key writes the choices for use in a cache key.
func (o *options) key(b []byte) []byte {
	begin := len(b)
	b = append(b, o.finder...)
	b = append(b, '|')
	b = append(b, o.objective...)
	b = append(b, '|')
	for _, path := range [][][]int{o.linear, o.ssa} {
		for _, step := range path {
			for _, v := range step {
				b = strconv.AppendInt(b, int64(v), 36)
				b = append(b, ',')
			}
			b = append(b, ';')
		}
		b = append(b, '|')
	}
	b = strconv.AppendUint(b, o.seed, 36)
	for _, v := range []int{o.limit, int(o.budget)} {
		b = append(b, '|')
		b = strconv.AppendInt(b, int64(v), 36)
	}
	if o.promote {
		b = append(b, 'p')
	}
	if o.plan != nil {
		b = o.plan.key(append(b, 'P'))
	}
	if len(b)-begin > longKey {
		sum := sha256.Sum256(b[begin:])
		b = append(append(b[:begin], '#'), sum[:]...)
	}
	return append(b, '|')
}
