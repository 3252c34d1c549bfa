//go:build !linux && !darwin

package main

// installedMemory is not known here.
func installedMemory() int { return 0 }
