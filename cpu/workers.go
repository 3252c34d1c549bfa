package cpu

import "sync"

// workers are the goroutines that share the engine's own kernels out among the backend's threads. They sleep between
// steps and never run while the provider's threads do: a run uses them only while it holds all places of the arbiter.
// A backend that is confined to some processors has leads as well, which work through the runs' steps in place of the
// callers' goroutines.
type workers struct {
	jobs  chan job
	leads chan *run // nil where callers run their own steps
	done  sync.WaitGroup
}

// job is one part of a step of a run.
type job struct {
	step        *step
	run         *run
	part, parts int
}

// newWorkers starts the goroutines for n threads. The processors of a confined placement are set in each of them first.
func newWorkers(n int, p Placement) (*workers, error) {
	w := &workers{jobs: make(chan job, n)}
	var ready []chan error
	start := func(work func()) {
		ok := make(chan error, 1)
		ready = append(ready, ok)
		w.done.Add(1)
		go func() {
			defer w.done.Done()
			err := p.confine()
			ok <- err
			if err == nil {
				work()
			}
		}()
	}
	for range n - 1 {
		start(w.work)
	}
	if p.CPUs != nil {
		w.leads = make(chan *run)
		for range n {
			start(w.lead)
		}
	}
	var failed error
	for _, ok := range ready {
		if err := <-ok; err != nil {
			failed = err
		}
	}
	if failed != nil {
		w.close()
		return nil, failed
	}
	return w, nil
}

func (w *workers) work() {
	for j := range w.jobs {
		j.run.part(j.step, j.part, j.parts)
		j.run.finished.Done()
	}
}

func (w *workers) lead() {
	for r := range w.leads {
		r.led <- r.steps()
	}
}

// run works through a run's steps, in the calling goroutine or in a lead's.
func (w *workers) run(r *run) error {
	if w.leads == nil {
		return r.steps()
	}
	w.leads <- r
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
