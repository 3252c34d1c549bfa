//go:build !linux

package kernel

import (
	"testing"
	"unsafe"
)

func benchMemory(b *testing.B, bytes int) unsafe.Pointer { return heapMemory(b, bytes) }
