//go:build cgo && ((openblas && (mkl || accelerate || netlib)) || (mkl && (accelerate || netlib)) || (accelerate && netlib))

package lapack

// This file keeps two native libraries out of one build: both define the same symbols, and which would answer is chance.

var _ = the_build_tags_openblas_mkl_accelerate_and_netlib_exclude_each_other_give_one

// native completes the package, so that the line above is the only error.
func native() (Provider, bool) { return nil, false }
