// Package compiler turns a traced graph into a Program: steps over numbered buffers, specialised to the graph's shapes.
//
//	prog, err := compiler.Compile(graph)
//	fmt.Println(prog) // the steps, each with its shapes, operations and bytes
//
// # What it does
//
//   - Operations of extensions are asked to expand themselves into operations of package trace, or run as one step by a
//     kernel that the extension brings (Expander, KernelOp).
//   - Nodes that no output needs disappear, equal ones are computed once, and what depends on constants alone becomes a
//     program of its own, which an engine runs once when it prepares the program (Program.Fold).
//   - Permutations, slices, diagonals, broadcasts and most reshapes cost no step: their readers get strides. Permutations
//     and conjugations of a contraction's operands become flags of its matrix product.
//   - Every intermediate of a contraction tree gets the axis order that makes the whole tree cheapest (tree.go): a dynamic
//     program over the tree that holds a few orders a node against each other by a cost model of matrix products and of
//     bytes moved. What must be moved all the same is moved by a copy step into the layout that serves (pairplan.go).
//   - Each contraction becomes one kernel: a loop nest of matrix products that crosses into the provider once, a GEMV, a
//     DOT, or the engine's own strided multiply(-reduce) (kernelchoice.go).
//   - Chains of elementwise operations become one pass over memory (elementwise.go).
//   - Temporary buffers share one arena by their lifetimes, and a map writes over an operand that dies (memory.go).
//
// # Determinism
//
// The same graph and options give the same program, byte for byte: nothing depends on the order of a map, on time or on
// the machine, except through the cost model that is passed in.
//
// # Shapes and layouts
//
// A program is compiled for the shapes of its inputs, which are column-major and compact unless WithInputStrides says
// otherwise. Results are column-major and compact.
package compiler
