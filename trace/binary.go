package trace

// Binary: functions of two elements, comparisons among them.

import "github.com/tenferro/tenferro-go/tensor"

// BinaryFn is the function of a Binary operation.
type BinaryFn uint8

// The binary functions.
//
//   - Add, Sub, Mul, Div and Pow take every numeric dtype. Integers wrap round (two's complement). Integer division
//     truncates toward zero; x/0 is 0, and the least int over -1 is itself. An integer to a negative power is
//     the truncated 1/xⁿ: 0, or ±1 for x = ±1.
//   - Max and Min take real dtypes. NaN in either operand gives NaN.
const (
	Add BinaryFn = iota + 1
	Sub
	Mul
	Div
	Pow
	Max
	Min
)

var binaryFns = [...]struct {
	name  string
	takes class
}{
	Add: {"add", numeric},
	Sub: {"sub", numeric},
	Mul: {"mul", numeric},
	Div: {"div", numeric},
	Pow: {"pow", numeric},
	Max: {"max", ordered},
	Min: {"min", ordered},
}

// Valid reports whether f is one of the functions above.
func (f BinaryFn) Valid() bool { return f > 0 && int(f) < len(binaryFns) }

// String returns the function's name, such as "add".
func (f BinaryFn) String() string {
	if !f.Valid() {
		return "binary"
	}
	return binaryFns[f].name
}

// Binary applies a function to the elements of two operands of one type.
type Binary struct {
	builtin
	Fn BinaryFn
}

// Name returns the function's name.
func (op Binary) Name() string { return op.Fn.String() }

// Attrs returns "": the name says it all.
func (op Binary) Attrs() string { return "" }

// Infer gives the operands' type.
func (op Binary) Infer(in []Type) ([]Type, error) {
	if !op.Fn.Valid() {
		return nil, paramErr("fn", "%d is not a binary function", op.Fn)
	}
	if err := pair(in, binaryFns[op.Fn].takes); err != nil {
		return nil, err
	}
	return result(in[0].DType, in[0].Shape)
}

// CompareFn is the function of a Compare operation.
type CompareFn uint8

// The comparisons. Equal and NotEqual take every dtype, the others real ones. NaN is unequal to everything, and neither
// less nor greater.
const (
	Equal CompareFn = iota + 1
	NotEqual
	Less
	LessEqual
	Greater
	GreaterEqual
)

var compareFns = [...]struct {
	name  string
	takes class
}{
	Equal:        {"eq", anyType},
	NotEqual:     {"ne", anyType},
	Less:         {"lt", ordered},
	LessEqual:    {"le", ordered},
	Greater:      {"gt", ordered},
	GreaterEqual: {"ge", ordered},
}

// Valid reports whether f is one of the comparisons above.
func (f CompareFn) Valid() bool { return f > 0 && int(f) < len(compareFns) }

// String returns the comparison's name: "eq", "ne", "lt", "le", "gt" or "ge".
func (f CompareFn) String() string {
	if !f.Valid() {
		return "compare"
	}
	return compareFns[f].name
}

// Compare compares the elements of two operands of one type and gives bool.
type Compare struct {
	builtin
	Fn CompareFn
}

// Name returns the comparison's name.
func (op Compare) Name() string { return op.Fn.String() }

// Attrs returns "": the name says it all.
func (op Compare) Attrs() string { return "" }

// Infer gives bool with the operands' shape.
func (op Compare) Infer(in []Type) ([]Type, error) {
	if !op.Fn.Valid() {
		return nil, paramErr("fn", "%d is not a comparison", op.Fn)
	}
	if err := pair(in, compareFns[op.Fn].takes); err != nil {
		return nil, err
	}
	return result(tensor.Bool, in[0].Shape)
}

// pair checks two operands of one type out of a class of dtypes.
func pair(in []Type, takes class) error {
	if err := arity(in, 2); err != nil {
		return err
	}
	if err := takes.check(in, 0); err != nil {
		return err
	}
	return sameType(in, 1, 0)
}

// stretch makes scalars among the operands as large as the others, with broadcasts that the graph shows. Everything else
// is left as it is, for the operation to refuse: shapes other than [] never broadcast unasked.
func (tc *Context) stretch(op string, in ...*Value) []*Value {
	if !tc.ready(op, in...) {
		return tc.poison(len(in))
	}
	var shape []int
	for _, v := range in {
		if shape = v.typ.Shape; len(shape) > 0 {
			break
		}
	}
	out := make([]*Value, len(in))
	for i, v := range in {
		out[i] = v
		if len(shape) > 0 && len(v.typ.Shape) == 0 {
			out[i] = tc.apply1(Broadcast{Shape: cloneInts(shape), Axes: []int{}}, v)
		}
	}
	return out
}

// elementwise applies an operation to operands of which scalars are stretched to the shape of the others.
func (tc *Context) elementwise(op Op, in ...*Value) *Value {
	return tc.apply1(op, tc.stretch(op.Name(), in...)...)
}

// Add returns x+y. Operands of this and the other elementwise operations have one dtype and one shape; a scalar (rank 0)
// goes with any shape.
func (tc *Context) Add(x, y *Value) *Value { return tc.elementwise(Binary{Fn: Add}, x, y) }

// Sub returns x-y.
func (tc *Context) Sub(x, y *Value) *Value { return tc.elementwise(Binary{Fn: Sub}, x, y) }

// Mul returns the elementwise product x·y; the matrix product is MatMul.
func (tc *Context) Mul(x, y *Value) *Value { return tc.elementwise(Binary{Fn: Mul}, x, y) }

// Div returns x/y; for integers see the binary functions.
func (tc *Context) Div(x, y *Value) *Value { return tc.elementwise(Binary{Fn: Div}, x, y) }

// Pow returns x to the power y.
func (tc *Context) Pow(x, y *Value) *Value { return tc.elementwise(Binary{Fn: Pow}, x, y) }

// Max returns the greater of x and y, NaN where one of them is; over axes it is ReduceMax.
func (tc *Context) Max(x, y *Value) *Value { return tc.elementwise(Binary{Fn: Max}, x, y) }

// Min returns the lesser of x and y, NaN where one of them is; over axes it is ReduceMin.
func (tc *Context) Min(x, y *Value) *Value { return tc.elementwise(Binary{Fn: Min}, x, y) }

// Equal returns x = y.
func (tc *Context) Equal(x, y *Value) *Value { return tc.elementwise(Compare{Fn: Equal}, x, y) }

// NotEqual returns x ≠ y.
func (tc *Context) NotEqual(x, y *Value) *Value { return tc.elementwise(Compare{Fn: NotEqual}, x, y) }

// Less returns x < y.
func (tc *Context) Less(x, y *Value) *Value { return tc.elementwise(Compare{Fn: Less}, x, y) }

// LessEqual returns x ≤ y.
func (tc *Context) LessEqual(x, y *Value) *Value { return tc.elementwise(Compare{Fn: LessEqual}, x, y) }

// Greater returns x > y.
func (tc *Context) Greater(x, y *Value) *Value { return tc.elementwise(Compare{Fn: Greater}, x, y) }

// GreaterEqual returns x ≥ y.
func (tc *Context) GreaterEqual(x, y *Value) *Value {
	return tc.elementwise(Compare{Fn: GreaterEqual}, x, y)
}
