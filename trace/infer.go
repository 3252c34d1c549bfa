package trace

// Infer: the checks that the operations' inference rules share.

import (
	"fmt"
	"slices"

	"github.com/tenferro/tenferro-go/tensor"
)

// arity checks the number of operands.
func arity(in []Type, want int) error {
	if len(in) != want {
		return fmt.Errorf("%w: %d, want %d", ErrOperands, len(in), want)
	}
	return nil
}

// class is a set of dtypes that an operation takes, with its name for people.
type class struct {
	ok   func(tensor.DType) bool
	what string
}

var (
	anyType     = class{tensor.DType.Valid, "a valid one"}
	numeric     = class{isNumeric, "a numeric one"}
	ordered     = class{isReal, "a floating-point or integer one"}
	inexact     = class{tensor.DType.IsScalar, "a floating-point or complex one"}
	complexOnly = class{tensor.DType.IsComplex, "a complex one"}
	index       = class{isIndex, "int32 or int64"}
	boolean     = class{isBool, "bool"}
)

// isNumeric holds for everything that can be added: all dtypes but bool.
func isNumeric(d tensor.DType) bool { return d.Valid() && d != tensor.Bool }

// isReal holds for the types that have an order: floating-point and integer.
func isReal(d tensor.DType) bool { return isNumeric(d) && !d.IsComplex() }

// isIndex holds for the types that count positions.
func isIndex(d tensor.DType) bool { return d == tensor.Int32 || d == tensor.Int64 }

func isBool(d tensor.DType) bool { return d == tensor.Bool }

// check checks that operand i has a dtype of the class.
func (c class) check(in []Type, i int) error {
	if !c.ok(in[i].DType) {
		return operandErr(ErrDType, i, -1, "dtype %s, want %s", in[i].DType, c.what)
	}
	return nil
}

// sameDType checks that operand i has the dtype of operand k. Nothing is promoted: a cast is written as one.
func sameDType(in []Type, i, k int) error {
	if in[i].DType != in[k].DType {
		return operandErr(ErrDType, i, -1, "dtype %s, want %s as operand %d has (cast one)", in[i].DType, in[k].DType, k)
	}
	return nil
}

// sameShape checks that operand i has the shape of operand k.
func sameShape(in []Type, i, k int) error {
	if len(in[i].Shape) != len(in[k].Shape) {
		return operandErr(ErrRank, i, -1, "shape %s, want %s as operand %d has",
			shapeString(in[i].Shape), shapeString(in[k].Shape), k)
	}
	for axis, n := range in[i].Shape {
		if want := in[k].Shape[axis]; n != want {
			return operandErr(ErrSize, i, axis, "size %d, want %d as operand %d has", n, want, k)
		}
	}
	return nil
}

// sameType checks that operand i has the dtype and the shape of operand k.
func sameType(in []Type, i, k int) error {
	if err := sameDType(in, i, k); err != nil {
		return err
	}
	return sameShape(in, i, k)
}

// checkAxis checks one axis against a rank.
func checkAxis(param string, axis, rank int) error {
	if axis < 0 || axis >= rank {
		return paramErr(param, "axis %d does not exist at rank %d", axis, rank)
	}
	return nil
}

// checkAxes checks that the axes exist at a rank and that none comes twice.
func checkAxes(param string, axes []int, rank int) error {
	for i, a := range axes {
		if err := checkAxis(param, a, rank); err != nil {
			return err
		}
		if slices.Contains(axes[:i], a) {
			return paramErr(param, "axis %d comes twice in %s", a, shapeString(axes))
		}
	}
	return nil
}

// checkAscending checks that the axes exist at a rank and ascend: the one way to write a set of axes.
func checkAscending(param string, axes []int, rank int) error {
	if err := checkAxes(param, axes, rank); err != nil {
		return err
	}
	if !slices.IsSorted(axes) {
		return paramErr(param, "%s does not ascend", shapeString(axes))
	}
	return nil
}

// wantRank checks that operand i has at least the given rank.
func wantRank(in []Type, i, least int) error {
	if len(in[i].Shape) < least {
		return operandErr(ErrRank, i, -1, "rank %d, want at least %d", len(in[i].Shape), least)
	}
	return nil
}

// without returns the sizes whose axes are not listed, in their order.
func without(shape, axes []int) []int {
	rest := make([]int, 0, len(shape))
	for a, n := range shape {
		if !slices.Contains(axes, a) {
			rest = append(rest, n)
		}
	}
	return rest
}

// result is the answer of every inference rule with one result: the type, once it is one that a tensor can have.
func result(d tensor.DType, shape []int) ([]Type, error) {
	t := Type{DType: d, Shape: cloneInts(shape)}
	if err := t.check(); err != nil {
		return nil, err
	}
	return []Type{t}, nil
}
