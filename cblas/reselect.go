package cblas

// This file holds the choice of kernels, which some providers offer beyond Provider.

import "errors"

// ErrFixedKernels is returned where a library chose its kernels when it was built or loaded, for good.
var ErrFixedKernels = errors.New("its kernels are fixed")

// Reselector is a Provider that can be told which kernels to run. Package cpu uses it to correct a library that does not
// know the processor.
type Reselector interface {
	Provider

	// Reselect has the library run the kernels of another processor, named as in Info.Kernel. On an error the old ones
	// are in place. The processor has to support the new ones, and no other call may run meanwhile.
	Reselect(kernel string) error
}
