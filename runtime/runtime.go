package runtime

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/tensor"
)

// Engine executes programs: it owns processors and memory. The cpu package has one.
type Engine interface {
	// Name names the engine in errors and profiles.
	Name() string
	// Prepare makes a program ready to run. kernels holds the kernels of the extensions that the program calls, by
	// family and name; it is not kept beyond what the program needs.
	Prepare(p *compiler.Program, kernels func(family, name string) compiler.Kernel) (compiler.Executable, error)
	// Empty returns a compact column-major tensor whose elements are not set.
	Empty(d tensor.DType, shape ...int) (*tensor.Tensor, error)
}

// Extension is an operation family: the einsum and linalg packages have one each, and anyone can write one. Its
// operations tell the compiler how to lower them (compiler.Expander, compiler.KernelOp); the extension brings what must
// be there at run time.
type Extension interface {
	// Family is the name that the extension's operations return from trace.Op's Family.
	Family() string
	// Kernels returns the extension's kernels by name; none if its operations all expand into others.
	Kernels() map[string]compiler.Kernel
}

// Runtime runs programs on an engine. It may be shared by goroutines.
type Runtime struct {
	engine   Engine
	families map[string]map[string]compiler.Kernel

	mu       sync.Mutex
	prepared map[*compiler.Program]*prepared
	recent   []*compiler.Program // the last used at the end
	limit    int
}

// prepared is a program's Executable, made by the first goroutine that asks while the others wait.
type prepared struct {
	once sync.Once
	exe  compiler.Executable
	err  error
}

// Option is a choice in putting a runtime together.
type Option func(*Runtime) error

// WithEngine gives the runtime its engine. One must be given.
func WithEngine(e Engine) Option {
	return func(rt *Runtime) error {
		if e == nil {
			return ErrNoEngine
		}
		if rt.engine != nil {
			return fmt.Errorf("engine %q: %w: the runtime has %q", e.Name(), ErrDuplicate, rt.engine.Name())
		}
		rt.engine = e
		return nil
	}
}

// WithExtension installs an extension. A family can be installed once.
func WithExtension(x Extension) Option {
	return func(rt *Runtime) error {
		if x == nil || x.Family() == "" {
			return errors.New("extension: nil, or of a family without a name")
		}
		family := x.Family()
		if _, ok := rt.families[family]; ok {
			return fmt.Errorf("extension %q: %w", family, ErrDuplicate)
		}
		rt.families[family] = maps.Clone(x.Kernels())
		return nil
	}
}

// WithPreparedLimit bounds how many prepared programs the runtime keeps; the one used least recently goes first.
// Default 256, at least 1.
func WithPreparedLimit(n int) Option {
	return func(rt *Runtime) error {
		if n < 1 {
			return fmt.Errorf("prepared limit %d: it must be at least 1", n)
		}
		rt.limit = n
		return nil
	}
}

// New puts a runtime together.
func New(options ...Option) (*Runtime, error) {
	rt := &Runtime{families: map[string]map[string]compiler.Kernel{}, prepared: map[*compiler.Program]*prepared{}, limit: 256}
	for _, o := range options {
		if err := o(rt); err != nil {
			return nil, err
		}
	}
	if rt.engine == nil {
		return nil, ErrNoEngine
	}
	return rt, nil
}

// Prepare readies a program now, so that its first run does not pay for it. Run and RunInto do it when needed.
func (rt *Runtime) Prepare(p *compiler.Program) error {
	if p == nil {
		return ErrNoProgram
	}
	_, err := rt.executable(p)
	return err
}

// Run computes the program's results for the operands, in the order in which the trace declared its inputs. The
// operands may be strided in any way; those that do not lie as the program was compiled for are copied first. Run
// allocates the results, which are compact and column-major.
func (rt *Runtime) Run(ctx context.Context, p *compiler.Program, operands ...*tensor.Tensor) ([]*tensor.Tensor, error) {
	exe, err := rt.ready(p, operands)
	if err != nil {
		return nil, err
	}
	results, err := rt.results(p)
	if err != nil {
		return nil, err
	}
	if err := exe.Run(ctx, operands, results); err != nil {
		return nil, err
	}
	return results, nil
}

