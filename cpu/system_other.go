//go:build !linux

package cpu

import goruntime "runtime"

func allowedCount() int    { return goruntime.NumCPU() }
func nodeCount() int       { return 1 }
func installedMemory() int { return 0 }
func hugePages() string    { return "" }
