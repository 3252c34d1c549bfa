package lapack

// This file says which providers a build has.

// Native returns the provider of the native library that the build tag names, and whether there is one.
func Native() (Provider, bool) { return native() }

// Default returns the native provider if this build has one, otherwise the one in pure Go.
func Default() Provider {
	if p, ok := native(); ok {
		return p
	}
	return PureGo()
}
