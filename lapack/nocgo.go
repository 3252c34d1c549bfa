//go:build !cgo && (openblas || mkl || accelerate || netlib)

package lapack

// This file stops a build that asks for a native library without cgo. Falling back to pure Go in silence would be worse:
// the program would run, many times slower.

var _ = the_build_tags_openblas_mkl_accelerate_and_netlib_need_CGO_ENABLED_1_and_a_C_compiler