// results makes tensors for the results of a run.
func (rt *Runtime) results(p *compiler.Program) ([]*tensor.Tensor, error) {
	results := make([]*tensor.Tensor, len(p.Outputs))
	for i := range p.Outputs {
		var err error
		if results[i], err = rt.engine.Empty(p.Outputs[i].DType, p.Outputs[i].Shape...); err != nil {
			return nil, fmt.Errorf("result %d: %w", i, err)
		}
	}
	return results, nil
}

// RunInto computes like Run and writes the results into tensors of the caller. They must have the right dtypes and
// shapes and must overlap neither each other nor an operand; they may be strided. Nothing is allocated when all tensors
// are compact and column-major.
func (rt *Runtime) RunInto(ctx context.Context, p *compiler.Program, results, operands []*tensor.Tensor) error {
	exe, err := rt.ready(p, operands)
	if err != nil {
		return err
	}
	if len(results) != len(p.Outputs) {
		return &CountError{Result: true, Got: len(results), Want: len(p.Outputs)}
	}
	for i, t := range results {
		if err := check(t, i, true, p.Outputs[i].DType, p.Outputs[i].Shape); err != nil {
			return err
		}
		if err := separate(results, operands, i); err != nil {
			return err
		}
	}
	return exe.Run(ctx, operands, results)
}

// separate checks that result i shares no memory with an operand, another result or itself.
func separate(results, operands []*tensor.Tensor, i int) error {
	t := results[i]
	if t.HasSelfOverlap() {
		return &OperandError{Result: true, Operand: i, Axis: -1, What: "overlap:", Got: "several indices share an element", Want: "separate elements"}
	}
	for j, o := range operands {
		if tensor.Overlaps(t, o) {
			return &OperandError{Result: true, Operand: i, Axis: -1, What: "overlap:", Got: fmt.Sprintf("shares memory with operand %d", j), Want: "memory of its own"}
		}
	}
	for j := range results[:i] {
		if tensor.Overlaps(t, results[j]) {
			return &OperandError{Result: true, Operand: i, Axis: -1, What: "overlap:", Got: fmt.Sprintf("shares memory with result %d", j), Want: "memory of its own"}
		}
	}
	return nil
}

// ready checks the operands and returns the program's executable.
func (rt *Runtime) ready(p *compiler.Program, operands []*tensor.Tensor) (compiler.Executable, error) {
	if p == nil {
		return nil, ErrNoProgram
	}
	if len(operands) != len(p.Inputs) {
		return nil, &CountError{Got: len(operands), Want: len(p.Inputs)}
	}
	for i, t := range operands {
		if err := check(t, i, false, p.Inputs[i].DType, p.Inputs[i].Shape); err != nil {
			return nil, err
		}
	}
	return rt.executable(p)
}

func (rt *Runtime) executable(p *compiler.Program) (compiler.Executable, error) {
	rt.mu.Lock()
	e, ok := rt.prepared[p]
	if !ok {
		e = &prepared{}
		rt.prepared[p] = e
		rt.recent = append(rt.recent, p)
		if len(rt.recent) > rt.limit {
			delete(rt.prepared, rt.recent[0])
			rt.recent = slices.Delete(rt.recent, 0, 1)
		}
	} else if last := len(rt.recent) - 1; rt.recent[last] != p {
		i := slices.Index(rt.recent, p)
		rt.recent = append(slices.Delete(rt.recent, i, i+1), p)
	}
	rt.mu.Unlock()
	e.once.Do(func() { e.exe, e.err = rt.prepare(p) })
	return e.exe, e.err
}

func (rt *Runtime) prepare(p *compiler.Program) (compiler.Executable, error) {
	for _, family := range p.Requires {
		if _, ok := rt.families[family]; !ok {
			return nil, &MissingExtensionError{Family: family}
		}
	}
	for part := p; part != nil; part = part.Fold {
		for i := range part.Steps {
			c, ok := part.Steps[i].Body.(*compiler.Call)
			if ok && rt.families[c.Family][c.Kernel] == nil {
				return nil, &MissingKernelError{Family: c.Family, Kernel: c.Kernel}
			}
		}
	}
	return rt.engine.Prepare(p, func(family, name string) compiler.Kernel { return rt.families[family][name] })
}
