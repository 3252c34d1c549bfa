package families

// The suite that ships with the project.

import (
	"github.com/tenferro/tenferro-go/internal/instance"
	"github.com/tenferro/tenferro-go/tensor"
)

// Suite returns the problems of the project's own suite, without paths. They are sized so that pure Go contracts each of
// them in well under a second.
func Suite() []*instance.Instance {
	return append(pairs(),
		MatrixChain("matrix_chain_60", 1, 60, 20, 400),
		MPSInnerProduct("mps_inner_product_100", 2, 100, 32, 2, 60),
		MERA("mera_expectation_16", 3, 4, 3, 4),
		MERAState("mera_state_8", 4, 3, 4, 6),
		TreeModel("tree_model_24_words", 5, 24, 6, 10, 1000),
		TreeModel("tree_model_10_words_wide", 6, 10, 20, 30, 300),
		Lattice("lattice_9x9", 7, 9, 9, 4),
		PEPS("peps_norm_4x4", 8, 4, 4, 4, 2),
		Regular("regular_graph_76", 9, 76, 3, 3),
		FactorGraph("factor_graph_80", 10, 80, 165, 3, 3, 2),
		Hypergraph("hypergraph_50", 11, 50, 75, 4, 2, 4),
		Circuit("circuit_row_24x18", 12, 24, 18, 4),
		GridCircuit("circuit_grid_5x5x11", 13, 5, 5, 11, 2),
	)
}

// pairs are the contractions of two tensors, each of a kind that lowers in its own way; and one of three small matrices,
// in which nothing takes time but the way to the work.
func pairs() []*instance.Instance {
	var all []*instance.Instance
	add := func(name, intent, equation string, dtype tensor.DType, shapes ...[]int) {
		all = append(all, &instance.Instance{Name: name, Intent: intent, Equation: equation, DType: dtype, Shapes: shapes})
	}
	square := func(n int) []int { return []int{n, n} }
	add("matmul_512", "One GEMM.", "ij,jk->ik", tensor.Float64, square(512), square(512))
	add("matmul_complex_256", "One complex GEMM.", "ij,jk->ik", tensor.Complex128, square(256), square(256))
	add("matmul_batched_64x96", "A batch of small GEMMs.", "bij,bjk->bik", tensor.Float64, []int{64, 96, 96}, []int{64, 96, 96})
	add("matmul_batched_inside", "The batch as the fastest axis of row-major operands: no matrix has a unit stride.",
		"ijb,jkb->ikb", tensor.Float64, []int{48, 64, 32}, []int{64, 40, 32})
	add("matvec_2048", "One GEMV: memory's speed.", "ij,j->i", tensor.Float64, square(2048), []int{2048})
	add("inner_product_1024", "All labels contracted, one operand transposed.", "ij,ji->", tensor.Float64, square(1024), square(1024))
	add("outer_product_1500", "Nothing contracted, a large result.", "i,j->ij", tensor.Float64, []int{1500}, []int{1500})
	add("outer_product_batched", "A label in both and in the result.", "abc,cd->abcd", tensor.Float64, []int{16, 16, 64}, []int{64, 64})
	add("elementwise_1024", "The product of each element with its own.", "ij,ij->ij", tensor.Float64, square(1024), square(1024))
	add("coupled_cluster_24", "Rank 4 with labels interleaved: what has to be transposed, and how fast.",
		"aebf,dfce->abcd", tensor.Float64, []int{24, 24, 24, 24}, []int{24, 24, 24, 24})
	add("small_chain_16", "Three small matrices: the time of a call.", "ij,jk,kl->il", tensor.Float64, square(16), square(16), square(16))
	return all
}
