//go:build !race

// Package race tells tests whether the race detector runs, which gives memory of pools up at random.
package race

// Enabled is true in a build with the race detector.
const Enabled = false
