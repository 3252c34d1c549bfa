//go:build noasm || !amd64

package kernel

// This file stands in for the assembly kernels where there are none.

func native() []string { return nil }

func float32Set(string) Set[float32] { return goFloat32() }

func float64Set(string) Set[float64] { return goFloat64() }

func complex64Set(string) Set[complex64] { return goComplex64() }

func complex128Set(string) Set[complex128] { return goComplex128() }
