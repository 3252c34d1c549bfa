//go:build cgo && (openblas || mkl || accelerate || netlib)

package cblas_test

import (
	"testing"

	"github.com/tenferro/tenferro-go/cblas"
	"github.com/tenferro/tenferro-go/cblas/cblastest"
)

// TestNative holds the native provider of the build to the contract.
func TestNative(t *testing.T) { cblastest.Run(t, cblas.Default()) }
