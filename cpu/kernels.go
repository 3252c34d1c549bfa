package cpu

// This file knows which kernels of OpenBLAS suit which processor.

import "strings"

// vectorUnit orders the vector units of x86 processors by what a core computes in a cycle.
type vectorUnit int

const (
	sse vectorUnit = iota
	avx
	avx2
	avx512
)

func (u vectorUnit) String() string { return [...]string{"SSE", "AVX", "AVX2", "AVX-512"}[u] }

// kernelUnits tells the vector unit of the x86 kernels of OpenBLAS 0.3, by their names in driver/others/dynamic.c. A
// library that is not in this list (another architecture's) is left alone.
var kernelUnits = map[string]vectorUnit{
	"sapphirerapids": avx512, "cooperlake": avx512, "skylakex": avx512,
	"haswell": avx2, "zen": avx2, "excavator": avx2,
	"sandybridge": avx, "bulldozer": avx, "piledriver": avx, "steamroller": avx,
	"nehalem": sse, "dunnington": sse, "penryn": sse, "core2": sse, "atom": sse, "prescott": sse, "northwood": sse,
	"banias": sse, "coppermine": sse, "katmai": sse, "nano": sse, "barcelona": sse, "bobcat": sse, "opteron": sse,
	"opteron_sse3": sse, "athlon": sse,
}

// unitOf is the vector unit that kernels use, and whether they are known.
func unitOf(kernel string) (vectorUnit, bool) {
	u, ok := kernelUnits[strings.ToLower(kernel)]
	return u, ok
}

// ladder is what a library that chose too low is offered, the best first. SkylakeX is what every AVX-512 processor runs and
// what has been checked most; Cooperlake, which differs from it in half precision alone, is for libraries built without it
// (DYNAMIC_LIST), as Zen is for those without Haswell. Below Sandybridge nothing gains: Nehalem's kernels are no faster than
// Prescott's.
var ladder = []struct {
	kernel string
	runs   func(Processor) bool
}{
	{"SkylakeX", func(p Processor) bool { return p.AVX512 }},
	{"Cooperlake", func(p Processor) bool { return p.AVX512 && p.BF16 }},
	{"Haswell", func(p Processor) bool { return p.AVX2 }},
	{"Zen", func(p Processor) bool { return p.AVX2 }},
	{"Sandybridge", func(p Processor) bool { return p.AVX }},
}

// amd512 reports an AMD processor with AVX-512: Zen 4 is family 25, Zen 5 family 26.
func (p Processor) amd512() bool { return p.AVX512 && p.Vendor == "AuthenticAMD" }

// worth is the widest vector unit that pays. Zen 4 does AVX-512 in halves: OpenBLAS 0.3.21 on family 25 model 17, one
// thread, DGEMM of 1024: Haswell 49, SkylakeX 51, Cooperlake 51 GFLOP/s, the complex types within 6 % either way. On Intel
// it pays by 1.4 (family 6 model 207: Haswell 71, SkylakeX 103 GFLOP/s on two cores).
func (p Processor) worth() vectorUnit {
	switch {
	case p.AVX512 && !(p.amd512() && p.Family == 25):
		return avx512
	case p.AVX2:
		return avx2
	case p.AVX:
		return avx
	}
	return sse
}

// overruns reports kernels that write beyond their stack: OpenBLAS 0.3.34 gives AMD processors with AVX-512 a block length
// in k that the AVX2 kernels have no room for (OpenMathLib/OpenBLAS#6013, #6021).
func overruns(kernel, version string, p Processor) bool {
	unit, _ := unitOf(kernel)
	return version == "0.3.34" && p.amd512() && unit == avx2
}

// betterKernels lists the kernels that the processor runs and that use a wider vector unit than the chosen ones, the best
// first. It is empty where the choice is good, or not known.
func betterKernels(chosen, version string, p Processor) []string {
	have, known := unitOf(chosen)
	if !known || have >= p.worth() && !overruns(chosen, version, p) {
		return nil
	}
	var better []string
	for _, rung := range ladder {
		if unit, _ := unitOf(rung.kernel); unit > have && rung.runs(p) && !overruns(rung.kernel, version, p) {
			better = append(better, rung.kernel)
		}
	}
	return better
}
