package cpu

// This file knows which kernels of OpenBLAS suit which processor.

// kernelSet is a family of kernels as OpenBLAS names it, with the vector unit that it uses.
type kernelSet struct {
	name string
	unit vectorUnit
}

// vectorUnit orders the vector units of x86 processors by what a core computes in a cycle.
type vectorUnit int

const (
	sse vectorUnit = iota
	avx
	avx2
	avx512
)

func (u vectorUnit) String() string { return [...]string{"SSE", "AVX", "AVX2", "AVX-512"}[u] }

// openblasKernels are the x86 kernels of OpenBLAS 0.3 (dynamic.c), the best first. Cooperlake and SapphireRapids differ
// from SkylakeX in half-precision products alone; SkylakeX is the one that every AVX-512 processor runs.
var openblasKernels = []kernelSet{
	{"SapphireRapids", avx512}, {"Cooperlake", avx512}, {"SkylakeX", avx512},
	{"Haswell", avx2}, {"Zen", avx2}, {"Excavator", avx2},
	{"Sandybridge", avx}, {"Bulldozer", avx}, {"Piledriver", avx}, {"Steamroller", avx},
	{"Nehalem", sse}, {"Dunnington", sse}, {"Penryn", sse}, {"Core2", sse}, {"Atom", sse}, {"Prescott", sse},
	{"Northwood", sse}, {"Banias", sse}, {"Coppermine", sse}, {"Katmai", sse}, {"Nano", sse},
	{"Barcelona", sse}, {"Bobcat", sse}, {"Opteron", sse}, {"Opteron_SSE3", sse}, {"Athlon", sse},
}

// unitOf is the vector unit that a kernel set uses; it is not known for one that is not in the list.
func unitOf(kernel string) (vectorUnit, bool) {
	for _, k := range openblasKernels {
		if k.name == kernel {
			return k.unit, true
		}
	}
	return 0, false
}

// unit is the best vector unit of the processor.
func (p Processor) unit() vectorUnit {
	switch {
	case p.AVX512:
		return avx512
	case p.AVX2:
		return avx2
	}
	return sse
}

// betterKernels lists the kernel sets that the processor can run and that use a wider vector unit than the chosen one,
// the best first. It is empty where the choice is good, or not known.
func betterKernels(chosen string, p Processor) []string {
	have, known := unitOf(chosen)
	if !known {
		return nil
	}
	var better []string
	for _, k := range []kernelSet{{"SkylakeX", avx512}, {"Haswell", avx2}} {
		if k.unit > have && k.unit <= p.unit() {
			better = append(better, k.name)
		}
	}
	return better
}
