package cpu

import "context"

// This file is for kernels of extensions that call the provider's library themselves.

// backendKey is under which the contexts of kernels hold their backend.
type backendKey struct{}

// FromContext returns the backend that runs a kernel of an extension, which is called with such a context; nil for other
// contexts.
func FromContext(ctx context.Context) *Backend {
	be, _ := ctx.Value(backendKey{}).(*Backend)
	return be
}

// ProviderName is the name of the backend's provider: "openblas", "gonum".
func (be *Backend) ProviderName() string { return be.name }

// Library runs f, which calls the provider's library (its BLAS or its LAPACK), as if it were a step of a program: it
// waits for a processor, and the library has one thread, or, if wide is set and nobody else waits, all of the
// backend's. f must not run programs on the backend. Library may be called by goroutines at the same time, and gives up
// with ctx while it waits. It returns f's error.
func (be *Backend) Library(ctx context.Context, wide bool, f func() error) error {
	if !be.life.enter() {
		return ErrClosed
	}
	defer be.life.leave()
	if !wide || be.threads == 1 || be.arbiter.contended() {
		if err := be.arbiter.acquire(ctx, 1); err != nil {
			return err
		}
		defer be.arbiter.release(1)
		return f()
	}
	if err := be.arbiter.acquire(ctx, be.arbiter.total); err != nil {
		return err
	}
	defer be.arbiter.release(be.arbiter.total)
	if err := be.provider.SetThreads(be.threads); err != nil {
		return err
	}
	err := f()
	if e := be.provider.SetThreads(1); err == nil {
		err = e
	}
	return err
}
