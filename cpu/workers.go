package cpu

import (
	"sync"
	"sync/atomic"
)

// workers are the goroutines that share the engine's own kernels out among the backend's threads. They sleep between
// steps and never run while the provider's threads do: a run uses them only while it holds all places of the arbiter.
// A backend that is confined to some processors has leads as well, which work through the runs' steps in place of the
// callers' goroutines. A run that finds no idle lead starts one: it never waits for another run, which may be waiting
// for its places, or be the run that it is nested in.
type workers struct {
	placement Placement
	jobs      chan job
	leads     chan *run // to an idle lead; nil where callers run their own steps
	spare     int       // the most leads that stay when they are idle
	idle      atomic.Int32
	done      sync.WaitGroup
}

// job is one part of a step of a run.
type job struct {
	step        *step
	run         *run
	part, parts int
}

// newWorkers starts the goroutines for n threads. The processors of a confined placement are set in each of them first.
func newWorkers(n int, p Placement) (*workers, error) {
	w := &workers{placement: p, jobs: make(chan job, n), spare: n}
	if p.CPUs != nil {
		w.leads = make(chan *run)
	}
	var failed error
	for range n - 1 {
		if err := w.start(w.work); err != nil {
			failed = err
		}
	}
	if failed != nil {
		w.close()
		return nil, failed
	}
	return w, nil
}

// start begins a goroutine on the placement's processors.
func (w *workers) start(work func()) error {
	confined := make(chan error, 1)
	w.done.Go(func() {
		err := w.placement.confine()
		confined <- err
		if err == nil {
			work()
		}
	})
	return <-confined
}

func (w *workers) work() {
	for j := range w.jobs {
		j.run.part(j.step, j.part, j.parts)
		j.run.finished.Done()
	}
}

// lead works through the steps of a run, and then of others, until enough leads are idle without it.
func (w *workers) lead(r *run) {
	for more := true; more; {
		r.led <- r.steps()
		if int(w.idle.Add(1)) > w.spare {
			w.idle.Add(-1)
			return
		}
		r, more = <-w.leads
		w.idle.Add(-1)
	}
}

// run works through a run's steps, in the calling goroutine or in a lead's.
func (w *workers) run(r *run) error {
	if w.leads == nil {
		return r.steps()
	}
	select {
	case w.leads <- r:
	default:
		if err := w.start(func() { w.lead(r) }); err != nil {
			return err
		}
	}
	return <-r.led
}

// split does all parts of a step, the first in the calling goroutine, and returns when they are done.
func (w *workers) split(s *step, r *run) {
	r.finished.Add(s.parts - 1)
	for i := 1; i < s.parts; i++ {
		w.jobs <- job{step: s, run: r, part: i, parts: s.parts}
	}
	r.part(s, 0, s.parts)
	r.finished.Wait()
}

// close ends the goroutines.
func (w *workers) close() {
	close(w.jobs)
	if w.leads != nil {
		close(w.leads)
	}
	w.done.Wait()
}
