//go:build accelerate && cgo && !darwin && !openblas && !mkl && !netlib

package lapack

// This file stops a build for Accelerate elsewhere than on Apple's systems.

var _ = the_build_tag_accelerate_needs_macOS

// native completes the package, so that the line above is the only error.
func native() (Provider, bool) { return nil, false }
