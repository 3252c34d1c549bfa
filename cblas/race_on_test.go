//go:build race

package cblas_test

// raceEnabled says that the tests run under the race detector, where sync.Pool loses buffers on purpose.
const raceEnabled = true
