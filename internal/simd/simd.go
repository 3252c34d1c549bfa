// Package simd tells which of the C kernels that are compiled for several kinds of processor this one runs.
package simd

import "golang.org/x/sys/cpu"

// Level orders the kinds. The C sources have the same numbers.
type Level int

const (
	Baseline Level = iota // what every processor of the architecture has
	AVX2                  // with FMA
	AVX512                // F, DQ, VL and BW
)

// Best is the highest level of this processor.
func Best() Level {
	x := cpu.X86
	switch {
	case x.HasAVX512F && x.HasAVX512DQ && x.HasAVX512VL && x.HasAVX512BW:
		return AVX512
	case x.HasAVX2 && x.HasFMA:
		return AVX2
	}
	return Baseline
}
