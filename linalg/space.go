package linalg

import (
	"runtime"
	"sync"

	"github.com/tenferro/tenferro-go/lapack"
)

// space is the scratch memory of one kernel call at a time: LAPACK's own, and matrices of ours.
type space struct {
	lapack lapack.Workspace
	slots  [slots]any // slices, one element type each
}

// slots is how many scratch slices a kernel may hold at once.
const slots = 10

// spaces keeps idle spaces between calls, as many as calls can run at once, and none that has grown large.
type spaces struct {
	mu   sync.Mutex
	idle []*space
}

const largeSpace = 64 << 20

func (s *spaces) take() *space {
	s.mu.Lock()
	defer s.mu.Unlock()
	if last := len(s.idle) - 1; last >= 0 {
		w := s.idle[last]
		s.idle = s.idle[:last]
		return w
	}
	return &space{}
}

func (s *spaces) give(w *space) {
	if w.bytes() > largeSpace {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.idle) < runtime.NumCPU() {
		s.idle = append(s.idle, w)
	}
}

func (w *space) bytes() int {
	sum := w.lapack.Bytes()
	for _, x := range w.slots {
		switch x := x.(type) {
		case []float32:
			sum += 4 * cap(x)
		case []float64:
			sum += 8 * cap(x)
		case []complex64:
			sum += 8 * cap(x)
		case []complex128:
			sum += 16 * cap(x)
		}
	}
	return sum
}

// scratch returns n elements from a slot. What is in them is left from before.
func scratch[E any](w *space, slot, n int) []E {
	x, _ := w.slots[slot].([]E)
	if cap(x) < n {
		x = make([]E, n)
		w.slots[slot] = x
	}
	return x[:n]
}
