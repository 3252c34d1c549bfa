//go:build cgo && (openblas || mkl || netlib || (accelerate && darwin))

package lanes

import (
	"fmt"
	"testing"

	"github.com/tenferro/tenferro-go/internal/simd"
)

// levels runs a test with the kernels for every kind of processor up to this one.
func levels(t *testing.T, f func(*testing.T)) {
	best := level
	defer func() { level = best }()
	for level = simd.Baseline; level <= best; level++ {
		t.Run(fmt.Sprint("level", level), f)
	}
}
