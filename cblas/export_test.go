package cblas

// GonumKernels returns pure-Go providers, one on each of the named sets of kernels.
func GonumKernels(names []string) []Provider {
	var all []Provider
	for _, name := range names {
		all = append(all, newGonum(name))
	}
	return all
}

// PatternA and PatternB are the elements of the matrices of SelfTest.
var (
	PatternA = patternA
	PatternB = patternB
)
