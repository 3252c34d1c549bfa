package tracetest

// Inputs: operands for the graphs of Random, and the comparison that goes with them.

import (
	"math"
	"math/rand/v2"

	"github.com/tenferro/tenferro-go/tensor"
	"github.com/tenferro/tenferro-go/trace"
)

// inputBound is the greatest modulus of a part of an input element.
const inputBound = 3

// Inputs makes operands for a graph: integers from -3 to 3, whatever the dtype, and Gaussian ones for complex dtypes.
// Random bounds the values in its graphs by this.
func Inputs(rng *rand.Rand, g *trace.Graph) []*tensor.Tensor {
	in := make([]*tensor.Tensor, len(g.Inputs))
	for i, r := range g.Inputs {
		in[i] = Tensor(rng, g.Type(r))
	}
	return in
}

// Tensor makes a compact tensor of small integers, as Inputs does. It returns nil for a type that no tensor has.
func Tensor(rng *rand.Rand, t trace.Type) *tensor.Tensor {
	if _, err := tensor.CheckedBytes(t.DType, t.Shape); err != nil {
		return nil
	}
	a := fill(t, func([]int) number {
		draw := func() int { return rng.IntN(2*inputBound+1) - inputBound }
		switch {
		case t.DType.IsComplex():
			return number{z: complex(float64(draw()), float64(draw()))}
		case t.DType.IsScalar():
			return realNumber(float64(draw()))
		case t.DType == tensor.Bool:
			return boolNumber(draw() > 0)
		}
		return number{n: int64(draw())}
	})
	out, err := a.store()
	if err != nil {
		return nil
	}
	return out
}

// Close compares a result with Eval's: integers and bools must be equal, floating-point and complex values agree to the
// noise that Random lets its graphs gather, 2^10 units in the last place of float32 and 2^24 of float64 relative to the
// larger of 1 and the greatest modulus in want; the graphs of Options.Exact may be compared with tensor.Equal. NaN agrees
// with NaN. The error says where they differ most.
func Close(got, want *tensor.Tensor) error {
	if got == nil || want == nil || !want.DType().IsScalar() {
		return tensor.Tolerance{}.Compare(got, want)
	}
	a, err := load(want)
	if err != nil {
		return err
	}
	scale := 1.0
	for _, v := range a.data {
		if m := math.Hypot(real(v.z), imag(v.z)); !math.IsNaN(m) && !math.IsInf(m, 0) {
			scale = max(scale, m)
		}
	}
	return tensor.Tolerance{Abs: scale * noiseLimit(want.DType()), NaN: true}.Compare(got, want)
}

// epsilon is the spacing of a dtype's values at 1.
func epsilon(d tensor.DType) float64 {
	switch d.Real() {
	case tensor.Float32:
		return 0x1p-23
	case tensor.Float64:
		return 0x1p-52
	}
	return 0
}

// noiseLimit is the greatest absolute error, relative to values of about 1, that a value of a random graph may carry.
func noiseLimit(d tensor.DType) float64 {
	if d.Real() == tensor.Float32 {
		return epsilon(d) * (1 << 10)
	}
	return epsilon(d) * (1 << 24)
}
