package cpu

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Placement says which processors a backend's own threads may run on. The zero Placement is all that the process may
// use.
type Placement struct {
	CPUs []int // processor numbers of the system; nil for all allowed
}

// ParsePlacement reads a list of processors as Linux writes it, such as "0-3,8".
func ParsePlacement(list string) (Placement, error) {
	var p Placement
	for _, part := range strings.Split(list, ",") {
		lo, hi, isRange := strings.Cut(strings.TrimSpace(part), "-")
		a, err := strconv.Atoi(lo)
		b := a
		if err == nil && isRange {
			b, err = strconv.Atoi(hi)
		}
		if err != nil || a < 0 || b < a || b >= 1<<16 { // no system has so many
			return Placement{}, fmt.Errorf("processors %q: %q is neither a number nor a range", list, part)
		}
		for n := a; n <= b; n++ {
			p.CPUs = append(p.CPUs, n)
		}
	}
	slices.Sort(p.CPUs)
	p.CPUs = slices.Compact(p.CPUs)
	return p, nil
}

// WithPlacement confines the backend's threads to a set of processors.
func WithPlacement(p Placement) Option {
	return func(o *options) error { o.placement = p; return nil }
}
