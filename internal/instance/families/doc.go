// Package families makes contraction problems of the kinds that people contract: chains of matrices, states of matrix
// products, entanglement renormalisation, lattices, trees of a language model, factor graphs, quantum circuits. Everything
// is deterministic: the same parameters and seed give the same problem.
//
// Suite is the set that the project ships in testdata; the command families/generate writes it there with its paths.
package families
