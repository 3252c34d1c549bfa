//go:build cgo && (openblas || mkl || netlib || (accelerate && darwin))

package small

import (
	"fmt"
	"runtime"
	"testing"
)

// levels runs a test with the kernels for every kind of processor up to this one.
func levels(t *testing.T, f func(*testing.T)) {
	best := level
	defer func() { level = best }()
	least := 0
	if runtime.GOARCH == "amd64" {
		least = 1
	}
	for level = least; level <= best; level++ {
		t.Run(fmt.Sprint("level", level), f)
	}
}
