package cpu

import (
	"github.com/klauspost/cpuid/v2"
)

// Processor is what is known of the processor that the program runs on.
type Processor struct {
	Brand  string // as the processor names itself
	Vendor string
	Family int
	Model  int

	AVX    bool
	AVX2   bool // AVX2 with FMA
	AVX512 bool // the subset that BLAS kernels use: F, DQ, BW, VL and CD
	BF16   bool // AVX-512 with half-precision products
	NEON   bool

	L1, L2, L3 int // bytes of data cache; one core's for L1 and L2, shared for L3; 0 where unknown

	Allowed int // processors that the process may run on, by its affinity
	Nodes   int // NUMA nodes, at least 1
}

// ThisProcessor asks the processor and the system.
func ThisProcessor() Processor {
	c := cpuid.CPU
	p := Processor{
		Brand:  c.BrandName,
		Vendor: c.VendorString,
		Family: c.Family,
		Model:  c.Model,
		AVX:    c.Supports(cpuid.AVX),
		AVX2:   c.Supports(cpuid.AVX2, cpuid.FMA3),
		AVX512: c.Supports(cpuid.AVX512F, cpuid.AVX512DQ, cpuid.AVX512BW, cpuid.AVX512VL, cpuid.AVX512CD),
		BF16:   c.Supports(cpuid.AVX512F, cpuid.AVX512BF16),
		NEON:   c.Supports(cpuid.ASIMD),
		L1:     max(c.Cache.L1D, 0),
		L2:     max(c.Cache.L2, 0),
		L3:     max(c.Cache.L3, 0),
	}
	p.Allowed, p.Nodes = allowedCount(), nodeCount()
	if p.Brand == "" {
		p.Brand = "unknown processor"
	}
	return p
}
