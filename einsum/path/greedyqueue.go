package path

import "math"

// The two queues of the greedy engine: the entries by cost, and the members of labels that many tensors carry.

// heapify orders the queue as a heap with four children a node, which is shallower and kinder to the cache than two.
func (s *greedy) heapify() {
	for i := (len(s.queue) - 2) / 4; i >= 0 && len(s.queue) > 1; i-- {
		s.down(i)
	}
}

func (s *greedy) push(e entry) {
	s.queue = append(s.queue, e)
	q := s.queue
	i := len(q) - 1
	for i > 0 {
		up := (i - 1) / 4
		if !e.before(q[up]) {
			break
		}
		q[i] = q[up]
		i = up
	}
	q[i] = e
}

func (s *greedy) pop() entry {
	q := s.queue
	top := q[0]
	last := len(q) - 1
	q[0] = q[last]
	s.queue = q[:last]
	if last > 1 {
		s.down(0)
	}
	return top
}

func (s *greedy) replaceTop(e entry) {
	s.queue[0] = e
	s.down(0)
}

func (s *greedy) down(i int) {
	q := s.queue
	e := q[i]
	for {
		first := 4*i + 1
		if first >= len(q) {
			break
		}
		least := first
		for c := first + 1; c < min(first+4, len(q)); c++ {
			if q[c].before(q[least]) {
				least = c
			}
		}
		if !q[least].before(e) {
			break
		}
		q[i] = q[least]
		i = least
	}
	q[i] = e
}

// maxNeighbours bounds how many tensors are looked at for one label. A label that 10^4 tensors carry would otherwise
// make 10^8 pairs. cotengra uses the same number.
const maxNeighbours = 16

// maxMeetings bounds, softly, how many neighbours are met for all labels of one tensor together.
const maxMeetings = 4096

// members is the set of slots that carry a hyper label. Slots that were merged away are found out when they are met, and
// so are slots that stand in it twice. Up to maxNeighbours it is a plain list. Above, it is a heap of slots by size, of
// which the first few, the smallest or nearly so, are looked at.
type members struct {
	slots []int32
	keys  []float64 // size of each slot when it was put in its place; empty for a plain list
}

func (m *members) reset(slots []int32, size []float64) {
	m.slots = append(m.slots[:0], slots...)
	m.keys = m.keys[:0]
	if len(slots) <= maxNeighbours {
		return
	}
	for _, t := range slots {
		m.keys = append(m.keys, size[t])
	}
	for i := len(slots)/2 - 1; i >= 0; i-- {
		m.sift(i)
	}
}

// members returns up to limit different live slots that carry hyper label l; where there are many, smaller ones. The
// answer is valid until the next call.
func (s *greedy) members(l int32, limit int) []int32 {
	m := &s.many[s.edge[l]]
	s.reads++
	s.picked = s.picked[:0]
	if s.refs[l] <= maxNeighbours {
		m.keys = m.keys[:0]
		s.pickAll(m, limit)
	} else {
		s.pickSmall(m, limit)
	}
	return s.picked
}

// pick adds a slot to the answer; false if it is there already.
func (s *greedy) pick(a int32) bool {
	if s.seen[a] == s.reads {
		return false
	}
	s.seen[a] = s.reads
	s.picked = append(s.picked, a)
	return true
}

func (s *greedy) pickAll(m *members, limit int) {
	for i := 0; i < len(m.slots) && len(s.picked) < limit; {
		if a := m.slots[i]; a >= 0 && s.pick(s.find(a)) {
			m.slots[i] = s.find(a)
			i++
			continue
		}
		last := len(m.slots) - 1
		m.slots[i] = m.slots[last]
		m.slots = m.slots[:last]
	}
}

// pickSmall looks at the first places of the heap and puts right what is out of date there.
func (s *greedy) pickSmall(m *members, limit int) {
	for i := 0; i < min(limit, len(m.slots)); {
		if m.slots[i] < 0 {
			i++
			continue
		}
		a := s.find(m.slots[i])
		switch {
		case s.seen[a] == s.reads:
			m.slots[i], m.keys[i] = -1, math.Inf(1) // stands twice
			m.sift(i)
			if m.slots[i] < 0 {
				i++
			}
		case m.keys[i] == s.size[a]:
			m.slots[i] = a
			s.pick(a)
			i++
		default:
			m.slots[i], m.keys[i] = a, s.size[a]
			if m.rise(i) < i {
				s.pick(a) // place i now holds one that was looked at before
				i++
			} else {
				m.sift(i)
			}
		}
	}
}

// rise moves entry i up to where it belongs and returns where that is.
func (m *members) rise(i int) int {
	for i > 0 {
		up := (i - 1) / 2
		if m.keys[up] <= m.keys[i] {
			break
		}
		m.swap(i, up)
		i = up
	}
	return i
}

// sift moves entry i down to where it belongs.
func (m *members) sift(i int) {
	for {
		c := 2*i + 1
		if c >= len(m.slots) {
			return
		}
		if c+1 < len(m.slots) && m.keys[c+1] < m.keys[c] {
			c++
		}
		if m.keys[i] <= m.keys[c] {
			return
		}
		m.swap(i, c)
		i = c
	}
}

func (m *members) swap(i, j int) {
	m.slots[i], m.slots[j] = m.slots[j], m.slots[i]
	m.keys[i], m.keys[j] = m.keys[j], m.keys[i]
}

// find returns the slot that holds what was in slot a.
func (s *greedy) find(a int32) int32 {
	for s.into[a] != a {
		s.into[a] = s.into[s.into[a]]
		a = s.into[a]
	}
	return a
}
