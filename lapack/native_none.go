//go:build !cgo || !(openblas || mkl || accelerate || netlib)

package lapack

// This file stands in for the native providers in a build without one.

// native returns the native provider of this build, if it has one.
func native() (Provider, bool) { return nil, false }
