// Package einsumtest is the oracle for everything that contracts tensors: the result of an equation by its definition,
// one loop over all labels, and random equations of every kind that the dialect knows, on operands of every layout.
//
//	c := einsumtest.Random(seed, tensor.Complex64)
//	want, err := c.Want()
//	...
//	got := contract(c.Equation, c.Operands)
//	if err := want.Check(got); err != nil {
//		t.Fatalf("%v\n%v", c, err) // c prints its seed
//	}
//
// The loop takes time and nothing else: it knows no order of contraction, no GEMM, no special case. float32 and
// complex64 are added up in double precision. Nothing here is fast, or is meant to be.
package einsumtest
