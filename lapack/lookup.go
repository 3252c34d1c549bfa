package lapack

// This file finds providers by name.

import (
	"errors"
	"fmt"
	"strings"
)

// ErrUnknownProvider is what ByName wraps for a name that is no provider of this build.
var ErrUnknownProvider = errors.New("no such provider in this build")

// Providers returns the providers of this build: the native one first, if the build has one, then the pure-Go one.
func Providers() []Provider {
	if p, ok := native(); ok {
		return []Provider{p, Gonum()}
	}
	return []Provider{Gonum()}
}

// Default returns the native provider, if the build has one, else the pure-Go one.
func Default() Provider { return Providers()[0] }

// ByName returns the provider of that name ("gonum", "openblas", "mkl", "accelerate", "netlib"). A build has the pure-Go
// provider always and a native one if a build tag chose it; other names give an error that wraps ErrUnknownProvider.
func ByName(name string) (Provider, error) {
	var have []string
	for _, p := range Providers() {
		if p.Info().Name == name {
			return p, nil
		}
		have = append(have, p.Info().Name)
	}
	return nil, fmt.Errorf("lapack: provider %q: %w, which has %s (native ones need a build tag of their name and cgo)",
		name, ErrUnknownProvider, strings.Join(have, ", "))
}

// For returns the routines of p for the element type T, whose real type must be R: float32 for float32 and complex64, float64
// for float64 and complex128. For other pairs it returns false.
func For[T Scalar, R Real](p Provider) (Ops[T, R], bool) {
	for _, ops := range []any{p.Float32(), p.Float64(), p.Complex64(), p.Complex128()} {
		if o, ok := ops.(Ops[T, R]); ok {
			return o, true
		}
	}
	return nil, false
}
