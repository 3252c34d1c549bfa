// Package cblastest is the conformance suite for providers of package cblas. Run holds a provider to the contract of
// cblas.Ops, for every routine and element type:
//
//   - values against naive loops: exactly on small whole numbers, to rounding on random ones;
//   - transposes and conjugations, sizes about the edges of tiles, padded leading dimensions, increments of both signs;
//   - nothing written outside the result, no operand changed, nothing read from a result that is overwritten;
//   - NaN and Inf carried through, empty operands, empty sums, alpha and beta of 0;
//   - every bad argument refused with an *cblas.ArgError before anything is written, in particular sizes beyond 32 bits;
//   - the same bits from the same call, from one goroutine or many.
//
// A provider's test is then one line:
//
//	func TestProvider(t *testing.T) { cblastest.Run(t, provider) }
package cblastest
