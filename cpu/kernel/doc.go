// Package kernel holds the engine's own strided kernels: what a tensor program does between calls of the BLAS.
//
//   - Copy moves a view to another order of axes, conjugated on request; Fill sets a view to one value.
//   - Product is the multiply(-reduce) of two operands, broadcast by strides of 0 and never materialised.
//   - Reduce takes sums, products, extremes, means and positions of extremes over axes.
//   - Map runs a fused elementwise program in one pass over memory.
//   - Gather, Scatter and Triangle index and mask.
//
// # Plans
//
// A kernel is planned once and run many times. Planning drops axes of size 1, turns axes round, sorts and fuses them,
// gathers tiny axes into tables of offsets and cuts long ones into tiles; it may allocate and take microseconds. The plan
// is immutable: any number of goroutines may run it at once, on different memory or on different parts of one result.
//
// # Layouts, pointers and bounds
//
// An operand is a base address and a [Layout]: an offset and one stride for each axis, counted in elements. Strides of
// sources may be negative or zero; those of a destination may be negative, and zero only along axes of size 1. The base
// address is handed to Run as an unsafe.Pointer, and nothing is checked there: a plan says by its Extent which elements
// of each operand it touches, and the caller compares that with the memory once. The destination must not overlap the
// sources, unless a plan's documentation says otherwise.
//
// # Workers and scratch
//
// A result is divided among workers by [Work]: worker Part of Parts writes its own part of the result and nothing else,
// so that the parts may run at the same time, without order. Every element is computed by one worker and in the same way
// however many there are: results do not depend on Parts, to the last bit. Plan.Parts says how many are worth having.
//
// Run allocates nothing when Work.Scratch has the bytes that Plan.Scratch asks for; with less it allocates its own.
package kernel
