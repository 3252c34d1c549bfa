package cpu

import (
	"fmt"
	"os"
	goruntime "runtime"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// allowedCPUs is the processors that the calling thread may run on.
func allowedCPUs() ([]int, error) {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		return nil, fmt.Errorf("asking for the allowed processors: %w", err)
	}
	cpus := make([]int, 0, set.Count())
	for n := 0; len(cpus) < set.Count(); n++ {
		if set.IsSet(n) {
			cpus = append(cpus, n)
		}
	}
	return cpus, nil
}

// NodePlacement is the allowed processors of a NUMA node.
func NodePlacement(node int) (Placement, error) {
	file := fmt.Sprintf("/sys/devices/system/node/node%d/cpulist", node)
	text, err := os.ReadFile(file)
	if err != nil {
		return Placement{}, fmt.Errorf("NUMA node %d: %w", node, err)
	}
	p, err := ParsePlacement(strings.TrimSpace(string(text)))
	if err != nil {
		return Placement{}, fmt.Errorf("NUMA node %d: %w", node, err)
	}
	allowed, err := allowedCPUs()
	if err != nil {
		return Placement{}, err
	}
	p.CPUs = slices.DeleteFunc(p.CPUs, func(n int) bool { return !slices.Contains(allowed, n) })
	if len(p.CPUs) == 0 {
		return Placement{}, fmt.Errorf("NUMA node %d: none of its processors is allowed to the process", node)
	}
	return p, nil
}

// check refuses processors that the process may not use.
func (p Placement) check() error {
	if p.CPUs == nil {
		return nil
	}
	allowed, err := allowedCPUs()
	if err != nil {
		return err
	}
	if len(p.CPUs) == 0 {
		return fmt.Errorf("placement: the set of processors is empty")
	}
	for _, n := range p.CPUs {
		if !slices.Contains(allowed, n) {
			return fmt.Errorf("placement: processor %d is not among the allowed ones, %v", n, allowed)
		}
	}
	return nil
}

// confine binds the calling goroutine to its thread and the thread to the placement's processors, as a whole set: a
// thread of its own for each processor would hand single-processor masks to the threads that a library starts.
func (p Placement) confine() error {
	if p.CPUs == nil {
		return nil
	}
	goruntime.LockOSThread()
	var set unix.CPUSet
	for _, n := range p.CPUs {
		set.Set(n)
	}
	if err := unix.SchedSetaffinity(0, &set); err != nil {
		return fmt.Errorf("placement %v: %w", p.CPUs, err)
	}
	return nil
}
