package cpu

import "sync"

// life counts the runs under way on a backend, so that closing it can wait for them. A run that is nested in another one
// is counted by itself, and refused like any other once the backend is closed: then the outer one fails and ends, and
// nobody waits for ever.
type life struct {
	mu     sync.Mutex
	runs   int
	closed bool
	ended  chan struct{} // closed with the last run after the end
}

func newLife() *life { return &life{ended: make(chan struct{})} }

// enter begins a run; it is false after the end.
func (l *life) enter() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return false
	}
	l.runs++
	return true
}

// leave ends a run.
func (l *life) leave() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.runs--; l.runs == 0 && l.closed {
		close(l.ended)
	}
}

// end lets no more runs begin and waits for those under way; it is false if it was called before.
func (l *life) end() bool {
	l.mu.Lock()
	if l.closed {
		l.mu.Unlock()
		return false
	}
	l.closed = true
	if l.runs == 0 {
		close(l.ended)
	}
	l.mu.Unlock()
	<-l.ended
	return true
}

// over reports whether the end has come.
func (l *life) over() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.closed
}
