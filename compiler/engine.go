package compiler

import (
	"context"
	"time"

	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// This file holds the seams between a program and what runs it: what an engine gives back for a program, and what an
// extension brings. The compiler knows neither engines nor operation families beyond these.

// Executable is a program made ready by an engine. It may be run by many goroutines at once.
type Executable interface {
	// Run computes the results from the operands. Both match the program's ports in number, dtype and shape; the results
	// overlap neither each other nor an operand. It stops between steps when ctx is done, with ctx's error; the results
	// hold no meaning then.
	Run(ctx context.Context, in, out []*tensor.Tensor) error
}

// Observable is an Executable that can tell what its steps take.
type Observable interface {
	Executable
	// RunObserved is Run, with a call of observe after each step, from one goroutine: which step of the program it was,
	// and when it began and ended, counted from the beginning of the run. Steps of a loop are told for each slice.
	RunObserved(ctx context.Context, in, out []*tensor.Tensor, observe func(step int, begin, end time.Duration)) error
}

// Expander is an operation of an extension that the compiler replaces by other operations, traced by Expand in the
// given context. The values that it returns take the place of the operation's results and must have their types.
type Expander interface {
	trace.Op
	Expand(tc *trace.Context, in []*trace.Value) ([]*trace.Value, error)
}

// MachineExpander is an Expander that goes by the machine it is compiled for: ExpandFor is called in place of Expand.
type MachineExpander interface {
	Expander
	ExpandFor(m CostModel, tc *trace.Context, in []*trace.Value) ([]*trace.Value, error)
}

// KernelOp is an operation of an extension that runs as one step, by a kernel that the extension registers with the
// runtime under the name that Kernel returns.
type KernelOp interface {
	trace.Op
	Kernel() string
}

// Kernel computes one step of an extension. op is the operation that was traced, as the extension made it. The operands
// are read, the results written in full; they are strided views that do not overlap, and valid during the call only. A
// Kernel may be called by many goroutines at once.
type Kernel func(ctx context.Context, op any, in, out []*tensor.Tensor) error
