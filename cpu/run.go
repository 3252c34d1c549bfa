package cpu

import (
	"context"
	"fmt"
	goruntime "runtime"
	gotrace "runtime/trace"
	"sync"
	"time"
	"unsafe"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/tensor"
)

// action does one part of a step. What it needs beyond the run's buffers was settled when the program was prepared.
type action func(r *run, part, parts int) error

// step is a prepared step. At most one of wide and parts > 1 holds: threads are the provider's or the engine's own.
type step struct {
	do    action
	wide  bool // the provider may use all threads
	parts int  // how many of the engine's workers share the step
}

// executable is a program made ready. It implements compiler.Executable.
type executable struct {
	be    *Backend
	prog  *compiler.Program
	steps []step
	fixed []unsafe.Pointer // addresses of constants by buffer, nil for the others
	keep  []*tensor.Tensor // the constants themselves

	scratch int // bytes that each worker needs
	args    int // the most pointers that a kernel takes in a list

	mu   sync.Mutex
	idle []*run
}

// run is the state of one run, used again by later ones.
type run struct {
	exe      *executable
	base     []unsafe.Pointer // by buffer
	in, out  []*tensor.Tensor
	arena    *block
	staged   []*block           // operands and results that do not lie as compiled
	scratch  [][]byte           // by part
	args     [][]unsafe.Pointer // by part
	errs     []error            // by part
	finished sync.WaitGroup
	led      chan error // from a lead that works through the steps
	ctx      context.Context
	observe  func(step int, begin, end time.Duration) // nil where nobody watches
	watch    bool                                     // steps are timed, from start on
	start    time.Time
}

// Run implements compiler.Executable.
func (x *executable) Run(ctx context.Context, in, out []*tensor.Tensor) error {
	return x.RunObserved(ctx, in, out, nil)
}

// RunObserved implements compiler.Observable.
func (x *executable) RunObserved(ctx context.Context, in, out []*tensor.Tensor, observe func(step int, begin, end time.Duration)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if !x.be.life.enter() {
		return ErrClosed
	}
	defer x.be.life.leave()
	if err := x.be.arbiter.acquire(ctx, 1); err != nil {
		return err
	}
	defer x.be.arbiter.release(1)
	r, err := x.begin(ctx, in, out)
	if err != nil {
		return err
	}
	defer x.end(r)
	r.observe = observe
	if err := x.be.workers.run(r); err != nil {
		return err
	}
	err = r.deliver()
	goruntime.KeepAlive(in)
	goruntime.KeepAlive(out)
	return err
}

// begin takes the state of a run and binds its buffers.
func (x *executable) begin(ctx context.Context, in, out []*tensor.Tensor) (*run, error) {
	r := x.state()
	r.ctx, r.in, r.out = ctx, in, out
	copy(r.base, x.fixed)
	if n := x.prog.ArenaBytes; n > 0 {
		b, err := x.be.pool.get(n)
		if err != nil {
			x.end(r)
			return nil, fmt.Errorf("temporary memory: %w", err)
		}
		r.arena = b
	}
	for i := range x.prog.Buffers {
		switch b := &x.prog.Buffers[i]; b.Kind {
		case compiler.Temp:
			if r.arena != nil {
				r.base[i] = unsafe.Add(r.arena.ptr, b.Offset)
			}
		case compiler.Input, compiler.Output:
			if err := r.bind(i, b); err != nil {
				x.end(r)
				return nil, err
			}
		}
	}
	return r, nil
}

// state takes an idle state or makes one.
func (x *executable) state() *run {
	x.mu.Lock()
	defer x.mu.Unlock()
	if last := len(x.idle) - 1; last >= 0 {
		r := x.idle[last]
		x.idle = x.idle[:last]
		return r
	}
	n := x.be.threads
	r := &run{exe: x, base: make([]unsafe.Pointer, len(x.prog.Buffers)), scratch: make([][]byte, n), args: make([][]unsafe.Pointer, n), errs: make([]error, n), led: make(chan error, 1)}
	for i := range r.scratch {
		r.scratch[i], r.args[i] = make([]byte, x.scratch), make([]unsafe.Pointer, x.args)
	}
	return r
}

