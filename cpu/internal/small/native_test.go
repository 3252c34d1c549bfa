//go:build cgo && (openblas || mkl || netlib || (accelerate && darwin))

package small

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/tenferro/tenferro-go/internal/simd"
)

// levels runs a test with the kernels for every kind of processor up to this one.
func levels(t *testing.T, f func(*testing.T)) {
	best := level
	defer func() { level = best }()
	least := simd.Baseline
	if runtime.GOARCH == "amd64" {
		least = simd.AVX2
	}
	for level = least; level <= best; level++ {
		t.Run(fmt.Sprint("level", level), f)
	}
}
