package tensor

// This file holds the errors of the package. Each is a struct that says what was asked, for errors.As, and wraps one of
// the sentinels, for errors.Is.

import (
	"errors"
	"fmt"
)

// The kinds of failure. Every error of the package wraps one of them.
var (
	ErrInvalid   = errors.New("operand is nil or its zero value")
	ErrDType     = errors.New("wrong dtype")
	ErrShape     = errors.New("shapes do not agree")
	ErrAxis      = errors.New("no such axis")
	ErrNegative  = errors.New("negative size")
	ErrOverflow  = errors.New("size overflows")
	ErrLength    = errors.New("wrong number of elements")
	ErrBounds    = errors.New("out of bounds")
	ErrNeedsCopy = errors.New("layout needs a copy")
	ErrOverlap   = errors.New("memory overlaps")
	ErrValue     = errors.New("value cannot be represented")
	ErrNotClose  = errors.New("values differ")
)

// DTypeError says that an operation was asked for with elements of a type that it does not take. It wraps ErrDType.
type DTypeError struct {
	Op   string
	Got  DType
	Want DType  // Invalid where more than one type would do
	Name string // the text that names no dtype, from ParseDType
	Why  string // what stands against the type, where the types alone do not tell
}

func (e *DTypeError) Error() string {
	switch {
	case e.Name != "":
		return fmt.Sprintf("%s: %q names no dtype", e.Op, e.Name)
	case e.Why != "":
		return fmt.Sprintf("%s: %v to %v: %s", e.Op, e.Got, e.Want, e.Why)
	case e.Want != Invalid:
		return fmt.Sprintf("%s: dtype is %v, not %v", e.Op, e.Got, e.Want)
	}
	return fmt.Sprintf("%s: dtype %v is not supported", e.Op, e.Got)
}

// Unwrap returns ErrDType.
func (e *DTypeError) Unwrap() error { return ErrDType }

// ShapeError says that a shape does not fit what was asked of it. It wraps ErrShape.
type ShapeError struct {
	Op   string
	Got  []int
	Want []int  // the shape asked for, nil if there was none
	Why  string // what is wrong between the two
}

func (e *ShapeError) Error() string {
	s := fmt.Sprintf("%s: shape %v", e.Op, e.Got)
	if e.Want != nil {
		s += fmt.Sprintf(" against %v", e.Want)
	}
	if e.Why != "" {
		s += ": " + e.Why
	}
	return s
}

// Unwrap returns ErrShape.
func (e *ShapeError) Unwrap() error { return ErrShape }

// AxisError says that an axis is not there, or was named twice. It wraps ErrAxis.
type AxisError struct {
	Op       string
	Axis     int
	Rank     int
	Repeated bool
}

func (e *AxisError) Error() string {
	if e.Repeated {
		return fmt.Sprintf("%s: axis %d is named twice", e.Op, e.Axis)
	}
	return fmt.Sprintf("%s: no axis %d in rank %d", e.Op, e.Axis, e.Rank)
}

// Unwrap returns ErrAxis.
func (e *AxisError) Unwrap() error { return ErrAxis }

// SizeError says that a shape cannot be counted, or counts another number of elements than there are. It wraps
// ErrNegative, ErrOverflow or ErrLength, whichever Err is.
type SizeError struct {
	Op    string
	Shape []int
	DType DType // Invalid where only elements were counted
	Need  int   // elements that the shape needs, where Err is ErrLength
	Len   int   // elements that there are, where Err is ErrLength
	Err   error
}

func (e *SizeError) Error() string {
	switch e.Err {
	case ErrNegative:
		return fmt.Sprintf("%s: shape %v has a negative size", e.Op, e.Shape)
	case ErrOverflow:
		if e.DType != Invalid {
			return fmt.Sprintf("%s: shape %v of %v has more bytes than can be addressed", e.Op, e.Shape, e.DType)
		}
		return fmt.Sprintf("%s: shape %v has more elements than an int can count", e.Op, e.Shape)
	}
	return fmt.Sprintf("%s: shape %v needs %d elements, got %d", e.Op, e.Shape, e.Need, e.Len)
}

// Unwrap returns Err.
func (e *SizeError) Unwrap() error { return e.Err }