// end gives back what a run held.
func (x *executable) end(r *run) {
	if r.arena != nil {
		x.be.pool.put(r.arena)
		r.arena = nil
	}
	for _, b := range r.staged {
		x.be.pool.put(b)
	}
	r.staged = r.staged[:0]
	r.ctx, r.in, r.out, r.observe, r.watch = nil, nil, nil, nil, false
	clear(r.base)
	x.mu.Lock()
	if len(x.idle) < x.be.arbiter.total { // as many as can run at once
		x.idle = append(x.idle, r)
	}
	x.mu.Unlock()
}

// steps works through the program.
func (r *run) steps() error {
	if r.observe != nil || gotrace.IsEnabled() {
		r.start, r.watch = time.Now(), true
	}
	next := 0
	for i := range r.exe.prog.Loops {
		l := &r.exe.prog.Loops[i]
		if err := r.span(next, l.First); err != nil {
			return err
		}
		if err := r.slices(l); err != nil {
			return err
		}
		next = l.End
	}
	return r.span(next, len(r.exe.steps))
}

// span does the steps from first up to end.
func (r *run) span(first, end int) error {
	if r.watch {
		return r.watched(first, end)
	}
	done := r.ctx.Done()
	for i := first; i < end; i++ {
		if done != nil {
			select {
			case <-done:
				return r.ctx.Err()
			default:
			}
		}
		if err := r.step(&r.exe.steps[i]); err != nil {
			return r.failed(i, err)
		}
	}
	return nil
}

// watched is span with a region of Go's execution tracer around each step, and tells the observer.
func (r *run) watched(first, end int) error {
	for i := first; i < end; i++ {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		s := &r.exe.prog.Steps[i]
		region := gotrace.StartRegion(r.ctx, s.Body.Kind()+" "+s.Label)
		begin := time.Since(r.start)
		err := r.step(&r.exe.steps[i])
		end := time.Since(r.start)
		region.End()
		if err != nil {
			return r.failed(i, err)
		}
		if r.observe != nil {
			r.observe(i, begin, end)
		}
	}
	return nil
}

// step does one step, with as many threads as it was prepared for, or with one while other runs wait for a processor:
// they have a better use for it, and nobody has to stand still until all are free.
func (r *run) step(s *step) error {
	if (s.wide || s.parts > 1) && !r.exe.be.arbiter.contended() {
		return r.alone(s)
	}
	return s.do(r, 0, 1)
}

func (r *run) failed(i int, err error) error {
	if err == r.ctx.Err() {
		return err
	}
	s := &r.exe.prog.Steps[i]
	return fmt.Errorf("step %d, %s %s: %w", i, s.Body.Kind(), s.Label, err)
}

// alone does a step of many threads: the run trades its place for all places while it lasts.
func (r *run) alone(s *step) error {
	be := r.exe.be
	be.arbiter.release(1)
	// The places are not given up on a cancelled context: the run holds one until it ends.
	_ = be.arbiter.acquire(context.Background(), be.arbiter.total)
	defer be.arbiter.release(be.arbiter.total - 1)
	if s.wide {
		if err := be.provider.SetThreads(be.threads); err != nil {
			return err
		}
		err := s.do(r, 0, 1)
		if e := be.provider.SetThreads(1); err == nil {
			err = e
		}
		return err
	}
	be.workers.split(s, r)
	for i, err := range r.errs[:s.parts] {
		if err != nil {
			r.errs[i] = nil
			return err
		}
	}
	return nil
}

// part does one part of a step and notes its error.
func (r *run) part(s *step, part, parts int) { r.errs[part] = s.do(r, part, parts) }
