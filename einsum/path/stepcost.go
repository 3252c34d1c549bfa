package path

// The cost of one step as the searches add it up, for every objective that is a sum over steps.

import "math"

// pricer prices a step by the sizes of its operands a and b and its result c, in elements, and by p, the product over
// all labels of the two operands.
type pricer struct {
	goal    goal
	element Element
	model   CostModel
}

// additive reports whether the objective is a sum over steps.
func (g goal) additive() bool { return g.kind != Size && g.kind != Peak }

// price returns the cost of a step. For Size and Peak, which are no sums, it is the real operations: what breaks ties.
func (f *pricer) price(a, b, c, p float64) float64 {
	switch f.goal.kind {
	case Write:
		return c
	case Combo:
		return p + f.goal.alpha*c
	case Limit:
		return math.Max(p, f.goal.alpha*c)
	case Time:
		return f.model.Seconds(f.step(a, b, c, p))
	}
	if p > 1.5*c {
		return p * f.element.muladd()
	}
	return p * f.element.mul()
}

// step recovers the sizes of the classes of labels from the sizes of the three tensors and their union. They are
// products of integers; rounding takes off what the divisions left.
func (f *pricer) step(a, b, c, p float64) StepSize {
	return StepSize{
		Batch: math.RoundToEven(a / p * b / p * c), M: math.RoundToEven(p / b), N: math.RoundToEven(p / a), K: math.RoundToEven(p / c),
		Element: f.element,
	}
}

// affine is a step cost max(floor·c, p·once or, where something is summed, p·summed) + add·c. All additive objectives
// but Time have this form, which the exact searches run without a call.
type affine struct{ once, summed, floor, add float64 }

func (f *pricer) affine() affine {
	switch f.goal.kind {
	case Write:
		return affine{add: 1}
	case Combo:
		return affine{once: 1, summed: 1, add: f.goal.alpha}
	case Limit:
		return affine{once: 1, summed: 1, floor: f.goal.alpha}
	}
	return affine{once: f.element.mul(), summed: f.element.muladd()}
}
