package path

// What one step costs in seconds, and in operations and bytes. The engine's own measured model lives above this package;
// it comes in through CostModel.

import "math"

// Element says what the elements of a network are, as far as costs depend on it. The zero value is float64.
type Element struct {
	Bytes   int  `json:"bytes,omitempty"`   // size of an element; 0 is 8, or 16 if complex
	Complex bool `json:"complex,omitempty"` // arithmetic is complex
}

func (e Element) size() float64 {
	switch {
	case e.Bytes > 0:
		return float64(e.Bytes)
	case e.Complex:
		return 16
	}
	return 8
}

// muladd and mul are the real operations of one multiply-add and of one multiply.
func (e Element) muladd() float64 {
	if e.Complex {
		return 8
	}
	return 2
}

func (e Element) mul() float64 {
	if e.Complex {
		return 6
	}
	return 1
}

// StepSize is one step as a cost model sees it: C[batch,m,n] = Σ_k A[batch,m,k]·B[batch,k,n], where each letter stands
// for the product of the sizes of all labels of its class. K = 1 is a product without a sum. With Sum there is no B and
// C[m] = Σ_k A[m,k].
type StepSize struct {
	Batch, M, N, K float64
	Sum            bool
	Element        Element
}

// Flops returns the real floating-point operations: 2 per multiply-add (8 complex), 1 per multiply (6 complex), 1 per
// addition (2 complex).
func (s StepSize) Flops() float64 {
	e := s.Element
	switch p := s.Batch * s.M * s.N * s.K; {
	case s.Sum:
		return p * (e.muladd() - e.mul())
	case s.K == 1:
		return p * e.mul()
	default:
		return p * e.muladd()
	}
}

// In returns the bytes of the operands.
func (s StepSize) In() float64 {
	n := s.Batch * s.M * s.K
	if !s.Sum {
		n += s.Batch * s.N * s.K
	}
	return n * s.Element.size()
}

// Out returns the bytes of the result.
func (s StepSize) Out() float64 { return s.Batch * s.M * s.N * s.Element.size() }

// CostModel predicts how long a step takes. Seconds must be deterministic, never negative or NaN, and safe for
// concurrent use: searches call it from several goroutines, millions of times.
type CostModel interface {
	Seconds(s StepSize) float64
}

// Roofline is the plainest cost model: a step takes as long as its operations at Flops or its bytes at Bandwidth,
// whichever is longer, and Overhead on top. It knows nothing of shapes that BLAS handles badly; the engine's calibrated
// model does.
type Roofline struct {
	Flops     float64 `json:"flops"`     // real operations a second
	Bandwidth float64 `json:"bandwidth"` // bytes a second
	Overhead  float64 `json:"overhead"`  // seconds a step
}

// DefaultRoofline is a guess at one core of a present-day processor: 30 GFLOP/s of doubles (twice that in single
// precision), 10 GB/s, 1 µs a step.
func DefaultRoofline(e Element) Roofline {
	word := e.size()
	if e.Complex {
		word /= 2
	}
	return Roofline{Flops: 30e9 * 8 / word, Bandwidth: 10e9, Overhead: 1e-6}
}

// Seconds implements CostModel.
func (r Roofline) Seconds(s StepSize) float64 {
	return math.Max(s.Flops()/r.Flops, (s.In()+s.Out())/r.Bandwidth) + r.Overhead
}
