// Package maxplus is an extension of tenferro-go that lives outside of it: contractions over the tropical semiring, where
// max stands in the place of + and + in the place of ×. It is written to be read by those who write extensions; README.md
// tells the steps.
//
//	result[out] = max, over all labels that are not in out, of Σ operands
//
// So "ij,jk->ik" over matrices of distances gives the longest way from i to k by way of one j, and a chain of such
// products the longest ways of many edges (critical paths, Viterbi's algorithm, alignments); with all values negated it
// gives the shortest ones. The neutral elements are -Inf, for max, and 0, for +.
//
// Operations of this package are traced beside those of package trace and of other extensions, are shared, folded and
// given memory by the compiler as any others, and run on any engine:
//
//	tc := trace.New()
//	a, b := tc.Input(tensor.Float64, 3, 4), tc.Input(tensor.Float64, 4, 5)
//	y := maxplus.Contract(tc, "ij,jk->ik", a, b)
//	...
//	rt, err := runtime.New(runtime.WithEngine(be), runtime.WithExtension(maxplus.Extension()))
package maxplus
