// Package kernel holds the innermost loops of the pure-Go BLAS: what runs in registers, and nothing that knows of caches,
// threads or arguments.
//
// Every kernel has a plain Go twin and, on amd64, an assembly form for AVX2 with FMA and for AVX-512 with the same
// signature. A Set gathers the kernels of one element type for one instruction set, together with the block sizes that
// suit it; Names tells which sets this processor can run, best first. The build tag noasm leaves only the Go twins.
//
// The package stands apart from cblas because a package that uses cgo cannot hold Go assembly.
//
// Kernels do not check their arguments: callers answer for every index.
package kernel
