// Package goblas holds the algorithms of the pure-Go BLAS: blocking for the caches, packing, and the sharing of work
// among goroutines. What runs in registers is package kernel; what checks arguments is package cblas.
//
// The matrix product follows Goto and van de Geijn, "Anatomy of high-performance matrix multiplication" (ACM TOMS 34,
// 2008), in the five-loop form of Van Zee and van de Geijn, "BLIS: a framework for rapidly instantiating BLAS
// functionality" (ACM TOMS 41, 2015, section 4).
//
// # Results do not depend on the number of threads
//
// Work is divided along the axes of the result only, never along a sum, and every element is summed in an order that
// depends on the sizes of the operation alone. So the same call gives the same bits with any number of threads.
//
// # Arguments
//
// Matrices are column-major, as in cblas. Nothing is checked here: sizes are at least 0, leading dimensions and slices
// reach as far as the sizes say, increments are not 0, and results overlap neither operands nor each other.
package goblas
