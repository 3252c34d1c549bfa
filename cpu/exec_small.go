package cpu

import (
	"slices"

	"github.com/tenferro/tenferro-go/compiler"
	"github.com/tenferro/tenferro-go/cpu/internal/small"
)

// This file takes the products that package small computes faster than the provider.

// tinyProduct is up to how many rows, columns and terms products are taken from the provider: on Zen 4 beside OpenBLAS 0.3.21, which
// has kernels of its own for small sizes, ours are 1.2 to 2.9 times as fast there (BenchmarkAgainstProvider of package small), and
// about equal from 24 on.
const tinyProduct = 16

// suits reports whether a product, or a batch of them, is for package small.
func suits(s *compiler.Gemm) bool {
	if min(s.M, s.N, s.K) < 1 || s.K > small.Depth {
		return false
	}
	return max(s.M, s.N, s.K) <= tinyProduct
}

// smallStep makes a batch of small products ready; nil leaves it to the provider. Parts share the batch out.
func smallStep[R small.Real](s *compiler.Gemm, size func(buf int) int) action {
	if !suits(s) {
		return nil
	}
	loops := slices.Concat(s.Batch, s.Sum)
	a, b, c := operandOf(s.A, loops, size), operandOf(s.B, loops, size), operandOf(s.C, loops, size)
	p := &small.Product{TransA: s.TransA != 0, TransB: s.TransB != 0, M: s.M, N: s.N, K: s.K, LDA: s.LDA, LDB: s.LDB, LDC: s.LDC}
	offA, offB, offC := offsets(loops, s.A.Strides), offsets(loops, s.B.Strides), offsets(loops, s.C.Strides)
	p.Check(a.end-a.offset, offA, b.end-b.offset, offB, c.end-c.offset, offC)
	first := points(s.Batch)
	return func(r *run, part, parts int) error {
		x, y, z := elements[R](r, a), elements[R](r, b), elements[R](r, c)
		lo, hi := share(first, part, parts)
		for at := 0; at < len(offC) && lo < hi; at += first { // what comes first in a sum overwrites the result
			small.Offsets(p, x, offA[at+lo:at+hi], y, offB[at+lo:at+hi], z, offC[at+lo:at+hi], at > 0)
		}
		return nil
	}
}
