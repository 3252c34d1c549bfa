// Package instance reads contraction problems, makes their inputs, and holds results against recorded ones.
//
// An instance is a JSON file: an equation, the shapes of its operands, a dtype, and one or more paths with their cost. The
// keys are those of the tensor-network benchmark suite of tensor4all/tenferro-benchmark, which takes most of its networks
// from the Einsum Benchmark (ti2-group/einsum_benchmark), so that files of either are read as they are.
//
// Inputs are not stored: they are computed from a seed, the operand's position and the element's (inputs.go), the same in
// every language. Results are not stored whole either, but as a Summary: shape, sum, Euclidean norm, and a few elements.
//
// Equations and shapes of these files are row-major: the last axis is fastest in memory. Instance.Reversed is the same
// problem on the same memory for programs whose first axis is fastest, which is the home layout here.
package instance
