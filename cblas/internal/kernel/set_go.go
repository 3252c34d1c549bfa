package kernel

// This file holds the sets of the plain Go kernels.

func goFloat32() Set[float32] {
	return Set[float32]{Name: "go", MR: 4, NR: 4, MC: 128, KC: 256, NC: 2048, Tile: tileReal[float32],
		Dots: dotsReal[float32], Axpys: axpysReal[float32]}
}

func goFloat64() Set[float64] {
	return Set[float64]{Name: "go", MR: 4, NR: 4, MC: 64, KC: 256, NC: 1024, Tile: tileReal[float64],
		Dots: dotsReal[float64], Axpys: axpysReal[float64]}
}

func goComplex64() Set[complex64] {
	return Set[complex64]{Name: "go", MR: 2, NR: 2, MC: 64, KC: 256, NC: 1024, Tile: tileComplex64,
		Dots: dotsComplex64, Axpys: axpysComplex64}
}

func goComplex128() Set[complex128] {
	return Set[complex128]{Name: "go", MR: 2, NR: 2, MC: 32, KC: 256, NC: 512, Tile: tileComplex128,
		Dots: dotsComplex128, Axpys: axpysComplex128}
}
