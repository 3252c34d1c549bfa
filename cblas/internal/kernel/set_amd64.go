//go:build !noasm

package kernel

// This file holds the sets of the assembly kernels for amd64, a row for each instruction set and element type. Vector
// kernels wait for memory, so AVX2 serves both.

import "github.com/klauspost/cpuid/v2"

// native returns the instruction sets of this processor, and of the operating system that must save their registers,
// for which there are kernels.
func native() []string {
	var names []string
	if cpuid.CPU.Supports(cpuid.AVX512F, cpuid.AVX512BW, cpuid.AVX512DQ, cpuid.AVX512VL, cpuid.AVX2, cpuid.FMA3, cpuid.BMI2) {
		names = append(names, "avx512")
	}
	if cpuid.CPU.Supports(cpuid.AVX2, cpuid.FMA3) {
		names = append(names, "avx2")
	}
	return names
}

func float32Set(name string) Set[float32] {
	switch name {
	case "avx512":
		return Set[float32]{Name: name, MR: 48, NR: 8, MC: 384, KC: 384, NC: 4096, Tile: tileAVX512S,
			Dots: dotsAVX2S, Axpys: axpysAVX2S}
	case "avx2":
		return Set[float32]{Name: name, MR: 24, NR: 4, MC: 192, KC: 384, NC: 4096, Tile: tileAVX2S,
			Dots: dotsAVX2S, Axpys: axpysAVX2S}
	}
	return goFloat32()
}

func float64Set(name string) Set[float64] {
	switch name {
	case "avx512":
		return Set[float64]{Name: name, MR: 24, NR: 8, MC: 192, KC: 256, NC: 4096, Tile: tileAVX512D,
			Dots: dotsAVX2D, Axpys: axpysAVX2D}
	case "avx2":
		return Set[float64]{Name: name, MR: 12, NR: 4, MC: 96, KC: 256, NC: 4096, Tile: tileAVX2D,
			Dots: dotsAVX2D, Axpys: axpysAVX2D}
	}
	return goFloat64()
}

func complex64Set(name string) Set[complex64] {
	switch name {
	case "avx512":
		return Set[complex64]{Name: name, MR: 24, NR: 4, MC: 192, KC: 384, NC: 2048, Tile: tileAVX512C,
			Dots: dotsAVX2C, Axpys: axpysAVX2C}
	case "avx2":
		return Set[complex64]{Name: name, MR: 12, NR: 2, MC: 96, KC: 384, NC: 2048, Tile: tileAVX2C,
			Dots: dotsAVX2C, Axpys: axpysAVX2C}
	}
	return goComplex64()
}

func complex128Set(name string) Set[complex128] {
	switch name {
	case "avx512":
		return Set[complex128]{Name: name, MR: 12, NR: 4, MC: 96, KC: 256, NC: 2048, Tile: tileAVX512Z,
			Dots: dotsAVX2Z, Axpys: axpysAVX2Z}
	case "avx2":
		return Set[complex128]{Name: name, MR: 6, NR: 2, MC: 48, KC: 256, NC: 2048, Tile: tileAVX2Z,
			Dots: dotsAVX2Z, Axpys: axpysAVX2Z}
	}
	return goComplex128()
}
