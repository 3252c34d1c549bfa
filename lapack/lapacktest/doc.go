// Package lapacktest holds the conformance suite of package lapack: what every provider has to do, whoever wrote it.
//
//	func TestProvider(t *testing.T) { lapacktest.Run(t, lapack.Default()) }
//
// Results are judged by residuals and orthogonality, computed in complex128 by plain loops from the exact inputs, against
// bounds of the form c*eps*n*‖A‖. Every operand stands in a padded buffer whose other elements are NaN: one that is read
// spoils the result, one that is written is found.
package lapacktest
