//go:build !linux

package cpu

import "errors"

var errPlacement = errors.New("placement: processors can be chosen on Linux only")

// NodePlacement is the allowed processors of a NUMA node.
func NodePlacement(node int) (Placement, error) { return Placement{}, errPlacement }

func (p Placement) check() error {
	if p.CPUs == nil {
		return nil
	}
	return errPlacement
}

func (p Placement) confine() error { return p.check() }
