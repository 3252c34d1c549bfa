package trace

// Type: what is known of a value before anything runs, and the limits that every type keeps.

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tenferro/tenferro-go/tensor"
)

// Type is what is known of a value before anything runs: its dtype and its shape.
type Type struct {
	DType tensor.DType
	Shape []int
}

// Rank returns the number of axes.
func (t Type) Rank() int { return len(t.Shape) }

// Len returns the number of elements: the product of the shape, 1 for a scalar.
func (t Type) Len() int { return product(t.Shape) }

// Equal reports whether both types have the same dtype and the same shape.
func (t Type) Equal(u Type) bool { return t.DType == u.DType && slices.Equal(t.Shape, u.Shape) }

// String writes the type as the graph prints it: "float64[2 3]", and "float64[]" for a scalar.
func (t Type) String() string { return t.DType.String() + shapeString(t.Shape) }

// clone returns the type with a shape of its own.
func (t Type) clone() Type { return Type{DType: t.DType, Shape: cloneInts(t.Shape)} }

// check refuses what no tensor can have: an invalid dtype, a negative size, more bytes than an int counts.
func (t Type) check() error {
	_, err := tensor.CheckedBytes(t.DType, t.Shape)
	switch {
	case err == nil:
		return nil
	case !t.DType.Valid():
		return &ParamError{Param: "dtype", Kind: ErrDType, Detail: fmt.Sprintf("%s is not an element type", t.DType)}
	case errors.Is(err, tensor.ErrNegative):
		axis := slices.IndexFunc(t.Shape, func(n int) bool { return n < 0 })
		return &ParamError{Param: "shape", Kind: ErrSize,
			Detail: fmt.Sprintf("size %d of axis %d of %s is negative", t.Shape[axis], axis, shapeString(t.Shape))}
	}
	return &ParamError{Param: "shape", Kind: ErrOverflow, Detail: fmt.Sprintf("%s takes more bytes than an int counts", t)}
}

// shapeString writes a shape as "[2 3]".
func shapeString(shape []int) string { return fmt.Sprint(cloneInts(shape)) }

// cloneInts copies s and never returns nil, so that equal shapes stay equal under reflect.DeepEqual.
func cloneInts(s []int) []int { return append(make([]int, 0, len(s)), s...) }

// product multiplies sizes; the empty product is 1.
func product(sizes []int) int {
	n := 1
	for _, d := range sizes {
		n *= d
	}
	return n
}

const maxInt = int(^uint(0) >> 1)

// mul multiplies two numbers that are not negative and reports whether the product fits an int.
func mul(a, b int) (int, bool) {
	if a != 0 && b > maxInt/a {
		return 0, false
	}
	return a * b, true
}
