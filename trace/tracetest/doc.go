// Package tracetest holds compiled programs against what they mean. Eval interprets a traced graph, one element after
// the other, in loops that are slow and short enough to be believed; Random makes graphs that exercise every operation
// and dtype, and Inputs the operands for them; Close compares results within what Random's graphs allow.
//
//	for seed := range uint64(100) {
//		rng := rand.New(rand.NewPCG(seed, 0))
//		g := tracetest.Random(rng, tracetest.Options{})
//		in := tracetest.Inputs(rng, g)
//		want, err := tracetest.Eval(g, in)
//		...
//	}
//
// Nothing here knows the compiler or any engine.
package tracetest
