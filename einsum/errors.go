package einsum

// What can be wrong with an equation, and with the tensors given to it.

import "errors"

// What a BindError is about; use errors.Is.
var (
	// ErrOperandCount says that there are more or fewer operands than the equation names.
	ErrOperandCount = errors.New("wrong number of operands")
	// ErrRank says that an operand has more or fewer axes than its term.
	ErrRank = errors.New("wrong rank")
	// ErrSize says that axes under one label, or axes that two ellipses match, differ in size; or that a size is negative.
	ErrSize = errors.New("sizes do not fit")
	// ErrOverflow says that the result has more elements than an int counts; axes of size 0 are left out of the count.
	ErrOverflow = errors.New("too many elements")
)

// ParseError says why a text is no equation. Its message shows the text with a caret under the place.
type ParseError struct {
	Equation string // the text
	Offset   int    // of the place, in bytes
	Label    string // the label in question, if it is about one

	problem string
	marks   []span
}

// Error names the problem and, on lines of their own, shows the place.
func (e *ParseError) Error() string {
	return "einsum: " + e.problem + point(e.Equation, e.marks)
}

// BindError says why shapes do not fit an equation. It wraps ErrOperandCount, ErrRank, ErrSize or ErrOverflow; its
// message shows the equation with a caret under each place.
type BindError struct {
	Equation string // as it was written
	Kind     error  // one of the sentinel errors above
	Label    string // the label in question, "..." for axes under an ellipsis, "" if it is about no single label
	Operands []int  // the operands in question: none, one or two
	Axes     []int  // for each, the axis
	Sizes    []int  // for each, the size of that axis

	problem string
	marks   []span
}

// Error names the problem and, on lines of their own, shows the places.
func (e *BindError) Error() string {
	return "einsum: " + e.problem + point(e.Equation, e.marks)
}

// Unwrap returns Kind.
func (e *BindError) Unwrap() error { return e.Kind }
