package trace

// Unary: functions of one element, and the conversion between dtypes.

import "github.com/tenferro/tenferro-go/tensor"

// UnaryFn is the function of a Unary operation.
type UnaryFn uint8

// The unary functions.
//
//   - Neg, Abs and Sign take every numeric dtype. Integers wrap round, so the least one is its own negative and absolute
//     value. Abs of a complex value is its modulus, of the real dtype. Sign is -1, 0 or 1, NaN for NaN, and z/|z|, 0 for
//     0, of a complex value.
//   - Exp to Log1p take floating-point and complex dtypes; a real argument outside the domain gives NaN. Rsqrt is 1/√x.
//   - Conj, Real and Imag take complex dtypes; Real and Imag give the real dtype. (The methods of Context also take real
//     values: they need no operation for them.)
const (
	Neg UnaryFn = iota + 1
	Abs
	Sign
	Exp
	Log
	Sqrt
	Rsqrt
	Sin
	Cos
	Tanh
	Expm1
	Log1p
	Conj
	Real
	Imag
)

var unaryFns = [...]struct {
	name   string
	takes  class
	toReal bool // a complex operand gives the real dtype
}{
	Neg:   {"neg", numeric, false},
	Abs:   {"abs", numeric, true},
	Sign:  {"sign", numeric, false},
	Exp:   {"exp", inexact, false},
	Log:   {"log", inexact, false},
	Sqrt:  {"sqrt", inexact, false},
	Rsqrt: {"rsqrt", inexact, false},
	Sin:   {"sin", inexact, false},
	Cos:   {"cos", inexact, false},
	Tanh:  {"tanh", inexact, false},
	Expm1: {"expm1", inexact, false},
	Log1p: {"log1p", inexact, false},
	Conj:  {"conj", complexOnly, false},
	Real:  {"real", complexOnly, true},
	Imag:  {"imag", complexOnly, true},
}

// Valid reports whether f is one of the functions above.
func (f UnaryFn) Valid() bool { return f > 0 && int(f) < len(unaryFns) }

// String returns the function's name, such as "log1p".
func (f UnaryFn) String() string {
	if !f.Valid() {
		return "unary"
	}
	return unaryFns[f].name
}

// Unary applies a function to each element of one operand.
type Unary struct {
	builtin
	Fn UnaryFn
}

// Name returns the function's name.
func (op Unary) Name() string { return op.Fn.String() }

// Attrs returns "": the name says it all.
func (op Unary) Attrs() string { return "" }

// Infer gives the operand's type; the real dtype for abs, real and imag of a complex operand.
func (op Unary) Infer(in []Type) ([]Type, error) {
	if !op.Fn.Valid() {
		return nil, paramErr("fn", "%d is not a unary function", op.Fn)
	}
	if err := arity(in, 1); err != nil {
		return nil, err
	}
	fn := unaryFns[op.Fn]
	if err := fn.takes.check(in, 0); err != nil {
		return nil, err
	}
	d := in[0].DType
	if fn.toReal {
		d = d.Real()
	}
	return result(d, in[0].Shape)
}

// Cast converts each element to another dtype.
//
//   - Between floating-point types it rounds to nearest; to an integer it truncates toward zero, gives the nearest int
//     beyond the range, and 0 for NaN; between integers it keeps the low bits.
//   - A real value becomes the real part of a complex one; a complex value gives its real part away to a real type.
//   - To bool it asks whether the value differs from 0 (NaN does); from bool it gives 0 or 1.
type Cast struct {
	builtin
	To tensor.DType
}

// Name returns "cast".
func (op Cast) Name() string { return "cast" }

// Attrs returns the dtype: "to=float32".
func (op Cast) Attrs() string { return "to=" + op.To.String() }

// Infer gives the operand's shape with the new dtype.
func (op Cast) Infer(in []Type) ([]Type, error) {
	if err := arity(in, 1); err != nil {
		return nil, err
	}
	return result(op.To, in[0].Shape)
}

func (tc *Context) unary(fn UnaryFn, x *Value) *Value { return tc.apply1(Unary{Fn: fn}, x) }

// Neg returns -x.
func (tc *Context) Neg(x *Value) *Value { return tc.unary(Neg, x) }

// Abs returns |x|, of the real dtype for complex x.
func (tc *Context) Abs(x *Value) *Value { return tc.unary(Abs, x) }

// Sign returns -1, 0 or 1, and x/|x| for complex x.
func (tc *Context) Sign(x *Value) *Value { return tc.unary(Sign, x) }

// Exp returns eˣ.
func (tc *Context) Exp(x *Value) *Value { return tc.unary(Exp, x) }

// Log returns the natural logarithm, on the principal branch for complex x.
func (tc *Context) Log(x *Value) *Value { return tc.unary(Log, x) }

// Sqrt returns the square root, on the principal branch for complex x.
func (tc *Context) Sqrt(x *Value) *Value { return tc.unary(Sqrt, x) }

// Rsqrt returns 1/√x.
func (tc *Context) Rsqrt(x *Value) *Value { return tc.unary(Rsqrt, x) }

// Sin returns the sine of x in radians.
func (tc *Context) Sin(x *Value) *Value { return tc.unary(Sin, x) }

// Cos returns the cosine of x in radians.
func (tc *Context) Cos(x *Value) *Value { return tc.unary(Cos, x) }

// Tanh returns the hyperbolic tangent.
func (tc *Context) Tanh(x *Value) *Value { return tc.unary(Tanh, x) }

// Expm1 returns eˣ-1 without cancellation near 0.
func (tc *Context) Expm1(x *Value) *Value { return tc.unary(Expm1, x) }

// Log1p returns log(1+x) without cancellation near 0.
func (tc *Context) Log1p(x *Value) *Value { return tc.unary(Log1p, x) }

// Conj returns the complex conjugate; a real x is returned as it is.
func (tc *Context) Conj(x *Value) *Value { return tc.part(Conj, x) }

// Real returns the real part; a real x is returned as it is.
func (tc *Context) Real(x *Value) *Value { return tc.part(Real, x) }

// Imag returns the imaginary part, zeros for a real x.
func (tc *Context) Imag(x *Value) *Value {
	if x.OK() && x.tc == tc && isReal(x.typ.DType) {
		return tc.Zeros(x.typ.DType, x.typ.Shape...)
	}
	return tc.part(Imag, x)
}

// part applies conj, real or imag, which leave real values alone.
func (tc *Context) part(fn UnaryFn, x *Value) *Value {
	if tc.err == nil && x.OK() && x.tc == tc && isReal(x.typ.DType) {
		return x
	}
	return tc.unary(fn, x)
}

// Cast converts x to another dtype, as Cast describes; x is returned as it is if it has that dtype.
func (tc *Context) Cast(x *Value, to tensor.DType) *Value {
	if tc.err == nil && x.OK() && x.tc == tc && x.typ.DType == to {
		return x
	}
	return tc.apply1(Cast{To: to}, x)
}