// BoundsError says that a view would reach outside of its storage. It wraps ErrBounds.
type BoundsError struct {
	Op      string
	Offset  int
	Shape   []int
	Strides []int
	Len     int // elements in the storage
}

func (e *BoundsError) Error() string {
	return fmt.Sprintf("%s: shape %v with strides %v from offset %d reaches outside of %d elements",
		e.Op, e.Shape, e.Strides, e.Offset, e.Len)
}

// Unwrap returns ErrBounds.
func (e *BoundsError) Unwrap() error { return ErrBounds }

// IndexError says that an index, or a range of them, is not within its axis. It wraps ErrBounds.
type IndexError struct {
	Op    string
	Axis  int
	Index int
	Range *Range // the range that was asked for; nil where it was the one index
	Size  int
}

func (e *IndexError) Error() string {
	if e.Range != nil {
		return fmt.Sprintf("%s: axis %d: range %v is not within size %d", e.Op, e.Axis, *e.Range, e.Size)
	}
	return fmt.Sprintf("%s: axis %d: index %d is not within size %d", e.Op, e.Axis, e.Index, e.Size)
}

// Unwrap returns ErrBounds.
func (e *IndexError) Unwrap() error { return ErrBounds }

// LayoutError says that what was asked for is no view of the memory as it lies; a copy has it. It wraps ErrNeedsCopy.
type LayoutError struct {
	Op      string
	Shape   []int
	Strides []int
	Want    []int  // the shape asked for, nil if it was a layout
	Layout  string // the layout asked for: "compact column-major", "row-major with contiguous rows"
}

func (e *LayoutError) Error() string {
	if e.Want != nil {
		return fmt.Sprintf("%s: shape %v with strides %v is no view of shape %v; clone first",
			e.Op, e.Shape, e.Strides, e.Want)
	}
	return fmt.Sprintf("%s: shape %v with strides %v is not %s", e.Op, e.Shape, e.Strides, e.Layout)
}

// Unwrap returns ErrNeedsCopy.
func (e *LayoutError) Unwrap() error { return ErrNeedsCopy }

// OverlapError says that a tensor that is to be written holds one element at two indices, so that the result would
// depend on the order of writing. It wraps ErrOverlap.
type OverlapError struct {
	Op      string
	Shape   []int
	Strides []int
}

func (e *OverlapError) Error() string {
	return fmt.Sprintf("%s: destination of shape %v with strides %v holds one element at two indices",
		e.Op, e.Shape, e.Strides)
}

// Unwrap returns ErrOverlap.
func (e *OverlapError) Unwrap() error { return ErrOverlap }

// ValueError says that one value has no counterpart in another dtype. It wraps ErrValue.
type ValueError struct {
	Op    string
	Index []int
	Value any // of the Go type of the elements
	DType DType
}

func (e *ValueError) Error() string {
	return fmt.Sprintf("%s: element %v is %v, which no %v can hold", e.Op, e.Index, e.Value, e.DType)
}

// Unwrap returns ErrValue.
func (e *ValueError) Unwrap() error { return ErrValue }

// NotCloseError says how two tensors of one dtype and shape differ. It wraps ErrNotClose.
type NotCloseError struct {
	Count int   // elements that differ by more than is tolerated
	Len   int   // elements compared
	First []int // index of the first of them in column-major order
	Worst []int // index of the one that exceeds what is tolerated by most; NaN against a number exceeds everything
	A, B  any   // the values at Worst, of the Go type of the elements
	Diff  float64
	Allow float64 // what was tolerated there
}

func (e *NotCloseError) Error() string {
	s := fmt.Sprintf("%d of %d elements differ, most at %v: %v against %v, difference %.3g where %.3g is allowed",
		e.Count, e.Len, e.Worst, e.A, e.B, e.Diff, e.Allow)
	if e.Count > 1 {
		s += fmt.Sprintf("; first at %v", e.First)
	}
	return s
}

// Unwrap returns ErrNotClose.
func (e *NotCloseError) Unwrap() error { return ErrNotClose }

// invalidError says that an operand is no tensor.
type invalidError struct{ op string }

func (e *invalidError) Error() string { return e.op + ": " + ErrInvalid.Error() }
func (e *invalidError) Unwrap() error { return ErrInvalid }
