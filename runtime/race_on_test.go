//go:build race

package runtime_test

// raceDetector says that the race detector is on, which gives memory of pools up at random.
const raceDetector = true
