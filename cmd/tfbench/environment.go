package main

import (
	"fmt"
	"strings"

	"github.com/tenferro/tenferro-go/cpu"
	"github.com/tenferro/tenferro-go/tensor"
)

// survey is what there is to know about the machine: what it is, and what it can do at best.
type survey struct {
	environment *cpu.Environment
	headline    string                   // the same in a line, for tables
	gflops      map[tensor.DType]float64 // the provider's best rate
	bandwidth   float64                  // GB/s, bytes read and written
	memory      int                      // bytes that a run may take, 0 if unknown
}

// surveyor surveys the machine that a backend runs on.
type surveyor func(be *cpu.Backend) (*survey, error)

// surveyBackend measures; that takes a few seconds.
func surveyBackend(be *cpu.Backend) (*survey, error) {
	roof, err := be.Roofline()
	if err != nil {
		return nil, err
	}
	s := &survey{environment: be.Environment(roof), gflops: map[tensor.DType]float64{}, bandwidth: roof.BandwidthGBs, memory: usableMemory()}
	for name, rate := range roof.PeakGFLOPS {
		d, err := tensor.ParseDType(name)
		if err != nil {
			return nil, err
		}
		s.gflops[d] = rate
	}
	s.environment.Commit = sourceCommit()
	s.headline = headline(s.environment)
	return s, nil
}

// headline is the line above a table: a figure says nothing without it.
func headline(e *cpu.Environment) string {
	p := e.Provider
	parts := []string{e.CPU, strings.TrimSpace(p.Name + " " + p.Version)}
	if p.Kernel != "" {
		kernels := p.Kernel + " kernels"
		if p.CorrectedFrom != "" {
			kernels += ", corrected from " + p.CorrectedFrom
		}
		parts[1] += " (" + kernels + ")"
	}
	threads := "1 thread"
	if p.Threads != 1 {
		threads = fmt.Sprintf("%d threads", p.Threads)
	}
	parts = append(parts, threads, fmt.Sprintf("%.1f GFLOP/s in float64", e.PeakGFLOPS["float64"]), fmt.Sprintf("%.1f GB/s", e.BandwidthGBs))
	return strings.Join(parts, "; ")
}

// usableMemory is how much memory a run may take unless --memory-limit says it: nine tenths of what the container or the
// machine has, because the kernel ends a program that takes more than there is, without a word.
func usableMemory() int {
	total, limit := installedMemory(), cpu.ThisQuota().Memory
	if limit > 0 && (total == 0 || limit < total) {
		total = limit
	}
	return total / 10 * 9
}
