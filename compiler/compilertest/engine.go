package compilertest

// Engine: the smallest engine there can be, and what it remembers of what it was asked to do.

import (
	"context"
	"fmt"
	"maps"
	"sync"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/tensor"
)

// Engine runs programs step by step and counts. It has the methods of runtime.Engine, and may be shared by goroutines;
// its fields are set before it is used.
type Engine struct {
	// Refuse is a kind of step, such as "GEMM", that Prepare says the engine lacks. Empty for none.
	Refuse string
	// Before is called before each step. An error from it ends the run. It may be nil.
	Before func(step int, kind string) error

	mu     sync.Mutex
	counts Counts
}

// Counts is what an engine has done.
type Counts struct {
	Prepared int
	Runs     int            // begun
	Steps    map[string]int // by kind, those of folded constants included
}

// RefusedError says that an engine has no kernel for a kind of step.
type RefusedError struct{ Kind string }

func (e *RefusedError) Error() string {
	return fmt.Sprintf("the engine has no kernel for a %s step", e.Kind)
}

// Name returns "reference".
func (e *Engine) Name() string { return "reference" }

// Counts returns what the engine has done so far.
func (e *Engine) Counts() Counts {
	e.mu.Lock()
	defer e.mu.Unlock()
	c := e.counts
	c.Steps = maps.Clone(c.Steps)
	return c
}

// Empty returns a tensor full of NaN, or of what NaN's bits are in other dtypes.
func (e *Engine) Empty(d tensor.DType, shape ...int) (*tensor.Tensor, error) {
	t, err := tensor.New(d, shape...)
	if err != nil {
		return nil, err
	}
	poison(t.Storage())
	return t, nil
}

// Prepare checks a program and computes its folded constants.
func (e *Engine) Prepare(p *compiler.Program, kernels func(family, name string) compiler.Kernel) (compiler.Executable, error) {
	if err := Check(p); err != nil {
		return nil, err
	}
	x := &executable{engine: e, program: p, kernels: map[[2]string]compiler.Kernel{}}
	for i := range p.Steps {
		body := p.Steps[i].Body
		if body.Kind() == e.Refuse {
			return nil, fmt.Errorf("step %d: %w", i, &RefusedError{Kind: e.Refuse})
		}
		if c, ok := body.(*compiler.Call); ok && kernels != nil {
			x.kernels[[2]string{c.Family, c.Kernel}] = kernels(c.Family, c.Kernel)
		}
	}
	e.count(func(c *Counts) { c.Prepared++ })
	if p.Fold == nil {
		return x, nil
	}
	fold, err := e.Prepare(p.Fold, kernels)
	if err != nil {
		return nil, fmt.Errorf("folding: %w", err)
	}
	for _, port := range p.Fold.Outputs {
		t, err := e.Empty(port.DType, port.Shape...)
		if err != nil {
			return nil, err
		}
		x.folded = append(x.folded, t)
	}
	return x, fold.Run(context.Background(), nil, x.folded)
}

func (e *Engine) count(f func(c *Counts)) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.counts.Steps == nil {
		e.counts.Steps = map[string]int{}
	}
	f(&e.counts)
}

// Run runs a program without extensions once, on operands in any layout.
func Run(p *compiler.Program, in ...*tensor.Tensor) ([]*tensor.Tensor, error) {
	e := &Engine{}
	x, err := e.Prepare(p, nil)
	if err != nil {
		return nil, err
	}
	out := make([]*tensor.Tensor, len(p.Outputs))
	for i, port := range p.Outputs {
		if out[i], err = e.Empty(port.DType, port.Shape...); err != nil {
			return nil, err
		}
	}
	return out, x.Run(context.Background(), in, out)
}
