package families

// One-dimensional networks and trees.

import (
	"github.com/tenferro/tenferro-go/internal/instance"
	"github.com/tenferro/tenferro-go/tensor"
)

// MatrixChain is a product of n matrices with sizes from low to high, given in a random order.
func MatrixChain(name string, seed uint64, n, low, high int) *instance.Instance {
	b := newBuilder(seed)
	first := b.between(low, high)
	left := first
	for range n {
		right := b.between(low, high)
		b.tensor(left, right)
		left = right
	}
	b.output = []int{first, left}
	b.shuffle()
	return b.instance(name, "A product of matrices of different sizes: the order of multiplication is all.", tensor.Float64)
}

// MPSInnerProduct is the inner product of two matrix product states on n sites with bonds of one size and physical axes
// from low to high: ⟨φ|ψ⟩ (Schollwöck, Annals of Physics 326, 2011, section 4.2.1).
func MPSInnerProduct(name string, seed uint64, n, bond, low, high int) *instance.Instance {
	b := newBuilder(seed)
	ket, bra := -1, -1
	for site := range n {
		physical := b.between(low, high)
		state := func(left int) int {
			labels := []int{physical}
			if left >= 0 {
				labels = append(labels, left)
			}
			right := -1
			if site < n-1 {
				right = b.label(bond)
				labels = append(labels, right)
			}
			b.tensor(labels...)
			return right
		}
		ket, bra = state(ket), state(bra)
	}
	return b.instance(name, "Two matrix product states: hundreds of small steps along a ladder.", tensor.Float64)
}

// TreeModel is the likelihood of a batch of sentences under a tree-structured language model: a binary tree over the words,
// a tensor [parent, left, right] at each node, a tensor [tag, word] at each leaf, and for each word the batch's
// observations [batch, word]. The batch is one label in all of those, kept in the result (the form of the language models
// of the Einsum Benchmark).
func TreeModel(name string, seed uint64, words, tags, vocabulary, batch int) *instance.Instance {
	b := newBuilder(seed)
	sentence := b.label(batch)
	b.output = []int{sentence}
	root := b.label(tags)
	b.tensor(root)
	b.growTree(root, words, tags, vocabulary, sentence)
	return b.instance(name, "A likelihood for every sentence of a batch: small tensors and one large label in half of them.", tensor.Float64)
}

// growTree splits the words under a node into two parts at a random place.
func (b *builder) growTree(node, words, tags, vocabulary, sentence int) {
	if words == 1 {
		word := b.label(vocabulary)
		b.tensor(node, word)
		b.tensor(sentence, word)
		return
	}
	left, right := b.label(tags), b.label(tags)
	b.tensor(node, left, right)
	split := 1 + b.rng.IntN(words-1)
	b.growTree(left, split, tags, vocabulary, sentence)
	b.growTree(right, words-split, tags, vocabulary, sentence)
}
